import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event, EventList } from '../../main/contract/events.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

let service: TestService;
let berta: string;

beforeAll(async () => {
  service = await startTestService();
  berta = await service.signUp('berta');
});

afterAll(() => service.dispose());

const path = '/api/events';
const noId = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Mondays at 9 in Vienna, from 2 March 2026 on; the clocks go forward on the 29th. */
const standUp = { title: 'Stand-up', date: '2026-03-02', start: '09:00', end: '09:30', timeZone: 'Europe/Vienna' };
const weekly = { rrule: 'FREQ=WEEKLY' };

const send = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  service.request(method, url, { ...(body === undefined ? {} : { body }), headers });

async function create(fields: object = {}): Promise<Event> {
  const { status, body } = await send('POST', path, { ...standUp, recurrence: weekly, ...fields });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Event;
}

async function list(query: string): Promise<EventList> {
  const { status, body } = await send('GET', `${path}?${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as EventList;
}

/** The occurrences of one series in a range, other events left out. */
async function occurrences({ id }: { readonly id: string }, from = '2026-03-01', to = '2026-05-01'): Promise<Event[]> {
  return (await list(`startDate=${from}&endDate=${to}&limit=1000`)).items.filter((event) => event.id === id);
}

const starts = async (series: { readonly id: string }, from?: string, to?: string): Promise<string[]> =>
  (await occurrences(series, from, to)).map(({ startTime }) => startTime.slice(0, 16));

const at = (event: { readonly id: string }, stamp: string): string => `${path}/${event.id}_${stamp}`;

const lastSeq = async (): Promise<number> => (await send('GET', '/api/changes?limit=0')).body.lastSeq as number;
const changesSince = async (seq: number): Promise<{ action: string; id: string; version: number }[]> =>
  (await send('GET', `/api/changes?since=${seq}`)).body.items as { action: string; id: string; version: number }[];

function refused({ status, body }: Answer): string[] {
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  return (body.errors as { path: string }[]).map((error) => error.path);
}

describe('POST /api/events with a recurrence', () => {
  test.each<[string, unknown, string]>([
    ['the rule does not parse', { rrule: 'every day' }, 'recurrence.rrule'],
    ['the rule is empty', { rrule: '' }, 'recurrence.rrule'],
    ['the rule begins with its name', { rrule: 'RRULE:FREQ=DAILY' }, 'recurrence.rrule'],
    ['the rule has no FREQ', { rrule: 'COUNT=3' }, 'recurrence.rrule'],
    ['the rule has an unknown FREQ', { rrule: 'FREQ=FORTNIGHTLY' }, 'recurrence.rrule'],
    ['the rule has an unknown part', { rrule: 'FREQ=DAILY;BYMOON=1' }, 'recurrence.rrule'],
    ['a part stands there twice', { rrule: 'FREQ=DAILY;COUNT=1;COUNT=2' }, 'recurrence.rrule'],
    ['a weekday is none', { rrule: 'FREQ=WEEKLY;BYDAY=XX' }, 'recurrence.rrule'],
    ['a month is none', { rrule: 'FREQ=YEARLY;BYMONTH=13' }, 'recurrence.rrule'],
    ['INTERVAL is 0', { rrule: 'FREQ=DAILY;INTERVAL=0' }, 'recurrence.rrule'],
    ['COUNT is 0', { rrule: 'FREQ=DAILY;COUNT=0' }, 'recurrence.rrule'],
    ['UNTIL is no day', { rrule: 'FREQ=DAILY;UNTIL=20260230' }, 'recurrence.rrule'],
    ['COUNT and UNTIL are given', { rrule: 'FREQ=DAILY;COUNT=3;UNTIL=20270101T000000Z' }, 'recurrence.rrule'],
    ['it repeats each second', { rrule: 'FREQ=SECONDLY' }, 'recurrence.rrule'],
    ['it repeats each minute', { rrule: 'FREQ=MINUTELY;INTERVAL=5' }, 'recurrence.rrule'],
    ['it repeats each half-hour', { rrule: 'FREQ=HOURLY;BYMINUTE=0,30' }, 'recurrence.rrule'],
    [
      'it repeats 48 times a day',
      { rrule: 'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15;BYMINUTE=0,20,40' },
      'recurrence.rrule',
    ],
    ['it never occurs', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'recurrence.rrule'],
    ['it never occurs, day by day', { rrule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }, 'recurrence.rrule'],
    ['it never occurs, hour by hour', { rrule: 'FREQ=HOURLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=30' }, 'recurrence.rrule'],
    ['it never occurs in its week', { rrule: 'FREQ=YEARLY;BYWEEKNO=1;BYMONTH=7' }, 'recurrence.rrule'],
    ['it ends before it starts', { rrule: 'FREQ=DAILY;UNTIL=20260101T000000Z' }, 'recurrence.rrule'],
    ['dates stand alone', { rrule: null, rdates: ['2026-03-05T08:00:00Z'] }, 'recurrence.rrule'],
    ['there is no rule', { rdates: ['2026-03-05T08:00:00Z'] }, 'recurrence.rrule'],
    ['a date is no time', { ...weekly, rdates: ['2026-03-05'] }, 'recurrence.rdates[0]'],
    ['a date is before the start', { ...weekly, rdates: ['2026-03-01T08:00:00Z'] }, 'recurrence.rdates[0]'],
    ['a date does not exist', { ...weekly, exdates: ['2026-02-30T08:00:00Z'] }, 'recurrence.exdates[0]'],
    ['a date is none', { ...weekly, exdates: ['soon'] }, 'recurrence.exdates.0'],
    ['nothing is left of it', { rrule: 'FREQ=WEEKLY;COUNT=1', exdates: ['2026-03-02T08:00:00Z'] }, 'recurrence.exdates'],
    ['a field is unknown', { ...weekly, exrule: 'FREQ=DAILY' }, 'recurrence.exrule'],
    ['it is a text', 'FREQ=DAILY', 'recurrence'],
  ])('400 when %s', async (_, recurrence, field) => {
    const seq = await lastSeq();
    const answer = await send('POST', path, { ...standUp, recurrence });
    expect(refused(answer)).toEqual([field]);
    expect(await lastSeq()).toBe(seq);
  });

  test('400 for an all-day series whose dates are times, and for a series whose occurrences last longer than a year', async () => {
    const allDay = { title: 'x', date: '2026-03-02', recurrence: { ...weekly, exdates: ['2026-03-09T00:00:00Z'] } };
    expect(refused(await send('POST', path, allDay))).toEqual(['recurrence.exdates[0]']);
    const long = { title: 'x', startDate: '2026-03-02', endDate: '2027-03-05', isAllDay: true, recurrence: weekly };
    expect(refused(await send('POST', path, long))).toEqual(['recurrence']);
  });

  test('201 with the series as a record', async () => {
    const seq = await lastSeq();
    const event = await create({ recurrence: { rrule: 'freq=weekly;byday=mo', exdates: ['2026-03-09T09:00:00+01:00'] } });
    expect(event).toMatchObject({
      startTime: '2026-03-02T08:00:00.000Z',
      endTime: '2026-03-02T08:30:00.000Z',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', rdates: [], exdates: ['2026-03-09T08:00:00.000Z'] },
      occurrenceId: event.id,
      seriesStart: '2026-03-02T08:00:00.000Z',
      followsId: null,
      version: 1,
    });
    expect((await send('GET', `${path}/${event.id}`)).body).toEqual(event);
    expect(await changesSince(seq)).toMatchObject([{ action: 'created', id: event.id, version: 1 }]);
  });

  test('201 for null: a single event', async () => {
    expect(await create({ recurrence: null })).toMatchObject({ recurrence: null, seriesStart: null });
  });
});

describe('GET /api/events', () => {
  test('200 with the occurrences of a range, at the same local time in summer as in winter', async () => {
    const series = await create({ color: 'teal' });
    const found = await occurrences(series, '2026-03-20', '2026-04-08');
    expect(found.map(({ occurrenceId, startTime, endTime }) => [occurrenceId, startTime, endTime])).toEqual([
      [`${series.id}_20260323T080000Z`, '2026-03-23T08:00:00.000Z', '2026-03-23T08:30:00.000Z'],
      [`${series.id}_20260330T070000Z`, '2026-03-30T07:00:00.000Z', '2026-03-30T07:30:00.000Z'],
      [`${series.id}_20260406T070000Z`, '2026-04-06T07:00:00.000Z', '2026-04-06T07:30:00.000Z'],
    ]);
    expect(found[0]).toEqual({ ...series, ...found[0], id: series.id, seriesStart: series.startTime, version: 1 });
  });

  test('200 with dates for an all-day series', async () => {
    const series = await create({
      start: undefined,
      end: undefined,
      timeZone: 'America/New_York',
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3', exdates: ['2026-03-03'], rdates: ['2026-03-10'] },
    });
    const found = await occurrences(series);
    expect(found.map(({ occurrenceId, startTime, endTime }) => [occurrenceId, startTime, endTime])).toEqual([
      [`${series.id}_20260302`, '2026-03-02T05:00:00.000Z', '2026-03-03T05:00:00.000Z'],
      [`${series.id}_20260304`, '2026-03-04T05:00:00.000Z', '2026-03-05T05:00:00.000Z'],
      [`${series.id}_20260310`, '2026-03-10T04:00:00.000Z', '2026-03-11T04:00:00.000Z'],
    ]);
  });

  test('200: the start is an occurrence even if the rule does not give it, and COUNT counts it', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' } });
    expect(await starts(series)).toEqual(['2026-03-02T08:00', '2026-03-03T08:00', '2026-03-10T08:00']);
  });

  test('200: an occurrence that began before the range and reaches into it is listed, one that ends at its start is not', async () => {
    const series = await create({
      date: undefined,
      start: undefined,
      end: undefined,
      startTime: '2026-03-02T22:00:00Z',
      endTime: '2026-03-04T00:00:00Z',
      timeZone: 'UTC',
    });
    expect(await starts(series, '2026-03-09T23:59:00Z', '2026-03-09T23:59:30Z')).toEqual(['2026-03-09T22:00']);
    expect(await starts(series, '2026-03-11T00:00:00Z', '2026-03-12T00:00:00Z')).toEqual([]);
  });

  test('200: totals, colours, order and pages count occurrences', async () => {
    const token = await service.signUp('pages');
    const ask = async (url: string): Promise<Answer['body']> => (await service.request('GET', url, { token })).body;
    const make = (fields: object): Promise<Answer> => service.request('POST', path, { token, body: { ...standUp, ...fields } });
    await make({ recurrence: { rrule: 'FREQ=DAILY;COUNT=10' }, color: 'teal' });
    await make({ title: 'Whole days', start: undefined, end: undefined, recurrence: { rrule: 'FREQ=DAILY;INTERVAL=3;COUNT=4' } });
    for (let day = 1; day <= 9; day += 1) await make({ date: `2026-03-0${day}`, start: '10:00', end: '11:00', color: 'navy' });
    const range = 'startDate=2026-03-01T00:00:00Z&endDate=2026-04-01T00:00:00Z';
    const whole = (await ask(`${path}?${range}`)) as EventList;
    expect(whole.total).toBe(23);
    expect(whole.items.map(({ startTime }) => startTime)).toEqual(whole.items.map(({ startTime }) => startTime).toSorted());
    expect(new Set(whole.items.map(({ occurrenceId }) => occurrenceId)).size).toBe(23);
    for (const limit of [1, 4, 7])
      for (let offset = 0; offset < 25; offset += limit)
        expect(await ask(`${path}?${range}&limit=${limit}&offset=${offset}`)).toEqual({
          items: whole.items.slice(offset, offset + limit),
          total: 23,
          limit,
          offset,
        });
    expect(await ask(`${path}?${range}&limit=0`)).toEqual({ items: [], total: 23, limit: 0, offset: 0 });
    const combined = await ask(`${path}/combined-data?${range}&limit=3`);
    expect(combined.totals).toEqual({ events: 23, returned: 3, allDay: 4, byColor: { teal: 10, purple: 4, navy: 9 } });
    expect(combined.data.events).toEqual(whole.items.slice(0, 3));
    // Without a range a series is listed once, as itself.
    const all = (await ask(path)) as EventList;
    expect([
      all.total,
      all.items.filter(({ recurrence }) => recurrence !== null).map(({ id, occurrenceId }) => id === occurrenceId),
    ]).toEqual([11, [true, true]]);
  });

  test('400 for more than 5 years where there are series; an open side counts as 5', async () => {
    const token = await service.signUp('wide');
    const ask = (query: string): Promise<Answer> => service.request('GET', `${path}?${query}`, { token });
    expect((await ask('startDate=2020-01-01&endDate=2030-01-01')).status).toBe(200);
    await service.request('POST', path, { token, body: { ...standUp, date: '2020-01-01', recurrence: { rrule: 'FREQ=YEARLY' } } });
    expect(refused(await ask('startDate=2020-01-01&endDate=2025-01-02'))).toEqual(['endDate']);
    expect(refused(await service.request('GET', `${path}/combined-data?startDate=2020-01-01&endDate=2025-01-02`, { token }))).toEqual([
      'endDate',
    ]);
    expect((await ask('startDate=2020-01-01&endDate=2025-01-01')).body.total).toBe(5);
    expect((await ask('startDate=2021-01-01')).body.total).toBe(5);
    expect((await ask('endDate=2022-01-01')).body.total).toBe(2);
  });

  test('200 with what a series is by now, though it was listed before: changed, taken back, and moved with its calendar', async () => {
    const home = (await send('POST', '/api/calendars', { name: 'Choir' })).body as { id: string };
    const target = (await send('POST', '/api/calendars', { name: 'Music' })).body as { id: string };
    const series = await create({ calendarId: home.id });
    const now = async (): Promise<unknown[]> => {
      const [first] = await occurrences(series, '2026-04-01', '2026-04-08');
      return [first?.title, first?.calendarId, first?.startTime.slice(0, 16)];
    };
    const before = await now();
    expect(before).toEqual(['Stand-up', home.id, '2026-04-06T07:00']);
    const { title, start, end } = { title: 'Rehearsal', start: '10:00', end: '11:00' };
    const seq = await lastSeq();
    expect((await send('PUT', `${path}/${series.id}`, { title, date: '2026-03-02', start, end })).status).toBe(200);
    expect(await now()).toEqual([title, home.id, '2026-04-06T08:00']);
    expect((await send('POST', '/api/undo', { changes: [seq + 1] })).body.skipped).toEqual([]);
    expect(await now()).toEqual(before);
    expect((await send('DELETE', `/api/calendars/${home.id}?moveTo=${target.id}`)).status).toBe(204);
    expect(await now()).toEqual(['Stand-up', target.id, '2026-04-06T07:00']);
  });

  test('200: another user sees nothing of it', async () => {
    const series = await create();
    const { body } = await service.request('GET', `${path}?startDate=2026-03-01&endDate=2026-05-01`, { token: berta });
    expect(body.total).toBe(0);
    expect((await service.request('GET', at(series, '20260309T080000Z'), { token: berta })).status).toBe(404);
  });
});

describe('GET /api/events/:id', () => {
  test('200 with an occurrence by its id, and its series’ ETag', async () => {
    const series = await create();
    const { status, headers, body } = await send('GET', at(series, '20260309T080000Z'));
    expect([status, headers.get('ETag')]).toEqual([200, '"1"']);
    expect(body).toEqual((await occurrences(series))[1]);
  });

  test('200 with the next occurrence of a series when asked so: the one that is not over, as it differs, or the last one', async () => {
    const next = async (id: string): Promise<unknown[]> => {
      const { status, body } = await send('GET', `${path}/${id}?occurrence=next`);
      return [status, body.occurrenceId, body.title, body.startTime];
    };
    const far = { ...standUp, date: '2199-03-04', recurrence: { ...weekly, exdates: ['2199-03-04T08:00:00Z'] } };
    const { body: ahead } = await send('POST', path, far);
    const second = `${ahead.id}_21990311T080000Z`;
    expect(await next(ahead.id)).toEqual([200, second, ahead.title, '2199-03-11T08:00:00.000Z']);
    await send('PUT', `${path}/${second}`, { title: 'Moved', date: '2199-03-12', start: '10:00', end: '10:30' });
    expect(await next(ahead.id)).toEqual([200, second, 'Moved', '2199-03-12T09:00:00.000Z']);
    const { body: over } = await send('POST', path, { ...standUp, date: '2020-03-02', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } });
    expect(await next(over.id)).toEqual([200, `${over.id}_20200316T080000Z`, over.title, '2020-03-16T08:00:00.000Z']);
    const { body: single } = await send('POST', path, standUp);
    expect(await next(single.id)).toEqual([200, single.id, single.title, single.startTime]);
    expect((await send('GET', `${path}/${over.id}?occurrence=last`)).status).toBe(400);
  });

  test.each(['20260310T080000Z', '20260309T080001Z', '20260309', '20260332T080000Z', '20260223T080000Z', 'x'])(
    '404 for an occurrence that the series does not have (%s)',
    async (stamp) => {
      const series = await create();
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect((await send(method, at(series, stamp), method === 'PUT' ? { title: 'x' } : undefined)).body.code).toBe('not_found');
    },
  );

  test('404 for an occurrence of a single event and of an unknown one', async () => {
    const single = await create({ recurrence: null });
    expect((await send('GET', at(single, '20260302T080000Z'))).status).toBe(404);
    expect((await send('GET', at({ id: noId }, '20260302T080000Z'))).status).toBe(404);
  });
});

describe('scope', () => {
  test('400 for one and following on a single event and without an occurrence; all is taken', async () => {
    const single = await create({ recurrence: null });
    const series = await create();
    for (const { id } of [single, series])
      for (const scope of ['one', 'following', 'some']) {
        expect(refused(await send('PUT', `${path}/${id}?scope=${scope}`, { title: 'x' }))).toEqual(['scope']);
        expect(refused(await send('DELETE', `${path}/${id}?scope=${scope}`))).toEqual(['scope']);
      }
    expect((await send('PUT', `${path}/${single.id}?scope=all`, { title: 'x' })).body.title).toBe('x');
    expect((await send('DELETE', `${path}/${single.id}?scope=all`)).status).toBe(204);
  });

  test('412 for another version than the series has, whatever the scope', async () => {
    const series = await create();
    await send('PUT', at(series, '20260309T080000Z'), { title: 'Once' });
    for (const url of [at(series, '20260316T080000Z'), `${path}/${series.id}`, `${at(series, '20260316T080000Z')}?scope=following`]) {
      expect((await send('PUT', url, { title: 'x' }, { 'If-Match': '"1"' })).body).toMatchObject({ code: 'version_mismatch', version: 2 });
      expect((await send('DELETE', url, undefined, { 'If-Match': '"1"' })).status).toBe(412);
    }
  });
});

describe('PUT /api/events/:id?scope=one', () => {
  test('200 with the occurrence, which alone is different; what is not changed follows the series', async () => {
    const series = await create();
    const seq = await lastSeq();
    const { status, headers, body } = await send('PUT', at(series, '20260309T080000Z'), {
      title: 'Once',
      startTime: '2026-03-10T12:00:00Z',
      endTime: '2026-03-10T13:00:00Z',
    });
    expect([status, headers.get('ETag')]).toEqual([200, '"2"']);
    expect(body).toMatchObject({
      id: series.id,
      occurrenceId: `${series.id}_20260309T080000Z`,
      title: 'Once',
      startTime: '2026-03-10T12:00:00.000Z',
      seriesStart: series.startTime,
      version: 2,
    });
    expect(await changesSince(seq)).toMatchObject([{ action: 'updated', id: series.id, version: 2 }]);
    expect(await starts(series, '2026-03-01', '2026-03-18')).toEqual(['2026-03-02T08:00', '2026-03-10T12:00', '2026-03-16T08:00']);
    await send('PUT', `${path}/${series.id}`, { title: 'All', color: 'navy', start: '10:00', end: '10:15', date: '2026-03-02' });
    const found = await occurrences(series, '2026-03-01', '2026-03-18');
    expect(found.map(({ title, color, startTime }) => [title, color, startTime.slice(0, 16)])).toEqual([
      ['All', 'navy', '2026-03-02T09:00'],
      ['Once', 'navy', '2026-03-10T12:00'],
      ['All', 'navy', '2026-03-16T09:00'],
    ]);
    expect(found[1]?.occurrenceId).toBe(`${series.id}_20260309T090000Z`);
  });

  test('200: moved far away it is found there, and not where the series has it', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } });
    await send('PUT', at(series, '20260309T080000Z'), { startTime: '2031-01-01T08:00:00Z', endTime: '2031-01-01T09:00:00Z' });
    expect(await starts(series, '2026-03-01', '2026-04-01')).toEqual(['2026-03-02T08:00', '2026-03-16T08:00']);
    expect(await starts(series, '2031-01-01T08:30:00Z', '2031-01-02')).toEqual(['2031-01-01T08:00']);
  });

  test('200 without a new version when nothing changes; 400 for the recurrence', async () => {
    const series = await create();
    const occurrence = at(series, '20260309T080000Z');
    expect((await send('PUT', occurrence, { title: 'Stand-up' })).body.version).toBe(1);
    expect(refused(await send('PUT', occurrence, { recurrence: null }))).toEqual(['recurrence']);
  });
});

describe('PUT /api/events/:id?scope=all', () => {
  test('200: an occurrence that moves takes the whole series along by the same span, rule and left-out days included', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,WE', exdates: ['2026-03-11T08:00:00Z'] } });
    const { body } = await send('PUT', `${at(series, '20260330T070000Z')}?scope=all`, {
      startTime: '2026-03-31T10:00',
      endTime: '2026-03-31T11:00',
    });
    expect(body).toMatchObject({
      startTime: '2026-03-03T09:00:00.000Z',
      endTime: '2026-03-03T10:00:00.000Z',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH', exdates: ['2026-03-12T09:00:00.000Z'] },
    });
    expect(await starts(series, '2026-03-01', '2026-03-18')).toEqual([
      '2026-03-03T09:00',
      '2026-03-05T09:00',
      '2026-03-10T09:00',
      '2026-03-17T09:00',
    ]);
  });

  test('200: every occurrence of a rule of several days moves by the span; 400 where no rule gives that, and nothing changes', async () => {
    const twice = await create({ date: '2026-01-10', recurrence: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=10,20' } });
    const { body } = await send('PUT', `${at(twice, '20260120T080000Z')}?scope=all`, { date: '2026-01-21', start: '09:00', end: '09:30' });
    expect(body.recurrence.rrule).toBe('FREQ=MONTHLY;BYMONTHDAY=11,21');
    const found = await starts(twice, '2026-01-01', '2026-03-01');
    expect(found).toEqual(['2026-01-11T08:00', '2026-01-21T08:00', '2026-02-11T08:00', '2026-02-21T08:00']);

    const last = await create({ date: '2026-01-30', recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1' } });
    const earlier = { date: '2026-02-26', start: '09:00', end: '09:30' };
    for (const scope of ['all', 'following'])
      expect(refused(await send('PUT', `${at(last, '20260227T080000Z')}?scope=${scope}`, earlier))).toEqual(['recurrence.rrule']);
    expect(await starts(last, '2026-01-01', '2026-04-01')).toEqual(['2026-01-30T08:00', '2026-02-27T08:00', '2026-03-31T07:00']);
    // The caller can say the rule too.
    const recurrence = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=26' };
    expect((await send('PUT', `${at(last, '20260227T080000Z')}?scope=all`, { ...earlier, recurrence })).status).toBe(200);
  });

  test('200: overrides that do not fit any more are gone, a single event has none', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,WE' } });
    await send('PUT', at(series, '20260304T080000Z'), { title: 'Wednesday' });
    await send('PUT', at(series, '20260309T080000Z'), { title: 'Monday' });
    await send('PUT', `${path}/${series.id}`, { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO' } });
    await send('PUT', `${path}/${series.id}`, { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,WE' } });
    expect((await occurrences(series, '2026-03-01', '2026-03-15')).map(({ title }) => title)).toEqual([
      'Stand-up',
      'Stand-up',
      'Monday',
      'Stand-up',
    ]);
    const { body } = await send('PUT', `${path}/${series.id}`, { recurrence: null });
    expect(body).toMatchObject({ recurrence: null, occurrenceId: series.id, version: 6 });
    expect(await starts(series)).toEqual(['2026-03-02T08:00']);
  });

  test('200: a single event becomes a series', async () => {
    const single = await create({ recurrence: null });
    const { body } = await send('PUT', `${path}/${single.id}`, { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });
    expect(body).toMatchObject({ version: 2, recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });
    expect(await starts(single)).toEqual(['2026-03-02T08:00', '2026-03-03T08:00']);
  });
});

describe('PUT /api/events/:id?scope=following', () => {
  test('200 with a new series; the old one ends before, and later overrides and left-out days go along', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=8', exdates: ['2026-03-23T08:00:00Z'] } });
    await send('PUT', at(series, '20260309T080000Z'), { title: 'Earlier' });
    await send('PUT', at(series, '20260406T070000Z'), { title: 'Later' });
    const seq = await lastSeq();
    const { status, headers, body } = await send('PUT', `${at(series, '20260316T080000Z')}?scope=following`, {
      startTime: '2026-03-17T10:00',
      endTime: '2026-03-17T11:00',
      color: 'navy',
    });
    expect([status, headers.get('ETag')]).toEqual([200, '"1"']);
    expect(body).toMatchObject({
      followsId: series.id,
      startTime: '2026-03-17T09:00:00.000Z',
      version: 1,
      color: 'navy',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6', exdates: ['2026-03-24T09:00:00.000Z'] },
    });
    expect(await changesSince(seq)).toMatchObject([
      { action: 'updated', id: series.id, version: 4 },
      { action: 'created', id: body.id, version: 1 },
    ]);
    expect(await starts(series)).toEqual(['2026-03-02T08:00', '2026-03-09T08:00']);
    expect((await occurrences(body)).map(({ title, startTime }) => [title, startTime.slice(0, 16)])).toEqual([
      ['Stand-up', '2026-03-17T09:00'],
      ['Stand-up', '2026-03-31T08:00'],
      ['Later', '2026-04-07T08:00'],
      ['Stand-up', '2026-04-14T08:00'],
      ['Stand-up', '2026-04-21T08:00'],
    ]);
  });

  test('200: BYDAY moves with a changed weekday', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20270101T000000Z' } });
    const { body } = await send('PUT', `${at(series, '20260316T080000Z')}?scope=following`, {
      date: '2026-03-17',
      start: '09:00',
      end: '09:30',
    });
    expect(body.recurrence.rrule).toContain('BYDAY=TU,SA');
    expect(await starts(body, '2026-03-01', '2026-03-25')).toEqual(['2026-03-17T08:00', '2026-03-21T08:00', '2026-03-24T08:00']);
  });

  test('200: on the first occurrence it is all', async () => {
    const series = await create();
    const { body } = await send('PUT', `${at(series, '20260302T080000Z')}?scope=following`, { title: 'All' });
    expect(body).toMatchObject({ id: series.id, title: 'All', version: 2, followsId: null });
  });
});

describe('DELETE /api/events/:id', () => {
  test('204: one leaves the others; with the last one the series goes too', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } });
    const seq = await lastSeq();
    expect((await send('DELETE', at(series, '20260302T080000Z'))).status).toBe(204);
    expect(await starts(series)).toEqual(['2026-03-09T08:00']);
    expect((await send('GET', at(series, '20260302T080000Z'))).status).toBe(404);
    expect((await send('DELETE', `${at(series, '20260309T080000Z')}?scope=one`)).status).toBe(204);
    expect((await send('GET', `${path}/${series.id}`)).status).toBe(404);
    expect((await changesSince(seq)).map(({ action, version }) => [action, version])).toEqual([
      ['updated', 2],
      ['deleted', 2],
    ]);
  });

  test('204: following ends the series before, on the first occurrence it is all', async () => {
    const series = await create({ start: undefined, end: undefined });
    expect((await send('DELETE', `${at(series, '20260316')}?scope=following`)).status).toBe(204);
    expect((await occurrences(series)).map(({ occurrenceId }) => occurrenceId.slice(-8))).toEqual(['20260302', '20260309']);
    expect((await send('DELETE', `${at(series, '20260302')}?scope=following`)).status).toBe(204);
    expect((await send('GET', `${path}/${series.id}`)).status).toBe(404);
  });

  test('204: all takes the whole series, by the id of an occurrence too', async () => {
    const series = await create();
    expect((await send('DELETE', `${at(series, '20260316T080000Z')}?scope=all`)).status).toBe(204);
    expect(await starts(series)).toEqual([]);
  });
});

describe('POST /api/trash with a scope', () => {
  const trash = async (body: object): Promise<Answer['body']> => {
    const answer = await send('POST', '/api/trash', { type: 'event', ...body });
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    return answer.body;
  };
  const restore = async (entry: { readonly id: string }): Promise<Answer['body']> =>
    (await send('POST', `/api/trash/${entry.id}/restore`)).body;
  const idAt = (series: Event, stamp: string): string => `${series.id}_${stamp}`;

  test('400 for other types, for a single event, and for one without an occurrence; 404 for an occurrence that is none', async () => {
    const series = await create();
    const single = await create({ recurrence: null });
    expect(refused(await send('POST', '/api/trash', { type: 'note', id: noId, scope: 'one' }))).toEqual(['scope']);
    for (const { id } of [series, single])
      expect(refused(await send('POST', '/api/trash', { type: 'event', id, scope: 'one' }))).toEqual(['scope']);
    for (const id of [idAt(series, '20260310T080000Z'), idAt(single, '20260302T080000Z')])
      expect((await send('POST', '/api/trash', { type: 'event', id })).status).toBe(404);
  });

  test('201: one comes back to its place, with what differed', async () => {
    const series = await create();
    await send('PUT', at(series, '20260309T080000Z'), { title: 'Once' });
    const entry = await trash({ id: idAt(series, '20260309T080000Z') });
    expect(entry).toMatchObject({ recordId: idAt(series, '20260309T080000Z'), title: 'Once' });
    expect(await starts(series, '2026-03-01', '2026-03-18')).toEqual(['2026-03-02T08:00', '2026-03-16T08:00']);
    expect(await restore(entry)).toEqual({ type: 'event', id: idAt(series, '20260309T080000Z'), version: 4 });
    const found = await occurrences(series, '2026-03-01', '2026-03-18');
    expect([found.map(({ title }) => title), found[0]?.recurrence?.exdates]).toEqual([['Stand-up', 'Once', 'Stand-up'], []]);
  });

  test('201: one comes back as an added date where the rule has changed, and as an event of its own without the series', async () => {
    const series = await create();
    const [first, second] = [await trash({ id: idAt(series, '20260309T080000Z') }), await trash({ id: idAt(series, '20260316T080000Z') })];
    await send('PUT', `${path}/${series.id}`, { recurrence: { rrule: 'FREQ=MONTHLY' } });
    await restore(first);
    expect(await starts(series, '2026-03-01', '2026-04-03')).toEqual(['2026-03-02T08:00', '2026-03-09T08:00', '2026-04-02T07:00']);
    await send('DELETE', `${path}/${series.id}`);
    const restored = await restore(second);
    expect(restored).toMatchObject({ type: 'event', version: 1 });
    expect((await send('GET', `${path}/${restored.id}`)).body).toMatchObject({
      startTime: '2026-03-16T08:00:00.000Z',
      recurrence: null,
    });
  });

  test('201: following comes back into its series, or as one that follows it where that was changed', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } });
    await send('PUT', at(series, '20260323T080000Z'), { title: 'Late' });
    await restore(await trash({ id: idAt(series, '20260316T080000Z'), scope: 'following' }));
    expect((await occurrences(series)).map(({ title }) => title)).toEqual(['Stand-up', 'Stand-up', 'Stand-up', 'Late']);
    const entry = await trash({ id: idAt(series, '20260316T080000Z'), scope: 'following' });
    expect(await starts(series)).toEqual(['2026-03-02T08:00', '2026-03-09T08:00']);
    await send('PUT', `${path}/${series.id}`, { title: 'Renamed' });
    const next = (await send('GET', `${path}/${(await restore(entry)).id}`)).body as Event;
    expect(next).toMatchObject({ followsId: series.id, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } });
    expect((await occurrences(next)).map(({ title }) => title)).toEqual(['Stand-up', 'Late']);
  });

  test('201: the whole series comes back with what differed and what was left out', async () => {
    const series = await create({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', exdates: ['2026-03-09T08:00:00Z'] } });
    await send('PUT', at(series, '20260316T080000Z'), { title: 'Once' });
    const before = await occurrences(series);
    const entry = await trash({ id: series.id });
    expect(await occurrences(series)).toEqual([]);
    await restore(entry);
    expect(await occurrences(series)).toEqual(before);
  });
});

describe('POST /api/undo and /api/batch', () => {
  async function batchOf(operations: readonly object[]): Promise<string> {
    const { body } = await send('POST', '/api/batch', { operations });
    expect(body.failed).toBeNull();
    return body.batchId as string;
  }
  const undo = async (batchId: string): Promise<Answer['body']> => (await send('POST', '/api/undo', { batchId })).body;

  test('one, following, all and their deletions are undone, and the undo as well', full, async () => {
    const stamp = '20260316T080000Z';
    const writes = [
      { method: 'PUT', body: { title: 'x', date: '2026-03-17', start: '11:00', end: '12:00' } },
      { method: 'PUT', scope: 'following', body: { title: 'x', date: '2026-03-17', start: '11:00', end: '12:00' } },
      { method: 'PUT', scope: 'all', body: { date: '2026-03-17', start: '11:00', end: '12:00' } },
      { method: 'PUT', scope: 'all', body: { recurrence: null } },
      { method: 'DELETE' },
      { method: 'DELETE', scope: 'following' },
    ];
    const all = async (): Promise<object[]> =>
      (await list('startDate=2026-03-01&endDate=2026-05-01&limit=1000')).items
        .filter(({ title }) => title === 'Undone' || title === 'x' || title === 'Other')
        .map(({ title, occurrenceId, startTime, endTime }) => ({ title, occurrenceId, startTime, endTime }));
    for (const { method, scope, body } of writes) {
      const series = await create({ title: 'Undone', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5', exdates: ['2026-03-09T08:00:00Z'] } });
      await send('PUT', at(series, '20260323T080000Z'), { title: 'Other' });
      const before = await all();
      const query = scope === undefined ? '' : `?scope=${scope}`;
      const batchId = await batchOf([{ method, path: `${at(series, stamp)}${query}`, ...(body === undefined ? {} : { body }) }]);
      const after = await all();
      expect(after).not.toEqual(before);
      const undone = await undo(batchId);
      expect(undone.skipped).toEqual([]);
      expect(await all()).toEqual(before);
      await undo(undone.batchId as string);
      expect(await all()).toEqual(after);
      for (const { occurrenceId } of (await all()) as { occurrenceId: string }[])
        await send('DELETE', `${path}/${occurrenceId.split('_')[0]}`);
    }
  });

  test('a dry run changes nothing, also of what is remembered of series', async () => {
    const token = await service.signUp('dry');
    const ask = (method: string, url: string, body?: object): Promise<Answer> =>
      service.request(method, url, { token, ...(body === undefined ? {} : { body }) });
    const range = `${path}?startDate=2026-03-01&endDate=2026-05-01`;
    const operations = [
      { method: 'POST', path, body: { ...standUp, recurrence: weekly } },
      { method: 'GET', path: range },
    ];
    const { body } = await ask('POST', '/api/batch', { operations, dryRun: true });
    expect(body.results[1].body.total).toBe(9);
    expect((await ask('GET', range)).body.total).toBe(0);
    expect((await ask('POST', '/api/batch', { operations })).body.applied).toBe(true);
    expect((await ask('GET', range)).body.total).toBe(9);
  });
});
