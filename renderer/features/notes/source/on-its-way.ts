// A change of the markdown that is on its way, until what came of it is known: sent again, also by a page that is loaded anew, it is taken
// once.

import type { NoteEdit } from '../../../../main/contract/note-delta.ts';
import type { KeptSending, SourceDraft } from '../session/kept-form.ts';
import { withReplacement, replacement } from './edits.ts';

export interface Sending {
  readonly text: string;
  readonly deltaId: string;
  /** Its edits, where others have changed the note meanwhile; null: the whole text is sent. */
  readonly edits: readonly NoteEdit[] | null;
}

export function newSending(text: string, edits: readonly NoteEdit[] | null): Sending {
  return { text, deltaId: crypto.randomUUID(), edits };
}

/** As it is kept beside the markdown that it changes. */
export function keptSending({ text, deltaId, edits }: Sending, base: string): KeptSending {
  return { deltaId, edits, change: replacement(base, text) };
}

/** What of a draft had been sent when its page was left; null for nothing. */
export function sendingOf({ base, sending }: SourceDraft): Sending | null {
  return sending === undefined ? null : { text: withReplacement(base, sending.change), deltaId: sending.deltaId, edits: sending.edits };
}
