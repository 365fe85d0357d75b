import { filesApi } from '../../contract/files.ts';
import { command, download, preparedCommand, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { NoteFiles } from './note-files.ts';

export function noteFileRoutes(files: NoteFiles): Endpoint[] {
  return [
    query(filesApi.listFiles, ({ caller, query }) => files.list(caller.userId, query)),
    query(filesApi.listNoteFiles, ({ caller, params, query }) => files.listOfNote(caller.userId, params.id, query)),
    preparedCommand(
      filesApi.addNoteFiles,
      ({ caller, params, files: uploaded }) => files.receive(caller.userId, params.id, uploaded),
      ({ caller, params }, received) => files.add(caller.userId, params.id, received),
    ),
    command(filesApi.removeNoteFile, ({ caller, params, query }) =>
      files.remove(caller.userId, params.id, params.fileId, query.force === 'true'),
    ),
    download(filesApi.readNoteFile, ({ caller, params, query }) =>
      files.read(caller.userId, params.id, params.name, query.size === undefined ? undefined : Number(query.size)),
    ),
  ];
}
