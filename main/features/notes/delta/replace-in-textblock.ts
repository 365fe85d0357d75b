// A replacement within one textblock of very many children, as ProseMirror makes it, without a look at each of them.

import { Fragment, type Node, type NodeType } from 'prosemirror-model';
import { ReplaceStep, type Step } from 'prosemirror-transform';

/** Of fewer children ProseMirror looks at all in no time. */
const manyChildren = 1_000;

/** What the step makes of the document; null where that is for ProseMirror to tell, also what is wrong with the step. */
export function maybeReplaced(doc: Node, step: Step, least = manyChildren): Node | null {
  if (!(step instanceof ReplaceStep) || ('structure' in step && step.structure === true)) return null;
  const { from, to, slice } = step;
  if (from > to || to > doc.content.size || slice.openStart > 0 || slice.openEnd > 0) return null;
  const [start, end] = [doc.resolve(from), doc.resolve(to)];
  const { parent } = start;
  if (parent.childCount < least || end.parent !== parent || !maySplice(parent.type, slice.content.content)) return null;
  // The children that the replaced part lies in or touches: texts can grow together.
  const first = start.textOffset > 0 ? start.index() : Math.max(0, start.index() - 1);
  const last = Math.min(parent.childCount, end.index() + 1);
  const touched = Fragment.fromArray(parent.children.slice(first, last));
  const begin = start.textOffset > 0 ? start.textOffset : (start.nodeBefore?.nodeSize ?? 0);
  const made = touched
    .cut(0, begin)
    .append(slice.content)
    .append(touched.cut(begin + to - from));
  let node = parent.copy(spliced(parent.content, first, last, made.content));
  for (let depth = start.depth - 1; depth >= 0; depth--) {
    const outer = start.node(depth);
    node = outer.copy(outer.content.replaceChild(start.index(depth), node));
  }
  return node;
}

function spliced(children: Fragment, from: number, to: number, made: readonly Node[]): Fragment {
  // For a letter and the texts beside it: this copies children without looking at them.
  if (made.length === to - from && made.length <= 3)
    return made.reduce((all, child, index) => all.replaceChild(from + index, child), children);
  return Fragment.fromArray(children.content.slice(0, from).concat(made, children.content.slice(to)));
}

/** Whether a node of this type that is sound stays so whatever else it holds, once these are put between its children. */
export function maySplice(type: NodeType, children: readonly Node[]): boolean {
  if (!/^\w+\*$/.test(type.spec.content ?? '')) return false;
  return type.contentMatch.matchFragment(Fragment.from(children)) !== null && children.every(({ marks }) => type.allowsMarks(marks));
}
