// What the service does not have of a note, in the form in which it is kept in the browser, and back again. Pure.

import type { Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { Step } from 'prosemirror-transform';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import type { Note } from '../../../../main/contract/notes.ts';
import type { Given } from './batch.ts';
import { unchecked } from './edited-text.ts';
import type { Unsent } from './kept-form.ts';

/** Where a session begins: what the service is known to have, and the steps that lead on from there. */
export interface Beginning {
  readonly version: number;
  /** The document at that version. */
  readonly confirmed: Node;
  /** Who makes the steps: by it the service's answers show which of them it has. */
  readonly clientID: string;
  readonly steps: readonly Step[];
  readonly given: Given | null;
  /** The Idempotency-Key of a note that is still to be created; null for one that exists. */
  readonly key: string | null;
  /** The notebook in which that note is to be; absent for none. */
  readonly notebookId?: string;
}

/** A note as the service has it, which a new client begins to edit. */
export function toBeginning({ version, doc }: Note): Beginning {
  return { version, confirmed: noteSchema.nodeFromJSON(doc), clientID: `win-${crypto.randomUUID()}`, steps: [], given: null, key: null };
}

export function unsentJSON({ version, confirmed, clientID, steps, given, key, notebookId }: Beginning): Unsent {
  const count = given === null ? 0 : steps.indexOf(given.last) + 1;
  return {
    version,
    doc: confirmed.toJSON() as unknown,
    clientID,
    steps: steps.map((step) => step.toJSON() as unknown),
    given:
      given === null || count === 0
        ? null
        : { markdown: given.markdown, count, ...(given.first === null ? {} : { from: steps.indexOf(given.first) }) },
    key,
    ...(notebookId === undefined ? {} : { notebookId }),
  };
}

/** Throws when it is none, or does not fit the notes of today, as after an update. */
export function readUnsent(value: unknown): Beginning {
  const { version, doc, clientID, steps, given, key, notebookId } = value as Unsent;
  const confirmed = noteSchema.nodeFromJSON(doc);
  const read = steps.map((step) => Step.fromJSON(noteSchema, step));
  let after = confirmed;
  for (const step of read) {
    const result = step.apply(after);
    if (result.doc === null) throw new Error(result.failed ?? 'A step does not apply');
    after = result.doc;
  }
  after.check();
  const last = given === null ? undefined : read[given.count - 1];
  return {
    version,
    confirmed,
    clientID,
    steps: read,
    given:
      given === null || last === undefined
        ? null
        : { markdown: given.markdown, first: given.from === undefined ? null : (read[given.from] ?? last), last },
    key,
    ...(notebookId === undefined ? {} : { notebookId }),
  };
}

/** The state after the steps; undoing begins after them. */
export function withSteps(state: EditorState, steps: readonly Step[]): EditorState {
  const transaction = state.tr.setMeta('addToHistory', false).setMeta(unchecked, true);
  for (const step of steps) transaction.step(step);
  return state.apply(transaction);
}

/** All words in what was kept, one text to a line, what was typed in one go together: for what can be read in no other way. */
export function wordsIn(value: unknown): string {
  const found: string[] = [];
  /** Where the last step has ended that put in text. */
  let end: number | null = null;
  const look = (each: unknown): void => {
    if (Array.isArray(each)) for (const one of each as unknown[]) look(one);
    else if (typeof each === 'object' && each !== null) {
      const { text, from } = each as { readonly text?: unknown; readonly from?: unknown };
      const isNext = from !== undefined && from === end;
      const before = found.length;
      if (typeof text === 'string') found.push(text);
      for (const one of Object.values(each)) look(one);
      if (typeof from !== 'number') return;
      const written = found.slice(before);
      if (isNext && found[before - 1] !== undefined && written.length === 1)
        found.splice(before - 1, 2, found[before - 1] + written.join(''));
      end = written.length === 1 ? from + written.join('').length : null;
    }
  };
  look(value);
  return found.join('\n');
}
