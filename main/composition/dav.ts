// Builds what CalDAV shows of the calendar.

import type { ReadCalendarFile, ImportedGroup, ImportJob } from '../features/calendar/ics/import-worker.ts';
import type { Calendars } from '../features/calendar/calendars.ts';
import type { CalendarStore } from '../features/calendar/calendar-store.ts';
import { CollectionWriter, type ReadObject } from '../features/calendar/dav/collection-changes.ts';
import { CollectionReader, type FeedReader } from '../features/calendar/dav/collections.ts';
import type { DavStore } from '../features/calendar/dav/dav-store.ts';
import type { EventImport } from '../features/calendar/ics/event-import.ts';
import { ExportStore } from '../features/calendar/ics/export-store.ts';
import { Occurrences } from '../features/calendar/occurrences.ts';
import type { OpenEvents } from './calendar.ts';
import { AppError } from '../lib/app-error.ts';
import { davRefusal, type CalendarCollections } from '../lib/calendar-collections.ts';
import type { Caller } from '../lib/caller.ts';
import type { Attribute } from '../lib/change.ts';
import type { WorkerPool } from '../lib/worker-pool.ts';
import type { Database } from '../storage/database.ts';

interface DavParts {
  readonly database: Database;
  readonly calendars: Calendars;
  readonly calendarStore: CalendarStore;
  readonly opened: OpenEvents;
  readonly store: DavStore;
  readonly eventImport: EventImport;
  readonly reader: Pick<WorkerPool<ImportJob, ReadCalendarFile>, 'run'>;
  readonly attribute: Attribute;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

/** What the calendar does not have itself. */
export interface DavNeighbours {
  readonly feed: FeedReader;
  /** Puts an event into the trash, inside a write. */
  readonly discard: (caller: Caller, eventId: string) => void;
}

/** Files of more bytes are read in a thread: they take longer than anything may hold the others up. */
const maxReadHere = 32 * 1024;

export function buildDav(parts: DavParts, { feed, discard }: DavNeighbours): CalendarCollections {
  const { database, calendars, calendarStore, opened, store, eventImport, attribute, machineZone } = parts;
  const { store: events, series, rows, sources } = opened;
  const reader = new CollectionReader({
    calendars: calendarStore,
    store,
    exports: new ExportStore(database),
    occurrences: new Occurrences({ events, series, machineZone }),
    feed,
    machineZone,
  });
  const writer = new CollectionWriter({
    reader,
    calendars,
    store,
    events,
    rows,
    sources,
    imports: eventImport,
    read: (bytes, signal) => readObject(parts, bytes, signal),
    discard,
    write: (work) => database.write(work),
    writeDeletion: (work) => database.writeDeletion(work),
    attribute,
  });
  return {
    calendars: (...of) => reader.calendars(...of),
    maybeCalendar: (...of) => reader.maybeCalendar(...of),
    seq: (...of) => reader.seq(...of),
    pages: (...of) => reader.pages(...of),
    named: (...of) => reader.named(...of),
    written: (...of) => reader.written(...of),
    matching: (...of) => reader.matching(...of),
    changes: (...of) => reader.changes(...of),
    put: (...of) => writer.put(...of),
    remove: (...of) => writer.remove(...of),
    createCalendar: (...of) => writer.createCalendar(...of),
    updateCalendar: (...of) => writer.updateCalendar(...of),
    removeCalendar: (...of) => writer.removeCalendar(...of),
  };
}

async function readObject({ reader, machineZone }: DavParts, bytes: Uint8Array, signal: AbortSignal): Promise<ReadObject> {
  const job = { bytes, machineZone: machineZone(), isObject: true };
  const read =
    bytes.byteLength <= maxReadHere
      ? (await import('../features/calendar/ics/import-worker.ts')).readCalendarFile(job)
      : await reader.run(job, { signal, refusal: () => new AppError('too_large', 'The event takes too long to be read') });
  if (!read.ok) throw davRefusal('forbidden', 'valid-calendar-data', read.message);
  const groups = read.chunks.flatMap((chunk) => JSON.parse(new TextDecoder().decode(chunk)) as ImportedGroup[]);
  return { groups, count: read.count, reasons: read.skipped.map(({ reason }) => reason), others: read.lost };
}
