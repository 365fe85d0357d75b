import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Notebook, NotebookList } from '../../../../main/contract/notebooks.ts';
import { refusalOf } from '../../../api/client.ts';
import type { Changes } from '../../../api/history.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { useHistoryMutation, created } from '../../../api/undoable.ts';
import { useRefreshSoon } from '../../../api/refresh-soon.ts';
import { showUndoMessage } from '../../../ui/toasts.ts';
import { strings } from './strings.ts';

const notebooksKey = ['notebook', 'list'] as const;

const noNotebooks: readonly Notebook[] = [];

/** The numbers of notes are read anew two seconds after the first change. */
const refreshOptions = { queryKey: notebooksKey, types: ['note'], debounceMs: 2_000, maxWaitMs: 2_000, isAlone: true } as const;

const optionsFor = ({ client }: Pick<Service, 'client'>) => ({
  queryKey: notebooksKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.call(routes.listNotebooks, { signal }),
});

/** The reading of the notebooks, and how far it is. */
export function useNotebookList(): UseQueryResult<NotebookList> {
  return useQuery(optionsFor(useService()));
}

/** Each followed by those in it; empty until they are read. */
export function useNotebooks(): readonly Notebook[] {
  return useNotebookList().data?.items ?? noNotebooks;
}

/** As `useNotebooks`, those that this page has read already. */
export function notebooksHere({ queries }: Pick<Service, 'queries'>): readonly Notebook[] {
  return queries.getQueryData<NotebookList>(notebooksKey)?.items ?? noNotebooks;
}

/** As `useNotebooks`, as the service has them now. Throws like `Client.call`. */
export async function readNotebooks(service: Pick<Service, 'client' | 'queries'>): Promise<readonly Notebook[]> {
  return (await service.queries.fetchQuery({ ...optionsFor(service), staleTime: 0 })).items;
}

/** Keeps the numbers of their notes up to date, soon after they change. */
export function useCountsKept(): void {
  useRefreshSoon(refreshOptions);
}

/** How far in a notebook stands, in CSS: of deep ones each only a little further, as their names would have no room. */
export function notebookIndent(depth: number): string {
  return `${Math.min(depth, 3) * 0.875 + Math.min(Math.max(depth - 3, 0), 4) * 0.25}rem`;
}

export interface ShownNotebook {
  readonly notebook: Notebook;
  /** 0 at the top. */
  readonly depth: number;
  readonly siblings: number;
  /** Null for one without notebooks in it. */
  readonly isFolded: boolean | null;
}

/** Those that no other one hides, of notebooks that are each followed by those in it. */
export function shownOf(notebooks: readonly Notebook[], isFolded: (id: string) => boolean): readonly ShownNotebook[] {
  const numbers = new Map<string | null, number>();
  for (const { parentId } of notebooks) numbers.set(parentId, (numbers.get(parentId) ?? 0) + 1);
  /** The depth of what lies in a notebook; null where that is hidden. */
  const depths = new Map<string | null, number | null>();
  return notebooks.flatMap((notebook) => {
    const { id, parentId } = notebook;
    const depth = depths.get(parentId);
    const folded = numbers.has(id) ? isFolded(id) : null;
    depths.set(id, depth === null || folded === true ? null : (depth ?? 0) + 1);
    return depth === null ? [] : [{ notebook, depth: depth ?? 0, siblings: numbers.get(parentId) ?? 0, isFolded: folded }];
  });
}

/** Whether the notebook is `outer`, or lies in it. */
export function liesIn(notebooks: readonly Notebook[], id: string | null, outer: string): boolean {
  if (id === null || id === outer) return id === outer;
  return liesIn(notebooks, notebooks.find((each) => each.id === id)?.parentId ?? null, outer);
}

interface NotebookWriting<Made = unknown> {
  readonly historyEntry: Changes;
  readonly send: () => Promise<Made>;
}

interface NotebookChange {
  readonly parentId?: string | null;
  readonly position?: number;
  readonly isTemplates?: boolean;
}

/** What can be done with notebooks; all of it can be taken back. */
export function useNotebookChanges() {
  const service = useService();
  const { mutate } = useHistoryMutation({
    meta: { failed: strings.changeFailed },
    mutationFn: ({ send }: NotebookWriting) => send(),
  });
  const { mutateAsync } = useHistoryMutation({
    mutationFn: ({ send }: NotebookWriting<Notebook>) => send(),
    // Before its field goes: what stood there before must not show for a moment.
    onSuccess: () => service.queries.invalidateQueries({ queryKey: notebooksKey }),
  });
  return useMemo(() => {
    const { client, history } = service;
    const changing = ({ id }: Notebook, body: NotebookChange & { readonly name?: string }, message: string): NotebookWriting<Notebook> => {
      const historyEntry = history.begin(message);
      const send = () =>
        historyEntry.make(
          () => client.call(routes.updateNotebook, { params: { id }, body }),
          ({ version }) => [{ type: 'notebook' as const, id, version }],
        );
      return { historyEntry, send };
    };
    return {
      /** For a field that tells of a refusal itself, as the next: they reject with what the service said. */
      create: (name: string, parentId: string | null): Promise<Notebook> => {
        const historyEntry = history.begin(strings.created(name));
        const idempotencyKey = crypto.randomUUID();
        const send = () =>
          historyEntry.make(
            () => client.call(routes.createNotebook, { body: { name, parentId }, idempotencyKey }),
            (made) => [created('notebook', made)],
          );
        return mutateAsync({ historyEntry, send });
      },
      rename: (notebook: Notebook, name: string): Promise<unknown> => mutateAsync(changing(notebook, { name }, strings.renamed(name))),
      change: (notebook: Notebook, body: NotebookChange, message: string, isTold = false): void => {
        const writing = changing(notebook, body, message);
        mutate(writing);
        if (isTold) showUndoMessage(service, writing.historyEntry);
      },
      remove: ({ id, name }: Notebook): void => {
        const historyEntry = history.begin(strings.deleted(name));
        const idempotencyKey = crypto.randomUUID();
        // Before it was sent first: an answer that was lost comes again.
        let since: number | null = null;
        const send = async (): Promise<void> => {
          since ??= (await client.call(routes.listChanges, { query: { limit: '0' } })).lastSeq;
          const { batchId, failed } = await client.call(routes.runBatch, {
            body: { operations: [{ method: 'DELETE', path: `/api/notebooks/${id}` }] },
            idempotencyKey,
          });
          // Another client can have been faster.
          if (failed !== null && failed.problem.status !== 404) throw refusalOf(failed);
          // Its notes have moved with it: the feed tells which.
          const { items } = await client.call(routes.listChanges, { query: { since: String(since) } });
          const own = items.filter((change) => batchId !== null && change.batchId === batchId && change.id !== null);
          historyEntry.add(
            own.map((change) => ({
              type: change.type,
              id: change.id ?? '',
              version: change.action === 'deleted' ? null : change.version,
              ...(change.action === 'deleted' ? { how: 'deleted' as const } : {}),
            })),
            since,
          );
        };
        mutate({ historyEntry, send });
        showUndoMessage(service, historyEntry);
      },
    };
  }, [service, mutate, mutateAsync]);
}
