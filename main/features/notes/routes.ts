import { notesApi } from '../../contract/notes.ts';
import { command, preparedCommand, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { History } from './history.ts';
import type { Notes } from './notes.ts';
import type { NotesInWrite } from './notes-in-write.ts';

export function noteRoutes(notes: Notes, history: History, inWrite: NotesInWrite): Endpoint[] {
  return [
    query(
      notesApi.listNotes,
      ({ caller, query }) => notes.maybeLongList(caller.userId, query) ?? notes.list(caller.userId, query),
      ({ caller, query }) => inWrite.list(caller.userId, query),
    ),
    preparedCommand(
      notesApi.createNote,
      ({ body }) => notes.prepareCreate(body),
      ({ caller, body }, prepared) => notes.create(caller.userId, body, prepared),
      ({ body }) => notes.prepareCreateNow(body),
    ),
    query(
      notesApi.readNote,
      ({ caller, params, query }) => notes.read(caller.userId, params.id, query),
      ({ caller, params, query }) => inWrite.read(caller.userId, params.id, query),
    ),
    command(notesApi.deleteNote, ({ caller, params, precondition }) => notes.remove(caller.userId, params.id, precondition)),
    preparedCommand(
      notesApi.changeNote,
      ({ caller, params, body }) => notes.prepareChange(caller.userId, params.id, body),
      ({ caller, params, body, precondition }, prepared) => notes.change(caller.userId, params.id, body, precondition, prepared),
      ({ caller, params }) => inWrite.prepareChange(caller.userId, params.id),
    ),
    query(notesApi.listVersions, ({ caller, params, query }) => history.list(caller.userId, params.id, query)),
    query(notesApi.readVersion, ({ caller, params }) => history.read(caller.userId, params.id, params.version)),
    preparedCommand(
      notesApi.restoreVersion,
      ({ caller, params, body }) => history.prepareRestore(caller.userId, params.id, body),
      ({ caller, params, precondition }, prepared) => history.restore(caller.userId, params.id, precondition, prepared),
    ),
  ];
}
