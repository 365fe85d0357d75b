// Moves the blocks of the selection past the one above or below: items within their list, other blocks within what holds them.

import { Fragment, NodeRange } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes } = noteSchema;

/** The blocks to be moved: a whole item of a list where its first block is meant, and the whole table where the cursor is in one. */
function movedRange(state: EditorState): NodeRange | null {
  const { $from, $to } = state.selection;
  let depth = $from.blockRange($to)?.depth ?? -1;
  if (isInTable(state)) while (depth > 0 && $from.node(depth + 1).type !== nodes.table) depth -= 1;
  while (depth > 0 && $from.node(depth).type === nodes.list_item && $from.index(depth) === 0) depth -= 1;
  return depth < 0 ? null : new NodeRange($from, $to, depth);
}

/** Does nothing, but takes the key, where there is nothing to move past. False without a block. */
export const moveBlocks =
  (way: 'up' | 'down'): Command =>
  (state, dispatch) => {
    const range = movedRange(state);
    if (range === null) return false;
    const { parent, startIndex, endIndex, start, end } = range;
    const passed = way === 'up' ? parent.maybeChild(startIndex - 1) : parent.maybeChild(endIndex);
    // Front matter stays first.
    if (passed === null || passed.type === nodes.frontmatter || parent.child(startIndex).type === nodes.frontmatter) return true;
    // What is passed is moved instead: so the selection stays where it is in its blocks.
    const tr = state.tr;
    if (way === 'up') tr.insert(end, Fragment.from(passed)).delete(start - passed.nodeSize, start);
    else tr.delete(end, end + passed.nodeSize).insert(start, Fragment.from(passed));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
