// Searching notes: from what somebody typed to a page of hits, each with the text around it.

import type { NoteSummary } from '../../contract/notes.ts';
import { parseQuery } from './search/query.ts';
import type { SearchPage, SearchStore } from './search/search-store.ts';
import { snippet } from './search/snippet.ts';
import type { FlushScheduler } from './flush-scheduler.ts';

export interface NoteSearchOptions {
  readonly store: SearchStore;
  readonly flushScheduler: FlushScheduler;
}

export interface FoundNote {
  readonly id: string;
  readonly score: number;
  /** What to show of it. */
  match(title: string, content: string): NonNullable<NoteSummary['match']>;
}

export class NoteSearch {
  readonly #store: SearchStore;
  readonly #flushScheduler: FlushScheduler;

  constructor({ store, flushScheduler }: NoteSearchOptions) {
    this.#store = store;
    this.#flushScheduler = flushScheduler;
  }

  /** The user's notes as they are now, best match first. Null if `q` is blank, which is no search. */
  async find(userId: string, q: string, page: SearchPage): Promise<{ readonly hits: readonly FoundNote[]; readonly total: number } | null> {
    const query = parseQuery(q);
    if (query === null) return null;
    await this.#flushScheduler.indexUser(userId);
    const { total, hits } = this.#store.search(userId, query, page);
    return { total, hits: hits.map(({ id, score }) => ({ id, score, match: (title, content) => ({ score, snippet: snippet(title, content, query) }) })) };
  }
}
