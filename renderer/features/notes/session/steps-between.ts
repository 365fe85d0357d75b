// The difference of two documents as many small steps: what others change between them stays when they are taken back.

import { diffArrays } from 'diff';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform';
import { holdAlike } from '../../../../main/contract/changed-children.ts';
import { replacementBetween } from './rebase.ts';

/** After this many milliseconds what is left of the difference is told in large pieces. */
const timeoutMs = 500;
/** More steps are one: each of them copies the document. */
const maxSteps = 1_000;

/** What a node holds, its text word by word, with what is between the words apart. */
function partsOf(node: Node): Node[] {
  return node.children.flatMap((child): readonly Node[] =>
    child.isText ? (child.text?.match(/\S+|\s+/g) ?? []).map((word) => node.type.schema.text(word, child.marks)) : [child],
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
function stepsOfPair(one: Node, another: Node, at: number, until: number): readonly Step[] | null {
  const [into, out] = [alikeWithin(another, one), alikeWithin(one, another)];
  if (into?.depth === 0) {
    const within = stepsWithin(one, another, at + 1, until);
    const end = at + another.nodeSize;
    const slice = new Slice(Fragment.from(another.copy()), 0, 0);
    return one.sameMarkup(another) ? within : [new ReplaceAroundStep(at, end, at + 1, end - 1, slice, 1, true), ...within];
  }
  if (into !== null) {
    const end = at + into.inner.nodeSize;
    const slice = new Slice(Fragment.from(shell(another, into.depth - 1)), 0, 0);
    return [new ReplaceAroundStep(at, end, at, end, slice, into.depth, true), ...(stepsOfPair(one, into.inner, at, until) ?? [])];
  }
  if (out === null) return null;
  const [from, end] = [at + out.depth, at + out.depth + another.nodeSize];
  const within = stepsOfPair(out.inner, another, from, until) ?? [];
  return [new ReplaceAroundStep(at, end + out.depth, from, end, Slice.empty, 0, true), ...within];
}

const isBlank = ({ content }: Slice): boolean => content.textBetween(0, content.size, null, '-').trim() === '';

interface Section {
  readonly olds: readonly Node[];
  readonly news: readonly Node[];
  /** Each of the one is the same as that of the other in its place; else none is. */
  readonly isPaired: boolean;
}

/** Two lists of nodes in order, by what is the same in both. */
function sectionsOf(
  olds: readonly Node[],
  news: readonly Node[],
  isSame: (one: Node, another: Node) => boolean,
  until: number,
): readonly Section[] {
  const changes = diffArrays([...olds], [...news], { comparator: isSame, timeout: until - Date.now() });
  if (changes === undefined) return [{ olds, news, isPaired: false }];
  const found: Section[] = [];
  let [from, to] = [0, 0];
  for (const { added, removed, count } of changes) {
    const [gone, come] = [olds.slice(from, from + (added ? 0 : count)), news.slice(to, to + (removed ? 0 : count))];
    [from, to] = [from + gone.length, to + come.length];
    const isPaired = !added && !removed;
    const last = isPaired || found.at(-1)?.isPaired === true ? undefined : found.pop();
    found.push({ olds: [...(last?.olds ?? []), ...gone], news: [...(last?.news ?? []), ...come], isPaired });
  }
  return found;
}

/** Whether one block can be made of the other, and half of the words of the shorter one are in both. */
function isKin(one: Node, another: Node): boolean {
  if (alikeWithin(one, another) === null && alikeWithin(another, one) === null) return false;
  const [some, others] = [one, another].map(({ textContent }) => new Set(textContent.match(/\S+/g))) as [Set<string>, Set<string>];
  const least = Math.min(some.size, others.size);
  return least > 0 && [...some].filter((word) => others.has(word)).length * 2 >= least;
}

/** Steps for the content of a node, which begins at `start`: the first one is nearest to the start, each has its place in `before`. */
function stepsWithin(before: Node, after: Node, start: number, until: number): readonly Step[] {
  const steps: Step[] = [];
  let at = start;
  const replace = ({ olds, news }: Section): void => {
    const pairs = olds.length === news.length ? olds.map((one, index) => [one, news[index] as Node] as const) : [];
    const made = pairs.map(([one, another], index) => stepsOfPair(one, another, at + sizeOf(olds.slice(0, index)), until));
    const slice = new Slice(Fragment.fromArray([...news]), 0, 0);
    if (made.length > 0 && made.every((each) => each !== null)) steps.push(...made.flat());
    else steps.push(new ReplaceStep(at, at + sizeOf(olds), slice));
    at += sizeOf(olds);
  };
  const change = (section: Section): void => {
    const { olds, news } = section;
    const [gone, come] = [before.copy(Fragment.fromArray([...olds])), before.copy(Fragment.fromArray([...news]))];
    const only = replacementBetween(gone, come);
    // What is but added, or but taken out, may begin or end within words and blocks, as where a paragraph was parted.
    if (only !== null && (isBlank(only.slice) || isBlank(gone.slice(only.from, only.to)))) {
      steps.push(new ReplaceStep(at + only.from, at + only.to, only.slice));
      at += gone.content.size;
    } else if (before.inlineContent) replace(section);
    else
      for (const { isPaired, ...rest } of sectionsOf(olds, news, isKin, until))
        if (isPaired)
          for (const [index, one] of rest.olds.entries()) replace({ olds: [one], news: rest.news.slice(index, index + 1), isPaired });
        else replace({ ...rest, isPaired });
  };
  for (const section of sectionsOf(partsOf(before), partsOf(after), (one, another) => one.eq(another), until))
    if (section.isPaired) at += sizeOf(section.olds);
    else change(section);
  return steps;
}

/** Steps that make the content of `after` of that of `before`, one after the other. */
export function stepsBetween(before: Node, after: Node): readonly Step[] {
  // From the end on, none moves the place of the next.
  const steps = stepsWithin(before, after, 0, Date.now() + timeoutMs).toReversed();
  if (steps.length <= maxSteps) {
    let doc: Node | null = before;
    for (const step of steps) doc = doc === null ? null : step.apply(doc).doc;
    if (doc?.content.eq(after.content) === true) return steps;
  }
  const whole = replacementBetween(before, after);
  return whole === null ? [] : [whole];
}
