import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coalesce } from '../../../api/coalesce.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { nextOffset, withNewest, withoutNote, type NotePages } from './note-pages.ts';

const pageSize = 200;
/** More changes at once than this, and the list is read anew. */
const maxPatched = 50;

export const listKey = ['note', 'list'] as const;

/** All notes, newest change first, page by page. Stays true by itself. */
export function useNotes() {
  const service = useService();
  useEffect(() => follow(service), [service]);
  return useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) =>
      service.client.call(routes.listNotes, { query: { limit: String(pageSize), offset: String(pageParam) }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    meta: { patched: true },
  });
}

/** Notes with these words in them, best match first, and all of these tags; nothing is asked without either. */
export function useFoundNotes(q: string, tags: readonly string[]) {
  const { client } = useService();
  return useInfiniteQuery({
    queryKey: ['note', 'search', q, tags],
    queryFn: ({ pageParam, signal }) => {
      const query = {
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

/** Patches the list: a user who types changes a note every second, and reading all of a long list each time would be a waste. */
function follow({ client, connection, queries }: Service): () => void {
  let changed = new Set<string>();
  const refresh = coalesce(async () => {
    const count = changed.size;
    changed = new Set();
    if (count === 0 || queries.getQueryData(listKey) === undefined) return;
    try {
      if (count > maxPatched) return await queries.invalidateQueries({ queryKey: listKey });
      const newest = await client.call(routes.listNotes, { query: { limit: String(count + 1) } });
      queries.setQueryData<NotePages>(listKey, (data) => data && withNewest(data, newest));
    } catch {
      // All is read anew when the service is back.
    }
  });
  return connection.onChange((change) => {
    if (change?.type !== 'note' || change.id === null) return;
    const { id } = change;
    if (change.action === 'deleted') {
      changed.delete(id);
      queries.setQueryData<NotePages>(listKey, (data) => data && withoutNote(data, id));
      return;
    }
    changed.add(id);
    refresh();
  });
}
