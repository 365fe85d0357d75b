// Where a block is not what it shall become.

import type { Node } from 'prosemirror-model';

interface At {
  /** The index within each parent, from the block down. */
  readonly path: readonly number[];
}

/** A text, or a row of a table, of another content. */
export interface ChangedLeaf extends At {
  readonly kind: 'leaf';
  readonly old: Node;
  readonly now: Node;
}

/** A block that has become one of another kind. */
export interface ChangedBlock extends At {
  readonly kind: 'block';
  readonly now: Node;
}

/** A heading of another level, a text that has become a heading, or one no more, or code of another language. */
export interface ChangedHead extends At {
  readonly kind: 'head';
  readonly now: Node;
}

/** An item that has become a task, or none, or has been done. */
export interface ChangedTask extends At {
  readonly kind: 'task';
  readonly checked: boolean | null;
}

/** A part that is to stand at `index` of the node at `path`. */
export interface Child extends At {
  readonly index: number;
  readonly child: Node;
}

/** A part that has come. */
export interface NewChild extends Child {
  readonly kind: 'insert';
}

/** An item that was split above what stands below its first text, with which `child` begins. */
interface SplitItem extends Child {
  readonly kind: 'split';
  /** What is another one where the item is taken for one that goes on in `child`. */
  readonly otherwise: Difference | null;
}

/** Parts that have gone: `count` of them stand from `index` on in the node at `path`. */
export interface GoneChildren extends At {
  readonly kind: 'remove';
  readonly index: number;
  readonly count: number;
}

/** A table that has a column more or less, or whose columns are aligned otherwise; `now` is what it is to become. */
export interface ChangedColumns extends At {
  readonly kind: 'columns';
  readonly now: Node;
}

export type Difference = ChangedBlock | ChangedColumns | ChangedLeaf | ChangedHead | ChangedTask | NewChild | SplitItem | GoneChildren;

const isSame = (some: Node, other: Node): boolean => some === other || some.eq(other);

const changeable: ReadonlySet<string> = new Set(['list_item', 'heading', 'code_block']);
const texts: ReadonlySet<string> = new Set(['paragraph', 'heading']);

/** Whether a list without blank lines between its items has become one with, as there are paragraphs below others in its items. */
export function isLoosened(old: Node, now: Node): boolean {
  if (old.type !== now.type || old.attrs['tight'] !== true || now.attrs['tight'] !== false) return false;
  return now.hasMarkup(old.type, { ...old.attrs, tight: false }) && now.children.some(hasParagraphs);
}

/** Whether a paragraph stands below another block in an item. */
export const hasParagraphs = ({ children }: Node): boolean => children.some(({ type }, index) => index > 0 && type.name === 'paragraph');

/** Nodes that can become each other. */
function isAlike(old: Node, now: Node): boolean {
  if (old.sameMarkup(now) || isLoosened(old, now) || (old.type === now.type && changeable.has(old.type.name))) return true;
  return texts.has(old.type.name) && texts.has(now.type.name);
}

/** Whether a node goes on in another one when items are split or joined: what stands below its first text is the same. */
function goesOn(old: Node, now: Node): boolean {
  if (old.type.name !== 'list_item' || now.type !== old.type) return false;
  const [last, end] = [old.lastChild, now.lastChild];
  if (last === null || end === null || !isSame(last, end)) return false;
  return old.childCount > 1 && now.childCount === old.childCount;
}

/**
 * The last difference between two nodes, so that what stands before it keeps its lines. null: there is none that can be made alone.
 */
export function lastDifference(old: Node, now: Node, path: readonly number[] = []): Difference | null {
  if (!isAlike(old, now)) return null;
  if (!old.sameMarkup(now) && !isLoosened(old, now)) {
    if (old.type.name === 'list_item') return { kind: 'task', path, checked: now.attrs['checked'] as boolean | null };
    return { kind: 'head', path, now: now.type.create(now.attrs, old.content) };
  }
  if (old.isTextblock) return { kind: 'leaf', path, old, now };
  if (old.type.name === 'table_row') return isRewritten(old, now) ? { kind: 'leaf', path, old, now } : null;
  if (old.type.name === 'table' && haveOtherColumns(old, now)) return { kind: 'columns', path, now };
  return lastOfChildren(old, now, path);
}

/** All texts, rows and boxes of tasks that have changed; null where anything else has. */
export function changedParts(old: Node, now: Node, path: readonly number[] = []): (ChangedLeaf | ChangedTask)[] | null {
  if (old === now) return [];
  const all: (ChangedLeaf | ChangedTask)[] = [];
  if (!old.sameMarkup(now)) {
    if (old.type.name !== 'list_item' || now.type !== old.type) return null;
    all.push({ kind: 'task', path, checked: now.attrs['checked'] as boolean | null });
  }
  if (old.isTextblock || old.isLeaf) return old.eq(now) ? [] : [{ kind: 'leaf', path, old, now }];
  if (old.childCount !== now.childCount) return null;
  // Rows that have changed places keep their lines.
  if (old.type.name === 'table' && hasMovedRow(old, now)) return null;
  if (old.type.name === 'table_row' && !old.eq(now)) return isRewritten(old, now) ? [{ kind: 'leaf', path, old, now }] : null;
  for (const [index, child] of old.children.entries()) {
    const parts = changedParts(child, now.child(index), [...path, index]);
    if (parts === null) return null;
    all.push(...parts);
  }
  return all;
}

/** Whether only the texts of a row's cells can have changed. */
const isRewritten = (old: Node, now: Node): boolean =>
  old.childCount === now.childCount && old.children.every((cell, index) => cell.sameMarkup(now.child(index)));

function haveOtherColumns({ firstChild: old }: Node, { firstChild: now }: Node): boolean {
  if (old === null || now === null) return false;
  return old.childCount !== now.childCount || old.children.some((cell, index) => !cell.sameMarkup(now.child(index)));
}

interface ChangedParts {
  /** Where they begin. */
  readonly start: number;
  readonly gone: readonly Node[];
  readonly come: readonly Node[];
}

/** The children between those that both begin and end with. */
function changedChildren(olds: readonly Node[], news: readonly Node[]): ChangedParts {
  let start = 0;
  while (start < olds.length && start < news.length && isSame(olds[start] as Node, news[start] as Node)) start++;
  let [oldEnd, newEnd] = [olds.length, news.length];
  while (oldEnd > start && newEnd > start && isSame(olds[oldEnd - 1] as Node, news[newEnd - 1] as Node)) {
    oldEnd--;
    newEnd--;
  }
  return { start, gone: olds.slice(start, oldEnd), come: news.slice(start, newEnd) };
}

function lastOfChildren(old: Node, now: Node, path: readonly number[]): Difference | null {
  const { start, gone, come } = changedChildren(old.children, now.children);
  const oldEnd = start + gone.length;
  const [was, is] = [gone.at(-1), come.at(-1)];
  if (gone.length !== come.length && was && is && goesOn(was, is)) {
    const otherwise = lastDifference(was, is, [...path, oldEnd - 1]);
    return come.length === gone.length + 1 ? { kind: 'split', path, index: oldEnd, child: is, otherwise } : otherwise;
  }
  const moved = moveOf(gone, come);
  if (moved !== null) return { kind: 'insert', path, index: start + moved.index, child: moved.child };
  if (is && come.length > gone.length) return { kind: 'insert', path, index: oldEnd, child: is };
  // All at once, where nothing has come in their place.
  if (come.length === 0 && gone.length > 0) return { kind: 'remove', path, index: start, count: gone.length };
  if (gone.length > come.length) return { kind: 'remove', path, index: oldEnd - 1, count: 1 };
  if (!was || !is) return null;
  const place = [...path, oldEnd - 1];
  return isAlike(was, is) ? lastDifference(was, is, place) : { kind: 'block', path: place, now: is };
}

/** A child that has moved from one end to the other, and where it is to stand: there it comes first, and then goes where it stood. */
function moveOf(olds: readonly Node[], news: readonly Node[]): { readonly index: number; readonly child: Node } | null {
  const [first, firstNew, last, lastNew] = [olds[0], news[0], olds.at(-1), news.at(-1)];
  if (olds.length !== news.length || olds.length < 2 || !first || !firstNew || !last || !lastNew) return null;
  if (isSame(firstNew, last)) return { index: 0, child: firstNew };
  return isSame(lastNew, first) ? { index: olds.length, child: lastNew } : null;
}

function hasMovedRow(old: Node, now: Node): boolean {
  const { gone, come } = changedChildren(old.children, now.children);
  return moveOf(gone, come) !== null;
}

/** `block` with the node at `path` made anew. */
export function withNodeAt(block: Node, path: readonly number[], change: (node: Node) => Node): Node {
  const [index, ...rest] = path;
  if (index === undefined) return change(block);
  return block.copy(block.content.replaceChild(index, withNodeAt(block.child(index), rest, change)));
}

export function nodeAt(block: Node, path: readonly number[]): Node {
  return path.reduce((node, index) => node.child(index), block);
}
