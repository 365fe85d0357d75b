// What can be done to columns and whole boards.

import { useMutation } from '@tanstack/react-query';
import type { Column } from '../../../main/contract/columns.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { trashWithUndo } from '../../ui/toasts.ts';
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
  const { client, queries, history } = useService();
  const queryKey = columnsKey(projectId);
  const { mutate } = useMutation({
    meta: { failed: strings.renameColumnFailed },
    mutationFn: ({ id, title, deed }: { id: string; title: string; deed: Changes }) =>
      deed.make(
        () => client.call(routes.updateColumn, { params: { id }, body: { title } }),
        ({ version }) => [{ type: 'column', id, version }],
      ),
    onSettled: (_saved, _error, { deed }) => {
      deed.settle();
    },
    onMutate: ({ id, title }) => {
      queries.setQueryData<readonly Column[]>(queryKey, (columns) =>
        columns?.map((column) => (column.id === id ? { ...column, title } : column)),
      );
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  return (id, title) => {
    mutate({ id, title, deed: history.begin(strings.columnRenamed(title)) });
  };
}

interface Order {
  readonly columnIds: readonly string[];
  /** The versions that the columns of the board had. */
  readonly known: ReadonlyMap<string, number>;
  readonly deed: Changes;
}

/** Puts the columns of a board into a new order. */
export function useOrderColumns(projectId: string): (columnIds: readonly string[]) => void {
  const { client, queries, history } = useService();
  const queryKey = columnsKey(projectId);
  const { mutate } = useMutation({
    meta: { failed: strings.orderFailed },
    scope: { id: 'boards.order' },
    mutationFn: ({ columnIds, known, deed }: Order) =>
      deed.make(
        () => client.call(routes.orderColumns, { body: { columnIds: [...columnIds] } }),
        ({ items }) =>
          items
            .filter(({ id, version }) => version > (known.get(id) ?? version))
            .map(({ id, version }) => ({ type: 'column', id, version })),
      ),
    onSettled: (_ordered, _error, { deed }) => {
      deed.settle();
    },
    onMutate: ({ columnIds }) => {
      queries.setQueryData<readonly Column[]>(queryKey, (columns) =>
        columns?.toSorted((a, b) => columnIds.indexOf(a.id) - columnIds.indexOf(b.id)),
      );
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  return (columnIds) => {
    const known = new Map(queries.getQueryData<readonly Column[]>(queryKey)?.map(({ id, version }) => [id, version]));
    mutate({ columnIds, known, deed: history.begin(strings.columnsMoved) });
  };
}

/** Puts a column into the trash, with its cards. */
export function useDeleteColumn(): (column: Pick<Column, 'id' | 'title'>) => void {
  const service = useService();
  return ({ id, title }) => {
    trashWithUndo(service, {
      type: 'column',
      id,
      message: strings.columnDeleted(title),
      failed: strings.deleteColumnFailed,
      after: ['boards'],
    });
  };
}

/** Puts a board into the trash: all its columns. */
export function useDeleteBoard(): (projectId: string) => void {
  const service = useService();
  return (projectId) => {
    trashWithUndo(service, {
      type: 'project',
      id: projectId,
      message: strings.boardDeleted(projectId),
      failed: strings.deleteBoardFailed,
      after: ['boards'],
      namedIn: projectsKey,
    });
  };
}
