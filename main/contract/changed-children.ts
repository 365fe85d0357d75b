// Which children two nodes do not share. A step leaves what it does not touch the same objects, so that is told without a look into them;
// and as several parts of the program ask it of the same two, the answer for many children is remembered.

import { Fragment, type Node } from 'prosemirror-model';

/** Children from `start` up to `oldEnd` of the one, and up to `newEnd` of the other; those before and after are the same objects. */
export interface ChangedChildren {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Of fewer children it is quicker to look again. */
const many = 64;
const changedChildrenCache = new WeakMap<Fragment, { readonly before: WeakRef<Fragment>; readonly changed: ChangedChildren }>();

export function changedChildren({ content: before }: Pick<Node, 'content'>, { content: after }: Pick<Node, 'content'>): ChangedChildren {
  if (after.childCount < many) return compare(before.content, after.content);
  const last = changedChildrenCache.get(after);
  if (last?.before.deref() === before) return last.changed;
  const changed = compare(before.content, after.content);
  changedChildrenCache.set(after, { before: new WeakRef(before), changed });
  return changed;
}

function compare(olds: readonly Node[], news: readonly Node[]): ChangedChildren {
  return besidesShared(olds.length, news.length, (old, at) => olds[old] === news[at]);
}

/** The same of any two lists of these lengths: `isShared` tells of an item of the one whether an item of the other is the same. */
export function besidesShared(olds: number, news: number, isShared: (old: number, at: number) => boolean): ChangedChildren {
  const least = Math.min(olds, news);
  let start = 0;
  while (start < least && isShared(start, start)) start++;
  let [oldEnd, newEnd] = [olds, news];
  while (oldEnd > start && newEnd > start && isShared(oldEnd - 1, newEnd - 1)) {
    oldEnd--;
    newEnd--;
  }
  return { start, oldEnd, newEnd };
}

/** Whether children of the one, and any part of them, may be children of the other. */
export function holdAlike({ isTextblock, type: { spec } }: Node, { isTextblock: isOther, type: { spec: other } }: Node): boolean {
  return isTextblock && isOther && /^\w+\*$/.test(spec.content ?? '') && spec.content === other.content && spec.marks === other.marks;
}

/** How many children the two have in common at their beginnings, and at their ends; neither where the other may not hold them. */
function sharedEnds(before: Node | undefined, after: Node | undefined): { readonly head: number; readonly tail: number } {
  if (before === undefined || after === undefined || !holdAlike(before, after)) return { head: 0, tail: 0 };
  const { start, oldEnd } = changedChildren(before, after);
  return { head: start, tail: before.childCount - oldEnd };
}

/** The node without these numbers of children at its beginning and at its end. */
function inner(node: Node, head: number, tail: number): Node {
  return head + tail === 0 ? node : node.copy(Fragment.fromArray(node.children.slice(head, node.childCount - tail)));
}

/**
 * Blocks that gave way to others, and these, without the children that the first ones have in common at their beginnings and the last ones
 * at their ends, as when a text was split, or two were joined; `margin` of them stay at either side. What is left of a block is as sound as
 * the whole.
 */
export function withoutSharedEnds(
  olds: readonly Node[],
  news: readonly Node[],
  margin = 0,
): readonly [olds: readonly Node[], news: readonly Node[]] {
  const first = sharedEnds(olds[0], news[0]);
  const last = sharedEnds(olds.at(-1), news.at(-1));
  const head = Math.max(0, first.head - margin);
  // Where one block is both the first and the last, no child counts twice.
  const rooms = [olds, news].map(([one, another]) => (one === undefined || another !== undefined ? Infinity : one.childCount - head));
  const tail = Math.max(0, Math.min(last.tail - margin, ...rooms));
  const within = (blocks: readonly Node[]): readonly Node[] =>
    blocks.map((block, index) => inner(block, index === 0 ? head : 0, index === blocks.length - 1 ? tail : 0));
  return [within(olds), within(news)];
}
