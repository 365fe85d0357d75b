import type { LiveNote, Outcome } from '../live-note.ts';
import { outcome, titleOf, unchanged } from './outcome.ts';

/** Title and content of `then`, as a new delta on `note`. */
export function restoreVersion(note: LiveNote, then: LiveNote): Outcome {
  const { sizeAtMost } = then;
  return outcome(note, { ...(note.source.restore(then.source) ?? unchanged(note)), sizeAtMost }, titleOf(then.source));
}
