// Two people have rewritten the same text, one of them while away. Rebasing by positions alone would let one take the place of the other,
// or drop it, without a word. Here both stay: what was written here stands behind what others wrote.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { TextSelection, type Selection, type Transaction } from 'prosemirror-state';
import { Mapping, ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform';
import { putBehind } from './homeless.ts';
import { movesOn, type Moves } from './moves.ts';
import { netWay, type Way } from './net-steps.ts';
import { puttingBack, type Side } from './put-back.ts';
import { stepsBetween } from './steps-between.ts';
import { leftOf, Work, type DocumentRange } from './work.ts';

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
const maxRange = 50_000;

function rewritingOf(step: Step, doc: Node): Rewriting | null {
  if (!(step instanceof ReplaceStep) || step.to - step.from > maxRange) return null;
  const { from, to, slice } = step;
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  if (!$from.sameParent($to) || !$from.parent.inlineContent || slice.openStart > 0 || slice.openEnd > 0) return null;
  return { from, to, slice, block: $from.parent, isWhole: from < to && to - from === $from.parent.content.size };
}

/** Whether others wrote within what a replacement takes, or took all of it. */
function holdsOthers(rewriting: Rewriting, onto: Mapping): boolean {
  const { from, to } = rewriting;
  if (from === to) return false;
  const ranges = leftOf(from, to, onto);
  const span = onto.map(to, -1) - onto.map(from, 1);
  return span > ranges.reduce((sum, [start, end]) => sum + end - start, 0) || (span <= 0 && ranges.length === 0);
}

/** Whether others have taken away the beginning of the block at whose content `pos` stands. */
function isGone(doc: Node, pos: number, onto: Mapping): boolean {
  const $pos = doc.resolve(pos);
  return $pos.depth > 0 && onto.mapResult($pos.before(), 1).deletedAfter;
}

/** Puts a text behind what others have left of its place: in a block of its own where it was one, else after a blank. */
function putBeside({ block, isWhole, slice }: Rewriting, isHomeless: boolean, pos: number, work: Work, mirror?: number): boolean {
  const { parent } = work.doc.resolve(pos);
  const canSplit = parent.type.spec.isolating !== true && parent.type.spec.code !== true;
  if (parent.inlineContent && !isHomeless && !(isWhole && canSplit)) {
    const blank = new ReplaceStep(pos, pos, new Slice(Fragment.from(work.doc.type.schema.text(' ')), 0, 0));
    if (work.do([blank, new ReplaceStep(pos + 1, pos + 1, slice)], mirror)) return true;
  }
  return putBehind(work, pos, slice, block, mirror);
}

/** Takes what others left of a range. Gives where that which stood behind it is now. */
function takeLeft(from: number, to: number, onto: Mapping, work: Work): number {
  const end = onto.map(to, 1);
  const taken = new Mapping();
  for (const range of to - from > maxRange ? [] : leftOf(from, to, onto).toReversed()) {
    const step = new ReplaceStep(...range, Slice.empty);
    if (work.do([step])) taken.appendMap(step.getMap());
  }
  return Math.min(taken.map(end, 1), work.doc.content.size);
}

/** Takes what others left of the range, and puts the new text behind theirs. */
function rewriteBeside(rewriting: Rewriting, isHomeless: boolean, onto: Mapping, work: Work, mirror?: number): void {
  const pos = takeLeft(rewriting.from, rewriting.to, onto, work);
  if (rewriting.slice.size > 0) putBeside(rewriting, isHomeless, pos, work, mirror);
}

/**
 * An own step among what others have done; null if its place is gone. What is put in behind something else that was, stays behind that.
 * `undoing` maps to the document before all own steps.
 */
function mapStep(step: Step, undoing: Mapping, onto: Mapping): Step | null {
  if (step instanceof ReplaceStep && step.from === step.to && undoing.mapResult(step.from, -1).deletedBefore) {
    const { pos, deletedBefore } = onto.mapResult(step.from, -1);
    if (!deletedBefore) return new ReplaceStep(pos, pos, step.slice);
  }
  return step.map(onto);
}

function isSamePlace(one: Step | null, other: Step | null): boolean {
  return !(one instanceof ReplaceStep) || (other instanceof ReplaceStep && one.from === other.from);
}

/** Steps that put back what a step would take and was not meant to; they are to be done before it, in this order. */
function stepsBack(own: Step, mapped: Step | null, before: Node, onto: Mapping, doc: Node): readonly ReplaceStep[] {
  const back = (from: number, to: number, now: DocumentRange, side: Side): readonly ReplaceStep[] => {
    const step = puttingBack({ from, to, before, onto }, doc, now, side);
    return step === null ? [] : [step];
  };
  if (own instanceof ReplaceStep && mapped instanceof ReplaceStep) return back(own.from, own.to, [mapped.from, mapped.to], 'before');
  if (!(own instanceof ReplaceAroundStep && mapped instanceof ReplaceAroundStep)) return [];
  // What it replaces around stays as it is; what is put in behind it does not move what is put in before.
  return [
    ...back(own.gapTo, own.to, [mapped.gapTo, mapped.to], 'after'),
    ...back(own.from, own.gapFrom, [mapped.from, mapped.gapFrom], 'before'),
  ];
}

interface OwnStep {
  readonly step: Step;
  /** The document that it was made on. */
  readonly doc: Node;
  /** From there to where it is to be done. */
  readonly onto: Mapping;
  /** The place of its inverse in the mapping. */
  readonly mirror: number;
}

/** Of a step that takes several blocks, or parts of them, and puts in but text: that text in place of what it takes. */
function maybeTyped(step: Step, doc: Node): Rewriting | null {
  if (!(step instanceof ReplaceStep || step instanceof ReplaceAroundStep)) return null;
  const { from, slice } = step;
  const block = doc.resolve(from).parent;
  let { content } = slice;
  for (let depth = slice.openStart; depth > 0; depth--) content = content.firstChild?.content ?? Fragment.empty;
  const isAround = step instanceof ReplaceAroundStep;
  const size = isAround ? step.insert : slice.size;
  if (!block.inlineContent || content.size < size || (size > 0 && content.firstChild?.isInline !== true)) return null;
  return { from, to: isAround ? step.gapFrom : step.to, slice: new Slice(content.cut(0, size), 0, 0), block, isWhole: false };
}

function isWithinText(doc: Node, { from, to }: ReplaceStep): boolean {
  const $from = doc.resolve(from);
  return $from.parent.inlineContent && $from.sameParent(doc.resolve(to));
}

/** Does an own step as it is mapped; where its place is gone, puts behind that what it wrote. Gives whether that is more than rebasing. */
function doOrPlace({ step, doc, onto, mirror }: OwnStep, mapped: Step | null, work: Work): boolean {
  const back = stepsBack(step, mapped, doc, onto, work.doc);
  const typed = maybeTyped(step, doc);
  if (typed !== null && back.length > 0 && mapped instanceof ReplaceStep && isWithinText(work.doc, mapped)) {
    rewriteBeside(typed, false, onto, work, mirror);
    return true;
  }
  let next = mapped;
  for (const each of back) next = next?.map(each.getMap()) ?? null;
  if (next !== null && work.do([...back, next], mirror)) return back.length > 0;
  if (step instanceof ReplaceStep) {
    const pos = takeLeft(step.from, step.to, onto, work);
    if (step.slice.size > 0) putBehind(work, pos, step.slice, doc.resolve(step.from).parent, mirror);
  } else if (typed !== null) rewriteBeside(typed, isGone(doc, typed.from, onto), onto, work);
  else if (step instanceof ReplaceAroundStep) putBehind(work, onto.map(step.to, 1), step.slice, doc);
  else return false;
  return true;
}

/** Own blocks on their way from where they were to where they come: with all that others have made of them. */
class Carrying {
  readonly #own: Way;
  readonly #moves: Moves;
  /** The indexes of the steps that take blocks out. */
  readonly #taking: ReadonlySet<number>;
  /** By the index of the step that took them out. `mirror`: the place of that in the mapping. */
  readonly #carried = new Map<number, { readonly content: Fragment; readonly mirror: number | undefined }>();

  constructor(own: Way, moves: Moves) {
    this.#own = own;
    this.#moves = moves;
    this.#taking = new Set(moves.values());
  }

  /** Does the step if it is one of a move. */
  takes(index: number, onto: Mapping, work: Work): boolean {
    if (this.#taking.has(index)) return this.#take(index, onto, work);
    const carried = this.#carried.get(this.#moves.get(index) ?? -1);
    if (carried === undefined) return false;
    const { from } = this.#own.steps[index] as ReplaceStep;
    const { content, mirror } = carried;
    if (content.size === 0) return true;
    const at = onto.map(from, 1);
    const slice = new Slice(content, 0, 0);
    return work.do([new ReplaceStep(at, at, slice)], mirror) || putBehind(work, at, slice, content.firstChild as Node);
  }

  /** Where the others have made another thing of it than blocks that stand by themselves, it stays where it is. */
  #take(index: number, onto: Mapping, work: Work): boolean {
    const step = this.#own.steps[index] as ReplaceStep;
    const [from, to] = [onto.map(step.from, 1), onto.map(step.to, -1)];
    const slice = from < to ? work.doc.slice(from, to) : Slice.empty;
    const isTaken = slice.size > 0 && slice.openStart + slice.openEnd === 0 && work.do([new ReplaceStep(from, to, Slice.empty)]);
    this.#carried.set(index, isTaken ? { content: slice.content, mirror: work.last } : { content: Fragment.empty, mirror: undefined });
    return true;
  }
}

/** What comes of the steps of both: the document, and where in it that is which stood in the one with the own steps alone. */
interface Kept {
  readonly doc: Node;
  readonly mapping: Mapping;
}

/**
 * From the document after all own steps to the one after those of the others, which were made on the same. What a side has moved is found
 * where that has put it.
 */
function mappingOnto(own: Way, ownMoves: Moves, others: Way, theirMoves: Moves): Mapping {
  const mapping = new Mapping();
  const count = own.steps.length;
  const putIn = new Map([...ownMoves].map(([to, from]) => [from, to]));
  for (const [index, step] of [...own.steps.entries()].toReversed()) {
    const to = putIn.get(index);
    mapping.appendMap(step.getMap().invert(), to === undefined ? undefined : count - 1 - to);
  }
  for (const [index, step] of others.steps.entries()) {
    const from = theirMoves.get(index);
    mapping.appendMap(step.getMap(), from === undefined ? undefined : count + from);
  }
  return mapping;
}

/** What comes of own steps and those of others, made on the same document; and whether both rewrote the same text. */
function merged(own: Way, others: Way): Kept & { readonly met: boolean } {
  const [ownMoves, theirMoves] = [movesOn(own), movesOn(others)];
  const mapping = mappingOnto(own, ownMoves, others, theirMoves);
  const work = new Work(others.docs.at(-1) as Node, mapping);
  const carrying = new Carrying(own, ownMoves);
  let met = ownMoves.size + theirMoves.size > 0;
  for (const [index, step] of own.steps.entries()) {
    const mirror = own.steps.length - 1 - index;
    const onto = mapping.slice(mirror + 1);
    const doc = own.docs[index] as Node;
    if (carrying.takes(index, onto, work)) continue;
    const rewriting = rewritingOf(step, doc);
    const mapped = mapStep(step, mapping.slice(mirror + 1, own.steps.length), onto);
    if (rewriting !== null && (mapped === null || holdsOthers(rewriting, onto))) {
      met = true;
      rewriteBeside(rewriting, mapped === null && isGone(doc, rewriting.from, onto), onto, work, mirror);
    } else {
      met = doOrPlace({ step, doc, onto, mirror }, mapped, work) || met || !isSamePlace(mapped, step.map(onto));
    }
  }
  return { doc: work.doc, mapping, met };
}

/**
 * The same for a user who has `own` steps unsent. Null if none of that happened: then rebasing by positions does. Where some of them are
 * from a repair, which put back what others wrote, they count as what has come of them (`repairedTo`): else each letter that others write
 * in the meantime would put the same back once more.
 */
export function keepBoth(own: readonly Step[], before: Node, others: readonly Step[], repairedTo: Node | null = null): Kept | null {
  const theirs = netWay(others, before);
  if (repairedTo !== null) return merged(netWay(stepsBetween(before, repairedTo), before), theirs);
  const net = netWay(own, before);
  const { met, ...kept } = merged(net, theirs);
  const isAsMade = net.steps.length === own.length && theirs.steps.length === others.length;
  return met || !isAsMade ? kept : null;
}

/** `selection` of before in the document that both have made: behind what was written last. */
function selectionIn({ doc, mapping }: Kept, selection: Selection): Selection | null {
  if (!(selection instanceof TextSelection)) return null;
  const moved = (pos: number) => doc.resolve(mapping.map(pos, -1));
  return TextSelection.between(moved(selection.anchor), moved(selection.head), -1);
}

/**
 * What is to be done after rebasing, so that both stay and the user goes on writing where they were; null if nothing is. `selection` is
 * that of the document with the own steps alone.
 */
export function repair(rebased: Transaction, kept: Kept | null, selection: Selection): Transaction | null {
  // Each as small as can be: what stands between them is that of others, and must not come back as if it were the user's.
  const steps = kept === null || kept.doc.eq(rebased.doc) ? [] : stepsBetween(rebased.doc, kept.doc);
  if (kept === null || steps.length === 0) return null;
  for (const step of steps) rebased.step(step);
  const { doc } = rebased;
  const moved = selectionIn(kept, selection);
  return moved === null ? rebased : rebased.setSelection(TextSelection.create(doc, moved.anchor, moved.head));
}
