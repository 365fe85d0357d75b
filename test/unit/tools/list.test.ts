import { expect, test } from 'vitest';
import { AppError } from '../../../main/lib/app-error.ts';
import { list } from '../../../main/tools/list.ts';
import type { ToolContext } from '../../../main/tools/tool.ts';

test.each([
  ['begin with summer time', '2026-03-26', '2026-03-25T23:00:00.000Z', '2026-04-01T22:00:00.000Z'],
  ['begin with winter time', '2026-10-20', '2026-10-19T22:00:00.000Z', '2026-10-26T23:00:00.000Z'],
  ['from a time of day on', '2026-03-26T12:00:00Z', '2026-03-26T12:00:00.000Z', '2026-04-02T11:00:00.000Z'],
])('list › the agenda is of 7 days on the clocks of this machine, also where they %s', async (_, from, startDate, endDate) => {
  const asked: unknown[] = [];
  const ask = (__: unknown, request: unknown): Promise<unknown> => {
    asked.push(request);
    return Promise.resolve({ items: [], total: 0 });
  };
  const context = { ask, timeZone: () => 'Europe/Berlin', now: () => Date.parse('2026-03-20T12:00:00Z') } as unknown as ToolContext;
  await list.run({ what: 'agenda', from }, context);
  expect(asked).toMatchObject([{ query: { startDate, endDate } }]);
});

test.each([
  ['', 0],
  [', also where what a page showed is trashed before the next one', 50],
])('list › today is reached to its end%s: events, then cards, what is due longest first; the number of all is true', async (_, trashed) => {
  const event = (index: number): object => ({
    id: `e${index}`,
    occurrenceId: `e${index}`,
    title: `Event ${index}`,
    startTime: '2026-03-20T08:00:00Z',
    endTime: '2026-03-20T09:00:00Z',
    location: null,
    version: 1,
  });
  const day = (index: number): string => new Date(Date.UTC(2026, 2, 20 - index)).toISOString().slice(0, 10);
  const events = Array.from({ length: 105 }, (_, index) => event(index));
  const card = { priority: null, progress: 0, completedAt: null, checklist: [], attachments: [], version: 1 };
  const cards = Array.from({ length: 1_089 }, (_, index) => ({ ...card, id: `c${index}`, title: `Card ${index}`, dueDate: day(index) }));
  // Events that have gone for good are told by their ids.
  const ask = (route: { name: string }, { query }: { query: { limit: number; offset?: number | string } }): Promise<unknown> => {
    const all: readonly object[] = route.name === 'listEvents' ? events : cards;
    const offset = Number(query.offset ?? 0);
    return Promise.resolve({ items: all.slice(offset, offset + query.limit), total: all.length });
  };
  const scopes = new Set(['calendar:read', 'boards:read']);
  const context = { ask, caller: { scopes }, timeZone: () => 'UTC', now: () => Date.parse('2026-03-20T12:00:00Z') };
  const expected = [...events.map((__, index) => `e${index}`), ...cards.map((__, index) => `c${1_088 - index}`)];
  const found: { type: string; id: string }[] = [];
  let cursor: string | undefined;
  do {
    const args = { what: 'today', ...(cursor === undefined ? {} : { cursor }) };
    const { text, structured } = await list.run(args, context as unknown as ToolContext);
    expect(text).toContain(`; ${events.length + cards.length} in all`);
    const { items, nextCursor } = structured as { items: typeof found; nextCursor: string | null };
    found.push(...items);
    if (cursor === undefined) events.splice(0, trashed);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(found.map(({ id }) => id)).toEqual(expected);
});

test.each([
  [10, 10],
  [700, 3],
  [700, 700],
  [3_000, 2_100],
  [20_000, 7_999],
])('list › of %i changes the last %i are looked for from the end, and none is missing', async (count, recent) => {
  const now = Date.parse('2026-03-20T12:00:00Z');
  const from = '2026-03-20T10:00:00Z';
  const entries = Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    at: index < count - recent ? '2026-03-20T09:00:00Z' : '2026-03-20T11:00:00Z',
    type: 'event',
    action: 'updated',
    id: `e${index}`,
    version: 1,
    actor: { name: 'window' },
    batchId: null,
  }));
  // Events that have gone for good are told by their ids.
  const ask = (route: { name: string }, { query }: { query?: { since?: number | null; limit: number } }): Promise<unknown> => {
    if (route.name !== 'listChanges') return Promise.reject(new AppError('not_found', 'There is no such event'));
    const items = entries.slice(query?.since ?? 0, (query?.since ?? 0) + (query?.limit ?? 0));
    return Promise.resolve({ items, lastSeq: count });
  };
  const caller = { scopes: new Set(['calendar:read']) };
  const context = { ask, caller, timeZone: () => 'UTC', now: () => now } as unknown as ToolContext;
  const { text } = await list.run({ what: 'changes', from }, context);
  expect(text).toMatch(
    new RegExp(`^${recent} records changed since 2026-03-20 10:00, .*\n- 2026-03-20 11:00 updated by window: event e${count - 1}\n`),
  );
});

test('list › of more changes than are looked at, until a time before them, tells that these were left out', async () => {
  const at = (index: number): string => (index < 12_000 ? '2026-03-20T10:30:00Z' : '2026-03-20T11:00:00Z');
  const entries = Array.from({ length: 24_000 }, (_, index) => ({ seq: index + 1, at: at(index), type: 'event', action: 'updated' }));
  const ask = (_: object, { query }: { query: { since?: number | null; limit: number } }): Promise<unknown> => {
    const items = entries.slice(query.since ?? 0, (query.since ?? 0) + query.limit);
    return Promise.resolve({ items, lastSeq: entries.length });
  };
  const context = { ask, caller: { scopes: new Set() }, timeZone: () => 'UTC', now: () => Date.parse('2026-03-20T12:00:00Z') };
  const range = { from: '2026-03-20T10:00:00Z', to: '2026-03-20T10:45:00Z' };
  const { text } = await list.run({ what: 'changes', ...range }, context as unknown as ToolContext);
  expect(text).toMatch(/^0 records changed since .*; there were too many changes to look at those before 2026-03-20 11:00/);
});

test.each([
  [10_000, 4],
  [300_000, 600],
])('list › changes before and after %i numbers that were left out are told, %i of them since', async (gap, recent) => {
  const from = '2026-03-20T10:00:00Z';
  const before = 12_000;
  const entries = Array.from({ length: before + recent }, (_, index) => ({
    seq: index < before ? index + 1 : index + 1 + gap,
    at: index < before - 2 ? '2026-03-20T09:00:00Z' : '2026-03-20T11:00:00Z',
    type: 'event',
    action: 'updated',
    id: `e${index}`,
    version: 1,
    actor: { name: 'window' },
    batchId: null,
  }));
  const ask = (route: { name: string }, { query }: { query?: { since?: number | null; limit: number } }): Promise<unknown> => {
    if (route.name !== 'listChanges') return Promise.reject(new AppError('not_found', 'There is no such event'));
    const since = query?.since ?? 0;
    if (since > before && since <= before + gap) return Promise.reject(new AppError('history_gone', 'The changes after it are not known'));
    const items = entries.filter(({ seq }) => seq > since).slice(0, query?.limit);
    return Promise.resolve({ items, lastSeq: before + gap + recent });
  };
  const caller = { scopes: new Set(['calendar:read']) };
  const context = { ask, caller, timeZone: () => 'UTC', now: () => Date.parse('2026-03-20T12:00:00Z') } as unknown as ToolContext;
  const { text } = await list.run({ what: 'changes', from }, context);
  expect(text).toMatch(new RegExp(`^${recent + 2} records changed since`));
});
