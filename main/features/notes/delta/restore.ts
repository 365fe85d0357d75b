import { runAtOnce } from '../../../lib/cooperative-scheduler.ts';
import type { LiveNote, Outcome } from '../live-note.ts';
import { outcome, titleOf, unchanged } from './outcome.ts';
import { makeJson } from './step-json.ts';

/** Title and content of `then`, as a new delta on `note`. Yields between blocks. */
export function* restoringVersion(note: LiveNote, then: LiveNote): Generator<void, Outcome> {
  const { sizeAtMost } = then;
  const rewrite = yield* note.source.restoring(then.source);
  yield* makeJson(rewrite?.steps ?? []);
  return outcome(note, { ...(rewrite ?? unchanged(note)), sizeAtMost }, titleOf(then.source));
}

/** The same at once: for small notes. */
export function restoreVersion(note: LiveNote, then: LiveNote): Outcome {
  return runAtOnce(restoringVersion(note, then));
}
