// What the trash holds, and what can be done with it.

import { keepPreviousData, useMutation, useMutationState, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Restored, TrashEntry, TrashList, TrashType } from '../../../main/contract/trash.ts';
import { boardPath, cardPath, eventPath, notePath } from '../../../main/contract/page-paths.ts';
import { ServiceError, type Client } from '../../api/client.ts';
import { coalesceInSight } from '../../api/in-sight.ts';
import { routes } from '../../api/routes.ts';
import { useService, type Service } from '../../api/service.ts';
import { notify } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

const trashKey = ['trash'] as const;
/** Of what takes one entry out of the trash. */
const leavingKey = ['trash', 'leaving'] as const;

/** The newest `limit` entries, of one type or of all, that have these words in their titles. */
export function useTrash(type: TrashType | null, q: string, limit: number): UseQueryResult<TrashList> {
  const { client, connection, queries } = useService();
  useEffect(() => {
    const refresh = coalesceInSight(() => queries.invalidateQueries({ queryKey: trashKey }));
    return connection.onChange((change) => {
      // What goes in, or for good, is told of as deleted, what comes back as created; of a series single occurrences go, and it is updated.
      if (change?.action === 'deleted' || change?.action === 'created' || change?.type === 'event') refresh();
    });
  }, [connection, queries]);
  return useQuery({
    queryKey: [...trashKey, type, q, limit],
    queryFn: ({ signal }) => {
      const query = { limit: String(limit), ...(type === null ? {} : { type }), ...(q === '' ? {} : { q }) };
      return client.call(routes.listTrash, { query, signal });
    },
    placeholderData: keepPreviousData,
    meta: { patched: true },
    // While the page is away nothing follows the feed for it.
    staleTime: 0,
  });
}

/** The entries that are on their way out of the trash. */
export function useLeaving(): ReadonlySet<string> {
  return new Set(
    useMutationState({
      filters: { mutationKey: leavingKey, status: 'pending' },
      select: ({ state }) => (state.variables as TrashEntry).id,
    }),
  );
}

/** Brings a record back, and offers to go there. */
export function useRestore(go: (path: string) => void): (entry: TrashEntry) => void {
  const service = useService();
  const { client, queries, removals } = service;
  const { mutate } = useMutation({
    mutationKey: leavingKey,
    mutationFn: ({ id }: TrashEntry) => client.call(routes.restoreTrash, { params: { id } }).catch(asGone),
    onSuccess: (restored, { id, title, type }) => {
      removals.show([restored.id]);
      drop(queries, [id]);
      notify({
        title: strings.restored(type, titleOf(title)),
        // Of a file alone nothing tells where it is shown.
        ...(type === 'file' ? {} : { action: { name: strings.open, perform: () => void open(service, restored, go) } }),
      });
    },
    onError: (error, { title }) => {
      tellFailure(strings.restoreFailed(titleOf(title)), error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: trashKey }),
  });
  return mutate;
}

/** Removes a record for good. */
export function useRemoveForGood(): (entry: TrashEntry) => void {
  const { client, queries } = useService();
  const { mutate } = useMutation({
    mutationKey: leavingKey,
    mutationFn: async ({ id }: TrashEntry) => {
      try {
        await client.call(routes.deleteTrash, { params: { id } });
      } catch (error) {
        // Another client was faster.
        if (!(error instanceof ServiceError && error.status === 404)) throw error;
      }
    },
    onSuccess: (_nothing, { id, title }) => {
      drop(queries, [id]);
      notify({ title: strings.removed(titleOf(title)) });
    },
    onError: (error, { title }) => {
      tellFailure(strings.removeFailed(titleOf(title)), error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: trashKey }),
  });
  return mutate;
}

export function useEmpty(): { readonly empty: () => void; readonly isPending: boolean } {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    meta: { failed: strings.emptyFailed },
    mutationFn: () => client.call(routes.emptyTrash, {}),
    onSuccess: () => {
      notify({ title: strings.emptied });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: trashKey }),
  });
  return {
    empty: () => {
      mutate();
    },
    isPending,
  };
}

function asGone(error: unknown): never {
  throw error instanceof ServiceError && error.status === 404 ? new Error(strings.goneElsewhere) : error;
}

/** What an entry is called. */
export function titleOf(title: string): string {
  return title === '' ? strings.untitled : title;
}

function tellFailure(title: string, error: unknown): void {
  notify({ title, text: error instanceof Error ? error.message : String(error), kind: 'problem' });
}

/** Takes entries out of what has been read, before it is read anew. */
function drop(queries: QueryClient, ids: readonly string[]): void {
  queries.setQueriesData<TrashList>({ queryKey: trashKey }, (list) => {
    if (list === undefined) return undefined;
    const items = list.items.filter(({ id }) => !ids.includes(id));
    return { ...list, items, total: list.total - (list.items.length - items.length) };
  });
}

async function open({ client }: Service, restored: Restored, go: (path: string) => void): Promise<void> {
  try {
    go(await placeOf(client, restored));
  } catch (error) {
    tellFailure(strings.openFailed, error);
  }
}

/** Where a record is shown. */
async function placeOf(client: Client, { type, id }: Restored): Promise<string> {
  switch (type) {
    case 'note':
      return notePath(id);
    case 'card':
      return cardPath((await client.call(routes.readCard, { params: { id } })).projectId, id);
    case 'column':
      return boardPath((await client.call(routes.readColumn, { params: { id } })).projectId);
    case 'project':
      return boardPath(id);
    case 'event':
      return eventPath(id);
    case 'calendar':
      return '/calendar';
    case 'file':
      return '/trash';
  }
}
