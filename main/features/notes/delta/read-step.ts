// Steps from outside, read with distrust.

import { ReplaceAroundStep, ReplaceStep, Step } from 'prosemirror-transform';
import { deltaLimits } from '../../../contract/limits.ts';
import { noteSchema } from '../../../contract/note-schema.ts';
import { AppError } from '../../../lib/app-error.ts';
import { readShape } from './step-shape.ts';

/** Marks set and removed by all `markSet` steps of a delta: each costs as much as a step. */
const maxMarkings = 5_000;

/**
 * Throws `too_large`; `invalid_step` for what is no step, and `invalid_document` for attributes that no note can have, both with `index`.
 */
export function readSteps(json: readonly unknown[]): Step[] {
  if (json.length > deltaLimits.steps) throw new AppError('too_large', `A delta holds at most ${deltaLimits.steps} steps`);
  let markings = 0;
  return json.map((each, index) => {
    const shape = readShape(each);
    if ('wrong' in shape) throw invalidStep(index, shape.wrong);
    if (shape.step.stepType === 'markSet') markings += shape.step.steps.length;
    if (markings > maxMarkings) throw new AppError('too_large', `A delta sets and removes at most ${maxMarkings} marks by markSet`);
    return read(shape.step, index);
  });
}

function read(json: object, index: number): Step {
  let step: Step;
  try {
    step = Step.fromJSON(noteSchema, json);
  } catch (error) {
    // The shape is right, so that only the values of attributes are left to be wrong.
    throw new AppError('invalid_document', `Step ${index}: ${reason(error)}`, { extra: { index } });
  }
  if (step instanceof ReplaceStep || step instanceof ReplaceAroundStep) {
    const { slice } = step;
    // `toJSON` leaves such a slice out, so what is stored would not be what was applied.
    if (slice.size === 0 && slice.content.size > 0) throw invalidStep(index, 'slice holds nothing but what it opens');
    if (step instanceof ReplaceAroundStep && step.insert > slice.size) throw invalidStep(index, 'insert lies outside of the slice');
  }
  return step;
}

function invalidStep(index: number, wrong: string): AppError {
  return new AppError('invalid_step', `Step ${index}: ${wrong}`, { extra: { index } });
}

/** What an error of ProseMirror says; it can quote a whole document. */
export function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200).toWellFormed();
}
