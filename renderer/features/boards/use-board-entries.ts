import { Archive, ArchiveRestore, Palette } from 'lucide-react';
import type { Project } from '../../../main/contract/projects.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { strings } from './strings.ts';
import { useUpdateProject } from './use-project.ts';

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
