import { redoDepth, undoDepth } from 'prosemirror-history';
import type { EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { allCommands } from './commands.ts';
import { alignment } from './tables.ts';

/** What holds at the cursor, as a string: equal strings look the same in the toolbar. */
export function formatsOf(state: EditorState): string {
  const active = allCommands.filter(({ isActive }) => isActive?.(state) === true).map(({ id }) => id);
  const able = [undoDepth(state) > 0 ? 'undo' : '', redoDepth(state) > 0 ? 'redo' : ''];
  const inTable = isInTable(state) ? ['inTable', `align-${alignment(state) ?? 'none'}`] : [];
  return [...active, ...able, ...inTable].filter((id) => id !== '').join(' ');
}
