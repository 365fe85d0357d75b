import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarList } from '../../main/contract/calendars.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let home: string;
let calendarId: string;

beforeAll(async () => {
  service = await startTestService();
  const { id } = (await service.request('GET', '/api/auth/me')).body as { id: string };
  calendarId = ((await service.request('GET', '/api/calendars')).body as CalendarList).items[0]?.id ?? '';
  home = `/dav/calendars/${id}/`;
});

afterAll(() => service.dispose());

const names = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';

interface Reply {
  readonly status: number;
  readonly etag: string;
  readonly text: string;
}

async function dav(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Reply> {
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/xml', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', text: await answer.text() };
}

const at = (name: string, calendar = calendarId): string => `${home}${calendar}/${name}`;

const fileOf = (uid: string, title: string): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', 'BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', `UID:${uid}`]
    .concat([`SUMMARY:${title}`, 'DTSTART:20260301T113000Z', 'DTEND:20260301T123000Z', 'END:VEVENT', 'END:VCALENDAR', ''])
    .join('\r\n');

const put = (name: string, text: string, headers: Record<string, string> = {}): Promise<Reply> =>
  dav('PUT', at(name), text, { 'Content-Type': 'text/calendar', ...headers });

test('an event that takes the address of a deleted one has another ETag, so that what a client knew of that one counts no more', async () => {
  const propfind = (path: string): Promise<Reply> =>
    dav('PROPFIND', path, `<D:propfind ${names}><D:prop><D:getetag/></D:prop></D:propfind>`, { Depth: '1' });
  const report = (name: string, inner: string): Promise<Reply> =>
    dav('REPORT', at(''), `<${name} ${names}><D:prop><D:getetag/></D:prop>${inner}</${name}>`, { Depth: '1' });
  const old = (await put('again.ics', fileOf('again', 'Lunch'))).etag;
  expect((await propfind(at(''))).text).toContain(old.replaceAll('"', '&quot;'));
  await dav('DELETE', at('again.ics'));
  const { status, etag } = await put('again.ics', fileOf('again', 'Dinner'));
  expect(status).toBe(201);
  expect(etag).not.toBe(old);
  expect((await dav('GET', at('again.ics'), undefined, { 'If-None-Match': old })).status).toBe(200);
  expect((await put('again.ics', fileOf('again', 'Lunch'), { 'If-Match': old })).status).toBe(412);
  expect((await dav('DELETE', at('again.ics'), undefined, { 'If-Match': old })).status).toBe(412);
  const told = [
    await propfind(at('')),
    await propfind(at('again.ics')),
    await report('C:calendar-multiget', `<D:href>${at('again.ics')}</D:href>`),
    await report('C:calendar-query', ''),
    await report('D:sync-collection', '<D:sync-token/>'),
  ];
  for (const { text } of told) expect(text).toContain(etag.replaceAll('"', '&quot;'));
  expect((await dav('GET', at('again.ics'), undefined, { 'If-None-Match': etag })).status).toBe(304);
  expect((await put('again.ics', fileOf('again', 'Lunch'), { 'If-Match': etag })).status).toBe(204);
});
