// Builds imports: what they need of the features that their records belong to is handed in as functions.

import type { Boards, Files } from './boards.ts';
import type { CalendarFeature, ImportedRecords } from './calendar.ts';
import { maxCalendarBytes } from '../contract/calendar-files.ts';
import { maxNoteFiles } from '../contract/files.ts';
import { maxImportWarnings } from '../contract/imports.ts';
import { notebookLimits } from '../contract/notebooks.ts';
import { labelsPerCard, projectLimits } from '../contract/projects.ts';
import { maxNoteBytes, reminderLimits } from '../contract/limits.ts';
import { uploadLimits } from '../contract/route.ts';
import { FileNameStore } from '../features/files/file-name-store.ts';
import { ImportedFiles } from '../features/files/imported-files.ts';
import { NoteFileStore } from '../features/files/note-file-store.ts';
import type { ImportStore } from '../features/imports/import-store.ts';
import { Imports } from '../features/imports/imports.ts';
import type { ImportLimits } from '../features/imports/plan.ts';
import type { ReadJob, ReadResult } from '../features/imports/read-worker.ts';
import { importRoutes } from '../features/imports/routes.ts';
import type { ImportTargets } from '../features/imports/targets.ts';
import type { OpenNotes } from './notes.ts';
import type { LinksOfRecords } from '../features/relations/record-links.ts';
import type { SavedSearches } from '../features/search/saved-searches.ts';
import type { BatchUndo } from '../features/changes/undo.ts';
import type { Feed } from '../features/changes/feed.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import { AppError } from '../lib/app-error.ts';
import { everyScope } from '../lib/caller.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { anyVersion } from '../lib/precondition.ts';
import { JobCancelled, type JobAccess, type JobKind } from '../lib/job-kind.ts';
import { workerFile } from '../lib/worker-file.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance } from '../storage/maintenance.ts';

const limits: ImportLimits = {
  noteBytes: maxNoteBytes,
  noteFiles: maxNoteFiles,
  fileBytes: uploadLimits.fileSize,
  notebooks: notebookLimits.notebooks,
  notebookDepth: notebookLimits.depth,
  labels: projectLimits.labels,
  cardLabels: labelsPerCard,
  reminderMinutes: reminderLimits.minutesBefore,
  calendarBytes: maxCalendarBytes,
  warnings: maxImportWarnings,
};

interface ImportParts {
  readonly database: Database;
  readonly files: Files;
  readonly feed: Feed;
  readonly maintenance: Pick<Maintenance, 'add'>;
  readonly notes: OpenNotes;
  readonly boards: Boards;
  readonly calendar: CalendarFeature;
  readonly saved: SavedSearches;
  readonly recordLinks: LinksOfRecords;
  readonly undo: BatchUndo;
  readonly store: ImportStore;
  readonly jobs: JobAccess & { register(kind: JobKind<never>): void };
}

export interface OpenImports {
  readonly endpoints: Endpoint[];
  /** Ends the thread that reads. */
  stop(): Promise<void>;
}

/** How long one archive may be read, in milliseconds. */
const readingMs = 30 * 60_000;

export function buildImports(parts: ImportParts): OpenImports {
  const { database, feed, maintenance, undo, jobs, store } = parts;
  const reader = new WorkerPool<ReadJob, ReadResult>({
    file: workerFile('../features/imports/read-worker', import.meta.url),
    task: 'readImport',
    timeoutMs: readingMs,
    memoryMb: 1024,
    env: {},
  });
  const imports = new Imports({
    store,
    limits,
    isCancelled: (reason) => reason instanceof JobCancelled,
    targets: targetsOf(parts),
    reader,
    jobs,
    write: (work) => database.write(work),
    attribute: (origin, work) => feed.attribute(origin, work),
    clock: systemClock,
    newId,
    undo: async (asking, batchId, signal) => {
      const caller = { ...asking, scopes: everyScope };
      try {
        const prepared = await undo.prepare(caller, { batchId }, signal);
        if (prepared.done === null) await database.write(() => undo.run(caller, { batchId }, prepared));
      } catch (error) {
        // Nothing had come in yet.
        if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      }
    },
  });
  jobs.register(imports.reading);
  jobs.register(imports.applying);
  maintenance.add({ name: 'forget where records came from that are gone', slice: () => store.forgetSome() });
  return { endpoints: importRoutes(imports), stop: () => reader.stop() };
}

function targetsOf(parts: ImportParts): ImportTargets {
  const { notes, boards, calendar, saved, recordLinks } = parts;
  const { notebooks, imported: importedNotes } = notes;
  return {
    notebook: {
      maybeVersion: (...of) => notebooks.maybeVersion(...of),
      create: (userId, fields, as) => notebooks.create(userId, fields, as),
      update: (userId, id, fields) => notebooks.update(userId, id, fields, anyVersion).version,
    },
    savedSearch: {
      maybeVersion: (...of) => saved.maybeVersion(...of),
      create: (...of) => saved.create(...of),
      update: (userId, id, fields) => saved.update(userId, id, fields, anyVersion).version,
    },
    note: {
      maybeVersion: (...of) => importedNotes.maybeVersion(...of),
      read: (...of) => importedNotes.maybeRead(...of),
      prepareCreate: (...of) => importedNotes.prepareCreate(...of),
      prepareUpdate: (...of) => importedNotes.prepareUpdate(...of),
    },
    project: {
      maybeVersion: (...of) => boards.imported.projectVersion(...of),
      create: (userId, fields, { labels, filters, ...as }) => boards.imported.createProject(userId, { ...fields, filters }, labels, as),
      maybeLabelIds: (...of) => boards.projects.maybeLabelIds(...of),
      update: (userId, id, { name, description, color, isArchived }, labels) =>
        boards.projects.update(userId, id, { name, description, color, isArchived }, anyVersion, labels).version,
    },
    column: {
      maybeVersion: (...of) => boards.imported.columnVersion(...of),
      create: (userId, fields, projectId, as) => boards.imported.createColumn(userId, projectId, fields, as),
      update: (userId, id, { title, wipLimit, isCollapsed }) =>
        boards.columns.update(userId, id, { title, wipLimit, isCollapsed }, anyVersion).version,
      maybePlace: (...of) => boards.imported.columnPlace(...of),
      arrange: (...of) => {
        boards.imported.arrangeColumns(...of);
      },
    },
    card: {
      maybeState: (...of) => boards.imported.cardState(...of),
      create: (userId, fields, refs, as) => boards.imported.createCard(userId, fields, refs, as),
      update: (...of) => boards.imported.updateCard(...of),
      maybePlace: (...of) => boards.imported.cardPlace(...of),
      putBehind: (...of) => boards.imported.putCardBehind(...of),
    },
    ...calendarTargets(calendar),
    link: (caller, from, to, as) => {
      try {
        const link = recordLinks.create(caller, { from: { type: from.type, id: from.id }, to: { type: to.type, id: to.id } }, as);
        return 'duplicate' in link ? 'duplicate' : { id: link.id, version: null };
      } catch (error) {
        if (error instanceof AppError && error.code === 'validation_failed') return null;
        throw error;
      }
    },
    isLinked: (userId, from, to) => recordLinks.isLinked(userId, { type: from.type, id: from.id }, { type: to.type, id: to.id }),
    files: filesTarget(parts),
  };
}

function calendarTargets(feature: CalendarFeature): Pick<ImportTargets, 'calendar' | 'event' | 'load'> {
  let loaded: ImportedRecords | null = null;
  const imported = (): ImportedRecords => {
    if (loaded === null) throw new Error('Nothing was loaded to bring in events');
    return loaded;
  };
  return {
    load: async () => {
      loaded ??= await feature.imported();
    },
    calendar: calendarTarget(feature, imported),
    event: {
      maybeState: (...of) => imported().events.maybeState(...of),
      create: (userId, fields, refs, as) => imported().events.create(userId, fields, refs, as),
      update: (...of) => imported().events.update(...of),
    },
  };
}

function calendarTarget({ calendars, imports }: CalendarFeature, imported: () => ImportedRecords): ImportTargets['calendar'] {
  return {
    maybeVersion: (...of) => calendars.maybeVersion(...of),
    maybeName: (...of) => calendars.maybeName(...of),
    create: (...of) => imported().calendars.create(...of),
    update: (userId, id, { name, color, isVisible }) => calendars.update(userId, id, { name, color, isVisible }, anyVersion).version,
    takeDefault: (...of) => imported().calendars.takeDefault(...of),
    changesDefault: (...of) => imported().calendars.changesDefault(...of),
    importFile: async ({ caller: { userId, actor }, calendarId, batchId, bytes, signal }) => {
      const request = { userId, actor, calendarId, bytes, isSubscription: false, signal };
      const { report } = await imports.run({ ...request, ...(batchId === null ? { isDryRun: true } : { isDryRun: false, batchId }) });
      const { created, updated, unchanged, kept, conflicts, silentAlarms, skipped, lost } = report;
      return {
        created,
        updated,
        unchanged,
        kept,
        conflicts,
        silentAlarms,
        skipped: skipped.map(({ uid, title = uid, reason }) => ({ path: title, message: `The event ${reason}: it does not come in` })),
        lost: lost.map(({ uid, property }) => ({ path: uid ?? property, message: `${property} has no place in Daybook` })),
      };
    },
  };
}

function filesTarget({ database, files, feed }: ImportParts): ImportTargets['files'] {
  const imported = new ImportedFiles({
    notes: new NoteFileStore(database),
    names: new FileNameStore(database),
    attachments: files.attachments,
    blobs: files.blobs,
    record: (change) => {
      feed.record(change);
    },
    // A file goes with its note: there is nothing of its own to be undone.
    recordAlone: (change) => {
      feed.recordAlone(change);
    },
    clock: systemClock,
    newId,
  });
  return {
    inspect: (...of) => imported.inspect(...of),
    keep: (...of) => imported.keep(...of),
    newName: (...of) => imported.newName(...of),
    isNameTaken: (...of) => imported.isNameTaken(...of),
    ofNote: (...of) => imported.ofNote(...of),
    addToNote: (...of) => {
      imported.addToNote(...of);
    },
    ofCard: (...of) => imported.ofCard(...of),
    addToCard: (...of) => {
      imported.addToCard(...of);
    },
  };
}
