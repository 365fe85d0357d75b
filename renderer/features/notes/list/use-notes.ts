import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import type { Client } from '../../../api/client.ts';
import { coalesceInSight } from '../../../api/in-sight.ts';
import { refreshList } from '../../../api/live.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { attributesKey, rememberAttributes } from '../notebooks/use-attributes.ts';
import { nextOffset, withChanged, withoutNote, type NotePages } from './note-pages.ts';
import { placeQuery, listQuery, type NotesPlace, type ListView } from './place.ts';

const pageSize = 200;
/** More changes at once than this, and the list is read anew. */
const maxPatched = 50;
/** How many notes besides are looked at. */
const someMore = 20;

/** Beginning of the keys of all lists. */
const listsKey = ['note', 'list'] as const;

export const listKey = (view: ListView) => [...listsKey, view] as const;

/** The notes of a place, page by page. Stays true by itself. */
export function useNotes(view: ListView) {
  const service = useService();
  useEffect(() => followNotes(service), [service]);
  return useInfiniteQuery({
    queryKey: listKey(view),
    queryFn: ({ pageParam, signal }) =>
      service.client.call(routes.listNotes, {
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

/** Patches the lists: a user who types changes a note every second, and reading all of a long list each time would be a waste. */
export function followNotes({ client, connection, queries }: Pick<Service, 'client' | 'connection' | 'queries'>): () => void {
  let told = new Map<string, 'changed' | 'deleted'>();
  const readAnew = async (ids: readonly string[]): Promise<void> => {
    const keys = [listsKey, ...ids.map(attributesKey)];
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const refresh = coalesceInSight(async () => {
    const changed = [...told].flatMap(([id, what]) => (what === 'changed' ? [id] : []));
    const deleted = [...told].flatMap(([id, what]) => (what === 'deleted' ? [id] : []));
    told = new Map();
    try {
      if (changed.length > maxPatched) return await readAnew(changed);
      let news: readonly NoteSummary[] = [];
      await refreshList<NotePages>(queries, listsKey, async () => {
        news = await readNews(client, changed);
        for (const note of news) rememberAttributes(queries, note);
        return (list, key) => deleted.reduce(withoutNote, withChanged(list, news, key[2] as ListView));
      });
      // One that was changed before others meanwhile.
      if (news.length < changed.length) await readAnew(changed);
    } catch {
      // All is read anew when the service is back.
    }
  });
  return connection.onChange((change) => {
    if (change?.type !== 'note' || change.id === null) return;
    told.set(change.id, change.action === 'deleted' ? 'deleted' : 'changed');
    refresh();
  });
}

/** Those of the notes that are among the last changed. */
async function readNews(client: Client, ids: readonly string[]): Promise<readonly NoteSummary[]> {
  if (ids.length === 0) return [];
  // Of a batch the feed tells one by one, so that others can have been changed meanwhile.
  const { items } = await client.call(routes.listNotes, {
    query: { sort: 'updated', archived: 'all', limit: String(ids.length + someMore) },
  });
  return items.filter(({ id }) => ids.includes(id));
}
