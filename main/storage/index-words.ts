// The SQL of the words of a full-text index: which of them are near another word. They are the words of all users: what comes of it may be
// shown to a user only if the user has the word too.

import type { NearTurn } from '../lib/full-text/correct.ts';
import { lookAt, oneEditAway } from '../lib/full-text/near.ts';
import type { Database } from './database.ts';

/** For how long an index is looked through in one turn, in milliseconds; while it lies in very many pieces, it takes several. */
const maxMs = 25;
/** How many words are asked for at once, and how many are looked at, between two looks at the clock. */
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

  /** The words of the index that are one letter away from a folded word; `from` is where the turn before has ended. */
  oneAway(word: string, from: string | null): NearTurn {
    const end = performance.now() + maxMs;
    const asked = oneEditAway(word);
    const found: string[] = [];
    let at = Number(from);
    do {
      found.push(...this.#among.all(JSON.stringify(asked.slice(at, at + askedAtOnce))));
      at += askedAtOnce;
    } while (at < asked.length && performance.now() < end);
    return { found, next: at < asked.length ? String(at) : null };
  }

  /** Those that are at most two letters away and begin with the same one. */
  twoAway(word: string, from: string | null): NearTurn {
    const end = performance.now() + maxMs;
    const first = word.charAt(0);
    const to = String.fromCharCode(first.charCodeAt(0) + 1);
    const found: string[] = [];
    let next = from ?? first;
    do
      for (let looked = 0; looked < askedAtOnce; looked += 1) {
        const term = next < to ? this.#from.get({ from: next, to }) : undefined;
        if (term === undefined) return { found, next: null };
        const seen = lookAt(term, word, 2);
        if (seen.isNear) found.push(term);
        next = seen.next;
      }
    while (performance.now() < end);
    return { found, next };
  }
}
