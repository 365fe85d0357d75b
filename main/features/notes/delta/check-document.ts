// Whether a document keeps to the schema after a step. `Step.apply` checks only some of it.

import { Mark, type Node } from 'prosemirror-model';
import { changedChildren, withoutSharedEnds } from '../../../contract/changed-children.ts';
import { maySplice } from './replace-in-textblock.ts';
import { deepest } from '../../../contract/markdown/tokenizer.ts';

/**
 * Checks what `after` does not share with `before`, a document that was checked already. Costs as much as what changed, and the
 * siblings of it. Throws a RangeError that says what is wrong.
 */
export function checkChanged(before: Node, after: Node): void {
  checkNode(before, after, 0);
}

function checkNode(before: Node | null, after: Node, depth: number): void {
  if (before === after) return;
  if (depth > deepest) throw new RangeError(`nodes are nested deeper than ${deepest} levels`);
  checkMarks(after);
  if (after.isText) {
    checkText(after.text ?? '');
    return;
  }
  // Creating a node checks the values of its attributes.
  after.type.create(after.attrs);
  if (before?.type !== after.type || !alike(before, after)) {
    if (!after.type.validContent(after.content)) throw new RangeError(`a ${after.type.name} cannot hold this`);
  }
  checkChildren(before, after, depth + 1);
}

/** Whether children fit as they did before: of the same types with the same marks, or where any may stand beside any other. */
function alike(before: Node, after: Node): boolean {
  const { start, newEnd } = changedChildren(before, after);
  const news = after.children.slice(start, newEnd);
  if (maySplice(after.type, news)) return true;
  if (before.childCount !== after.childCount) return false;
  const olds = before.children;
  return news.every((child, index) => {
    const was = olds[start + index];
    return was === child || (was?.type === child.type && Mark.sameSet(was.marks, child.marks));
  });
}

function checkChildren(before: Node | null, after: Node, depth: number): void {
  if (before === null) {
    for (const child of after.children) checkNode(null, child, depth);
    return;
  }
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  const [olds, news] = [before.children.slice(start, oldEnd), after.children.slice(start, newEnd)];
  if (olds.length === news.length) for (const [index, child] of news.entries()) checkNode(olds[index] ?? null, child, depth);
  else for (const child of withoutSharedEnds(olds, news)[1]) checkNode(null, child, depth);
}

function checkText(text: string): void {
  if (!text.isWellFormed()) throw new RangeError('text must be well-formed Unicode');
  if (text.includes('\0')) throw new RangeError('text must not hold a NUL character');
}

function checkMarks({ marks, type }: Node): void {
  if (marks.length === 0) return;
  let set = Mark.none;
  for (const mark of marks) {
    mark.type.create(mark.attrs);
    set = mark.addToSet(set);
  }
  if (!Mark.sameSet(set, marks))
    throw new RangeError(`these marks cannot be on one ${type.name}: ${marks.map((mark) => mark.type.name).join(', ')}`);
}
