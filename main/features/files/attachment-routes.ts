import { attachmentsApi } from '../../contract/boards.ts';
import { command, download, preparedCommand, type Endpoint } from '../../invoke/endpoint.ts';
import type { Attachments } from './attachments.ts';

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
