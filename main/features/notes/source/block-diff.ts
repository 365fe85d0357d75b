// Which elements of a list were replaced by which.

import { diffArrays } from 'diff';

/** Elements `from` up to `to` gave way to those from `start` up to `end` of the other list. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** How many elements may go or come before no more than the places of elements are compared. */
const maxDifferences = 400;

/** In order; between two hunks there is always something that stayed. */
export function diffLists<Old, New>(olds: readonly Old[], news: readonly New[], same: (old: Old, next: New) => boolean): Hunk[] {
  let prefix = 0;
  const sameAt = (old: number, next: number): boolean => same(olds[old] as Old, news[next] as New);
  while (prefix < olds.length && prefix < news.length && sameAt(prefix, prefix)) prefix++;
  let [to, end] = [olds.length, news.length];
  while (to > prefix && end > prefix && sameAt(to - 1, end - 1)) [to, end] = [to - 1, end - 1];
  if (prefix === to && prefix === end) return [];
  if (prefix === to || prefix === end) return [{ from: prefix, to, start: prefix, end }];
  return diffMiddle(olds.slice(prefix, to), news.slice(prefix, end), same, prefix);
}

/** Lists of one length differ place by place; others altogether. */
function diffPlaces<Old, New>(olds: readonly Old[], news: readonly New[], same: (old: Old, next: New) => boolean, offset: number): Hunk[] {
  if (olds.length !== news.length) return [{ from: offset, to: offset + olds.length, start: offset, end: offset + news.length }];
  const hunks: Hunk[] = [];
  let from = 0;
  for (let index = 0; index <= olds.length; index++) {
    if (index < olds.length && !same(olds[index] as Old, news[index] as New)) continue;
    if (from < index) hunks.push({ from: offset + from, to: offset + index, start: offset + from, end: offset + index });
    from = index + 1;
  }
  return hunks;
}

function diffMiddle<Old, New>(olds: readonly Old[], news: readonly New[], same: (old: Old, next: New) => boolean, offset: number): Hunk[] {
  // Both sides as one type for the library, which compares an old element with a new one, and never two of the same side.
  type Element = { readonly old: Old } | { readonly next: New };
  const comparator = (some: Element, other: Element): boolean => {
    if ('old' in some) return 'next' in other && same(some.old, other.next);
    return 'old' in other && same(other.old, some.next);
  };
  const before = olds.map((old): Element => ({ old }));
  const after = news.map((next): Element => ({ next }));
  const changes = diffArrays(before, after, { comparator, maxEditLength: maxDifferences });
  if (changes === undefined) return diffPlaces(olds, news, same, offset);
  const hunks: Hunk[] = [];
  let [at, next] = [offset, offset];
  let from = at;
  let start = next;
  const close = (): void => {
    if (from < at || start < next) hunks.push({ from, to: at, start, end: next });
  };
  for (const { added, removed, count } of changes) {
    if (removed) at += count;
    else if (added) next += count;
    else {
      close();
      [at, next] = [at + count, next + count];
      [from, start] = [at, next];
    }
  }
  close();
  return hunks;
}
