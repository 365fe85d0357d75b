// Two people have rewritten the same text, one of them while away. Rebasing by positions alone would let one take the place of the other,
// or drop it, without a word. Here both stay: what was written here stands behind what others wrote.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { TextSelection, type Selection, type Transaction } from 'prosemirror-state';
import { Mapping, ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform';
import { putBehind } from './homeless.ts';
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

/** The documents before each step. */
function docsOf(steps: readonly Step[], before: Node): Node[] {
  const docs = [before];
  for (const step of steps) docs.push(step.apply(docs.at(-1) as Node).doc ?? (docs.at(-1) as Node));
  return docs;
}

/** Whether others have taken away the beginning of the block at whose content `pos` stands. */
function isGone(doc: Node, pos: number, onto: Mapping): boolean {
  const $pos = doc.resolve(pos);
  return $pos.depth > 0 && onto.mapResult($pos.before(), 1).deletedAfter;
}

/** Puts a text behind what others have left of its place: in a block of its own where it was one, else after a blank. */
function putBeside({ block, isWhole, slice }: Rewriting, isHomeless: boolean, pos: number, work: Work, mirror: number): boolean {
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
function rewriteBeside(rewriting: Rewriting, isHomeless: boolean, onto: Mapping, work: Work, mirror: number): void {
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

/** Does an own step as it is mapped; where its place is gone, puts behind that what it wrote. Gives whether that is more than rebasing. */
function doOrPlace({ step, doc, onto, mirror }: OwnStep, mapped: Step | null, work: Work): boolean {
  const back = stepsBack(step, mapped, doc, onto, work.doc);
  let next = mapped;
  for (const each of back) next = next?.map(each.getMap()) ?? null;
  if (next !== null && work.do([...back, next], mirror)) return back.length > 0;
  if (step instanceof ReplaceStep) {
    const pos = takeLeft(step.from, step.to, onto, work);
    if (step.slice.size > 0) putBehind(work, pos, step.slice, doc.resolve(step.from).parent, mirror);
  } else if (step instanceof ReplaceAroundStep) putBehind(work, onto.map(step.to, 1), step.slice, doc);
  else return false;
  return true;
}

/** What comes of the steps of both: the document, and where in it that is which stood in the one with the own steps alone. */
interface Kept {
  readonly doc: Node;
  readonly mapping: Mapping;
}

/** What comes of own steps, made on `before`, and those of others, made on it as well; and whether both rewrote the same text. */
function merged(own: readonly Step[], before: Node, others: readonly Step[]): Kept & { readonly met: boolean } {
  const docs = docsOf(own, before);
  const mapping = new Mapping();
  for (let index = own.length - 1; index >= 0; index--) mapping.appendMap((own[index] as Step).getMap().invert());
  for (const step of others) mapping.appendMap(step.getMap());
  const work = new Work(docsOf(others, before).at(-1) as Node, mapping);
  let met = false;
  for (const [index, step] of own.entries()) {
    const mirror = own.length - 1 - index;
    const onto = mapping.slice(mirror + 1);
    const doc = docs[index] ?? before;
    const rewriting = rewritingOf(step, doc);
    const mapped = mapStep(step, mapping.slice(mirror + 1, own.length), onto);
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
  if (repairedTo !== null) return merged(stepsBetween(before, repairedTo), before, others);
  const { met, ...kept } = merged(own, before, others);
  return met ? kept : null;
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
  const steps = kept === null ? [] : stepsBetween(rebased.doc, kept.doc);
  if (kept === null || steps.length === 0) return null;
  for (const step of steps) rebased.step(step);
  const { doc } = rebased;
  const moved = selectionIn(kept, selection);
  return moved === null ? rebased : rebased.setSelection(TextSelection.create(doc, moved.anchor, moved.head));
}
