// `npx node test/bench/one-search.ts [folder]`: the one search in 100,000 notes and 10,000 cards, which a folder keeps. Milliseconds of
// processor time for one answer of 20 hits with all totals: what is common, by words and by what narrows them.

import { generateNKeysBetween } from 'fractional-indexing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserStore } from '../../main/features/auth/store.ts';
import { indexEntry } from '../../main/features/notes/search/index-entry.ts';
import { SearchStore as NoteSearchStore } from '../../main/features/notes/search/search-store.ts';
import { PlaceStore } from '../../main/features/search/place-store.ts';
import { Search } from '../../main/features/search/search.ts';
import { SlicedHitsStore } from '../../main/features/search/sliced-hits-store.ts';
import { SearchStore } from '../../main/features/search/store.ts';
import { WordsStore } from '../../main/features/search/words-store.ts';
import { SearchQuery } from '../../main/contract/search.ts';
import { allScopes } from '../../main/contract/scopes.ts';
import { fold } from '../../main/lib/full-text/fold.ts';
import { newId } from '../../main/lib/ids.ts';
import { IndexWords } from '../../main/storage/index-words.ts';
import { openDatabase, type Database } from '../../main/storage/database.ts';
import { randomFrom } from './data.ts';
import { median } from './median.ts';
import { Vocabulary } from './search.ts';

const minute = 60_000;
const userId = newId();

/** Notes, every tenth of which has the tag `many` and every hundredth the tag `some`, a minute between them, and then cards. */
async function fill(database: Database, vocabulary: Vocabulary, sizes: { readonly notes: number; readonly cards: number }): Promise<void> {
  const index = new NoteSearchStore(database);
  const words = new WordsStore(database, 'card');
  const addNote = database.prepare(`
    INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at, title_key)
    VALUES (@id, @userId, @title, '', 0, 0, 0, @at, @at, @title)`);
  const addTag = database.prepare('INSERT INTO note_tags (note_id, user_id, tag, shown, is_own) VALUES (?, ?, ?, ?, 1)');
  await database.write(() => {
    new UserStore(database).insert({ id: userId, username: 'bench', passwordHash: null, isOwner: true, createdAt: 0, updatedAt: 0 });
  });
  for (let from = 0; from < sizes.notes; from += 1_000) {
    await database.write(() => {
      for (let number = from; number < Math.min(sizes.notes, from + 1_000); number += 1) {
        const id = newId();
        const note = vocabulary.note(number);
        addNote.run({ id, userId, title: note.title, at: number * minute });
        if (number % 10 === 0) addTag.run(id, userId, 'many', 'many');
        if (number % 100 === 0) addTag.run(id, userId, 'some', 'some');
        index.put({ userId, id }, indexEntry(note));
      }
    });
  }
  await database.write(() => {
    const columnId = newId();
    database
      .prepare(
        `INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at) VALUES (?, ?, 'p', 'c', 0, 1, 0, 0)`,
      )
      .run(columnId, userId);
    const add = database.prepare(`
      INSERT INTO cards (id, user_id, column_id, order_key, due_date, due_at, due_is_local, progress, version, created_at, updated_at, title,
        checklist, description, search)
      VALUES (@id, @userId, @columnId, @key, '', @at, 0, 0, 1, @at, @at, @title, '[]', @content, '')`);
    const random = randomFrom(7);
    for (const [number, key] of generateNKeysBetween(null, null, sizes.cards).entries()) {
      const card = { id: newId(), title: vocabulary.text(random, 25), content: vocabulary.text(random, 300) };
      add.run({ ...card, userId, columnId, key, at: number * 10 * minute });
      words.putAll([{ userId, id: card.id, title: fold(card.title), body: fold(card.content) }]);
    }
  });
}

/** As the service does in the background once writes pause. */
async function merge(database: Database): Promise<void> {
  await database.write(() => {
    for (const index of ['note_index', 'card_index']) database.prepare(`INSERT INTO ${index} (${index}) VALUES ('optimize')`).run();
  });
}

/** Milliseconds of processor time, which tells the same on a busy machine. */
const spent = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** The third letter too much, and the fifth another one. */
const misspelt = (word: string): string => `${word.slice(0, 2)}q${word.slice(2, 4)}x${word.slice(5)}`;

/** Measures and prints. */
async function benchOneSearch(kept: string | undefined, sizes = { notes: 100_000, cards: 10_000 }, rounds = 12): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'daybook-bench-search-'));
  const database = openDatabase(folder);
  try {
    const vocabulary = new Vocabulary(60_000);
    let user = userId;
    const existing = database.prepare<[], string>("SELECT id FROM users WHERE username = 'bench'").pluck().get();
    if (existing === undefined) {
      await fill(database, vocabulary, sizes);
      await merge(database);
    } else user = existing;
    const search = new Search({
      store: new SearchStore(database),
      indexWords: {
        note: new IndexWords(database, 'note_index'),
        card: new IndexWords(database, 'card_index'),
        event: new IndexWords(database, 'event_index'),
        file: new IndexWords(database, 'file_index'),
      },
      places: new PlaceStore(database),
      withPending: (_, work) => Promise.resolve(work()),
      openSliced: () => new SlicedHitsStore(database.snapshot()),
      words: { catchUp: () => Promise.resolve(), isIndexed: () => Promise.resolve(true), whileIndexed: (_, work) => work() },
      pageUrl: (path) => path,
      machineZone: () => 'UTC',
    });
    const [common = '', second = '', middling = ''] = [0, 1, 300].map((at) => vocabulary.words[at]);
    const since = (share: number): string => new Date(sizes.notes * minute * share).toISOString();
    const queries: readonly (readonly [string, Record<string, string>])[] = [
      ['common word', { q: `"${common}"` }],
      ['common, as typed', { q: common }],
      ['two common words', { q: `${second} ${common}` }],
      ['middling word', { q: `"${middling}"` }],
      ['common, from= with all', { q: `"${common}"`, from: since(0.001) }],
      ['common, from= with half', { q: `"${common}"`, from: since(0.5) }],
      ['common, from= with 1 %', { q: `"${common}"`, from: since(0.99) }],
      ['common, from= and to=', { q: common, from: since(0.2), to: since(0.8) }],
      ['two common, from=', { q: `${second} ${common}`, from: since(0.1) }],
      ['common, tag of 10 %', { q: `${common} tag:many` }],
      ['common, tag of 1 %', { q: `${common} tag:some` }],
      ['common, tag, from=', { q: `${common} tag:many`, from: since(0.1) }],
      ['common, not a tag', { q: `${common} -tag:many` }],
      ['tag alone', { q: 'tag:many' }],
      ['a word misspelt', { q: misspelt(vocabulary.words.find(({ length }) => length > 8) ?? common) }],
      ['no word of any kind', { q: 'qqqqzzzzqqqq' }],
    ];
    process.stdout.write(`\none search in ${sizes.notes} notes and ${sizes.cards} cards: ms of processor time\n`);
    for (const [name, query] of queries) {
      const ask = () => search.find({ userId: user, scopes: new Set(allScopes) }, SearchQuery.parse({ ...query, limit: '20' }));
      const { totals } = await ask();
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await spent(ask));
      const p95 = times.toSorted((a, b) => a - b)[Math.floor(rounds * 0.95)] ?? 0;
      process.stdout.write(
        `${name.padEnd(26)} ${String(totals.note ?? 0).padStart(8)} notes ${String(totals.card ?? 0).padStart(6)} cards ` +
          `${Math.min(...times)
            .toFixed(1)
            .padStart(7)} to ${median(times).toFixed(1).padStart(7)} p95 ${p95.toFixed(1).padStart(7)}\n`,
      );
    }
  } finally {
    database.close();
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

await benchOneSearch(process.argv[2]);
