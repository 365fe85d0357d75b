// Boards as records: what is written on them, and their labels.

import type { Label, Project, UpdateLabel, UpdateProject } from '../../../main/contract/projects.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { notAwaited, useHistoryMutation } from '../../api/undoable.ts';
import { strings } from './strings.ts';
import { projectsKey, useProjects } from '../../api/projects.ts';
import { Archive, ArchiveRestore, Palette } from 'lucide-react';
import type { MenuEntry } from '../../ui/Menu.tsx';

/** The board with this id; null until it has been read, and for one that there is not. */
export function useProject(id: string): Project | null {
  return useProjects().data?.find((project) => project.id === id) ?? null;
}

/** Changes what is written on a board, at once, with a way back. */
export function useUpdateProject(): (project: Project, body: UpdateProject, what: string) => void {
  return notAwaited(useProjectUpdates({ failed: strings.changeBoardFailed }));
}

/** As `useUpdateProject`, for a form that tells of a refusal itself: it rejects with what the service said. */
export function useSaveProject(): ReturnType<typeof useProjectUpdates> {
  return useProjectUpdates({});
}

function useProjectUpdates(meta: { readonly failed?: string }): (project: Project, body: UpdateProject, what: string) => Promise<unknown> {
  const { client, queries, history } = useService();
  const { mutateAsync } = useHistoryMutation({
    meta,
    scope: { id: 'boards.project' },
    mutationFn: ({
      project: { id },
      body,
      historyEntry,
    }: {
      readonly project: Project;
      readonly body: UpdateProject;
      readonly historyEntry: Changes;
    }) =>
      historyEntry.make(
        () => client.call(routes.updateProject, { params: { id }, body }),
        ({ version }) => [{ type: 'project', id, version }],
      ),
    onMutate: ({ project, body }) => {
      queries.setQueryData<readonly Project[]>(projectsKey, (projects) =>
        projects?.map((each) => (each.id === project.id ? { ...each, ...written(body) } : each)),
      );
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: projectsKey });
    },
  });
  return (project, body, what) => mutateAsync({ project, body, historyEntry: history.begin(what) });
}

/** What is made of a label. */
type LabelWriting =
  | { readonly how: 'add'; readonly name: string; readonly color: string }
  | { readonly how: 'change'; readonly id: string; readonly body: UpdateLabel };

type LabelChange = LabelWriting | { readonly how: 'delete'; readonly id: string };

/** Makes and changes labels of a board, with a way back. It gives a label that was made, and rejects with what the service said. */
export function useSaveLabel(): (project: Project, change: LabelWriting) => Promise<Label | null> {
  return useLabelChanges({});
}

/** Deletes labels of a board, with a way back. */
export function useDeleteLabel(): (project: Project, id: string) => void {
  const change = notAwaited(useLabelChanges({ failed: strings.labelFailed }));
  return (project, id) => {
    change(project, { how: 'delete', id });
  };
}

function useLabelChanges(meta: { readonly failed?: string }): (project: Project, change: LabelChange) => Promise<Label | null> {
  const { client, queries, history } = useService();
  const { mutateAsync } = useHistoryMutation({
    meta,
    scope: { id: 'boards.project' },
    mutationFn: async ({
      id,
      key,
      change,
      historyEntry,
    }: {
      readonly id: string;
      /** Its Idempotency-Key. */
      readonly key: string;
      readonly change: LabelChange;
      readonly historyEntry: Changes;
    }) => {
      // The label is part of its board, whose version its change leads on.
      const touched = async (): Promise<Project> => client.call(routes.readProject, { params: { id } });
      let label: Label | null = null;
      await historyEntry.make(
        async () => {
          const params = { id, labelId: 'id' in change ? change.id : '' };
          if (change.how === 'add')
            label = await client.call(routes.createLabel, {
              params: { id },
              body: { name: change.name, color: change.color },
              idempotencyKey: key,
            });
          else if (change.how === 'delete') await client.call(routes.deleteLabel, { params });
          else await client.call(routes.updateLabel, { params, body: change.body });
          return touched();
        },
        ({ version }) => [{ type: 'project', id, version }],
      );
      return label;
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: projectsKey });
    },
  });
  return ({ id }, change) => mutateAsync({ id, key: crypto.randomUUID(), change, historyEntry: history.begin(strings.labelsChanged) });
}

/** What an update says of the board, without what it never does. */
function written({ name, color, isArchived }: UpdateProject): Partial<Project> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(color === undefined || color === null ? {} : { color }),
    ...(isArchived === undefined ? {} : { isArchived }),
  };
}

/** What the menus of boards begin with: to edit a board, and to archive it or bring it back. */
export function useBoardEntries(): (project: Project, edit: () => void) => MenuEntry[] {
  const update = useUpdateProject();
  return (project, edit) => {
    const { name, isArchived } = project;
    return [
      { name: strings.editBoard, icon: Palette, perform: edit },
      {
        name: isArchived ? strings.unarchiveBoard : strings.archiveBoard,
        icon: isArchived ? ArchiveRestore : Archive,
        perform: () => {
          update(project, { isArchived: !isArchived }, isArchived ? strings.boardBack(name) : strings.boardArchived(name));
        },
      },
    ];
  };
}
