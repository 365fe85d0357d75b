// Actions on one note or several, by menu, bar and keys alike.

import { Archive, ArchiveRestore, FolderInput, Pin, PinOff, Trash2 } from 'lucide-react';
import type { MenuEntry } from '../../../ui/Menu.tsx';
import { strings as noteStrings } from '../strings.ts';
import { chooseNotebook } from './choose-notebook.ts';
import { strings } from './strings.ts';
import type { NoteAttributes } from './note-attributes.ts';
import { useNotebooks } from './use-notebooks.ts';
import { useOrganise } from './use-organise.ts';

interface Organised extends NoteAttributes {
  readonly id: string;
  readonly title: string;
}

export type NoteActionName = 'pin' | 'move' | 'archive' | 'trash';

/** What can be done with these notes; each is what it says for the first of them. `done` is called when one has been chosen. */
export function useNoteActions(
  notes: readonly Organised[],
  done: () => void = () => undefined,
): Readonly<Record<NoteActionName, MenuEntry>> {
  const organise = useOrganise();
  const notebooks = useNotebooks();
  const ids = notes.map(({ id }) => id);
  const amount = ids.length;
  const isPinned = notes.length > 0 && notes.every((note) => note.isPinned);
  const isArchived = notes.length > 0 && notes.every((note) => note.isArchived);
  const move = async (): Promise<void> => {
    const places = new Set(notes.map(({ notebookId }) => notebookId));
    const current = places.size === 1 ? [...places][0] : undefined;
    const id = await chooseNotebook({ title: strings.moveNotes(amount), none: strings.noNotebook, current });
    if (id === undefined) return;
    const name = notebooks.find((each) => each.id === id)?.name;
    organise.change(ids, { notebookId: id }, name === undefined ? strings.movedOut(amount) : strings.movedDone(amount, name));
    done();
  };
  return {
    pin: {
      name: isPinned ? strings.unpin : strings.pin,
      icon: isPinned ? PinOff : Pin,
      perform: () => {
        organise.change(ids, { isPinned: !isPinned }, isPinned ? strings.unpinnedDone(amount) : strings.pinnedDone(amount));
        done();
      },
    },
    move: { name: strings.moveNote, icon: FolderInput, perform: () => void move() },
    archive: {
      name: isArchived ? strings.takeOut : strings.archive,
      icon: isArchived ? ArchiveRestore : Archive,
      perform: () => {
        const said = isArchived ? strings.unarchivedDone : strings.archivedDone;
        organise.change(ids, { isArchived: !isArchived }, said(amount, notes[0]?.title));
        done();
      },
    },
    trash: {
      name: amount === 1 ? noteStrings.deleteNote : strings.deleteNotes,
      icon: Trash2,
      danger: true,
      perform: () => {
        organise.trash(ids);
        done();
      },
    },
  };
}
