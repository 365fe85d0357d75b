// What of an event that a client of CalDAV has put comes back to it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarList } from '../../main/contract/calendars.ts';
import type { EventList } from '../../main/contract/events.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

let service: TestService;
let calendar: string;

beforeAll(async () => {
  service = await startTestService();
  const { id } = (await service.request('GET', '/api/auth/me')).body;
  const { items } = (await service.request('GET', '/api/calendars')).body as CalendarList;
  calendar = `/dav/calendars/${String(id)}/${items[0]?.id ?? ''}/`;
});

afterAll(() => service.dispose());

const names = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';

async function dav(method: string, path: string, type: string, body?: string) {
  const { status, headers, text } = await fetch(service.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': type },
    ...(body === undefined ? {} : { body }),
  }).then(async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }));
  return { status, etag: headers.get('etag'), text };
}

const put = (name: string, ...events: readonly (readonly string[])[]) => {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...event, 'END:VEVENT']);
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  return dav('PUT', calendar + name, 'text/calendar', file);
};

/** The lines of an event, unfolded. */
const get = async (name: string): Promise<string[]> => (await dav('GET', calendar + name, '')).text.replaceAll('\r\n ', '').split('\r\n');

test('PUT, GET › an event that ends as it begins does so for clients, whole and expanded', async () => {
  expect((await put('bell.ics', ['UID:bell', 'DTSTART:20260601T090000Z', 'RRULE:FREQ=DAILY;COUNT=2'])).status).toBe(201);
  const range = 'start="20260601T000000Z" end="20260602T000000Z"';
  const query =
    `<C:calendar-query ${names}><D:prop><C:calendar-data><C:expand ${range}/></C:calendar-data></D:prop><C:filter>` +
    `<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range ${range}/></C:comp-filter></C:comp-filter>` +
    `</C:filter></C:calendar-query>`;
  const expanded = (await dav('REPORT', calendar, 'application/xml', query)).text;
  for (const text of [(await get('bell.ics')).join('\n'), expanded])
    expect([text.includes('DTSTART:20260601T090000Z'), text.includes('DTEND')]).toEqual([true, false]);
});

test('calendar-multiget › occurrences that are too long for an answer are told as that (507), other events as ever', full, async () => {
  const series = ['DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'RRULE:FREQ=DAILY'];
  await put('short.ics', ['UID:short', ...series]);
  await put('long.ics', ['UID:long', `DESCRIPTION:${'x'.repeat(3000)}`, ...series]);
  const ask = async (year: number) => {
    const { text } = await dav(
      'REPORT',
      calendar,
      'application/xml',
      `<C:calendar-multiget ${names}><D:prop><C:calendar-data><C:expand start="20260101T000000Z" end="${year}0101T000000Z"/>` +
        `</C:calendar-data></D:prop><D:href>${calendar}long.ics</D:href><D:href>${calendar}short.ics</D:href></C:calendar-multiget>`,
    );
    const tooLong = /<D:response><D:href>[^<]*\/long\.ics<\/D:href><D:status>HTTP\/1\.1 507 [^<]*<\/D:status>(.*?)<\/D:response>/.exec(
      text,
    )?.[1];
    return [text.match(/BEGIN:VEVENT/g)?.length, tooLong];
  };
  expect(await ask(2027)).toEqual([2 * 305, undefined]);
  expect(await ask(2031)).toEqual([305 + 4 * 365 + 1, '<D:error><D:number-of-matches-within-limits/></D:error>']);
  for (const name of ['short.ics', 'long.ics']) expect((await dav('DELETE', calendar + name, '')).status).toBe(204);
});

test('calendar-query › a range that is open on a side goes on without an end there, for series too', async () => {
  await put('later.ics', ['UID:later', 'DTSTART;VALUE=DATE:20340101', 'RRULE:FREQ=YEARLY']);
  await put('decades.ics', ['UID:decades', 'DTSTART;VALUE=DATE:20200301', 'RRULE:FREQ=YEARLY;INTERVAL=10']);
  await put('over.ics', ['UID:over', 'DTSTART:20100101T100000Z', 'DTEND:20100101T110000Z', 'RRULE:FREQ=WEEKLY;COUNT=20']);
  const moved = ['UID:moved', 'RECURRENCE-ID:20100108T100000Z', 'DTSTART:20360108T100000Z', 'DTEND:20360108T110000Z'];
  await put('moved.ics', ['UID:moved', 'DTSTART:20100101T100000Z', 'DTEND:20100101T110000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'], moved);
  const ask = async (attributes: string): Promise<string[]> => {
    const filter = `<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range ${attributes}/></C:comp-filter></C:comp-filter>`;
    const body = `<C:calendar-query ${names}><D:prop><D:getetag/></D:prop><C:filter>${filter}</C:filter></C:calendar-query>`;
    const { text } = await dav('REPORT', calendar, 'application/xml', body);
    return [...text.matchAll(/(later|decades|over|moved)\.ics/g)].map(([, name = '']) => name).toSorted();
  };
  expect(await ask('start="20241101T000000Z"')).toEqual(['decades', 'later', 'moved']);
  expect(await ask('start="20100513T103000Z"')).toEqual(['decades', 'later', 'moved', 'over']);
  expect(await ask('start="20100514T110000Z"')).toEqual(['decades', 'later', 'moved']);
  expect(await ask('end="20261130T000000Z"')).toEqual(['decades', 'moved', 'over']);
  expect(await ask('end="20100101T100000Z"')).toEqual([]);
  for (const name of ['later', 'decades', 'over', 'moved']) expect((await dav('DELETE', `${calendar}${name}.ics`, '')).status).toBe(204);
});

test('PUT, GET › what is cancelled stays so, a single occurrence too', async () => {
  const one = ['RECURRENCE-ID:20260302T113000Z', 'DTSTART:20260302T113000Z', 'STATUS:CANCELLED'];
  expect(await put('off.ics', ['UID:off', 'DTSTART:20260301T113000Z', 'STATUS:CANCELLED'])).toMatchObject({ status: 201, etag: '"1"' });
  expect(await put('alone.ics', ['UID:alone', ...one])).toMatchObject({ status: 201, etag: '"1"' });
  for (const name of ['off.ics', 'alone.ics']) expect(await get(name)).toContain('STATUS:CANCELLED');
  const daily = ['UID:daily', 'DTSTART:20260301T113000Z', 'RRULE:FREQ=DAILY;COUNT=3'];
  expect(await put('daily.ics', daily, ['UID:daily', ...one])).toMatchObject({ status: 201, etag: '"1"' });
  const told = await get('daily.ics');
  expect(told.filter((line) => /^(STATUS|EXDATE|RECURRENCE-ID)/.test(line))).toEqual([
    'RECURRENCE-ID:20260302T113000Z',
    'STATUS:CANCELLED',
  ]);
});

test('PUT, GET › times that name no zone name none for clients, until the event gets one', async () => {
  const series = [
    'UID:floating',
    'DTSTART:20261001T090000',
    'DTEND:20261001T100000',
    'RRULE:FREQ=DAILY;UNTIL=20261010T090000',
    'RDATE:20261012T090000',
    'EXDATE:20261003T090000',
  ];
  const moved = ['UID:floating', 'RECURRENCE-ID:20261002T090000', 'DTSTART:20261002T120000', 'DTEND:20261002T130000'];
  expect(await put('floating.ics', series, moved)).toMatchObject({ status: 201, etag: '"1"' });
  const told = await get('floating.ics');
  expect(told.filter((line) => /^(UID|DTSTART|DTEND|R|EXDATE)/.test(line)).toSorted()).toEqual([...series, ...moved].toSorted());
  expect(told).not.toContain('BEGIN:VTIMEZONE');
  const { items } = (await service.request('GET', '/api/events?startDate=2026-10-01&endDate=2026-10-02')).body as EventList;
  await service.request('PUT', `/api/events/${items[0]?.id}?scope=all`, { body: { timeZone: 'America/New_York' } });
  expect((await get('floating.ics')).filter((line) => line.startsWith('DTSTART;TZID=America/New_York:'))).not.toEqual([]);
});

test('PUT, GET › an occurrence at its own time by the clocks of another zone keeps that zone; told in UTC, it has that of its series', async () => {
  const series = [
    'UID:zones',
    'DTSTART;TZID=Europe/Vienna:20261105T090000',
    'DTEND;TZID=Europe/Vienna:20261105T100000',
    'RRULE:FREQ=DAILY;COUNT=3',
  ];
  const second = ['UID:zones', 'RECURRENCE-ID;TZID=Europe/Vienna:20261106T090000', 'SUMMARY:Tokyo'];
  const third = ['UID:zones', 'RECURRENCE-ID:20261107T080000Z', 'DTSTART:20261107T080000Z', 'DTEND:20261107T090000Z', 'SUMMARY:UTC'];
  const inTokyo = ['DTSTART;TZID=Asia/Tokyo:20261106T170000', 'DTEND;TZID=Asia/Tokyo:20261106T180000'];
  expect(await put('zones.ics', series, [...second, ...inTokyo], third)).toMatchObject({ status: 201 });
  expect((await get('zones.ics')).filter((line) => /^(DTSTART;|SUMMARY)/.test(line))).toEqual(
    expect.arrayContaining([inTokyo[0], 'DTSTART;TZID=Europe/Vienna:20261107T090000', 'SUMMARY:Tokyo', 'SUMMARY:UTC']),
  );
});

test('PUT › 403 for two events of one UID that are no occurrences', async () => {
  const both = [1, 2].map((day) => ['UID:twice', `DTSTART:2026030${day}T113000Z`]);
  expect(await put('twice.ics', ...both)).toMatchObject({
    status: 403,
    text: expect.stringContaining('The event is there twice') as string,
  });
  expect((await dav('GET', `${calendar}twice.ics`, '')).status).toBe(404);
});

describe('PUT › no ETag where a client gets another event than it has put', () => {
  const start = 'DTSTART;TZID=Europe/Vienna:20260301T113000';
  test.each<[string, string[], string | null]>([
    ['nothing', [start, 'DTEND;TZID=Europe/Vienna:20260301T123000', 'SUMMARY:a', 'SEQUENCE:2', 'CREATED:20200101T000000Z'], '"1"'],
    [
      'nothing of an alarm that is a reminder',
      [start, 'SUMMARY:a', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:a', 'TRIGGER:-PT5M', 'END:VALARM'],
      '"1"',
    ],
    ['its length, which it has as its end', [start, 'DURATION:PT1H'], null],
    ['a time zone of its own', ['DTSTART;TZID=Own:20260301T113000', 'DTEND;TZID=Own:20260301T123000'], null],
    ['an end that is its start', [start, 'DTEND;TZID=Europe/Vienna:20260301T113000'], null],
  ])('differs: %s', async (name, event, etag) => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Own', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0117', 'TZOFFSETTO:+0117']
      .concat(['END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VEVENT', `UID:${name}`, 'DTSTAMP:20260101T000000Z'])
      .concat([...event, 'END:VEVENT']);
    const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', ...zone, 'END:VCALENDAR', ''].join('\r\n');
    expect(await dav('PUT', `${calendar}${encodeURIComponent(name)}.ics`, 'text/calendar', file)).toMatchObject({ status: 201, etag });
  });
});

test('PUT, GET › an event keeps the time at which it was made, if it is past; no ETag where another one is told', async () => {
  const event = ['UID:made', 'DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:a'];
  expect(await put('made.ics', [...event, 'CREATED:20190505T101010Z'])).toMatchObject({ status: 201, etag: '"1"' });
  expect(await get('made.ics')).toContain('CREATED:20190505T101010Z');
  expect(await put('made.ics', event)).toMatchObject({ status: 204, etag: '"1"' });
  expect(await put('made.ics', [...event, 'CREATED:20180101T000000Z'])).toMatchObject({ status: 204, etag: null });
  expect(await get('made.ics')).toContain('CREATED:20190505T101010Z');
  for (const never of ['20990101T000000Z', '00001231T000000Z', 'yesterday']) {
    const name = `${never}.ics`;
    expect(await put(name, [`UID:${never}`, ...event.slice(1), `CREATED:${never}`])).toMatchObject({ status: 201, etag: null });
    const [created] = (await get(name)).filter((line) => line.startsWith('CREATED:'));
    expect(created).toMatch(/^CREATED:20[2-8]\d/);
  }
});

test('PUT, GET › an occurrence keeps its SEQUENCE, whole and expanded, and counts on from it', async () => {
  const series = [
    'UID:counted',
    'SEQUENCE:2',
    'DTSTART:20260601T090000Z',
    'DTEND:20260601T100000Z',
    'RRULE:FREQ=DAILY;COUNT=3',
    'SUMMARY:a',
  ];
  const moved = (day: number, ...more: string[]): string[] => [
    ...['UID:counted', `RECURRENCE-ID:2026060${day}T090000Z`, `DTSTART:2026060${day}T110000Z`, `DTEND:2026060${day}T120000Z`, 'SUMMARY:a'],
    ...more,
  ];
  const told = async (): Promise<string[]> => (await get('counted.ics')).filter((line) => line.startsWith('SEQUENCE'));
  const answer = await put('counted.ics', series, moved(2, 'SEQUENCE:5'), moved(3));
  expect(answer).toMatchObject({ status: 201, etag: '"1"' });
  expect(await told()).toEqual(['SEQUENCE:2', 'SEQUENCE:5', 'SEQUENCE:0']);
  const expand = '<C:calendar-data><C:expand start="20260602T000000Z" end="20260603T000000Z"/></C:calendar-data>';
  const multiget = `<C:calendar-multiget ${names}><D:prop>${expand}</D:prop><D:href>${calendar}counted.ics</D:href></C:calendar-multiget>`;
  expect((await dav('REPORT', calendar, 'application/xml', multiget)).text.match(/SEQUENCE:\d+/g)).toEqual(['SEQUENCE:5']);
  const { items } = (await service.request('GET', '/api/events?startDate=2026-06-02&endDate=2026-06-03')).body as EventList;
  const counted = items.find(({ startTime }) => startTime.startsWith('2026-06-02T11:00'));
  expect((await service.request('PUT', `/api/events/${counted?.id}?scope=all`, { body: { title: 'b' } })).status).toBe(200);
  expect(await told()).toEqual(['SEQUENCE:3', 'SEQUENCE:6', 'SEQUENCE:1']);
});

test('GET › no line has more than 75 octets, be it folded', async () => {
  const [title, description] = ['ä'.repeat(200), 'x'.repeat(500)];
  expect(
    (await put('folded.ics', ['UID:folded', 'DTSTART:20260301T113000Z', `SUMMARY:${title}`, `DESCRIPTION:${description}`])).status,
  ).toBe(201);
  const lines = (await dav('GET', `${calendar}folded.ics`, '')).text.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(await get('folded.ics')).toEqual(expect.arrayContaining([`SUMMARY:${title}`, `DESCRIPTION:${description}`]));
});

test('PUT › an occurrence of an event that does not repeat is not kept, for which there is no ETag', async () => {
  const other = ['UID:single', 'RECURRENCE-ID:20260302T113000Z', 'DTSTART:20260302T123000Z'];
  expect(await put('single.ics', ['UID:single', 'DTSTART:20260301T113000Z'], other)).toMatchObject({ status: 201, etag: null });
});

describe('PUT, GET › an occurrence where its series has none', () => {
  const titles = async (range: string): Promise<string[]> => {
    const { items } = (await service.request('GET', `/api/events?${range}`)).body as EventList;
    return items.map(({ title, startTime }) => `${startTime.slice(0, 16)} ${title}`);
  };
  const told = async (name: string): Promise<string[]> =>
    (await get(name)).filter((line) => /^(RRULE|RDATE|EXDATE|RECURRENCE-ID|SUMMARY)/.test(line));

  test('is shown and comes back, after the last one and between two', async () => {
    const club = ['UID:club', 'DTSTART:20270302T090000Z', 'DTEND:20270302T100000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20270310T090000Z'];
    const other = ['UID:club', 'RECURRENCE-ID:20270316T090000Z', 'DTSTART:20270316T110000Z', 'DTEND:20270316T120000Z', 'SUMMARY:Late'];
    const cancelled = ['UID:club', 'RECURRENCE-ID:20270323T090000Z', 'DTSTART:20270323T090000Z', 'STATUS:CANCELLED'];
    expect((await put('club.ics', [...club, 'SUMMARY:Club'], other, cancelled)).status).toBe(201);
    const march = 'startDate=2027-03-01&endDate=2027-04-01';
    expect(await titles(march)).toEqual(['2027-03-02T09:00 Club', '2027-03-09T09:00 Club', '2027-03-16T11:00 Late']);
    expect(await told('club.ics')).toEqual([
      'SUMMARY:Club',
      'RRULE:FREQ=WEEKLY;UNTIL=20270310T090000Z',
      'RDATE:20270316T090000Z',
      'SUMMARY:Late',
      'RECURRENCE-ID:20270316T090000Z',
    ]);
    // Without it, and with the date left out as well.
    expect((await put('club.ics', [...club, 'SUMMARY:Club', 'EXDATE:20270316T090000Z'], other)).status).toBe(204);
    expect(await titles(march)).toEqual(['2027-03-02T09:00 Club', '2027-03-09T09:00 Club']);
    expect((await put('club.ics', [...club, 'SUMMARY:Club'])).status).toBe(204);
    expect(await told('club.ics')).toEqual(['SUMMARY:Club', 'RRULE:FREQ=WEEKLY;UNTIL=20270310T090000Z']);

    const days = ['UID:odd', 'DTSTART;VALUE=DATE:20270504', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3', 'SUMMARY:Odd'];
    const another = ['UID:odd', 'RECURRENCE-ID;VALUE=DATE:20270505', 'DTSTART;VALUE=DATE:20270506', 'SUMMARY:Other'];
    expect(await put('odd.ics', days, another)).toMatchObject({ status: 201, etag: null });
    expect((await told('odd.ics')).filter((line) => /^(RDATE|RECURRENCE-ID|SUMMARY)/.test(line))).toEqual([
      'SUMMARY:Odd',
      'RDATE;VALUE=DATE:20270505',
      'SUMMARY:Other',
      'RECURRENCE-ID;VALUE=DATE:20270505',
    ]);
  });

  test.each<[string, readonly string[], readonly string[], string]>([
    ['at a time', ['DTSTART:20270604T090000Z'], ['RECURRENCE-ID:20270601T090000Z', 'DTSTART:20270601T100000Z'], '2027-06-01T10:00'],
    [
      'a day',
      ['DTSTART;VALUE=DATE:20270704', 'DTEND;VALUE=DATE:20270705'],
      ['RECURRENCE-ID;VALUE=DATE:20270701', 'DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270702'],
      // In the zone of the machine.
      new Date(2027, 6, 1).toISOString().slice(0, 16),
    ],
  ])('is shown and comes back as it was put, before the first one: %s', async (when, ofSeries, ofEarly, shown) => {
    const name = `before-${when === 'a day' ? 'day' : 'time'}.ics`;
    const series = [`UID:${name}`, ...ofSeries, 'RRULE:FREQ=WEEKLY;COUNT=2', 'SUMMARY:Series'];
    const early = [`UID:${name}`, ...ofEarly, 'SUMMARY:Early'];
    expect(await put(name, series, early)).toMatchObject({ status: 201, etag: '"1"' });
    const lines = ['SUMMARY:Series', 'RRULE:FREQ=WEEKLY;COUNT=2', 'SUMMARY:Early', ofEarly[0] ?? ''];
    expect(await told(name)).toEqual(lines);
    const month = when === 'a day' ? 'startDate=2027-06-30&endDate=2027-07-30' : 'startDate=2027-06-01&endDate=2027-06-30';
    const { items } = (await service.request('GET', `/api/events?${month}`)).body as EventList;
    expect(items.map(({ title }) => title)).toEqual(['Early', 'Series', 'Series']);
    expect(items[0]?.startTime.slice(0, 16)).toBe(shown);
    const { rdates = [], exdates = [] } = items[0]?.recurrence ?? {};
    const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=3', rdates, exdates };
    expect((await service.request('PUT', `/api/events/${items[0]?.id}`, { body: { recurrence } })).status).toBe(200);
    expect(await told(name)).toEqual(lines.map((line) => line.replace('COUNT=2', 'COUNT=3')));
    expect((await put(name, series)).status).toBe(204);
    expect(await told(name)).toEqual(lines.slice(0, 2));
  });

  test.each(['PUT', 'DELETE'])(
    '%s /api/events/:id?scope=following › of the first of the rule leaves the one before it alone',
    async (method) => {
      const [name, day] = [`cut-${method}.ics`, method === 'PUT' ? '08' : '09'];
      const series = [`UID:${name}`, `DTSTART:2027${day}04T090000Z`, 'RRULE:FREQ=WEEKLY;COUNT=2', 'SUMMARY:Series'];
      const early = [`UID:${name}`, `RECURRENCE-ID:2027${day}01T090000Z`, `DTSTART:2027${day}01T100000Z`, 'SUMMARY:Early'];
      expect((await put(name, series, early)).status).toBe(201);
      const shown = async (): Promise<EventList['items']> =>
        ((await service.request('GET', `/api/events?startDate=2027-${day}-01&endDate=2027-${day}-28`)).body as EventList).items;
      const { occurrenceId } = (await shown())[1] ?? {};
      const path = `/api/events/${occurrenceId}?scope=following`;
      expect((await service.request(method, path, method === 'PUT' ? { body: { title: 'New' } } : {})).status).toBe(
        method === 'PUT' ? 200 : 204,
      );
      expect((await shown()).map(({ title }) => title)).toEqual(method === 'PUT' ? ['Early', 'New', 'New'] : ['Early']);
      // What is left is taken back by CalDAV, and comes in again from a file.
      const { id = '' } = (await shown())[0] ?? {};
      const { text } = await dav('GET', calendar + name, '');
      expect((await dav('PUT', calendar + name, 'text/calendar', text.replace('SUMMARY:Early', 'SUMMARY:Late'))).status).toBe(204);
      await comesBack(id, ['Late']);
    },
  );

  test.each([false, true])('comes in again from a file as a part of its series › cancelled: %s', async (isCancelled) => {
    const [name, month] = [`again-${isCancelled}.ics`, isCancelled ? '11' : '10'];
    const series = [`UID:${name}`, `DTSTART:2027${month}04T090000Z`, 'RRULE:FREQ=WEEKLY;COUNT=1', 'SUMMARY:Series'];
    expect(
      (await put(name, series, [`UID:${name}`, `RECURRENCE-ID:2027${month}01T090000Z`, `DTSTART:2027${month}01T100000Z`])).status,
    ).toBe(201);
    const { items } = (await service.request('GET', `/api/events?startDate=2027-${month}-01&endDate=2027-${month}-08`)).body as EventList;
    const { id = '', occurrenceId } = items[0] ?? {};
    const body = { title: 'Early', isCancelled };
    expect((await service.request('PUT', `/api/events/${occurrenceId}`, { body })).status).toBe(200);
    await comesBack(id, ['Early', 'Series']);
    const { text } = await dav('GET', calendar + name, '');
    expect((await dav('PUT', calendar + name, 'text/calendar', text.replace('SUMMARY:Early', 'SUMMARY:Late'))).status).toBe(204);
    await comesBack(id, ['Late', 'Series']);
  });

  /** Into its own calendar, where nothing is made, and into another. */
  async function comesBack(id: string, titles: readonly string[]): Promise<void> {
    const bring = async (calendarId: string) => {
      const { body } = await service.request('GET', `/api/events/${id}/export.ics`);
      const headers = { 'Content-Type': 'text/calendar' };
      return (await service.request('POST', `/api/calendars/${calendarId}/import`, { body: body as string, headers })).body as object;
    };
    const { calendarId } = (await service.request('GET', `/api/events/${id}`)).body as EventList['items'][number];
    expect(await bring(calendarId)).toMatchObject({ created: 0, skipped: [], lost: [] });
    const other = (await service.request('POST', '/api/calendars', { body: { name: 'Other' } })).body as { id: string };
    expect(await bring(other.id)).toMatchObject({ created: 1, skipped: [], lost: [] });
    const year = `startDate=2027-01-01&endDate=2028-01-01&calendarId=${other.id}`;
    const { items } = (await service.request('GET', `/api/events?${year}`)).body as EventList;
    expect(items.map(({ title }) => title)).toEqual(titles);
    expect(new Set(items.map((event) => event.id)).size).toBe(1);
  }
});

describe('PUT, GET › several occurrences without their series', () => {
  const invited = (uid: string, day: number, ...more: readonly string[]): string[] => [
    `UID:${uid}`,
    `RECURRENCE-ID:2026090${day}T090000Z`,
    `DTSTART:2026090${day}T1${day}0000Z`,
    `SUMMARY:Day ${day}`,
    ...more,
  ];
  const told = async (name: string): Promise<string[]> =>
    (await get(name)).filter((line) => /^(BEGIN:VEVENT|RRULE|RDATE|RECURRENCE-ID|DTSTART|SUMMARY|X-)/.test(line));
  const out = (uid: string, day: number): string[] => ['BEGIN:VEVENT', ...[3, 2, 1].map((index) => invited(uid, day)[index] ?? '')];

  test('are shown on their days, and come back alone', async () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Soon', 'TRIGGER:-PT5M', 'X-ALARM:5', 'END:VALARM'];
    expect(await put('some.ics', invited('some', 4, 'X-A:b'), invited('some', 2, ...alarm))).toMatchObject({ status: 201, etag: '"1"' });
    expect(await told('some.ics')).toEqual([...out('some', 2), 'X-ALARM:5', ...out('some', 4), 'X-A:b']);
    const { items } = (await service.request('GET', '/api/events?startDate=2026-09-01&endDate=2026-09-10')).body as EventList;
    expect(items.map(({ title, startTime, reminders }) => [title, startTime.slice(8, 13), reminders.length])).toEqual([
      ['Day 2', '02T12', 1],
      ['Day 4', '04T14', 0],
    ]);
    await service.request('PUT', `/api/events/${items[1]?.occurrenceId}`, { body: { title: 'Changed' } });
    expect(await told('some.ics')).toContain('SUMMARY:Changed');
    expect((await told('some.ics')).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
    await service.request('DELETE', `/api/events/${items[0]?.occurrenceId}`);
    expect((await told('some.ics')).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  });

  test('of days, one of them first alone, then others, then the series itself', async () => {
    const day = (index: number): string[] => ['UID:days', `RECURRENCE-ID;VALUE=DATE:2026090${index}`, `DTSTART;VALUE=DATE:2026090${index}`];
    expect((await put('days.ics', day(3))).status).toBe(201);
    expect((await put('days.ics', day(3), day(5))).status).toBe(204);
    expect((await get('days.ics')).filter((line) => line.startsWith('RECURRENCE-ID'))).toEqual(
      day(3).slice(1, 2).concat(day(5).slice(1, 2)),
    );
    expect((await put('other.ics', day(6), day(7))).status).toBe(409);
    expect((await put('days.ics', day(4))).status).toBe(204);
    expect((await get('days.ics')).filter((line) => line.startsWith('RECURRENCE-ID'))).toEqual(day(4).slice(1, 2));
    const series = ['UID:days', 'DTSTART;VALUE=DATE:20260901', 'RRULE:FREQ=DAILY;COUNT=9'];
    expect((await put('days.ics', series, day(4))).status).toBe(204);
    expect(await get('days.ics')).toContain('RRULE:FREQ=DAILY;COUNT=9');
  });
});

test('PUT, GET › of a rule that ends before the event the first occurrence is kept, for which there is no ETag', async () => {
  const over = ['UID:over', 'DTSTART:20260301T113000Z', 'RRULE:FREQ=DAILY;UNTIL=20260301T112959Z'];
  expect(await put('over.ics', over)).toMatchObject({ status: 201, etag: null });
  expect(await get('over.ics')).toContain('RRULE:FREQ=DAILY;COUNT=1');
});

test('PUT, GET › a description in HTML as long as those of Outlook comes back', async () => {
  const html = `X-ALT-DESC;FMTTYPE=text/html:${'<p>x</p>'.repeat(5_000)}`;
  expect(await put('long.ics', ['UID:long', 'DTSTART:20260301T113000Z', html])).toMatchObject({
    status: 201,
    etag: expect.stringMatching(/^"\d+"$/) as string,
  });
  expect(await get('long.ics')).toContain(html);
});

test('PUT, GET › texts keep their parameters as long as they say the same, of an occurrence its own', async () => {
  const time = ['UID:rich', 'DTSTART:20260701T113000Z'];
  const html = 'DESCRIPTION;ALTREP="data:text/html,%3Cb%3EBring%20cake%3C%2Fb%3E":Bring cake\\, tea';
  const texts = ['SUMMARY;LANGUAGE=de:Tee', html, 'LOCATION;ALTREP="https://example.org":Garden', 'X-A:b'];
  const parts = ['BEGIN:VLOCATION', 'LOCATION;X-B=c:Gate', 'END:VLOCATION'];
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION;LANGUAGE=en:Now', 'TRIGGER:-PT5M', 'X-C:d', 'END:VALARM'];
  const moved = ['UID:rich', 'RECURRENCE-ID:20260702T113000Z', 'DTSTART:20260702T123000Z', 'SUMMARY;LANGUAGE=fr:Thé', 'DESCRIPTION:Wine'];
  const whole = [...time, 'RRULE:FREQ=DAILY;COUNT=3', ...texts, ...parts, ...alarm];
  expect(await put('rich.ics', whole, moved)).toMatchObject({ status: 201, etag: '"1"' });
  const all = await get('rich.ics');
  for (const line of [...texts, ...parts, ...alarm, 'SUMMARY;LANGUAGE=fr:Thé', 'DESCRIPTION:Wine'])
    expect([line, all.filter((each) => each === line).length]).toEqual([line, 1]);
  expect(all.filter((line) => /^(SUMMARY|LOCATION)/.test(line))).toHaveLength(4);
  const { items } = (await service.request('GET', '/api/events?startDate=2026-07-01&endDate=2026-07-02')).body as EventList;
  expect(items[0]).toMatchObject({ title: 'Tee', description: 'Bring cake, tea', location: 'Garden' });
  await service.request('PUT', `/api/events/${items[0]?.id}?scope=all`, { body: { description: 'Bring cake' } });
  const after = await get('rich.ics');
  expect(after.filter((line) => line.startsWith('DESCRIPTION'))).toEqual([
    'DESCRIPTION:Bring cake',
    'DESCRIPTION;LANGUAGE=en:Now',
    'DESCRIPTION:Wine',
  ]);
  expect(after).toEqual(expect.arrayContaining(texts.filter((line) => line !== html)));
});

test('PUT, GET › a description in HTML, as Google writes it, is its words here, and goes out as it came as long as it says the same', async () => {
  const [html, other] = ['DESCRIPTION:<b>Bring</b> cake<br>and tea', 'DESCRIPTION:<ul><li>Wine</li></ul>'];
  const moved = ['UID:html', 'RECURRENCE-ID:20311002T113000Z', 'DTSTART:20311002T123000Z', other];
  const whole = ['UID:html', 'DTSTART:20311001T113000Z', 'RRULE:FREQ=DAILY;COUNT=3', html];
  expect(await put('html.ics', whole, moved)).toMatchObject({ status: 201, etag: '"1"' });
  expect(await get('html.ics')).toEqual(expect.arrayContaining([html, other]));
  const { items } = (await service.request('GET', '/api/events?startDate=2031-10-01&endDate=2031-10-03')).body as EventList;
  expect(items.map(({ description }) => description)).toEqual(['Bring cake\nand tea', '- Wine']);
  await service.request('PUT', `/api/events/${items[0]?.id}?scope=all`, { body: { description: 'Bring nothing' } });
  const after = await get('html.ics');
  expect(after.filter((line) => line.startsWith('DESCRIPTION'))).toEqual(['DESCRIPTION:Bring nothing', other]);
});

test('PUT, GET › an event without a title has none for clients', async () => {
  await put('untitled.ics', ['UID:untitled', 'DTSTART:20260801T113000Z']);
  expect((await get('untitled.ics')).filter((line) => line.startsWith('SUMMARY'))).toEqual([]);
});

describe('an all-day event of another zone than that of the machine', () => {
  const zone = 'Pacific/Apia';
  const create = async (body: object): Promise<{ id: string; occurrenceId: string }> =>
    (await service.request('POST', '/api/events', { body: { title: 'Holiday', timeZone: zone, ...body } })).body;
  const read = async (id: string) => (await service.request('GET', `/api/events/${id}`)).body;
  const putBack = async (id: string, change: (text: string) => string = (text) => text) =>
    dav('PUT', `${calendar}${id}.ics`, 'text/calendar', change((await dav('GET', `${calendar}${id}.ics`, '')).text));

  test('put back as it was, it is what it was, its series and occurrences too', async () => {
    const { id: single } = await create({ date: '2026-12-25' });
    const { id: series } = await create({ date: '2026-06-01', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', exdates: ['2026-06-15'] } });
    const change = { title: 'Away', startDate: '2026-06-10', endDate: '2026-06-12' };
    expect((await service.request('PUT', `/api/events/${series}_20260608`, { body: change })).status).toBe(200);
    const ids = [single, series, `${series}_20260608`, `${series}_20260622`];
    const before = await Promise.all(ids.map(read));
    expect((await putBack(single)).status).toBe(204);
    expect((await putBack(series)).status).toBe(204);
    expect(await Promise.all(ids.map(read))).toEqual(before);
  });

  test('changed by a client, it keeps its zone, and the days that it is told', async () => {
    const { id } = await create({ date: '2026-12-25' });
    await putBack(id, (text) => text.replace('Holiday', 'Feast').replaceAll('20261226', '20261227'));
    expect(await read(id)).toMatchObject({
      title: 'Feast',
      timeZone: zone,
      startTime: '2026-12-24T11:00:00.000Z',
      endTime: '2026-12-26T11:00:00.000Z',
    });
  });
});
