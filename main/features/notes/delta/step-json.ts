// The JSON of steps. That of a large one takes long, so it is made before the write that stores the step.

import type { Step } from 'prosemirror-transform';
import { slicedJson } from '../../../lib/sliced-json.ts';
import type { NewStep } from '../live-note.ts';
import { stepToJson } from '../sliced-nodes.ts';

type StepJson = Pick<NewStep, 'step' | 'text'>;

const made = new WeakMap<Step, StepJson>();

/** Makes the JSON of these steps for `jsonOf`. Yields in between. */
export function* makeJson(steps: readonly Step[]): Generator<void, void> {
  for (const each of steps) {
    const step = yield* stepToJson(each);
    made.set(each, { step, text: yield* slicedJson(step) });
  }
}

/** The step as it is sent, and as it is stored where that was made before. */
export function jsonOf(step: Step): StepJson {
  return made.get(step) ?? { step: step.toJSON() as object };
}
