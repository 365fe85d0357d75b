import { filtersApi } from '../../contract/board-filters.ts';
import { cardsApi, columnsApi } from '../../contract/boards.ts';
import { projectsApi } from '../../contract/projects.ts';
import type { Attachment } from '../../contract/cards.ts';
import { command, preparedCommand, query, type Endpoint } from '../../invoke/endpoint.ts';
import { requireScope } from '../../lib/caller.ts';
import type { UploadedFile } from '../../lib/uploaded-file.ts';
import type { CardActivities } from './activity.ts';
import type { Cards } from './cards.ts';
import type { Columns } from './columns.ts';
import type { BoardFilters } from './filters.ts';
import type { Projects } from './projects.ts';

export function projectRoutes(projects: Projects): Endpoint[] {
  return [
    query(projectsApi.listProjects, ({ caller, query }) => projects.list(caller.userId, query)),
    command(projectsApi.createProject, ({ caller, body }) => projects.create(caller.userId, body)),
    query(projectsApi.readProject, ({ caller, params }) => projects.read(caller.userId, params.id)),
    command(projectsApi.updateProject, ({ caller, params, body, precondition }) =>
      projects.update(caller.userId, params.id, body, precondition),
    ),
    command(projectsApi.deleteProject, ({ caller, params, precondition }) => projects.remove(caller.userId, params.id, precondition)),
    query(projectsApi.listLabels, ({ caller, params, query }) => projects.labels(caller.userId, params.id, query)),
    command(projectsApi.createLabel, ({ caller, params, body }) => projects.addLabel(caller.userId, params.id, body)),
    query(projectsApi.readLabel, ({ caller, params }) => projects.label(caller.userId, params.id, params.labelId)),
    command(projectsApi.updateLabel, ({ caller, params, body }) => projects.updateLabel(caller.userId, params.id, params.labelId, body)),
    command(projectsApi.deleteLabel, ({ caller, params }) => projects.removeLabel(caller.userId, params.id, params.labelId)),
  ];
}

export function filterRoutes(filters: BoardFilters): Endpoint[] {
  return [
    query(filtersApi.listFilters, ({ caller, params, query }) => filters.list(caller.userId, params.id, query)),
    command(filtersApi.createFilter, ({ caller, params, body }) => filters.create(caller.userId, params.id, body)),
    query(filtersApi.readFilter, ({ caller, params }) => filters.read(caller.userId, params.id, params.filterId)),
    command(filtersApi.updateFilter, ({ caller, params, body }) => filters.update(caller.userId, params.id, params.filterId, body)),
    command(filtersApi.deleteFilter, ({ caller, params }) => filters.remove(caller.userId, params.id, params.filterId)),
  ];
}

export function columnRoutes(columns: Columns): Endpoint[] {
  return [
    query(columnsApi.listColumns, ({ caller, query }) => columns.list(caller.userId, query)),
    command(columnsApi.createColumn, ({ caller, body }) => columns.create(caller.userId, body)),
    command(columnsApi.orderColumns, ({ caller, body }) => columns.order(caller.userId, body)),
    query(columnsApi.readColumn, ({ caller, params }) => columns.read(caller.userId, params.id)),
    command(columnsApi.updateColumn, ({ caller, params, body, precondition }) =>
      columns.update(caller.userId, params.id, body, precondition),
    ),
    command(columnsApi.deleteColumn, ({ caller, params, precondition }) => columns.remove(caller.userId, params.id, precondition)),
  ];
}

/** What takes the files that come with a new card. */
interface CardFiles<Received extends Disposable> {
  /** Keeps the contents of all files. Throws 415, and the system's errors; then nothing is kept. */
  receive(uploaded: readonly UploadedFile[]): Promise<Received>;
  /** Inside the write that makes the card. */
  attach(userId: string, cardId: string, received: Received): Attachment[];
}

export function cardRoutes<Received extends Disposable>(
  cards: Cards,
  attachments: CardFiles<Received>,
  activities: CardActivities,
): Endpoint[] {
  return [
    query(
      cardsApi.listCards,
      ({ caller, query }) => cards.list(caller.userId, query),
      ({ caller, query }) => cards.list(caller.userId, query, { atOnce: true }),
    ),
    query(
      cardsApi.listColumnCards,
      ({ caller, params, query }) => cards.listColumn(caller.userId, params.columnId, query),
      ({ caller, params, query }) => cards.listColumn(caller.userId, params.columnId, query, { atOnce: true }),
    ),
    preparedCommand(
      cardsApi.createCard,
      ({ caller, body, files }) => {
        if (files.length === 0) return null;
        requireScope(caller, 'files:write');
        cards.checkColumn(caller.userId, body.columnId);
        return attachments.receive(files);
      },
      ({ caller, body }, received) =>
        cards.create(caller.userId, body, received === null ? undefined : (cardId) => attachments.attach(caller.userId, cardId, received)),
    ),
    query(cardsApi.readCard, ({ caller, params }) => cards.read(caller.userId, params.id)),
    command(cardsApi.updateCard, ({ caller, params, body, precondition }) => cards.update(caller.userId, params.id, body, precondition)),
    command(cardsApi.deleteCard, ({ caller, params, precondition }) => cards.remove(caller.userId, params.id, precondition)),
    query(cardsApi.cardActivity, ({ caller, params, query }) => activities.of(caller.userId, params.id, query)),
    command(cardsApi.moveCard, ({ caller, params, body, precondition }) => cards.move(caller.userId, params.id, body, precondition)),
    command(cardsApi.duplicateCard, ({ caller, params, body }) => cards.duplicate(caller.userId, params.id, body ?? {})),
    command(cardsApi.replaceChecklist, ({ caller, params, body, precondition }) =>
      cards.replaceChecklist(caller.userId, params.id, body, precondition),
    ),
  ];
}
