import { attachmentsApi } from '../../contract/boards.ts';
import { command, download, preparedCommand, type Endpoint, query } from '../../invoke/endpoint.ts';
import type { Attachments } from './attachments.ts';
import { filesApi } from '../../contract/files.ts';
import type { NoteFiles } from './note-files.ts';

export function attachmentRoutes(attachments: Attachments): Endpoint[] {
  return [
    preparedCommand(
      attachmentsApi.addAttachments,
      ({ caller, params, files }) => attachments.receiveFor(caller.userId, params.id, files),
      ({ caller, params }, received) => attachments.add(caller.userId, params.id, received),
    ),
    download(attachmentsApi.readAttachment, ({ caller, params, query }) =>
      attachments.read(caller.userId, params.id, params.attachmentId, query.size === undefined ? undefined : Number(query.size)),
    ),
    command(attachmentsApi.removeAttachment, ({ caller, params, precondition }) =>
      attachments.remove(caller.userId, params.id, params.attachmentId, precondition),
    ),
  ];
}

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
