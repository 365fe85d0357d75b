// What a change of a note comes to, its title included.

import { DocAttrStep, type Step } from 'prosemirror-transform';
import type { LiveNote, NoteOutcome } from '../live-note.ts';
import type { NoteSource, Rewrite } from '../note-source.ts';
import { sourceAfterSteps } from './replay.ts';
import { jsonOf, prepareJson } from './step-json.ts';
import { CooperativeScheduler, runAtOnce } from '../../../lib/cooperative-scheduler.ts';

/** A change of everything but the title: the steps, what they lead to, and what replay needs besides. */
export interface ContentChange {
  readonly steps: readonly Step[];
  readonly source: NoteSource;
  readonly splices: string | null;
  readonly sizeAtMost?: number | undefined;
  /** As in `NoteOutcome`. */
  readonly texts?: readonly [string, string] | undefined;
}

export function unchanged({ source, sizeAtMost }: LiveNote): ContentChange {
  return { steps: [], source, splices: null, sizeAtMost };
}

/** The change, and the title after it if that is given and another. */
export function outcome(
  note: LiveNote,
  { steps, source, splices, sizeAtMost, texts }: ContentChange,
  title: string | undefined,
): NoteOutcome {
  if (steps.length === 0 && source !== note.source) throw new Error('The markdown changed without a step');
  const retitle = title === undefined || title === titleOf(source) ? [] : [new DocAttrStep('title', title)];
  const all = [...steps, ...retitle];
  if (all.length === 0) return { note, steps: [] };
  return {
    note: {
      version: note.version + all.length,
      source: sourceAfterSteps(source, retitle),
      ...(sizeAtMost === undefined ? {} : { sizeAtMost }),
    },
    steps: all.map((step, index) => ({ ...jsonOf(step), splices: index === all.length - 1 ? splices : null })),
    texts,
  };
}

function titleOf({ doc }: NoteSource): string {
  return String(doc.attrs['title']);
}

/** Title and content of `then`, as a new delta on `note`, in slices. */
export async function prepareRestoring(note: LiveNote, then: LiveNote): Promise<NoteOutcome> {
  const scheduler = new CooperativeScheduler();
  const rewrite = await scheduler.run(note.source.restoring(then.source));
  await prepareJson(rewrite?.steps ?? [], scheduler);
  return restored(note, then, rewrite);
}

/** The same at once: for small notes. */
export function restoreVersion(note: LiveNote, then: LiveNote): NoteOutcome {
  return restored(note, then, runAtOnce(note.source.restoring(then.source)));
}

function restored(note: LiveNote, then: LiveNote, rewrite: Rewrite | null): NoteOutcome {
  return outcome(note, { ...(rewrite ?? unchanged(note)), sizeAtMost: then.sizeAtMost }, titleOf(then.source));
}
