// Builds boards: columns, cards and their files, each with what it needs of the others handed in as functions.

import { attachmentRoutes } from '../features/files/routes.ts';
import { AttachmentStore } from '../features/files/attachment-store.ts';
import { Attachments, attachmentsOf } from '../features/files/attachments.ts';
import { CardActivities } from '../features/boards/activity.ts';
import { BoardTrashStore } from '../features/boards/board-trash-store.ts';
import { CardTrash, ColumnTrash, tellOfCards, type BoardTrashOptions } from '../features/boards/board-trash.ts';
import { CardReminderStore } from '../features/boards/card-reminder-store.ts';
import { CardReminders } from '../features/boards/card-reminders.ts';
import { CardListStore } from '../features/boards/card-list-store.ts';
import { CardStore } from '../features/boards/card-store.ts';
import type { CardReader } from '../features/boards/card-lists.ts';
import { Cards } from '../features/boards/cards.ts';
import { ColumnStore } from '../features/boards/column-store.ts';
import { Columns } from '../features/boards/columns.ts';
import { OrderStore } from '../features/boards/order-store.ts';
import { CardOrder } from '../features/boards/order.ts';
import { ImportedBoards, type ImportedBoardsOptions } from '../features/boards/imported-boards.ts';
import { ProjectStore } from '../features/boards/project-store.ts';
import { Projects } from '../features/boards/projects.ts';
import { BoardFilters } from '../features/boards/filters.ts';
import { cardRoutes, columnRoutes, filterRoutes, projectRoutes } from '../features/boards/routes.ts';
import type { Thumbnails } from '../features/files/thumbnails.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { CardChanges, RecordChange } from '../lib/change.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { RingingKind } from '../lib/ringing.ts';
import type { DescriptionWatcher } from '../lib/text-watchers.ts';
import type { TrashKind } from '../lib/record-kinds.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance, MaintenanceTask } from '../storage/maintenance.ts';
import { atOneMoment } from '../storage/snapshot.ts';

/** What lies beside the database: the contents of files. */
export interface Files {
  readonly attachments: AttachmentStore;
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
}

interface BoardsOptions {
  readonly database: Database;
  readonly files: Files;
  readonly record: RecordChange;
  readonly described: DescriptionWatcher;
  readonly machineZone: () => string;
  readonly maintenance: Maintenance;
  readonly cardChanges: CardChanges;
}

export interface Boards {
  readonly attachments: Attachments;
  readonly cards: Cards;
  readonly columns: Columns;
  readonly projects: Projects;
  readonly imported: ImportedBoards;
  readonly trashStore: BoardTrashStore;
  readonly trash: Readonly<Record<'card' | 'column' | 'project', TrashKind>>;
  readonly reminders: RingingKind;
  readonly endpoints: Endpoint[];
}

/** Columns, cards, their files, and all of these in the trash. */
export function buildBoards({ database, files, record, described, machineZone, maintenance, cardChanges }: BoardsOptions): Boards {
  const shared = { record, clock: systemClock, newId };
  const attachments = new Attachments({
    ...shared,
    ...files,
    store: files.attachments,
    cardChanged: (...of) => {
      cards.attachmentsChanged(...of);
    },
  });
  const columnStore = new ColumnStore(database);
  const cards = new Cards({
    ...shared,
    described,
    openReader: () => openReader(database),
    store: new CardStore(database),
    listStore: new CardListStore(database),
    columns: columnStore,
    order: new CardOrder(new OrderStore(database)),
    attachments,
    machineZone,
    labelsAmong: (...of) => projects.labelsAmong(...of),
  });
  const projects = new Projects({
    ...shared,
    store: new ProjectStore(database),
    removeColumns: (...of) => {
      columns.removeAll(...of);
    },
  });
  const deleted: MaintenanceTask = { name: 'remove the cards of deleted columns', slice: () => columns.removeSome() };
  const columns = new Columns({
    ...shared,
    store: columnStore,
    ensureProject: (...of) => {
      projects.ensure(...of);
    },
    removeCards: (...of) => cards.removeFirst(...of),
    manyLeft: () => {
      maintenance.hurry(deleted);
    },
  });
  // Those that a kill has left as well.
  maintenance.add(deleted);
  const trashStore = new BoardTrashStore(database);
  const trash = buildTrash({
    ...shared,
    store: trashStore,
    projects,
    cards: new CardStore(database),
    columns: columnStore,
    order: new CardOrder(new OrderStore(database)),
    removing: (...of) => {
      attachments.removing(...of);
    },
    manyLeft: () => {
      maintenance.hurry(deleted);
    },
    maintenance,
  });
  return {
    attachments,
    cards,
    columns,
    projects,
    imported: buildImported(database, columns, { ...shared, described }),
    trashStore,
    trash,
    reminders: new CardReminders(new CardReminderStore(database), machineZone),
    endpoints: [
      ...projectRoutes(projects),
      ...filterRoutes(new BoardFilters({ projects, newId })),
      ...columnRoutes(columns),
      ...cardRoutes(cards, attachments, buildActivities(database, cardChanges, projects)),
      ...attachmentRoutes(attachments),
    ],
  };
}

/** Brings in boards that another program has given out. */
function buildImported(
  database: Database,
  rules: Columns,
  shared: Pick<ImportedBoardsOptions, 'record' | 'clock' | 'newId' | 'described'>,
): ImportedBoards {
  return new ImportedBoards({
    ...shared,
    projects: new ProjectStore(database),
    columns: new ColumnStore(database),
    cards: new CardStore(database),
    order: new CardOrder(new OrderStore(database)),
    orderColumns: (...of) => {
      rules.order(...of);
    },
  });
}

function buildActivities(database: Database, changes: CardChanges, projects: Projects): CardActivities {
  return new CardActivities({
    changes,
    cards: new CardStore(database),
    columns: new ColumnStore(database),
    labelNames: (...of) => projects.labelNames(...of),
  });
}

/** Reads cards of one moment. */
function openReader(database: Database): CardReader {
  return atOneMoment(database.snapshot(), (moment) => {
    const files = new AttachmentStore(moment);
    return {
      store: new CardListStore(moment),
      order: new CardOrder(new OrderStore(moment)),
      attachments: { ofCards: (...of) => attachmentsOf(files, ...of) },
    };
  });
}

/** What puts boards aside, and tells of the cards of long columns in slices. */
function buildTrash({ maintenance, ...options }: BoardTrashOptions & { readonly maintenance: Maintenance }): Boards['trash'] {
  const untold: MaintenanceTask = { name: 'tell of the cards of columns in the trash', slice: () => tellOfCards(options) };
  maintenance.add(untold);
  const manyLeft = (): void => {
    maintenance.hurry(untold);
    options.manyLeft();
  };
  return {
    card: new CardTrash(options),
    column: new ColumnTrash({ ...options, manyLeft }, 'column'),
    project: new ColumnTrash({ ...options, manyLeft }, 'project'),
  };
}
