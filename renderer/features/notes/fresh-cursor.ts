// Hands the place of the cursor from what has just made a note to the page that shows it. Apart from what finds that place in the text: the
// first screen can make notes, and loads no editor.

import type { Note } from '../../../main/contract/notes.ts';

export type MadeNote = Pick<Note, 'id' | 'content' | 'cursor'>;

let last: MadeNote | null = null;

/** To be called with a note that was just made, before it is shown. */
export function markCursor(note: MadeNote): void {
  last = note.cursor === undefined ? null : note;
}

/** The note with this id, if it has just been made with a place for the cursor; null for any other, and the second time. */
export function takeCursor(id: string): MadeNote | null {
  if (last?.id !== id) return null;
  const made = last;
  last = null;
  return made;
}
