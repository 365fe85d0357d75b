// Whether a step that was made on an older version may be redone on the newest one. Mapping alone would let it do harm: a
// deletion grows over what others wrote inside of it, and a replacement brings back what they took away.

import {
  Step,
  AddMarkStep,
  AddNodeMarkStep,
  AttrStep,
  DocAttrStep,
  RemoveMarkStep,
  RemoveNodeMarkStep,
  ReplaceAroundStep,
  ReplaceStep,
  type Mappable,
  type StepMap,
} from 'prosemirror-transform';
import { noteSchema } from '../../../contract/note-schema.ts';

// Marks set and removed by one step, as undoing does it. prosemirror-transform keeps the class of such a step to itself.

interface MarkSet extends Step {
  readonly steps: readonly Step[];
}

const stepType = 'markSet';
const kind = markSet([]).constructor as new () => MarkSet;

export function markSet(steps: readonly Step[]): Step {
  return Step.fromJSON(noteSchema, { stepType, steps: steps.map((step) => step.toJSON() as unknown) });
}

/** The steps that this one is made of, all on the same document as none of them moves anything; null if it is not a set. */
export function maybeParts(step: Step): readonly Step[] | null {
  return step instanceof kind ? step.steps : null;
}

type RangeMark = AddMarkStep | RemoveMarkStep;
type NodeMark = AddNodeMarkStep | RemoveNodeMarkStep;

/** A step that is done, with the ways there and back; to ask a step for them anew each time would take longer than all else. */
export interface Done {
  readonly step: Step;
  readonly map: StepMap;
  readonly back: StepMap;
}

export function done(step: Step): Done {
  const map = step.getMap();
  return { step, map, back: map.invert() };
}

/** A stale step, and what it has become. */
interface Redone {
  readonly own: Step;
  readonly mapped: Step;
  /** From the document that the stale step was made on to the one that the mapped step is for. */
  readonly mapping: Mappable;
  /** What the steps of the same delta before it have become. */
  readonly earlier: readonly Done[];
}

/** A part of the document that a step is about, and whether another step does there what must not be overruled unseen. */
interface Concern {
  readonly from: number;
  readonly to: number;
  readonly meets: (other: Done, from: number, to: number) => boolean;
}

/** `missing` are the steps that the maker of the stale step had not seen, oldest first. */
export function clashes(redone: Redone, missing: readonly Done[]): boolean {
  const { own, mapped, mapping } = redone;
  if (own instanceof DocAttrStep)
    return missing.some(({ step }) => step instanceof DocAttrStep && step.attr === own.attr && step.value !== own.value);
  if (losesAnEnd(own, mapping)) return true;
  return concerns(mapped).some((concern) => isMet(concern, redone.earlier, missing));
}

/** Whether others removed or replaced the first or the last of what the step replaces; its mapped range does not tell. */
function losesAnEnd(own: Step, mapping: Mappable): boolean {
  return replaced(own).some(([from, to]) => mapping.mapResult(from, 1).deletedAfter || mapping.mapResult(to, -1).deletedBefore);
}

/** The ranges whose content a step takes away. */
function replaced(step: Step): (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  if (step instanceof ReplaceStep || step instanceof ReplaceAroundStep) {
    step.getMap().forEach((from, to) => {
      if (from < to) ranges.push([from, to]);
    });
  }
  return ranges;
}

function concerns(step: Step): Concern[] {
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) {
    const { from, to } = step;
    return [{ from, to, meets: (other, from, to) => brings(other.map, from, to) || marksOtherwise(other.step, step, from, to) }];
  }
  if (step instanceof AttrStep || step instanceof AddNodeMarkStep || step instanceof RemoveNodeMarkStep) {
    return [{ from: step.pos, to: step.pos + 1, meets: (other, at) => setsOtherwise(other.step, step, at) }];
  }
  return replaced(step).map(([from, to]) => ({ from, to, meets: touches }));
}

/** Goes back through the steps that lie between, to where each of the others left off. */
function isMet({ from, to, meets }: Concern, earlier: readonly Done[], missing: readonly Done[]): boolean {
  let [start, end] = [from, to];
  const goBack = ({ back }: Done): void => {
    start = back.map(start, 1);
    end = back.map(end, -1);
  };
  for (let index = earlier.length - 1; index >= 0; index--) goBack(earlier[index] as Done);
  for (let index = missing.length - 1; index >= 0; index--) {
    // What is left was made by the delta itself, so no other client has seen it.
    if (start >= end) return false;
    const other = missing[index] as Done;
    if (meets(other, start, end)) return true;
    goBack(other);
  }
  return false;
}

/** Whether a step changed something between these positions, which are in the document after it. */
function touches({ step, map }: Done, from: number, to: number): boolean {
  return brings(map, from, to) || takes(map, from, to) || touchesInPlace(step, from, to);
}

function touchesInPlace(step: Step, from: number, to: number): boolean {
  if (step instanceof ReplaceStep) return false;
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) return step.from < to && step.to > from;
  if (step instanceof AttrStep || step instanceof AddNodeMarkStep || step instanceof RemoveNodeMarkStep)
    return from <= step.pos && step.pos < to;
  return maybeParts(step)?.some((part) => touchesInPlace(part, from, to)) === true;
}

function brings(map: StepMap, from: number, to: number): boolean {
  let met = false;
  map.forEach((_oldStart, _oldEnd, start, end) => {
    met ||= start < end && start < to && end > from;
  });
  return met;
}

function takes(map: StepMap, from: number, to: number): boolean {
  let met = false;
  map.forEach((_oldStart, _oldEnd, start, end) => {
    met ||= start === end && from < start && start < to;
  });
  return met;
}

/** Whether `other` sets or removes a mark of the same type, and not just the same. */
function marksOtherwise(other: Step, own: RangeMark, from: number, to: number): boolean {
  const parts = maybeParts(other);
  if (parts !== null) return parts.some((part) => marksOtherwise(part, own, from, to));
  if (other instanceof AddMarkStep || other instanceof RemoveMarkStep) return other.from < to && other.to > from && differ(own, other);
  return (
    (other instanceof AddNodeMarkStep || other instanceof RemoveNodeMarkStep) &&
    from <= other.pos &&
    other.pos < to &&
    own.mark.type === other.mark.type
  );
}

function setsOtherwise(other: Step, own: AttrStep | NodeMark, at: number): boolean {
  if (own instanceof AttrStep) return other instanceof AttrStep && other.pos === at && other.attr === own.attr && other.value !== own.value;
  const parts = maybeParts(other) ?? [other];
  return parts.some((part) => {
    if (part instanceof AddMarkStep || part instanceof RemoveMarkStep)
      return part.from <= at && at < part.to && part.mark.type === own.mark.type;
    return (part instanceof AddNodeMarkStep || part instanceof RemoveNodeMarkStep) && part.pos === at && differ(own, part);
  });
}

function differ(own: RangeMark | NodeMark, other: RangeMark | NodeMark): boolean {
  return own.mark.type === other.mark.type && !(own.constructor === other.constructor && own.mark.eq(other.mark));
}
