// Reads a calendar file in a thread of its own: a large one takes seconds.

import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../lib/app-error.ts';
import { leaveOutCancelled, type ReadGroup } from './cancelled-occurrences.ts';
import { calendarText, CalendarTextError, readComponents, type RawComponent } from './content-lines.ts';
import { titleTold } from './event-source.ts';
import { recurrenceOf, refusedBy } from './imported-recurrence.ts';
import { readOwnZone, type OwnZone } from './own-zones.ts';
import { readEvent, zoneNames, type CancelledOccurrence, type ImportedEvent, type SkippedEvent } from './read-event.ts';
import { uidOfAnother } from './uid-from-content.ts';
import { maybeTimeZone } from '../time-zone.ts';

export interface ImportJob {
  readonly bytes: Uint8Array;
  /** The IANA zone of times that name none. */
  readonly machineZone: string;
  /** See `ReadOptions`. */
  readonly isObject?: boolean;
}

/** An event with the occurrences that differ; those alone where their series is not in the file. */
export interface ImportedGroup {
  readonly series: ImportedEvent | null;
  readonly others: readonly ImportedEvent[];
  /** Why the series cannot be kept; absent where it can. */
  readonly refused?: SkippedEvent;
  /** The series was not there, and is made for the others. */
  readonly lacksSeries?: true;
}

export type ReadCalendarFile =
  | {
      readonly ok: true;
      /** Lists of groups as JSON in UTF-8: the service reads one after the other, so that none takes long. */
      readonly chunks: readonly Uint8Array[];
      readonly count: number;
      readonly skipped: readonly SkippedEvent[];
      /** All that cannot be read, of which `skipped` holds the first. */
      readonly unreadable: readonly SkippedEvent[];
      /** Kinds of components that Daybook has no place for. */
      readonly lost: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** How many groups one chunk holds. */
const chunkLength = 50;
/** How many losses are told one by one. */
const maxTold = 1_000;

/** What is in a file, or why nothing of it can be used. */
export function readCalendarFile({ bytes, machineZone, isObject = false }: ImportJob): ReadCalendarFile {
  let components: readonly RawComponent[];
  let text: string;
  try {
    text = calendarText(bytes);
    components = readComponents(text);
  } catch (error) {
    if (error instanceof CalendarTextError) return { ok: false, message: error.message };
    if (error instanceof TypeError) return { ok: false, message: 'The calendar is not valid UTF-8' };
    throw error;
  }
  const ownZones = new Map<string, OwnZone>();
  for (const component of components) {
    const zone = component.name === 'VTIMEZONE' ? readOwnZone(component) : null;
    if (zone !== null) for (const name of zoneNames(component)) ownZones.set(name, zone);
  }
  const calendarZone = isObject ? null : calendarZoneIn(text);
  const skipped: SkippedEvent[] = [];
  const unreadable: SkippedEvent[] = [];
  const groups = new Map<string, ReadGroup>();
  const made = new Map<string, number>();
  let count = 0;
  const events = components.filter(({ name }) => name === 'VEVENT');
  for (const component of events) {
    const read = readEvent(component, { machineZone, calendarZone, ownZones, maybeTimeZone, isObject }, made);
    if ('reason' in read) {
      unreadable.push(read);
      continue;
    }
    count += 1;
    const group: ReadGroup = groups.get(read.uid) ?? newGroup();
    groups.set(read.uid, group);
    if (isObject && isSecond(group, read)) skipped.push({ uid: read.uid, reason: 'is there twice' });
    addTo(group, read);
  }
  skipped.unshift(...unreadable.slice(0, maxTold));
  // Of one object the newest counts.
  if (!isObject) skipped.push(...tellApart(groups).slice(0, Math.max(0, maxTold - skipped.length)));
  for (const [uid, group] of groups) {
    nameAsSeries(group);
    skipped.push(...leaveOutCancelled(group, machineZone).slice(0, Math.max(0, maxTold - skipped.length)));
    if (group.series === null && group.others.size === 0) groups.delete(uid);
  }
  const others = components.map(({ name }) => name).filter((name) => name !== 'VEVENT' && name !== 'VTIMEZONE');
  const chunks = chunksOf([...groups.values()], isObject);
  return { ok: true, chunks, count, skipped, unreadable, lost: [...new Set(others)].slice(0, 20) };
}

/** The zone that the file names for all of it, as Google and others do; null where it names none that is known. */
function calendarZoneIn(text: string): string | null {
  const [, name = ''] = /^X-WR-TIMEZONE(?:;[^:\r\n\u2028\u2029]*)?:([^\r\n]*)/im.exec(text) ?? [];
  return name === '' ? null : maybeTimeZone(name.trim());
}

/** Whether both are the event itself and no occurrence of it: of these an object has one (RFC 4791, 4.1). */
function isSecond({ series }: ReadGroup, read: ImportedEvent | CancelledOccurrence): boolean {
  return series !== null && !('cancelledAt' in read) && read.recurrenceId === null;
}

const newGroup = (): ReadGroup => ({ series: null, whole: [], others: new Map(), cancelled: [] });

/** Makes several events of one UID groups of their own; gives those that are left out. */
function tellApart(groups: Map<string, ReadGroup>): SkippedEvent[] {
  const several = [...groups.values()].filter(({ whole }) => whole.length > 1);
  return several.flatMap((group) => {
    const { events, left } = toldApart(group);
    for (const event of events) groups.set(event.uid, { ...newGroup(), series: event });
    return left;
  });
}

/**
 * Several events of one UID, against RFC 5545, 3.8.4.7: the last keeps it, or the last series, of which occurrences can be in the file; the
 * others come in under UIDs of their own. Those that a newer one replaces are left out, and told unless they say the same.
 */
function toldApart(group: ReadGroup): { readonly events: readonly ImportedEvent[]; readonly left: readonly SkippedEvent[] } {
  const newest = group.whole.reduce((most, { sequence }) => Math.max(most, sequence), Number.NEGATIVE_INFINITY);
  const byUid = new Map(group.whole.filter(({ sequence }) => sequence === newest).map((event) => [uidOfAnother(event.uid, event), event]));
  const events = new Set(byUid.values());
  const left = group.whole.flatMap((event): SkippedEvent[] => {
    const counting = byUid.get(uidOfAnother(event.uid, event));
    if (events.has(event) || (counting !== undefined && isDeepStrictEqual(said(counting), said(event)))) return [];
    const reason = event.sequence < newest ? 'has the UID of a newer one' : 'has the UID of another one that begins when it does';
    return [{ uid: event.uid, ...titleTold(event.title), reason }];
  });
  const all = [...events];
  group.series = all.findLast(({ recurrence }) => recurrence !== null) ?? all.at(-1) ?? null;
  return {
    events: all.filter((event) => event !== group.series).map((event) => ({ ...event, uid: uidOfAnother(event.uid, event) })),
    left,
  };
}

const said = (event: ImportedEvent): ImportedEvent => ({ ...event, sequence: 0, createdAt: null });

/** Of two that say the same the newer counts. */
function addTo(group: ReadGroup, read: ImportedEvent | CancelledOccurrence): void {
  if ('cancelledAt' in read) group.cancelled.push(read);
  else if (read.recurrenceId !== null) {
    const known = group.others.get(read.recurrenceId);
    if (known === undefined || known.sequence <= read.sequence) group.others.set(read.recurrenceId, read);
  } else {
    group.whole.push(read);
    if (group.series === null || group.series.sequence <= read.sequence) group.series = read;
  }
}

/** Occurrences of days that a midnight names: of a series with times it is that time, else the day. */
function nameAsSeries({ series, others }: ReadGroup): void {
  for (const [day, { midnight, ...other }] of [...others]) {
    if (midnight === undefined) continue;
    const recurrenceId = series === null || series.isAllDay ? day : midnight;
    others.delete(day);
    others.set(recurrenceId, { ...other, recurrenceId });
  }
}

/** Here, not in the service: a rule that never occurs is found out by a search, and a file can hold thousands of them. */
function maybeRefused(series: ImportedEvent | null, others: readonly ImportedEvent[], isOneObject: boolean): SkippedEvent | null {
  if (series === null) return null;
  try {
    recurrenceOf(series, { others, isOneObject });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return refusedBy(error, series);
    throw error;
  }
}

function chunksOf(groups: readonly ReadGroup[], isOneObject: boolean): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < groups.length; at += chunkLength) {
    const some = groups.slice(at, at + chunkLength).map(({ series, others: each }): ImportedGroup => {
      const others = [...each.values()];
      const refused = maybeRefused(series, others, isOneObject);
      return { series, others, ...(refused === null ? {} : { refused }) };
    });
    chunks.push(new TextEncoder().encode(JSON.stringify(some)));
  }
  return chunks;
}
