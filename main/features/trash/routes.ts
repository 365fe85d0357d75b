import { trashApi } from '../../contract/trash.ts';
import { command, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Trash } from './trash.ts';

export function trashRoutes(trash: Trash): Endpoint[] {
  return [
    query(
      trashApi.listTrash,
      ({ caller, query }) => trash.listInTurns(caller, query),
      ({ caller, query }) => trash.list(caller, query),
    ),
    command(trashApi.putIntoTrash, ({ caller, body, precondition }) => trash.put(caller, body, precondition)),
    command(trashApi.restoreTrash, ({ caller, params }) => trash.restore(caller, params.id)),
    command(trashApi.deleteTrash, ({ caller, params }) => trash.remove(caller, params.id)),
    command(trashApi.emptyTrash, ({ caller }) => trash.empty(caller)),
  ];
}
