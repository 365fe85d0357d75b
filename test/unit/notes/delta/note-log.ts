// A note with its history, as the store keeps it: everything goes through JSON.

import { Step } from 'prosemirror-transform';
import { NoteDelta } from '../../../../main/contract/note-delta.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { AppError } from '../../../../main/lib/app-error.ts';
import { applyDelta } from '../../../../main/features/notes/delta/apply.ts';
import type { LiveNote, NewStep, NoteOutcome, StepHistory, StoredStep } from '../../../../main/features/notes/live-note.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';

export function liveNote(markdown: string, title = 'Note', version = 0): LiveNote {
  return { version, source: NoteSource.parse(markdown, title) };
}

export class NoteLog implements StepHistory {
  note: LiveNote;
  readonly rows: StoredStep[] = [];
  /** The note after each delta, the one at the beginning included. */
  readonly states: LiveNote[];
  readonly #start: number;

  constructor(note: LiveNote) {
    this.note = note;
    this.states = [note];
    this.#start = note.version;
  }

  after(version: number): readonly StoredStep[] {
    if (version < this.#start) throw new AppError('history_gone', `The history goes back to version ${this.#start}`);
    return this.rows.slice(version - this.#start);
  }

  /** The steps after the version that was sent, as in the answer. Throws AppError. */
  send(delta: object): { readonly version: number; readonly steps: Step[]; readonly clientIDs: (string | number | null)[] } {
    const parsed = NoteDelta.parse(JSON.parse(JSON.stringify(delta)));
    const before = this.note.version;
    this.accept(applyDelta(this.note, parsed, this), parsed.clientID ?? null);
    return this.since(parsed.version ?? before);
  }

  accept({ note, steps }: NoteOutcome, clientID: string | number | null = null): void {
    if (steps.length > 0) this.states.push(note);
    steps.forEach(({ step, splices }: NewStep, index) => {
      this.rows.push({ version: this.note.version + index + 1, delta: note.version, step: JSON.stringify(step), splices, clientID });
    });
    this.note = note;
  }

  since(version: number): { readonly version: number; readonly steps: Step[]; readonly clientIDs: (string | number | null)[] } {
    const rows = this.after(version);
    return {
      version: this.note.version,
      steps: rows.map(({ step }) => Step.fromJSON(noteSchema, JSON.parse(step))),
      clientIDs: rows.map(({ clientID }) => clientID),
    };
  }
}

/** The error that `work` throws, which must be one of ours. */
export function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was accepted');
}
