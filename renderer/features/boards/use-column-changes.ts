// What can be done to columns and whole boards.

import { useMutation } from '@tanstack/react-query';
import type { Column } from '../../../main/contract/columns.ts';
import type { Client, RequestOptions } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { confirm } from '../../ui/confirm.ts';
import { removeWithUndo } from '../../ui/toasts.ts';
import { strings } from './strings.ts';
import { columnsKey, projectsKey } from './use-board.ts';

interface NewColumns {
  /** One for each title: sent again, nothing is created twice. */
  readonly keys: readonly string[];
  readonly titles: readonly string[];
}

/** Adds columns to a board, which begins to exist with the first one. */
export function useAddColumns(
  projectId: string,
  failed: string,
): { readonly add: (titles: readonly string[], done?: () => void) => void; readonly isAdding: boolean } {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    meta: { failed },
    mutationFn: async ({ keys, titles }: NewColumns) => {
      for (const [index, title] of titles.entries()) {
        const idempotencyKey = keys[index];
        await client.call(routes.createColumn, { body: { title, projectId }, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) });
      }
    },
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: columnsKey(projectId) }),
        queries.invalidateQueries({ queryKey: projectsKey }),
      ]);
    },
  });
  return {
    add: (titles, done) => {
      mutate({ titles, keys: titles.map(() => crypto.randomUUID()) }, { onSuccess: () => done?.() });
    },
    isAdding: isPending,
  };
}

export function useRenameColumn(projectId: string): (id: string, title: string) => void {
  const { client, queries } = useService();
  const queryKey = columnsKey(projectId);
  const { mutate } = useMutation({
    meta: { failed: strings.renameColumnFailed },
    mutationFn: ({ id, title }: { id: string; title: string }) => client.call(routes.updateColumn, { params: { id }, body: { title } }),
    onMutate: ({ id, title }) => {
      queries.setQueryData<readonly Column[]>(queryKey, (columns) =>
        columns?.map((column) => (column.id === id ? { ...column, title } : column)),
      );
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  return (id, title) => {
    mutate({ id, title });
  };
}

/** Puts the columns of a board into a new order. */
export function useOrderColumns(projectId: string): (columnIds: readonly string[]) => void {
  const { client, queries } = useService();
  const queryKey = columnsKey(projectId);
  const { mutate } = useMutation({
    meta: { failed: strings.orderFailed },
    scope: { id: 'boards.order' },
    mutationFn: (columnIds: readonly string[]) => client.call(routes.orderColumns, { body: { columnIds: [...columnIds] } }),
    onMutate: (columnIds) => {
      queries.setQueryData<readonly Column[]>(queryKey, (columns) =>
        columns?.toSorted((a, b) => columnIds.indexOf(a.id) - columnIds.indexOf(b.id)),
      );
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  return mutate;
}

/** Deletes a column with its cards, with a way back; asks first when it has cards. */
export function useDeleteColumn(): (column: Pick<Column, 'id' | 'title'>, cards: number) => Promise<void> {
  const { client, removals } = useService();
  return async ({ id, title }, cards) => {
    const question = { title: strings.deleteColumnTitle(title), text: strings.deleteColumnText(cards), action: strings.deleteColumn };
    if (cards > 0 && !(await confirm(question))) return;
    removeWithUndo(removals, {
      ids: [id],
      message: strings.columnDeleted(title),
      failed: strings.deleteColumnFailed,
      send: (options) => client.call(routes.deleteColumn, { params: { id }, ...options }),
    });
  };
}

/** Deletes a board: all its columns. Says whether the user wanted that. */
export function useDeleteBoard(): (projectId: string, cards: number) => Promise<boolean> {
  const { client, queries, removals } = useService();
  return async (projectId, cards) => {
    const question = {
      title: strings.deleteBoardTitle(projectId),
      text: strings.deleteBoardText(cards),
      action: strings.deleteBoardAction,
    };
    if (!(await confirm(question))) return false;
    const { items } = await queries.fetchQuery({
      queryKey: [...columnsKey(projectId), 'all'],
      staleTime: 0,
      queryFn: () => client.call(routes.listColumns, { query: { projectId } }),
    });
    const columnIds = items.map(({ id }) => id);
    removeWithUndo(removals, {
      ids: [projectId, ...columnIds],
      names: [projectId],
      message: strings.boardDeleted(projectId),
      failed: strings.deleteBoardFailed,
      send: async (options) => {
        await (isNameable(projectId)
          ? client.call(routes.deleteProject, { params: { id: projectId }, ...options })
          : deleteColumns(client, columnIds, options));
        // Another board may get the name: before it is shown again, the list knows that this one is gone.
        await queries.invalidateQueries({ queryKey: projectsKey });
      },
    });
    return true;
  };
}

/** Browsers take the dots out of an address, however they are written. */
function isNameable(projectId: string): boolean {
  return projectId !== '.' && projectId !== '..';
}

async function deleteColumns(client: Client, ids: readonly string[], options: Pick<RequestOptions, 'keepalive'>): Promise<void> {
  await Promise.all(ids.map((id) => client.call(routes.deleteColumn, { params: { id }, ...options })));
}
