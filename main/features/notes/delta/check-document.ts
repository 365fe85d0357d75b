// Whether a document keeps to the schema after a step. `Step.apply` checks only some of it.

import { Mark, type Node } from 'prosemirror-model';
import { changedChildren, withoutSharedEnds } from '../../../contract/changed-children.ts';
import { maySplice } from './replace-in-textblock.ts';
import { deepest } from '../../../contract/markdown/tokenizer.ts';

/** Children that are checked in one go. */
const childrenAtOnce = 1_000;

/**
 * Checks what `after` does not share with `before`, a document that was checked already. Costs as much as what changed, and the
 * siblings of it. Throws a RangeError that says what is wrong. Yields between nodes.
 */
export function* checkingChanged(before: Node, after: Node): Generator<void, void> {
  yield* checkingNode(before, after, 0);
}

function checkDepth(depth: number): void {
  if (depth > deepest) throw new RangeError(`nodes are nested deeper than ${deepest} levels`);
}

function checkText(text: string): void {
  if (!text.isWellFormed()) throw new RangeError('text must be well-formed Unicode');
  if (text.includes('\0')) throw new RangeError('text must not hold a NUL character');
}

function* checkingNode(before: Node | null, after: Node, depth: number): Generator<void, void> {
  if (before === after) return;
  checkDepth(depth);
  checkMarks(after);
  // Creating a node checks the values of its attributes.
  after.type.create(after.attrs);
  if (before?.type !== after.type || !alike(before, after)) {
    if (!after.type.validContent(after.content)) throw new RangeError(`a ${after.type.name} cannot hold this`);
  }
  yield* checkingChildren(before, after, depth + 1);
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

function* checkingChildren(before: Node | null, after: Node, depth: number): Generator<void, void> {
  if (before === null) {
    yield* checkingEach([], after.children, depth);
    return;
  }
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  const [olds, news] = [before.children.slice(start, oldEnd), after.children.slice(start, newEnd)];
  if (olds.length === news.length) yield* checkingEach(olds, news, depth);
  else yield* checkingEach([], withoutSharedEnds(olds, news)[1], depth);
}

/** Each of these nodes beside the one that it was, as far as there is one. */
function* checkingEach(olds: readonly Node[], news: readonly Node[], depth: number): Generator<void, void> {
  for (const [index, node] of news.entries()) {
    if (index % childrenAtOnce === childrenAtOnce - 1) yield;
    // A generator for each of a hundred thousand texts would take longer than the rest.
    if (node.isText && olds[index] !== node) {
      checkDepth(depth);
      checkMarks(node);
      checkText(node.text ?? '');
    } else yield* checkingNode(olds[index] ?? null, node, depth);
  }
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
