// What can be done to columns and whole boards.

import { useCallback } from 'react';
import type { Column, UpdateColumn } from '../../../main/contract/columns.ts';
import type { Project } from '../../../main/contract/projects.ts';
import { type Client, refusalOf } from '../../api/client.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation, created } from '../../api/undoable.ts';
import { trashWithUndo } from '../../ui/toasts.ts';
import { strings } from './strings.ts';
import { projectsKey } from '../../api/projects.ts';
import { columnsKey } from './use-board.ts';

/** Adds a column to a board, with a way back. A name that is refused is given back to the text that is kept as `keptAs`. */
export function useAddColumn(projectId: string, keptAs: string): (title: string) => void {
  const { history, drafts } = useService();
  const { mutate } = useNewColumns({
    meta: { failed: strings.addColumnFailed },
    onRefused: ({ titles }) => {
      drafts.giveBack(keptAs, titles.join('\n'));
    },
  });
  return (title) => {
    mutate({ projectId, titles: [title], key: crypto.randomUUID(), historyEntry: history.begin(strings.columnAdded(title)) });
  };
}

/** Makes a board with its first columns: all of it or nothing, and taken back as one. It rejects with what the service said. */
export function useMakeBoard(): (projectId: string, name: string) => Promise<unknown> {
  const { history } = useService();
  const { mutateAsync } = useNewColumns({});
  return (projectId, name) =>
    mutateAsync({
      projectId,
      name,
      titles: strings.firstColumns,
      key: crypto.randomUUID(),
      historyEntry: history.begin(strings.boardMade(name)),
    });
}

interface HowAdded {
  readonly meta?: { readonly failed?: string };
  readonly onRefused?: (columns: NewColumns) => void;
}

function useNewColumns({ meta = {}, onRefused }: HowAdded) {
  const { client, queries } = useService();
  return useHistoryMutation({
    meta,
    onError: (_error, columns) => onRefused?.(columns),
    mutationFn: ({ historyEntry, ...asked }: NewColumns) =>
      historyEntry.make(
        () => createColumns(client, asked),
        ({ project, columns }) => [
          ...(project === null ? [] : [created('project', project)]),
          ...columns.map((column) => created('column', column)),
        ],
      ),
    onSettled: async (_made, _error, { projectId }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: columnsKey(projectId) }),
        queries.invalidateQueries({ queryKey: projectsKey }),
      ]);
    },
  });
}

interface Asked {
  readonly projectId: string;
  readonly titles: readonly string[];
  /** Sent again under this Idempotency-Key, nothing is created twice. */
  readonly key: string;
  /** What the board is called that is made with them; absent where there is one. */
  readonly name?: string;
}

interface NewColumns extends Asked {
  readonly historyEntry: Changes;
}

interface Made {
  readonly project: Project | null;
  readonly columns: readonly Column[];
}

async function createColumns(client: Client, { projectId, titles, key, name }: Asked): Promise<Made> {
  const bodies = titles.map((title) => ({ title, projectId }));
  const [first] = bodies;
  // In a batch, braces in a name that the user has typed would stand for the field of an answer.
  if (bodies.length === 1 && first !== undefined && name === undefined)
    return { project: null, columns: [await client.call(routes.createColumn, { body: first, idempotencyKey: key })] };
  const operations = [
    ...(name === undefined ? [] : [{ method: 'POST', path: '/api/projects', body: { id: projectId, name } } as const]),
    ...bodies.map((body) => ({ method: 'POST', path: '/api/columns', body }) as const),
  ];
  const { failed, results } = await client.call(routes.runBatch, { body: { operations }, idempotencyKey: key });
  if (failed !== null) throw refusalOf(failed);
  const made = results.map(({ body }) => body);
  return { project: name === undefined ? null : (made[0] as Project), columns: (name === undefined ? made : made.slice(1)) as Column[] };
}

/** The name under which is kept how a column is to be called, until the service has it. */
export function columnTitleDraft(columnId: string): string {
  return `column/${columnId}/title`;
}

/** Changes what is written on a column, at once, with a way back. A name that is refused comes back into the column's field. */
export function useUpdateColumn(projectId: string): (id: string, body: UpdateColumn, what: string) => void {
  const { client, queries, history, drafts } = useService();
  const queryKey = columnsKey(projectId);
  const show = (id: string, changes: Partial<Column>): void => {
    queries.setQueryData<readonly Column[]>(queryKey, (columns) =>
      columns?.map((column) => (column.id === id ? { ...column, ...changes } : column)),
    );
  };
  const { mutate } = useHistoryMutation({
    meta: { failed: strings.columnFailed },
    mutationFn: ({ id, body, historyEntry }: { readonly id: string; readonly body: UpdateColumn; readonly historyEntry: Changes }) =>
      historyEntry.make(
        () => client.call(routes.updateColumn, { params: { id }, body }),
        ({ version }) => [{ type: 'column', id, version }],
      ),
    onMutate: ({ id, body }) => {
      const before = queries.getQueryData<readonly Column[]>(queryKey)?.find((column) => column.id === id);
      show(id, written(body));
      return before;
    },
    onError: (_error, { id, body }, before) => {
      // It shall not pass for what the service has, where that cannot be read either.
      if (before !== undefined) show(id, fieldsOf(before, body));
      const { title } = body;
      // What is being written there by now is the newer name.
      if (title !== undefined && drafts.read(columnTitleDraft(id)) === null)
        drafts.giveBack(columnTitleDraft(id), title, { isWhole: true });
      return queries.invalidateQueries({ queryKey });
    },
  });
  return (id, body, what) => {
    mutate({ id, body, historyEntry: history.begin(what) });
  };
}

interface Order {
  readonly columnIds: readonly string[];
  /** The versions that the columns of the board had. */
  readonly known: ReadonlyMap<string, number>;
  readonly historyEntry: Changes;
}

/** Puts the columns of a board into a new order. */
export function useOrderColumns(projectId: string): (columnIds: readonly string[]) => void {
  const { client, queries, history } = useService();
  const queryKey = columnsKey(projectId);
  const { mutate } = useHistoryMutation({
    meta: { failed: strings.orderFailed },
    scope: { id: 'boards.order' },
    mutationFn: ({ columnIds, known, historyEntry }: Order) =>
      historyEntry.make(
        () => client.call(routes.orderColumns, { body: { columnIds: [...columnIds] } }),
        ({ items }) =>
          items
            .filter(({ id, version }) => version > (known.get(id) ?? version))
            .map(({ id, version }) => ({ type: 'column', id, version })),
      ),
    onMutate: ({ columnIds }) => {
      queries.setQueryData<readonly Column[]>(queryKey, (columns) =>
        columns?.toSorted((a, b) => columnIds.indexOf(a.id) - columnIds.indexOf(b.id)),
      );
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  // The same function as long as the board is: what follows it is drawn anew when it changes.
  return useCallback(
    (columnIds) => {
      const known = new Map(queries.getQueryData<readonly Column[]>(columnsKey(projectId))?.map(({ id, version }) => [id, version]));
      mutate({ columnIds, known, historyEntry: history.begin(strings.columnsMoved) });
    },
    [mutate, queries, history, projectId],
  );
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
export function useDeleteBoard(): (projectId: string, name: string) => void {
  const service = useService();
  return (projectId, name) => {
    trashWithUndo(service, {
      type: 'project',
      id: projectId,
      message: strings.boardDeleted(name),
      failed: strings.deleteBoardFailed,
      after: ['boards'],
      namedIn: projectsKey,
    });
  };
}

/** What an update says of the column, without what it never does. */
function written({ title, wipLimit, isCollapsed }: UpdateColumn): Partial<Column> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(wipLimit === undefined ? {} : { wipLimit }),
    ...(isCollapsed === undefined ? {} : { isCollapsed }),
  };
}

/** Those fields of a column that the update changes. */
function fieldsOf(column: Column, body: UpdateColumn): Partial<Column> {
  return Object.fromEntries(Object.keys(written(body)).map((field) => [field, column[field as keyof Column]]));
}
