// Which children two nodes do not share. A step leaves what it does not touch the same objects, so that is told without a look into them;
// and as several parts of the program ask it of the same two, the answer for many children is remembered.

import type { Fragment, Node } from 'prosemirror-model';

/** Children from `start` up to `oldEnd` of the one, and up to `newEnd` of the other; those before and after are the same objects. */
export interface ChangedChildren {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Of fewer children it is quicker to look again. */
const many = 64;
const known = new WeakMap<Fragment, { readonly before: WeakRef<Fragment>; readonly changed: ChangedChildren }>();

export function changedChildren({ content: before }: Pick<Node, 'content'>, { content: after }: Pick<Node, 'content'>): ChangedChildren {
  if (after.childCount < many) return compare(before.content, after.content);
  const last = known.get(after);
  if (last?.before.deref() === before) return last.changed;
  const changed = compare(before.content, after.content);
  known.set(after, { before: new WeakRef(before), changed });
  return changed;
}

function compare(olds: readonly Node[], news: readonly Node[]): ChangedChildren {
  const least = Math.min(olds.length, news.length);
  let start = 0;
  while (start < least && olds[start] === news[start]) start++;
  let [oldEnd, newEnd] = [olds.length, news.length];
  while (oldEnd > start && newEnd > start && olds[oldEnd - 1] === news[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  return { start, oldEnd, newEnd };
}
