// The two ways in which the one search makes a page, with more hits than are ranked and with fewer: both give the same.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import type { Conditions } from '../../../main/features/search/hits-store.ts';
import {
  versionKey,
  SearchStore,
  type FoundRecord,
  type LastHit,
  type Matches,
  type UserEntries,
} from '../../../main/features/search/store.ts';
import { anywhere, everyWord, inTitleColumn, rankable } from '../../../main/lib/full-text/match.ts';
import { parseQuery } from '../../../main/lib/full-text/query.ts';
import { openDatabase, type Database } from '../../../main/storage/database.ts';
import { IndexEntries, type WordsEntry } from '../../../main/storage/index-entries.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { full } from '../../support/tiers.ts';
import { withNewDatabase } from '../../support/new-database.ts';

const folder = makeDataDir();
let database: Database;
let store: SearchStore;

/** Cards, all with `plum` and every fifth with `plums`, one in seven in the title. */
beforeAll(async () => {
  database = openDatabase(withNewDatabase(folder));
  store = new SearchStore(database);
  const words = new IndexEntries(database, 'card');
  await database.write(() => {
    for (const id of ['first', 'second'])
      new UserStore(database).insert({ id, username: id, passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
    database
      .prepare(
        `INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at)
          VALUES ('c', 'first', 'p', 'c', 0, 1, 0, 0)`,
      )
      .run();
    const add = database.prepare(`
      INSERT INTO cards (id, user_id, column_id, order_key, progress, version, created_at, updated_at, title, checklist, search)
      VALUES (@id, 'first', 'c', @id, 0, 1, @at, @at, @id, '[]', '')`);
    const entries: WordsEntry[] = [];
    for (let at = 0; at < 1_300; at += 1) {
      const id = String(at).padStart(5, '0');
      add.run({ id, at });
      const body = `plum ${'plums '.repeat(at % 5 === 0 ? 2 : 0)}${'tree '.repeat(at % 11)}`;
      entries.push({ userId: 'first', id, title: at % 7 === 0 ? `plum ${id}` : id, body });
    }
    words.putAll(entries);
  });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const all: Conditions = { lists: [], onEntry: [], onRecord: [], usesPlace: false, values: {}, isArchived: false };

function pages(entries: UserEntries, matches: Matches, conditions: Conditions): { total: number; records: readonly FoundRecord[] }[] {
  const found = [];
  let after: LastHit | null = null;
  do {
    const { total, records } = store.find(entries, 'card', matches, conditions, { after, limit: 170, hides: false });
    found.push({ total, records: records.map(({ id, score, number, at }) => ({ id, score, number, at }) as FoundRecord) });
    const last = records.at(-1);
    after = last === undefined ? null : { ...last, record: versionKey(last) };
  } while (after !== null);
  return found;
}

describe('SearchStore.find', () => {
  test.each<[string, string, Conditions, number]>([
    ['all of 1,300 hits', 'plum', all, 1_300],
    ['434 hits, which are asked one by one', 'plum', { ...all, onEntry: ['entry.row % 3 = 0'] }, 434],
    ['a span of entries', 'plum', { ...all, onEntry: ['entry.row >= @from'], values: { from: 1_100 } }, 200],
    ['no words at all', '', all, 1_300],
  ])('gathered or not, alone or not, the pages are the same: %s', full, (_, q, conditions, total) => {
    const words = parseQuery(q) ?? { all: [], none: [] };
    const matches: Matches = {
      all: anywhere(words, everyWord),
      hasWords: q !== '',
      hasPrefix: false,
      ranked: q === '' ? null : { anywhere: rankable(words), inTitle: inTitleColumn(words) },
    };
    const entries = store.maybeEntries('first');
    if (entries === null) throw new Error('There are no entries');
    expect(entries.isAlone).toBe(true);
    const plain = pages({ ...entries, isAlone: false }, matches, conditions);
    expect(plain.map((page) => page.total)).toEqual(plain.map(() => total));
    expect(new Set(plain.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(total);
    for (const isAlone of [true, false])
      for (const hasPrefix of [true, false]) expect(pages({ ...entries, isAlone }, { ...matches, hasPrefix }, conditions)).toEqual(plain);
  });

  test('a user is alone only as long as no other user has entries', async () => {
    await database.write(() => database.prepare("INSERT INTO note_search_users (number, user_id) VALUES (9, 'second')").run());
    expect([store.maybeEntries('first')?.isAlone, store.maybeEntries('second')?.isAlone]).toEqual([false, false]);
  });
});
