// Stored steps, done again.

import { DocAttrStep, Step } from 'prosemirror-transform';
import { noteSchema } from '../../../contract/note-schema.ts';
import type { LiveNote, StoredStep } from '../live-note.ts';
import type { NoteSource } from '../note-source.ts';
import { stepFromText } from '../sliced-nodes.ts';
import { applied, applying } from './run-steps.ts';

/** Throws for what no stored step can be. */
export function storedStep({ step }: StoredStep): Step {
  return Step.fromJSON(noteSchema, JSON.parse(step));
}

/**
 * Brings a note forward over the steps after it, delta by delta; up to and including version `until` if it is given, which may
 * lie within a delta. Gives the same document and the same bytes as when the steps were accepted.
 */
export function replay(note: LiveNote, steps: readonly StoredStep[], until = Infinity): LiveNote {
  let forward = note;
  for (const next of replaying(note, steps, until)) forward = next ?? forward;
  return forward;
}

/** What `replay` gives, and before it the note after each delta; null where there is nothing new, and others may get their turn. */
export function* replaying(note: LiveNote, steps: readonly StoredStep[], until = Infinity): Generator<LiveNote | null, void> {
  let { version, source } = note;
  for (const delta of deltas(steps)) {
    const wanted = delta.filter((row) => row.version <= until);
    for (const row of wanted) if (row.version !== ++version) throw new Error(`Step ${version} of the note is missing`);
    const last = wanted.at(-1);
    if (last === undefined) break;
    let doc = source.doc;
    for (const { step } of wanted) {
      const read = yield* unnoticed(stepFromText(step));
      yield null;
      // Attributes are no part of the document.
      if (read instanceof DocAttrStep && read.attr !== 'title') continue;
      if (last.splices === null) source = yield* unnoticed(source.advancing(yield* unnoticed(applying(source.doc, read))));
      else doc = yield* unnoticed(applying(doc, read));
      yield null;
    }
    if (last.splices !== null) source = yield* unnoticed(source.replayingRewrite(doc, last.splices));
    yield { version, source };
  }
}

/** What the generator returns; it yields null instead of nothing. */
function* unnoticed<Result>(work: Generator<void, Result>): Generator<null, Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    yield null;
  }
}

/** The source after steps of which each is known to apply. */
export function sourceAfterSteps(source: NoteSource, steps: readonly Step[]): NoteSource {
  return steps.reduce((before, step) => before.advance(applied(before.doc, step)), source);
}

/** The steps of each delta. */
export function deltas(steps: readonly StoredStep[]): StoredStep[][] {
  const groups: StoredStep[][] = [];
  for (const row of steps) {
    const group = groups.at(-1);
    if (group?.[0]?.delta === row.delta) group.push(row);
    else groups.push([row]);
  }
  return groups;
}
