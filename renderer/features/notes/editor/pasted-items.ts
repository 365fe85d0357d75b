// Items that are pasted: where an item of a list begins they stand before it, in its list, and beside a list they are one with it.

import { Slice, type Node } from 'prosemirror-model';
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import { isList } from '../../../../main/contract/note-nodes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { isAlike } from './lists.ts';

const { nodes } = noteSchema;

/** The list that a slice is, open down to its texts at both ends; null for any other slice. */
function listOf({ content, openStart, openEnd }: Slice): Node | null {
  const list = content.childCount === 1 ? content.firstChild : null;
  return list !== null && isList(list) && openStart > 2 && openEnd > 2 ? list : null;
}

/**
 * Puts items in before the one whose first text the selection begins with and lies in. The last one goes on with what stands behind the
 * selection, and is a task where that was one. Null elsewhere: ProseMirror would make them a list within the item.
 */
export function withItemsBefore({ selection, tr }: EditorState, slice: Slice): Transaction | null {
  const { $from, $to } = selection;
  const list = listOf(slice);
  const isAtStart = selection instanceof TextSelection && $from.parentOffset === 0 && $from.sameParent($to);
  if (list === null || !isAtStart || $from.parent.type !== nodes.paragraph) return null;
  const item = $from.node(-1);
  if (item.type !== nodes.list_item || $from.index(-1) > 0) return null;
  const isText = $to.parentOffset < $to.parent.content.size;
  const last = list.child(list.childCount - 1);
  // Alone it is a line within that one.
  if (isText && list.childCount === 1 && last.childCount === 1) tr.replace($from.pos, $to.pos, slice);
  else {
    const goesOn = isText && last.childCount === 1 ? last.type.create(item.attrs, last.content) : last;
    const items = list.content.replaceChild(list.childCount - 1, goesOn);
    tr.replace($from.before(-1), $to.pos, new Slice(items, 0, slice.openEnd - 1));
  }
  const end = tr.mapping.map($to.pos);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1));
}

export const holdsList = ({ content }: Slice): boolean => content.content.some(isList);

/** Joins lists that a transaction has put in with those of their type and sign that they stand right below and right above. */
export function joinedWithLists(tr: Transaction): Transaction {
  const { from, to } = tr.changedRange() ?? { from: 0, to: 0 };
  const $end = tr.doc.resolve(to);
  const ends = [...Array($end.depth).keys()].map((depth) => $end.after(depth + 1));
  for (const edge of new Set([...ends, to, from])) {
    const { nodeBefore, nodeAfter } = tr.doc.resolve(edge);
    if (nodeBefore === null || nodeAfter === null || !isAlike(nodeBefore, nodeAfter)) continue;
    // The blank lines are those of what was there.
    if (edge > from && nodeBefore.attrs['tight'] !== nodeAfter.attrs['tight'])
      tr.setNodeAttribute(edge - nodeBefore.nodeSize, 'tight', nodeAfter.attrs['tight']);
    tr.join(edge);
  }
  return tr;
}
