import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { listsKey, useFollowedNotes } from './follow-notes.ts';
import { nextOffset } from './note-pages.ts';
import { placeQuery, listQuery, type NotesPlace, type ListView } from './place.ts';

const pageSize = 200;

export const listKey = (view: ListView) => [...listsKey, view] as const;

/** The notes of a place, page by page. Stays true by itself. */
export function useNotes(view: ListView) {
  const { client } = useService();
  useFollowedNotes();
  return useInfiniteQuery({
    queryKey: listKey(view),
    queryFn: ({ pageParam, signal }) =>
      client.call(routes.listNotes, {
        query: { ...listQuery(view), limit: String(pageSize), offset: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    meta: { patched: true },
  });
}

/** Notes of a place with these words in them, best match first, and all of these tags; nothing is asked without either. */
export function useFoundNotes(q: string, tags: readonly string[], place: NotesPlace) {
  const { client } = useService();
  return useInfiniteQuery({
    queryKey: ['note', 'search', q, tags, place],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...placeQuery(place),
        limit: String(pageSize),
        offset: String(pageParam),
        ...(q === '' ? {} : { q }),
        ...(tags.length === 0 ? {} : { tag: [...tags] }),
      };
      return client.call(routes.listNotes, { query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
    enabled: q !== '' || tags.length > 0,
    gcTime: 30_000,
  });
}
