// The SQL of the words of a full-text index: which of them are near another word. They are the words of all users: what comes of it may be
// shown to a user only if the user has the word too.

import { lookAt, oneEditAway } from '../lib/full-text/near.ts';
import type { Database } from './database.ts';

/**
 * For how long an index is looked through in one turn, in milliseconds: while it lies in very many pieces, as after a bulk load, not all
 * near words are found. Otherwise it takes a tenth of that.
 */
const maxMs = 25;
/** How many words are asked for at once, between two looks at the clock. */
const askedAtOnce = 50;

export class IndexWords {
  readonly #among;
  readonly #from;

  /** `index`: the table of the index. */
  constructor(database: Pick<Database, 'prepare'>, index: 'note_index' | 'card_index' | 'event_index' | 'file_index') {
    const words = `temp.${index}_terms`;
    // Not at first use: that can be in a transaction that is undone.
    database.prepare(`CREATE VIRTUAL TABLE IF NOT EXISTS ${words} USING fts5vocab ('main', '${index}', 'instance')`).run();
    this.#among = database
      .prepare<[string], string>(
        `SELECT word.value FROM json_each(?) AS word WHERE EXISTS (SELECT 1 FROM ${words} WHERE term = word.value)`,
      )
      .pluck();
    this.#from = database
      .prepare<{ from: string; to: string }, string>(`SELECT term FROM ${words} WHERE term >= @from AND term < @to LIMIT 1`)
      .pluck();
  }

  /** The words of the index that are one letter away from a folded word. */
  oneAway(word: string): string[] {
    const end = performance.now() + maxMs;
    const asked = oneEditAway(word);
    const found: string[] = [];
    for (let at = 0; at < asked.length && performance.now() < end; at += askedAtOnce)
      found.push(...this.#among.all(JSON.stringify(asked.slice(at, at + askedAtOnce))));
    return found;
  }

  /** Those that are at most two letters away and begin with the same one. */
  twoAway(word: string): string[] {
    const first = word.charAt(0);
    const to = String.fromCharCode(first.charCodeAt(0) + 1);
    const found: string[] = [];
    const end = performance.now() + maxMs;
    let from = first;
    while (from < to && performance.now() < end) {
      const term = this.#from.get({ from, to });
      if (term === undefined) break;
      const { isNear, next } = lookAt(term, word, 2);
      if (isNear) found.push(term);
      from = next;
    }
    return found;
  }
}
