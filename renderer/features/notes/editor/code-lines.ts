// Tab and Shift+Tab in code: lines go in and out.

import type { Command, EditorState } from 'prosemirror-state';
import { itemDepth } from './lists.ts';

/** How far a line goes in. */
const blanks = '  ';

interface Lines {
  readonly start: number;
  readonly text: string;
}

/** The whole lines of code that are selected, or that the cursor is in; null where the selection is not in one block of code. */
function linesOf({ selection: { $from, $to, empty } }: EditorState): Lines | null {
  if ($from.parent.type.spec.code !== true || !$from.sameParent($to)) return null;
  const text = $from.parent.textContent;
  const first = text.slice(0, $from.parentOffset).lastIndexOf('\n') + 1;
  // Of a line at whose beginning the selection ends, nothing is selected.
  const last = empty || text[$to.parentOffset - 1] !== '\n' ? $to.parentOffset : $to.parentOffset - 1;
  const end = text.indexOf('\n', last);
  return { start: $from.start() + first, text: text.slice(first, end < 0 ? undefined : end) };
}

/** Puts blanks at the cursor, or before each line that is selected. Of more blocks in a list, their items are meant. */
export const indentCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if ($from.parent.type.spec.code !== true) return false;
  const lines = linesOf(state);
  if (lines === null && itemDepth($from) !== null) return false;
  const { tr } = state;
  if (empty) tr.insertText(blanks);
  else if (lines !== null)
    for (const { index } of [...lines.text.matchAll(/^(?=.)/gm)].toReversed()) tr.insertText(blanks, lines.start + index);
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Takes as much from the beginnings of these lines: blanks, or a tab. */
export const outdentCode: Command = (state, dispatch) => {
  const lines = linesOf(state);
  if (lines === null) return false;
  const { tr } = state;
  for (const { 0: taken, index } of [...lines.text.matchAll(/^(?:\t| {1,2})/gm)].toReversed())
    tr.delete(lines.start + index, lines.start + index + taken.length);
  dispatch?.(tr.scrollIntoView());
  return true;
};
