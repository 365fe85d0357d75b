import { CooperativeScheduler, runAtOnce } from '../../../lib/cooperative-scheduler.ts';
import type { LiveNote, Outcome } from '../live-note.ts';
import type { Rewrite } from '../note-source.ts';
import { outcome, titleOf, unchanged } from './outcome.ts';
import { prepareJson } from './step-json.ts';

/** Title and content of `then`, as a new delta on `note`, in slices. */
export async function prepareRestoring(note: LiveNote, then: LiveNote): Promise<Outcome> {
  const scheduler = new CooperativeScheduler();
  const rewrite = await scheduler.run(note.source.restoring(then.source));
  await prepareJson(rewrite?.steps ?? [], scheduler);
  return restored(note, then, rewrite);
}

/** The same at once: for small notes. */
export function restoreVersion(note: LiveNote, then: LiveNote): Outcome {
  return restored(note, then, runAtOnce(note.source.restoring(then.source)));
}

function restored(note: LiveNote, then: LiveNote, rewrite: Rewrite | null): Outcome {
  return outcome(note, { ...(rewrite ?? unchanged(note)), sizeAtMost: then.sizeAtMost }, titleOf(then.source));
}
