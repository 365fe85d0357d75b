// How far a note's changes have got.

import type { EditorState, Transaction } from 'prosemirror-state';
import type { LinkedType } from '../../../../main/contract/mentions.ts';
import { useSyncExternalStore } from 'react';
import type { NoteSession } from './note-session.ts';

/** A text that is being edited, as the parts of the editor know it: a note, or the description of another record. */
export interface EditedText {
  readonly type: LinkedType;
  readonly id: string;
  readonly state: EditorState;
  /** Whether the service has yet to create its record. */
  readonly isNew: boolean;
  /** Whether the service has everything. */
  readonly isSaved: boolean;
  readonly dispatch: (transaction: Transaction) => void;
  /** Calls `listener` after each change of state; gives the function that ends this. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends at once what has not been sent, where that is its own affair. */
  flush(): Promise<void>;
}

/** Set on a transaction after which the whole note is what this markdown says: its bytes are kept. */
export const givenAs = 'givenAs';

/** Set on a transaction that puts in blocks which this markdown says: their bytes are kept where nothing else changes with them. */
export const insertedAs = 'insertedAs';

/** Set on a transaction that brings back what a session had: the service judges that, not the editor. */
export const unchecked = 'unchecked';

/** Something of the state, such as a string or a part of the document: the component draws anew when it is another one. */
export function useStateOf<Value>(session: Pick<EditedText, 'subscribe' | 'state'>, read: (state: EditorState) => Value): Value {
  return useSyncExternalStore(session.subscribe, () => read(session.state));
}

export function useProgress(session: Pick<NoteSession, 'subscribe' | 'progress'>): SaveProgress {
  return useSyncExternalStore(session.subscribe, session.progress);
}

/**
 * `saved`: the service has everything. `saving`: changes are on their way. `waiting`: the service does not answer, they are sent later.
 * `refused`: the service does not take them; they are tried again with the next change. `gone`: the note was deleted.
 */
export type SaveProgress =
  | { readonly at: 'saved' }
  | { readonly at: 'saving' }
  | { readonly at: 'waiting'; readonly changes: number }
  | { readonly at: 'refused'; readonly reason: string }
  | { readonly at: 'gone' };

export const saved: SaveProgress = { at: 'saved' };
export const saving: SaveProgress = { at: 'saving' };

export function sameProgress(one: SaveProgress, other: SaveProgress): boolean {
  if (one.at !== other.at) return false;
  if (one.at === 'waiting') return one.changes === (other as typeof one).changes;
  return one.at !== 'refused' || one.reason === (other as typeof one).reason;
}
