// The SQL of calendar events. Every statement names the user, so that another user's event is one that never was.

import { dayMs } from '../../contract/days.ts';
import { folded } from '../../lib/folded.ts';
import type { Database } from '../../storage/database.ts';
import type { Reminder } from '../../contract/reminders.ts';
import type { Recurrence } from '../../contract/recurrence.ts';
import type { Range, Times } from './times.ts';

/** An event as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredEvent extends Times {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly color: string;
  readonly calendarId: string;
  readonly reminders: readonly Reminder[];
  /** It does not take place: it does not ring, and its time is free. */
  readonly isCancelled: boolean;
  /** Its time is free all the same. */
  readonly isFree: boolean;
  /** Since when it rings: `ringsFromAfter` tells. Absent or null, in those of earlier versions: always. */
  readonly ringsFrom?: number | null;
  /** How it repeats; null for a single event. */
  readonly recurrence: Recurrence | null;
  /** The series that it was split off. */
  readonly followsId: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An event that is to be stored: without a calendar it comes into the default one. */
export type NewEvent = Omit<StoredEvent, 'calendarId'> & { readonly calendarId: string | null };

type Flag = 'isAllDay' | 'isCancelled' | 'isFree';

/** As a statement with `eventColumns` gives it. */
export type EventRow = Omit<StoredEvent, Flag | 'recurrence' | 'reminders'> & {
  readonly [Name in Flag]: 0 | 1;
} & {
  readonly recurrence: string | null;
  readonly reminders: string | null;
};

type Row = EventRow;

export interface Totals {
  readonly events: number;
  readonly allDay: number;
  readonly byColor: Record<string, number>;
}

/**
 * The longest duration in each span class, in milliseconds; one more class holds what is longer.
 * Events that began before a range and reach into it cannot be found by their start alone. Within a class
 * none lasts longer than its length, so that no start earlier than that needs to be looked at.
 */
const spanLengths = [1, 8, 64, 512, 4096].map((days) => days * dayMs);

function spanClass(duration: number): number {
  const index = spanLengths.findIndex((length) => duration <= length);
  return index === -1 ? spanLengths.length : index;
}

/** Those whose calendar is being deleted with its events are in no answer; those that are being moved are in the new one already. */
const notDeletedSql = `calendar_id NOT IN
  (SELECT calendars.id FROM calendars
  WHERE calendars.user_id = @userId AND calendars.deleted_at IS NOT NULL AND calendars.moved_to IS NULL)`;

/** What a list may show: of all calendars, of one, or of those alone that are shown. */
export const shownEvents = `${notDeletedSql} AND (@calendarId IS NULL OR calendar_id IN (SELECT calendars.id FROM calendars
  WHERE calendars.user_id = @userId AND (calendars.id = @calendarId OR calendars.moved_to = @calendarId)))
  AND (@visible = 0 OR calendar_id NOT IN (SELECT calendars.id FROM calendars
    LEFT JOIN calendars AS target ON target.id = calendars.moved_to
    WHERE calendars.user_id = @userId AND coalesce(target.is_visible, calendars.is_visible) = 0))`;

/** SELECTs of the single events that overlap [@from, @until); each reads an index in the order (start_at, id). */
function overlapping(columns: string): string {
  const select = `SELECT ${columns} FROM events`;
  const within = `${select} INDEXED BY events_by_start WHERE user_id = @userId AND start_at >= @from AND start_at < @until
    AND is_series = 0 AND ${shownEvents}`;
  const [shortest = dayMs, ...others] = spanLengths;
  // Of those that began less than the shortest length before, the longer ones are found in their own class.
  const short = `${select} INDEXED BY events_by_start WHERE user_id = @userId AND start_at > @from - ${shortest} AND start_at < @from
    AND end_at > @from AND end_at <= start_at + ${shortest} AND is_series = 0 AND ${shownEvents}`;
  const long = [...others, null].map((length, index) => {
    const lookBack = length === null ? '' : ` AND start_at > @from - ${length}`;
    return `${select} INDEXED BY events_by_span WHERE user_id = @userId AND span > 0 AND span = ${index + 1}${lookBack}
      AND start_at < @from AND end_at > @from AND ${shownEvents}`;
  });
  return [short, ...long, within].join(' UNION ALL ');
}

// While none is being emptied into another, which is asked once, no event is looked for in the calendars.
const inCalendar = `iif(EXISTS (SELECT 1 FROM calendars WHERE calendars.user_id = @userId AND calendars.moved_to IS NOT NULL),
  coalesce((SELECT calendars.moved_to FROM calendars WHERE calendars.id = calendar_id), calendar_id), calendar_id)`;

export const eventColumns = `
  events.id, title, description, location, color, is_all_day AS isAllDay, events.start_at AS startAt, end_at AS endAt,
  time_zone AS timeZone, recurrence, reminders, is_cancelled AS isCancelled, is_free AS isFree, rings_from AS ringsFrom,
  ${inCalendar} AS calendarId,
  follows_id AS followsId, version, created_at AS createdAt, updated_at AS updatedAt`;

/** The statements, to be explained in tests. */
export const eventSql = {
  byId: `SELECT ${eventColumns} FROM events WHERE id = @id AND user_id = @userId AND ${notDeletedSql}`,
  // The page is found in the indexes alone; only its own rows are then read. SQLite merges the SELECTs lazily, without sorting.
  page: `
    SELECT ${eventColumns}
    FROM (${overlapping('rowid AS event_row, start_at, id')} ORDER BY start_at, id LIMIT @limit OFFSET @offset) AS page
    CROSS JOIN events ON events.rowid = page.event_row AND events.user_id = @userId
    ORDER BY page.start_at, page.id`,
  ids: overlapping('id'),
  count: `SELECT count(*) AS events FROM (${overlapping('1')})`,
  totals: `SELECT color, count(*) AS events, sum(is_all_day) AS allDay FROM (${overlapping('color, is_all_day')}) GROUP BY color`,
  insert: `
    INSERT INTO events (id, user_id, title, description, location, color, is_all_day, start_at, end_at, time_zone, span, recurrence,
      reminders, is_cancelled, is_free, rings_from, follows_id, is_series, version, created_at, updated_at, search, calendar_id)
    VALUES (@id, @userId, @title, @description, @location, @color, @isAllDay, @startAt, @endAt, @timeZone, @span, @recurrence,
      @reminders, @isCancelled, @isFree, @ringsFrom, @followsId, @isSeries, @version, @createdAt, @updatedAt, @search,
      coalesce(@calendarId, (SELECT id FROM calendars WHERE user_id = @userId AND is_default = 1)))
    RETURNING calendar_id`,
  update: `
    UPDATE events SET title = @title, description = @description, location = @location, color = @color, is_all_day = @isAllDay,
      start_at = @startAt, end_at = @endAt, time_zone = @timeZone, span = @span, recurrence = @recurrence, reminders = @reminders,
      is_cancelled = @isCancelled, is_free = @isFree, rings_from = @ringsFrom,
      follows_id = @followsId, is_series = @isSeries, version = @version, updated_at = @updatedAt, search = @search,
      calendar_id = @calendarId
    WHERE id = @id AND user_id = @userId`,
  reminded: `
    SELECT ${eventColumns} FROM events INDEXED BY events_reminded
    WHERE user_id = @userId AND reminders IS NOT NULL AND is_series = 0 AND start_at >= @from AND start_at < @until AND ${shownEvents}
    ORDER BY start_at, id`,
  remove: 'DELETE FROM events WHERE id = @id AND user_id = @userId',
} as const;

export interface Key {
  readonly userId: string;
  readonly id: string;
}

/** Which events are looked for. */
export interface EventFilter extends Range {
  /** Null or absent for all calendars. */
  readonly calendarId?: string | null;
  /** Whether calendars that are not shown are left out. */
  readonly visible?: boolean;
}

export interface InRange {
  readonly userId: string;
  readonly calendarId: string | null;
  readonly visible: 0 | 1;
  readonly from: number;
  readonly until: number;
}

export class EventStore {
  readonly #byId;
  readonly #page;
  readonly #ids;
  readonly #count;
  readonly #totals;
  readonly #reminded;
  readonly #insert;
  readonly #update;
  readonly #remove;

  constructor(database: Database) {
    this.#byId = database.prepare<Key, Row>(eventSql.byId);
    this.#page = database.prepare<InRange & { limit: number; offset: number }, Row>(eventSql.page);
    this.#ids = database.prepare<InRange, string>(eventSql.ids).pluck();
    this.#count = database.prepare<InRange, { events: number }>(eventSql.count);
    this.#totals = database.prepare<InRange, { color: string; events: number; allDay: number }>(eventSql.totals);
    this.#reminded = database.prepare<InRange, Row>(eventSql.reminded);
    this.#insert = database.prepare<object, string>(eventSql.insert).pluck();
    this.#update = database.prepare<object>(eventSql.update);
    this.#remove = database.prepare<Key>(eventSql.remove);
  }

  /** Null if the user has no such event. */
  maybeEvent(userId: string, id: string): StoredEvent | null {
    const row = this.#byId.get({ userId, id });
    return row === undefined ? null : toEvent(row);
  }

  /** Those that overlap the range, by start and then id; at most `limit` after the first `offset`. */
  page(userId: string, range: EventFilter, { limit, offset }: { limit: number; offset: number }): StoredEvent[] {
    return this.#page.all({ ...inRange(userId, range), limit, offset }).map(toEvent);
  }

  /** Of those that overlap the range, in no order: tens of thousands take some milliseconds. */
  ids(userId: string, range: EventFilter): string[] {
    return this.#ids.all(inRange(userId, range));
  }

  /** How many overlap the range. */
  count(userId: string, range: EventFilter): number {
    return this.#count.get(inRange(userId, range))?.events ?? 0;
  }

  totals(userId: string, range: EventFilter): Totals {
    const rows = this.#totals.all(inRange(userId, range));
    return {
      events: rows.reduce((sum, row) => sum + row.events, 0),
      allDay: rows.reduce((sum, row) => sum + row.allDay, 0),
      byColor: Object.fromEntries(rows.map((row) => [row.color, row.events])),
    };
  }

  /** Single events with reminders that start in the range, by start. */
  reminded(userId: string, range: Range): StoredEvent[] {
    return this.#reminded.all(inRange(userId, range)).map(toEvent);
  }

  /** The event as it is stored. */
  insert(userId: string, event: NewEvent): StoredEvent {
    const calendarId = this.#insert.get(toRow(userId, event));
    if (calendarId === undefined) throw new Error('An event was not stored');
    return { ...event, calendarId };
  }

  /** Replaces the event that has this id. */
  update(userId: string, event: StoredEvent): void {
    this.#update.run(toRow(userId, event));
  }

  remove(userId: string, id: string): void {
    this.#remove.run({ userId, id });
  }
}

/** An open side of the range becomes the end of time as JavaScript knows it. */
export function inRange(userId: string, { from, until, calendarId = null, visible = false }: EventFilter): InRange {
  return { userId, calendarId, visible: visible ? 1 : 0, from: from ?? -8.64e15, until: until ?? 8.64e15 };
}

export function toEvent(row: EventRow): StoredEvent {
  const { recurrence, reminders } = row;
  return {
    ...row,
    isAllDay: row.isAllDay === 1,
    isCancelled: row.isCancelled === 1,
    isFree: row.isFree === 1,
    recurrence: recurrence === null ? null : (JSON.parse(recurrence) as Recurrence),
    reminders: reminders === null ? [] : (JSON.parse(reminders) as Reminder[]),
  };
}

/** What is searched of an event. */
export function searchedText({ title, location, description }: Pick<NewEvent, 'title' | 'location' | 'description'>): string {
  return [title, location, description].filter((text) => text !== null).join('\n');
}

const beyondAscii = /[^\0-\x7F]/;

/** As the column keeps it: null for ASCII, which SQLite folds by itself. */
function storedSearch(event: NewEvent): string | null {
  const text = searchedText(event);
  return beyondAscii.test(text) ? folded(text) : null;
}

function toRow(userId: string, event: NewEvent): object {
  const isSeries = event.recurrence !== null;
  return {
    ...event,
    userId,
    isAllDay: event.isAllDay ? 1 : 0,
    isCancelled: event.isCancelled ? 1 : 0,
    isFree: event.isFree ? 1 : 0,
    span: isSeries ? -1 : spanClass(event.endAt - event.startAt),
    recurrence: isSeries ? JSON.stringify(event.recurrence) : null,
    isSeries: isSeries ? 1 : 0,
    search: storedSearch(event),
    // Those without are in no index of reminders.
    reminders: event.reminders.length === 0 ? null : JSON.stringify(event.reminders),
    ringsFrom: event.ringsFrom ?? null,
  };
}
