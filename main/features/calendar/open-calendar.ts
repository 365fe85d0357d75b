// The parts of the calendar, put together.

import type { RecordChange } from '../../lib/change.ts';
import type { DescriptionWatcher } from '../../lib/text-watchers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../storage/database.ts';
import { atOneMoment } from '../../storage/snapshot.ts';
import type { Calendars } from './calendars.ts';
import { EventReminders } from './event-reminders.ts';
import { EventSearch } from './event-search.ts';
import { EventTrash } from './event-trash.ts';
import { Events } from './events.ts';
import { Occurrences } from './occurrences.ts';
import { SourceStore } from './ics/source-store.ts';
import { EventSearchStore } from './search-store.ts';
import { SeriesChanges } from './series-changes.ts';
import { SeriesRows } from './series-rows.ts';
import { SeriesStore } from './series-store.ts';
import { EventStore } from './store.ts';

interface OpenCalendarOptions {
  readonly database: Database;
  readonly calendars: Calendars;
  readonly record: RecordChange;
  readonly described: DescriptionWatcher;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

export interface OpenCalendar {
  readonly events: Events;
  readonly trash: EventTrash;
  readonly series: SeriesStore;
  readonly store: EventStore;
  readonly rows: SeriesRows;
  readonly sources: SourceStore;
  readonly reminders: EventReminders;
}

export function openCalendar({ database, calendars, record, described, clock, newId, machineZone }: OpenCalendarOptions): OpenCalendar {
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
