// Patches of markdown, for those who know no ProseMirror.

import { deltaLimits, type NoteEdit } from '../../../contract/note-delta.ts';
import { AppError } from '../../../lib/app-error.ts';
import { occurrences } from './occurrences.ts';

/**
 * The text after all edits, one upon the other. Throws `edit_conflict` with `index`, `edit_ambiguous` with `index` and `count`,
 * `too_large`.
 */
export function editText(text: string, edits: readonly NoteEdit[]): string {
  if (edits.length > deltaLimits.steps) throw new AppError('too_large', `A delta holds at most ${deltaLimits.steps} edits`);
  return edits.reduce((before, edit, index) => ('append' in edit ? before + edit.append : replaceOnly(before, edit, index)), text);
}

function replaceOnly(text: string, { oldText, newText }: Extract<NoteEdit, { oldText: string }>, index: number): string {
  const { first, count } = occurrences(text, oldText);
  if (count === 0) throw new AppError('edit_conflict', `Edit ${index}: its oldText does not occur in the note`, { extra: { index } });
  if (count > 1)
    throw new AppError('edit_ambiguous', `Edit ${index}: its oldText occurs ${count} times in the note`, { extra: { index, count } });
  return text.slice(0, first) + newText + text.slice(first + oldText.length);
}
