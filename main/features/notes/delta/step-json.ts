// The JSON of steps. That of a large one takes long, so it is made before the write that stores the step.

import { ReplaceStep, type Step } from 'prosemirror-transform';
import type { CooperativeScheduler } from '../../../lib/cooperative-scheduler.ts';
import { maybePacked } from '../../../lib/packed-text.ts';
import { jsonText, slicedJson } from '../../../lib/sliced-json.ts';
import type { NewStep } from '../live-note.ts';
import { stepToJson } from '../sliced-nodes.ts';

type StepJson = Pick<NewStep, 'step' | 'text' | 'packed'>;

const made = new WeakMap<Step, StepJson>();

/** Makes the JSON of these steps for `jsonOf`, and packs what is long of it. */
export async function prepareJson(steps: readonly Step[], scheduler: CooperativeScheduler): Promise<void> {
  for (const each of steps) {
    const step = await scheduler.run(stepToJson(each));
    const parts = await scheduler.run(slicedJson(step));
    const bytes = await maybePacked(parts);
    const packed = bytes === null ? null : { bytes, length: parts.reduce((sum, { length }) => sum + length, 0) };
    made.set(each, packed === null ? { step, text: parts.join('') } : { step, packed });
  }
}

/** JSON text of a step that takes long to be read, and to be written anew. */
const longStep = 64 * 1024;

/** A stored step as it is answered: a long one stays the text that it is. */
export function answeredStep(text: string): Record<string, unknown> {
  return text.length < longStep ? (JSON.parse(text) as Record<string, unknown>) : (jsonText(text) as unknown as Record<string, unknown>);
}

/** Nodes of all steps whose JSON is made and read in no time. */
const fewNodes = 2_000;

/** Whether the JSON of these steps takes long to be made, or to be read: there are very many nodes in one of them. */
export function areHeavy(steps: readonly Step[]): boolean {
  let nodes = 0;
  for (const step of steps) {
    if (!(step instanceof ReplaceStep)) continue;
    step.slice.content.descendants(() => {
      nodes += 1;
      return nodes <= fewNodes;
    });
    if (nodes > fewNodes) return true;
  }
  return false;
}

/** The step as it is sent, and as it is stored where that was made before. */
export function jsonOf(step: Step): StepJson {
  return made.get(step) ?? { step: step.toJSON() as object };
}
