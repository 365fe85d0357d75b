import { notebooksApi } from '../../contract/notebooks.ts';
import { command, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Notebooks } from './notebooks.ts';

export function notebookRoutes(notebooks: Notebooks): Endpoint[] {
  return [
    query(notebooksApi.listNotebooks, ({ caller, query }) => notebooks.list(caller.userId, query)),
    command(notebooksApi.createNotebook, ({ caller, body }) => notebooks.create(caller.userId, body)),
    query(notebooksApi.readNotebook, ({ caller, params }) => notebooks.read(caller.userId, params.id)),
    command(notebooksApi.updateNotebook, ({ caller, params, body, precondition }) =>
      notebooks.update(caller.userId, params.id, body, precondition),
    ),
    command(notebooksApi.deleteNotebook, ({ caller, params, precondition }) => notebooks.remove(caller.userId, params.id, precondition)),
  ];
}
