// A mark that comes or goes on very many texts of one textblock, as when all of a huge paragraph is made bold. ProseMirror would look at
// each of them several times in one go.

import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { AddMarkStep, RemoveMarkStep, type Step } from 'prosemirror-transform';
import { withChildren } from './replace-in-textblock.ts';

/** Of fewer children ProseMirror marks all in no time. */
const manyChildren = 1_000;
/** Children that are marked in one go. */
const markedAtOnce = 1_000;

/** What the step makes of the document; null where that is for ProseMirror to tell, also what is wrong with the step. Yields in between. */
export function* maybeMarked(doc: Node, step: Step, least = manyChildren): Generator<void, Node | null> {
  if (!(step instanceof AddMarkStep || step instanceof RemoveMarkStep)) return null;
  const { from, to, mark } = step;
  if (from < 0 || from >= to || to > doc.content.size) return null;
  const [first, last] = [doc.resolve(from), doc.resolve(to)];
  const { parent } = first;
  if (!parent.isTextblock || !first.sameParent(last) || last.indexAfter() - first.index() < least) return null;
  const isAdded = step instanceof AddMarkStep;
  if (isAdded && !parent.type.allowsMarkType(mark.type)) return null;
  const marksOf = ({ marks }: Node): readonly Mark[] => (isAdded ? mark.addToSet(marks) : mark.removeFromSet(marks));
  const pieces: Fragment[] = [];
  let nodes: Node[] = [];
  let begin = first.start();
  for (const [index, node] of parent.children.entries()) {
    if (index >= first.index() && index < last.indexAfter()) {
      if (!node.isLeaf) return null;
      // Each lies within the marked part, but for the texts at its ends.
      const [start, end] = [Math.max(0, from - begin), Math.min(node.nodeSize, to - begin)];
      if (start > 0) nodes.push(node.cut(0, start));
      const within = node.isText ? node.cut(start, end) : node;
      nodes.push(within.mark(marksOf(within)));
      if (end < node.nodeSize) nodes.push(node.cut(end));
    } else nodes.push(node);
    begin += node.nodeSize;
    if (nodes.length < markedAtOnce) continue;
    pieces.push(Fragment.fromArray(nodes));
    nodes = [];
    yield;
  }
  pieces.push(Fragment.fromArray(nodes));
  return withChildren(first, yield* appended(pieces));
}

/** One after the other; texts that come to stand side by side with the same marks are one. */
function* appended(fragments: readonly Fragment[]): Generator<void, Fragment> {
  let parts = fragments;
  // Two at a time: to append each to all before it would copy these again and again.
  while (parts.length > 1) {
    const next: Fragment[] = [];
    for (let index = 0; index < parts.length; index += 2) {
      next.push((parts[index] ?? Fragment.empty).append(parts[index + 1] ?? Fragment.empty));
      yield;
    }
    parts = next;
  }
  return parts[0] ?? Fragment.empty;
}
