// Blocks that are moved, copied and removed whole: items within their list, other blocks within what holds them.

import { Fragment, NodeRange, type Node, type ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { isList } from '../../../../main/contract/note-nodes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes } = noteSchema;

/** Blocks side by side, by the positions before the first and after the last of them. */
export interface BlockSpan {
  readonly from: number;
  readonly to: number;
}

/** The blocks to be moved: a whole item of a list where its first block is meant, and the whole table where the cursor is in one. */
function movedRange(state: EditorState): NodeRange | null {
  const { $from, $to } = state.selection;
  let depth = $from.blockRange($to)?.depth ?? -1;
  if (isInTable(state)) while (depth > 0 && $from.node(depth + 1).type !== nodes.table) depth -= 1;
  while (depth > 0 && $from.node(depth).type === nodes.list_item && $from.index(depth) === 0) depth -= 1;
  return depth < 0 ? null : new NodeRange($from, $to, depth);
}

/** The blocks that the selection is in; null without any. */
export function selectedSpan(state: EditorState): BlockSpan | null {
  const range = movedRange(state);
  return range === null ? null : { from: range.start, to: range.end };
}

/** An item that is put beside a list of the kind that it comes from goes into that list. */
function intoList($target: ResolvedPos, list: Node): number {
  if (isList($target.parent)) return $target.pos;
  if ($target.nodeBefore?.type === list.type) return $target.pos - 1;
  return $target.nodeAfter?.type === list.type ? $target.pos + 1 : $target.pos;
}

/** What holds the blocks and nothing else goes with them. */
function remove(tr: Transaction, { from, to }: BlockSpan): void {
  let [start, end] = [tr.doc.resolve(from), to];
  while (start.depth > 0 && start.parentOffset === 0 && end === start.end()) {
    end = start.after();
    start = tr.doc.resolve(start.before());
  }
  if (start.depth === 0 && start.pos === 0 && end === tr.doc.content.size) tr.replaceWith(0, end, nodes.paragraph.create());
  else tr.delete(start.pos, end);
}

/**
 * Moves blocks to between two others. They go before they come: so they keep their bytes, as the service knows what has just gone and
 * comes back. A selection within them goes along. Null where they are already, and where they may not stand.
 */
export function moveBlocksTo(state: EditorState, span: BlockSpan, target: number): Transaction | null {
  const { doc, selection, tr } = state;
  const { parent } = doc.resolve(span.from);
  const to = isList(parent) ? intoList(doc.resolve(target), parent) : target;
  if (span.from <= to && to <= span.to) return null;
  const $to = doc.resolve(to);
  const moved = doc.slice(span.from, span.to).content;
  const isWrapped = isList(parent) && !isList($to.parent);
  const content = isWrapped ? Fragment.from(parent.copy(moved)) : moved;
  if (!$to.parent.canReplace($to.index(), $to.index(), content)) return null;
  remove(tr, span);
  const at = tr.mapping.map(to);
  tr.insert(at, content);
  if (selection instanceof TextSelection && span.from < selection.from && selection.to < span.to) {
    const shift = at + (isWrapped ? 1 : 0) - span.from;
    tr.setSelection(TextSelection.create(tr.doc, selection.anchor + shift, selection.head + shift));
  }
  return tr;
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
    const moved =
      way === 'up'
        ? moveBlocksTo(state, { from: start - passed.nodeSize, to: start }, end)
        : moveBlocksTo(state, { from: end, to: end + passed.nodeSize }, start);
    if (moved !== null) dispatch?.(moved.scrollIntoView());
    return true;
  };

/** Puts a copy of the blocks of the selection behind them, with the cursor in it. There is one front matter alone. */
export const duplicateBlocks: Command = (state, dispatch) => {
  const span = selectedSpan(state);
  if (span === null || state.doc.resolve(span.from).nodeAfter?.type === nodes.frontmatter) return false;
  const { selection, tr } = state;
  tr.insert(span.to, state.doc.slice(span.from, span.to).content);
  const shift = span.to - span.from;
  if (selection instanceof TextSelection) tr.setSelection(TextSelection.create(tr.doc, selection.anchor + shift, selection.head + shift));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Takes the blocks of the selection away. */
export const removeBlocks: Command = (state, dispatch) => {
  const span = selectedSpan(state);
  if (span === null) return false;
  const { tr } = state;
  remove(tr, span);
  dispatch?.(tr.scrollIntoView());
  return true;
};
