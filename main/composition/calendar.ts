// Builds the calendar: calendars and their events, each with what it needs of the others handed in as functions.

import { CalendarFeeds } from '../features/calendar/calendar-feeds.ts';
import { calendarRoutes, eventRoutes } from '../features/calendar/routes.ts';
import { CalendarStore } from '../features/calendar/calendar-store.ts';
import { CalendarTrash } from '../features/calendar/calendar-trash.ts';
import { Calendars } from '../features/calendar/calendars.ts';
import type { ImportedCalendars } from '../features/calendar/imported-calendars.ts';
import type { ImportedEvents } from '../features/calendar/imported-events.ts';
import { EventReminders } from '../features/calendar/event-reminders.ts';
import { EventSearch } from '../features/calendar/event-search.ts';
import { EventTrash } from '../features/calendar/event-trash.ts';
import { Events } from '../features/calendar/events.ts';
import { calendarFileRoutes } from '../features/calendar/file-routes.ts';
import { CalendarExport } from '../features/calendar/ics/calendar-export.ts';
import { CalendarImport, type FindRenamed } from '../features/calendar/ics/calendar-import.ts';
import { EventImport } from '../features/calendar/ics/event-import.ts';
import type { ReadCalendarFile, ImportJob } from '../features/calendar/ics/import-worker.ts';
import { hashOfSaid } from '../features/calendar/ics/event-source.ts';
import { keyOf, SourceStore } from '../features/calendar/ics/source-store.ts';
import { Occurrences } from '../features/calendar/occurrences.ts';
import { EventSearchStore } from '../features/calendar/search-store.ts';
import { SeriesChanges } from '../features/calendar/series-changes.ts';
import { SeriesRows } from '../features/calendar/series-rows.ts';
import { SeriesStore } from '../features/calendar/series-store.ts';
import { EventStore } from '../features/calendar/store.ts';
import { Subscriptions } from '../features/calendar/subscriptions.ts';
import type { CalendarFetch } from '../features/links/calendar-fetch.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { Attribute, RecordChange } from '../lib/change.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { RingingKind } from '../lib/ringing.ts';
import { workerFile } from '../lib/worker-file.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import { DavStore } from '../features/calendar/dav/dav-store.ts';
import type { CalendarCollections } from '../lib/calendar-collections.ts';
import { buildDav, type DavNeighbours } from './dav.ts';
import type { DescriptionWatcher } from '../lib/text-watchers.ts';
import type { TrashKind } from '../lib/record-kinds.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance, MaintenanceTask } from '../storage/maintenance.ts';
import { atOneMoment } from '../storage/snapshot.ts';

interface CalendarOptions {
  readonly database: Database;
  readonly record: RecordChange;
  readonly described: DescriptionWatcher;
  readonly machineZone: () => string;
  readonly maintenance: Maintenance;
  readonly attribute: Attribute;
  readonly log: Log;
  /** Of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Whether tokens of this user are taken at the moment. */
  readonly isActive: (userId: string) => boolean;
  readonly calendarFetch: CalendarFetch;
}

export interface ImportedRecords {
  readonly calendars: ImportedCalendars;
  readonly events: ImportedEvents;
}

export interface CalendarFeature {
  readonly events: Events;
  readonly calendars: Calendars;
  readonly imports: CalendarImport;
  /** Brings in what another Daybook has given out; loaded when it is first asked for. */
  imported(): Promise<ImportedRecords>;
  readonly trash: Readonly<Record<'event' | 'calendar', TrashKind>>;
  readonly reminders: RingingKind;
  readonly endpoints: Endpoint[];
  /** What CalDAV shows; built when it is first asked for. */
  collections(neighbours: DavNeighbours): CalendarCollections;
  /** Reads subscriptions, and calendar files in a thread. */
  start(): void;
  stop(): Promise<void>;
}

/** How many events that have left a calendar one write forgets. */
const departuresAtOnce = 500;

/** Calendars, their events, and events in the trash. */
export function buildCalendar(options: CalendarOptions): CalendarFeature {
  const { database, record, maintenance, calendarFetch } = options;
  const deleted: MaintenanceTask = { name: 'clear deleted calendars', slice: () => trash.tellSome() || calendars.clearSome() };
  const store = new CalendarStore(database);
  const eventsMoved = (userId: string): void => {
    opened.series.forgetReach(userId);
  };
  const manyLeft = (): void => {
    maintenance.hurry(deleted);
  };
  const calendars = new Calendars({
    store,
    record,
    clock: systemClock,
    newId,
    eventsRemoved: eventsMoved,
    eventMoved: (userId, event) => {
      opened.sources.settle(userId, event);
    },
    manyLeft,
  });
  const trash = new CalendarTrash({ store, record, clock: systemClock, eventsMoved, manyLeft });
  // Those that a kill has left as well.
  maintenance.add(deleted);
  const opened = openEvents(options, calendars);
  const files = openFiles(options, store, calendars, opened);
  let davStore: DavStore | undefined;
  const openDavStore = (): DavStore => (davStore ??= new DavStore(database));
  maintenance.add({
    name: 'forget which events have left a calendar',
    slice: () => openDavStore().forgetDeparted(departuresAtOnce) === departuresAtOnce,
  });
  return {
    events: opened.events,
    calendars,
    imports: files.imports,
    imported: () => openImported(options, store, calendars, opened),
    trash: { event: opened.trash, calendar: trash },
    reminders: opened.reminders,
    endpoints: [
      ...calendarRoutes(
        calendars,
        (url) => calendarFetch.address(url),
        () => {
          // Once it is committed.
          setImmediate(() => {
            files.subscriptions.look();
          });
        },
      ),
      ...calendarFileRoutes({ calendars, ...files }),
      ...eventRoutes(opened.events),
    ],
    collections: (neighbours) => {
      const parts = { ...options, calendars, calendarStore: store, opened, store: openDavStore(), ...files };
      return buildDav(parts, neighbours);
    },
    start: () => {
      files.subscriptions.start();
    },
    stop: async () => {
      await files.subscriptions.stop();
      await files.reader.stop();
    },
  };
}

export interface OpenEvents {
  readonly events: Events;
  readonly trash: EventTrash;
  readonly series: SeriesStore;
  readonly store: EventStore;
  readonly rows: SeriesRows;
  readonly sources: SourceStore;
  readonly reminders: EventReminders;
}

function openEvents({ database, record, described, machineZone }: CalendarOptions, calendars: Calendars): OpenEvents {
  const clock = systemClock;
  const store = new EventStore(database);
  const series = new SeriesStore(database);
  const sources = new SourceStore(database);
  const rows = new SeriesRows({ events: store, series, sources, record, described });
  const occurrences = new Occurrences({ events: store, series, machineZone });
  const changes = new SeriesChanges({ rows, series, clock, newId });
  const search = new EventSearch({
    store: new EventSearchStore(database),
    openReader: () => atOneMoment(database.snapshot(), (moment) => ({ store: new EventSearchStore(moment) })),
    clock,
  });
  const events = new Events({ store, calendars, series, rows, sources, changes, occurrences, search, clock, newId, machineZone });
  const trash = new EventTrash({ store, calendars, series, sources, rows, changes, occurrences, clock, newId });
  const reminders = new EventReminders({ store, series, occurrences });
  return { events, series, store, rows, sources, reminders, trash };
}

async function openImported(
  { attribute, calendarFetch }: CalendarOptions,
  store: CalendarStore,
  calendars: Calendars,
  { store: events, rows, series, sources }: OpenEvents,
): Promise<ImportedRecords> {
  const [{ ImportedCalendars }, { ImportedEvents }] = await Promise.all([
    import('../features/calendar/imported-calendars.ts'),
    import('../features/calendar/imported-events.ts'),
  ]);
  const readAddress = (url: string): string => calendarFetch.address(url);
  return {
    calendars: new ImportedCalendars({ store, calendars, readAddress, clock: systemClock }),
    events: new ImportedEvents({ events, calendars, series, rows, sources, attribute, clock: systemClock, newId }),
  };
}

/** What goes out as iCalendar and comes in by it. */
function openFiles(
  { database, machineZone, attribute, log, baseUrl, isActive, calendarFetch }: CalendarOptions,
  store: CalendarStore,
  calendars: Calendars,
  opened: OpenEvents,
) {
  const write = <T>(work: () => T): Promise<T> => database.write(work);
  const reader = new WorkerPool<ImportJob, ReadCalendarFile>({
    file: workerFile('../features/calendar/ics/import-worker', import.meta.url),
    task: 'readCalendarFile',
    timeoutMs: 60_000,
    memoryMb: 768,
    maxWaiting: 20,
    tooMany: 'Too many calendars are being read at the moment',
    env: {},
  });
  const { store: eventStore, rows, series, sources } = opened;
  const events = new EventImport({ events: eventStore, rows, series, sources, clock: systemClock, newId });
  const findRenamed: FindRenamed = async (file) => {
    const { RenamedEvents } = await import('../features/calendar/ics/renamed-events.ts');
    await new RenamedEvents({ events: eventStore, series, sources, imports: events, hashOfSaid, keyOf, write }).find(file);
  };
  const imports = new CalendarImport({ calendars, events, findRenamed, reader, write, attribute, newId, machineZone });
  const subscriptions = new Subscriptions({
    store,
    calendars,
    events: eventStore,
    rows,
    sources,
    imports,
    fetch: (...of) => calendarFetch.read(...of),
    write,
    attribute,
    clock: systemClock,
    log,
  });
  return {
    reader,
    eventImport: events,
    imports,
    subscriptions,
    exports: new CalendarExport({ snapshot: () => database.snapshot() }),
    feeds: new CalendarFeeds({ store, calendars, baseUrl, isActive }),
  };
}
