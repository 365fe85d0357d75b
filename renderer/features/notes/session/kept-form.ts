// How what is not sent is kept in the browser. Apart from the rest of it, because a new note begins with it before there is an editor.

import type { NoteEdit } from '../../../../main/contract/note-delta.ts';
import type { Replacement } from '../source/edits.ts';

/** Where a session begins, as JSON. */
export interface Unsent {
  readonly version: number;
  /** The document at that version. */
  readonly doc: unknown;
  readonly clientID: string;
  readonly steps: readonly unknown[];
  /** The bytes of the whole note after the first `count` steps, or with `from` of the blocks that the steps from there on put in. */
  readonly given: { readonly markdown: string; readonly count: number; readonly from?: number } | null;
  /** The Idempotency-Key of a note that is still to be created; null for one that exists. */
  readonly key: string | null;
  /** The notebook in which that note is to be; absent for none. */
  readonly notebookId?: string;
}

/** How the names begin of all that is kept of a note's steps. */
export function unsentOf(noteId: string): string {
  return `note/${noteId}/steps/`;
}

/** The name under which the steps of one client are kept. */
export function unsentName(noteId: string, clientID: string): string {
  return unsentOf(noteId) + clientID;
}

/** The note whose steps are kept under this name; null for other names. */
export function noteOfUnsent(name: string): string | null {
  return /^note\/([^/]+)\/steps\//.exec(name)?.[1] ?? null;
}

/** A note that does not exist yet, empty as the service will make it. */
export function newUnsent(key: string, title: string, notebookId: string | null): Unsent {
  return {
    version: 0,
    doc: { type: 'doc', attrs: { title }, content: [{ type: 'paragraph' }] },
    clientID: `win-${key}`,
    steps: [],
    given: null,
    key,
    ...(notebookId === null ? {} : { notebookId }),
  };
}

/** The markdown of a note that could not be saved yet. */
export interface SourceDraft {
  readonly text: string;
  /** The markdown that it was made of, and its version. */
  readonly base: string;
  readonly version: number;
  /** What was sent of it without an answer so far; absent for nothing. */
  readonly sending?: KeptSending;
}

/** A change of the markdown that may have arrived. */
export interface KeptSending {
  readonly deltaId: string;
  /** What it makes of `base`; null for nothing. */
  readonly change: Replacement | null;
  /** The edits that say it; null where the whole text does. */
  readonly edits: readonly NoteEdit[] | null;
}

/** How the names begin under which that is kept, by each page under one of its own. */
export function sourceDrafts(noteId: string): string {
  return `note/${noteId}/source`;
}
