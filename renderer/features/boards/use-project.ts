// Boards as records: what is written on them, and their labels.

import type { Label, Project, UpdateProject } from '../../../main/contract/projects.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation } from '../../api/undoable.ts';
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
  const { client, queries, history } = useService();
  const { mutate } = useHistoryMutation({
    meta: { failed: strings.changeBoardFailed },
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
  return (project, body, what) => {
    mutate({ project, body, historyEntry: history.begin(what) });
  };
}

/** What happens to a label: it is made, changed, or deleted. */
type LabelChange =
  | { readonly how: 'add'; readonly name: string; readonly color: string }
  | { readonly how: 'change'; readonly id: string; readonly name?: string; readonly color?: string }
  | { readonly how: 'delete'; readonly id: string; readonly name: string };

/** Changes the labels of a board, with a way back; `done` gets a label that was made. */
export function useChangeLabel(project: Project | null): (change: LabelChange, done?: (label: Label) => void) => void {
  const { client, queries, history } = useService();
  const { mutate } = useHistoryMutation({
    meta: { failed: strings.labelFailed },
    scope: { id: 'boards.project' },
    mutationFn: async ({
      id,
      change,
      historyEntry,
    }: {
      readonly id: string;
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
            label = await client.call(routes.createLabel, { params: { id }, body: { name: change.name, color: change.color } });
          else if (change.how === 'delete') await client.call(routes.deleteLabel, { params });
          else {
            const { name, color } = change;
            await client.call(routes.updateLabel, {
              params,
              body: { ...(name === undefined ? {} : { name }), ...(color === undefined ? {} : { color }) },
            });
          }
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
  return (change, done) => {
    if (project === null) return;
    mutate(
      { id: project.id, change, historyEntry: history.begin(strings.labelsChanged) },
      {
        onSuccess: (label) => {
          if (label !== null) done?.(label);
        },
      },
    );
  };
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
