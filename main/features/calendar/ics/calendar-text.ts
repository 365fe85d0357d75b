// Events as iCalendar (RFC 5545). Pure. Loaded with the first export, with the library that writes values.

import colorNames from 'color-name';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { dayMs, lastEpoch } from '../../../contract/days.ts';
import { defaultColor, ownPurple } from '../../../contract/events.ts';
import { compactStamp } from '../../../lib/clock.ts';
import type { Override } from '../series-store.ts';
import type { StoredEvent } from '../store.ts';
import { withStrictUntil } from '../recurrence/until.ts';
import { occurrenceStart } from '../recurrence/move.ts';
import { maybeSkippedAt, withoutNamedTime } from '../recurrence/pinned-time.ts';
import { dayWallOf, epochOf, maybeSteadyWallOf, wallOf, wallText } from '../recurrence/wall.ts';
import { withAlarms } from './alarms.ts';
import { propertyName, readComponents } from './content-lines.ts';
import { firstAlone, instantMs, noTitle, sequenceOf, textNames, type EventSource } from './event-source.ts';
import { withStates } from './event-states.ts';
import { plainDescription } from './html-description.ts';
import { propertyParts, textIn } from './text-value.ts';
import { zoneLines } from './zone-lines.ts';

/** An event with all that comes out with it. */
export interface ExportedEvent {
  readonly event: StoredEvent;
  readonly overrides: readonly Override[];
  /** As it came in; null for an event that was made here. */
  readonly source: EventSource | null;
}

/** Which span of time of a zone the events need. */
export type ZoneUse = Map<string, { from: number; until: number }>;

/** For a series without an end the rules of its zone are told for so long; milliseconds. */
const openEnd = 20 * 366 * dayMs;

/** What stands before all events. */
export function calendarHead(name: string | null, zones: ZoneUse): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Daybook//Daybook//EN', 'CALSCALE:GREGORIAN'];
  if (name !== null) lines.push(property('NAME', name), property('X-WR-CALNAME', name));
  for (const [timeZone, { from, until }] of zones) if (timeZone !== 'UTC') lines.push(...zoneLines(timeZone, from, until));
  return folded(lines);
}

export const calendarEnd = 'END:VCALENDAR\r\n';

interface TextOptions {
  /** Occurrences that differ and are told; all of them if absent. */
  readonly told?: readonly Override[];
  /** For a client of CalDAV, which gets back what it has put: of a series that was made for occurrences those alone. */
  readonly isObject?: boolean;
}

/** One or more VEVENTs. Adds to `zones` what is needed of them. */
export function eventComponents(
  exported: ExportedEvent,
  zones: ZoneUse,
  { told = exported.overrides, isObject = false }: TextOptions = {},
): string {
  const { source } = exported;
  const event = asGiven(exported.event, source);
  const { recurrence } = event;
  const origin = originOf(event, source);
  const repeats =
    recurrence === null
      ? []
      : [
          `RRULE:${withoutNamedTime(withStrictUntil(recurrence.rrule, event), skippedAt(event.startAt, event), event)}`,
          ...dateLines('RDATE', isObject ? datesToTell(exported, told) : recurrence.rdates, event, zones),
          ...dateLines('EXDATE', recurrence.exdates, event, zones),
        ];
  const at = source?.recurrenceId ?? null;
  const own = [
    ...timeLines(origin, event, zones),
    ...(at === null ? [] : [event.isAllDay ? moment('RECURRENCE-ID', at, event, zones) : `RECURRENCE-ID:${utc(at)}`]),
    ...repeats,
  ];
  const lines = [
    ...(isObject && lacksSeries(exported) ? [] : vevent(origin, event, own, source?.kept)),
    ...told.flatMap(({ originalAt, startAt, endAt, fields: { times, ...texts } }) => {
      const occurrence = asGiven({ ...event, recurrence: null, startAt, endAt, ...texts, ...times }, source);
      const own = [...timeLines(origin, occurrence, zones), moment('RECURRENCE-ID', originalAt, event, zones)];
      return vevent(originOf(event, source, originalAt), occurrence, own, source?.keptOf?.[originalAt]);
    }),
  ];
  if (recurrence !== null && !event.isAllDay && !event.isFloating) use(zones, event.timeZone, event.startAt, Date.now() + openEnd);
  return folded(lines);
}

/** Added dates, but those from before the series that an occurrence tells itself, as a client has put it. What is cancelled tells none. */
function datesToTell({ event }: ExportedEvent, told: readonly Override[]): readonly string[] {
  const telling = told.filter(({ originalAt, fields }) => originalAt < event.startAt && !(fields.isCancelled ?? event.isCancelled));
  const early = telling.map(({ originalAt }) => occurrenceStart(originalAt, event));
  return event.recurrence?.rdates.filter((text) => !early.includes(text)) ?? [];
}

/** Whose times name no zone, where they came in so and are still those of the clocks by which they were read. */
interface GivenEvent extends StoredEvent {
  readonly isFloating: boolean;
}

function asGiven(event: StoredEvent, source: EventSource | null): GivenEvent {
  return { ...event, isFloating: event.timeZone === source?.floatingIn };
}

/** Whether the series was made for occurrences that a client has put, and has no others by now. */
function lacksSeries({ event: { recurrence }, overrides, source }: ExportedEvent): boolean {
  if (source?.lacksSeries !== true || recurrence?.rrule !== firstAlone) return false;
  return overrides.length === 1 + recurrence.rdates.length - recurrence.exdates.length;
}

/** A property of an event as it goes out. */
export interface WrittenProperty {
  readonly name: string;
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The properties of an event and of its occurrences that differ, as a client gets them. */
export function writtenProperties(event: ExportedEvent): WrittenProperty[] {
  const text = calendarHead(null, new Map()) + eventComponents(event, new Map(), { isObject: true }) + calendarEnd;
  return readComponents(text).flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const parts = propertyParts(line);
      return parts === null ? [] : [{ name: propertyName(line), ...parts }];
    }),
  );
}

/** An occurrence of a series as an event of its own, in UTC; of a single event that event. Nothing of a zone is needed. */
export function occurrenceText(
  { event, source }: ExportedEvent,
  { originalAt, fields, kept }: { readonly originalAt: number | null; readonly fields: StoredEvent; readonly kept: readonly string[] },
): string {
  const zones: ZoneUse = new Map();
  const inUtc = <T extends Pick<StoredEvent, 'isAllDay' | 'timeZone'>>(of: T): T => (of.isAllDay ? of : { ...of, timeZone: 'UTC' });
  const origin = originOf(event, source, originalAt);
  const id = originalAt === null ? [] : [moment('RECURRENCE-ID', originalAt, inUtc(event), zones)];
  return folded(vevent(origin, fields, [...timeLines(origin, inUtc(fields), zones), ...id], kept));
}

/** What all VEVENTs of an event have in common. */
type Origin = Pick<EventSource, 'uid' | 'sequence' | 'hasInstants'>;

/** Of an occurrence that differs with its own SEQUENCE. */
function originOf(event: StoredEvent, source: EventSource | null, originalAt: number | null = null): Origin {
  return {
    uid: source?.uid ?? event.id,
    sequence: sequenceOf(event, source, originalAt),
    ...(source?.hasInstants === true ? { hasInstants: true } : {}),
  };
}

/** `own`: when it takes place. `kept`: lines of this very occurrence, see `EventSource`. */
function vevent({ uid, sequence }: Origin, event: StoredEvent, own: readonly string[], kept: readonly string[] = []): string[] {
  const { title, description, location, color, createdAt, updatedAt, reminders } = event;
  const { texts, others } = splitTexts(withStates(kept, event));
  return [
    'BEGIN:VEVENT',
    property('UID', uid),
    `DTSTAMP:${utc(updatedAt)}`,
    `CREATED:${utc(createdAt)}`,
    `LAST-MODIFIED:${utc(updatedAt)}`,
    `SEQUENCE:${sequence}`,
    ...textLines('SUMMARY', title === noTitle ? null : title, texts),
    ...textLines('DESCRIPTION', description, texts),
    ...textLines('LOCATION', location, texts),
    ...colorLines(color),
    ...own,
    ...withAlarms(others, reminders, () => property('DESCRIPTION', title)),
    'END:VEVENT',
  ];
}

/** Colours are told by their names alone. */
function colorLines(color: string): string[] {
  if (color === ownPurple) return [`COLOR:${defaultColor}`];
  return color !== defaultColor && Object.hasOwn(colorNames, color) ? [`COLOR:${color}`] : [];
}

type TextName = (typeof textNames)[number];

/** The texts of the event itself among kept lines; what follows a component belongs to one. */
function splitTexts(kept: readonly string[]): { readonly texts: ReadonlyMap<TextName, string>; readonly others: readonly string[] } {
  const texts = new Map<TextName, string>();
  const begun = kept.findIndex((line) => /^BEGIN:/i.test(line));
  const others = kept.filter((line, index) => {
    const name = begun === -1 || index < begun ? textNames.find((each) => each === propertyName(line)) : undefined;
    if (name !== undefined) texts.set(name, line);
    return name === undefined;
  });
  return { texts, others };
}

/** A text as it came in, with its parameters, as long as it is still that. */
function textLines(name: TextName, text: string | null, texts: ReadonlyMap<TextName, string>): string[] {
  if (text === null) return [];
  const line = texts.get(name);
  const said = line === undefined ? null : textIn(line);
  const isSame = said !== null && (name === 'DESCRIPTION' ? plainDescription(said) : said) === text;
  return [line !== undefined && isSame ? line : property(name, text)];
}

/** A property whose value is text, escaped. */
function property(name: string, value: string): string {
  const text = value.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n|\t)\p{Cc}/gu, ' ');
  return ICAL.stringify.property([name.toLowerCase(), {}, 'text', text], ICAL.design.icalendar, true);
}

function dateLines(name: string, texts: readonly string[], event: StoredEvent, zones: ZoneUse): string[] {
  return texts.map((text) =>
    event.isAllDay ? `${name};VALUE=DATE:${text.replaceAll('-', '')}` : moment(name, Date.parse(text), event, zones),
  );
}

type Span = StoredEvent & Partial<Pick<GivenEvent, 'isFloating'>>;

/** Of a series those of its first occurrence. */
function timeLines({ hasInstants }: Origin, event: Span, zones: ZoneUse): string[] {
  const { startAt, endAt } = event;
  const start = moment('DTSTART', startAt, event, zones);
  // RFC 5545, 3.6.1: without it the event ends as it begins.
  if (hasInstants === true && endAt - startAt === instantMs) return [start];
  // From a time that the clocks skip, other programs would count to an end on the clocks in ways of their own.
  const { isSecond = false, isSkipped = false } = event.isAllDay || event.recurrence === null ? {} : onClocks(startAt, event);
  if (isSecond || isSkipped) return [start, `DURATION:${lengthOf(startAt, endAt)}`];
  if (event.isAllDay && dayWallOf(endAt, event.timeZone) > lastEpoch) return [start, `DURATION:P${daysOf(event)}D`];
  return [start, moment('DTEND', endAt, { ...event, recurrence: null }, zones)];
}

function daysOf({ startAt, endAt, timeZone }: Span): number {
  return Math.round((dayWallOf(endAt, timeZone) - dayWallOf(startAt, timeZone)) / dayMs);
}

/** In hours of sixty minutes and whole seconds, as the times are told. */
function lengthOf(startAt: number, endAt: number): string {
  const seconds = Math.floor(endAt / 1000) - Math.floor(startAt / 1000);
  return Temporal.Duration.from({ seconds }).round({ largestUnit: 'hours' }).toString();
}

interface OnClocks {
  readonly wall: number;
  /** Whether the clocks skip that. */
  readonly isSkipped: boolean;
  /** Whether it is the second instant at which they show it: to name that is to mean the first (RFC 5545, 3.3.5). */
  readonly isSecond: boolean;
}

/** The time on the clocks by which an instant is known. */
function onClocks(at: number, event: StoredEvent): OnClocks {
  const { timeZone } = event;
  // Nearly always: to look closer at each line takes longer than all the rest.
  const steady = maybeSteadyWallOf(at, timeZone);
  if (steady !== null) return { wall: steady, isSkipped: false, isSecond: false };
  const wall = wallOf(at, timeZone);
  const skipped = skippedAt(at, event);
  return { wall: skipped ?? wall, isSkipped: skipped !== null, isSecond: epochOf(wall, timeZone) !== at };
}

/** Where the clocks skip what the rule gives, other programs know the occurrence by that (RFC 5545, 3.3.5). */
function skippedAt(at: number, { recurrence, ...event }: StoredEvent): number | null {
  return recurrence === null ? null : maybeSkippedAt({ ...event, recurrence }, at);
}

/** A time on the clocks of the event's zone, or in UTC; of an all-day event the date. Of a series the start of an occurrence. */
function moment(name: string, at: number, event: Span, zones: ZoneUse): string {
  const { isAllDay, timeZone, isFloating = false } = event;
  if (isAllDay) return `${name};VALUE=DATE:${wallText(dayWallOf(at, timeZone)).slice(0, 10).replaceAll('-', '')}`;
  if (timeZone === 'UTC' && !isFloating) return `${name}:${utc(at)}`;
  const { wall, isSecond } = onClocks(at, event);
  // East of UTC the last hours are those of the year 10000, which a date of iCalendar cannot tell.
  if (wall > lastEpoch) return `${name}:${utc(at)}`;
  const clock = compactStamp(wall);
  if (isFloating) return `${name}:${clock}`;
  // The start of a series tells by whose clocks it goes.
  if (isSecond && (name !== 'DTSTART' || event.recurrence === null)) return `${name}:${utc(at)}`;
  use(zones, timeZone, at, at);
  return `${name};TZID=${timeZone}:${clock}`;
}

function use(zones: ZoneUse, timeZone: string, from: number, until: number): void {
  const known = zones.get(timeZone);
  if (known === undefined) zones.set(timeZone, { from, until });
  else {
    known.from = Math.min(known.from, from);
    known.until = Math.max(known.until, until);
  }
}

const utc = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second', roundingMode: 'floor' }).replaceAll(/[-:]/g, '');

// Of a line that goes on the library does not count the space that it begins with.
ICAL.foldLength = 74;

/** At most 75 octets a line (RFC 5545, 3.1). */
function folded(lines: readonly string[]): string {
  return lines.map((line) => `${ICAL.helpers.foldline(line)}\r\n`).join('');
}
