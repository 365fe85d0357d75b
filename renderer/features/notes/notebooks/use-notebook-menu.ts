import { ArrowDown, ArrowUp, FilePlus2, FolderInput, LayoutTemplate, NotebookPen, Pencil, Trash2 } from 'lucide-react';
import type { Notebook } from '../../../../main/contract/notebooks.ts';
import type { MenuEntry } from '../../../ui/Menu.tsx';
import { everywhere, goToPlace, currentView, type NotesPlace } from '../list/place.ts';
import { useNewNote } from '../new-note.ts';
import { chooseNotebook } from './choose-notebook.ts';
import { strings } from './strings.ts';
import { liesIn, useNotebookChanges } from './use-notebooks.ts';

interface Ways {
  readonly onRename: (id: string) => void;
  readonly onNewInside: (id: string) => void;
  readonly onGo: (place: NotesPlace) => void;
}

export interface NotebookMenu {
  readonly entries: (notebook: Notebook) => readonly (MenuEntry | null)[];
  readonly rename: (notebook: Notebook) => void;
  readonly remove: (notebook: Notebook) => void;
  /** Moves it by that many places among those beside it. */
  readonly step: (notebook: Notebook, by: 1 | -1) => void;
}

/** What can be done with a notebook, by menu and by keys. */
export function useNotebookMenu(notebooks: readonly Notebook[], { onRename, onNewInside, onGo }: Ways): NotebookMenu {
  const { change, remove } = useNotebookChanges();
  const newNote = useNewNote();
  const siblings = ({ parentId }: Notebook): number => notebooks.filter((each) => each.parentId === parentId).length;
  const menu: Omit<NotebookMenu, 'entries'> = {
    rename: ({ id }) => {
      onRename(id);
    },
    remove: (notebook) => {
      const { place } = currentView();
      if (place.kind === 'notebook' && place.id === notebook.id)
        goToPlace(notebook.parentId === null ? everywhere : { kind: 'notebook', id: notebook.parentId });
      remove(notebook);
    },
    step: (notebook, by) => {
      const position = notebook.position + by;
      if (position >= 0 && position < siblings(notebook)) change(notebook, { position }, strings.moved(notebook.name));
    },
  };
  const move = async (notebook: Notebook): Promise<void> => {
    const target = await chooseNotebook({
      title: strings.moveNotebook(notebook.name),
      none: strings.top,
      current: notebook.parentId,
      isPossible: ({ id }) => !liesIn(notebooks, id, notebook.id),
    });
    if (target !== undefined && target !== notebook.parentId) change(notebook, { parentId: target }, strings.moved(notebook.name), true);
  };
  return {
    ...menu,
    entries: (notebook) => [
      {
        name: strings.newNoteHere,
        icon: FilePlus2,
        perform: () => {
          onGo({ kind: 'notebook', id: notebook.id });
          newNote();
        },
      },
      {
        name: strings.newInside,
        icon: NotebookPen,
        perform: () => {
          onNewInside(notebook.id);
        },
      },
      {
        name: strings.rename,
        icon: Pencil,
        shortcut: 'F2',
        perform: () => {
          menu.rename(notebook);
        },
      },
      {
        name: strings.moveTo,
        icon: FolderInput,
        perform: () => {
          void move(notebook);
        },
      },
      {
        name: strings.moveUp,
        icon: ArrowUp,
        shortcut: 'Alt+ArrowUp',
        disabled: notebook.position === 0,
        perform: () => {
          menu.step(notebook, -1);
        },
      },
      {
        name: strings.moveDown,
        icon: ArrowDown,
        shortcut: 'Alt+ArrowDown',
        disabled: notebook.position + 1 >= siblings(notebook),
        perform: () => {
          menu.step(notebook, 1);
        },
      },
      {
        name: notebook.isTemplates ? strings.notTemplates : strings.asTemplates,
        icon: LayoutTemplate,
        perform: () => {
          const isTemplates = !notebook.isTemplates;
          change(notebook, { isTemplates }, isTemplates ? strings.marked(notebook.name) : strings.unmarked(notebook.name), true);
        },
      },
      null,
      {
        name: strings.delete,
        icon: Trash2,
        shortcut: 'Delete',
        danger: true,
        perform: () => {
          menu.remove(notebook);
        },
      },
    ],
  };
}
