// A replacement that begins or ends in a textblock of very many children. ProseMirror would look at each of them several times; so it makes
// the change in the document without those that the change does not touch, and they are put back.

import { Fragment, type Node, type NodeType, type ResolvedPos } from 'prosemirror-model';
import { ReplaceStep, type Step } from 'prosemirror-transform';
import { holdAlike } from '../../../contract/changed-children.ts';

/** Of fewer children ProseMirror looks at all in no time. */
const manyChildren = 1_000;

/** An end of what is replaced, and how many children of its textblock lie beyond all that the change touches. */
interface End {
  readonly at: ResolvedPos;
  readonly beyond: number;
}

/** What the step makes of the document; null where that is for ProseMirror to tell, also what is wrong with the step. */
export function maybeReplaced(doc: Node, step: Step, least = manyChildren): Node | null {
  if (!(step instanceof ReplaceStep) || step.from > step.to || step.to > doc.content.size) return null;
  const [first, last] = [doc.resolve(step.from), doc.resolve(step.to)];
  const isLong = ({ parent }: ResolvedPos): boolean => parent.isTextblock && parent.childCount >= least && maySplice(parent.type, []);
  // One more stays beside those that the replaced part lies in: texts can grow together.
  const start: End = { at: first, beyond: isLong(first) ? Math.max(0, first.index() - 1) : 0 };
  const end: End = { at: last, beyond: isLong(last) ? Math.max(0, last.parent.childCount - last.indexAfter() - 1) : 0 };
  if (start.beyond + end.beyond === 0) return null;
  const narrow = narrowed(doc, start, end);
  const shift = first.posAtIndex(start.beyond) - first.start();
  const [from, to] = [step.from - shift, step.to - shift];
  const isStructure = 'structure' in step && step.structure === true;
  const { doc: made } = new ReplaceStep(from, to, step.slice, isStructure).apply(narrow);
  if (made === null) return null;
  return maybeWidened(made, { ...start, made: from }, { ...end, made: made.content.size - (narrow.content.size - to) });
}

/** The document without the children beyond the ends. */
function narrowed(doc: Node, start: End, end: End): Node {
  const { children } = end.at.parent;
  const until = children.length - end.beyond;
  if (start.at.sameParent(end.at)) return withChildren(start.at, Fragment.fromArray(children.slice(start.beyond, until)));
  const withoutTail = withChildren(end.at, Fragment.fromArray(children.slice(0, until)));
  const head = Fragment.fromArray(start.at.parent.children.slice(start.beyond));
  return withChildren(withoutTail.resolve(start.at.pos), head);
}

/** The document with these children put back; `made`: where the ends are in it. Null where one may not be where it would come to be. */
function maybeWidened(doc: Node, start: End & { readonly made: number }, end: End & { readonly made: number }): Node | null {
  const [first, last] = [doc.resolve(start.made), doc.resolve(end.made)];
  if (!holdAlike(last.parent, end.at.parent)) return null;
  const { parent: before } = start.at;
  const { parent: after } = end.at;
  const until = after.childCount - end.beyond;
  if (first.sameParent(last)) {
    const children = first.parent.children;
    if (before === after) return withChildren(first, spliced(before.content, start.beyond, until, children));
    const all = before.children.slice(0, start.beyond).concat(children, after.children.slice(until));
    return withChildren(first, Fragment.fromArray(all));
  }
  const withTail = withChildren(last, spliced(after.content, 0, until, last.parent.children));
  const head = spliced(before.content, start.beyond, before.childCount, first.parent.children);
  return withChildren(withTail.resolve(start.made), head);
}

/** The document of the place, with other children in the node that it lies in. */
export function withChildren(at: ResolvedPos, children: Fragment): Node {
  let node = at.parent.copy(children);
  for (let depth = at.depth - 1; depth >= 0; depth--) {
    const outer = at.node(depth);
    node = outer.copy(outer.content.replaceChild(at.index(depth), node));
  }
  return node;
}

function spliced(children: Fragment, from: number, to: number, made: readonly Node[]): Fragment {
  // For a letter and the texts beside it: this copies children without looking at them.
  if (made.length === to - from && made.length <= 4)
    return made.reduce((all, child, index) => all.replaceChild(from + index, child), children);
  return Fragment.fromArray(children.content.slice(0, from).concat(made, children.content.slice(to)));
}

/** Whether a node of this type that is sound stays so whatever else it holds, once these are put between its children. */
export function maySplice(type: NodeType, children: readonly Node[]): boolean {
  if (!/^\w+\*$/.test(type.spec.content ?? '')) return false;
  return type.contentMatch.matchFragment(Fragment.from(children)) !== null && children.every(({ marks }) => type.allowsMarks(marks));
}
