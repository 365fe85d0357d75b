import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Card } from '../../main/contract/cards.ts';
import type { Event } from '../../main/contract/events.ts';
import type { RingingReminder } from '../../main/contract/reminders.ts';
import { full } from '../support/tiers.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { allIndexed } from '../support/indexed.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let berta: string;
let columnId: string;

beforeAll(async () => {
  vi.stubEnv('TZ', 'Europe/Vienna');
  service = await startTestService();
  berta = await service.signUp('berta');
  columnId = (await must(201, 'POST', '/api/columns', { title: 'Doing', projectId: 'p' })).id as string;
});

afterAll(async () => {
  await service.dispose();
  vi.unstubAllEnvs();
});

const path = '/api/reminders';
const noId = '01890a5d-ac96-774b-bcce-b302099a8057';
const march = { title: 'Review', startTime: '2026-03-10T09:30:00Z', endTime: '2026-03-10T10:00:00Z', timeZone: 'Europe/Vienna' };
const before = (...minutes: number[]): { minutesBefore: number }[] => minutes.map((minutesBefore) => ({ minutesBefore }));

const { send, must } = requestsTo(() => service);

const event = async (fields: object = {}): Promise<Event> => (await must(201, 'POST', '/api/events', { ...march, ...fields })) as Event;
const card = async (fields: object = {}): Promise<Card> =>
  (await must(201, 'POST', '/api/cards', { title: 'Card', columnId, ...fields })) as Card;
const lastSeq = async (): Promise<number> => (await must(200, 'GET', '/api/changes?limit=0')).lastSeq as number;
const changesSince = async (seq: number): Promise<object[]> => (await must(200, 'GET', `/api/changes?since=${seq}`)).items as object[];

/** What `work` gives while the clock is `ms` milliseconds ahead. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** An event that was made before it was to ring. */
const planned = (fields: object): Promise<Event> => later(Date.parse('2026-03-01') - Date.now(), () => event(fields));

/** What rings of one record in a range. */
async function ringing({ id }: { readonly id: string }, from = '2026-01-01', to = '2026-12-01'): Promise<RingingReminder[]> {
  const { items } = await must(200, 'GET', `${path}?from=${from}&to=${to}&limit=1000`);
  return (items as RingingReminder[]).filter((item) => item.id === id);
}

const times = async (record: { readonly id: string }, from?: string, to?: string): Promise<string[]> =>
  (await ringing(record, from, to)).map(({ at }) => at.slice(0, 16));

function refused({ status, body }: Answer): string[] {
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  return (body.errors as { path: string }[]).map((error) => error.path);
}

const keyOf = (type: 'event' | 'card', { id }: { readonly id: string }, at: string): object => ({ type, id, at });

describe('reminders of a record', () => {
  test.each<[string, unknown, string]>([
    ['they are no list', { minutesBefore: 5 }, 'reminders'],
    ['there are six', before(0, 1, 2, 3, 4, 5), 'reminders'],
    ['one comes twice', before(10, 5, 10), 'reminders'],
    ['one is negative', before(-1), 'reminders.0.minutesBefore'],
    ['one is too early', before(40_321), 'reminders.0.minutesBefore'],
    ['one is no whole number', before(1.5), 'reminders.0.minutesBefore'],
    ['one says more', [{ minutesBefore: 5, sound: 'bell' }], 'reminders.0.sound'],
  ])('POST /api/events, POST /api/cards › 400 when %s', async (_, reminders, where) => {
    const seq = await lastSeq();
    expect(refused(await send('POST', '/api/events', { ...march, reminders }))).toEqual([where]);
    expect(refused(await send('POST', '/api/cards', { title: 'Card', columnId, dueDate: '2026-03-10', reminders }))).toEqual([where]);
    expect(await lastSeq()).toBe(seq);
  });

  test('POST /api/events › 201 with up to five as they were sent, from none to 4 weeks before; none when absent or null', async () => {
    const reminders = before(40_320, 0, 10, 30, 5);
    const made = await event({ reminders });
    expect(made.reminders).toEqual(reminders);
    expect((await must(200, 'GET', `/api/events/${made.id}`)).reminders).toEqual(reminders);
    expect((await event()).reminders).toEqual([]);
    expect((await event({ reminders: null })).reminders).toEqual([]);
  });

  test('PUT /api/events/:id › 200 and one version more, the same again changes nothing, null clears, other fields keep them', async () => {
    const { id } = await event({ reminders: before(10) });
    expect(await must(200, 'PUT', `/api/events/${id}`, { reminders: before(10) })).toMatchObject({ version: 1 });
    expect(await must(200, 'PUT', `/api/events/${id}`, { title: 'Other' })).toMatchObject({ version: 2, reminders: before(10) });
    expect(await must(200, 'PUT', `/api/events/${id}`, { reminders: before(5, 60) })).toMatchObject({
      version: 3,
      reminders: before(5, 60),
    });
    expect(await must(200, 'PUT', `/api/events/${id}`, { reminders: null })).toMatchObject({ version: 4, reminders: [] });
  });

  test('PUT /api/cards/:id › 200; they need a due date (400 without), and go with it', async () => {
    expect(refused(await send('POST', '/api/cards', { title: 'Card', columnId, reminders: before(5) }))).toEqual(['reminders']);
    const { id } = await card({ dueDate: '2026-03-10', reminders: before(5) });
    expect(await must(200, 'PUT', `/api/cards/${id}`, { dueDate: '2026-03-11' })).toMatchObject({ reminders: before(5), version: 2 });
    expect(refused(await send('PUT', `/api/cards/${id}`, { dueDate: null, reminders: before(5) }))).toEqual(['reminders']);
    expect(await must(200, 'PUT', `/api/cards/${id}`, { dueDate: null })).toMatchObject({ reminders: [], version: 3 });
    expect(refused(await send('PUT', `/api/cards/${id}`, { reminders: before(5) }))).toEqual(['reminders']);
  });

  test('POST /api/undo › gives back the reminders of an event, of an occurrence and of a card', async () => {
    const single = await event({ reminders: before(10) });
    const series = await event({ reminders: before(10), recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
    const due = await card({ dueDate: '2026-03-10', reminders: before(7) });
    const seq = await lastSeq();
    await must(200, 'PUT', `/api/events/${single.id}`, { reminders: [] });
    await must(200, 'PUT', `/api/events/${series.id}_20260311T093000Z`, { reminders: before(1) });
    await must(200, 'PUT', `/api/cards/${due.id}`, { dueDate: null });
    const changes = (await changesSince(seq)) as { seq: number }[];
    await must(200, 'POST', '/api/undo', { changes: changes.map((change) => change.seq) });
    expect((await must(200, 'GET', `/api/events/${single.id}`)).reminders).toEqual(before(10));
    expect((await must(200, 'GET', `/api/events/${series.id}_20260311T093000Z`)).reminders).toEqual(before(10));
    expect(await must(200, 'GET', `/api/cards/${due.id}`)).toMatchObject({ dueDate: '2026-03-10', reminders: before(7) });
  });

  test('POST /api/trash › what is in the trash does not ring, and what comes back rings again', async () => {
    const records = [
      ['event', await event({ reminders: before(10) })],
      ['event', await event({ reminders: before(10), recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } })],
      ['card', await card({ dueDate: '2026-03-10', reminders: before(10) })],
    ] as const;
    for (const [type, record] of records) {
      const rang = await ringing(record);
      expect(rang.length).toBeGreaterThan(0);
      const entry = await must(201, 'POST', '/api/trash', { type, id: record.id });
      expect(await ringing(record)).toEqual([]);
      await must(200, 'POST', `/api/trash/${entry.id}/restore`);
      expect(await ringing(record)).toMatchObject(rang.map(({ at, occurrenceId }) => ({ at, occurrenceId })));
    }
  });

  test('POST /api/batch › can set them', async () => {
    const { results } = await must(200, 'POST', '/api/batch', {
      operations: [{ method: 'POST', path: '/api/events', body: { ...march, reminders: before(3) } }],
    });
    expect((results as { body: Event }[])[0]?.body.reminders).toEqual(before(3));
  });
});

describe('GET /api/reminders', () => {
  test.each<[string, string, string]>([
    ['from is missing', 'to=2026-03-01', 'from'],
    ['to is missing', 'from=2026-03-01', 'to'],
    ['from is no time', 'from=today&to=2026-03-01', 'from'],
    ['the range is empty', 'from=2026-03-01&to=2026-03-01', 'to'],
    ['the range is wider than 366 days', 'from=2026-03-01&to=2027-03-03', 'to'],
    ['the limit is too high', 'from=2026-03-01&to=2026-04-01&limit=1001', 'limit'],
    ['a parameter is unknown', 'from=2026-03-01&to=2026-04-01&type=card', 'type'],
  ])('400 when %s', async (_, query, where) => {
    expect(refused(await send('GET', `${path}?${query}`))).toEqual([where]);
  });

  test('200 with what rings, from the beginning of the range to before its end', async () => {
    const made = await planned({ reminders: before(10) });
    const item = {
      at: '2026-03-10T09:20:00.000Z',
      type: 'event',
      id: made.id,
      occurrenceId: null,
      title: 'Review',
      startTime: made.startTime,
      endTime: made.endTime,
      isAllDay: false,
      originalAt: '2026-03-10T09:20:00.000Z',
      rungAt: null,
    };
    expect(await ringing(made, '2026-03-10T09:20:00Z', '2026-03-10T09:20:00.001Z')).toEqual([item]);
    expect(await ringing(made, '2026-03-10T09:00:00Z', '2026-03-10T09:20:00Z')).toEqual([]);
    expect(await ringing(made, '2026-03-10T09:20:00.001Z', '2026-03-10T10:20:00Z')).toEqual([]);
  });

  test('200 in pages, by time, without the reminders of others', async () => {
    const late = await event({ startTime: '2025-05-01T10:00:00Z', endTime: '2025-05-01T11:00:00Z', reminders: before(0, 40_320) });
    const early = await event({ startTime: '2025-04-20T10:00:00Z', endTime: '2025-04-21T11:00:00Z', reminders: before(1440) });
    const range = 'from=2025-04-01&to=2025-06-01';
    const all = await must(200, 'GET', `${path}?${range}`);
    expect(all).toMatchObject({ total: 3, limit: 500, offset: 0 });
    expect((all.items as RingingReminder[]).map(({ at, id }) => [at.slice(0, 10), id])).toEqual([
      ['2025-04-03', late.id],
      ['2025-04-19', early.id],
      ['2025-05-01', late.id],
    ]);
    expect(await must(200, 'GET', `${path}?${range}&limit=1&offset=1`)).toEqual({
      items: [(all.items as object[])[1]],
      total: 3,
      limit: 1,
      offset: 1,
    });
    expect(await must(200, 'GET', `${path}?${range}`, undefined, berta)).toMatchObject({ items: [], total: 0 });
  });

  test('200 with the occurrences of series on the clocks of their zone, over both changes of the clocks, and of changed ones', async () => {
    const recurrence = { rrule: 'FREQ=DAILY' };
    const spring = await event({
      date: '2026-03-27',
      start: '09:00',
      end: '09:30',
      startTime: undefined,
      endTime: undefined,
      recurrence,
      reminders: before(1440, 10),
    });
    expect(await times(spring, '2026-03-27T00:00Z', '2026-03-30T00:00Z')).toEqual(
      ['2026-03-27T07:50', '2026-03-27T08:00', '2026-03-28T07:00', '2026-03-28T07:50', '2026-03-29T06:50', '2026-03-29T07:00'].toSorted(),
    );
    expect(await times(spring, '2026-10-24T06:00Z', '2026-10-26T08:00Z')).toEqual([
      '2026-10-24T06:50',
      '2026-10-24T08:00',
      '2026-10-25T07:50',
      '2026-10-25T08:00',
      '2026-10-26T07:50',
    ]);
    const one = `${spring.id}_20260401T070000Z`;
    await must(200, 'PUT', `/api/events/${one}`, { reminders: before(5), title: 'Changed' });
    await must(200, 'PUT', `/api/events/${spring.id}_20260402T070000Z`, {
      startTime: '2026-04-02T12:00:00Z',
      endTime: '2026-04-02T12:30:00Z',
    });
    await must(204, 'DELETE', `/api/events/${spring.id}_20260403T070000Z`);
    expect(
      (await ringing(spring, '2026-03-31T22:00Z', '2026-04-04T06:00Z')).map(({ at, title, occurrenceId }) => [
        at.slice(0, 16),
        title,
        occurrenceId,
      ]),
    ).toEqual([
      ['2026-04-01T06:55', 'Changed', one],
      ['2026-04-01T12:00', 'Review', `${spring.id}_20260402T070000Z`],
      ['2026-04-02T11:50', 'Review', `${spring.id}_20260402T070000Z`],
      ['2026-04-03T07:00', 'Review', `${spring.id}_20260404T070000Z`],
    ]);
  });

  test('200 with an occurrence that alone has reminders, of a series that has none', async () => {
    const series = await event({ recurrence: { rrule: 'FREQ=DAILY;COUNT=5' } });
    expect(await times(series)).toEqual([]);
    await must(200, 'PUT', `/api/events/${series.id}_20260312T093000Z`, { reminders: before(15) });
    expect(await times(series)).toEqual(['2026-03-12T09:15']);
  });

  test('200 with all-day events, which begin at midnight in their zone', async () => {
    const day = { startTime: undefined, endTime: undefined, date: '2026-03-29', timeZone: 'Europe/Vienna', reminders: before(0, 900) };
    expect(await times(await event(day))).toEqual(['2026-03-28T08:00', '2026-03-28T23:00']);
    const american = await event({ ...day, timeZone: 'America/Los_Angeles' });
    expect(await times(american)).toEqual(['2026-03-28T16:00', '2026-03-29T07:00']);
    expect(await ringing(american, '2026-03-29T07:00:00Z', '2026-03-29T08:00:00Z')).toMatchObject([{ startDate: '2026-03-29' }]);
    const japanese = await event({ ...day, timeZone: 'Asia/Tokyo' });
    expect(await ringing(japanese, '2026-03-28T15:00:00Z', '2026-03-28T16:00:00Z')).toMatchObject([{ startDate: '2026-03-29' }]);
  });

  test.each<[string, string]>([
    ['2026-03-10', '2026-03-10T07:50'],
    ['2026-03-29', '2026-03-29T06:50'],
    ['2026-10-25', '2026-10-25T07:50'],
    ['2026-03-29T02:30', '2026-03-29T01:20'],
    ['2026-10-25T02:30', '2026-10-25T00:20'],
    ['2026-07-01T12:00', '2026-07-01T09:50'],
    ['2026-07-01T12:00:00Z', '2026-07-01T11:50'],
    ['2026-07-01T12:00:00-11:00', '2026-07-01T22:50'],
  ])('200 with a card that is due %s, on the clocks of this machine, a date at nine', async (dueDate, at) => {
    const due = await card({ dueDate, reminders: before(10) });
    expect(await times(due)).toEqual([at]);
    expect(await times(due, `${at}:00Z`, `${at}:00.001Z`)).toEqual([at]);
  });

  test('200 without cards that are done, and without the cards of a deleted column', async () => {
    const due = await card({ dueDate: '2026-03-10', reminders: before(0) });
    await must(200, 'PUT', `/api/cards/${due.id}`, { completedAt: '2026-03-01T09:00:00Z' });
    expect(await times(due)).toEqual([]);
    await must(200, 'PUT', `/api/cards/${due.id}`, { completedAt: null, progress: 100 });
    expect(await times(due)).toEqual(['2026-03-10T08:00']);
    const column = await must(201, 'POST', '/api/columns', { title: 'Gone', projectId: 'p' });
    const gone = await card({ dueDate: '2026-03-10', reminders: before(0), columnId: column.id });
    await must(204, 'DELETE', `/api/columns/${column.id}`);
    expect(await times(gone)).toEqual([]);
  });

  test('200 with events alone for a token that may not read boards, 403 without calendar:read', async () => {
    const due = await card({ dueDate: '2026-03-10', reminders: before(0) });
    const made = await event({ reminders: before(0) });
    const { token } = await must(201, 'POST', '/api/tokens', { name: 'n', scopes: ['calendar:read', 'calendar:write'], expiresAt: null });
    const { items } = await must(200, 'GET', `${path}?from=2026-03-01&to=2026-04-01&limit=1000`, undefined, token);
    const ids = (items as RingingReminder[]).map(({ id }) => id);
    expect([ids.includes(made.id), ids.includes(due.id)]).toEqual([true, false]);
    const key = keyOf('card', due, '2026-03-10T08:00:00Z');
    expect((await send('POST', `${path}/dismiss`, key, token)).body.code).toBe('insufficient_scope');
    expect((await must(200, 'POST', `${path}/ring`, { items: [key] }, token)).items).toEqual([]);
    const { token: other } = await must(201, 'POST', '/api/tokens', { name: 'm', scopes: ['boards:read'], expiresAt: null });
    expect((await send('GET', `${path}?from=2026-03-01&to=2026-04-01`, undefined, other)).body.code).toBe('insufficient_scope');
  });

  test('POST /api/reminders/ring › what is due is told to the one who asks, also where the write of another fails beside it', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const startTime = new Date(Date.now() + 60_000 + turn * 1000).toISOString();
      const due = await event({ startTime, endTime: '2036-03-10T10:00:00Z', reminders: before(10) });
      const items = [keyOf('event', due, new Date(Date.parse(startTime) - 600_000).toISOString())];
      const refused = { body: { title: 'x' }, headers: { 'If-Match': '"99"' } };
      const [rung] = await Promise.all([
        service.request('POST', `${path}/ring`, { body: { items } }),
        service.request('PUT', `/api/events/${due.id}`, refused),
      ]);
      expect(rung.body).toMatchObject({ items });
      expect(await must(200, 'POST', `${path}/ring`, { items })).toMatchObject({ items: [] });
    }
  });

  test('at most 8 statements, however many there are, and none that writes', full, async () => {
    await allIndexed(service);
    const { answer, statements } = await statementsOf(() => send('GET', `${path}?from=2026-03-01&to=2026-04-01`));
    expect([answer.status, (answer.body.items as object[]).length > 10]).toEqual([200, true]);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8);
    expect(statements.every((text) => /^\s*SELECT/.test(text))).toBe(true);
  });
});

describe('POST /api/reminders/dismiss', () => {
  test.each<[string, object, string]>([
    ['the type is none', { type: 'note' }, 'type'],
    ['the id is missing', { id: undefined }, 'id'],
    ['at has no offset', { at: '2026-03-10T09:20' }, 'at'],
    ['a field is unknown', { until: '2026-03-10T09:20:00Z' }, 'until'],
  ])('400 when %s', async (_, fields, where) => {
    expect(refused(await send('POST', `${path}/dismiss`, { type: 'event', id: noId, at: '2026-03-10T09:20:00Z', ...fields }))).toEqual([
      where,
    ]);
  });

  test('204, also again, with one entry in the feed; it is left out from then on, and the others are not', async () => {
    const made = await event({ reminders: before(10, 60) });
    const seq = await lastSeq();
    const key = keyOf('event', made, '2026-03-10T10:20:00+01:00');
    await must(204, 'POST', `${path}/dismiss`, key);
    await must(204, 'POST', `${path}/dismiss`, key);
    expect(await times(made)).toEqual(['2026-03-10T08:30']);
    expect(await changesSince(seq)).toMatchObject([{ type: 'reminder', action: 'updated', id: made.id, version: null }]);
  });

  test('404 for what is unknown or of others, and at a time at which nothing rings', async () => {
    const made = await event({ reminders: before(10) });
    const due = await card({ dueDate: '2026-03-10', reminders: before(0) });
    const at = '2026-03-10T09:20:00Z';
    const missing: [object, string][] = [
      [keyOf('event', { id: noId }, at), service.token()],
      [keyOf('event', { id: 'no id' }, at), service.token()],
      [keyOf('event', { id: `${made.id}_20260310T093000Z` }, at), service.token()],
      [keyOf('event', made, '2026-03-10T09:21:00Z'), service.token()],
      [keyOf('card', made, at), service.token()],
      [keyOf('event', due, '2026-03-10T08:00:00Z'), service.token()],
      [keyOf('event', made, at), berta],
      [keyOf('card', due, '2026-03-10T08:00:00Z'), berta],
    ];
    for (const [key, token] of missing) {
      expect((await send('POST', `${path}/dismiss`, key, token)).body.code).toBe('not_found');
      const until = new Date(Date.now() + 86_400_000).toISOString();
      expect((await send('POST', `${path}/snooze`, { ...key, until }, token)).body.code).toBe('not_found');
    }
    expect(await times(made)).toEqual(['2026-03-10T09:20']);
  });

  test('a moved event rings again, and so does one that was dismissed for its old time alone', async () => {
    const made = await event({ reminders: before(10) });
    await must(204, 'POST', `${path}/dismiss`, keyOf('event', made, '2026-03-10T09:20:00Z'));
    await must(200, 'PUT', `/api/events/${made.id}`, { startTime: '2026-03-10T09:40:00Z', endTime: '2026-03-10T10:10:00Z' });
    expect(await times(made)).toEqual(['2026-03-10T09:30']);
  });

  test('204 for one occurrence, or by the id of the series for all that ring at that time', async () => {
    const series = await event({ recurrence: { rrule: 'FREQ=DAILY;COUNT=4' }, reminders: before(0, 1440) });
    const at = '2026-03-11T09:30:00Z';
    const there = async (): Promise<unknown[]> =>
      (await ringing(series, at, '2026-03-11T09:31:00Z')).map(({ occurrenceId }) => occurrenceId);
    expect(await there()).toEqual([`${series.id}_20260311T093000Z`, `${series.id}_20260312T093000Z`]);
    await must(204, 'POST', `${path}/dismiss`, keyOf('event', { id: `${series.id}_20260311T093000Z` }, at));
    expect(await there()).toEqual([`${series.id}_20260312T093000Z`]);
    await must(204, 'POST', `${path}/dismiss`, keyOf('event', series, at));
    expect(await there()).toEqual([]);
    expect((await ringing(series)).length).toBe(6);
  });
});

describe('POST /api/reminders/snooze', () => {
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

  test('204: it rings at the new time, for every client that asks; by that time it is snoozed again and dismissed', async () => {
    const due = await card({ dueDate: '2026-03-10', reminders: before(10) });
    const at = '2026-03-10T07:50:00.000Z';
    const [first, second] = [inDays(1), inDays(2)];
    const seq = await lastSeq();
    await must(204, 'POST', `${path}/snooze`, { ...keyOf('card', due, at), until: first });
    expect(await changesSince(seq)).toMatchObject([{ type: 'reminder', action: 'updated', id: due.id, version: null }]);
    expect(await times(due)).toEqual(first < '2026-12-01' ? [first.slice(0, 16)] : []);
    expect(await ringing(due, inDays(0), inDays(5))).toMatchObject([{ at: first, originalAt: at, rungAt: null }]);
    await must(204, 'POST', `${path}/snooze`, { ...keyOf('card', due, first), until: second });
    expect(await ringing(due, inDays(0), inDays(5))).toMatchObject([{ at: second, originalAt: at }]);
    await must(204, 'POST', `${path}/dismiss`, keyOf('card', due, second));
    await must(204, 'POST', `${path}/dismiss`, keyOf('card', due, second));
    expect(await ringing(due, inDays(0), inDays(5))).toEqual([]);
    expect(await ringing(due, '2026-03-01', '2026-04-01')).toEqual([]);
  });

  test('400 for a time that is over, or more than 366 days ahead; 404 as dismissing', async () => {
    const made = await event({ reminders: before(10) });
    const key = keyOf('event', made, '2026-03-10T09:20:00Z');
    for (const until of [inDays(-1), inDays(367), 'tomorrow'])
      expect(refused(await send('POST', `${path}/snooze`, { ...key, until }))).toEqual(['until']);
    expect((await send('POST', `${path}/snooze`, { ...key, until: inDays(1) }, berta)).body.code).toBe('not_found');
    expect(await times(made)).toEqual(['2026-03-10T09:20']);
  });

  test('an event that is moved while it is snoozed rings by its new time alone', async () => {
    const made = await event({ reminders: before(10) });
    await must(204, 'POST', `${path}/snooze`, { ...keyOf('event', made, '2026-03-10T09:20:00Z'), until: inDays(1) });
    await must(200, 'PUT', `/api/events/${made.id}`, { startTime: '2026-03-11T09:30:00Z', endTime: '2026-03-11T10:00:00Z' });
    expect(await times(made)).toEqual(['2026-03-11T09:20']);
    expect(await ringing(made, inDays(0), inDays(5))).toEqual([]);
  });
});

describe('POST /api/reminders/ring', () => {
  const claim = async (...items: object[]): Promise<unknown> => (await must(200, 'POST', `${path}/ring`, { items })).items;

  test('200 with those that were not told, for one of several callers; told once it is confirmed, and again after a snooze', async () => {
    const made = await planned({ reminders: before(10) });
    const key = keyOf('event', made, '2026-03-10T09:20:00.000Z');
    const answers = await Promise.all([1, 2, 3, 4].map(() => claim(key)));
    expect(answers.filter((items) => (items as object[]).length > 0)).toEqual([[key]]);
    expect(await ringing(made)).toMatchObject([{ rungAt: null }]);
    const seq = await lastSeq();
    await must(204, 'POST', `${path}/rung`, { items: [key] });
    await must(204, 'POST', `${path}/rung`, { items: [key] });
    expect(await changesSince(seq)).toMatchObject([{ type: 'reminder', action: 'updated', id: made.id, version: null }]);
    expect(await ringing(made)).toMatchObject([{ rungAt: expect.stringMatching(/Z$/) }]);
    expect(await later(3_600_000, () => claim(key))).toEqual([]);
    const until = new Date(Date.now() + 1000).toISOString();
    await must(204, 'POST', `${path}/snooze`, { ...key, until });
    const again = { ...key, at: until };
    expect(await claim(again)).toEqual([]);
    await later(2000, async () => {
      expect(await claim(again)).toEqual([again]);
      expect(await claim(again, key)).toEqual([]);
    });
  });

  test('200 with `until`: what a closed window did not confirm by then is there for another, and nothing was stored', async () => {
    const made = await planned({ reminders: before(10) });
    const key = keyOf('event', made, '2026-03-10T09:20:00.000Z');
    const seq = await lastSeq();
    const { items, until } = await must(200, 'POST', `${path}/ring`, { items: [key] });
    const left = Date.parse(until as string) - Date.now();
    expect([items, left > 20_000, left <= 30_000]).toEqual([[key], true, true]);
    expect(await later(left - 2_000, () => claim(key))).toEqual([]);
    expect(await later(left + 1, () => claim(key))).toEqual([key]);
    expect(await changesSince(seq)).toEqual([]);
  });

  test('POST /api/reminders/rung › 204 and nothing for what is unknown, another user’s or not due yet; 400 for no list, 403 without scope', async () => {
    const start = new Date(Date.now() + 3_600_000).toISOString();
    const soon = await event({ startTime: start, endTime: new Date(Date.now() + 7_200_000).toISOString(), reminders: before(0) });
    const made = await event({ reminders: before(10) });
    const seq = await lastSeq();
    await must(204, 'POST', `${path}/rung`, { items: [keyOf('event', { id: noId }, start), keyOf('event', soon, start)] });
    await must(204, 'POST', `${path}/rung`, { items: [keyOf('event', made, '2026-03-10T09:20:00Z')] }, berta);
    expect(await changesSince(seq)).toEqual([]);
    expect(refused(await send('POST', `${path}/rung`, { items: [] }))).toEqual(['items']);
    const { token } = await must(201, 'POST', '/api/tokens', { name: 'r', scopes: ['calendar:read'], expiresAt: null });
    expect((await send('POST', `${path}/rung`, { items: [keyOf('event', made, start)] }, token)).body.code).toBe('insufficient_scope');
  });

  test('200 without what is unknown, of others, dismissed or not due yet', async () => {
    const made = await event({ reminders: before(10, 5) });
    const start = new Date(Date.now() + 3_600_000).toISOString();
    const later = await event({ startTime: start, endTime: new Date(Date.now() + 7_200_000).toISOString(), reminders: before(0) });
    const dismissed = keyOf('event', made, '2026-03-10T09:20:00.000Z');
    await must(204, 'POST', `${path}/dismiss`, dismissed);
    const items = [keyOf('event', { id: noId }, start), keyOf('event', later, start), dismissed];
    expect(await claim(...items)).toEqual([]);
    const foreign = { items: [keyOf('event', made, '2026-03-10T09:25:00Z')] };
    expect((await must(200, 'POST', `${path}/ring`, foreign, berta)).items).toEqual([]);
    expect(refused(await send('POST', `${path}/ring`, { items: [] }))).toEqual(['items']);
  });

  test('POST /api/undo › what was done about a reminder is skipped', async () => {
    const made = await event({ reminders: before(10) });
    const seq = await lastSeq();
    await must(204, 'POST', `${path}/dismiss`, keyOf('event', made, '2026-03-10T09:20:00Z'));
    const changes = ((await changesSince(seq)) as { seq: number }[]).map((change) => change.seq);
    expect(await must(200, 'POST', '/api/undo', { changes })).toEqual({
      batchId: null,
      restored: [],
      skipped: [{ type: 'reminder', id: made.id, reason: 'gone' }],
    });
  });
});

describe('what comes in from elsewhere', () => {
  const hour = 3_600_000;
  const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  /** An event of a file that begins `hours` from now and has an alarm ten minutes before. */
  const vevent = (uid: string, hours: number, ...more: string[]): string[] => {
    const start = Date.now() + hours * hour;
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:x', 'TRIGGER:-PT10M', 'END:VALARM'];
    const times = [`DTSTART:${stamp(start)}`, `DTEND:${stamp(start + hour)}`];
    return ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', `SUMMARY:${uid}`, ...times, ...more, ...alarm, 'END:VEVENT'];
  };
  const fileOf = (...lines: string[]): string => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  /** What a program that starts now finds: what rings from four weeks before to one ahead, by title. */
  const found = async (): Promise<string[]> => {
    const [from, to] = [-28 * 24, 7 * 24].map((hours) => new Date(Date.now() + hours * hour).toISOString());
    const { items } = await must(200, 'GET', `${path}?from=${from}&to=${to}&limit=1000`);
    return (items as RingingReminder[]).filter(({ rungAt }) => rungAt === null).map(({ title }) => title);
  };
  const of = (titles: readonly string[], name: string): number => titles.filter((title) => title === name).length;

  test('rings for what is to come alone: a file, the file again with other alarms, and what a CalDAV client puts', async () => {
    const id = (await must(201, 'POST', '/api/calendars', { name: 'Imported' })).id as string;
    const bring = async (...events: string[][]): Promise<Answer['body']> => {
      const headers = { 'Content-Type': 'text/calendar' };
      return (await service.request('POST', `/api/calendars/${id}/import`, { body: fileOf(...events.flat()), headers })).body;
    };
    const weekly = vevent('weekly', -24 * 30, 'RRULE:FREQ=WEEKLY');
    expect(await bring(vevent('past', -72), weekly, vevent('coming', 48))).toMatchObject({ created: 3 });
    const first = await found();
    expect([of(first, 'past'), of(first, 'weekly'), of(first, 'coming')]).toEqual([0, 1, 1]);
    expect(await bring(vevent('past', -48), vevent('coming', 24))).toMatchObject({ updated: 2 });
    const second = await found();
    expect([of(second, 'past'), of(second, 'weekly'), of(second, 'coming')]).toEqual([0, 1, 1]);

    const userId = (await must(200, 'GET', '/api/auth/me')).id as string;
    for (const [name, hours] of [
      ['put past', -2],
      ['put coming', 2],
    ] as const) {
      const { status } = await fetch(`${service.baseUrl}/dav/calendars/${userId}/${id}/${hours}.ics`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'text/calendar' },
        body: fileOf(...vevent(name, hours)),
      });
      expect(status).toBe(201);
    }
    const third = await found();
    expect([of(third, 'put past'), of(third, 'put coming')]).toEqual([0, 1]);

    // It counts as told, and can be snoozed and dismissed as what was.
    const events = (await must(200, 'GET', `/api/events?calendarId=${id}`)).items as Event[];
    const past = events.find(({ title }) => title === 'put past') as Event;
    const key = keyOf('event', past, new Date(Date.parse(past.startTime) - 600_000).toISOString());
    expect((await must(200, 'POST', `${path}/ring`, { items: [key] })).items).toEqual([]);
    // In the trash and back it is as it was.
    const trashed = await must(201, 'POST', '/api/trash', { type: 'event', id: past.id });
    await must(200, 'POST', `/api/trash/${trashed.id as string}/restore`);
    expect(of(await found(), 'put past')).toBe(0);
    await must(204, 'POST', `${path}/snooze`, { ...key, until: new Date(Date.now() + hour).toISOString() });
    expect(of(await found(), 'put past')).toBe(1);
  });
});

describe('what is written here', () => {
  const hour = 3_600_000;
  const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
  /** Times of an event that begins so long from now. */
  const from = (ms: number): object => ({ startTime: at(ms), endTime: at(ms + hour / 2), timeZone: 'UTC' });
  /** How many reminders a program that starts now tells of a record, the next six hours included. */
  const toTell = async (record: { readonly id: string }): Promise<number> =>
    (await ringing(record, at(-28 * 24 * hour), at(6 * hour))).filter(({ rungAt }) => rungAt === null).length;
  const daily = { recurrence: { rrule: 'FREQ=DAILY' }, reminders: before(10) };

  test('POST, PUT /api/events › rings for what lies ahead alone: made, moved, given a reminder, and no more cancelled', async () => {
    expect(await toTell(await event({ ...from(-26 * hour), reminders: before(10) }))).toBe(0);
    const made = await event({ ...from(-14 * 24 * hour + 3 * hour), ...daily });
    expect(await toTell(made)).toBe(1);
    // It begins in a few minutes: its reminder has just passed, and is told at once.
    expect(await toTell(await event({ ...from(hour / 12), reminders: before(10) }))).toBe(1);
    expect(await toTell(await event({ ...from(hour / 12), reminders: before(1440) }))).toBe(0);

    // Made long ago, with all that was told: it is moved, and back.
    const long = await later(-28 * 24 * hour, () => event({ ...from(3 * hour), ...daily }));
    expect(await toTell(long)).toBe(29);
    const seq = await lastSeq();
    await must(200, 'PUT', `/api/events/${long.id}`, { title: 'Other' });
    expect(await toTell(long)).toBe(29);
    await must(200, 'PUT', `/api/events/${long.id}?scope=all`, from(-28 * 24 * hour + 4 * hour));
    expect(await toTell(long)).toBe(1);
    const changes = ((await changesSince(seq)) as { seq: number }[]).map((change) => change.seq);
    await must(200, 'POST', '/api/undo', { changes });
    expect(await toTell(long)).toBe(1);

    const bare = await later(-28 * 24 * hour, () => event({ ...from(3 * hour), recurrence: daily.recurrence }));
    await must(200, 'PUT', `/api/events/${bare.id}`, { reminders: before(5) });
    expect(await toTell(bare)).toBe(1);
    const cancelled = await later(-48 * hour, () => event({ ...from(24 * hour), reminders: before(5), isCancelled: true }));
    await must(200, 'PUT', `/api/events/${cancelled.id}`, { isCancelled: false });
    expect(await toTell(cancelled)).toBe(0);
  });

  test('PUT /api/events/:id?scope, POST /api/trash › neither a part of a series nor what comes back rings for what is over', async () => {
    const long = await later(-28 * 24 * hour, () => event({ ...from(3 * hour), ...daily }));
    const ids = (await ringing(long, at(-28 * 24 * hour), at(6 * hour))).map(({ occurrenceId }) => occurrenceId);
    const rest = await must(200, 'PUT', `/api/events/${ids[10]}?scope=following`, { title: 'Split' });
    expect([await toTell(rest as Event), await toTell(long)]).toEqual([1, 10]);
    await must(200, 'PUT', `/api/events/${ids[5]}?scope=one`, from(-23 * 24 * hour + 5 * hour));
    expect(await toTell(long)).toBe(0);

    const away = await later(-28 * 24 * hour, () => event({ ...from(3 * hour), ...daily }));
    const entry = await must(201, 'POST', '/api/trash', { type: 'event', id: away.id });
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect(await toTell(away)).toBe(1);
  });

  test('POST, PUT /api/cards › rings for what lies ahead alone: made, due at another time, opened again, out of the trash', async () => {
    const due = { dueDate: at(-26 * hour), reminders: before(0) };
    expect(await toTell(await card(due))).toBe(0);
    const moved = await later(-30 * hour, () => card({ ...due, dueDate: at(48 * hour) }));
    await must(200, 'PUT', `/api/cards/${moved.id}`, { dueDate: at(-2 * hour) });
    expect(await toTell(moved)).toBe(0);
    const missed = await later(-30 * hour, () => card({ ...due, dueDate: at(2 * hour) }));
    expect(await toTell(missed)).toBe(1);
    await must(200, 'PUT', `/api/cards/${missed.id}`, { title: 'Other' });
    expect(await toTell(missed)).toBe(1);
    await must(200, 'PUT', `/api/cards/${missed.id}`, { completedAt: at(0) });
    await must(200, 'PUT', `/api/cards/${missed.id}`, { completedAt: null });
    expect(await toTell(missed)).toBe(0);

    const trashed = await later(-30 * hour, () => card({ ...due, dueDate: at(2 * hour) }));
    const entry = await must(201, 'POST', '/api/trash', { type: 'card', id: trashed.id });
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect(await toTell(trashed)).toBe(0);
  });
});
