// Two people have rewritten the same text, one of them while away. Rebasing by positions alone would let one take the place of the other,
// or drop it, without a word. Here both stay: what was written here stands behind what others wrote.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { Mapping, ReplaceStep, type Step } from 'prosemirror-transform';
import { difference } from './rebase.ts';

/** A replacement within one block of text, by text. */
interface Rewriting {
  readonly from: number;
  readonly to: number;
  readonly slice: Slice;
  readonly block: Node;
  /** It takes all that the block holds. */
  readonly isWhole: boolean;
}

/** Longer ones are not looked through place by place. */
const longest = 50_000;

function rewritingOf(step: Step, doc: Node): Rewriting | null {
  if (!(step instanceof ReplaceStep) || step.to - step.from > longest) return null;
  const { from, to, slice } = step;
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  if (!$from.sameParent($to) || !$from.parent.inlineContent || slice.openStart > 0 || slice.openEnd > 0) return null;
  return { from, to, slice, block: $from.parent, isWhole: from < to && to - from === $from.parent.content.size };
}

type Range = readonly [from: number, to: number];

/** Where that which a replacement takes stands after the changes of others, as far as they left it. */
function left({ from, to }: Rewriting, onto: Mapping): Range[] {
  const ranges: [number, number][] = [];
  for (let pos = from; pos < to; pos++) {
    const start = onto.mapResult(pos, 1);
    if (start.deletedAfter || onto.mapResult(pos + 1, -1).deletedBefore) continue;
    const last = ranges.at(-1);
    if (last?.[1] === start.pos) last[1]++;
    else ranges.push([start.pos, start.pos + 1]);
  }
  return ranges;
}

/** Whether others wrote within what a replacement takes, or took all of it. */
function holdsOthers({ from, to }: Rewriting, onto: Mapping, ranges: readonly Range[]): boolean {
  if (from === to) return false;
  const span = onto.map(to, -1) - onto.map(from, 1);
  return span > ranges.reduce((sum, [start, end]) => sum + end - start, 0) || (span <= 0 && ranges.length === 0);
}

/** The documents before each step. */
function docsOf(steps: readonly Step[], before: Node): Node[] {
  const docs = [before];
  for (const step of steps) docs.push(step.apply(docs.at(-1) as Node).doc ?? (docs.at(-1) as Node));
  return docs;
}

/**
 * What sets a text apart from that of others before it: a block of its own where it was one, else a blank. Null where it cannot stand
 * there.
 */
function apart({ block, isWhole, slice }: Rewriting, doc: Node, pos: number): readonly [step: ReplaceStep, at: number] | null {
  const $pos = doc.resolve(pos);
  const { parent } = $pos;
  if (!parent.inlineContent || slice.size === 0) return null;
  const canSplit = isWhole && parent.type.spec.isolating !== true && parent.type.spec.code !== true;
  if (canSplit) {
    const end = $pos.end();
    return [new ReplaceStep(end, end, new Slice(Fragment.from([parent.copy(Fragment.empty), block.copy(Fragment.empty)]), 1, 1)), end + 2];
  }
  return [new ReplaceStep(pos, pos, new Slice(Fragment.from(doc.type.schema.text(' ')), 0, 0)), pos + 1];
}

/** A document that steps are done on, as far as they apply. */
class Work {
  doc: Node;
  readonly #mapping: Mapping;

  constructor(doc: Node, mapping: Mapping) {
    this.doc = doc;
    this.#mapping = mapping;
  }

  /** `mirror`: the place of the step's inverse in the mapping. */
  do(step: Step, mirror?: number): boolean {
    const { doc } = step.apply(this.doc);
    if (doc === null) return false;
    this.doc = doc;
    this.#mapping.appendMap(step.getMap(), mirror);
    return true;
  }
}

/** Takes what others left of the range, and puts the new text behind theirs. */
function rewriteBeside(rewriting: Rewriting, onto: Mapping, ranges: readonly Range[], work: Work, mirror: number): void {
  const before = work.doc;
  const mapped = new Mapping();
  for (const [from, to] of ranges.toReversed()) {
    const step = new ReplaceStep(from, to, Slice.empty);
    if (work.do(step)) mapped.appendMap(step.getMap());
  }
  const pos = mapped.map(Math.min(onto.map(rewriting.to, 1), before.content.size), 1);
  const set = apart(rewriting, work.doc, pos);
  if (set === null) return;
  const [separator, at] = set;
  if (work.do(separator)) work.do(new ReplaceStep(at, at, rewriting.slice), mirror);
}

/**
 * The document that comes of own steps, made on `before`, and those of others, made on it as well, if both rewrote the same text. Null if
 * none of that happened: then rebasing by positions does.
 */
export function keepBoth(own: readonly Step[], before: Node, others: readonly Step[]): Node | null {
  const docs = docsOf(own, before);
  const mapping = new Mapping();
  for (let index = own.length - 1; index >= 0; index--) mapping.appendMap((own[index] as Step).getMap().invert());
  for (const step of others) mapping.appendMap(step.getMap());
  const work = new Work(docsOf(others, before).at(-1) as Node, mapping);
  let met = false;
  for (const [index, step] of own.entries()) {
    const mirror = own.length - 1 - index;
    const onto = mapping.slice(mirror + 1);
    const rewriting = rewritingOf(step, docs[index] ?? before);
    const ranges = rewriting === null ? [] : left(rewriting, onto);
    const mapped = step.map(onto);
    if (rewriting !== null && (mapped === null || holdsOthers(rewriting, onto, ranges))) {
      met = true;
      rewriteBeside(rewriting, onto, ranges, work, mirror);
      continue;
    }
    if (mapped !== null) work.do(mapped, mirror);
  }
  return met ? work.doc : null;
}

/** What is to be done after rebasing, so that both stay; null if nothing is. */
export function repair(rebased: Node, wanted: Node | null): ReplaceStep | null {
  return wanted === null ? null : difference(rebased, wanted);
}
