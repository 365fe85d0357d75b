import { useSyncExternalStore } from 'react';
import type { EditorState } from 'prosemirror-state';
import type { EditedText } from '../session/edited-text.ts';
import type { NoteSession } from '../session/note-session.ts';
import type { Progress } from '../session/progress.ts';

/** Something of the state, such as a string or a part of the document: the component draws anew when it is another one. */
export function useStateOf<Value>(session: Pick<EditedText, 'subscribe' | 'state'>, read: (state: EditorState) => Value): Value {
  return useSyncExternalStore(session.subscribe, () => read(session.state));
}

export function useProgress(session: Pick<NoteSession, 'subscribe' | 'progress'>): Progress {
  return useSyncExternalStore(session.subscribe, session.progress);
}
