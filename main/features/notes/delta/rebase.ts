// Stale steps moved onto the newest version, in the way in which clients with prosemirror-collab move their own.

import { Mapping, type Step } from 'prosemirror-transform';
import { markSet, maybeParts, clashes, done, type Done } from './step-clash.ts';

/** A stale step that no longer fits. */
export class StepConflict extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`What step ${index} is about was changed meanwhile`);
    this.index = index;
  }
}

/** `own`, made one upon the other on an older version, as steps for the version after `missing`. Throws `StepConflict`. */
export function rebase(own: readonly Step[], missing: readonly Step[]): Step[] {
  const others = missing.map(done);
  const mapping = new Mapping();
  for (const step of own.toReversed()) mapping.appendMap(step.getMap().invert());
  for (const { map } of others) mapping.appendMap(map);
  const redone: Done[] = [];
  for (const [index, step] of own.entries()) {
    // The inverse of this step comes before those of the ones before it.
    const undone = own.length - 1 - index;
    const onto = mapping.slice(undone + 1);
    const parts = maybeParts(step) ?? [step];
    const mapped = parts.map((part) => {
      const mapped = part.map(onto);
      if (mapped === null || clashes({ own: part, mapped, mapping: onto, earlier: redone }, others)) throw new StepConflict(index);
      return mapped;
    });
    const whole = done(parts[0] === step ? (mapped[0] ?? step) : markSet(mapped));
    mapping.appendMap(whole.map, undone);
    redone.push(whole);
  }
  return redone.map(({ step }) => step);
}
