// What a list of notes is asked for, as the store takes it, and what a search finds of it.

import { foldName } from '../../contract/mentions.ts';
import { noNotebook, type NoteListQuery } from '../../contract/note-list.ts';
import type { NoteFilter, NoteListStore, NoteOrder } from './note-list-store.ts';
import type { FoundNotes, NoteSearch } from './note-search.ts';
import type { SearchPage } from './search/search-store.ts';

const archivedOf = { false: 'none', true: 'only', all: 'all' } as const;

export function noteFilter({ tag, notebookId, archived = 'false' }: NoteListQuery): NoteFilter {
  return {
    tags: tag === undefined ? null : [...new Set([tag].flat().map((each) => foldName(each.replace(/^#/, ''))))],
    archived: archivedOf[archived],
    ...(notebookId === undefined ? {} : { notebookId: notebookId === noNotebook ? null : notebookId }),
  };
}

export function orderOf({ sort, order, pinned }: NoteListQuery): NoteOrder {
  return {
    sort: sort ?? 'updated',
    direction: order ?? (sort === 'title' ? 'asc' : 'desc'),
    isPinnedFirst: (pinned ?? (sort === undefined ? 'first' : 'mixed')) === 'first',
  };
}

interface Searched {
  readonly userId: string;
  readonly q: string;
  readonly filter: NoteFilter;
  readonly page: SearchPage;
}

/** What a search finds of the notes that the filter lets through; null where `q` is no search. */
export async function findFiltered(
  { search, lists }: { readonly search: NoteSearch; readonly lists: NoteListStore },
  { userId, q, filter, page }: Searched,
): Promise<FoundNotes | null> {
  const letsThrough = maybeLetsThrough(lists, userId, filter);
  if (letsThrough === null) return search.find(userId, q, page);
  const found = await search.find(userId, q, { limit: null, offset: 0 });
  if (found === null) return null;
  const hits = found.hits.filter(({ id }) => letsThrough(id));
  const shown = hits.slice(page.offset, page.limit === null ? undefined : page.offset + page.limit);
  return { hits: shown, total: hits.length, corrected: hits.length === 0 ? [] : found.corrected };
}

/** Which notes the filter lets through; null for all. */
function maybeLetsThrough(lists: NoteListStore, userId: string, filter: NoteFilter): ((id: string) => boolean) | null {
  const isForAll = filter.tags === null && filter.notebookId === undefined;
  if (isForAll && filter.archived === 'all') return null;
  if (!isForAll || filter.archived === 'only') {
    const wanted = lists.ids(userId, filter);
    return (id) => wanted.has(id);
  }
  // Mostly there are few archived notes, or none.
  if (!lists.hasArchived(userId)) return null;
  const archived = lists.ids(userId, { tags: null, archived: 'only' });
  return (id) => !archived.has(id);
}
