// The one way to change a note. Decides whether a delta is accepted and what comes of it; the caller stores it.

import type { Step } from 'prosemirror-transform';
import { deltaLimits, maxNoteBytes } from '../../../contract/limits.ts';
import type { NoteDelta, NoteEdit } from '../../../contract/note-delta.ts';
import { AppError } from '../../../lib/app-error.ts';
import { runAtOnce } from '../../../lib/cooperative-scheduler.ts';
import type { LiveNote, NoteOutcome, StepHistory, StoredStep } from '../live-note.ts';
import type { ParseLimits } from '../note-source.ts';
import { boundingSize, checkSize, countSize } from './note-size.ts';
import { outcome, unchanged, type ContentChange } from './outcome.ts';
import { readSteps } from './read-step.ts';
import { rebase, StepConflict } from './rebase.ts';
import { storedStep } from './replay.ts';
import { runningSteps, runSteps } from './run-steps.ts';
import { answeredStep } from './step-json.ts';
import { occurrences } from './occurrences.ts';

/** What steps come to on a note, worked out before. */
export interface PreparedSteps {
  readonly before: LiveNote;
  /** Where the bound of its size is beyond the limit, its markdown has to be written to count its bytes. */
  readonly change: ContentChange;
}

/** What may be parsed and written on the spot, and what was done before. */
interface ApplyLimits extends ParseLimits {
  readonly stepped?: PreparedSteps | null;
}

/**
 * Throws `invalid_step`, `stale_version`, `edit_conflict`, `edit_ambiguous`, `history_gone`, `too_large`, `step_failed` and
 * `invalid_document`, with the members that the contract names, and `NotPreparsed` where `limits` do not suffice. The `deltaId` is the
 * caller's business.
 */
export function applyDelta(note: LiveNote, delta: NoteDelta, history: StepHistory, limits?: ApplyLimits): NoteOutcome {
  return outcome(note, change(note, delta, history, limits), delta.title);
}

/** Whether it holds steps alone, which tell nothing of the bytes. */
export const isOfSteps = ({ steps, markdown, inserted }: NoteDelta): boolean =>
  steps !== undefined && markdown === undefined && inserted === undefined;

/** The content that the delta asks for, as far as it can be told before. Null if it asks for none, or cannot be accepted. */
export function maybeNextContent(
  { version, source }: LiveNote,
  { version: sent = version, markdown, content = markdown, edits, steps, inserted }: NoteDelta,
): string | null {
  if (content !== undefined) return sent === version && Buffer.byteLength(content) <= maxNoteBytes ? content : null;
  if (sent > version || (edits === undefined && (inserted === undefined || sent < version))) return null;
  try {
    const doc = edits === undefined ? runSteps(source.doc, readSteps(steps ?? [])).at(-1) : undefined;
    const next = edits !== undefined ? editText(source.content(), edits) : doc && source.contentAround(doc, inserted ?? '');
    return typeof next === 'string' && Buffer.byteLength(next) <= maxNoteBytes ? next : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What a delta of steps alone comes to, for `ApplyLimits`; null for another one, and for what cannot be accepted. Yields in between. */
export function* preparingSteps(note: LiveNote, delta: NoteDelta, history: StepHistory): Generator<void, PreparedSteps | null> {
  const { version: sent = note.version, steps, rebase: mayBeRebased } = delta;
  if (!isOfSteps(delta) || steps === undefined || sent > note.version || (sent < note.version && mayBeRebased !== true)) return null;
  try {
    const own = readSteps(steps);
    const change = sent === note.version ? yield* changingBySteps(note, own) : rebasedChange(note, own, sent, history);
    return { before: note, change };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function change(note: LiveNote, delta: NoteDelta, history: StepHistory, limits: ApplyLimits | undefined): ContentChange {
  const prepared = limits?.stepped?.before === note ? limits.stepped.change : null;
  if (prepared !== null) return checkedSize(prepared, limits);
  const steps = delta.steps === undefined ? null : readSteps(delta.steps);
  const sent = delta.version ?? note.version;
  if (sent > note.version) throw staleVersion(note, sent, history);
  if (steps !== null) {
    const given = sent === note.version ? maybeGivenChange(note, steps, delta, limits) : null;
    if (given !== null) return given;
    if (sent === note.version) return checkedSize(stepsChange(note, steps, limits), limits);
    if (delta.rebase !== true) throw staleVersion(note, sent, history);
    return checkedSize(rebasedChange(note, steps, sent, history, limits), limits);
  }
  if (delta.content !== undefined) {
    if (sent < note.version) throw staleVersion(note, sent, history);
    return textChange(note, delta.content, limits);
  }
  return delta.edits === undefined ? unchanged(note) : textChange(note, editText(note.source.contentWithin(limits), delta.edits), limits);
}

/** The change with a size that is within the limit. */
function checkedSize(change: ContentChange, limits: ApplyLimits | undefined): ContentChange {
  return { ...change, sizeAtMost: countSize(change.sizeAtMost ?? Infinity, change.source, limits) };
}

/** Its size is not counted yet. */
function stepsChange(note: LiveNote, steps: readonly Step[], limits?: ApplyLimits): ContentChange {
  return runAtOnce(changingBySteps(note, steps, limits));
}

/** What `stepsChange` gives. Yields in between. */
function* changingBySteps({ source, sizeAtMost }: LiveNote, steps: readonly Step[], limits?: ApplyLimits): Generator<void, ContentChange> {
  let after = source;
  for (const doc of yield* runningSteps(source.doc, steps)) after = yield* after.advancing(doc);
  yield;
  return { steps, source: after, splices: null, sizeAtMost: yield* boundingSize(source, sizeAtMost, after, limits) };
}

/** Steps with the bytes that they are to have; null where none are told, or these say something else. */
function maybeGivenChange(
  { source }: LiveNote,
  steps: readonly Step[],
  { markdown, inserted }: NoteDelta,
  limits: ApplyLimits | undefined,
): ContentChange | null {
  if (markdown === undefined && inserted === undefined) return null;
  const doc = runSteps(source.doc, steps).at(-1);
  if (doc === undefined) return null;
  const content = markdown ?? source.contentAround(doc, inserted ?? '', limits);
  const sizeAtMost = checkSize(content);
  const given = source.advanceTo(doc, content, limits);
  return given === null ? null : { steps, ...given, sizeAtMost };
}

function textChange(note: LiveNote, content: string, limits: ApplyLimits | undefined): ContentChange {
  const sizeAtMost = checkSize(content);
  const rewrite = note.source.rewrite(content, limits);
  return rewrite === null ? { ...unchanged(note), sizeAtMost } : { ...rewrite, sizeAtMost, texts: [note.source.content(), content] };
}

/** As `stepsChange`. */
function rebasedChange(note: LiveNote, own: readonly Step[], sent: number, history: StepHistory, limits?: ApplyLimits): ContentChange {
  const rows = history.after(sent);
  const missing = rows.map(storedStep);
  try {
    return stepsChange(note, rebase(own, missing), limits);
  } catch (error) {
    const index = conflictIndex(error);
    if (index === null) throw error;
    throw new AppError('edit_conflict', `What step ${index} is about was changed meanwhile`, {
      extra: { index, ...missed(note, rows) },
      cause: error,
    });
  }
}

/** Which of the moved steps does not fit, if that is what the error says. */
function conflictIndex(error: unknown): number | null {
  if (error instanceof StepConflict) return error.index;
  const fits = !(error instanceof AppError && (error.code === 'step_failed' || error.code === 'invalid_document'));
  return fits ? null : Number(error.extra['index']);
}

function staleVersion(note: LiveNote, sent: number, history: StepHistory): AppError {
  const rows = sent < note.version ? history.after(sent) : [];
  return new AppError('stale_version', `The note is at version ${note.version}, not at ${sent}`, { extra: missed(note, rows) });
}

/** The steps that a sender of an old version lacks, as prosemirror-collab receives it. */
function missed({ version }: LiveNote, rows: readonly StoredStep[]): Record<string, unknown> {
  return { version, steps: rows.map(({ step }) => answeredStep(step)), clientIDs: rows.map(({ clientID }) => clientID) };
}

/**
 * The text after all edits, one upon the other. Throws `edit_conflict` with `index`, `edit_ambiguous` with `index` and `count`,
 * `too_large`.
 */
function editText(text: string, edits: readonly NoteEdit[]): string {
  if (edits.length > deltaLimits.steps) throw new AppError('too_large', `A delta holds at most ${deltaLimits.steps} edits`);
  return edits.reduce((before, edit, index) => ('append' in edit ? before + edit.append : replaceOnly(before, edit, index)), text);
}

function replaceOnly(text: string, { oldText, newText }: Extract<NoteEdit, { oldText: string }>, index: number): string {
  const exact = occurrences(text, oldText);
  const { first, count, end } = exact.count > 0 ? { ...exact, end: exact.first + oldText.length } : withItsLineEnds(text, oldText);
  if (count === 0) throw new AppError('edit_conflict', `Edit ${index}: its oldText does not occur in the note`, { extra: { index } });
  if (count > 1)
    throw new AppError('edit_ambiguous', `Edit ${index}: its oldText occurs ${count} times in the note`, { extra: { index, count } });
  const written = exact.count > 0 || newText.includes('\r') ? newText : newText.replaceAll('\n', '\r\n');
  return text.slice(0, first) + written + text.slice(end);
}

/** Where a text occurs whose lines end in LF, as those of many programs do, while the lines of the note that it means end in CRLF. */
function withItsLineEnds(text: string, oldText: string): { readonly first: number; readonly count: number; readonly end: number } {
  if (!oldText.includes('\n') || oldText.includes('\r') || !text.includes('\r\n')) return { first: -1, count: 0, end: -1 };
  const { first, count } = occurrences(text.replaceAll('\r\n', '\n'), oldText);
  const inText = (place: number): number => {
    let ends = 0;
    for (let at = text.indexOf('\r\n'); at >= 0 && at - ends < place; at = text.indexOf('\r\n', at + 2)) ends += 1;
    return place + ends;
  };
  return { first: inText(first), count, end: inText(first + oldText.length) };
}
