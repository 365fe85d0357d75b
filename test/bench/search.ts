// The search's part of `npm run bench`, or alone: `npx node test/bench/search.ts [most notes]`. A page of 50 hits with their total, and
// upkeep of the index, beside a bare FTS5 table that is asked for its 50 best hits alone.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserStore } from '../../main/features/auth/store.ts';
import { newId } from '../../main/lib/ids.ts';
import { parseQuery } from '../../main/lib/full-text/query.ts';
import { indexEntry } from '../../main/features/notes/search/index-entry.ts';
import { NoteSearchStore } from '../../main/features/notes/search/search-store.ts';
import { snippet } from '../../main/lib/full-text/snippet.ts';
import { openDatabase, type Database } from '../../main/storage/database.ts';
import { randomFrom } from './data.ts';
import { median } from './median.ts';

interface Text {
  readonly title: string;
  readonly content: string;
}

const megabyte = 1024 * 1024;

/** Words by how frequent they are: the one at n comes about 1/n as often as the first. */
export class Vocabulary {
  readonly words: readonly string[];
  readonly #sums: Float64Array;

  constructor(size: number) {
    const random = randomFrom(1);
    const words = new Set<string>();
    while (words.size < size) {
      const syllables = 1 + Math.floor(random() * (1 + Math.log10(words.size + 1)));
      words.add(
        Array.from(
          { length: syllables },
          () => 'bcdfghklmnprstvw'.charAt(random() * 16) + 'aeiou'.charAt(random() * 5) + 'nrstl     '.charAt(random() * 10).trim(),
        ).join(''),
      );
    }
    this.words = [...words];
    let sum = 0;
    this.#sums = Float64Array.from(this.words, (_, at) => (sum += 1 / (at + 2.7)));
  }

  text(random: () => number, length: number): string {
    let text = '';
    while (text.length < length) {
      const wanted = random() * (this.#sums.at(-1) ?? 0);
      let [low, high] = [0, this.words.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((this.#sums[middle] ?? 0) < wanted) low = middle + 1;
        else high = middle;
      }
      const between = random();
      text += (this.words[low] ?? '') + (between < 0.04 ? '.\n\n' : between < 0.1 ? ', ' : ' ');
    }
    return text.trim();
  }

  /** The note with a number: about 1 KB, with accents in every tenth. */
  note(number: number): Text {
    const random = randomFrom(number + 2);
    const content = this.text(random, 400 + random() * 1200);
    return { title: this.text(random, 25), content: number % 10 === 0 ? content.replaceAll('na', 'né') : content };
  }
}

interface Side {
  readonly database: Database;
  readonly store: NoteSearchStore;
  readonly userId: string;
  readonly numbers: ReadonlyMap<string, number>;
}

async function fill(folder: string, vocabulary: Vocabulary, count: number): Promise<Side> {
  const database = openDatabase(folder);
  const store = new NoteSearchStore(database);
  const userId = newId();
  const addNote = database.prepare(
    "INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at) VALUES (?, ?, '', '', 0, 0, 0, 0, 0)",
  );
  await database.write(() => {
    new UserStore(database).insert({ id: userId, username: 'bench', passwordHash: null, isOwner: true, createdAt: 0, updatedAt: 0 });
  });
  const numbers = new Map<string, number>();
  while (numbers.size < count) {
    await database.write(() => {
      for (let left = Math.min(1000, count - numbers.size); left > 0; left -= 1) {
        const id = newId();
        addNote.run(id, userId);
        store.put({ userId, id }, indexEntry(vocabulary.note(numbers.size)));
        numbers.set(id, numbers.size);
      }
    });
  }
  return { database, store, userId, numbers };
}

function fillFloor(folder: string, vocabulary: Vocabulary, count: number): Connection {
  const floor = new Sqlite(join(folder, 'floor.db'));
  floor.pragma('journal_mode = WAL');
  floor.pragma('synchronous = FULL');
  floor.exec("CREATE VIRTUAL TABLE bare USING fts5 (title, body, content = '', contentless_delete = 1)");
  const insert = floor.prepare('INSERT INTO bare (rowid, title, body) VALUES (?, ?, ?)');
  for (let from = 0; from < count; from += 1000) {
    floor.transaction(() => {
      for (let number = from; number < Math.min(count, from + 1000); number += 1) {
        const { title, content } = vocabulary.note(number);
        insert.run(number + 1, title, content);
      }
    })();
  }
  return floor;
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Medians of both in ms; they alternate, so that the machine's mood falls on both. */
async function alternate(
  rounds: number,
  ours: (round: number) => unknown,
  floor: (round: number) => unknown,
): Promise<{ readonly ours: number; readonly floor: number }> {
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let round = -1; round < rounds; round += 1) {
    const pair = { ours: await timed(() => ours(round)), floor: await timed(() => floor(round)) };
    // The first round warms up.
    if (round < 0) continue;
    times.ours.push(pair.ours);
    times.floor.push(pair.floor);
  }
  return { ours: median(times.ours), floor: median(times.floor) };
}

const line = (cells: readonly string[]): void => {
  process.stdout.write(`${cells.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(11))).join(' ')}\n`);
};

async function benchQueries({ store, userId, numbers }: Side, floor: Connection, vocabulary: Vocabulary): Promise<void> {
  const word = (at: number): string => vocabulary.words[at] ?? '';
  const [common, second, middling, rare] = [word(0), word(1), word(300), word(20_000)];
  const queries: readonly (readonly [string, string, string])[] = [
    ['rare word', `"${rare}"`, rare],
    ['middling word', `"${middling}"`, middling],
    ['common word', `"${common}"`, common],
    ['common, as typed', common, `${common}*`],
    ['two common words', `${second} "${common}"`, `${second} ${common}`],
    ['common and rare', `${rare} "${common}"`, `${rare} ${common}`],
    ['phrase', `"${common} ${second}"`, `"${common} ${second}"`],
    ['one letter', 'b', 'b*'],
    ['two letters', 'ba', 'ba*'],
    ['three letters', word(40).slice(0, 3).padEnd(3, 'n'), `${word(40).slice(0, 3).padEnd(3, 'n')}*`],
    ['all without a word', `-${common}`, ''],
  ];
  const naive = floor.prepare('SELECT rowid FROM bare WHERE bare MATCH ? ORDER BY bm25(bare, 10, 1) LIMIT 50');
  line(['query', 'hits', 'ours ms', 'floor ms', 'times it', '50 snippets']);
  for (const [name, q, bare] of queries) {
    const query = parseQuery(q) ?? { all: [], none: [] };
    const search = (): ReturnType<NoteSearchStore['search']> => store.search(userId, query, { limit: 50, offset: 0 });
    const { ours, floor: beside } = await alternate(9, search, () => (bare === '' ? null : naive.all(bare)));
    const { total, hits } = search();
    const texts = hits.map(({ id }) => vocabulary.note(numbers.get(id) ?? 0));
    const shown = median(
      await Promise.all(Array.from({ length: 5 }, () => timed(() => texts.map(({ title, content }) => snippet(title, content, query))))),
    );
    line([
      name,
      String(total),
      ours.toFixed(2),
      bare === '' ? '' : beside.toFixed(2),
      bare === '' ? '' : (ours / beside).toFixed(2),
      shown.toFixed(2),
    ]);
  }
}

async function benchUpkeep({ database, store, userId, numbers }: Side, floor: Connection, vocabulary: Vocabulary): Promise<void> {
  const ids = [...numbers.keys()];
  const remove = floor.prepare('DELETE FROM bare WHERE rowid = ?');
  const insert = floor.prepare('INSERT INTO bare (rowid, title, body) VALUES (?, ?, ?)');
  const random = randomFrom(5);
  const kinds: readonly (readonly [string, number, string])[] = [
    ['2 KB', 300, vocabulary.text(random, 2048)],
    ['1 MB', 9, vocabulary.text(random, megabyte)],
    ['1 MB, accents', 9, vocabulary.text(random, megabyte).replaceAll('na', 'né')],
    [
      '1 MB, Chinese',
      9,
      Array.from({ length: megabyte / 3 }, () => (random() < 0.1 ? '。' : String.fromCharCode(0x4e00 + random() ** 3 * 5000))).join(''),
    ],
  ];
  line(['\nindexing anew, with its commit', '', 'ours ms', 'floor ms', 'times it', 'call alone']);
  for (const [name, rounds, content] of kinds) {
    const calls: number[] = [];
    const key = (round: number): { readonly userId: string; readonly id: string } => ({
      userId,
      id: ids[((round + 1) * 7919) % ids.length] ?? '',
    });
    const { ours, floor: beside } = await alternate(
      rounds,
      (round) =>
        database.write(() => {
          const start = performance.now();
          store.put(key(round), indexEntry({ title: 'The title of it', content }));
          calls.push(performance.now() - start);
        }),
      (round) => {
        const rowid = (((round + 1) * 7919) % ids.length) + 1;
        floor.transaction(() => {
          remove.run(rowid);
          insert.run(rowid, 'The title of it', content);
        })();
      },
    );
    line([name, '', ours.toFixed(2), beside.toFixed(2), (ours / beside).toFixed(2), median(calls).toFixed(2)]);
  }
}

/** Measures and prints. */
export async function benchSearch(sizes: readonly number[] = [1000, 100_000]): Promise<void> {
  const vocabulary = new Vocabulary(60_000);
  for (const size of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-search-'));
    try {
      const ours = { side: null as Side | null };
      const took = await timed(async () => {
        ours.side = await fill(folder, vocabulary, size);
      });
      const floor = fillFloor(folder, vocabulary, size);
      if (ours.side === null) return;
      floor.pragma('wal_checkpoint(TRUNCATE)');
      const megabytes = (name: string): string => (statSync(join(folder, name)).size / megabyte).toFixed(0);
      process.stdout.write(
        `\nsearch in ${size} notes of 1 KB (${(took / size).toFixed(2)} ms each to make and index; ${megabytes('daybook.db')} MB with their rows, floor ${megabytes('floor.db')} MB)\n`,
      );
      await benchQueries(ours.side, floor, vocabulary);
      await benchUpkeep(ours.side, floor, vocabulary);
      ours.side.database.close();
      floor.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

if (import.meta.main) await benchSearch(process.argv[2] === undefined ? undefined : [Number(process.argv[2])]);
