// The session of a note, if this page has one. Apart from those who open sessions: the editor comes later than the list.

import type { Service } from '../../../api/service.ts';
import type { NoteSession } from './note-session.ts';

export const sessionKey = (id: string) => ['session', id] as const;

/** Undefined when the note was not opened here of late. */
export function sessionHere({ queries }: Pick<Service, 'queries'>, id: string): NoteSession | undefined {
  return queries.getQueryData<NoteSession>(sessionKey(id));
}
