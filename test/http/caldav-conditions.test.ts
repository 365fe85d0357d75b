// What a client of CalDAV makes a request depend on, and asks for in a way that is not possible here.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarList } from '../../main/contract/calendars.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let calendar: string;

beforeAll(async () => {
  service = await startTestService();
  const { id } = (await service.request('GET', '/api/auth/me')).body as { id: string };
  const { items } = (await service.request('GET', '/api/calendars')).body as CalendarList;
  calendar = `/dav/calendars/${id}/${items[0]?.id ?? ''}/`;
});

afterAll(() => service.dispose());

async function dav(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/xml', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
}

const lunch = (title: string, more: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//Test//EN',
    'BEGIN:VEVENT',
    'UID:lunch',
    'DTSTAMP:20260101T000000Z',
    `SUMMARY:${title}`,
  ]
    .concat(more, ['DTSTART:20260301T113000Z', 'DTEND:20260301T123000Z', 'END:VEVENT', 'END:VCALENDAR', ''])
    .join('\r\n');

const put = (title: string, headers: Record<string, string> = {}, more: readonly string[] = []) =>
  dav('PUT', `${calendar}lunch.ics`, lunch(title, more), { 'Content-Type': 'text/calendar', ...headers });

test('PUT, DELETE › 412 where no list of If holds, 400 for one that is none', async () => {
  expect((await put('Lunch', { If: '(["1"])' })).status).toBe(412);
  expect((await put('Lunch', { If: '(Not ["1"])' })).status).toBe(201);
  expect((await put('Dinner', { If: '(["1"])' })).status).toBe(204);
  expect((await put('Tea', { If: '(["1"])' })).status).toBe(412);
  expect((await dav('DELETE', `${calendar}lunch.ics`, undefined, { If: '(["1"])' })).status).toBe(412);
  expect((await put('Tea', { If: `<${service.baseUrl}${calendar}lunch.ics> (["2"])` })).status).toBe(204);
  expect((await put('Tea', { If: 'anything' })).status).toBe(400);
  expect((await dav('GET', `${calendar}lunch.ics`)).text).toContain('SUMMARY:Tea');
});

const query = (data: string, match: string, property = 'SUMMARY') =>
  dav(
    'REPORT',
    calendar,
    `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/>${data}</D:prop><C:filter>` +
      `<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:prop-filter name="${property}">${match}</C:prop-filter></C:comp-filter>` +
      '</C:comp-filter></C:filter></C:calendar-query>',
    { Depth: '1' },
  );

test('calendar-query › compares by the collation that the client names; 403 for one that is not known', async () => {
  await put('Tea');
  const found = async (collation: string, text: string): Promise<boolean> =>
    (await query('', `<C:text-match collation="${collation}">${text}</C:text-match>`)).text.includes('lunch.ics');
  expect([await found('i;ascii-casemap', 'tEA'), await found('i;octet', 'tEA'), await found('i;octet', 'Tea')]).toEqual([
    true,
    false,
    true,
  ]);
  const { status, text } = await query('', '<C:text-match collation="i;klingon">Tea</C:text-match>');
  expect([status, text]).toEqual([403, expect.stringContaining('<C:supported-collation/>')]);
  const told = await dav('PROPFIND', calendar, '<propfind xmlns="DAV:"><allprop/></propfind>', { Depth: '0' });
  expect(told.text).toContain('<C:supported-collation>i;octet</C:supported-collation>');
});

test('calendar-query › finds events by any of their properties, and by parameters of these', async () => {
  const lines = ['CATEGORIES:Work,Café', 'STATUS:TENTATIVE', 'CLASS:PRIVATE', 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@example.org'].concat([
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'EXDATE:20260308T113000Z',
    'GEO:48.2;16.37',
    'X-TRIP;VALUE=DATE:20260301',
    'CONTACT:Eva\\, at home',
  ]);
  await put('Tea', {}, lines);
  const found = async (property: string, conditions: string): Promise<boolean> => {
    const { status, text } = await query('', conditions, property);
    expect(status).toBe(207);
    return text.includes('lunch.ics');
  };
  const match = (text: string, more = ''): string => `<C:text-match ${more}>${text}</C:text-match>`;
  const parameter = (name: string, inner: string): string => `<C:param-filter name="${name}">${inner}</C:param-filter>`;
  const [no, octet, absent] = ['negate-condition="yes"', 'collation="i;octet"', '<C:is-not-defined/>'];
  for (const [property, conditions, expected] of [
    ['CATEGORIES', '', true],
    ['CATEGORIES', match('work'), true],
    ['CATEGORIES', match('work', octet), false],
    ['CATEGORIES', match('Work', octet), true],
    ['CATEGORIES', match('work', no), false],
    ['CATEGORIES', match('home', no), true],
    ['CATEGORIES', absent, false],
    ['STATUS', match('tentative'), true],
    ['STATUS', match('cancelled'), false],
    ['CLASS', match('PRIVATE'), true],
    ['CLASS', match('private', no), false],
    ['RESOURCES', absent, true],
    ['RESOURCES', match('room'), false],
    ['X-ODD', '', false],
    ['ATTENDEE', match('example.org') + parameter('PARTSTAT', match('declined')), true],
    ['ATTENDEE', match('example.org') + parameter('PARTSTAT', match('accepted')), false],
    ['ATTENDEE', parameter('PARTSTAT', absent), false],
    ['ATTENDEE', parameter('ROLE', absent), true],
    ['ATTENDEE', parameter('CONSTRUCTOR', absent), true],
    ['ATTENDEE', parameter('CONSTRUCTOR', match('a')), false],
    // Of what is no text, the value is compared as it is written.
    ['DTSTART', match('20260301T113000'), true],
    ['RRULE', match('freq=weekly'), true],
    ['EXDATE', match('20260308'), true],
    ['GEO', match('48.2;16'), true],
    ['ATTENDEE', match('mailto:a@'), true],
    ['CONTACT', match('eva, at'), true],
    ['X-TRIP', parameter('VALUE', match('date')), true],
    ['RRULE', parameter('VALUE', absent), true],
    ['SUMMARY', match('tea') + parameter('LANGUAGE', absent), true],
    ['SUMMARY', match('tea', no) + parameter('LANGUAGE', absent), false],
  ] as const)
    expect([property, conditions, await found(property, conditions)]).toEqual([property, conditions, expected]);
});

test.each([['content-type="application/calendar+json"'], ['content-type="text/calendar" version="1.0"']])(
  'calendar-query › 403 for events in another format: %s',
  async (format) => {
    const { status, text } = await query(`<C:calendar-data ${format}/>`, '');
    expect([status, text]).toEqual([403, expect.stringContaining('<C:supported-calendar-data/>')]);
    expect((await query('<C:calendar-data content-type="text/calendar" version="2.0"/>', '')).status).toBe(207);
  },
);
