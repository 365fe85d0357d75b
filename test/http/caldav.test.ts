import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calendar, CalendarList } from '../../main/contract/calendars.ts';
import type { Event, EventList } from '../../main/contract/events.ts';
import { full } from '../support/tiers.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { allIndexed } from '../support/indexed.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let userId: string;
let home: string;
let first: string;
let calendarId: string;

beforeAll(async () => {
  service = await startTestService();
  userId = ((await api('GET', '/api/auth/me')).body as { id: string }).id;
  home = `/dav/calendars/${userId}/`;
  calendarId = ((await api('GET', '/api/calendars')).body as CalendarList).items[0]?.id ?? '';
  first = `${home}${calendarId}/`;
});

afterAll(() => service.dispose());

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const basic = (name: string, password: string): string => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

async function dav(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Reply> {
  const answer = await fetch(service.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: { Authorization: `Bearer ${service.token()}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const api = (method: string, path: string, body?: unknown, token = service.token()) =>
  service.request(method, path, { token, ...(body === undefined ? {} : { body }) });

const ics = { 'Content-Type': 'text/calendar' };
const xml = { 'Content-Type': 'application/xml' };
const names =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"';
const propfind = (path: string, props: string, depth = '0'): Promise<Reply> =>
  dav('PROPFIND', path, `<D:propfind ${names}><D:prop>${props}</D:prop></D:propfind>`, { ...xml, Depth: depth });
const report = (path: string, name: string, inner: string): Promise<Reply> =>
  dav('REPORT', path, `<${name} ${names}>${inner}</${name}>`, { ...xml, Depth: '1' });

const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('');
const file = (...events: string[][]): string =>
  lines(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//Test//EN',
    ...events.flatMap((event) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  );
const lunch = (uid: string, ...more: string[]): string =>
  file([`UID:${uid}`, 'SUMMARY:Lunch', 'DTSTART:20260301T113000Z', 'DTEND:20260301T123000Z', ...more]);
const put = (name: string, text: string, headers: Record<string, string> = {}): Promise<Reply> =>
  dav('PUT', first + name, text, { 'Content-Type': 'text/calendar', ...headers });

/** The addresses in an answer, with the status of each. */
const hrefs = ({ text }: Reply): string[] =>
  [...text.matchAll(/<D:response><D:href>([^<]*)<\/D:href>(?:<D:status>HTTP\/1.1 (\d+))?/g)].map(
    ([, href = '', status]) => `${href.slice(href.lastIndexOf('/', href.length - 2) + 1)}${status === undefined ? '' : ` ${status}`}`,
  );
const tokenIn = ({ text }: Reply): string => /<D:sync-token>([^<]*)<\/D:sync-token><\/D:multistatus>/.exec(text)?.[1] ?? '';
const lastSeq = async (): Promise<number> => (await api('GET', '/api/changes?limit=0')).body.lastSeq as number;
const makeToken = async (name: string, scopes: string[], token = service.token()): Promise<string> =>
  (await api('POST', '/api/tokens', { name, scopes, expiresAt: null }, token)).body.token as string;

describe('discovery', () => {
  test('GET /.well-known/caldav › 301 to /dav/, for any client', async () => {
    for (const method of ['GET', 'PROPFIND']) {
      const { status, headers } = await dav(method, '/.well-known/caldav', undefined, { Authorization: '' });
      expect([status, headers.get('location')]).toEqual([301, '/dav/']);
    }
  });

  test('OPTIONS /dav/ › tells the classes of WebDAV and the methods', async () => {
    const { status, headers } = await dav('OPTIONS', first);
    expect([status, headers.get('dav')]).toEqual([200, '1, 3, calendar-access, extended-mkcol']);
    expect(headers.get('allow')).toContain('MKCALENDAR');
  });

  test('PROPFIND › leads from the root to the principal, the home and the calendars', async () => {
    const root = await propfind('/dav/', '<D:current-user-principal/>');
    expect(root.status).toBe(207);
    expect(root.text).toContain(`<D:current-user-principal><D:href>/dav/principals/${userId}/</D:href></D:current-user-principal>`);
    const principal = await propfind(`/dav/principals/${userId}/`, '<C:calendar-home-set/>');
    expect(principal.text).toContain(`<C:calendar-home-set><D:href>${home}</D:href></C:calendar-home-set>`);
    const calendars = await propfind(home, '<D:resourcetype/><D:displayname/><A:calendar-color/><CS:getctag/><D:sync-token/>', '1');
    expect(hrefs(calendars)).toEqual([`${userId}/`, `${calendarId}/`]);
    expect(calendars.text).toContain(
      '<D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>Calendar</D:displayname>',
    );
    expect(calendars.text).toContain('<A:calendar-color>#800080FF</A:calendar-color>');
  });

  test('PROPFIND › tells what is not known as 404, unless the client prefers less', async () => {
    const asked = '<D:displayname/><x:shoe-size xmlns:x="urn:&lt;odd&gt;"/>';
    const { text } = await propfind(first, asked);
    expect(text).toContain(
      '<D:propstat><D:prop><x:shoe-size xmlns:x="urn:&lt;odd&gt;"/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>',
    );
    const less = await dav('PROPFIND', first, `<D:propfind ${names}><D:prop>${asked}</D:prop></D:propfind>`, {
      ...xml,
      Depth: '0',
      Prefer: 'return=minimal',
    });
    expect(less.text).not.toContain('404 Not Found');
  });

  test('PROPFIND › 403 with an infinite depth, 400 with one that is none, 404 where there is nothing', async () => {
    const deep = await dav('PROPFIND', first);
    expect([deep.status, deep.text]).toEqual([403, expect.stringContaining('<D:propfind-finite-depth/>')]);
    expect((await propfind(first, '<D:displayname/>', '7')).status).toBe(400);
    for (const path of [`${home}none/`, `${first}none.ics`, '/dav/none/', `/dav/principals/none/`, `/dav/calendars/none/`, `${first}a/b/c`])
      expect([path, (await propfind(path, '<D:displayname/>')).status]).toEqual([path, 404]);
  });
});

describe('credentials', () => {
  test('PROPFIND › 401 asks for Basic without any, and with wrong ones', async () => {
    for (const Authorization of ['', 'Basic', 'Basic !', basic('nobody', 'x'), basic('nobody', 'a.b.c'), 'Bearer a.b.c']) {
      const { status, headers } = await dav('PROPFIND', '/dav/', undefined, { Authorization, Depth: '0' });
      expect([Authorization, status, headers.get('www-authenticate')]).toEqual([
        Authorization,
        401,
        'Basic realm="Daybook", charset="UTF-8"',
      ]);
    }
  });

  test('PROPFIND › a token is the password of its own user, and what it may not do is 403', async () => {
    const me = (await api('GET', '/api/auth/me')).body as { username: string };
    const token = await makeToken('Phone', ['calendar:read']);
    const phone = { Authorization: basic(me.username, token) };
    expect((await dav('PROPFIND', first, undefined, { ...phone, Depth: '1' })).status).toBe(207);
    expect((await dav('PROPFIND', first, undefined, { Authorization: basic('another', token), Depth: '0' })).status).toBe(401);
    for (const [method, path] of [
      ['PUT', `${first}x.ics`],
      ['DELETE', `${first}x.ics`],
      ['MKCALENDAR', `${home}x/`],
      ['PROPPATCH', first],
    ] as const) {
      const { status, text } = await dav(method, path, undefined, phone);
      expect([method, status, JSON.parse(text)]).toEqual([method, 403, expect.objectContaining({ code: 'insufficient_scope' })]);
    }
    const notes = await makeToken('Notes', ['notes:read']);
    expect((await dav('PROPFIND', first, undefined, { Authorization: basic(me.username, notes), Depth: '1' })).status).toBe(403);
  });

  test('PROPFIND › the login password counts until a token has the name of the user; too many wrong ones are 429', async () => {
    const token = await service.signUp('carla');
    const password = 'carla has a long password';
    const ask = (text: string): Promise<Reply> => dav('PROPFIND', '/dav/', undefined, { Authorization: basic('carla', text), Depth: '0' });
    expect((await ask(password)).status).toBe(207);
    expect((await ask('wrong')).status).toBe(401);
    await makeToken('Carla', ['calendar:read'], token);
    expect((await ask(password)).status).toBe(401);
    const answers = [];
    for (let count = 0; count < 12; count += 1) answers.push((await ask('wrong again')).status);
    expect(answers.at(-1)).toBe(429);
  });

  test('a page of another origin, and another host, are 403 as everywhere', async () => {
    expect((await dav('PROPFIND', '/dav/', undefined, { Origin: 'http://evil.example', Depth: '0' })).status).toBe(403);
  });

  test('another user’s home and calendars are 404', async () => {
    const dora = await service.signUp('dora');
    const headers = { Authorization: `Bearer ${dora}`, Depth: '1' };
    for (const path of [home, first, `/dav/principals/${userId}/`])
      expect((await dav('PROPFIND', path, undefined, headers)).status).toBe(404);
    expect((await dav('PUT', `${first}x.ics`, lunch('x'), headers)).status).toBe(404);
    expect((await dav('MKCALENDAR', `${home}x/`, undefined, headers)).status).toBe(404);
  });
});

describe('PUT, GET and DELETE of an event', () => {
  test('PUT › 201, and the event is there for every client at once, by an actor of its own', async () => {
    const seq = await lastSeq();
    const answer = await put('my lunch.ics', lunch('one', 'LOCATION:Café <1> & 2', 'X-OWN:kept'));
    expect([answer.status, answer.headers.get('etag')]).toEqual([201, '"1"']);
    const events = (await api('GET', '/api/events?startDate=2026-03-01&endDate=2026-03-02')).body as EventList;
    const made = events.items.find(({ title }) => title === 'Lunch') as Event;
    expect(made).toMatchObject({ location: 'Café <1> & 2', calendarId, startTime: '2026-03-01T11:30:00.000Z', version: 1 });
    const { items } = (await api('GET', `/api/changes?since=${seq}`)).body as { items: object[] };
    expect(items).toEqual([
      expect.objectContaining({ type: 'event', action: 'created', id: made.id, actor: { kind: 'caldav', id: null, name: 'caldav' } }),
    ]);
    const read = await dav('GET', `${first}my%20lunch.ics`);
    expect([read.status, read.headers.get('etag'), read.headers.get('content-type')]).toEqual([
      200,
      '"1"',
      'text/calendar; charset=utf-8; component=VEVENT',
    ]);
    expect(read.text).toContain('UID:one\r\n');
    expect(read.text).toContain('X-OWN:kept\r\n');
    expect((await dav('GET', `${first}my%20lunch.ics`, undefined, { 'If-None-Match': '"1"' })).status).toBe(304);
    expect((await dav('HEAD', `${first}my%20lunch.ics`)).text).toBe('');
  });

  test('PUT, GET › alarms of a client are reminders on the page, reminders of the page are alarms of the client', async () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'X-WR-ALARMUID:7', 'DESCRIPTION:Lunch', 'TRIGGER:-PT15M', 'END:VALARM'];
    expect((await put('rings.ics', lunch('rings', ...alarm))).status).toBe(201);
    const { items } = (await api('GET', '/api/events?startDate=2026-03-01&endDate=2026-03-02&limit=1000')).body as EventList;
    const made = items.find(({ reminders }) => reminders.length > 0) as Event;
    expect(made.reminders).toEqual([{ minutesBefore: 15 }]);
    await api('PUT', `/api/events/${made.id}`, { reminders: [{ minutesBefore: 15 }, { minutesBefore: 60 }] });
    const both = (await dav('GET', `${first}rings.ics`)).text;
    expect([both.match(/TRIGGER:\S+/g), both.includes('X-WR-ALARMUID:7')]).toEqual([['TRIGGER:-PT15M', 'TRIGGER:-PT60M'], true]);
    expect((await put('rings.ics', lunch('rings'), { 'If-Match': '"2"' })).status).toBe(204);
    expect((await api('GET', `/api/events/${made.id}`)).body).toMatchObject({ reminders: [], version: 3 });
    expect((await dav('GET', `${first}rings.ics`)).text).not.toContain('VALARM');
  });

  test('PUT › 412 with another version, or where there should be none; without a condition it overwrites', async () => {
    await put('two.ics', lunch('two'), { 'If-None-Match': '*' });
    const changed = lunch('two').replace('Lunch', 'Dinner');
    expect((await put('two.ics', changed, { 'If-None-Match': '*' })).status).toBe(412);
    expect((await put('two.ics', changed, { 'If-Match': '"7"' })).status).toBe(412);
    expect((await put('none.ics', lunch('none'), { 'If-Match': '"1"' })).status).toBe(412);
    const second = await put('two.ics', changed, { 'If-Match': '"1"' });
    expect([second.status, second.headers.get('etag')]).toEqual([204, '"2"']);
    expect((await put('two.ics', lunch('two').replace('Lunch', 'Tea'))).headers.get('etag')).toBe('"3"');
    expect((await put('two.ics', lunch('two').replace('Lunch', 'Tea'))).headers.get('etag')).toBe('"3"');
  });

  test('PUT › 409 for a UID that another event has, and for another UID at the same address', async () => {
    await put('three.ics', lunch('three'));
    const conflict = `<C:no-uid-conflict><D:href>${first}three.ics</D:href></C:no-uid-conflict>`;
    for (const answer of [await put('other.ics', lunch('three')), await put('three.ics', lunch('four'))])
      expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(conflict)]);
  });

  test('GET, PUT › occurrences of one UID without their series have UIDs of their own where a file has brought them; put alone they keep it', async () => {
    const alone = (uid: string, day: number): string[] => [
      ...[`UID:${uid}`, `SUMMARY:Day ${day}`, `RECURRENCE-ID:2026030${day}T180000Z`],
      ...[`DTSTART:2026030${day}T190000Z`, `DTEND:2026030${day}T200000Z`],
    ];
    const { id } = (await api('POST', '/api/calendars', { name: 'Choir' })).body as Calendar;
    const bring = async (): Promise<unknown> =>
      (await dav('POST', `/api/calendars/${id}/import`, file(alone('choir', 2), alone('choir', 9)), ics)).text;
    await bring();
    const { items } = (await api('GET', `/api/events?calendarId=${id}`)).body as EventList;
    const [second = '', ninth = ''] = items.map((event) => `${home}${id}/${event.id}.ics`);
    const { text } = await dav('GET', second);
    expect(text).toContain('UID:choir_R20260302T180000\r\n');
    expect((await dav('GET', ninth)).text).toContain('UID:choir_R20260309T180000\r\n');
    expect(text).not.toContain('RECURRENCE-ID');
    expect((await dav('PUT', second, text.replace('Day 2', 'Concert'), ics)).status).toBe(204);
    expect((await dav('GET', second)).text).toContain('UID:choir_R20260302T180000\r\n');
    // What a client has changed since stays.
    expect(JSON.parse(String(await bring()))).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    await put('alone.ics', file(alone('tea', 3)));
    expect((await dav('GET', `${first}alone.ics`)).text).toContain('RECURRENCE-ID:20260303T180000Z\r\n');
    for (const other of [lunch('tea'), file(alone('tea', 4))]) expect((await put('other.ics', other)).status).toBe(409);
    await put('lunch.ics', lunch('lunch'));
    expect((await put('other.ics', file(alone('lunch', 4)))).status).toBe(409);
  });

  test.each([
    ['nothing', '', 403, 'valid-calendar-data'],
    ['no calendar', 'hello', 403, '<C:valid-calendar-data/><D:responsedescription>This is not a calendar'],
    ['a calendar that is cut off', lunch('a').replace('END:VCALENDAR', ''), 403, 'valid-calendar-data'],
    ['no event', lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR'), 403, 'valid-calendar-data'],
    ['a task', lines('BEGIN:VCALENDAR', 'BEGIN:VTODO', 'UID:t', 'END:VTODO', 'END:VCALENDAR'), 403, 'supported-calendar-component'],
    [
      'two events',
      file(['UID:a', 'DTSTART:20260301T113000Z'], ['UID:b', 'DTSTART:20260301T113000Z']),
      403,
      'valid-calendar-object-resource',
    ],
    ['no start', file(['UID:a', 'SUMMARY:x']), 403, '<C:valid-calendar-data/><D:responsedescription>The event has no DTSTART<'],
    [
      'a zone that is none',
      file(['UID:a', 'DTSTART;TZID=<R&D>:20260301T113000']),
      403,
      '<D:responsedescription>The event has the time zone &lt;R&amp;D&gt;, which is not known<',
    ],
    ['no UID', file(['SUMMARY:x', 'DTSTART:20260301T113000Z']), 403, 'valid-calendar-data'],
    [
      'an occurrence that cannot be used, of a series that can',
      file(
        ['UID:a', 'DTSTART:20260301T113000Z', 'RRULE:FREQ=DAILY'],
        ['UID:a', 'RECURRENCE-ID:20260302T113000Z', 'DTSTART;TZID=Nowhere:20260302T113000'],
      ),
      403,
      'The event has the time zone Nowhere, which is not known',
    ],
    ['a rule that is none', lunch('a', 'RRULE:FREQ=NEVER'), 403, 'valid-calendar-data'],
    [
      'more dates than are kept',
      lunch('a', 'RRULE:FREQ=DAILY', ...Array.from({ length: 1_001 }, () => 'EXDATE:20260302T113000Z')),
      403,
      'valid-calendar-data',
    ],
  ])('PUT › %s is refused, and nothing is made', async (_, text, status, condition) => {
    const seq = await lastSeq();
    const answer = await put('bad.ics', text);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(condition)]);
    expect(await lastSeq()).toBe(seq);
  });

  test('PUT › 413 for a large one, 415 for another type', async () => {
    expect((await put('large.ics', lunch('large', `DESCRIPTION:${'x'.repeat(2 * 1024 * 1024)}`))).status).toBe(413);
    expect((await put('json.ics', '{}', { 'Content-Type': 'application/json' })).status).toBe(415);
  });

  test('PUT › a series with an occurrence that differs; one that is left out later is as the others again', async () => {
    const master = [
      'UID:series',
      'SUMMARY:Stand-up',
      'DTSTART;TZID=Europe/Berlin:20260302T090000',
      'DTEND;TZID=Europe/Berlin:20260302T091500',
    ];
    const rule = 'RRULE:FREQ=DAILY;COUNT=3';
    const moved = [
      'UID:series',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000',
      'SUMMARY:Late stand-up',
      'DTSTART;TZID=Europe/Berlin:20260303T110000',
      'DTEND;TZID=Europe/Berlin:20260303T111500',
    ];
    const starts = async (): Promise<string[]> => {
      const { items } = (await api('GET', '/api/events?startDate=2026-03-02&endDate=2026-03-06')).body as EventList;
      return items.filter(({ title }) => /stand-up/i.test(title)).map(({ title, startTime }) => `${title} ${startTime.slice(5, 16)}`);
    };
    await put('series.ics', file([...master, rule], moved));
    expect(await starts()).toEqual(['Stand-up 03-02T08:00', 'Late stand-up 03-03T10:00', 'Stand-up 03-04T08:00']);
    const { text } = await dav('GET', `${first}series.ics`);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000');
    await put('series.ics', file([...master, rule]));
    expect(await starts()).toEqual(['Stand-up 03-02T08:00', 'Stand-up 03-03T08:00', 'Stand-up 03-04T08:00']);
  });

  test('DELETE › 412 with another version, 204 into the trash, then 404; it can be undone', async () => {
    await put('gone.ics', lunch('gone'));
    const seq = await lastSeq();
    expect((await dav('DELETE', `${first}gone.ics`, undefined, { 'If-Match': '"9"' })).status).toBe(412);
    expect((await dav('DELETE', `${first}gone.ics`, undefined, { 'If-Match': '"1"' })).status).toBe(204);
    expect((await dav('DELETE', `${first}gone.ics`)).status).toBe(404);
    expect((await dav('GET', `${first}gone.ics`)).status).toBe(404);
    const undone = await api('POST', '/api/undo', { changes: [seq + 1] });
    expect([undone.status, undone.body.skipped]).toEqual([200, []]);
    const found = await report(first, 'C:calendar-query', `<D:prop><D:getetag/></D:prop>${uidFilter('gone')}`);
    expect(hrefs(found)).toHaveLength(1);
  });

  test('an event that was made on the page is called by its id, and changed there', async () => {
    const { body } = await api('POST', '/api/events', {
      title: 'From the page',
      startTime: '2026-05-01T10:00:00Z',
      endTime: '2026-05-01T11:00:00Z',
    });
    const { id } = body as Event;
    const { text } = await dav('GET', `${first}${id}.ics`);
    expect(text).toContain(`UID:${id}\r\n`);
    expect((await put(`${id}.ics`, text.replace('From the page', 'From the phone'), { 'If-Match': '"1"' })).status).toBe(204);
    expect((await api('GET', `/api/events/${id}`)).body).toMatchObject({ title: 'From the phone', version: 2 });
  });
});

const uidFilter = (uid: string): string =>
  `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:prop-filter name="UID">` +
  `<C:text-match>${uid}</C:text-match></C:prop-filter></C:comp-filter></C:comp-filter></C:filter>`;
const timeFilter = (attributes: string): string =>
  `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range ${attributes}/></C:comp-filter></C:comp-filter></C:filter>`;

describe('REPORT', () => {
  let calendar: string;
  beforeAll(async () => {
    await dav('MKCALENDAR', `${home}reports/`);
    calendar = `${home}reports/`;
    const add = (name: string, text: string): Promise<Reply> => dav('PUT', `${calendar}${name}.ics`, text, ics);
    await add('a', lunch('a'));
    await add('b', lunch('b').replaceAll('20260301', '20270301'));
    await add('weekly', lunch('weekly', 'RRULE:FREQ=WEEKLY;COUNT=60').replaceAll('20260301', '20260305'));
  });

  test('calendar-query › what takes place in the range, occurrences of series too', async () => {
    const ask = async (attributes: string): Promise<string[]> =>
      hrefs(await report(calendar, 'C:calendar-query', `<D:prop><D:getetag/></D:prop>${timeFilter(attributes)}`)).toSorted();
    expect(await ask('start="20260301T000000Z" end="20260302T000000Z"')).toEqual(['a.ics']);
    expect(await ask('start="20260604T000000Z" end="20260605T000000Z"')).toEqual(['weekly.ics']);
    expect(await ask('start="20260606T000000Z" end="20260607T000000Z"')).toEqual([]);
    expect(await ask('start="20260302T000000Z"')).toEqual(['b.ics', 'weekly.ics']);
    expect(await ask('end="20260302T000000Z"')).toEqual(['a.ics']);
    expect(await ask('start="20200101T000000Z" end="20400101T000000Z"')).toEqual(['a.ics', 'b.ics', 'weekly.ics']);
  });

  test('calendar-query › by UID, for tasks none, and 403 for a filter that is not known or has very many texts', async () => {
    const ask = (filter: string): Promise<Reply> => report(calendar, 'C:calendar-query', `<D:prop><D:getetag/></D:prop>${filter}`);
    expect(hrefs(await ask(uidFilter('weekly')))).toEqual(['weekly.ics']);
    expect(hrefs(await ask('<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter>'))).toEqual(
      [],
    );
    const odd = await ask(
      '<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:prop-filter name="DTSTART"><C:time-range start="20260101T000000Z"/></C:prop-filter></C:comp-filter></C:comp-filter></C:filter>',
    );
    expect([odd.status, odd.text]).toEqual([403, expect.stringContaining('<C:supported-filter/>')]);
    const texts = '<C:prop-filter name="SUMMARY"><C:text-match>a</C:text-match></C:prop-filter>'.repeat(51);
    const long = await ask(
      `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${texts}</C:comp-filter></C:comp-filter></C:filter>`,
    );
    expect([long.status, long.text]).toEqual([403, expect.stringContaining('<C:supported-filter/>')]);
    expect((await ask(timeFilter('start="yesterday"'))).status).toBe(400);
  });

  test('calendar-query › occurrences of a range alone (expand), the series with what differs there, parts of it', async () => {
    const master = ['UID:club', 'SUMMARY:Club', 'DTSTART;TZID=Europe/Berlin:20260302T090000', 'DTEND;TZID=Europe/Berlin:20260302T100000'];
    const one = (day: string, title: string): string[] => [
      'UID:club',
      `SUMMARY:${title}`,
      `RECURRENCE-ID;TZID=Europe/Berlin:${day}T090000`,
      `DTSTART;TZID=Europe/Berlin:${day}T110000`,
      `DTEND;TZID=Europe/Berlin:${day}T120000`,
    ];
    const text = file([...master, 'X-ROOM:4', 'RRULE:FREQ=WEEKLY;COUNT=9'], one('20260406', 'Late club'), one('20260309', 'Early club'));
    await dav('PUT', `${calendar}club.ics`, text, ics);
    const range = 'start="20260323T000000Z" end="20260411T000000Z"';
    const ask = async (data: string): Promise<string> => {
      const filter = uidFilter('club');
      const { status, text: answer } = await report(
        calendar,
        'C:calendar-query',
        `<D:prop><C:calendar-data>${data}</C:calendar-data></D:prop>${filter}`,
      );
      expect(status).toBe(207);
      return answer.replaceAll('&#13;\n ', '').replaceAll('&#13;', '');
    };
    const expanded = await ask(`<C:expand ${range}/>`);
    expect(expanded.match(/^(?:SUMMARY.*|(?:DTSTART|RECURRENCE-ID|RRULE|TZID).*)$/gm)).toEqual([
      ...['SUMMARY:Club', 'DTSTART:20260323T080000Z', 'RECURRENCE-ID:20260323T080000Z'],
      ...['SUMMARY:Club', 'DTSTART:20260330T070000Z', 'RECURRENCE-ID:20260330T070000Z'],
      ...['SUMMARY:Late club', 'DTSTART:20260406T090000Z', 'RECURRENCE-ID:20260406T070000Z'],
    ]);
    expect(expanded.match(/X-ROOM:4/g)).toHaveLength(2);
    const limited = await ask(`<C:limit-recurrence-set ${range}/>`);
    expect(limited.match(/^(?:SUMMARY|RRULE|RECURRENCE-ID).*$/gm)).toEqual([
      ...['SUMMARY:Club', 'RRULE:FREQ=WEEKLY;COUNT=9'],
      ...['SUMMARY:Late club', 'RECURRENCE-ID;TZID=Europe/Berlin:20260406T090000'],
    ]);
    const part = await ask('<C:comp name="VCALENDAR"><C:prop name="VERSION"/><C:comp name="VEVENT"><C:prop name="UID"/></C:comp></C:comp>');
    expect(/<C:calendar-data>([^<]*)</.exec(part)?.[1]?.split('\n')).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
      ...['BEGIN:VEVENT', 'UID:club', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:club', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:club', 'END:VEVENT'],
      ...['END:VCALENDAR', ''],
    ]);
    for (const data of ['<C:expand start="20260323T000000Z"/>', '<C:expand start="19000101T000000Z" end="20990101T000000Z"/>']) {
      const body = `<D:prop><C:calendar-data>${data}</C:calendar-data></D:prop>${uidFilter('club')}`;
      expect([data, (await report(calendar, 'C:calendar-query', body)).status]).toEqual([data, 400]);
    }
    expect((await dav('DELETE', `${calendar}club.ics`)).status).toBe(204);
  });

  test('calendar-multiget › texts of those that there are, 404 for the others', async () => {
    const found = await report(
      calendar,
      'C:calendar-multiget',
      `<D:prop><D:getetag/><C:calendar-data/></D:prop><D:href>${calendar}a.ics</D:href><D:href>${calendar}none.ics</D:href>` +
        `<D:href>${service.baseUrl}${calendar}b.ics</D:href><D:href>${first}two.ics</D:href><D:href>/etc/passwd</D:href>`,
    );
    expect(hrefs(found).toSorted()).toEqual(['a.ics', 'b.ics', 'none.ics 404', 'passwd 404', 'two.ics 404']);
    expect(found.text).toContain('UID:b&#13;\n');
  });

  test('calendar-multiget › an event once, however often it is asked for, by path or by address', async () => {
    await put('once.ics', lunch('once'));
    const asked = [`${first}once.ics`, `${service.baseUrl}${first}once.ics`, `${first}%6Fnce.ics`, `${first}none.ics`];
    const many = Array.from({ length: 200 }, (_, at) => `<D:href>${asked[at % asked.length] ?? ''}</D:href>`);
    const other = Array.from({ length: 100 }, (_, at) => `<D:href>${first}none-${at}.ics</D:href>`);
    const found = await report(first, 'C:calendar-multiget', `<D:prop><D:getetag/></D:prop>${[...many, ...other, ...many].join('')}`);
    expect(hrefs(found).filter((name) => name === 'once.ics')).toEqual(['once.ics']);
    expect(hrefs(found).filter((name) => name === 'none.ics 404')).toHaveLength(1);
    expect(hrefs(found)).toHaveLength(102);
  });

  test('sync-collection › what has changed since the token, and what has left', async () => {
    const ask = (token: string, more = ''): Promise<Reply> =>
      report(
        calendar,
        'D:sync-collection',
        `<D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${more}<D:prop><D:getetag/></D:prop>`,
      );
    const all = await ask('');
    expect(hrefs(all).toSorted()).toEqual(['a.ics', 'b.ics', 'weekly.ics']);
    expect(tokenIn(all)).toMatch(/:\d+$/);
    expect(hrefs(await ask(tokenIn(all)))).toEqual([]);
    await put('elsewhere.ics', lunch('elsewhere'));
    await dav('PUT', `${calendar}c.ics`, lunch('c'), ics);
    await dav('DELETE', `${calendar}b.ics`);
    await dav('PUT', `${calendar}a.ics`, lunch('a').replace('Lunch', 'Late lunch'), ics);
    const some = await ask(tokenIn(all));
    expect(hrefs(some).toSorted()).toEqual(['a.ics', 'b.ics 404', 'c.ics']);
    const { items } = (await api('GET', `/api/events?calendarId=${await idOf('reports')}&startDate=2026-03-01&endDate=2026-03-02`))
      .body as EventList;
    const c = items.find(({ title }) => title === 'Lunch')?.id ?? '';
    expect((await api('PUT', `/api/events/${c}`, { calendarId })).status).toBe(200);
    expect(hrefs(await ask(tokenIn(some)))).toEqual(['c.ics 404']);
    const part = await ask(tokenIn(all), '<D:limit><D:nresults>1</D:nresults></D:limit>');
    expect(part.text).toContain('<D:status>HTTP/1.1 507 Insufficient Storage</D:status>');
    expect(hrefs(await ask(tokenIn(part)))).toContain('a.ics');
  });

  test.each(['nonsense', 'urn:x-daybook:sync:999999999', 'urn:x-daybook:sync:-1'])(
    'sync-collection › 403 for the token %s',
    async (token) => {
      const answer = await report(calendar, 'D:sync-collection', `<D:sync-token>${token}</D:sync-token><D:prop><D:getetag/></D:prop>`);
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('<D:valid-sync-token/>')]);
    },
  );

  test('another report is 403', async () => {
    expect((await report(calendar, 'C:free-busy-query', '')).text).toContain('<D:supported-report/>');
  });
});

async function idOf(name: string): Promise<string> {
  const { items } = (await api('GET', '/api/calendars')).body as CalendarList;
  return items.find((calendar: Calendar) => calendar.name === name)?.id ?? '';
}

describe('calendars', () => {
  const set = (inner: string): string => `<D:set><D:prop>${inner}</D:prop></D:set>`;

  test('MKCALENDAR › 201 with name and colour at the address that the client chose; 405 where there is one', async () => {
    const body = `<C:mkcalendar ${names}>${set('<D:displayname>Work &amp; play</D:displayname><A:calendar-color>#00FF7fff</A:calendar-color>')}</C:mkcalendar>`;
    expect((await dav('MKCALENDAR', `${home}work/`, body, xml)).status).toBe(201);
    const { items } = (await api('GET', '/api/calendars')).body as CalendarList;
    expect(items.find(({ name }) => name === 'Work & play')).toMatchObject({ color: '#00ff7f', source: 'local' });
    for (const path of [`${home}work/`, first]) expect((await dav('MKCALENDAR', path, body, xml)).status).toBe(405);
    expect(hrefs(await propfind(home, '<D:displayname/>', '1'))).toContain('work/');
  });

  test('MKCALENDAR › 403 for a list of tasks', async () => {
    const body = `<C:mkcalendar ${names}>${set('<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>')}</C:mkcalendar>`;
    expect((await dav('MKCALENDAR', `${home}tasks/`, body, xml)).status).toBe(403);
  });

  test('PROPPATCH › sets name and colour, or neither where something else is asked', async () => {
    const patch = (inner: string): Promise<Reply> =>
      dav('PROPPATCH', `${home}reports/`, `<D:propertyupdate ${names}>${set(inner)}</D:propertyupdate>`, xml);
    const refused = await patch('<D:displayname>No</D:displayname><D:getetag>1</D:getetag>');
    expect([refused.status, refused.text]).toEqual([207, expect.stringContaining('424 Failed Dependency')]);
    expect(await idOf('No')).toBe('');
    const taken = await patch('<D:displayname>Yes</D:displayname><A:calendar-color>#112233</A:calendar-color>');
    expect(taken.text).toContain('<D:prop><D:displayname/><A:calendar-color/></D:prop><D:status>HTTP/1.1 200 OK</D:status>');
    const id = await idOf('Yes');
    expect((await api('GET', `/api/calendars/${id}`)).body).toMatchObject({ color: '#112233' });
  });

  test('DELETE › a calendar with its events; the default one is 409', async () => {
    await dav('MKCALENDAR', `${home}old/`);
    await dav('PUT', `${home}old/x.ics`, lunch('old'), ics);
    expect((await dav('DELETE', `${home}old/`)).status).toBe(204);
    expect((await dav('PROPFIND', `${home}old/`, undefined, { Depth: '0' })).status).toBe(404);
    expect((await dav('DELETE', first)).status).toBe(409);
  });
});

describe('hostile bodies', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
  test.each([
    ['a document type', `<?xml version="1.0"?>${bomb}<D:propfind xmlns:D="DAV:"><D:prop><D:displayname/></D:prop></D:propfind>`],
    ['an unknown entity', '<D:propfind xmlns:D="DAV:"><D:prop>&b;</D:prop></D:propfind>'],
    ['a bare ampersand', '<D:propfind xmlns:D="DAV:">a & b</D:propfind>'],
    ['an external entity', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><D:propfind xmlns:D="DAV:"/>'],
    ['great depth', `<D:propfind xmlns:D="DAV:">${'<D:a>'.repeat(1000)}${'</D:a>'.repeat(1000)}</D:propfind>`],
    ['very many elements', `<D:propfind xmlns:D="DAV:"><D:prop>${'<D:a/>'.repeat(100_000)}</D:prop></D:propfind>`],
    [
      'very many properties',
      `<D:propfind xmlns:D="DAV:"><D:prop>${Array.from({ length: 101 }, (_, at) => `<D:p${at}/>`).join('')}</D:prop></D:propfind>`,
    ],
    ['a property with a very long name', `<D:propfind xmlns:D="DAV:"><D:prop><a xmlns="${'x'.repeat(10_000)}"/></D:prop></D:propfind>`],
    ['very many attributes', `<D:propfind xmlns:D="DAV:" ${Array.from({ length: 100 }, (_, at) => `a${at}="1"`).join(' ')}/>`],
    ['a prefix that is not declared', '<D:propfind><D:prop/></D:propfind>'],
    ['an element that is not closed', '<D:propfind xmlns:D="DAV:"><D:prop>'],
    ['elements that cross', '<D:propfind xmlns:D="DAV:"><D:prop></D:propfind></D:prop>'],
    ['two roots', '<D:propfind xmlns:D="DAV:"/><D:propfind xmlns:D="DAV:"/>'],
    ['no XML', 'hello'],
    ['another element', '<D:propertyupdate xmlns:D="DAV:"/>'],
    ['bytes that are no UTF-8', '\u00ff\u00fe'],
  ])('PROPFIND › 400 for %s', async (_, body) => {
    const bytes = body.startsWith('\u00ff') ? Buffer.from(body, 'latin1') : Buffer.from(body);
    const answer = await fetch(service.baseUrl + first, {
      method: 'PROPFIND',
      headers: { Authorization: `Bearer ${service.token()}`, Depth: '0', ...xml },
      body: new Uint8Array(bytes),
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'validation_failed']);
  });

  test('PROPFIND › 413 for a body of more than 8 MB, 415 for JSON', async () => {
    expect((await dav('PROPFIND', first, `<a>${'x'.repeat(9 * 1024 * 1024)}</a>`, { ...xml, Depth: '0' })).status).toBe(413);
    expect((await dav('PROPFIND', first, '{}', { 'Content-Type': 'application/json', Depth: '0' })).status).toBe(415);
  });

  test('names that XML cannot hold come out escaped, and line ends stay', async () => {
    await put('odd.ics', lunch('odd', 'DESCRIPTION:]]> <script> & "quotes"'));
    const found = await report(first, 'C:calendar-multiget', `<D:prop><C:calendar-data/></D:prop><D:href>${first}odd.ics</D:href>`);
    expect(found.text).toContain('DESCRIPTION:]]&gt; &lt;script&gt; &amp; &quot;quotes&quot;&#13;\n');
  });
});

describe('what it costs', () => {
  test('2,000 events in one sync take as many statements as slices, not as events', full, async () => {
    const token = await service.signUp('emil');
    const headers = { Authorization: `Bearer ${token}` };
    const emil = ((await api('GET', '/api/auth/me', undefined, token)).body as { id: string }).id;
    const many = `/dav/calendars/${emil}/many/`;
    await dav('MKCALENDAR', many, undefined, headers);
    const { items } = (await api('GET', '/api/calendars', undefined, token)).body as CalendarList;
    const id = items.find(({ name }) => name === 'many')?.id ?? '';
    const all = Array.from({ length: 2000 }, (_, at) => [
      `UID:many-${at}`,
      `SUMMARY:Number ${at}`,
      'DTSTART:20260301T113000Z',
      'DTEND:20260301T123000Z',
    ]);
    const imported = await service.request('POST', `/api/calendars/${id}/import`, {
      token,
      body: file(...all),
      headers: { 'Content-Type': 'text/calendar' },
    });
    expect([imported.status, imported.body.created]).toEqual([200, 2000]);
    const body = `<D:sync-collection ${names}><D:sync-token/><D:sync-level>1</D:sync-level><D:prop><D:getetag/><C:calendar-data/></D:prop></D:sync-collection>`;
    await allIndexed(service);
    const { answer, statements } = await statementsOf(() => dav('REPORT', many, body, { ...headers, ...xml }));
    expect(answer.text.match(/<D:response>/g)).toHaveLength(2000);
    expect(statements.length).toBeLessThan(150);
    const etags = await statementsOf(() => dav('PROPFIND', many, undefined, { ...headers, Depth: '1' }));
    expect(etags.answer.text.match(/<D:response>/g)).toHaveLength(2001);
    expect(etags.statements.length).toBeLessThan(60);
  });
});
