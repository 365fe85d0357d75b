import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calendar, CalendarList } from '../../main/contract/calendars.ts';
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

const path = '/api/calendars';
const noId = '01890a5d-ac96-774b-bcce-b302099a8057';
const march = { startTime: '2026-03-01T09:30:00Z', endTime: '2026-03-01T10:00:00Z' };

const send = (
  method: string,
  target: string,
  body?: unknown,
  more: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => service.request(method, target, { ...(body === undefined ? {} : { body }), ...more });

async function must(status: number, method: string, target: string, body?: unknown, token = service.token()): Promise<Answer['body']> {
  const answer = await send(method, target, body, { token });
  expect([answer.status, answer.body]).toEqual([status, status === 204 ? undefined : expect.anything()]);
  return answer.body;
}

const create = async (body: object = {}): Promise<Calendar> => (await must(201, 'POST', path, { name: 'Family', ...body })) as Calendar;
const event = async (body: object = {}): Promise<Event> =>
  (await must(201, 'POST', '/api/events', { title: 'Lunch', ...march, ...body })) as Event;
const list = async (token = service.token()): Promise<Calendar[]> =>
  ((await must(200, 'GET', path, undefined, token)) as CalendarList).items;
const events = async (query = ''): Promise<EventList> => (await must(200, 'GET', `/api/events?limit=1000${query}`)) as EventList;

async function defaultCalendar(token = service.token()): Promise<Calendar> {
  const [first] = await list(token);
  if (first === undefined) throw new Error('There is no calendar');
  return first;
}

const lastSeq = async (): Promise<number> => (await must(200, 'GET', '/api/changes?limit=0')).lastSeq as number;
const changesSince = async (seq: number): Promise<object[]> => (await must(200, 'GET', `/api/changes?since=${seq}`)).items as object[];

/** The paths of the refused fields. */
function refused({ status, body }: Answer): string[] {
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  return (body.errors as { path: string }[]).map((error) => error.path);
}

describe('GET /api/calendars', () => {
  test('200 with the default calendar of each user, who has it from the start', async () => {
    for (const token of [service.token(), berta]) {
      const calendar = await defaultCalendar(token);
      expect(calendar).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        name: 'Calendar',
        color: 'purple',
        isVisible: true,
        isDefault: true,
        source: 'local',
        url: null,
        refreshedAt: null,
        error: null,
        hasFeed: false,
        version: 1,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: calendar.createdAt,
      });
    }
    expect((await defaultCalendar()).id).not.toBe((await defaultCalendar(berta)).id);
  });

  test('400 for a parameter that is not known, 403 without the scope', async () => {
    expect(refused(await send('GET', `${path}?color=red`))).toEqual(['color']);
    const { token } = await must(201, 'POST', '/api/tokens', { name: 'n', scopes: ['notes:read'], expiresAt: null });
    expect((await send('GET', path, undefined, { token })).body.code).toBe('insufficient_scope');
  });

  test('200 in the order in which they were made, in pages', async () => {
    const made = [await create({ name: 'One' }), await create({ name: 'Two' })];
    const all = await list();
    expect(all[0]?.isDefault).toBe(true);
    expect(all.slice(-2).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(await must(200, 'GET', `${path}?limit=1&offset=1`)).toMatchObject({ items: [all[1]], total: all.length, limit: 1, offset: 1 });
  });
});

describe('POST /api/calendars', () => {
  test.each<[string, object, string[]]>([
    ['the name is missing', { name: undefined }, ['name']],
    ['the name is blank', { name: ' ' }, ['name']],
    ['the name is too long', { name: 'x'.repeat(201) }, ['name']],
    ['the colour has no name', { color: 'reddish' }, ['color']],
    ['isVisible is no boolean', { isVisible: 1 }, ['isVisible']],
    ['a field is unknown', { title: 'x' }, ['title']],
    ['a local one has an address', { url: 'https://calendar.example/a.ics' }, ['url']],
    ['a subscription has none', { source: 'subscription' }, ['url']],
  ])('400 when %s', async (_, fields, paths) => {
    const seq = await lastSeq();
    expect(refused(await send('POST', path, { name: 'Family', ...fields }))).toEqual(paths);
    expect(await lastSeq()).toBe(seq);
  });

  test('201 with the record, its ETag and Location, and an entry in the feed', async () => {
    const seq = await lastSeq();
    const { status, headers, body } = await send('POST', path, { name: 'Family', color: 'teal', isVisible: false });
    expect([status, headers.get('ETag'), headers.get('Location')]).toEqual([201, '"1"', `${path}/${body.id}`]);
    expect(body).toMatchObject({ name: 'Family', color: 'teal', isVisible: false, isDefault: false, source: 'local' });
    expect(await must(200, 'GET', `${path}/${body.id}`)).toEqual(body);
    expect(await changesSince(seq)).toMatchObject([{ type: 'calendar', action: 'created', id: body.id, version: 1 }]);
  });

  test('409 when there are 100', async () => {
    const { body } = await send('POST', '/api/users', { username: 'carla', password: 'a long password' });
    expect(body.username).toBe('carla');
    const login = await must(200, 'POST', '/api/auth/login', { username: 'carla', password: 'a long password' });
    const token = login.token as string;
    await must(
      200,
      'POST',
      '/api/batch',
      { operations: Array.from({ length: 99 }, () => ({ method: 'POST', path, body: { name: 'x' } })) },
      token,
    );
    const { status, body: problem } = await send('POST', path, { name: 'x' }, { token });
    expect([status, problem.code]).toEqual([409, 'conflict']);
  });
});

describe('PUT /api/calendars/:id', () => {
  test("404 for another user's and for none", async () => {
    const { id } = await create();
    expect((await send('PUT', `${path}/${noId}`, { name: 'x' })).status).toBe(404);
    expect((await send('PUT', `${path}/${id}`, { name: 'x' }, { token: berta })).status).toBe(404);
    expect((await send('GET', `${path}/${id}`, undefined, { token: berta })).status).toBe(404);
  });

  test('400 for fields that stay as they are', async () => {
    const { id } = await create();
    expect(refused(await send('PUT', `${path}/${id}`, { source: 'local', url: 'x', isDefault: true })).toSorted()).toEqual([
      'isDefault',
      'source',
      'url',
    ]);
  });

  test('412 when If-Match names another version, 200 with the next version else; undo gives back what it was', async () => {
    const { id } = await create({ name: 'Work', color: 'navy' });
    expect((await send('PUT', `${path}/${id}`, { name: 'x' }, { headers: { 'If-Match': '"2"' } })).body).toMatchObject({
      code: 'version_mismatch',
      version: 1,
    });
    const seq = await lastSeq();
    const changed = await send('PUT', `${path}/${id}`, { name: 'Club', isVisible: false }, { headers: { 'If-Match': '"1"' } });
    expect([changed.status, changed.headers.get('ETag'), changed.body]).toMatchObject([
      200,
      '"2"',
      { name: 'Club', color: 'navy', isVisible: false, version: 2 },
    ]);
    expect(await must(200, 'PUT', `${path}/${id}`, { name: 'Club' })).toEqual(changed.body);
    const [entry, ...others] = (await changesSince(seq)) as { seq: number }[];
    expect([entry, others]).toMatchObject([{ type: 'calendar', action: 'updated', id, version: 2 }, []]);
    const { restored } = await must(200, 'POST', '/api/undo', { changes: [entry?.seq] });
    expect(restored).toEqual([{ type: 'calendar', id, version: 3 }]);
    expect(await must(200, 'GET', `${path}/${id}`)).toMatchObject({ name: 'Work', isVisible: true, version: 3 });
  });
});

describe('the calendar of an event', () => {
  test('POST /api/events › the default calendar when absent, 400 for one that is not there', async () => {
    const own = await defaultCalendar();
    const hers = await defaultCalendar(berta);
    expect((await event()).calendarId).toBe(own.id);
    for (const calendarId of [noId, hers.id, 'x', null])
      expect(refused(await send('POST', '/api/events', { title: 'x', ...march, calendarId }))).toEqual(['calendarId']);
    const family = await create();
    expect((await event({ calendarId: family.id })).calendarId).toBe(family.id);
  });

  test('PUT /api/events/:id › moves it, as an update that can be undone; 400 for one that is not there', async () => {
    const own = await defaultCalendar();
    const family = await create();
    const { id } = await event();
    expect(refused(await send('PUT', `/api/events/${id}`, { calendarId: noId }))).toEqual(['calendarId']);
    const seq = await lastSeq();
    expect(await must(200, 'PUT', `/api/events/${id}`, { calendarId: family.id })).toMatchObject({ calendarId: family.id, version: 2 });
    const [entry] = (await changesSince(seq)) as { seq: number }[];
    expect(entry).toMatchObject({ type: 'event', action: 'updated', id, version: 2 });
    await must(200, 'POST', '/api/undo', { changes: [entry?.seq] });
    expect((await must(200, 'GET', `/api/events/${id}`)).calendarId).toBe(own.id);
  });

  test('GET /api/events?calendarId= › only events of that calendar, in lists and totals', async () => {
    const family = await create();
    const { id } = await event({ calendarId: family.id, color: 'olive' });
    await event();
    const found = await events(`&calendarId=${family.id}`);
    expect([found.items.map((item) => item.id), found.total]).toEqual([[id], 1]);
    const { totals } = await must(200, 'GET', `/api/events/combined-data?calendarId=${family.id}`);
    expect(totals).toMatchObject({ events: 1, byColor: { olive: 1 } });
    expect((await events(`&calendarId=${noId}`)).total).toBe(0);
    expect((await events()).items.length).toBeGreaterThan(1);
  });

  test('GET /api/events?visible=true › only events of calendars that are shown, series included, in lists and totals', async () => {
    const [hidden, shown] = [await create({ isVisible: false }), await create()];
    const range = '&startDate=2026-03-01&endDate=2026-03-08';
    const of = async (query: string): Promise<string[]> =>
      (await events(`${range}${query}`)).items.filter(({ color }) => color === 'orchid').map(({ title }) => title);
    for (const [title, calendarId] of [
      ['Off', hidden.id],
      ['On', shown.id],
    ] as const) {
      await event({ title, calendarId, color: 'orchid' });
      await event({ title: `${title} daily`, calendarId, color: 'orchid', recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });
    }
    expect((await of('')).toSorted()).toEqual(['Off', 'Off daily', 'Off daily', 'On', 'On daily', 'On daily']);
    expect(await of('&visible=false')).toHaveLength(6);
    expect((await of('&visible=true')).toSorted()).toEqual(['On', 'On daily', 'On daily']);
    const { totals } = await must(200, 'GET', `/api/events/combined-data?visible=true${range}`);
    expect(totals).toMatchObject({ byColor: { orchid: 3 } });
    await must(200, 'PUT', `${path}/${hidden.id}`, { isVisible: true });
    expect(await of('&visible=true')).toHaveLength(6);
    expect(refused(await send('GET', '/api/events?visible=yes'))).toEqual(['visible']);
  });

  test('the trash brings an event back into its calendar, and into the default one where that is gone', async () => {
    const family = await create();
    const [one, two] = [await event({ calendarId: family.id }), await event({ calendarId: family.id })];
    const entries = [];
    for (const { id } of [one, two]) entries.push(await must(201, 'POST', '/api/trash', { type: 'event', id }));
    await must(200, 'POST', `/api/trash/${entries[0].id}/restore`);
    expect((await must(200, 'GET', `/api/events/${one.id}`)).calendarId).toBe(family.id);
    await must(204, 'DELETE', `${path}/${family.id}?events=delete`);
    await must(200, 'POST', `/api/trash/${entries[1].id}/restore`);
    expect((await must(200, 'GET', `/api/events/${two.id}`)).calendarId).toBe((await defaultCalendar()).id);
  });
});

test('GET /api/calendars/:id/export.ics › 200 for a long name, cut between whole characters, as of an event', async () => {
  const name = `${'n'.repeat(99)}😀😀`;
  const { id } = await create({ name });
  const { id: eventId } = await event({ calendarId: id, title: name });
  const file = `attachment; filename="${'n'.repeat(99)}__.ics"; filename*=UTF-8''${encodeURIComponent(name)}.ics`;
  for (const target of [`${path}/${id}`, `/api/events/${eventId}`]) {
    const { status, headers } = await send('GET', `${target}/export.ics`);
    expect([target, status, headers.get('Content-Disposition')]).toEqual([target, 200, file]);
  }
});

describe('POST /api/trash › of a calendar', () => {
  const trash = async (id: string): Promise<string> => (await must(201, 'POST', '/api/trash', { type: 'calendar', id })).id as string;

  test('404 and 409, each of which changes nothing', async () => {
    const family = await create();
    const seq = await lastSeq();
    const own = await defaultCalendar();
    expect((await send('POST', '/api/trash', { type: 'calendar', id: own.id })).body.code).toBe('conflict');
    expect((await send('POST', '/api/trash', { type: 'calendar', id: family.id }, { token: berta })).status).toBe(404);
    expect(await lastSeq()).toBe(seq);
  });

  test('201 takes its events out of lists, search and the feeds; restoring brings all of them back as they were', async () => {
    const family = await create({ name: 'Orchestra', color: 'teal' });
    const single = await event({ title: 'Rehearsal', calendarId: family.id });
    const series = await event({ title: 'Rehearsal weekly', calendarId: family.id, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } });
    const before = await events('&startDate=2026-03-01&endDate=2026-04-01');
    const seq = await lastSeq();
    const entry = await trash(family.id);
    expect(await must(200, 'GET', '/api/trash?type=calendar')).toMatchObject({
      items: [{ id: entry, type: 'calendar', recordId: family.id, title: 'Orchestra' }],
      total: 1,
    });
    expect((await events('&startDate=2026-03-01&endDate=2026-04-01')).total).toBe(before.total - 4);
    expect((await events('&q=rehearsal')).total).toBe(0);
    for (const target of [`/api/events/${single.id}`, `/api/events/${series.id}`, `${path}/${family.id}`])
      expect((await send('GET', target)).status).toBe(404);
    expect(refused(await send('POST', '/api/events', { title: 'Into nothing', ...march, calendarId: family.id }))).toEqual(['calendarId']);
    expect(await changesSince(seq)).toMatchObject([
      { type: 'calendar', action: 'deleted', id: family.id },
      { type: 'event', action: 'deleted', id: single.id },
      { type: 'event', action: 'deleted', id: series.id },
    ]);
    expect(await must(200, 'POST', `/api/trash/${entry}/restore`)).toEqual({ type: 'calendar', id: family.id, version: 1 });
    expect(await must(200, 'GET', `${path}/${family.id}`)).toEqual(family);
    expect((await events('&startDate=2026-03-01&endDate=2026-04-01')).items).toEqual(before.items);
    expect((await events('&q=rehearsal')).total).toBeGreaterThan(0);
  });

  test('201 with very many events: the feed tells of each in time, when it goes and when it comes back', async () => {
    const { id } = await create();
    const operations = Array.from({ length: 200 }, () => ({
      method: 'POST',
      path: '/api/events',
      body: { title: 'Many', ...march, calendarId: id },
    }));
    for (const _ of [1, 2]) await must(200, 'POST', '/api/batch', { operations });
    await event({ calendarId: id });
    const seq = await lastSeq();
    const entry = await trash(id);
    const told = async (action: string): Promise<number> =>
      (await changesSince(seq)).filter((change) => 'action' in change && change.action === action).length;
    await expect.poll(() => told('deleted'), { timeout: 60_000 }).toBe(402);
    await must(200, 'POST', `/api/trash/${entry}/restore`);
    expect((await events(`&calendarId=${id}`)).total).toBe(401);
    await expect.poll(() => told('created'), { timeout: 60_000 }).toBe(402);
  });

  test('undo of the batch brings it back with its events', async () => {
    const family = await create();
    const { id } = await event({ calendarId: family.id });
    const { batchId } = await must(200, 'POST', '/api/batch', {
      operations: [{ method: 'POST', path: '/api/trash', body: { type: 'calendar', id: family.id } }],
    });
    const undone = await must(200, 'POST', '/api/undo', { batchId });
    expect([undone.restored.length, undone.skipped]).toEqual([2, []]);
    expect((await must(200, 'GET', `/api/events/${id}`)).calendarId).toBe(family.id);
  });

  test('for good, its events go with it', async () => {
    const family = await create();
    await event({ calendarId: family.id });
    const entry = await trash(family.id);
    await must(204, 'DELETE', `/api/trash/${entry}`);
    const database = new Sqlite(join(service.dataDir, 'daybook.db'), { readonly: true });
    const left = database.prepare<[string], number>('SELECT count(*) FROM events WHERE calendar_id = ?').pluck();
    await expect.poll(() => left.get(family.id), { timeout: 60_000 }).toBe(0);
    database.close();
    expect((await send('GET', `${path}/${family.id}`)).status).toBe(404);
  });
});

describe('DELETE /api/calendars/:id', () => {
  test('404, 412, 400 and 409, each of which changes nothing', async () => {
    const own = await defaultCalendar();
    const family = await create();
    await event({ calendarId: family.id });
    const seq = await lastSeq();
    const statuses = async (...targets: string[]): Promise<string[]> =>
      Promise.all(targets.map(async (target) => (await send('DELETE', `${path}/${target}`)).body.code as string));
    expect(await statuses(noId, `${own.id}?events=delete`, family.id)).toEqual(['not_found', 'conflict', 'conflict']);
    expect((await send('DELETE', `${path}/${family.id}?events=delete`, undefined, { token: berta })).status).toBe(404);
    expect((await send('DELETE', `${path}/${family.id}?events=delete`, undefined, { headers: { 'If-Match': '"7"' } })).status).toBe(412);
    for (const query of [
      `moveTo=${own.id}&events=delete`,
      `moveTo=${family.id}`,
      `moveTo=${noId}`,
      `moveTo=${(await defaultCalendar(berta)).id}`,
    ])
      expect(refused(await send('DELETE', `${path}/${family.id}?${query}`))).toEqual(['moveTo']);
    expect(refused(await send('DELETE', `${path}/${family.id}?events=keep`))).toEqual(['events']);
    expect(await lastSeq()).toBe(seq);
  });

  test('204 without a parameter when it is empty', async () => {
    const { id } = await create();
    const seq = await lastSeq();
    await must(204, 'DELETE', `${path}/${id}`);
    expect((await send('GET', `${path}/${id}`)).status).toBe(404);
    expect(await changesSince(seq)).toMatchObject([{ type: 'calendar', action: 'deleted', id, version: 1 }]);
  });

  test('204 with moveTo moves its events, each of them an update', async () => {
    const [from, to] = [await create(), await create()];
    const { id } = await event({ calendarId: from.id });
    const seq = await lastSeq();
    await must(204, 'DELETE', `${path}/${from.id}?moveTo=${to.id}`);
    expect(await must(200, 'GET', `/api/events/${id}`)).toMatchObject({ calendarId: to.id, version: 2 });
    expect(await changesSince(seq)).toMatchObject([
      { type: 'calendar', action: 'deleted', id: from.id },
      { type: 'event', action: 'updated', id, version: 2 },
    ]);
  });

  test('204 with very many events: all of them are gone, or moved, at once, and the feed tells of each in time', full, async () => {
    const [gone, moved, to] = [await create(), await create(), await create()];
    const operations = (calendarId: string): object[] =>
      Array.from({ length: 200 }, () => ({ method: 'POST', path: '/api/events', body: { title: 'Many', ...march, calendarId } }));
    for (const calendarId of [gone.id, gone.id, gone.id, moved.id, moved.id]) {
      await must(200, 'POST', '/api/batch', { operations: operations(calendarId) });
    }
    await event({ calendarId: moved.id });
    const seq = await lastSeq();
    const [first] = (await events(`&calendarId=${gone.id}`)).items;
    const before = (await events()).total;
    await must(204, 'DELETE', `${path}/${gone.id}?events=delete`);
    expect((await events()).total).toBe(before - 600);
    expect((await send('GET', `/api/events/${first?.id}`)).status).toBe(404);
    expect((await events(`&calendarId=${gone.id}`)).total).toBe(0);
    await must(204, 'DELETE', `${path}/${moved.id}?moveTo=${to.id}`);
    const inNew = await events(`&calendarId=${to.id}`);
    expect([inNew.total, new Set(inNew.items.map(({ calendarId }) => calendarId))]).toEqual([401, new Set([to.id])]);
    await expect.poll(async () => (await changesSince(seq)).length, { timeout: 60_000 }).toBe(2 + 600 + 401);
    expect((await events(`&calendarId=${to.id}`)).total).toBe(401);
  });

  test('a batch that makes a calendar with events can be undone as one', async () => {
    const { batchId, results } = await must(200, 'POST', '/api/batch', {
      operations: [
        { method: 'POST', path, body: { name: 'Trip' }, ref: 'trip' },
        { method: 'POST', path: '/api/events', body: { title: 'Flight', ...march, calendarId: '{{trip.id}}' } },
      ],
    });
    const { restored } = await must(200, 'POST', '/api/undo', { batchId });
    expect(restored.map(({ type }: { type: string }) => type)).toEqual(['event', 'calendar']);
    expect((await send('GET', `${path}/${results[0].body.id}`)).status).toBe(404);
  });
});

test('POST /api/undo › brings a calendar back that went into the trash after its events were moved, and the events back into it', async () => {
  const [home, family] = [await defaultCalendar(), await create()];
  const single = await event({ calendarId: family.id });
  const series = await event({ calendarId: family.id, title: 'Choir', recurrence: { rrule: 'FREQ=WEEKLY' } });
  const moves = [single, series].map(({ id }) => ({ method: 'PUT', path: `/api/events/${id}`, body: { calendarId: home.id } }));
  const aside = { method: 'POST', path: '/api/trash', body: { type: 'calendar', id: family.id } };
  const { batchId } = await must(200, 'POST', '/api/batch', { operations: [...moves, aside] });
  const homes = async (): Promise<string[]> => {
    const both = await Promise.all([single, series].map(({ id }) => must(200, 'GET', `/api/events/${id}`)));
    return both.map(({ calendarId }) => calendarId as string);
  };
  expect([await homes(), (await list()).some(({ id }) => id === family.id)]).toEqual([[home.id, home.id], false]);
  const undone = await must(200, 'POST', '/api/undo', { batchId });
  expect(undone.skipped).toEqual([]);
  expect([await homes(), (await list()).some(({ id }) => id === family.id)]).toEqual([[family.id, family.id], true]);
  await must(200, 'POST', '/api/undo', { batchId: undone.batchId });
  expect([await homes(), (await list()).some(({ id }) => id === family.id)]).toEqual([[home.id, home.id], false]);
});

test('POST /api/undo › leaves an event where it is when the calendar that it was in is gone, or in the trash', async () => {
  const home = await defaultCalendar();
  for (const isDeleted of [true, false]) {
    const family = await create();
    const { id } = await event({ calendarId: family.id });
    await must(200, 'PUT', `/api/events/${id}`, { calendarId: home.id });
    const moved = await lastSeq();
    if (isDeleted) await must(204, 'DELETE', `${path}/${family.id}`);
    else await must(201, 'POST', '/api/trash', { type: 'calendar', id: family.id });
    const { restored, skipped } = await must(200, 'POST', '/api/undo', { changes: [moved] });
    expect([restored, skipped]).toEqual([[], [{ type: 'event', id, reason: 'gone' }]]);
    expect(await must(200, 'GET', `/api/events/${id}`)).toMatchObject({ calendarId: home.id, version: 2 });
  }
});
