// Searching notes: from what was typed to a page of hits, each with the text around it.

import type { NoteSummary } from '../../contract/notes.ts';
import type { FlushScheduler } from './flush-scheduler.ts';
import type { ListedNote } from './note-list-store.ts';
import type { NoteKey } from './note-store.ts';
import type { PendingNote, PendingNotes } from './pending-notes.ts';
import { atMost } from '../../lib/clock.ts';
import { corrections, type Correction, type NearWords } from '../../lib/full-text/correct.ts';
import { parseQuery, plainWords, type WordQuery, type Term } from '../../lib/full-text/query.ts';
import type { HitNote, SearchPage, NoteSearchStore } from './search/search-store.ts';
import type { Database } from '../../storage/database.ts';
import { whileIndexed, type IndexTrial } from '../../storage/index-entries.ts';
import type { IndexWords } from '../../storage/index-words.ts';
import { snippet, snippetIn } from '../../lib/full-text/snippet.ts';

interface NoteSearchOptions {
  readonly store: NoteSearchStore;
  /** The words of the index. */
  readonly words: Pick<IndexWords, 'oneAway' | 'twoAway'>;
  readonly pending: PendingNotes;
  readonly flushScheduler: Pick<FlushScheduler, 'flushPending' | 'flush'>;
  readonly database: IndexTrial & Pick<Database, 'whenFree'>;
}

type Match = NonNullable<NoteSummary['match']>;

export interface FoundNote {
  readonly id: string;
  /** Of its entry in the index. */
  readonly number: number;
  readonly score: number;
  /** The note as it was when it was found; null where it is still to be read. */
  readonly note: HitNote | null;
  /** What to show of a note whose text as it is read is this; null if the whole content has to be looked at. */
  matchIn(read: string): Match | null;
  /** What to show of the note of this row, from the whole content; `read` is its text as it is read, null where that is not stored. */
  match(row: Pick<ListedNote, 'title' | 'version'>, content: string, read: string | null): Match;
}

export interface FoundNotes {
  readonly hits: readonly FoundNote[];
  readonly total: number;
  /** What was looked for in place of words that no note has. */
  readonly corrected: readonly Correction[];
}

/**
 * When more notes are pending than a search can look at, as after a bulk load, it lets the index come nearer for so long, in milliseconds.
 */
const catchUpMs = 1_000;
/** The same where few are pending, but long: to try them out in the index would hold all others up. */
const flushMs = 10_000;

export class NoteSearch {
  readonly #options: NoteSearchOptions;
  #catchingUp: Promise<void> | null = null;

  constructor(options: NoteSearchOptions) {
    this.#options = options;
  }

  /**
   * The user's notes as they are now, best match first. Null if `q` is blank, which is no search. Writes nothing, but that very long
   * notes that are pending are flushed first; finds what is indexed also when nothing can be written. While very many notes are pending,
   * the newest of them are looked at.
   */
  async find(userId: string, q: string, page: SearchPage): Promise<FoundNotes | null> {
    const query = parseQuery(q);
    if (query === null) return null;
    const found = await this.#find(userId, query, page);
    if (found.total > 0) return found;
    const near = await corrections(query, plainWords(q), {
      indexes: [this.#wordsOf(userId)],
      count: (terms) => this.#counted(userId, terms),
    });
    if (near === null) return found;
    const instead = await this.#find(userId, near.query, page);
    return instead.total === 0 ? found : { ...instead, corrected: near.corrected };
  }

  /** The words of the index, and of what is written out to it soon. */
  #wordsOf(userId: string): NearWords {
    const { words } = this.#options;
    return {
      oneAway: (word, from) => this.withPending(userId, () => words.oneAway(word, from)),
      twoAway: (word, from) => this.withPending(userId, () => words.twoAway(word, from)),
    };
  }

  /** For each term how many notes have it. */
  #counted(userId: string, terms: readonly Term[]): Promise<readonly number[]> {
    const none = { limit: 0, offset: 0 };
    return this.withPending(userId, () => terms.map((term) => this.#options.store.search(userId, { all: [term], none: [] }, none).total));
  }

  async #find(userId: string, query: WordQuery, page: SearchPage): Promise<FoundNotes> {
    const pending = await this.#pending(userId);
    const { total, hits } = this.#whileIndexed(pending, () => this.#options.store.search(userId, query, page));
    const notes = new Map(pending.map((note) => [note.key.id, note]));
    const textOf = (id: string, version: number): string | null => {
      const note = notes.get(id);
      return note?.version === version ? note.entry.text : null;
    };
    const found = hits.map(({ id, number, score, note = null }): FoundNote => ({
      id,
      number,
      score,
      note,
      matchIn: (read) => {
        const html = snippetIn(read, query);
        return html === null ? null : { score, snippet: html };
      },
      match: ({ title, version }, content, read) => ({ score, snippet: snippet(title, content, query, read ?? textOf(id, version)) }),
    }));
    return { total, hits: found, corrected: [] };
  }

  /**
   * Runs `work`, which must not wait, while the index holds the user's notes as they are now. What is put there for that is undone: numbers
   * of entries and their texts are good for `work` alone. While very many notes are pending, these are the newest of them.
   */
  async withPending<T>(userId: string, work: () => T): Promise<T> {
    return this.#whileIndexed(await this.#pending(userId), work);
  }

  /** Right after it they can be tried out in the index. */
  async #pending(userId: string): Promise<readonly PendingNote[]> {
    const { pending, database } = this.#options;
    let newest = await pending.newest(userId, { evenLong: false });
    if (!newest.complete || newest.toFlush.length > 0) {
      await (newest.complete ? this.#flush(newest.toFlush) : this.#catchUp());
      newest = await pending.newest(userId, { evenLong: true });
    }
    await database.whenFree();
    return newest.notes;
  }

  #whileIndexed<T>(pending: readonly PendingNote[], work: () => T): T {
    const { store, database } = this.#options;
    if (pending.length === 0) return work();
    const put = (): void => {
      store.putAll(pending.filter((note) => this.#options.pending.exists(note)));
    };
    return whileIndexed(database, put, work);
  }

  async #flush(keys: readonly NoteKey[]): Promise<void> {
    await atMost(flushMs, this.#options.flushScheduler.flush(keys), () => undefined);
  }

  async #catchUp(): Promise<void> {
    this.#catchingUp ??= this.#options.flushScheduler.flushPending().finally(() => {
      this.#catchingUp = null;
    });
    await atMost(catchUpMs, this.#catchingUp, () => undefined);
  }
}
