// Which of the blocks that gave way goes on in which of those that came: what others are writing in it is to stay in it.

import { Fragment, type Node } from 'prosemirror-model';
import { areEqual } from '../sliced-nodes.ts';
import { diffingLists, type BlockHunk, type Likeness } from './block-diff.ts';

/** No more pairs are compared. */
const maxPairs = 10_000;
/** Nor longer blocks, all of one side together, as ProseMirror counts sizes. */
const maxSize = 64 * 1024;

/** Whether a block can become the other one with its content in place. */
export function canBecome(x: Node, y: Node): boolean {
  if (x.isLeaf || y.isLeaf || x.isTextblock !== y.isTextblock) return false;
  if (x.type === y.type) return true;
  const isShort = x.nodeSize <= maxSize && y.nodeSize <= maxSize;
  return isShort && x.type.validContent(y.content) && y.type.validContent(x.content);
}

/** How much of the content is the same in both, at the beginning and at the end. */
function shared(x: Node, y: Node): number {
  if (!canBecome(x, y)) return 0;
  const begin = x.content.findDiffStart(y.content);
  const ends = x.content.findDiffEnd(y.content);
  if (begin === null || ends === null) return x.content.size;
  return Math.min(begin + x.content.size - ends.a, x.content.size, y.content.size);
}

const sizeOf = (nodes: readonly Node[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);

/** For each `old` and `next`, the most that the blocks from these on can share, pair by pair in order. Yields between rows. */
function* mostShared(olds: readonly Node[], news: readonly Node[]): Generator<void, readonly (readonly number[])[]> {
  const most = Array.from({ length: olds.length + 1 }, () => Array.from({ length: news.length + 1 }, () => 0));
  for (let old = olds.length - 1; old >= 0; old--) {
    yield;
    const [row, below] = [most[old] as number[], most[old + 1] as number[]];
    for (let next = news.length - 1; next >= 0; next--) {
      const paired = shared(olds[old] as Node, news[next] as Node);
      row[next] = Math.max(below[next] ?? 0, row[next + 1] ?? 0, paired > 0 ? paired + (below[next + 1] ?? 0) : 0);
    }
  }
  return most;
}

/**
 * The hunk that replaces `olds` by `news`, in parts: one for each block that goes on in another one, and for those between them. Yields in
 * between.
 */
function* pairing(olds: readonly Node[], news: readonly Node[]): Generator<void, readonly BlockHunk[]> {
  const whole: BlockHunk = { from: 0, to: olds.length, start: 0, end: news.length };
  const count = olds.length * news.length;
  if (count <= 1 || count > maxPairs || sizeOf(olds) > maxSize || sizeOf(news) > maxSize) return [whole];
  const most = yield* mostShared(olds, news);
  const parts: BlockHunk[] = [];
  let [from, start] = [0, 0];
  const add = (to: number, end: number): void => {
    if (from < to || start < end) parts.push({ from, to, start, end });
    [from, start] = [to, end];
  };
  let [old, next] = [0, 0];
  while (old < olds.length && next < news.length) {
    const here = most[old]?.[next] ?? 0;
    if (here === most[old + 1]?.[next]) old++;
    else if (here === most[old]?.[next + 1]) next++;
    else {
      add(old, next);
      add(++old, ++next);
    }
  }
  add(olds.length, news.length);
  return parts;
}

/** Of larger nodes, as ProseMirror counts sizes, a note has so few that they are found by their size: their JSON would take long. */
const largeNode = 64 * 1024;

const nodeLikeness: Likeness<Node> = {
  keyOf: (node) => (node.nodeSize > largeNode ? `${node.type.name} ${node.nodeSize}` : JSON.stringify(node.toJSON())),
  same: areEqual,
};

/** How one list of nodes became the other, without those that stayed: a part for each that goes on in another one. Yields in between. */
export function* partsBetween(olds: readonly Node[], news: readonly Node[]): Generator<void, BlockHunk[]> {
  const parts: BlockHunk[] = [];
  for (const { from, to, start, end } of yield* diffingLists(olds, news, nodeLikeness))
    for (const pair of yield* pairing(olds.slice(from, to), news.slice(start, end)))
      parts.push({ from: from + pair.from, to: from + pair.to, start: start + pair.start, end: start + pair.end });
  return parts;
}

/** The one part of a text that gave way to another one; null where the texts are equal. */
export function differenceOf(before: Fragment, after: Fragment): BlockHunk | null {
  const begin = before.findDiffStart(after);
  const ends = before.findDiffEnd(after);
  if (begin === null || ends === null) return null;
  const overlap = Math.max(0, begin - Math.min(ends.a, ends.b));
  return { from: begin, to: ends.a + overlap, start: begin, end: ends.b + overlap };
}

/** The changes of a longer text are one, */
const wordySize = 16 * 1024;
/** as are more than this many: then it is another text. */
const maxChanges = 20;

/** The words of a text, each with the blanks before it; everything else by itself. */
function wordsOf(content: Fragment): Node[] {
  return content.content.flatMap((node) =>
    node.isText ? (node.text?.match(/\s*\S+|\s+$/g) ?? []).map((word) => node.type.schema.text(word, node.marks)) : [node],
  );
}

/** Where each node begins, and where the last one ends. */
function startsOf(nodes: readonly Node[], start: number): (index: number) => number {
  const starts = [start];
  for (const { nodeSize } of nodes) starts.push((start += nodeSize));
  return (index) => starts[index] ?? start;
}

/** The parts of a text that gave way to others, in order, word by word; one where there are many. Yields in between. */
export function* differencesOf(before: Fragment, after: Fragment): Generator<void, BlockHunk[]> {
  const all = differenceOf(before, after);
  if (all === null) return [];
  if (before.size > wordySize || after.size > wordySize) return [all];
  const [olds, news] = [wordsOf(before), wordsOf(after)];
  const hunks = yield* diffingLists(olds, news, nodeLikeness);
  if (hunks.length < 2 || hunks.length > maxChanges) return [all];
  const [old, next] = [startsOf(olds, 0), startsOf(news, 0)];
  return hunks.map(({ from, to, start, end }) => {
    const within = differenceOf(Fragment.fromArray(olds.slice(from, to)), Fragment.fromArray(news.slice(start, end)));
    return {
      from: old(from) + (within?.from ?? 0),
      to: within === null ? old(to) : old(from) + within.to,
      start: next(start) + (within?.start ?? 0),
      end: within === null ? next(end) : next(start) + within.end,
    };
  });
}
