// Steps that make one document out of another, around everything that stays: a cursor elsewhere is not to move.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { ReplaceStep, type Step } from 'prosemirror-transform';
import { areEqual } from '../sliced-nodes.ts';
import type { BlockHunk } from './block-diff.ts';
import { canBecome, differenceOf, differencesOf, partsBetween } from './block-pairs.ts';

/** More steps than this are not worth their cost; then whole blocks are replaced, or all of the middle. */
const maxSteps = 100;

/** Children of a textblock that are compared in one go. */
const childrenAtOnce = 1_000;
/** A text of more children is changed in one go: each step takes long there, in each client as well. */
const maxChildren = 10_000;

/** Children `from` up to `to` are replaced by `nodes`. */
export interface BlockReplacement {
  readonly from: number;
  readonly to: number;
  readonly nodes: readonly Node[];
}

/** A list with these replacements made, which are in order and apart from each other. */
export function withReplacements<T>(
  items: readonly T[],
  replacements: readonly { readonly from: number; readonly to: number; readonly nodes: readonly T[] }[],
): T[] {
  let at = 0;
  const parts = replacements.map(({ from, to, nodes }): readonly T[] => {
    const kept = items.slice(at, from);
    at = to;
    return [...kept, ...nodes];
  });
  return [...parts.flat(), ...items.slice(at)];
}

/** Where each child begins, and where the last one ends. */
function edgesOf(parent: Node, start: number): number[] {
  const edges = [start];
  for (const { nodeSize } of parent.children) edges.push((start += nodeSize));
  return edges;
}

const replaceStep = (from: number, to: number, nodes: readonly Node[]): ReplaceStep =>
  new ReplaceStep(from, to, new Slice(Fragment.fromArray([...nodes]), 0, 0));

/** How many children at the beginning of two textblocks are equal, and how many at their ends besides. Yields between children. */
function* commonChildren(x: Node, y: Node): Generator<void, readonly [prefix: number, suffix: number]> {
  const [olds, news] = [x.children, y.children];
  const sameAt = (old: number, next: number): boolean => olds[old]?.eq(news[next] as Node) === true;
  const shorter = Math.min(olds.length, news.length);
  let prefix = 0;
  for (; prefix < shorter && sameAt(prefix, prefix); prefix++) if (prefix % childrenAtOnce === 0) yield;
  let suffix = 0;
  const [oldEnd, newEnd] = [olds.length - 1, news.length - 1];
  for (; prefix + suffix < shorter && sameAt(oldEnd - suffix, newEnd - suffix); suffix++) if (suffix % childrenAtOnce === 0) yield;
  return [prefix, suffix];
}

/** To put children together takes long where there are very many: all of them are together already. */
function childrenOf({ content, children, childCount }: Node, from: number, to: number): Fragment {
  return from === 0 && to === childCount ? content : Fragment.fromArray(children.slice(from, to));
}

/** Steps of which each changes one word of a text, and those of which each changes a text from its first such word to its last. */
type Ways = readonly [words: readonly Step[], texts: readonly Step[]];

const oneWay = (steps: readonly Step[]): Ways => [steps, steps];

/** The changes in the text of `x`, whose content starts at `start`, that make it `y`, the last one first. Yields in between. */
function* textSteps(x: Node, y: Node, start: number): Generator<void, Ways> {
  const [prefix, suffix] = yield* commonChildren(x, y);
  const head = childrenOf(x, 0, prefix);
  yield;
  const olds = childrenOf(x, prefix, x.childCount - suffix);
  yield;
  const news = childrenOf(y, prefix, y.childCount - suffix);
  yield;
  const all = differenceOf(olds, news);
  if (all === null) return oneWay([]);
  yield;
  const at = start + head.size;
  const stepsFor = (changes: readonly BlockHunk[]): readonly Step[] | null => {
    const removed = changes.map(({ from, to }) => olds.cut(from, to));
    const added = changes.map((change) => news.cut(change.start, change.end));
    if (![...removed, ...added].every(isWhole)) return null;
    const slices = added.map((content) => new Slice(content, 0, 0));
    return changes.map(({ from, to }, index) => new ReplaceStep(at + from, at + to, slices[index] ?? Slice.empty)).toReversed();
  };
  const text = stepsFor([all]) ?? [new ReplaceStep(start, start + x.content.size, new Slice(y.content, 0, 0))];
  yield;
  if (x.childCount > maxChildren) return oneWay(text);
  return [stepsFor(yield* differencesOf(olds, news)) ?? text, text];
}

/** Whether a part of the content of a textblock begins and ends with whole characters; those within it are. */
function isWhole(content: Fragment): boolean {
  return [content.firstChild, content.lastChild].every((node) => node?.text?.isWellFormed() ?? true);
}

/** Another beginning for the node at `at`, whose content stays: what others write in it stays as well. */
const headStep = (node: Node, at: number): ReplaceStep =>
  new ReplaceStep(at, at + 1, new Slice(Fragment.from(node.copy(Fragment.empty)), 0, 1));

/** Steps for one node in place of another at `at`, the last in the document first; none if they are equal. */
function* nodeSteps(x: Node, y: Node, at: number): Generator<void, Ways> {
  yield;
  if (yield* areEqual(x, y)) return oneWay([]);
  if (!canBecome(x, y)) return oneWay([replaceStep(at, at + x.nodeSize, [y])]);
  const within = x.isTextblock ? yield* textSteps(x, y, at + 1) : yield* childSteps(x, y, at + 1);
  if (x.sameMarkup(y)) return within;
  const [words, texts] = within.map((steps) => [...steps, headStep(y, at)]) as [Step[], Step[]];
  return [words, texts];
}

/** As `nodeSteps`, for the content of nodes that hold others. */
const childSteps = (x: Node, y: Node, start: number): Generator<void, Ways> =>
  hunkSteps(x, start, [{ from: 0, to: x.childCount, nodes: y.children }]);

/**
 * What is left of a replacement without the nodes that are the same before and after it: in parts, one for each node that goes on in
 * another one. Yields in between.
 */
function* partsOf(parent: Node, { from, to, nodes }: BlockReplacement): Generator<void, BlockReplacement[]> {
  const olds = parent.children.slice(from, to);
  if (olds.length === 1 && nodes.length === 1) return [{ from, to, nodes }];
  const parts = yield* partsBetween(olds, nodes);
  return parts.map((part) => ({ from: from + part.from, to: from + part.to, nodes: nodes.slice(part.start, part.end) }));
}

/** Steps within the node whose content starts at `start`, the last in the document first, so that each finds its place unmoved. */
function* hunkSteps(parent: Node, start: number, replacements: readonly BlockReplacement[]): Generator<void, Ways> {
  const edges = edgesOf(parent, start);
  yield;
  const edge = (index: number): number => edges[index] ?? start;
  const parts: Ways[] = [];
  for (const replacement of replacements) {
    for (const { from, to, nodes } of yield* partsOf(parent, replacement)) {
      if (nodes.length !== to - from) parts.push(oneWay([replaceStep(edge(from), edge(to), nodes)]));
      else for (const [index, node] of nodes.entries()) parts.push(yield* nodeSteps(parent.child(from + index), node, edge(from + index)));
    }
  }
  parts.reverse();
  return [parts.flatMap(([words]) => words), parts.flatMap(([, texts]) => texts)];
}

/** One step for all from the first replacement to the last; what stays between them is put back as it is. */
function oneStep(doc: Node, replacements: readonly BlockReplacement[]): Step[] {
  const [first, last] = [replacements[0], replacements.at(-1)];
  if (first === undefined || last === undefined) return [];
  const edges = edgesOf(doc, 0);
  const nodes = replacements.flatMap((replacement, index) => [
    ...replacement.nodes,
    ...doc.children.slice(replacement.to, replacements[index + 1]?.from ?? replacement.to),
  ]);
  return [replaceStep(edges[first.from] ?? 0, edges[last.to] ?? 0, nodes)];
}

/** Each block an object of its own, as where the steps are read: one that stays may have been put elsewhere besides. */
function withOwnBlocks(doc: Node): Node {
  const { children } = doc;
  const places = new Map(children.map((block, index) => [block, index]));
  if (places.size === children.length) return doc;
  const own = (block: Node, index: number): Node =>
    places.get(block) === index ? block : block.type.create(block.attrs, block.content, block.marks);
  return doc.copy(Fragment.fromArray(children.map(own)));
}

/** The document after these steps; null if one does not apply. */
function* applied(doc: Node, steps: readonly Step[]): Generator<void, Node | null> {
  let next: Node | null = doc;
  for (const step of steps) {
    next = next === null ? null : step.apply(next).doc;
    yield;
  }
  return next;
}

/**
 * `doc` with these replacements, in order and apart from each other. At least one step, also where the document stays the same. Throws an
 * Error if it is no document any more. Yields between blocks and steps.
 */
export function* blockSteps(
  doc: Node,
  replacements: readonly BlockReplacement[],
): Generator<void, { readonly steps: readonly Step[]; readonly doc: Node }> {
  const wanted = doc.copy(Fragment.fromArray(withReplacements(doc.children, replacements)));
  yield;
  const edges = edgesOf(doc, 0);
  yield;
  const apart = replacements.toReversed().map(({ from, to, nodes }) => replaceStep(edges[from] ?? 0, edges[to] ?? 0, nodes));
  for (const steps of [...(yield* hunkSteps(doc, 0, replacements)), apart]) {
    const made = steps.length > 0 && steps.length <= maxSteps ? yield* applied(doc, steps) : null;
    if (made !== null && (yield* areEqual(made, wanted))) return { steps, doc: withOwnBlocks(made) };
    yield;
  }
  const whole = replacements.length > 0 ? replacements : [{ from: 0, to: 1, nodes: doc.children.slice(0, 1) }];
  const steps = oneStep(doc, whole);
  const made = yield* applied(doc, steps);
  if (made === null) throw new Error('The blocks make no document');
  return { steps, doc: withOwnBlocks(made) };
}
