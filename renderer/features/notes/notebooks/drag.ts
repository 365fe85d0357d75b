// What is dragged between the list of notes and the notebooks. While it is dragged, only its kind can be seen.

import { useState, type DragEvent } from 'react';
import type { Notebook } from '../../../../main/contract/notebooks.ts';
import { strings } from './strings.ts';
import { liesIn, useNotebookChanges } from './use-notebooks.ts';
import { useOrganise } from './use-organise.ts';

export const noteDrag = 'application/x-daybook-notes';
export const notebookDrag = 'application/x-daybook-notebook';

export function isDragOf({ dataTransfer }: DragEvent, kind: string): boolean {
  return dataTransfer.types.includes(kind);
}

export function dragNotes({ dataTransfer }: DragEvent, ids: readonly string[]): void {
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData(noteDrag, JSON.stringify(ids));
}

/** Empty for what another program has put there. */
export function draggedNotes({ dataTransfer }: DragEvent): readonly string[] {
  try {
    const ids: unknown = JSON.parse(dataTransfer.getData(noteDrag));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Takes notes and notebooks that are dropped upon a notebook. */
export function useDrop(notebook: Notebook, notebooks: readonly Notebook[]) {
  const [isOver, setOver] = useState(false);
  const organise = useOrganise();
  const { change } = useNotebookChanges();
  const takes = (event: DragEvent): boolean => isDragOf(event, noteDrag) || isDragOf(event, notebookDrag);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => {
        setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        const notes = draggedNotes(event);
        if (notes.length > 0) organise.change(notes, { notebookId: notebook.id }, strings.movedDone(notes.length, notebook.name));
        const dragged = notebooks.find(({ id }) => id === event.dataTransfer.getData(notebookDrag));
        if (dragged !== undefined && dragged.parentId !== notebook.id && !liesIn(notebooks, notebook.id, dragged.id))
          change(dragged, { parentId: notebook.id }, strings.moved(dragged.name), true);
      },
    },
  };
}
