import { notesApi } from '../../contract/notes.ts';
import { requireScope, type Caller } from '../../lib/caller.ts';
import { command, preparedCommand, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { History } from './history.ts';
import type { NoteLists } from './note-lists.ts';
import type { Notes } from './notes.ts';
import type { NotesInWrite } from './notes-in-write.ts';
import type { Notebooks } from './notebooks.ts';
import type { Templates } from './templates.ts';
import { notebooksApi } from '../../contract/notebooks.ts';

/** What their routes lead to. */
interface NoteParts {
  readonly notebooks: Notebooks;
  readonly notes: Notes;
  readonly lists: NoteLists;
  readonly history: History;
  readonly inWrite: NotesInWrite;
  readonly templates: Templates;
}

export function noteRoutes({ notebooks, notes, lists, history, inWrite, templates }: NoteParts): Endpoint[] {
  return [
    ...notebookRoutes(notebooks),
    query(
      notesApi.listNotes,
      ({ caller, query }) => lists.maybeLongList(caller.userId, query) ?? lists.list(caller.userId, query),
      ({ caller, query }) => inWrite.list(caller.userId, query),
    ),
    preparedCommand(
      notesApi.createNote,
      ({ caller, body }) => (body.templateId === undefined ? notes.prepareCreate(body) : templates.prepare(caller.userId, body)),
      ({ caller, body }, prepared) => notes.create(caller.userId, body, prepared),
      ({ caller, body }) => templates.prepareNow(caller.userId, body),
    ),
    preparedCommand(
      notesApi.readDailyNote,
      ({ caller, params, query }) => templates.prepareDaily(caller.userId, params.date, mayCreate(caller, query)),
      ({ caller, params }, prepared) => templates.daily(caller.userId, params.date, prepared),
      ({ caller, params, query }) => templates.prepareDailyNow(caller.userId, params.date, mayCreate(caller, query)),
    ),
    preparedCommand(
      notesApi.createDailyNote,
      ({ caller, params }) => templates.prepareDaily(caller.userId, params.date, true),
      ({ caller, params }, prepared) => {
        const note = templates.daily(caller.userId, params.date, prepared);
        return prepared.note === null ? note : { ...note, duplicate: true as const };
      },
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
      ({ caller, params, body }) => inWrite.prepareChange(caller.userId, params.id, body),
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

/** Throws `insufficient_scope` where the note of a day is to be made and may not be. */
function mayCreate(caller: Caller, { create }: { readonly create?: 'true' | 'false' | undefined }): boolean {
  if (create === 'true') requireScope(caller, 'notes:write');
  return create === 'true';
}

function notebookRoutes(notebooks: Notebooks): Endpoint[] {
  return [
    query(notebooksApi.listNotebooks, ({ caller, query }) => notebooks.list(caller.userId, query)),
    command(notebooksApi.createNotebook, ({ caller, body }) => notebooks.create(caller.userId, body)),
    query(notebooksApi.readNotebook, ({ caller, params }) => notebooks.read(caller.userId, params.id)),
    command(notebooksApi.updateNotebook, ({ caller, params, body, precondition }) =>
      notebooks.update(caller.userId, params.id, body, precondition),
    ),
    preparedCommand(
      notebooksApi.deleteNotebook,
      ({ caller, params, precondition, signal, isPart }) =>
        isPart ? null : notebooks.prepareRemoval(caller, params.id, precondition, signal),
      ({ caller, params, precondition }, begun) => notebooks.remove(caller.userId, params.id, precondition, begun),
      () => null,
    ),
  ];
}
