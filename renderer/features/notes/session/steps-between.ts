// The difference of two documents as many small steps: what others change between them stays when they are taken back.

import { diffArrays } from 'diff';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform';
import { holdAlike } from '../../../../main/contract/changed-children.ts';
import { replacementBetween } from './rebase.ts';

/** Beyond this many milliseconds the difference of two nodes is told as one piece. */
const timeoutMs = 100;

/** What a node holds, its text word by word. */
function partsOf(node: Node): Node[] {
  return node.children.flatMap((child): readonly Node[] =>
    child.isText ? (child.text?.match(/\S+\s*|\s+/g) ?? []).map((word) => node.type.schema.text(word, child.marks)) : [child],
  );
}

const sizeOf = (nodes: readonly Node[]): number => nodes.reduce((size, { nodeSize }) => size + nodeSize, 0);

const isAlike = (one: Node, another: Node): boolean => !one.isLeaf && (one.type === another.type || holdAlike(one, another));

/** Leads from a block into what stands alone within it, to what is like another block: how deep that is. Null where there is none. */
function alikeWithin(block: Node, other: Node): { readonly inner: Node; readonly depth: number } | null {
  let [inner, depth] = [block, 0];
  while (!isAlike(inner, other)) {
    if (inner.childCount !== 1 || inner.inlineContent) return null;
    [inner, depth] = [inner.child(0), depth + 1];
  }
  return { inner, depth };
}

/** The block without what stands in it at a depth. */
const shell = (block: Node, depth: number): Node => block.copy(depth === 0 ? null : Fragment.from(shell(block.child(0), depth - 1)));

/** Steps that make one block of another without a new one for its text; the last one is to be done first. Null where that cannot be. */
function stepsOfPair(one: Node, another: Node, at: number): readonly Step[] | null {
  const [into, out] = [alikeWithin(another, one), alikeWithin(one, another)];
  if (into?.depth === 0) {
    const within = stepsWithin(one, another, at + 1);
    const end = at + another.nodeSize;
    const slice = new Slice(Fragment.from(another.copy()), 0, 0);
    return one.sameMarkup(another) ? within : [new ReplaceAroundStep(at, end, at + 1, end - 1, slice, 1, true), ...within];
  }
  if (into !== null) {
    const end = at + into.inner.nodeSize;
    const slice = new Slice(Fragment.from(shell(another, into.depth - 1)), 0, 0);
    return [new ReplaceAroundStep(at, end, at, end, slice, into.depth, true), ...(stepsOfPair(one, into.inner, at) ?? [])];
  }
  if (out === null) return null;
  const [from, end] = [at + out.depth, at + out.depth + another.nodeSize];
  const within = stepsOfPair(out.inner, another, from) ?? [];
  return [new ReplaceAroundStep(at, end + out.depth, from, end, Slice.empty, 0, true), ...within];
}

/** Steps for the content of a node, which begins at `start`: the first one is nearest to the start, each has its place in `before`. */
function stepsWithin(before: Node, after: Node, start: number): readonly Step[] {
  const [olds, news] = [partsOf(before), partsOf(after)];
  const changes = diffArrays(olds, news, { comparator: (one, another) => one.eq(another), timeout: timeoutMs }) ?? [
    { added: false, removed: true, value: olds },
    { added: true, removed: false, value: news },
  ];
  const steps: Step[] = [];
  let at = start;
  let [gone, come]: [readonly Node[], readonly Node[]] = [[], []];
  const close = (): void => {
    const pairs = gone.length === come.length ? gone.map((one, index) => [one, come[index] as Node] as const) : [];
    const made = pairs.map(([one, another], index) => stepsOfPair(one, another, at + sizeOf(gone.slice(0, index))));
    if (made.length > 0 && made.every((each) => each !== null)) steps.push(...made.flat());
    else if (gone.length + come.length > 0)
      steps.push(new ReplaceStep(at, at + sizeOf(gone), new Slice(Fragment.fromArray([...come]), 0, 0)));
    at += sizeOf(gone);
    [gone, come] = [[], []];
  };
  for (const { added, removed, value } of changes) {
    if (removed) gone = [...gone, ...value];
    else if (added) come = [...come, ...value];
    else {
      close();
      at += sizeOf(value);
    }
  }
  close();
  return steps;
}

/** Steps that make the content of `after` of that of `before`, one after the other. */
export function stepsBetween(before: Node, after: Node): readonly Step[] {
  // From the end on, none moves the place of the next.
  const steps = stepsWithin(before, after, 0).toReversed();
  let doc: Node | null = before;
  for (const step of steps) doc = doc === null ? null : step.apply(doc).doc;
  if (doc?.content.eq(after.content) === true) return steps;
  const whole = replacementBetween(before, after);
  return whole === null ? [] : [whole];
}
