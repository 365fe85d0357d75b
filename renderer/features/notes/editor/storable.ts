// What a note can hold: text that is Unicode, and blocks that are not nested too deep. Nothing else gets into a document: the service would
// refuse it, and all that is written afterwards.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { changedChildren } from '../../../../main/contract/changed-children.ts';
import { deepest } from '../../../../main/contract/markdown/tokenizer.ts';
import { storable } from '../../../../main/contract/note-attributes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { notify } from '../../../ui/toasts.ts';
import { unchecked } from '../session/edited-text.ts';
import { strings } from '../strings.ts';

const { nodes } = noteSchema;

/** A list there has an item below it, with a paragraph and its text; a table has rows and cells. */
const deepestBlock = deepest - 3;

/** What of a node at a depth cannot be held, as far as `before` does not have it; null for nothing. */
function problemIn(before: Node | null, after: Node, depth: number): string | null {
  if (after.isText) return storable(after.text ?? '') === after.text ? null : strings.noSuchText;
  if (depth + (after.isTextblock ? 1 : 0) > deepest) return strings.tooDeep;
  const { start, oldEnd, newEnd } = changedChildren(before ?? { content: Fragment.empty }, after);
  const isAlike = oldEnd === newEnd;
  for (let index = start; index < newEnd; index++) {
    const problem = problemIn(isAlike ? (before?.maybeChild(index) ?? null) : null, after.child(index), depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** Refuses what no note can hold, and says so. What others do, and what is sent already, is theirs to judge. */
export function storablePlugin(): Plugin {
  return new Plugin({
    filterTransaction(tr, { doc }) {
      if (!tr.docChanged || tr.getMeta('rebased') !== undefined || tr.getMeta(unchecked) !== undefined) return true;
      const problem = problemIn(doc, tr.doc, 0);
      if (problem !== null) notify({ title: problem, kind: 'problem' });
      return problem === null;
    },
  });
}

/** The texts within a block, one to a block. */
function textsOf(block: Node): readonly Node[] {
  const found: Node[] = [];
  block.descendants((node) => {
    const isCell = node.type === nodes.table_cell || node.type === nodes.table_header;
    if (node.isTextblock) found.push(isCell ? nodes.paragraph.create(null, node.content) : node);
    return !node.isTextblock;
  });
  return found.length === 0 ? [nodes.paragraph.create()] : found;
}

/** The children of a node at a depth, as they can be held: of what is nested too deep the texts, one below the other. */
function storableChildren(content: Fragment, depth: number): Fragment {
  const kept = content.content.flatMap((node): readonly Node[] => {
    if (node.isText) {
      const text = storable(node.text ?? '');
      return text === '' ? [] : [text === node.text ? node : noteSchema.text(text, node.marks)];
    }
    const isTooDeep = depth + 1 > deepestBlock && node.isBlock && !node.isTextblock && !node.isLeaf;
    return (isTooDeep && node.type.isInGroup('block') ? textsOf(node) : [node]).map((each) => {
      const inner = storableChildren(each.content, depth + 1);
      return inner.eq(each.content) ? each : each.copy(inner);
    });
  });
  return kept.every((node, index) => node === content.maybeChild(index)) && kept.length === content.childCount
    ? content
    : Fragment.fromArray(kept);
}

export function storableDoc(doc: Node): Node {
  return doc.copy(storableChildren(doc.content, 0));
}

/** A slice that is to go into a node at a depth. */
export function storableSlice(slice: Slice, depth: number): Slice {
  const content = storableChildren(slice.content, depth);
  if (content === slice.content) return slice;
  const { openStart, openEnd } = Slice.maxOpen(content);
  return new Slice(content, Math.min(openStart, slice.openStart), Math.min(openEnd, slice.openEnd));
}
