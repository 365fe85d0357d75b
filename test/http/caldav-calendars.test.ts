// Calendars that programs make, name and colour by CalDAV, in the very words of these programs.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarList } from '../../main/contract/calendars.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let home: string;
let first: string;

beforeAll(async () => {
  service = await startTestService();
  home = `/dav/calendars/${((await service.request('GET', '/api/auth/me')).body as { id: string }).id}/`;
  first = `${home}${(await calendars())[0]?.id ?? ''}/`;
});

afterAll(() => service.dispose());

const calendars = async () => ((await service.request('GET', '/api/calendars')).body as CalendarList).items;

async function dav(method: string, path: string, body?: string) {
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/xml' },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const update = (inner: string): string =>
  `<propertyupdate xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/">${inner}</propertyupdate>`;
const set = (inner: string): string => `<set><prop>${inner}</prop></set>`;
const remove = (inner: string): string => `<remove><prop>${inner}</prop></remove>`;
const propstat = (props: string, status: string): string =>
  `<D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`;

test('PROPPATCH › 207 with all of it done for what Evolution sends, be there a description or none', async () => {
  const others = set('<displayname>Work</displayname>') + set('<A:calendar-color>#336699</A:calendar-color>');
  for (const more of [
    remove('<C:calendar-description/><A:calendar-order/>'),
    set('<C:calendar-description>At the office</C:calendar-description>'),
  ]) {
    const { status, text } = await dav('PROPPATCH', first, update(others + more));
    expect([status, text.includes('200 OK'), /HTTP\/1.1 4/.test(text)]).toEqual([207, true, false]);
  }
  expect((await calendars())[0]).toMatchObject({ name: 'Work', color: '#336699' });
  const order = await dav('PROPPATCH', first, update(set('<A:calendar-order>3</A:calendar-order>')));
  expect(order.text).toContain(propstat('<A:calendar-order/>', '200 OK'));
});

test('PROPPATCH › removes what is not there, and refuses to remove or set what every calendar has', async () => {
  const unknown = await dav('PROPPATCH', first, update(remove('<foo xmlns="urn:x"/>')));
  expect(unknown.text).toContain(propstat('<x:foo xmlns:x="urn:x"/>', '200 OK'));
  const named = await dav('PROPPATCH', first, update(remove('<displayname/>') + set('<A:calendar-color>#112233</A:calendar-color>')));
  expect(named.text).toContain(propstat('<D:displayname/>', '403 Forbidden') + propstat('<A:calendar-color/>', '424 Failed Dependency'));
  const kind = await dav('PROPPATCH', first, update(set('<resourcetype><collection/></resourcetype>')));
  expect(kind.text).toContain(propstat('<D:resourcetype/>', '403 Forbidden'));
});

test('PROPPATCH › 400 for a body that names no property', async () => {
  for (const inner of ['', '<set/>', set(''), remove('')]) expect((await dav('PROPPATCH', first, update(inner))).status).toBe(400);
});

test('MKCALENDAR › 201 for what DAVx5 sends, with the time zone by its name', async () => {
  const { status } = await dav(
    'MKCALENDAR',
    `${home}phone/`,
    '<CAL:mkcalendar xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav"><set><prop><resourcetype><collection/><CAL:calendar/></resourcetype>' +
      '<displayname>Phone</displayname><CAL:calendar-description>from a phone</CAL:calendar-description>' +
      '<n0:calendar-color xmlns:n0="http://apple.com/ns/ical/">#8bc34aff</n0:calendar-color>' +
      '<CAL:calendar-timezone-id>Europe/Vienna</CAL:calendar-timezone-id><CAL:calendar-timezone>BEGIN:VCALENDAR</CAL:calendar-timezone>' +
      '<CAL:supported-calendar-component-set><CAL:comp name="VEVENT"/></CAL:supported-calendar-component-set></prop></set></CAL:mkcalendar>',
  );
  expect(status).toBe(201);
  expect(await calendars()).toContainEqual(expect.objectContaining({ name: 'Phone', color: '#8bc34a' }));
});

const mkcol = (kinds: string, more = ''): string =>
  `<mkcol xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop><resourcetype>${kinds}</resourcetype>${more}</prop></set></mkcol>`;

test('MKCOL › 201 for a calendar with what is said of it, 405 where there is one', async () => {
  const body = mkcol('<collection/><C:calendar/>', '<displayname>Sync</displayname>');
  const made = await dav('MKCOL', `${home}sync/`, body);
  expect([made.status, made.headers.get('location')]).toEqual([201, `${home}sync/`]);
  expect(await calendars()).toContainEqual(expect.objectContaining({ name: 'Sync' }));
  expect((await dav('MKCOL', `${home}sync/`, body)).status).toBe(405);
});

test.each<[string, string | undefined]>([
  ['without a body', undefined],
  ['that says no kind', '<mkcol xmlns="DAV:"><set><prop><displayname>x</displayname></prop></set></mkcol>'],
  ['of a plain collection', mkcol('<collection/>')],
  ['of an address book', mkcol('<collection/><a:addressbook xmlns:a="urn:ietf:params:xml:ns:carddav"/>')],
])('MKCOL › 403 for one %s, and nothing is made', async (_, body) => {
  const { status, text } = await dav('MKCOL', `${home}plain/`, body);
  expect([status, text]).toEqual([403, expect.stringContaining('<D:valid-resourcetype/>')]);
  expect(await calendars()).not.toContainEqual(expect.objectContaining({ name: 'plain' }));
});

test('MKCOL › 400 for the body of another request, and told among the methods', async () => {
  const { status } = await dav('MKCOL', `${home}other/`, '<C:mkcalendar xmlns:C="urn:ietf:params:xml:ns:caldav"/>');
  expect(status).toBe(400);
  const { headers } = await dav('OPTIONS', `${home}other/`);
  expect([headers.get('allow'), headers.get('dav')]).toEqual([expect.stringContaining('MKCOL'), '1, 3, calendar-access, extended-mkcol']);
});
