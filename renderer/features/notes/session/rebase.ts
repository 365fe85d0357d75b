// Moving changes that the service does not have yet onto a document that it has read anew.

import type { Node } from 'prosemirror-model';
import type { EditorState, Selection } from 'prosemirror-state';
import { Mapping, ReplaceStep, type Step } from 'prosemirror-transform';
import { unchecked } from './edited-text.ts';

/** The one replacement that makes `after` of `before`; null if they are equal. */
export function replacementBetween(before: Node, after: Node): ReplaceStep | null {
  const from = before.content.findDiffStart(after.content);
  const ends = before.content.findDiffEnd(after.content);
  if (from === null || ends === null) return null;
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  return new ReplaceStep(from, ends.a + overlap, after.slice(from, ends.b + overlap));
}

interface Moved {
  readonly steps: readonly Step[];
  /** How many did not fit any more. */
  readonly lost: number;
  /** From the document before, with all steps, to the one after. */
  readonly mapping: Mapping;
}

/** `steps` lead on from `before`; the result leads on from `after`, as if the difference had been made by another client first. */
export function moveSteps(steps: readonly Step[], before: Node, after: Node): Moved {
  const inverses: Step[] = [];
  let doc = before;
  for (const step of steps) {
    inverses.push(step.invert(doc));
    doc = step.apply(doc).doc ?? doc;
  }
  const mapping = new Mapping(inverses.toReversed().map((step) => step.getMap()));
  const between = replacementBetween(before, after);
  if (between !== null) mapping.appendMap(between.getMap());
  const moved: Step[] = [];
  let target = after;
  for (const [index, step] of steps.entries()) {
    const mapFrom = steps.length - index;
    const next = step.map(mapping.slice(mapFrom));
    const applied = next?.apply(target).doc ?? null;
    if (next === null || applied === null) continue;
    target = applied;
    moved.push(next);
    mapping.appendMap(next.getMap(), mapFrom - 1);
  }
  return { steps: moved, lost: steps.length - moved.length, mapping };
}

/** The state after steps that were moved onto its document; `selection` is that of the document before. */
export function withMoved(state: EditorState, { steps, mapping }: Moved, selection: Selection): EditorState {
  const transaction = state.tr.setMeta(unchecked, true);
  for (const step of steps) transaction.step(step);
  return state.apply(transaction.setSelection(selection.map(transaction.doc, mapping)));
}
