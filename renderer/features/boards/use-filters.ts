import type { CreateFilter } from '../../../main/contract/board-filters.ts';
import type { Project } from '../../../main/contract/projects.ts';
import type { Changes } from '../../api/history.ts';
import { projectsKey } from '../../api/projects.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { notAwaited, useHistoryMutation } from '../../api/undoable.ts';
import { notify, showUndoMessage } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

/** What happens to a saved filter. */
type FilterChange =
  | { readonly how: 'save'; readonly body: CreateFilter }
  | { readonly how: 'rename'; readonly id: string; readonly name: string }
  | { readonly how: 'delete'; readonly id: string; readonly name: string };

interface FilterWriting {
  readonly id: string;
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly change: FilterChange;
  readonly historyEntry: Changes;
}

const words = {
  save: ({ body }: Extract<FilterChange, { how: 'save' }>): string => strings.filterSaved(body.name),
  rename: ({ name }: Extract<FilterChange, { how: 'rename' }>): string => strings.filterRenamed(name),
  delete: ({ name }: Extract<FilterChange, { how: 'delete' }>): string => strings.filterDeleted(name),
} as const;

function wordsFor(change: FilterChange): string {
  if (change.how === 'save') return words.save(change);
  return change.how === 'rename' ? words.rename(change) : words.delete(change);
}

/** Deletes saved filters of a board, with a way back. */
export function useDeleteFilter(): (project: Project, filter: { readonly id: string; readonly name: string }) => void {
  const change = notAwaited(useFilterChanges({ failed: strings.filterFailed }));
  return (project, { id, name }) => {
    change(project, { how: 'delete', id, name });
  };
}

/** Saves filters of a board, and gives them other names, with a way back. It rejects with what the service said. */
export function useSaveFilter(): (project: Project, change: Exclude<FilterChange, { readonly how: 'delete' }>) => Promise<unknown> {
  return useFilterChanges({});
}

function useFilterChanges(meta: { readonly failed?: string }): (project: Project, change: FilterChange) => Promise<unknown> {
  const service = useService();
  const { client, queries, history } = service;
  const { mutateAsync } = useHistoryMutation({
    meta,
    scope: { id: 'boards.project' },
    mutationFn: ({ id, key, change, historyEntry }: FilterWriting) =>
      historyEntry.make(
        async () => {
          const params = { id, filterId: 'id' in change ? change.id : '' };
          if (change.how === 'save') await client.call(routes.createFilter, { params: { id }, body: change.body, idempotencyKey: key });
          else if (change.how === 'rename') await client.call(routes.updateFilter, { params, body: { name: change.name } });
          else await client.call(routes.deleteFilter, { params });
          // The filter is part of its board, whose version its change leads on.
          return client.call(routes.readProject, { params: { id } });
        },
        ({ version }) => [{ type: 'project', id, version }],
      ),
    onSuccess: (_project, { change, historyEntry }) => {
      if (change.how === 'delete') showUndoMessage(service, historyEntry);
      else notify({ title: historyEntry.what });
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: projectsKey });
    },
  });
  return ({ id }, change) => mutateAsync({ id, key: crypto.randomUUID(), change, historyEntry: history.begin(wordsFor(change)) });
}
