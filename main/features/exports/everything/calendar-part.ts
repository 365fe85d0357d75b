// What `calendar.json` tells of calendars, each with all of its events; the same events are in a file of iCalendar.

import type { ArchivedCalendar, ArchivedCalendars, ArchivedEvent, Written, WrittenFile } from '../../../contract/archive.ts';
import type { Recurrence } from '../../../contract/recurrence.ts';
import type { Reminder } from '../../../contract/reminders.ts';
import { toInstant } from '../../../lib/clock.ts';
import { listText, nestedText, objectText } from './json-text.ts';
import { versionAndTimes } from './notes-part.ts';
import type { CalendarRow, RecordStore } from './record-store.ts';
import { FolderNames } from './safe-names.ts';

/** An event as it is stored, with what comes out with it. */
interface WholeEvent {
  readonly event: {
    readonly id: string;
    readonly title: string;
    readonly description: string | null;
    readonly location: string | null;
    readonly color: string;
    readonly isAllDay: boolean;
    readonly startAt: number;
    readonly endAt: number;
    readonly timeZone: string;
    readonly recurrence: Recurrence | null;
    readonly reminders: readonly Reminder[];
    readonly isCancelled: boolean;
    readonly isFree: boolean;
    readonly followsId: string | null;
    readonly version: number;
    readonly createdAt: number;
    readonly updatedAt: number;
  };
  readonly overrides: readonly { readonly originalAt: number; readonly startAt: number; readonly endAt: number; readonly fields: object }[];
  /** What it came in with; null for one that was made here. */
  readonly source: object | null;
}

/** The events of calendars, which the feature of the calendar reads and writes as iCalendar. */
export interface CalendarSource {
  events(calendarId: string): Iterable<WholeEvent>;
  /** All of it as a file, piece by piece. */
  ics(calendarId: string, name: string): Iterable<string>;
}

export interface PlacedCalendar extends CalendarRow {
  readonly path: string;
}

export function placeCalendars(store: Pick<RecordStore, 'calendars'>): PlacedCalendar[] {
  const names = new FolderNames('calendar/');
  return store.calendars().map((calendar) => ({ ...calendar, path: names.file(calendar.name, 'ics', 'Calendar') }));
}

export function calendarJson(calendars: readonly PlacedCalendar[], source: CalendarSource, counted: () => void): Generator<string> {
  const events = ({ id }: PlacedCalendar): Generator<string> => listText(eventsJson(source.events(id), counted));
  const parts: WrittenFile<typeof ArchivedCalendars> = { calendars: nestedText(calendars, headJson, 'events', events) };
  return objectText(parts);
}

function headJson({
  id,
  path,
  name,
  color,
  isVisible,
  isDefault,
  url,
  refreshedAt,
  error,
  ...times
}: PlacedCalendar): Written<typeof ArchivedCalendar, 'events'> {
  return {
    id,
    path,
    name,
    color,
    isVisible: isVisible === 1,
    isDefault: isDefault === 1,
    source: url === null ? 'local' : 'subscription',
    url,
    refreshedAt: refreshedAt === null ? null : toInstant(refreshedAt),
    error,
    ...versionAndTimes(times),
  };
}

function* eventsJson(events: Iterable<WholeEvent>, counted: () => void): Generator<Written<typeof ArchivedEvent>> {
  for (const { event, overrides, source } of events) {
    counted();
    const { id, title, description, location, color, isAllDay, startAt, endAt, timeZone, recurrence } = event;
    const { reminders, isCancelled, isFree, followsId } = event;
    const span = { startTime: toInstant(startAt), endTime: toInstant(endAt) };
    yield {
      id,
      title,
      description,
      location,
      color,
      isAllDay,
      ...span,
      timeZone,
      recurrence,
      reminders,
      isCancelled,
      isFree,
      followsId,
      overrides: overrides.map(({ originalAt, fields, ...times }) => ({
        originalStart: toInstant(originalAt),
        startTime: toInstant(times.startAt),
        endTime: toInstant(times.endAt),
        fields,
      })),
      source,
      ...versionAndTimes(event),
    };
  }
}
