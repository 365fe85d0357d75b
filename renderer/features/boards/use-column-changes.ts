// What can be done to columns and whole boards.

import { useMutation } from '@tanstack/react-query';
import type { Column } from '../../../main/contract/columns.ts';
import { ServiceError, type Client } from '../../api/client.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { created } from '../../api/undoable.ts';
import { trashWithUndo } from '../../ui/toasts.ts';
import { strings } from './strings.ts';
import { columnsKey, projectsKey } from './use-board.ts';

interface NewColumns {
  /** Sent again under this Idempotency-Key, nothing is created twice. */
  readonly key: string;
  readonly titles: readonly string[];
  readonly deed: Changes;
}

interface AddedColumns {
  /** As they are told of once they are taken back. */
  readonly what: (titles: readonly string[]) => string;
  /** The title of the message when the service refuses. */
  readonly failed: string;
}

/** Adds columns to a board, which begins to exist with the first one: all of them or none, and taken back as one. */
export function useAddColumns(
  projectId: string,
  { what, failed }: AddedColumns,
): { readonly add: (titles: readonly string[], done?: () => void) => void; readonly isAdding: boolean } {
  const { client, queries, history } = useService();
  const { mutate, isPending } = useMutation({
    meta: { failed },
    mutationFn: ({ key, titles, deed }: NewColumns) =>
      deed.make(
        () => createColumns(client, { projectId, titles, key }),
        (columns) => columns.map((column) => created('column', column)),
      ),
    onSettled: async (_made, _error, { deed }) => {
      deed.settle();
      await Promise.all([
        queries.invalidateQueries({ queryKey: columnsKey(projectId) }),
        queries.invalidateQueries({ queryKey: projectsKey }),
      ]);
    },
  });
  return {
    add: (titles, done) => {
      mutate({ titles, key: crypto.randomUUID(), deed: history.begin(what(titles)) }, { onSuccess: () => done?.() });
    },
    isAdding: isPending,
  };
}

interface Asked {
  readonly projectId: string;
  readonly titles: readonly string[];
  readonly key: string;
}

async function createColumns(client: Client, { projectId, titles, key }: Asked): Promise<readonly Column[]> {
  const bodies = titles.map((title) => ({ title, projectId }));
  const [first] = bodies;
  // In a batch, braces in a name that the user has typed would stand for the field of an answer.
  if (bodies.length === 1 && first !== undefined) return [await client.call(routes.createColumn, { body: first, idempotencyKey: key })];
  const operations = bodies.map((body) => ({ method: 'POST', path: '/api/columns', body }) as const);
  const { failed, results } = await client.call(routes.runBatch, { body: { operations }, idempotencyKey: key });
  if (failed !== null) throw new ServiceError(failed.problem.status, { ...failed.problem, requestId: '' });
  return results.map(({ body }) => body as Column);
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
