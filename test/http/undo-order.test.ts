// The order of columns, cards, notebooks and saved searches: undone and done again, it is what it was, whatever came and went in between.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BatchResult } from '../../main/contract/batch.ts';
import type { Undone } from '../../main/contract/undo.ts';
import { requestsTo } from '../support/requests.ts';
import { runs } from '../support/property.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.dispose());

const { send, must } = requestsTo(() => service);

interface Item {
  readonly id: string;
  readonly title?: string;
  readonly name?: string;
  readonly parentId?: string | null;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const itemsOf = async (path: string, token?: string): Promise<Item[]> =>
  ((await must(200, 'GET', path, undefined, token)) as { items: Item[] }).items;

/** Something with an order, of four records at first. */
interface Ordered {
  readonly items: () => Promise<readonly Item[]>;
  readonly create: (name: string) => Operation;
  readonly remove: (id: string) => Operation;
  readonly order: (ids: readonly string[]) => readonly Operation[];
}

const trash = (type: string, id: string): Operation => ({ method: 'POST', path: '/api/trash', body: { type, id } });
const post = (path: string, body: object): Operation => ({ method: 'POST', path, body });
const putEach = (path: string, ids: readonly string[]): Operation[] =>
  ids.map((id, position) => ({ method: 'PUT', path: `${path}/${id}`, body: { position } }));

let made = 0;

const kinds: Readonly<Record<string, () => Promise<Ordered>>> = {
  columns: () => {
    const projectId = `order-${(made += 1)}`;
    return Promise.resolve({
      items: () => itemsOf(`/api/columns?projectId=${projectId}`),
      create: (title) => post('/api/columns', { title, projectId }),
      remove: (id) => trash('column', id),
      order: (columnIds) => [{ method: 'PUT', path: '/api/columns/order', body: { columnIds } }],
    });
  },
  cards: async () => {
    const { id: columnId } = (await must(201, 'POST', '/api/columns', { title: 'A', projectId: `order-${(made += 1)}` })) as Item;
    return {
      items: () => itemsOf(`/api/cards/column/${columnId}`),
      create: (title) => post('/api/cards', { title, columnId }),
      remove: (id) => trash('card', id),
      order: (ids) => ids.map((id, position) => post(`/api/cards/${id}/move`, { columnId, position })),
    };
  },
  notebooks: async () => {
    const { id: parentId } = (await must(201, 'POST', '/api/notebooks', { name: `order-${(made += 1)}` })) as Item;
    return {
      items: async () => (await itemsOf('/api/notebooks')).filter((each) => each.parentId === parentId),
      create: (name) => post('/api/notebooks', { name, parentId }),
      remove: (id) => ({ method: 'DELETE', path: `/api/notebooks/${id}` }),
      order: (ids) => putEach('/api/notebooks', ids),
    };
  },
  'saved searches': async () => {
    for (const { id } of await itemsOf('/api/saved-searches')) await must(204, 'DELETE', `/api/saved-searches/${id}`);
    return {
      items: () => itemsOf('/api/saved-searches'),
      create: (name) => post('/api/saved-searches', { name, query: 'x' }),
      remove: (id) => ({ method: 'DELETE', path: `/api/saved-searches/${id}` }),
      order: (ids) => putEach('/api/saved-searches', ids),
    };
  },
};

/** One thing to do; the numbers say with which of the records that are there. */
interface Doing {
  readonly what: 'create' | 'remove' | 'order' | 'restore';
  readonly which: readonly number[];
}

/** The operations of one batch: a record that they make has its id by reference. */
function batchOf(ordered: Ordered, ids: readonly string[], doings: readonly Doing[]): Operation[] {
  let there = [...ids];
  return doings.flatMap(({ what, which }, index) => {
    const chosen = [...new Set(which.map((each) => there[each % Math.max(there.length, 1)] ?? ''))].filter((id) => id !== '');
    const [first] = chosen;
    if (what === 'create') {
      there.push(`{{new${index}.id}}`);
      return [{ ...ordered.create(`new ${index}`), ref: `new${index}` }];
    }
    if (first === undefined || what === 'restore') return [];
    if (what === 'order') {
      there = [...chosen, ...there.filter((id) => !chosen.includes(id))];
      return ordered.order(chosen);
    }
    there = there.filter((id) => id !== first);
    return [ordered.remove(first)];
  });
}

/** What undoes that; null where nothing was changed, as by changes that cancel each other out. */
const undo = async (by: object | null): Promise<object | null> => {
  const answer = by === null ? null : await send('POST', '/api/undo', by);
  if (answer === null || answer.status === 404) return null;
  const { batchId, skipped } = answer.body as Undone;
  expect(skipped.filter(({ reason }) => reason !== 'gone')).toEqual([]);
  return batchId === null ? null : { batchId };
};

/** Does it as one batch, whose id it gives. */
async function batch(operations: readonly Operation[]): Promise<string | null> {
  const { applied, batchId } = (await must(200, 'POST', '/api/batch', { operations })) as BatchResult;
  expect(applied).toBe(true);
  return batchId;
}

/** Does it all as one batch, or each alone; what undoes it. */
async function done(ordered: Ordered, doings: readonly Doing[], asBatch: boolean): Promise<object | null> {
  const ids = async (): Promise<string[]> => (await ordered.items()).map(({ id }) => id);
  if (asBatch) {
    const operations = batchOf(ordered, await ids(), doings);
    if (operations.length === 0) return null;
    const batchId = await batch(operations);
    return batchId === null ? null : { batchId };
  }
  const { lastSeq } = (await must(200, 'GET', '/api/changes?limit=0')) as { lastSeq: number };
  const entries: string[] = [];
  for (const doing of doings) {
    const entry = doing.what === 'restore' ? entries.pop() : undefined;
    if (entry !== undefined) await must(200, 'POST', `/api/trash/${entry}/restore`);
    for (const { method, path, body } of batchOf(ordered, await ids(), [doing])) {
      const answer = await send(method, path, body);
      expect(answer.status).toBeLessThan(300);
      if (path === '/api/trash') entries.push((answer.body as Item).id);
    }
  }
  const changes = ((await must(200, 'GET', `/api/changes?since=${lastSeq}`)) as { items: { seq: number }[] }).items;
  return changes.length === 0 ? null : { changes: changes.map(({ seq }) => seq) };
}

const doings = fc.array(
  fc.record({
    what: fc.constantFrom('create', 'remove', 'remove', 'order', 'order', 'restore'),
    which: fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 5 },
) as fc.Arbitrary<Doing[]>;

describe('POST /api/undo', () => {
  test.each(Object.entries(kinds))('brings back the order of %s, and an undo of that what was undone', async (name, make) => {
    const property = fc.asyncProperty(doings, fc.boolean(), async (doing, asBatch) => {
      const ordered = await make();
      await batch(['A', 'B', 'C', 'D'].map((each) => ordered.create(each)));
      const names = async (): Promise<string[]> => (await ordered.items()).map((item) => item.title ?? item.name ?? '');
      const before = await names();
      const by = await done(ordered, doing, asBatch);
      const after = await names();
      const undone = await undo(by);
      expect(await names()).toEqual(before);
      const again = await undo(undone);
      expect(await names()).toEqual(after);
      await undo(again);
      expect(await names()).toEqual(before);
    });
    const removedAndOrdered: Doing[] = [
      { what: 'remove', which: [1] },
      { what: 'order', which: [1, 0] },
    ];
    const tries = name === 'columns' ? 20 : 4;
    await fc.assert(property, { ...runs(tries, 6, tries), examples: [[removedAndOrdered, true]] });
  });
});
