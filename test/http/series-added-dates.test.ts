import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../main/contract/events.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.dispose());

const send = (method: string, path: string, body?: object): Promise<Answer> =>
  service.request(method, path, body === undefined ? {} : { body });

async function create(rrule: string): Promise<Event> {
  const times = { startTime: '2027-03-01T12:00:00Z', endTime: '2027-03-01T13:00:00Z', timeZone: 'UTC' };
  const recurrence = { rrule, rdates: ['2027-03-10T12:00:00Z', '2027-03-20T12:00:00Z'] };
  return (await send('POST', '/api/events', { title: 'Choir', ...times, recurrence })).body as Event;
}

async function days({ id }: Event): Promise<string[]> {
  const { items } = (await send('GET', '/api/events?startDate=2027-03-01&endDate=2027-05-01&limit=1000')).body as { items: Event[] };
  return items.filter((event) => event.id === id).map(({ startTime }) => startTime.slice(5, 10));
}

test('PUT /api/events/:id?scope=following › 200 on an added date: the new series begins with it, and comes back as it is', async () => {
  const series = await create('FREQ=WEEKLY;COUNT=5');
  const { status, body } = await send('PUT', `/api/events/${series.id}_20270310T120000Z?scope=following`, { location: 'Z' });
  expect(status).toBe(200);
  const next = body as Event;
  expect(next).toMatchObject({ startTime: '2027-03-10T12:00:00.000Z', recurrence: { rdates: ['2027-03-20T12:00:00.000Z'] } });
  expect(await days(series)).toEqual(['03-01', '03-08']);
  const left = ['03-10', '03-15', '03-20', '03-22', '03-29'];
  expect(await days(next)).toEqual(left);
  expect((await send('PUT', `/api/events/${next.id}`, { recurrence: next.recurrence })).status).toBe(200);
  expect(await days(next)).toEqual(left);

  const user = ((await send('GET', '/api/auth/me')).body as { id: string }).id;
  const url = `${service.baseUrl}/dav/calendars/${user}/${next.calendarId}/${next.id}.ics`;
  const headers = { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'text/calendar' };
  const text = await (await fetch(url, { headers })).text();
  expect((await fetch(url, { method: 'PUT', headers, body: text })).status).toBe(204);
  expect(await days(next)).toEqual(left);
});

test('PUT /api/events/:id?scope=following › 200 on an added date that moves: what comes after it moves too', async () => {
  const series = await create('FREQ=WEEKLY;COUNT=5');
  const moved = { startTime: '2027-03-11T12:00:00Z', endTime: '2027-03-11T13:00:00Z' };
  const { body } = await send('PUT', `/api/events/${series.id}_20270310T120000Z?scope=following`, moved);
  expect(await days(body as Event)).toEqual(['03-11', '03-16', '03-21', '03-23', '03-30']);
});

test('PUT /api/events/:id?scope=following › 400 on an added date where no rule gives what follows, and nothing changes', async () => {
  const series = await create('FREQ=DAILY;INTERVAL=4');
  const before = await days(series);
  const { status, body } = await send('PUT', `/api/events/${series.id}_20270310T120000Z?scope=following`, { location: 'Z' });
  expect([status, body.errors]).toMatchObject([400, [{ path: 'scope' }]]);
  expect(await days(series)).toEqual(before);
  expect((await send('DELETE', `/api/events/${series.id}_20270310T120000Z?scope=following`)).status).toBe(204);
  expect(await days(series)).toEqual(['03-01', '03-05', '03-09']);
});

test.each(['FREQ=WEEKLY;COUNT=2', 'FREQ=WEEKLY;UNTIL=20270308T120000Z'])(
  'DELETE and PUT /api/events/:id?scope=following › 204, 200 on an added date after the end of %s: what comes before stays as it was',
  async (rrule) => {
    const series = await create(rrule);
    expect(await days(series)).toEqual(['03-01', '03-08', '03-10', '03-20']);
    const { body } = await send('PUT', `/api/events/${series.id}_20270320T120000Z?scope=following`, { location: 'Z' });
    expect([await days(series), await days(body as Event)]).toEqual([['03-01', '03-08', '03-10'], ['03-20']]);
    const { body: entry } = await send('POST', '/api/trash', { type: 'event', id: `${series.id}_20270310T120000Z`, scope: 'following' });
    expect(await days(series)).toEqual(['03-01', '03-08']);
    // Another one is added by hand: the deleted one is still in the trash.
    await send('PUT', `/api/events/${series.id}`, { recurrence: { rrule, rdates: ['2027-03-12T12:00:00Z'] } });
    expect((await send('POST', `/api/trash/${entry.id as string}/restore`)).status).toBe(200);
    expect((await send('DELETE', `/api/events/${series.id}_20270312T120000Z?scope=following`)).status).toBe(204);
    expect(await days(series)).toEqual(['03-01', '03-08']);
  },
);

test('POST /api/undo › occurrences in the trash that were all added stay there while the series lacks one of them', async () => {
  const rrule = 'FREQ=WEEKLY;COUNT=2';
  const series = await create(rrule);
  const inTrash = async (): Promise<number> => {
    const { items } = (await send('GET', '/api/trash?type=event')).body as { items: { recordId: string }[] };
    return items.filter(({ recordId }) => recordId === `${series.id}_20270310T120000Z`).length;
  };
  await send('POST', '/api/trash', { type: 'event', id: `${series.id}_20270310T120000Z`, scope: 'following' });
  await send('PUT', `/api/events/${series.id}`, { recurrence: { rrule, rdates: ['2027-03-10T12:00:00Z'] } });
  await send('PUT', `/api/events/${series.id}`, { recurrence: { rrule } });
  const { lastSeq } = (await send('GET', '/api/changes?since=0&limit=1')).body as { lastSeq: number };
  expect((await send('POST', '/api/undo', { changes: [lastSeq] })).body).toMatchObject({ skipped: [] });
  expect([await days(series), await inTrash()]).toEqual([['03-01', '03-08', '03-10'], 1]);
});

describe('PUT /api/events/:id with the recurrence that was read', () => {
  const at10 = { startTime: '2027-03-25T10:00', endTime: '2027-03-25T11:00', timeZone: 'Europe/Vienna' };
  const noon = { startTime: '2027-03-25T12:00', endTime: '2027-03-25T13:00' };

  /** Days from 25 March on, of which the clocks go forward on the 28th, without the 27th and with one on 10 April. */
  async function read(rrule: string, times: object = at10, added = '2027-04-10T08:00:00Z'): Promise<Event> {
    const { body } = await send('POST', '/api/events', { title: 'Run', ...times, recurrence: { rrule, rdates: [added] } });
    const { id, recurrence } = body as Event;
    const third = recurrence?.rdates[0]?.includes('T') === true ? '20270327T090000Z' : '20270327';
    expect((await send('DELETE', `/api/events/${id}_${third}`)).status).toBe(204);
    return (await send('GET', `/api/events/${id}`)).body as Event;
  }

  async function starts({ id }: Event): Promise<string[]> {
    const { items } = (await send('GET', '/api/events?startDate=2027-03-01&endDate=2027-05-01&limit=1000')).body as { items: Event[] };
    return items.filter((event) => event.id === id).map(({ startTime }) => startTime.slice(5, 16));
  }

  async function put(path: string, body: object): Promise<Event> {
    const answer = await send('PUT', `/api/events/${path}`, body);
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    return answer.body as Event;
  }

  test.each([
    ['at another time', noon, ['03-25T11:00', '03-26T11:00', '03-28T10:00', '03-29T10:00', '04-10T10:00']],
    ['in another zone', { ...noon, timeZone: 'UTC' }, ['03-25T12:00', '03-26T12:00', '03-28T12:00', '03-29T12:00', '04-10T12:00']],
    [
      'as one of whole days',
      { isAllDay: true, startDate: '2027-03-25', endDate: '2027-03-26' },
      ['03-24T23:00', '03-25T23:00', '03-27T23:00', '03-28T22:00', '04-09T22:00'],
    ],
  ])('200 %s: what was deleted stays so, what was added and the end go along', async (_, times, expected) => {
    for (const rrule of ['FREQ=DAILY;COUNT=5', 'FREQ=DAILY;UNTIL=20270329T080000Z']) {
      const [whole, alone] = [await read(rrule), await read(rrule)];
      const back = await put(whole.id, { ...times, recurrence: whole.recurrence });
      expect(await starts(whole)).toEqual(expected);
      expect(back.recurrence).toEqual((await put(alone.id, times)).recurrence);
      expect((await put(whole.id, { recurrence: back.recurrence })).version).toBe(back.version);
    }
  });

  test('200 for whole days that get times', async () => {
    const series = await read('FREQ=DAILY;COUNT=5', { date: '2027-03-25', isAllDay: true, timeZone: 'Europe/Vienna' }, '2027-04-10');
    await put(series.id, { isAllDay: false, ...at10, recurrence: series.recurrence });
    expect(await starts(series)).toEqual(['03-25T09:00', '03-26T09:00', '03-28T08:00', '03-29T08:00', '04-10T08:00']);
  });

  test('200 with another rule beside its dates: they go along; others than it has are taken as they are', async () => {
    const series = await read('FREQ=DAILY;COUNT=5');
    const { rdates = [], exdates = [] } = series.recurrence ?? {};
    const { recurrence } = await put(series.id, { ...noon, recurrence: { rrule: 'FREQ=DAILY;COUNT=4', rdates, exdates } });
    expect(recurrence).toEqual({
      rrule: 'FREQ=DAILY;COUNT=4',
      rdates: ['2027-04-10T10:00:00.000Z'],
      exdates: ['2027-03-27T11:00:00.000Z'],
    });
    const own = { rrule: 'FREQ=DAILY;COUNT=4', rdates: [], exdates: ['2027-03-26T07:00:00.000Z'] };
    expect((await put(series.id, { startTime: '2027-03-25T08:00', endTime: '2027-03-25T09:00', recurrence: own })).recurrence).toEqual(own);
  });

  test('200 of an occurrence and those that follow: the rest of it as it stands, or with another rule', async () => {
    for (const rrule of ['FREQ=DAILY;COUNT=5', 'FREQ=DAILY;COUNT=4']) {
      const { id, recurrence } = await read('FREQ=DAILY;COUNT=5');
      const times = { startTime: '2027-03-26T12:00', endTime: '2027-03-26T13:00' };
      const next = await put(`${id}_20270326T090000Z?scope=following`, { ...times, recurrence: { ...recurrence, rrule } });
      expect(await starts(next)).toEqual(['03-26T11:00', '03-28T10:00', '03-29T10:00', '04-10T10:00']);
    }
  });
});
