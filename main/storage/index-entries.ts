// Writes what the full-text indexes hold of notes, cards, events and files. Every entry is written with the user's next number, so that the
// order of numbers is the order of change: the newest hits are found without looking at the others. See search-numbers.ts.

import { everyWord } from '../lib/full-text/match.ts';
import type { Database } from './database.ts';
import { SearchNumbers, type EntryNumbers } from './search-numbers.ts';

/** What an index holds of a record: its words, folded. */
export interface Words {
  readonly title: string;
  readonly body: string;
}

export interface WordsEntry extends Words {
  readonly userId: string;
  readonly id: string;
}

type IndexedKind = 'note' | 'card' | 'event' | 'file';

/** Of a note the time of its change stands beside it, for searches that ask for that. */
const entrySql = (kind: IndexedKind): string =>
  kind === 'note'
    ? 'INSERT INTO note_search (row, note_id, changed_at) SELECT CAST(? AS INTEGER), id, updated_at FROM notes WHERE id = ?'
    : `INSERT INTO ${kind}_search (row, ${kind}_id) VALUES (CAST(? AS INTEGER), ?)`;

export class IndexEntries {
  readonly #kind: IndexedKind;
  readonly #numbers;
  readonly #last;
  readonly #remove;
  readonly #addEntry;
  readonly #addWords;

  constructor(database: Pick<Database, 'prepare' | 'inTransaction'>, kind: IndexedKind) {
    this.#kind = kind;
    this.#numbers = new SearchNumbers(database);
    this.#last = database
      .prepare<EntryNumbers, number | null>(`SELECT max(row) FROM ${kind}_search WHERE row >= @first AND row <= @last`)
      .pluck();
    this.#remove = database.prepare<[string]>(`DELETE FROM ${kind}_search WHERE ${kind}_id IN (SELECT value FROM json_each(?))`);
    this.#addEntry = database.prepare<[number, string]>(entrySql(kind));
    this.#addWords = database.prepare<[number, string, string]>(
      `INSERT INTO ${kind}_index (rowid, title, body) VALUES (CAST(? AS INTEGER), ?, ?)`,
    );
  }

  /** Between which numbers the user's entries are; null if there were none yet. */
  maybeNumbers(userId: string): EntryNumbers | null {
    return this.#numbers.maybe(userId);
  }

  /**
   * Inside a write that has stored these records, each of them once: they are found by these words alone, and the last becomes the user's
   * newest of its kind. Gives the numbers of the entries. What else the write stores must be stored before: FTS5 gathers words in memory,
   * and writes them out before each statement that SQLite may have to undo by itself, with a trigger or a SELECT in it.
   */
  putAll(entries: readonly WordsEntry[]): readonly number[] {
    if (entries.length === 0) return [];
    const left = new Map<string, { next: number; readonly last: number }>();
    const numbers = entries.map(({ userId }) => {
      const mine = left.get(userId) ?? this.#numbersLeft(userId);
      left.set(userId, mine);
      if (mine.next > mine.last) throw new Error('The full-text index has no number left for this record');
      return mine.next++;
    });
    this.#remove.run(JSON.stringify(entries.map(({ id }) => id)));
    for (const [at, { id }] of entries.entries()) this.#addEntry.run(numbers[at] as number, id);
    for (const [at, { title, body }] of entries.entries()) this.#addWords.run(numbers[at] as number, this.#marked(title), body);
    return numbers;
  }

  /** Inside a write: the record is not found any more. Deleting the record itself does the same. */
  remove(id: string): void {
    this.#remove.run(JSON.stringify([id]));
  }

  /** Titles of notes have a mark of their own, which each of them holds as well. */
  #marked(title: string): string {
    return this.#kind === 'note' ? title : `${everyWord} ${title}`;
  }

  #numbersLeft(userId: string): { next: number; readonly last: number } {
    const mine = this.#numbers.take(userId);
    return { next: (this.#last.get(mine) ?? mine.first - 1) + 1, last: mine.last };
  }
}

/** Where entries are tried out. */
export type IndexTrial = Pick<Database, 'tryOut' | 'inTransaction'>;

/**
 * Runs `work`, which must not wait, while an index holds what `put` puts there, so that ranks are those that it will have. It is undone
 * after that, or with the transaction that this is called in: numbers of entries are good for `work` alone.
 */
export function whileIndexed<T>(trial: IndexTrial, put: () => void, work: () => T): T {
  const look = (): T => {
    put();
    return work();
  };
  if (trial.inTransaction()) return look();
  try {
    return trial.tryOut(look);
  } catch {
    // No room, or another program writes: what is indexed is found all the same.
    return work();
  }
}
