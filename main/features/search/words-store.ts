// Writes what the full-text indexes hold of cards, events and files. Every entry is written with the user's next number, so that the order
// of numbers is the order of change; see storage/search-numbers.ts.

import type { Database } from '../../storage/database.ts';
import { SearchNumbers, type EntryNumbers } from '../../storage/search-numbers.ts';

/** What an index holds of a record: its words, folded. */
export interface Words {
  readonly title: string;
  readonly body: string;
}

export interface WordsEntry extends Words {
  readonly userId: string;
  readonly id: string;
}

type IndexedKind = 'card' | 'event' | 'file';

export class WordsStore {
  readonly #numbers;
  readonly #last;
  readonly #remove;
  readonly #addEntry;
  readonly #addWords;

  constructor(database: Pick<Database, 'prepare' | 'inTransaction'>, kind: IndexedKind) {
    this.#numbers = new SearchNumbers(database);
    this.#last = database
      .prepare<EntryNumbers, number | null>(`SELECT max(row) FROM ${kind}_search WHERE row >= @first AND row <= @last`)
      .pluck();
    this.#remove = database.prepare<[string]>(`DELETE FROM ${kind}_search WHERE ${kind}_id IN (SELECT value FROM json_each(?))`);
    this.#addEntry = database.prepare<[number, string]>(`INSERT INTO ${kind}_search (row, ${kind}_id) VALUES (CAST(? AS INTEGER), ?)`);
    this.#addWords = database.prepare<[number, string, string]>(
      `INSERT INTO ${kind}_index (rowid, title, body) VALUES (CAST(? AS INTEGER), ?, ?)`,
    );
  }

  /**
   * Inside a write that has stored these records, each of them once: they are found by these words alone, and the last becomes the user's
   * newest of its kind. The words come last: FTS5 gathers them in memory, and writes them out before each statement that SQLite may have to
   * undo by itself, with a trigger or a SELECT in it.
   */
  putAll(entries: readonly WordsEntry[]): void {
    const next = new Map<string, number>();
    const numbered = entries.map((entry) => {
      const number = next.get(entry.userId) ?? this.#nextNumber(entry.userId);
      next.set(entry.userId, number + 1);
      return { number, entry };
    });
    this.#remove.run(JSON.stringify(entries.map(({ id }) => id)));
    for (const { number, entry } of numbered) this.#addEntry.run(number, entry.id);
    for (const { number, entry } of numbered) this.#addWords.run(number, `\u007F ${entry.title}`, entry.body);
  }

  #nextNumber(userId: string): number {
    const mine = this.#numbers.take(userId);
    return (this.#last.get(mine) ?? mine.first - 1) + 1;
  }
}
