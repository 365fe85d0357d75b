// What is dragged between the list of notes and the notebooks. While it is dragged, only its kind can be seen.

import type { DragEvent } from 'react';

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
