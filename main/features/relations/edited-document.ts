// A document with many edits, made in one walk: ProseMirror would copy a paragraph for each of them.

import { Fragment, type Node } from 'prosemirror-model';
import type { DocumentEdit } from './text-edits.ts';

/** How many children of a node are looked at in one go. */
const childrenAtOnce = 1_000;

/**
 * The document after the edits, which are in order and apart from each other, each within one textblock. What comes in has the marks of
 * what stood where it begins. Yields in between.
 */
export function* withEdits(doc: Node, edits: readonly DocumentEdit[]): Generator<void, Node> {
  return yield* edited(doc, 0, new Edits(edits));
}

/** The edits that are still to be made. */
class Edits {
  readonly #all: readonly DocumentEdit[];
  #next = 0;

  constructor(all: readonly DocumentEdit[]) {
    this.#all = all;
  }

  /** Where the next begins; beyond all places when none is left. */
  get from(): number {
    return this.#all[this.#next]?.from ?? Infinity;
  }

  /** The next one, if it begins before a place. */
  maybeTake(before: number): DocumentEdit | null {
    const edit = this.#all[this.#next];
    if (edit === undefined || edit.from >= before) return null;
    this.#next += 1;
    return edit;
  }
}

/** `start`: the place of its first child in the document. */
function* edited(node: Node, start: number, edits: Edits): Generator<void, Node> {
  const children: Node[] = [];
  let at = start;
  // Up to there the children are in the place of what an edit has taken out.
  let gone = start;
  for (const [index, child] of node.children.entries()) {
    if (index % childrenAtOnce === childrenAtOnce - 1) yield;
    const end = at + child.nodeSize;
    if (!node.isTextblock) children.push(edits.from < end ? yield* edited(child, at + 1, edits) : child);
    else if (end > gone) gone = addEdited(children, child, { at: Math.max(at, gone), start: at }, edits);
    at = end;
  }
  return node.copy(Fragment.fromArray(children));
}

/** Adds a child of a textblock from `at` on, with the edits that begin in it; gives the place up to which the last of them takes out. */
function addEdited(children: Node[], child: Node, { at, start }: { readonly at: number; readonly start: number }, edits: Edits): number {
  const end = start + child.nodeSize;
  let from = at;
  for (let edit = edits.maybeTake(end); edit !== null; edit = edits.maybeTake(end)) {
    if (edit.from > from) children.push(partOf(child, from - start, edit.from - start));
    if ('text' in edit) children.push(child.type.schema.text(edit.text, child.marks));
    else children.push(partOf(child, edit.from - start, edit.to - start).mark(edit.link.addToSet(child.marks)));
    from = edit.to;
  }
  if (from < end) children.push(partOf(child, from - start, end - start));
  return Math.max(from, end);
}

function partOf(child: Node, from: number, to: number): Node {
  return child.isText ? child.cut(from, to) : child;
}
