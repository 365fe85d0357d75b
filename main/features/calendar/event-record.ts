// Events and their occurrences as the interface gives them.

import { Temporal } from 'temporal-polyfill';
import type { Event } from '../../contract/events.ts';
import { toInstant } from '../../lib/clock.ts';
import type { Override } from './series-store.ts';
import type { StoredEvent } from './store.ts';
import { dayEpochOf, dayWallOf } from './recurrence/wall.ts';

/** An occurrence of a series; times in milliseconds since the Unix epoch. */
export interface Occurrence {
  readonly series: StoredEvent;
  /** When the series has it. */
  readonly originalAt: number;
  /** When it takes place. */
  readonly startAt: number;
  readonly endAt: number;
  /** What differs from the series; null where nothing does. */
  readonly override: Override | null;
}

export function toEventReply(event: StoredEvent): Event {
  const startTime = toInstant(event.startAt);
  const createdAt = toInstant(event.createdAt);
  return {
    id: event.id,
    title: event.title,
    description: event.description,
    location: event.location,
    color: event.color,
    isAllDay: event.isAllDay,
    startTime,
    endTime: toInstant(event.endAt),
    timeZone: event.timeZone,
    calendarId: event.calendarId,
    reminders: [...event.reminders],
    isCancelled: event.isCancelled,
    isFree: event.isFree,
    recurrence: event.recurrence,
    occurrenceId: event.id,
    seriesStart: event.recurrence === null ? null : startTime,
    followsId: event.followsId,
    version: event.version,
    createdAt,
    updatedAt: event.updatedAt === event.createdAt ? createdAt : toInstant(event.updatedAt),
  };
}

/** The replies of series that were listed lately. */
const masters = new WeakMap<StoredEvent, Event>();

function masterReply(series: StoredEvent): Event {
  let master = masters.get(series);
  if (master === undefined) masters.set(series, (master = toEventReply(series)));
  return master;
}

export function occurrenceReply(occurrence: Occurrence): Event {
  const { series, originalAt, startAt, endAt, override } = occurrence;
  const master = masterReply(series);
  const own = override === null ? master : toEventReply(occurrenceFields(occurrence));
  // Written out: to spread the master took longer than all the rest of a list.
  return {
    id: own.id,
    title: own.title,
    description: own.description,
    location: own.location,
    color: own.color,
    isAllDay: own.isAllDay,
    startTime: toInstant(startAt),
    endTime: toInstant(endAt),
    timeZone: own.timeZone,
    calendarId: own.calendarId,
    reminders: own.reminders,
    isCancelled: own.isCancelled,
    isFree: own.isFree,
    recurrence: own.recurrence,
    occurrenceId: occurrenceId(series, originalAt),
    seriesStart: master.startTime,
    followsId: own.followsId,
    version: own.version,
    createdAt: own.createdAt,
    updatedAt: own.updatedAt,
  };
}

/** The series' fields as this occurrence has them. */
export function occurrenceFields({ series, startAt, endAt, override }: Occurrence): StoredEvent {
  if (override === null) return { ...series, startAt, endAt };
  const { times, ...texts } = override.fields;
  return { ...series, startAt, endAt, ...texts, ...times };
}

/** The id of the occurrence that the series has at an instant: `<id>_20260301T083000Z` in UTC, of an all-day series `<id>_20260301`. */
export function occurrenceId(series: StoredEvent, originalAt: number): string {
  const wall = series.isAllDay ? dayWallOf(originalAt, series.timeZone) : originalAt;
  const text = toInstant(wall);
  const date = text.slice(0, 4) + text.slice(5, 7) + text.slice(8, 10);
  return `${series.id}_${series.isAllDay ? date : `${date}T${text.slice(11, 13)}${text.slice(14, 16)}${text.slice(17, 19)}Z`}`;
}

/** An id of the interface: of a record, or of an occurrence. */
interface EventId {
  readonly id: string;
  /** What names the occurrence; null for the record itself. */
  readonly stamp: string | null;
}

export function readEventId(text: string): EventId {
  const [, id = text, stamp = null] = /^([^_]*)_(\d{8}(?:T\d{6}Z)?)$/.exec(text) ?? [];
  return { id, stamp };
}

/** The second in which the occurrence starts; null if no time is named, or not in the form of this series. */
export function stampedStart(series: StoredEvent, stamp: string): number | null {
  if (series.isAllDay !== !stamp.includes('T')) return null;
  const date = `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`;
  try {
    if (series.isAllDay) return dayEpochOf(Date.parse(Temporal.PlainDate.from(date).toString()), series.timeZone);
    const time = `${stamp.slice(9, 11)}:${stamp.slice(11, 13)}:${stamp.slice(13, 15)}`;
    return Temporal.Instant.from(`${date}T${time}Z`).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
