// Blocks that go in one place and come in another as they were: moved, or back again. What others have done in them goes along.

import type { Node, Slice } from 'prosemirror-model';
import { ReplaceStep, type Step } from 'prosemirror-transform';
import type { Way } from './net-steps.ts';

const isClosed = ({ openStart, openEnd }: Slice): boolean => openStart === 0 && openEnd === 0;

/** The blocks that a step takes out, and nothing else; null for any other step. */
function takenBy(step: Step, doc: Node): Slice | null {
  if (!(step instanceof ReplaceStep) || step.slice.size > 0) return null;
  const slice = doc.slice(step.from, step.to);
  const isOfText = isClosed(slice) && slice.content.firstChild?.isBlock === true && /\S/.test(slice.content.textBetween(0, slice.size));
  return isOfText ? slice : null;
}

/** By the index of each step that puts blocks in, that of the step which took the same out before. */
export type Moves = ReadonlyMap<number, number>;

export function movesOn({ steps, docs }: Way): Moves {
  const moves = new Map<number, number>();
  const taken = new Map<number, Slice>();
  for (const [index, step] of steps.entries()) {
    const slice = takenBy(step, docs[index] as Node);
    if (slice !== null) taken.set(index, slice);
    else if (step instanceof ReplaceStep && step.from === step.to && isClosed(step.slice))
      for (const [from, { content }] of taken) {
        if (!content.eq(step.slice.content)) continue;
        moves.set(index, from);
        taken.delete(from);
        break;
      }
  }
  return moves;
}
