// An event of a calendar file (VEVENT) as Daybook keeps it, and what of it has no place here. Pure.

import colorNames from 'color-name';
import { cutText } from '../../../contract/cut-text.ts';
import { firstEpoch, lastEpoch } from '../../../contract/days.ts';
import { defaultColor, ownPurple } from '../../../contract/events.ts';
import { textLimits } from '../../../contract/limits.ts';
import type { Reminder } from '../../../contract/reminders.ts';
import { readAlarms } from './alarms.ts';
import { componentLines, propertyName, ownProperties, type RawComponent } from './content-lines.ts';
import { noTitle, textNames, titleTold } from './event-source.ts';
import { statesIn } from './event-states.ts';
import { isHtml, plainDescription } from './html-description.ts';
import { textIn } from './text-value.ts';
import { alikeIn, dayFromMidnight, type Lines, property, propertyText } from './event-properties.ts';
import {
  readIcsMoment,
  type Property,
  maybeSeriesZone,
  readTimes,
  type ReadOptions,
  type ReadTimes,
  singleZone,
  Unusable,
} from './event-times.ts';
import { recurrenceNames, readIcsRecurrence, type ReadRecurrence } from './read-recurrence.ts';
import { uidFrom } from './uid-from-content.ts';

/** An event that came in by iCalendar. Times in milliseconds since the Unix epoch. */
export interface ImportedEvent {
  readonly uid: string;
  readonly sequence: number;
  /** When it was made, where it says so; milliseconds since the Unix epoch. */
  readonly createdAt: number | null;
  /** Of an occurrence that differs from its series: when the series has it. */
  readonly recurrenceId: number | null;
  /** The midnight by which an occurrence of days is named, where it is; `recurrenceId` is that of its day. */
  readonly midnight?: number;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  /** A CSS colour name; null where the event has none. */
  readonly color: string | null;
  readonly startAt: number;
  readonly endAt: number;
  readonly timeZone: string;
  readonly isAllDay: boolean;
  /** It lasts no time in the file, and `instantMs` here. */
  readonly endsAtStart: boolean;
  /** Its times name no zone. */
  readonly isFloating: boolean;
  readonly recurrence: ReadRecurrence | null;
  /** What of its alarms rings at the beginning or some minutes before. */
  readonly reminders: readonly Reminder[];
  readonly isCancelled: boolean;
  readonly isFree: boolean;
  /** How many of its alarms do not ring here: they are kept. */
  readonly silentAlarms: number;
  /** Lines of properties and components that Daybook does not know, and of alarms, unfolded: they come out again. */
  readonly kept: readonly string[];
  /** Names of properties that could not be kept. */
  readonly lost: readonly string[];
}

/** An occurrence that its series no longer has, of which the file does not tell when it would take place. */
export interface CancelledOccurrence {
  readonly uid: string;
  readonly sequence: number;
  /** When the series has it; milliseconds since the Unix epoch. */
  readonly cancelledAt: number;
}

/** Why an event was left alone. */
export interface SkippedEvent {
  readonly uid: string;
  /** Absent where it has none. */
  readonly title?: string;
  readonly reason: string;
}

/** Characters of what is kept of one event. */
const maxKept = 64 * 1024;
const maxUid = 1_000;

const knownProperties = new Set([
  ...ownProperties,
  'UID',
  'SEQUENCE',
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'COLOR',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
]);

/** `made`: how many events without a UID have said each thing before. */
export function readEvent(
  component: RawComponent,
  options: ReadOptions,
  made: Map<string, number>,
): ImportedEvent | CancelledOccurrence | SkippedEvent {
  const lines = Map.groupBy(component.lines, propertyName);
  const stated = propertyText(lines, 'UID')?.trim() ?? '';
  const uid = stated === '' && !options.isObject ? uidFrom(component, ownProperties, made) : stated;
  try {
    if (uid === '') throw new Unusable('has no UID');
    if (uid.length > maxUid) throw new Unusable('has a UID that is too long');
    return readUsable(component, lines, uid, options);
  } catch (error) {
    const told = { uid: uid.slice(0, maxUid), ...titleTold(propertyText(lines, 'SUMMARY')) };
    if (error instanceof Unusable) return { ...told, reason: error.message };
    if (error instanceof RangeError) return { ...told, reason: 'has a time that does not exist' };
    throw error;
  }
}

/** The names that the times of a file may call a time zone of its own by: with escapes in them, as some programs do, and without. */
export function zoneNames({ lines }: RawComponent): readonly string[] {
  const line = lines.find((each) => propertyName(each) === 'TZID');
  const text = propertyText(Map.groupBy(lines, propertyName), 'TZID');
  return line === undefined ? [] : [line.slice(line.indexOf(':') + 1).trim(), ...(text === null ? [] : [text.trim()])];
}

function readUsable(component: RawComponent, lines: Lines, uid: string, options: ReadOptions): ImportedEvent | CancelledOccurrence {
  const start = property(lines, 'DTSTART');
  const named = alikeIn(lines, start)('RECURRENCE-ID');
  const recurrenceId = dayFromMidnight(named, start);
  const given = { component, lines, uid, start, recurrenceId, midnight: recurrenceId === named ? null : named };
  if (start === null && recurrenceId !== null && statesIn(component.lines).isCancelled)
    return { uid, sequence: sequenceIn(lines), cancelledAt: readIcsMoment(recurrenceId, options).at };
  return readWhole(given, options);
}

interface GivenEvent {
  readonly component: RawComponent;
  readonly lines: Lines;
  readonly uid: string;
  readonly start: Property | null;
  readonly recurrenceId: Property | null;
  /** What `recurrenceId` was made of, where it is another. */
  readonly midnight: Property | null;
}

function readWhole({ component, lines, uid, start, recurrenceId, midnight }: GivenEvent, options: ReadOptions): ImportedEvent {
  const lost = lostOfSeries(lines, recurrenceId?.[1]['range'] !== undefined, recurrenceId !== null);
  const cut = (name: string, text: string | null, limit: number): string | null => {
    const clean = text?.replaceAll('\0', '').toWellFormed() ?? null;
    if (clean === null || clean.length <= limit) return clean;
    lost.push(name);
    return cutText(clean, limit);
  };
  if (start === null) throw new Unusable('has no DTSTART');
  const times: { -readonly [Key in keyof ReadTimes]: ReadTimes[Key] } = readTimes(
    start,
    alikeIn(lines, start)('DTEND'),
    property(lines, 'DURATION'),
    options,
  );
  if (times.startAt < firstEpoch || times.endAt > lastEpoch) throw new Unusable('lies outside of the years 1 to 9999');
  const title = cut('SUMMARY', propertyText(lines, 'SUMMARY'), textLimits.title);
  // An hour of a series is that of its own clocks; a single event needs no more than its instant.
  if (lines.has('RRULE') || lines.has('RDATE')) times.timeZone = seriesZone(lines, start, times, options, lost);
  else if (recurrenceId === null) times.timeZone = singleZone(start, times, options);
  const { reminders, kept, silent } = readAlarms(keptOf(component, lost));
  return {
    uid,
    sequence: sequenceIn(lines),
    createdAt: createdIn(lines),
    recurrenceId: recurrenceId === null ? null : readIcsMoment(recurrenceId, options).at,
    ...midnightIn(midnight, options),
    title: title === null || title.trim() === '' ? noTitle : title,
    description: cut('DESCRIPTION', descriptionIn(lines), textLimits.eventDescription),
    location: cut('LOCATION', propertyText(lines, 'LOCATION'), textLimits.location),
    color: maybeColor(propertyText(lines, 'COLOR')),
    ...times,
    recurrence: recurrenceId === null ? readIcsRecurrence(lines, start, times, options) : null,
    reminders,
    ...statesIn(component.lines),
    kept,
    silentAlarms: silent,
    lost: [...new Set(lost)],
  };
}

/** Nothing where its zone is not known: an occurrence of a series of days is known by its day. */
function midnightIn(midnight: Property | null, options: ReadOptions): Pick<ImportedEvent, 'midnight'> {
  if (midnight === null) return {};
  try {
    return { midnight: readIcsMoment(midnight, options).at };
  } catch (error) {
    if (error instanceof Unusable) return {};
    throw error;
  }
}

/** By clocks that the file alone has a rule goes on by UTC: once these change, its hours are others. Dates are instants. */
function seriesZone(lines: Lines, start: Property, times: ReadTimes, options: ReadOptions, lost: string[]): string {
  const zone = maybeSeriesZone(start, times, options);
  if (zone === null && lines.has('RRULE')) lost.push(`RRULE by the clocks of ${start[1]['tzid']?.trim().slice(0, 100)}`);
  return zone ?? times.timeZone;
}

function descriptionIn(lines: Lines): string | null {
  const text = propertyText(lines, 'DESCRIPTION');
  const plain = text === null ? null : plainDescription(text);
  return plain === '' && text !== '' ? null : plain;
}

function sequenceIn(lines: Lines): number {
  const sequence = Number(propertyText(lines, 'SEQUENCE') ?? 0);
  return Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0;
}

/** In UTC (RFC 5545, 3.8.7.1); the library gives it as ISO 8601. Some programs write the year 0 where they do not know. */
function createdIn(lines: Lines): number | null {
  const stamp = propertyText(lines, 'CREATED') ?? '';
  const at = stamp.endsWith('Z') ? Date.parse(stamp) : Number.NaN;
  return at > 0 ? at : null;
}

/** One rule is kept, and dates; each of them as long as the event is. What differs from an occurrence on is told of that one alone. */
function lostOfSeries(lines: Lines, isRange: boolean, isOccurrence: boolean): string[] {
  const hasPeriods = (lines.get('RDATE') ?? []).some((line) => /^RDATE;[^:]*VALUE=PERIOD/i.test(line));
  const repeats = lines.has('RRULE') || lines.has('RDATE');
  return [
    ...((lines.get('RRULE')?.length ?? 0) > 1 ? ['RRULE'] : []),
    ...(lines.has('EXRULE') ? ['EXRULE'] : []),
    ...(hasPeriods ? ['RDATE;VALUE=PERIOD'] : []),
    ...(isRange ? ['RECURRENCE-ID;RANGE=THISANDFUTURE'] : []),
    // An occurrence does not repeat, and without a rule there is nothing to leave out.
    ...recurrenceNames.filter((name) => lines.has(name) && (isOccurrence || !repeats)),
  ];
}

/** Whether it is a text of an event with parameters, or in HTML. */
function saysMore(line: string): boolean {
  const name = propertyName(line);
  if (!textNames.some((each) => each === name)) return false;
  return line.charAt(name.length) === ';' || (name === 'DESCRIPTION' && isHtml(textIn(line) ?? ''));
}

function keptOf({ lines, components }: RawComponent, lost: string[]): string[] {
  const kept: string[] = [];
  let room = maxKept;
  const keep = (name: string, block: readonly string[]): void => {
    // Other programs refuse a whole calendar for one of these.
    if (block.some((line) => propertyName(line) === '')) lost.push('a line without a name');
    const lines = block.filter((line) => propertyName(line) !== '');
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    if (length > room || lines.some((line) => line.includes('\0'))) {
      lost.push(name);
      return;
    }
    room -= length;
    kept.push(...lines.map((line) => line.toWellFormed()));
  };
  const first = new Set<string>();
  for (const line of lines) {
    const name = propertyName(line);
    if (!knownProperties.has(name) || (saysMore(line) && !first.has(name))) keep(name, [line]);
    first.add(name);
  }
  for (const component of components) keep(component.name, componentLines(component));
  return kept;
}

/** Null for none that has a name. */
function maybeColor(text: string | null | undefined): string | null {
  const name = text?.toLowerCase() ?? '';
  if (name === defaultColor) return ownPurple;
  return Object.hasOwn(colorNames, name) ? name : null;
}
