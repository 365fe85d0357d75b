// Builds the undo: what it needs of the features whose records it brings back is handed in as functions.

import { dayMs } from '../contract/days.ts';
import type { Boards } from './boards.ts';
import type { CalendarFeature } from './calendar.ts';
import type { Relations } from './relations.ts';
import type { Feed } from '../features/changes/feed.ts';
import { BatchUndo } from '../features/changes/undo.ts';
import { UndoStore } from '../features/changes/undo-store.ts';
import type { Config } from '../features/config/config.ts';
import type { ImportStore } from '../features/imports/import-store.ts';
import type { FileTrash } from '../features/files/file-trash.ts';
import type { OpenNotes } from './notes.ts';
import type { SavedSearches } from '../features/search/saved-searches.ts';
import type { Trash } from '../features/trash/trash.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance } from '../storage/maintenance.ts';

export interface Undoable {
  readonly notes: OpenNotes;
  readonly boards: Boards;
  readonly calendar: CalendarFeature;
  readonly relations: Relations;
  readonly saved: SavedSearches;
  /** Where records came from, which is told of each that an undo gives back. */
  readonly origins: Pick<ImportStore, 'undone'>;
  readonly trash: Trash;
  readonly fileTrash: Pick<FileTrash, 'isOnCard'>;
  readonly config: Config;
  readonly maintenance: Maintenance;
}

export function openUndo(
  database: Database,
  feed: Feed,
  { notes, boards, calendar, relations, saved, origins, trash, fileTrash, config, maintenance }: Undoable,
): BatchUndo {
  const { events, calendars } = calendar;
  const { cards, columns, projects, trashStore } = boards;
  const { notebooks } = notes;
  const store = new UndoStore(database);
  const undo = new BatchUndo({
    store,
    kinds: {
      note: notes.undo,
      notebook: {
        maybeVersion: (...of) => notebooks.maybeVersion(...of),
        apply: (userId, records) => records.map((record) => notebooks.giveBack(userId, record)),
        makeAgain: (...of) => notebooks.makeAgain(...of),
        withdraw: (...of) => notebooks.withdraw(...of),
      },
      saved_search: {
        maybeVersion: (...of) => saved.maybeVersion(...of),
        apply: (userId, records) => records.map((record) => saved.giveBack(userId, record)),
        makeAgain: (...of) => saved.makeAgain(...of),
        withdraw: (...of) => saved.withdraw(...of),
      },
      card: {
        maybeVersion: (...of) => cards.maybeVersion(...of),
        apply: (userId, records) => records.map((record) => cards.giveBack(userId, record)),
      },
      project: {
        maybeVersion: (...of) => projects.maybeVersion(...of),
        apply: (userId, records) => records.map((record) => projects.giveBack(userId, record)),
        isInUse: (...of) => trashStore.isProjectInUse(...of),
      },
      column: {
        maybeVersion: (...of) => columns.maybeVersion(...of),
        apply: (userId, records, _ahead, taken) => columns.giveBack(userId, records, taken),
        isInUse: (...of) => trashStore.isColumnInUse(...of),
      },
      event: {
        maybeVersion: (...of) => events.maybeVersion(...of),
        apply: (userId, records) => records.map((record) => events.giveBack(userId, record)),
      },
      calendar: {
        maybeVersion: (...of) => calendars.maybeVersion(...of),
        apply: (userId, records) => records.map((record) => calendars.giveBack(userId, record)),
        isInUse: (...of) => calendars.isInUse(...of),
      },
      // Those of cards alone.
      file: {
        maybeVersion: (userId, id) => (fileTrash.isOnCard(userId, id) ? 0 : null),
        apply: (_userId, records) => records.map(() => null),
      },
    },
    links: relations.recordLinks,
    undone: (record) => {
      origins.undone(record);
    },
    attribute: (origin, work) => feed.attribute(origin, work),
    newId,
    write: (work) => database.write(work),
    trash,
    isUndo: (batchId) => store.isUndo(batchId),
    projectOfTrashed: (userId, columnId) => {
      const entryId = trashStore.maybeEntryOf(userId, columnId);
      const id = entryId === null ? null : trash.maybeRecordOf(userId, entryId);
      return entryId === null || id === null ? null : { id, entryId };
    },
  });
  maintenance.add({
    name: 'forget what changes have replaced',
    isByAge: true,
    slice: () => undo.forgetSome(systemClock() - config.trashDays() * dayMs),
  });
  return undo;
}
