// Searching notes: from what somebody typed to a page of hits, each with the text around it.

import type { NoteSummary } from '../../contract/notes.ts';
import { parseQuery } from './search/query.ts';
import type { SearchPage, SearchStore } from './search/search-store.ts';
import { snippet } from './search/snippet.ts';
import type { Settling } from './settling.ts';

export interface NoteSearchOptions {
  readonly store: SearchStore;
  readonly settling: Settling;
}

export interface FoundNote {
  readonly id: string;
  readonly score: number;
  /** What to show of it. */
  match(title: string, content: string): NonNullable<NoteSummary['match']>;
}

export class NoteSearch {
  readonly #store: SearchStore;
  readonly #settling: Settling;

  constructor({ store, settling }: NoteSearchOptions) {
    this.#store = store;
    this.#settling = settling;
  }

  /** The user's notes as they are now, best match first. Null if `q` is blank, which is no search. */
  async find(userId: string, q: string, page: SearchPage): Promise<{ readonly hits: readonly FoundNote[]; readonly total: number } | null> {
    const query = parseQuery(q);
    if (query === null) return null;
    await this.#settling.indexUser(userId);
    const { total, hits } = this.#store.search(userId, query, page);
    return { total, hits: hits.map(({ id, score }) => ({ id, score, match: (title, content) => ({ score, snippet: snippet(title, content, query) }) })) };
  }
}
