import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calendar, CalendarList } from '../../main/contract/calendars.ts';
import type { Event } from '../../main/contract/events.ts';
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

test('PUT of a client › 201 for a rule that ends with a semicolon, or names the calendar that all others follow', async () => {
  for (const [index, rule] of ['FREQ=DAILY;COUNT=2;', 'RSCALE=GREGORIAN;FREQ=DAILY;COUNT=2'].entries()) {
    const name = `rule${index}.ics`;
    const text = fileOf(`rule${index}`, 'Walk').replace('END:VEVENT', `RRULE:${rule}\r\nX-OWN: kept \r\nEND:VEVENT`);
    expect((await put(name, text)).status).toBe(201);
    const { text: given } = await dav('GET', at(name));
    expect(given).toContain('RRULE:FREQ=DAILY;COUNT=2\r\n');
    expect(given).toContain('X-OWN: kept \r\n');
    expect((await dav('DELETE', at(name))).status).toBe(204);
  }
});

test('an event that takes the address of a deleted one has another ETag: what a client knew of that one counts no more', async () => {
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

/** By the names of the events, sorted. */
async function uidsIn(calendar: string): Promise<string[]> {
  const body = `<C:calendar-query ${names}><D:prop><C:calendar-data/></D:prop></C:calendar-query>`;
  const { text } = await dav('REPORT', at('', calendar), body, { Depth: '1' });
  return [...text.matchAll(/^UID:(\S+?)(?:&#13;)?$/gm)].map(([, uid = '']) => uid).toSorted();
}

const api = (method: string, path: string, body?: object) => service.request(method, path, body === undefined ? {} : { body });
const newCalendar = async (name: string): Promise<string> => ((await api('POST', '/api/calendars', { name })).body as Calendar).id;
const eventsIn = async (calendar: string): Promise<Event[]> =>
  (await api('GET', `/api/events?calendarId=${calendar}`)).body.items as Event[];
const bring = (calendar: string, uid: string, title: string): Promise<Reply> =>
  dav('POST', `/api/calendars/${calendar}/import`, fileOf(uid, title), { 'Content-Type': 'text/calendar' });

/** Imports an event into a calendar of its own. */
async function calendarWith(uid: string, title: string): Promise<{ readonly calendar: string; readonly event: Event }> {
  const calendar = await newCalendar(title);
  await bring(calendar, uid, title);
  const [event] = await eventsIn(calendar);
  if (event === undefined) throw new Error('The event has not come in');
  return { calendar, event };
}

test('POST /api/trash/:id/restore › an event whose UID its calendar has by now comes back with a UID of its own', async () => {
  const { calendar, event } = await calendarWith('twin', 'First');
  const known = (await dav('GET', at(`${event.id}.ics`, calendar))).etag;
  const entry = (await api('POST', '/api/trash', { type: 'event', id: event.id })).body as { id: string };
  await bring(calendar, 'twin', 'Second');
  expect((await api('POST', `/api/trash/${entry.id}/restore`)).status).toBe(200);
  expect(await uidsIn(calendar)).toEqual([event.id, 'twin'].toSorted());
  expect((await dav('GET', at(`${event.id}.ics`, calendar))).etag).not.toBe(known);
  // The other one is what a file with that UID means.
  await bring(calendar, 'twin', 'Third');
  expect((await eventsIn(calendar)).map(({ title }) => title).toSorted()).toEqual(['First', 'Third']);
});

test('POST /api/trash/:id/restore › an event whose UID no other has comes back with it', async () => {
  const { calendar, event } = await calendarWith('alone', 'Alone');
  const entry = (await api('POST', '/api/trash', { type: 'event', id: event.id })).body as { id: string };
  expect((await api('POST', `/api/trash/${entry.id}/restore`)).body).toMatchObject({ version: 1 });
  expect(await uidsIn(calendar)).toEqual(['alone']);
});

test('PUT /api/events/:id, DELETE /api/calendars/:id?moveTo › an event that moves beside one with its UID gets its own', async () => {
  const to = await calendarWith('pair', 'There');
  const from = await calendarWith('pair', 'Comes');
  const other = await calendarWith('pair', 'Comes too');
  expect((await api('PUT', `/api/events/${from.event.id}`, { calendarId: to.calendar })).status).toBe(200);
  expect((await api('DELETE', `/api/calendars/${other.calendar}?moveTo=${to.calendar}`)).status).toBe(204);
  expect(await uidsIn(to.calendar)).toEqual(['pair', from.event.id, other.event.id].toSorted());
});

test('PUT /api/events/:id › an event that was made here, and moves beside a copy that a file brought, gets another UID', async () => {
  const times = { startTime: '2026-03-01T11:30:00Z', endTime: '2026-03-01T12:30:00Z' };
  const { id } = (await api('POST', '/api/events', { title: 'Made here', ...times })).body as Event;
  const copy = await calendarWith(id, 'Copy');
  expect((await api('PUT', `/api/events/${id}`, { calendarId: copy.calendar })).status).toBe(200);
  expect(await uidsIn(copy.calendar)).toEqual([id, `${id}_2`]);
  expect((await api('PUT', `/api/events/${id}`, { calendarId })).status).toBe(200);
  expect((await api('PUT', `/api/events/${copy.event.id}`, { calendarId })).status).toBe(200);
  expect((await uidsIn(calendarId)).filter((uid) => uid.startsWith(id))).toEqual([id, `${id}_2`]);
});

test('events of one UID in a calendar, as earlier versions could leave them, go out with one each, and are found again by it', async () => {
  const first = await calendarWith('same', 'First');
  const second = await calendarWith('other', 'Second');
  const { id } = (await api('POST', '/api/events', { title: 'Made here', date: '2026-03-01', calendarId: first.calendar })).body as Event;
  const copy = await calendarWith('copy', 'Copy');
  const database = new Sqlite(join(service.dataDir, 'daybook.db'));
  const give = (event: Event, uid: string): void => {
    database.prepare('UPDATE event_sources SET uid = ? WHERE event_id = ?').run(uid, event.id);
    database.prepare('UPDATE events SET calendar_id = ? WHERE id = ?').run(first.calendar, event.id);
  };
  give(second.event, 'same');
  give(copy.event, id);
  database.close();
  const uids = ['same', second.event.id, id, copy.event.id].toSorted();
  expect(await uidsIn(first.calendar)).toEqual(uids);
  const titles = async (calendar: string): Promise<string[]> => (await eventsIn(calendar)).map(({ title }) => title).toSorted();
  const all = ['Copy', 'First', 'Made here', 'Second'];
  const { body: file } = await api('GET', `/api/calendars/${first.calendar}/export.ics`);
  const into = async (calendar: string): Promise<unknown> =>
    JSON.parse((await dav('POST', `/api/calendars/${calendar}/import`, file as string, { 'Content-Type': 'text/calendar' })).text);
  expect(await into(first.calendar)).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
  const elsewhere = await newCalendar('Elsewhere');
  expect(await into(elsewhere)).toMatchObject({ created: 4 });
  expect(await titles(elsewhere)).toEqual(all);
  // Also by a client that knows it by the UID that it had.
  for (const [event, uid, title] of [
    [second.event, 'same', 'Second, changed'],
    [copy.event, id, 'Copy, changed'],
    [second.event, second.event.id, 'Second again'],
  ] as const) {
    const path = at(`${event.id}.ics`, first.calendar);
    expect((await dav('PUT', path, fileOf(uid, title), { 'Content-Type': 'text/calendar' })).status).toBe(204);
    expect(await titles(first.calendar)).toContain(title);
  }
  expect(await titles(first.calendar)).toEqual(['Copy, changed', 'First', 'Made here', 'Second again']);
  expect(await uidsIn(first.calendar)).toEqual(uids);
});
