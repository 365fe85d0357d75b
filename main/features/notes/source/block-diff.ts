// Which elements of a list were replaced by which.

import { diffArrays } from 'diff/lib/diff/array.js';

/** Elements `from` up to `to` gave way to those from `start` up to `end` of the other list. */
export interface BlockHunk {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** How many elements may go or come before no more than the places of elements are compared. */
const maxDifferences = 400;

/** In order; between two hunks there is always something that stayed. */
export function diffLists<Old, New>(olds: readonly Old[], news: readonly New[], same: (old: Old, next: New) => boolean): BlockHunk[] {
  let prefix = 0;
  const sameAt = (old: number, next: number): boolean => same(olds[old] as Old, news[next] as New);
  while (prefix < olds.length && prefix < news.length && sameAt(prefix, prefix)) prefix++;
  let [to, end] = [olds.length, news.length];
  while (to > prefix && end > prefix && sameAt(to - 1, end - 1)) [to, end] = [to - 1, end - 1];
  if (prefix === to && prefix === end) return [];
  if (prefix === to || prefix === end) return [{ from: prefix, to, start: prefix, end }];
  return diffMiddle(olds.slice(prefix, to), news.slice(prefix, end), same, prefix);
}

/** Whether two elements are the same, said at once, or by what yields in between as it takes long. */
type Answer = boolean | Generator<void, boolean>;

/** How elements are told apart: `keyOf` is the same for equal ones, `same` an equivalence. */
export interface Likeness<T> {
  readonly keyOf: (element: T) => string;
  readonly same: (some: T, other: T) => Answer;
}

function* answered(answer: Answer): Generator<void, boolean> {
  return typeof answer === 'boolean' ? answer : yield* answer;
}

/**
 * What `diffLists` gives, for long work: yields after each element that it has looked at. Each element is compared with those of its key
 * alone, about once, where `diffLists` may compare two lists of 400 differences in 100,000 pairs.
 */
export function* diffingLists<T>(olds: readonly T[], news: readonly T[], { keyOf, same }: Likeness<T>): Generator<void, BlockHunk[]> {
  let prefix = 0;
  const sameAt = (old: number, next: number): Generator<void, boolean> => answered(same(olds[old] as T, news[next] as T));
  for (; prefix < olds.length && prefix < news.length && (yield* sameAt(prefix, prefix)); prefix++) yield;
  let [to, end] = [olds.length, news.length];
  for (; to > prefix && end > prefix && (yield* sameAt(to - 1, end - 1)); [to, end] = [to - 1, end - 1]) yield;
  if (prefix === to && prefix === end) return [];
  if (prefix === to || prefix === end) return [{ from: prefix, to, start: prefix, end }];
  const numberOf = numbering({ keyOf, same });
  const before = yield* mapping(olds.slice(prefix, to), numberOf);
  const after = yield* mapping(news.slice(prefix, end), numberOf);
  const sameNumber = (old: number, next: number): boolean => old === next;
  // What one side has more of must go or come, wherever it stands: then there is no need to look for the shortest way.
  if (unmatched(before, after) > maxDifferences) return diffPlaces(before, after, sameNumber, prefix);
  return diffMiddle(before, after, sameNumber, prefix);
}

/** Gives elements numbers: equal ones the same. */
function numbering<T>({ keyOf, same }: Likeness<T>): (element: T) => Generator<void, number> {
  const known = new Map<string, { readonly element: T; readonly number: number }[]>();
  let count = 0;
  return function* (element) {
    const key = keyOf(element);
    const alike = known.get(key) ?? [];
    for (const each of alike) if (yield* answered(same(each.element, element))) return each.number;
    alike.push({ element, number: count });
    known.set(key, alike);
    return count++;
  };
}

function* mapping<T, Result>(elements: readonly T[], map: (element: T) => Generator<void, Result>): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const element of elements) {
    results.push(yield* map(element));
    yield;
  }
  return results;
}

/** How many elements of the two lists have no equal in the other one, each counted for one. */
function unmatched(some: readonly number[], others: readonly number[]): number {
  const surplus = new Map<number, number>();
  for (const number of some) surplus.set(number, (surplus.get(number) ?? 0) + 1);
  for (const number of others) surplus.set(number, (surplus.get(number) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, each) => sum + Math.abs(each), 0);
}

/** Lists of one length differ place by place; others altogether. */
function diffPlaces<Old, New>(
  olds: readonly Old[],
  news: readonly New[],
  same: (old: Old, next: New) => boolean,
  offset: number,
): BlockHunk[] {
  if (olds.length !== news.length) return [{ from: offset, to: offset + olds.length, start: offset, end: offset + news.length }];
  const hunks: BlockHunk[] = [];
  let from = 0;
  for (let index = 0; index <= olds.length; index++) {
    if (index < olds.length && !same(olds[index] as Old, news[index] as New)) continue;
    if (from < index) hunks.push({ from: offset + from, to: offset + index, start: offset + from, end: offset + index });
    from = index + 1;
  }
  return hunks;
}

function diffMiddle<Old, New>(
  olds: readonly Old[],
  news: readonly New[],
  same: (old: Old, next: New) => boolean,
  offset: number,
): BlockHunk[] {
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
  const hunks: BlockHunk[] = [];
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
