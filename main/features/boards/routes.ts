import { cardsApi, columnsApi } from '../../contract/boards.ts';
import { plain, preparedWrite, write, type Endpoint } from '../../http/handler.ts';
import type { Attachments } from './attachments.ts';
import type { Cards } from './cards.ts';
import type { Columns } from './columns.ts';

export function columnRoutes(columns: Columns): Endpoint[] {
  return [
    plain(columnsApi.listProjects, ({ caller, query }) => columns.projects(caller.userId, query)),
    write(columnsApi.deleteProject, ({ caller, params }) => columns.removeProject(caller.userId, params.id)),
    plain(columnsApi.listColumns, ({ caller, query }) => columns.list(caller.userId, query)),
    write(columnsApi.createColumn, ({ caller, body }) => columns.create(caller.userId, body)),
    write(columnsApi.orderColumns, ({ caller, body }) => columns.order(caller.userId, body)),
    plain(columnsApi.readColumn, ({ caller, params }) => columns.read(caller.userId, params.id)),
    write(columnsApi.updateColumn, ({ caller, params, body, precondition }) => columns.update(caller.userId, params.id, body, precondition)),
    write(columnsApi.deleteColumn, ({ caller, params, precondition }) => columns.remove(caller.userId, params.id, precondition)),
  ];
}

export function cardRoutes(cards: Cards, attachments: Attachments): Endpoint[] {
  return [
    plain(cardsApi.listCards, ({ caller, query }) => cards.list(caller.userId, query)),
    plain(cardsApi.listColumnCards, ({ caller, params, query }) => cards.listColumn(caller.userId, params.columnId, query)),
    preparedWrite(
      cardsApi.createCard,
      async ({ caller, body, files }) => {
        if (files.length === 0) return null;
        cards.checkColumn(caller.userId, body.columnId);
        return attachments.receive(files);
      },
      ({ caller, body }, received) => cards.create(caller.userId, body, received === null ? undefined : (cardId) => attachments.attach(caller.userId, cardId, received)),
    ),
    plain(cardsApi.readCard, ({ caller, params }) => cards.read(caller.userId, params.id)),
    write(cardsApi.updateCard, ({ caller, params, body, precondition }) => cards.update(caller.userId, params.id, body, precondition)),
    write(cardsApi.deleteCard, ({ caller, params, precondition }) => cards.remove(caller.userId, params.id, precondition)),
    write(cardsApi.moveCard, ({ caller, params, body, precondition }) => cards.move(caller.userId, params.id, body, precondition)),
    write(cardsApi.replaceChecklist, ({ caller, params, body, precondition }) => cards.replaceChecklist(caller.userId, params.id, body, precondition)),
  ];
}
