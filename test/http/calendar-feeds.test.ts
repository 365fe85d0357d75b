import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calendar } from '../../main/contract/calendars.ts';
import type { Event, EventList } from '../../main/contract/events.ts';
import type { RingingReminder } from '../../main/contract/reminders.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

/** What the server of others answers, and what it was asked. */
let answer: { status?: number; headers?: Record<string, string>; body?: string | Buffer } = {};
const asked: { url: string; headers: Record<string, unknown> }[] = [];
const server = createServer((req, res) => {
  asked.push({ url: req.url ?? '', headers: req.headers });
  if (req.headers['if-none-match'] === '"same"') res.writeHead(304).end();
  else res.writeHead(answer.status ?? 200, { 'Content-Type': 'text/calendar', ...answer.headers }).end(answer.body);
});
let origin: string;
let service: TestService;
let berta: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await startTestService({ environment: { LINK_PREVIEW_ALLOW_ORIGINS: origin } });
  berta = await service.signUp('berta');
});
afterAll(async () => {
  await service.dispose();
  server.close();
});

const path = '/api/calendars';
const noId = '01890a5d-ac96-774b-bcce-b302099a8057';

const { must } = requestsTo(() => service);

const vevent = (uid: string, title: string): string =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:${title}\r\nDTSTART:20260301T120000Z\r\nDTEND:20260301T130000Z\r\nEND:VEVENT\r\n`;
const calendar = (...events: readonly string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('')}END:VCALENDAR\r\n`;
const subscribe = (url: string): Promise<Answer> =>
  service.request('POST', path, { body: { name: 'Holidays', source: 'subscription', url } });
const read = async (id: string): Promise<Calendar> => (await must(200, 'GET', `${path}/${id}`)) as Calendar;
const eventsOf = async (id: string): Promise<Event[]> => ((await must(200, 'GET', `/api/events?calendarId=${id}`)) as EventList).items;
const titles = async (id: string): Promise<string[]> => (await eventsOf(id)).map(({ title }) => title).toSorted();

async function subscribed(): Promise<string> {
  const { status, body } = await subscribe(`${origin}/holidays.ics`);
  expect([status, body.source, body.url, body.refreshedAt]).toEqual([201, 'subscription', `${origin}/holidays.ics`, null]);
  await expect.poll(async () => (await read(body.id as string)).refreshedAt).not.toBeNull();
  return body.id as string;
}

describe('POST /api/calendars for a subscription', () => {
  test.each([
    ['loopback', 'http://127.0.0.1:1/x.ics'],
    ['loopback by webcal', 'webcal://localhost/x.ics'],
    ['the own network', 'https://192.168.1.1/x.ics'],
    ['http', 'http://calendar.example/x.ics'],
    ['another protocol', 'file:///etc/passwd'],
    ['no address', 'holidays'],
    ['a user', 'https://ada:pw@calendar.example/x.ics'],
  ])('400 for %s', async (_, url) => {
    const { status, body } = await subscribe(url);
    expect([status, body.errors]).toMatchObject([400, [{ path: 'url' }]]);
  });

  test('201 with webcal as https; the first reading is tried at once, and its failure told', async () => {
    const { status, body } = await subscribe('webcal://no-such-host.invalid/x.ics');
    expect([status, body.url]).toEqual([201, 'https://no-such-host.invalid/x.ics']);
    await expect.poll(async () => (await read(body.id as string)).error, { timeout: 60_000 }).toContain('no-such-host.invalid');
  });
});

describe('POST /api/calendars/:id/refresh', () => {
  test("404 for another user's and for none, 409 for a local calendar", async () => {
    const local = await must(201, 'POST', path, { name: 'Local' });
    expect((await service.request('POST', `${path}/${noId}/refresh`)).status).toBe(404);
    expect((await service.request('POST', `${path}/${local.id}/refresh`, { token: berta })).status).toBe(404);
    expect((await service.request('POST', `${path}/${local.id}/refresh`)).body.code).toBe('conflict');
  });

  test('200 with what is there now: changed, new and gone events; ETag and Last-Modified are sent back', async () => {
    answer = {
      body: calendar(vevent('a', 'New Year'), vevent('b', 'Easter')),
      headers: { ETag: '"one"', 'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
    };
    const id = await subscribed();
    expect(await titles(id)).toEqual(['Easter', 'New Year']);
    answer = {
      body: gzipSync(calendar(vevent('b', 'Easter Sunday'), vevent('c', 'May Day'))),
      headers: { ETag: '"same"', 'Content-Encoding': 'gzip' },
    };
    const seq = (await must(200, 'GET', '/api/changes?limit=0')).lastSeq as number;
    expect(await must(200, 'POST', `${path}/${id}/refresh`)).toMatchObject({ id, error: null });
    expect(asked.at(-1)?.headers).toMatchObject({ 'if-none-match': '"one"', 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' });
    expect(await titles(id)).toEqual(['Easter Sunday', 'May Day']);
    const { items } = await must(200, 'GET', `/api/changes?since=${seq}`);
    expect(
      items
        .map(({ type, action, actor }: { type: string; action: string; actor: { kind: string } }) => [type, action, actor.kind])
        .toSorted(),
    ).toEqual([
      ['event', 'created', 'system'],
      ['event', 'deleted', 'system'],
      ['event', 'updated', 'system'],
    ]);
    // Nothing has changed: nothing is told.
    answer = { status: 500 };
    const after = (await must(200, 'GET', '/api/changes?limit=0')).lastSeq as number;
    await must(200, 'POST', `${path}/${id}/refresh`);
    expect((await must(200, 'GET', '/api/changes?limit=0')).lastSeq).toBe(after);
  });

  test('200, and an event that cannot be read any more stays as it was and is told, until it can be read or is gone', async () => {
    const orphan = vevent('c', 'Moved').replace('DTEND', 'RECURRENCE-ID:20260301T100000Z\r\nDTEND');
    const events = [vevent('a', 'New Year'), vevent('b', 'Easter'), orphan];
    answer = { body: calendar(...events) };
    const id = await subscribed();
    const headers = { ETag: '"same"' };
    answer = { body: calendar(...events.slice(1).map((text) => text.replace('DTSTART:20260301', 'DTSTART:20261399'))), headers };
    for (let reading = 0; reading < 2; reading += 1) {
      const { error, refreshedAt } = await must(200, 'POST', `${path}/${id}/refresh`);
      expect(error).toBe('"Easter" has a DTSTART that is no day or time that exists; events that cannot be read stay as they were (2)');
      expect(Date.parse(refreshedAt as string)).not.toBeNaN();
      expect(await titles(id)).toEqual(['Easter', 'Moved']);
    }
    answer = { body: calendar(vevent('b', 'Easter Sunday')) };
    expect(await must(200, 'POST', `${path}/${id}/refresh`)).toMatchObject({ error: null });
    expect(await titles(id)).toEqual(['Easter Sunday']);
  });

  test('200, and events that have other UIDs at each reading stay those that they are, with what leads to them', async () => {
    const rule = 'RRULE:FREQ=DAILY;COUNT=5';
    const events = (reading: number, first: string): string =>
      calendar(
        vevent(`a${reading}`, first),
        vevent(`b${reading}`, 'Twice'),
        vevent(`c${reading}`, 'Twice'),
        vevent(`d${reading}`, 'Daily').replace('DTSTART', `${rule}\r\nDTSTART`),
        vevent(`d${reading}`, 'One of them').replace('DTSTART', 'RECURRENCE-ID:20260303T120000Z\r\nDTSTART'),
        reading === 2 ? '' : vevent('kept', 'As ever'),
      );
    answer = { body: events(0, 'First') };
    const id = await subscribed();
    const own = await must(201, 'POST', '/api/events', { title: 'Own', date: '2026-03-01' });
    const idsOf = async (): Promise<Record<string, string[]>> => {
      const range = 'startDate=2026-02-28&endDate=2026-03-10';
      const { items } = (await must(200, 'GET', `/api/events?calendarId=${id}&${range}`)) as EventList;
      return Object.fromEntries(
        [...Map.groupBy(items, ({ title }) => title)].map(([title, found]) => [title, found.map((each) => each.id).toSorted()]),
      );
    };
    const before = await idsOf();
    expect(Object.keys(before)).toHaveLength(5);
    const to = { type: 'event', id: before['First']?.[0] };
    await must(201, 'POST', '/api/links', { from: { type: 'event', id: own.id }, to });
    const seq = (await must(200, 'GET', '/api/changes?limit=0')).lastSeq as number;
    answer = { body: events(1, 'First') };
    await must(200, 'POST', `${path}/${id}/refresh`);
    expect([await idsOf(), (await must(200, 'GET', '/api/changes?limit=0')).lastSeq]).toEqual([before, seq]);
    expect((await must(200, 'GET', `/api/events/${own.id}/links`)).outgoing).toMatchObject([{ id: to.id, title: 'First' }]);
    // What says something else is another one, and what is not there any more is gone.
    answer = { body: events(2, 'Changed') };
    await must(200, 'POST', `${path}/${id}/refresh`);
    const { First: _first, 'As ever': _gone, ...others } = before;
    const { Changed: changed, ...same } = await idsOf();
    expect([same, changed]).toEqual([others, [expect.not.stringMatching(to.id ?? '')]]);
    await must(204, 'DELETE', `${path}/${id}?events=delete`);
  });

  test('200, and what rings of it rings for what is to come alone, at the first reading and when alarms are added', async () => {
    const hour = 3_600_000;
    const at = (hours: number, minutes: number): string => {
      const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      const times = `DTSTART:${stamp(Date.now() + hours * hour)}\r\nDTEND:${stamp(Date.now() + (hours + 1) * hour)}\r\n`;
      const alarm = `BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT${minutes}M\r\nEND:VALARM\r\n`;
      return `BEGIN:VEVENT\r\nUID:${hours}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:${hours}\r\n${times}${alarm}END:VEVENT\r\n`;
    };
    const rings = async (): Promise<string[]> => {
      const [from, to] = [-28 * 24, 7 * 24].map((hours) => new Date(Date.now() + hours * hour).toISOString());
      const { items } = await must(200, 'GET', `/api/reminders?from=${from}&to=${to}`);
      return (items as RingingReminder[]).filter(({ rungAt }) => rungAt === null).map(({ title }) => title);
    };
    answer = { body: calendar(at(-50, 10), at(50, 10)) };
    const id = await subscribed();
    expect(await rings()).toEqual(['50']);
    answer = { body: calendar(at(-50, 30), at(50, 30)) };
    await must(200, 'POST', `${path}/${id}/refresh`);
    expect(await rings()).toEqual(['50']);
  });

  test.each<[string, typeof answer]>([
    ['an error', { status: 500 }],
    ['no calendar', { body: '<html>' }],
    ['more than 20 MB', { body: Buffer.alloc(20 * 1024 * 1024 + 1, 120) }],
    ['a bomb', { body: gzipSync(Buffer.alloc(200 * 1024 * 1024, 120)), headers: { 'Content-Encoding': 'gzip' } }],
    ['the way into the own network', { status: 302, headers: { Location: 'http://127.0.0.1:1/x' } }],
    ['nothing in an answer of 200', { body: '' }],
    ['a blank page', { body: ' \n', headers: { 'Content-Type': 'text/html' } }],
  ])('502 for %s; it keeps what it held, and tells why until it can be read again', async (_, next) => {
    answer = { body: calendar(vevent('a', 'New Year')) };
    const id = await subscribed();
    answer = next;
    const failed = await service.request('POST', `${path}/${id}/refresh`);
    expect([failed.status, failed.body.code]).toEqual([502, 'upstream_failed']);
    expect([await titles(id), (await read(id)).error]).toEqual([['New Year'], failed.body.detail]);
    answer = { body: calendar(vevent('a', 'New Year')) };
    expect(await must(200, 'POST', `${path}/${id}/refresh`)).toMatchObject({ error: null });
  });
});

test('events of a subscription cannot be changed: 403 for every write, also into it, by import and undo', async () => {
  answer = { body: calendar(vevent('a', 'New Year')) };
  const id = await subscribed();
  const [event] = await eventsOf(id);
  const own = await must(201, 'POST', '/api/events', { title: 'Own', date: '2026-03-01' });
  const refused = async (method: string, target: string, body?: unknown): Promise<void> => {
    const found = await service.request(method, target, body === undefined ? {} : { body });
    expect([method, target, found.status, found.body.code]).toEqual([method, target, 403, 'forbidden']);
  };
  await refused('PUT', `/api/events/${event?.id}`, { title: 'x' });
  await refused('DELETE', `/api/events/${event?.id}`);
  await refused('POST', '/api/trash', { type: 'event', id: event?.id });
  await refused('POST', '/api/events', { title: 'x', date: '2026-03-01', calendarId: id });
  await refused('PUT', `/api/events/${own.id}`, { calendarId: id });
  const imported = await service.request('POST', `${path}/${id}/import`, {
    body: calendar(),
    headers: { 'Content-Type': 'text/calendar' },
  });
  expect(imported.status).toBe(403);
  expect(await titles(id)).toEqual(['New Year']);
  await must(204, 'DELETE', `${path}/${id}?events=delete`);
});

test('a subscription goes into the trash with its events, and comes back as it was, by the entry or by undoing', async () => {
  answer = { body: calendar(vevent('a', 'New Year')) };
  const id = await subscribed();
  const before = [await read(id), await eventsOf(id)];
  for (const way of ['restore', 'undo']) {
    const entry = await must(201, 'POST', '/api/trash', { type: 'calendar', id });
    await must(404, 'GET', `${path}/${id}`);
    await must(404, 'POST', `${path}/${id}/refresh`);
    const { items } = (await must(200, 'GET', '/api/events')) as EventList;
    expect(items.filter(({ calendarId }) => calendarId === id)).toEqual([]);
    const { items: told } = (await must(200, 'GET', '/api/changes')) as {
      items: { seq: number; type: string; action: string; id: string }[];
    };
    const change = told.findLast((each) => each.type === 'calendar' && each.action === 'deleted' && each.id === id);
    if (way === 'restore') await must(200, 'POST', `/api/trash/${entry.id}/restore`);
    else expect(await must(200, 'POST', '/api/undo', { changes: [change?.seq] })).toMatchObject({ restored: [{ type: 'calendar', id }] });
    expect([await read(id), await eventsOf(id)]).toEqual(before);
    expect(await must(200, 'POST', `${path}/${id}/refresh`)).toMatchObject({ error: null });
    before[0] = await read(id);
  }
  await must(204, 'DELETE', `${path}/${id}?events=delete`);
});

describe('the secret address of a calendar', () => {
  const fetchFeed = (url: string): Promise<Response> => fetch(url);

  test("404 for another user's calendar and for none", async () => {
    const { id } = await must(201, 'POST', path, { name: 'Mine' });
    for (const method of ['POST', 'DELETE']) {
      expect((await service.request(method, `${path}/${noId}/feed`)).status).toBe(404);
      expect((await service.request(method, `${path}/${id}/feed`, { token: berta })).status).toBe(404);
    }
  });

  test('gives the calendar without a token until it is replaced, ended, or the calendar is gone; only a hash is kept', async () => {
    const { id } = await must(201, 'POST', path, { name: 'Mine' });
    await must(201, 'POST', '/api/events', { title: 'Shared lunch', date: '2026-03-01', calendarId: id });
    const made = await service.request('POST', `${path}/${id}/feed`);
    const { url } = made.body as { url: string };
    expect([made.status, made.headers.get('Location')]).toEqual([201, url]);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/feeds\/[\w-]{43}\.ics$/);
    expect(await read(id)).toMatchObject({ hasFeed: true, version: 2 });
    const found = await fetchFeed(url);
    expect([found.status, found.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(await found.text()).toContain('SUMMARY:Shared lunch');
    const secret = /feeds\/(.{43})/.exec(url)?.[1] ?? '';
    for (const name of ['daybook.db', 'daybook.db-wal', 'logs/daybook.log'])
      expect(readFileSync(join(service.dataDir, name)).includes(secret), name).toBe(false);
    const { url: second } = await must(201, 'POST', `${path}/${id}/feed`);
    expect([(await fetchFeed(url)).status, (await fetchFeed(second as string)).status]).toEqual([404, 200]);
    await must(204, 'DELETE', `${path}/${id}/feed`);
    expect([(await fetchFeed(second as string)).status, (await read(id)).hasFeed]).toEqual([404, false]);
    const { url: third } = await must(201, 'POST', `${path}/${id}/feed`);
    await must(204, 'DELETE', `${path}/${id}?events=delete`);
    expect((await fetchFeed(third as string)).status).toBe(404);
  });

  test('of a user whose tokens are not taken is 404', async () => {
    const { id } = await must(201, 'POST', path, { name: 'Hers' }, berta);
    const { url } = await must(201, 'POST', `${path}/${id}/feed`, undefined, berta);
    await must(200, 'PUT', '/api/config', { SOLO_MODE: 'true' });
    expect((await fetchFeed(url as string)).status).toBe(404);
    await must(200, 'PUT', '/api/config', { SOLO_MODE: 'false' });
    expect((await fetchFeed(url as string)).status).toBe(200);
  });

  test('429 when it is read more than 60 times a minute, and when addresses are guessed; a right one is read meanwhile', full, async () => {
    const { id } = await must(201, 'POST', path, { name: 'Often' });
    const { url } = await must(201, 'POST', `${path}/${id}/feed`);
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await fetchFeed(url as string)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    let refused: Response | null = null;
    for (let guess = 0; guess < 31 && refused === null; guess += 1) {
      const found = await fetchFeed(`${service.baseUrl}/feeds/${'x'.repeat(43)}.ics`);
      if (found.status === 429) refused = found;
    }
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    const other = await must(201, 'POST', path, { name: 'Other' });
    const { url: right } = await must(201, 'POST', `${path}/${other.id as string}/feed`);
    expect((await fetchFeed(right as string)).status).toBe(200);
  });
});
