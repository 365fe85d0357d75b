// Searches among very many cards, whose records are looked at in slices: they find what they find among few.

import { rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openWords } from '../../../main/composition/search.ts';
import { allScopes } from '../../../main/contract/scopes.ts';
import { SearchQuery, type SearchResult } from '../../../main/contract/search.ts';
import { UserStore } from '../../../main/features/auth/store.ts';
import type { PendingWords } from '../../../main/features/search/pending-words.ts';
import { PlaceStore } from '../../../main/features/search/place-store.ts';
import { Search } from '../../../main/features/search/search.ts';
import { SlicedHitsStore } from '../../../main/features/search/sliced-hits-store.ts';
import { SearchStore } from '../../../main/features/search/store.ts';
import { IndexWords } from '../../../main/storage/index-words.ts';
import { openDatabase, type Database } from '../../../main/storage/database.ts';
import { IndexEntries, type WordsEntry } from '../../../main/storage/index-entries.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { full } from '../../support/tiers.ts';
import { withNewDatabase } from '../../support/new-database.ts';

const folder = makeDataDir();
const cards = 6_000;
let database: Database;
let words: PendingWords;
let opened = 0;

const day = 86_400_000;

const addCard = (userId: string, at: number): string => {
  const id = `${userId}${String(at).padStart(5, '0')}`;
  database
    .prepare(
      `INSERT INTO cards (id, user_id, column_id, order_key, progress, version, created_at, updated_at, title, description, checklist, search,
        due_date, due_at, due_is_local, completed_at, label_ids)
      VALUES (@id, @userId, @columnId, @id, 0, 1, @at, @at, @title, @description, '[]', '', @dueDate, @dueAt, @dueIsLocal, @completedAt, @labelIds)`,
    )
    .run({
      ...{ id, userId, at, columnId: `${userId}${at % 3}`, title: at % 7 === 0 ? `plum ${id}` : id, description: bodyOf(at) },
      ...(at % 2 === 0 ? { dueDate: '2026-01-01', dueAt: at * day, dueIsLocal: 0 } : { dueDate: null, dueAt: null, dueIsLocal: 0 }),
      completedAt: at % 5 === 0 ? at : null,
      // Of the first project: in the others there is no such label.
      labelIds: at % 4 === 0 ? JSON.stringify([`${userId}ripe0`]) : null,
    });
  return id;
};

const bodyOf = (at: number): string => `plum ${'plums '.repeat(at % 5 === 0 ? 2 : 0)}${'tree '.repeat(at % 11)}`;

beforeAll(async () => {
  database = openDatabase(withNewDatabase(folder));
  const index = new IndexEntries(database, 'card');
  await database.write(() => {
    for (const userId of ['many', 'few']) {
      new UserStore(database).insert({ id: userId, username: userId, passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
      const column = database.prepare(`
        INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at)
        VALUES (?, ?, ?, 'c', 0, 1, 0, 0)`);
      const project = database.prepare(`
        INSERT INTO projects (key, id, user_id, name, color, is_archived, version, created_at, updated_at)
        VALUES (?, ?, ?, 'Project', 'gray', 0, 1, 0, 0)`);
      const label = database.prepare("INSERT INTO labels (id, project_key, name, color) VALUES (?, ?, 'ripe', 'gray')");
      for (const at of [0, 1, 2]) {
        column.run(`${userId}${at}`, userId, `p${at}`);
        project.run(`${userId}${at}`, `p${at}`, userId);
        label.run(`${userId}ripe${at}`, `${userId}${at}`);
      }
      const entries: WordsEntry[] = [];
      for (let at = 0; at < (userId === 'many' ? cards : 50); at += 1) {
        const id = addCard(userId, at);
        entries.push({ userId, id, title: at % 7 === 0 ? `plum ${id}` : id, body: bodyOf(at) });
      }
      index.putAll(entries);
    }
    database.prepare('DELETE FROM unindexed_words').run();
  });
  words = openWords(database, { error: () => undefined } as never);
  words.start();
});
afterAll(async () => {
  await words.stop();
  database.close();
  rmSync(folder, { recursive: true });
});

/** `isMany` takes the place of the store's own. */
function openSearch(isMany?: () => boolean, indexing = words): Search {
  const store = new SearchStore(database);
  if (isMany !== undefined) store.isMany = isMany;
  return new Search({
    store,
    openSliced: () => {
      opened += 1;
      return new SlicedHitsStore(database.snapshot());
    },
    indexWords: {
      note: new IndexWords(database, 'note_index'),
      card: new IndexWords(database, 'card_index'),
      event: new IndexWords(database, 'event_index'),
      file: new IndexWords(database, 'file_index'),
    },
    places: new PlaceStore(database),
    withPending: (_, work) => Promise.resolve(work()),
    words: indexing,
    pageUrl: (path) => path,
    machineZone: () => 'UTC',
  });
}

const find = (search: Search, query: Record<string, string>, userId = 'many'): Promise<SearchResult> =>
  search.find({ userId, scopes: new Set(allScopes) }, SearchQuery.parse(query));

async function pages(search: Search, query: Record<string, string>): Promise<SearchResult[]> {
  const found: SearchResult[] = [];
  for (let cursor: string | null | undefined; cursor !== null && found.length < 12; cursor = found.at(-1)?.cursor)
    found.push(await find(search, { ...query, ...(typeof cursor === 'string' ? { cursor } : {}) }));
  return found;
}

describe('a search with conditions among very many cards', () => {
  test.each<[Record<string, string>, number]>([
    [{ q: 'plum is:open', limit: '100' }, 4_800],
    [{ q: 'plum', projectId: 'p1' }, 2_000],
    [{ q: 'plu in:p2 -is:done', limit: '100' }, 1_600],
    [{ q: 'plums plum due:<1971-06-01' }, 52],
    [{ q: '"plum tree" is:done -plums' }, 0],
    [{ q: 'tree', from: '1978-01-01', to: '1980-01-01' }, 332],
    [{ q: 'is:open', limit: '100' }, 4_800],
    [{ q: 'plum tag:ripe' }, 500],
    [{ q: 'plum -tag:ripe', limit: '100' }, 5_500],
    [{ q: 'plum is:archived' }, 0],
    [{ q: 'plum is:done', limit: '0' }, 1_200],
    [{ q: 'nowhere is:done' }, 0],
  ])('%j › what is found at once, page by page', full, async (query, total) => {
    const before = opened;
    const found = await pages(openSearch(), query);
    expect(opened).toBeGreaterThan(before);
    expect(found[0]?.totals.card).toBe(total);
    const known = opened;
    expect(found).toEqual(
      await pages(
        openSearch(() => false),
        query,
      ),
    );
    expect(opened).toBe(known);
  });

  test('others get their turn after each few hundred of them', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
    onTestFinished(() => {
      clock.mockRestore();
    });
    const turnsOf = async (search: Search): Promise<number> => {
      let turns = 0;
      let isOver = false;
      const searching = find(search, { q: 'plum is:open' }).finally(() => (isOver = true));
      for (; !isOver; turns += 1) await nextTurn();
      await searching;
      return turns;
    };
    expect(await turnsOf(openSearch(() => false))).toBeLessThan(5);
    expect(await turnsOf(openSearch())).toBeGreaterThan(cards / 300);
  });

  test('what was written just before is found, also where it cannot be indexed', async () => {
    await database.write(() => addCard('many', cards));
    const before = opened;
    const query = { q: 'plum', projectId: 'p0' };
    const idle = openWords(database, { error: () => undefined } as never);
    expect((await find(openSearch(undefined, idle), query)).totals.card).toBe(2_001);
    expect(opened).toBe(before);
    expect((await find(openSearch(), query)).totals.card).toBe(2_001);
    expect(opened).toBe(before + 1);
  });

  test('few cards, and words alone, are looked at in one go', async () => {
    const before = opened;
    expect((await find(openSearch(), { q: 'plum is:open' }, 'few')).totals.card).toBe(40);
    expect((await find(openSearch(), { q: '"plum"' })).totals.card).toBe(cards + 1);
    expect(opened).toBe(before);
  });

  test('archived cards, and those of deleted columns, are found as among few', full, async () => {
    await database.write(() => {
      database.prepare("UPDATE cards SET is_archived = 1, order_key = '~' || order_key WHERE user_id = 'many' AND rowid % 8 = 0").run();
      database.prepare("UPDATE board_columns SET deleted_at = 1 WHERE id = 'many2'").run();
    });
    for (const query of [{ q: 'plum is:open' }, { q: 'plum is:archived' }, { q: 'is:archived -is:done' }, { q: 'plum -due:>1970-01-01' }]) {
      const [found] = await pages(openSearch(), query);
      expect(found?.totals.card).toBeGreaterThan(300);
      expect(found).toEqual(
        (
          await pages(
            openSearch(() => false),
            query,
          )
        )[0],
      );
    }
  });
});
