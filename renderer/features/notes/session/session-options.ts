// What a session is given, and what shows it.

import type { Node } from 'prosemirror-model';
import type { EditorState, Plugin, Transaction } from 'prosemirror-state';
import type { Note } from '../../../../main/contract/notes.ts';
import type { Service } from '../../../api/service.ts';
import type { Beginning } from './unsent.ts';

/** What shows a session; it follows every change of the state. */
export interface SessionView {
  readonly update: (state: EditorState, transaction: Transaction | null) => void;
  /** The user is in the middle of a character: others' changes must wait. */
  readonly isComposing: () => boolean;
  /** Puts what the user has selected just now into the state. */
  readonly settle: () => void;
}

export interface SessionOptions {
  readonly service: Service;
  /** Of the note; of one that is still to be created, that by which the page knows it. */
  readonly id: string;
  readonly beginning: Beginning;
  readonly plugins: readonly Plugin[];
  /** Not all that was typed fits the note as it is by now; gets the document as it was typed. */
  readonly onLost: (doc: Node) => void;
  /** The note has been created since the feed stood at `since`, and is known by another id. */
  readonly onCreated: (before: string, note: Note, since: number) => void;
}
