import { notesApi } from '../../contract/notes.ts';
import { plain, preparedWrite, write, type Endpoint } from '../../http/handler.ts';
import type { History } from './history.ts';
import type { Notes } from './notes.ts';

export function noteRoutes(notes: Notes, history: History): Endpoint[] {
  return [
    plain(notesApi.listNotes, ({ caller, query }) => notes.list(caller.userId, query)),
    write(notesApi.createNote, ({ caller, body }) => notes.create(caller.userId, body)),
    plain(notesApi.readNote, ({ caller, params, query }) => notes.read(caller.userId, params.id, query)),
    write(notesApi.deleteNote, ({ caller, params, precondition }) => notes.remove(caller.userId, params.id, precondition)),
    preparedWrite(
      notesApi.changeNote,
      ({ caller, params, body }) => notes.prepareChange(caller.userId, params.id, body),
      ({ caller, params, body, precondition }, prepared) => notes.change(caller.userId, params.id, body, precondition, prepared),
    ),
    plain(notesApi.listVersions, ({ caller, params, query }) => history.list(caller.userId, params.id, query)),
    plain(notesApi.readVersion, ({ caller, params }) => history.read(caller.userId, params.id, params.version)),
    preparedWrite(
      notesApi.restoreVersion,
      ({ caller, params, body }) => history.prepareRestore(caller.userId, params.id, body),
      ({ caller, params, precondition }, prepared) => history.restore(caller.userId, params.id, precondition, prepared),
    ),
  ];
}
