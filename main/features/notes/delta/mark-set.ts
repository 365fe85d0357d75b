// Marks set and removed by one step, as undoing does it. prosemirror-transform keeps the class of such a step to itself.

import { Step } from 'prosemirror-transform';
import { noteSchema } from '../../../contract/note-schema.ts';

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
