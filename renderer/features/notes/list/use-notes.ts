import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coalesce } from '../../../api/coalesce.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { rememberAttributes } from '../notebooks/use-attributes.ts';
import { nextOffset, withChanged, withoutNote, type NotePages } from './note-pages.ts';
import { placeQuery, queryOf, type Place, type View } from './place.ts';

const pageSize = 200;
/** More changes at once than this, and the list is read anew. */
const maxPatched = 50;
/** How many notes besides are looked at. */
const someMore = 20;

/** Beginning of the keys of all lists. */
const listsKey = ['note', 'list'] as const;

export const listKey = (view: View) => [...listsKey, view] as const;

/** The notes of a place, page by page. Stays true by itself. */
export function useNotes(view: View) {
  const service = useService();
  useEffect(() => follow(service), [service]);
  return useInfiniteQuery({
    queryKey: listKey(view),
    queryFn: ({ pageParam, signal }) =>
      service.client.call(routes.listNotes, {
        query: { ...queryOf(view), limit: String(pageSize), offset: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    // Nothing has kept it true while it was not shown.
    refetchOnMount: 'always',
    meta: { patched: true },
  });
}

/** Notes of a place with these words in them, best match first, and all of these tags; nothing is asked without either. */
export function useFoundNotes(q: string, tags: readonly string[], place: Place) {
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

/** Patches the lists: a user who types changes a note every second, and reading all of a long list each time would be a waste. */
function follow({ client, connection, queries }: Service): () => void {
  let changed = new Set<string>();
  const lists = (): [View, NotePages][] =>
    queries
      .getQueriesData<NotePages>({ queryKey: listsKey })
      .flatMap(([key, data]) => (data === undefined ? [] : [[key[2] as View, data]]));
  const refresh = coalesce(async () => {
    const ids = changed;
    changed = new Set();
    if (ids.size === 0 || lists().length === 0) return;
    try {
      if (ids.size > maxPatched) return await queries.invalidateQueries({ queryKey: listsKey });
      // Of a batch the feed tells one by one, so that others can have been changed meanwhile.
      const { items } = await client.call(routes.listNotes, {
        query: { sort: 'updated', archived: 'all', limit: String(ids.size + someMore) },
      });
      const news = items.filter(({ id }) => ids.has(id));
      for (const note of news) rememberAttributes(queries, note);
      for (const [view, data] of lists()) queries.setQueryData<NotePages>(listKey(view), withChanged(data, news, view));
      // One that was changed before others meanwhile.
      if (news.length < ids.size) await queries.invalidateQueries({ queryKey: listsKey });
    } catch {
      // All is read anew when the service is back.
    }
  });
  return connection.onChange((change) => {
    if (change?.type !== 'note' || change.id === null) return;
    const { id } = change;
    if (change.action === 'deleted') {
      changed.delete(id);
      for (const [view, data] of lists()) queries.setQueryData<NotePages>(listKey(view), withoutNote(data, id));
      return;
    }
    changed.add(id);
    refresh();
  });
}
