// Builds the calendar: calendars and their events, each with what it needs of the others handed in as functions.

import { calendarRoutes } from './features/calendar/calendar-routes.ts';
import { CalendarStore } from './features/calendar/calendar-store.ts';
import { Calendars } from './features/calendar/calendars.ts';
import type { Events } from './features/calendar/events.ts';
import { openCalendar } from './features/calendar/open-calendar.ts';
import { eventRoutes } from './features/calendar/routes.ts';
import type { Endpoint } from './invoke/endpoint.ts';
import type { RecordChange } from './lib/change.ts';
import { systemClock } from './lib/clock.ts';
import { newId } from './lib/ids.ts';
import type { TrashKind } from './lib/trash-kind.ts';
import type { Database } from './storage/database.ts';
import type { Maintenance, MaintenanceTask } from './storage/maintenance.ts';

export interface CalendarOptions {
  readonly database: Database;
  readonly record: RecordChange;
  readonly machineZone: () => string;
  readonly maintenance: Maintenance;
}

export interface CalendarFeature {
  readonly events: Events;
  readonly calendars: Calendars;
  readonly trash: TrashKind;
  readonly endpoints: Endpoint[];
}

/** Calendars, their events, and events in the trash. */
export function buildCalendar({ database, record, machineZone, maintenance }: CalendarOptions): CalendarFeature {
  const deleted: MaintenanceTask = { name: 'clear deleted calendars', slice: () => calendars.clearSome() };
  const calendars = new Calendars({
    store: new CalendarStore(database),
    record,
    clock: systemClock,
    newId,
    eventsRemoved: (userId) => {
      opened.series.forgetReach(userId);
    },
    manyLeft: () => {
      maintenance.hurry(deleted);
    },
  });
  // Those that a kill has left as well.
  maintenance.add(deleted);
  const opened = openCalendar({ database, calendars, record, clock: systemClock, newId, machineZone });
  return {
    events: opened.events,
    calendars,
    trash: opened.trash,
    endpoints: [...calendarRoutes(calendars), ...eventRoutes(opened.events)],
  };
}
