// What the change feed tells of links between records: a client that goes by it alone ends with those that are listed.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Undone } from '../../main/contract/undo.ts';
import { runs } from '../support/property.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.dispose());

const { send, must } = requestsTo(() => service);

interface Made {
  readonly id: string;
}

interface Change {
  readonly seq: number;
  readonly type: string;
  readonly action: string;
  readonly id: string;
  readonly batchId: string | null;
}

const create = async (path: string, body: object): Promise<string> => ((await must(201, 'POST', path, body)) as Made).id;
const link = (from: object, to: object): Promise<string> => create('/api/links', { from, to });

async function changesAfter(seq: number): Promise<readonly Change[]> {
  return ((await must(200, 'GET', `/api/changes?since=${seq}`)) as { items: Change[] }).items;
}

const lastSeq = async (): Promise<number> => ((await must(200, 'GET', '/api/changes?limit=0')) as { lastSeq: number }).lastSeq;

/** The links that are there for a client that goes by the feed. */
async function told(): Promise<readonly string[]> {
  const there = new Set<string>();
  for (const { type, action, id } of await changesAfter(0)) {
    if (type !== 'link') continue;
    if (action === 'created') there.add(id);
    else there.delete(id);
  }
  return [...there].toSorted();
}

async function listed(): Promise<readonly string[]> {
  return ((await must(200, 'GET', '/api/links?limit=1000')) as { items: Made[] }).items.map(({ id }) => id).toSorted();
}

const agreed = async (): Promise<readonly string[]> => {
  const expected = await listed();
  await expect.poll(told, { timeout: 10_000 }).toEqual(expected);
  return expected;
};

let boards = 0;

/** Records in a board and a calendar of their own, and outside, all linked with each other. */
async function linkedRecords(): Promise<readonly { readonly type: string; readonly id: string }[]> {
  const projectId = `told ${(boards += 1)}`;
  const [first, second] = [
    await create('/api/columns', { title: 'A', projectId }),
    await create('/api/columns', { title: 'B', projectId }),
  ];
  const calendarId = await create('/api/calendars', { name: projectId });
  const ends = [
    { type: 'card', id: await create('/api/cards', { title: 'one', columnId: first }) },
    { type: 'card', id: await create('/api/cards', { title: 'two', columnId: second }) },
    { type: 'event', id: await create('/api/events', { title: 'three', date: '2026-03-01', calendarId }) },
    { type: 'note', id: await create('/api/notes', { title: 'four' }) },
  ];
  for (const [index, from] of ends.entries()) for (const to of ends.slice(index + 1)) await link(from, to);
  return [...ends, { type: 'column', id: first }, { type: 'project', id: projectId }, { type: 'calendar', id: calendarId }];
}

interface Step {
  readonly what: 'trash' | 'restore' | 'undo';
  readonly which: number;
}

const steps = fc.array(
  fc.record({ what: fc.constantFrom('trash', 'trash', 'trash', 'restore', 'restore', 'undo', 'undo'), which: fc.nat({ max: 20 }) }),
  { minLength: 1, maxLength: 8 },
) as fc.Arbitrary<Step[]>;

test('GET /api/changes › tells of the links that go and come back with records, whatever is put aside, restored and undone', async () => {
  const property = fc.asyncProperty(steps, async (all) => {
    const records = await linkedRecords();
    const entries: string[] = [];
    const done: object[] = [];
    for (const { what, which } of all) {
      const before = await lastSeq();
      if (what === 'trash') {
        const answer = await send('POST', '/api/trash', records[which % records.length]);
        if (answer.status === 201) entries.push(answer.body.id as string);
      } else if (what === 'restore') {
        const [entry] = entries.splice(which % Math.max(entries.length, 1), 1);
        if (entry !== undefined) await send('POST', `/api/trash/${entry}/restore`, {});
      } else {
        const by = done.pop();
        if (by !== undefined) await send('POST', '/api/undo', by);
      }
      const changes = await changesAfter(before);
      const batchId = changes.find((change) => change.batchId !== null)?.batchId;
      if (batchId !== undefined) done.push({ batchId });
      else if (changes.length > 0) done.push({ changes: changes.map(({ seq }) => seq) });
    }
    await agreed();
  });
  await fc.assert(property, runs(5, 7, 5));
});

test('GET /api/changes › links go with the cards of a board, come back with them, and go with an undo of that', async () => {
  const [card] = await linkedRecords();
  const there = await agreed();
  const { id: entry } = (await must(201, 'POST', '/api/trash', { type: 'project', id: `told ${boards}` })) as Made;
  expect(await agreed()).toHaveLength(there.length - 5);
  await must(200, 'POST', `/api/trash/${entry}/restore`, {});
  expect(await agreed()).toEqual(there);
  const before = await lastSeq();
  await must(201, 'POST', '/api/trash', card);
  const changes = await changesAfter(before);
  expect(changes.filter(({ type }) => type === 'link')).toHaveLength(3);
  const undone = (await must(200, 'POST', '/api/undo', { changes: changes.map(({ seq }) => seq) })) as Undone;
  // A link is no record of its own to an undo: it comes back with its card.
  expect(undone).toMatchObject({ restored: [card], skipped: [] });
  expect(await agreed()).toEqual(there);
  await must(200, 'POST', '/api/undo', { batchId: undone.batchId });
  expect(await agreed()).toHaveLength(there.length - 3);
});

test('GET /api/changes › a note with many links tells of them in slices, also as one that is deleted for good', full, async () => {
  const from = { type: 'note', id: await create('/api/notes', { title: 'Hub' }) };
  const kept = await listed();
  const made = Array.from({ length: 210 }, (_, index) => index);
  for (let at = 0; at < made.length; at += 30) {
    const operations = made.slice(at, at + 30).flatMap((index) => [
      { method: 'POST', path: '/api/notes', body: { title: `Spoke ${index}` }, ref: `n${index}` },
      { method: 'POST', path: '/api/links', body: { from, to: { type: 'note', id: `{{n${index}.id}}` } } },
    ]);
    await must(200, 'POST', '/api/batch', { operations });
  }
  expect(await agreed()).toHaveLength(kept.length + 210);
  const { id: entry } = (await must(201, 'POST', '/api/trash', from)) as Made;
  expect(await agreed()).toEqual(kept);
  await must(200, 'POST', `/api/trash/${entry}/restore`, {});
  expect(await agreed()).toHaveLength(kept.length + 210);
  await must(204, 'DELETE', `/api/notes/${from.id}`);
  expect(await agreed()).toEqual(kept);
});
