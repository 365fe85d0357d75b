// Nothing holds others up: beside each piece of long work, `/health` goes on being answered. The bound is generous, as the machine
// that runs the tests may be busy; what was measured is printed. What is counted besides are the slices.

import Sqlite from 'better-sqlite3';
import { generateNKeysBetween } from 'fractional-indexing';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../main/lib/ids.ts';
import { boardClient } from '../support/boards.ts';
import { watchHealth } from '../support/health-watch.ts';
import { startTestService, type TestService } from '../support/service.ts';

const cards = 100_000;
/** Milliseconds. The requests themselves are made and read by the same thread; without slices it is several seconds. */
const longestGap = 1_000;

let service: TestService;
let large: string;
let lastCard: string;

async function watched(what: string, work: () => Promise<void>): Promise<number> {
  const { longest, answers } = await watchHealth(service.baseUrl, work);
  console.log(`${what}: ${answers} answers of /health beside it, the longest took ${Math.round(longest)} ms`);
  return longest;
}

/** Puts cards into a column of a service that is stopped; the id of the last. */
function fill(columnId: string, count: number): string {
  const database = new Sqlite(join(service.dataDir, 'daybook.db'));
  const insert = database.prepare(`
    INSERT INTO cards (id, user_id, column_id, order_key, progress, version, created_at, updated_at, title, checklist, search)
    SELECT ?, user_id, id, ?, 0, 1, 0, 0, ?, '[]', ? FROM board_columns WHERE id = ?`);
  let last = '';
  const block = database.prepare('INSERT INTO card_blocks (column_id, first_key, size) VALUES (?, ?, ?)');
  database.transaction(() => {
    const keys = generateNKeysBetween(null, null, count);
    for (const [index, key] of keys.entries()) insert.run((last = newId()), key, `Card ${index}`, `CARD ${index}`, columnId);
    for (let at = 0; at < count; at += 500) block.run(columnId, at === 0 ? '' : keys[at], Math.min(500, count - at));
  })();
  database.close();
  return last;
}

const count = (sql: string): number => {
  const database = new Sqlite(join(service.dataDir, 'daybook.db'), { readonly: true });
  const found = database.prepare<[], number>(sql).pluck().get() ?? 0;
  database.close();
  return found;
};

beforeAll(async () => {
  service = await startTestService({ checkReplies: false });
  large = (await boardClient(service).column({ title: 'Large', projectId: 'large' })).id;
  await service.stop();
  lastCard = fill(large, cards);
  await service.restart();
}, 120_000);
afterAll(() => service.dispose());

/** Reads an answer without looking at it; its length and its last bytes. */
async function drain(path: string): Promise<{ readonly status: number; readonly bytes: number; readonly end: string }> {
  const response = await fetch(service.baseUrl + path, { headers: { Authorization: `Bearer ${service.token()}` } });
  let bytes = 0;
  let end = '';
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    end = Buffer.from(chunk).subarray(-200).toString();
  }
  return { status: response.status, bytes, end };
}

describe('a column of a hundred thousand cards', () => {
  test.each(['/api/cards', '/api/cards/column/:columnId'])(
    'GET %s › 200 with all of them, and no one is held up',
    async (path) => {
      expect(
        await watched(`GET ${path}`, async () => {
          const { status, bytes, end } = await drain(path.replace(':columnId', large));
          expect([status, bytes > 200 * cards]).toEqual([200, true]);
          expect(end).toMatch(new RegExp(`"total":${cards},"limit":null,"offset":0}$`));
        }),
      ).toBeLessThan(longestGap);
      const few = await service.request('GET', `/api/cards/column/${large}?limit=1500&offset=98000`);
      const next = await service.request('GET', '/api/cards?limit=1500&offset=98000');
      expect(few.body.items).toEqual(next.body.items);
      expect(few.body.items.map(({ position }: { position: number }) => position)).toEqual(
        Array.from({ length: 1_500 }, (_, index) => 98_000 + index),
      );
    },
    120_000,
  );

  test('a backup holds no one up', async () => {
    expect(
      await watched('a backup', async () => {
        expect((await service.request('POST', '/api/backups')).status).toBe(201);
      }),
    ).toBeLessThan(longestGap);
  }, 120_000);

  test('DELETE /api/columns/:id › 204 at once: it is gone for all, its cards follow in slices, and the feed tells of each', async () => {
    const before = (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
    expect((await service.request('GET', `/api/cards/${lastCard}`)).status).toBe(200);
    let left = 0;
    expect(
      await watched('deleting a column', async () => {
        expect((await service.request('DELETE', `/api/columns/${large}`)).status).toBe(204);
        left = count('SELECT count(*) FROM cards');
        for (const path of [
          `/api/columns/${large}`,
          `/api/cards/column/${large}`,
          `/api/cards/${lastCard}`,
          `/api/cards/${lastCard}/attachments/x`,
        ])
          expect((await service.request('GET', path)).status).toBe(404);
        expect((await service.request('POST', '/api/cards', { body: { title: 'x', columnId: large } })).status).toBe(400);
        expect((await service.request('GET', '/api/cards')).body).toMatchObject({ items: [], total: 0 });
        expect((await service.request('GET', '/api/projects')).body).toMatchObject({ items: [], total: 0 });
        await expect.poll(() => count('SELECT count(*) FROM cards'), { timeout: 90_000, interval: 200 }).toBe(0);
      }),
    ).toBeLessThan(longestGap);
    // Not in one go: most were still there when it was answered.
    expect(left).toBeGreaterThan(cards / 2);
    await expect.poll(() => count('SELECT count(*) FROM board_columns'), { timeout: 10_000 }).toBe(0);
    expect(count(`SELECT count(*) FROM changes WHERE seq > ${before} AND type = 'card' AND action = 'deleted'`)).toBe(cards);
    expect(count('SELECT count(*) FROM card_blocks')).toBe(0);
  }, 120_000);

  test('DELETE /api/projects/:id › what a stop leaves of the cards goes after the next start', async () => {
    const board = boardClient(service);
    const ids = [(await board.column({ projectId: 'stopped' })).id, (await board.column({ projectId: 'stopped' })).id];
    await service.stop();
    for (const id of ids) fill(id, 5_000);
    await service.restart();
    expect((await service.request('DELETE', '/api/projects/stopped')).status).toBe(204);
    await service.stop();
    expect(count('SELECT count(*) FROM cards')).toBeGreaterThan(5_000);
    await service.restart();
    expect((await board.columns()).items).toEqual([]);
    // A small one brings the task on.
    const small = await board.column({ projectId: 'small' });
    for (let index = 0; index < 3; index += 1) await board.card(small.id);
    expect((await service.request('DELETE', `/api/columns/${small.id}`)).status).toBe(204);
    expect((await service.request('GET', '/api/cards')).body.total).toBe(0);
  }, 120_000);
});
