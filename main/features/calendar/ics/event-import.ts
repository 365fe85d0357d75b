// Brings one event of a file, with the occurrences that differ, into a calendar. What is called here runs inside a write, or changes
// nothing.

import { isDeepStrictEqual } from 'node:util';
import { defaultColor } from '../../../contract/events.ts';
import type { Recurrence } from '../../../contract/recurrence.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import { secondTitle } from '../../../lib/imported-record.ts';
import { occurrenceDates } from '../recurrence/dates.ts';
import { withStrictUntil } from '../recurrence/until.ts';
import { dayEpochOf, dayWallOf } from '../recurrence/wall.ts';
import { ringsFromAfter } from '../rings-from.ts';
import { isStoredSeries, isTooMuch, type SeriesRows } from '../series-rows.ts';
import type { Override, OverrideFields, SeriesStore } from '../series-store.ts';
import type { EventStore, StoredEvent } from '../store.ts';
import { hashOfSaid, keptSource, noTitle, sequenceOf, titleTold, uidOfSecond, type EventSource, type KeptSource } from './event-source.ts';
import { withStates } from './event-states.ts';
import { recurrenceOf, refusedBy, tooManyDiffer } from './imported-recurrence.ts';
import type { ImportedGroup } from './import-worker.ts';
import type { ImportedEvent, SkippedEvent } from './read-event.ts';
import { keyOf, type SourceStore } from './source-store.ts';

interface EventImportOptions {
  readonly events: EventStore;
  readonly rows: SeriesRows;
  readonly series: SeriesStore;
  readonly sources: SourceStore;
  readonly clock: Clock;
  readonly newId: () => string;
}

type Count = 'created' | 'updated' | 'unchanged' | 'kept';

/** What has become of a group, or would. */
export interface GroupOutcome {
  readonly counts: readonly Count[];
  readonly skipped: readonly SkippedEvent[];
  readonly lost: readonly { readonly uid: string; readonly property: string }[];
  /** Of events that were changed here and in the file: theirs, and what it is called here. */
  readonly conflicts: readonly { readonly uid: string; readonly title: string; readonly second: string }[];
  /** How many of the alarms do not ring here. */
  readonly silentAlarms: number;
  /** By which its events are found again. */
  readonly keys: readonly string[];
}

interface ImportOptions {
  /** It counts, whatever the sequence says, and whatever was changed here. */
  readonly isSubscription: boolean;
  readonly isDryRun: boolean;
  /** They are one event: an occurrence that the series does not have becomes one of it where it can, and makes no event of its own. */
  readonly isOneObject?: boolean;
  /** Of an event that is made; 1 if absent. */
  readonly firstVersion?: number;
}

/** All lines that are kept of the occurrences of a series, in characters. */
const maxKeptOfOverrides = 256 * 1024;

export class EventImport {
  readonly #options: EventImportOptions;

  constructor(options: EventImportOptions) {
    this.#options = options;
  }

  bring(userId: string, calendarId: string, { series, others, refused, lacksSeries }: ImportedGroup, options: ImportOptions): GroupOutcome {
    const lost = [series, ...others].flatMap((event) =>
      event === null ? [] : event.lost.map((property) => ({ uid: event.uid, property })),
    );
    const conflicts: Conflict[] = [];
    const silentAlarms = [series, ...others].reduce((sum, event) => sum + (event?.silentAlarms ?? 0), 0);
    const outcome = { counts: [] as Count[], skipped: [] as SkippedEvent[], lost, conflicts, silentAlarms, keys: [] as string[] };
    const orphans: ImportedEvent[] = [];
    if (series === null) orphans.push(...others);
    else {
      const count =
        refused ??
        this.#bringOne(userId, calendarId, { event: series, others, orphans, lost, conflicts, lacksSeries: lacksSeries === true }, options);
      if (typeof count === 'string') outcome.counts.push(count);
      else outcome.skipped.push(count);
      outcome.keys.push(series.uid);
    }
    if (series !== null && options.isOneObject === true)
      lost.push(...orphans.splice(0).map(({ uid }) => ({ uid, property: 'RECURRENCE-ID' })));
    // An occurrence without its series is a single event.
    for (const event of orphans) {
      // A file can tell so of any that its series no longer has.
      if (event.isCancelled && options.isOneObject !== true) {
        outcome.skipped.push({ uid: event.uid, ...titleTold(event.title), reason: 'is cancelled' });
        continue;
      }
      const count = this.#bringOne(
        userId,
        calendarId,
        { event: { ...event, recurrence: null }, others: [], orphans: [], lost, conflicts, lacksSeries: false },
        options,
      );
      if (typeof count === 'string') outcome.counts.push(count);
      else outcome.skipped.push(count);
      outcome.keys.push(keyOf(event.uid, event.recurrenceId));
    }
    return outcome;
  }

  /** What a subscription tells of an event, as `hashOfSaid` has it whatever its colour. Throws 400. */
  saidBy(event: ImportedEvent, others: readonly ImportedEvent[]): string {
    const whole = { event, others, orphans: [], lost: [], conflicts: [], lacksSeries: false };
    const { fields, overrides } = toldOf(whole, defaultColor, { isSubscription: true, isDryRun: true });
    return hashOfSaid(fields, overrides, null);
  }

  #bringOne(userId: string, calendarId: string, whole: Whole, options: ImportOptions): Count | SkippedEvent {
    try {
      return this.#compare(userId, calendarId, whole, options);
    } catch (error) {
      if (error instanceof AppError && error.code === 'validation_failed') return refusedBy(error, whole.event);
      throw error;
    }
  }

  #compare(userId: string, calendarId: string, given: Whole, options: ImportOptions): Count | SkippedEvent {
    const { isSubscription, isDryRun, isOneObject, firstVersion = 1 } = options;
    const found = this.#find(userId, calendarId, given.event);
    if (found === null) {
      const told = toldOf(given, defaultColor, options);
      if (!isDryRun) this.#create(userId, calendarId, told, firstVersion);
      return 'created';
    }
    const { event: standing } = found;
    const before = isStoredSeries(standing) ? this.#options.series.overridesOf(standing.id) : [];
    // The days of a subscription are those of the machine, wherever it is.
    const goesByMachine = isSubscription && isOneObject !== true;
    const whole = { ...(goesByMachine ? given : onOwnDays(given, standing, before)), orphans: [] as ImportedEvent[] };
    const told = toldOf(whole, standing.color, options);
    // As they were read, by which they are known.
    const asReadOf = new Map(whole.others.map((other, index) => [other, given.others[index]]));
    given.orphans.push(...whole.orphans.map((orphan) => asReadOf.get(orphan) ?? orphan));
    const { event, fields, overrides } = told;
    const changed: StoredEvent = { ...standing, ...fields, recurrence: asItStands(fields.recurrence, standing) };
    const isSame = isDeepStrictEqual(changed, standing) && isDeepStrictEqual(sorted(before), sorted(overrides));
    const ours = hashOfSaid(standing, before, event.color === null ? null : standing.color);
    const asCameIn = saidOf(standing, before, event.color);
    const compared: Compared = { ...found, before, changed, isSame, ours, asCameIn };
    if (told.said === null) return this.#renew(userId, compared, told, isDryRun);
    const asRead = (): string | null => toldOf({ ...given, orphans: [], lost: [] }, standing.color, options).said;
    const way = wayOf(compared, { event, said: told.said, asRead });
    if (way === 'comes') return this.#renew(userId, compared, told, isDryRun);
    return way === 'stays' ? 'unchanged' : this.#second(userId, calendarId, told, { said: told.said, whole, isDryRun });
  }

  #create(userId: string, calendarId: string, { event, fields, overrides, origin, said }: Told, version: number): void {
    const { rows, clock, newId } = this.#options;
    const now = clock();
    const createdAt = Math.min(event.createdAt ?? now, now);
    const created = { ...fields, id: newId(), calendarId, followsId: null, ringsFrom: now, version, createdAt, updatedAt: now };
    rows.insert(userId, created, overrides);
    this.#remember(created, origin, said);
  }

  /** Makes an event what is told of it. */
  #renew(userId: string, { event: standing, source, before, changed, isSame, ours }: Compared, told: Told, isDryRun: boolean): Count {
    const { rows, sources, clock } = this.#options;
    const { overrides, origin } = told;
    const said = told.said ?? source?.said ?? null;
    const hasSameOrigin = isDeepStrictEqual(asGoesOut(unsaid(source), standing, before), asGoesOut(unsaid(origin), changed, overrides));
    if (isSame && hasSameOrigin) {
      // Both sides have come to the same: later changes count from here.
      if (!isDryRun && source !== null && said !== null && said !== source.said)
        sources.put(standing.id, { ...agreedOn(standing, source, origin), said });
      return 'unchanged';
    }
    if (isDryRun) return 'updated';
    const now = clock();
    const ringsFrom = ringsFromAfter({ event: standing, overrides: before }, { event: changed, overrides }, now);
    const next = { ...changed, ringsFrom, version: standing.version + 1, updatedAt: now };
    // An undo makes it what it was, and then the same file can be brought in once more.
    const former = told.said === null ? (hasSameOrigin ? undefined : keptSource(source)) : { ...keptSource(source), said: ours };
    rows.replace(userId, standing, next, { before, after: overrides }, former);
    this.#remember(next, origin, said);
    return 'updated';
  }

  /** Ours stays, and theirs comes in beside it, once. */
  #second(
    userId: string,
    calendarId: string,
    told: Told,
    { said, whole, isDryRun }: { readonly said: string; readonly whole: Whole; readonly isDryRun: boolean },
  ): 'kept' | 'unchanged' {
    const { uid, recurrenceId, title: theirs } = told.event;
    const own = uidOfSecond(keyOf(uid, recurrenceId), said);
    if (this.#options.sources.maybeOf(userId, calendarId, own) !== null) return 'unchanged';
    const title = secondTitle(theirs, this.#options.clock());
    whole.conflicts.push({ uid, title: theirs, second: title });
    const origin = { ...told.origin, uid: own, recurrenceId: null };
    if (!isDryRun) this.#create(userId, calendarId, { ...told, fields: { ...told.fields, title }, origin, said: null }, 1);
    return 'kept';
  }

  #remember({ id, version }: Pick<StoredEvent, 'id' | 'version'>, origin: Origin, said: string | null): void {
    this.#options.sources.put(id, { ...origin, atVersion: version, ...(said === null ? {} : { said }) });
  }

  /** The event of the calendar that has this UID: one that has come in before, or was made here and went out. */
  #find(userId: string, calendarId: string, { uid, recurrenceId }: ImportedEvent): Found | null {
    const { events, sources } = this.#options;
    const found = sources.maybeOf(userId, calendarId, keyOf(uid, recurrenceId));
    const event =
      found === null ? (recurrenceId === null ? events.maybeEvent(userId, uid) : null) : events.maybeEvent(userId, found.eventId);
    return event?.calendarId === calendarId ? { event, source: found?.source ?? sources.maybeSource(event.id) } : null;
  }
}

interface Found {
  readonly event: StoredEvent;
  readonly source: EventSource | null;
}

type Conflict = GroupOutcome['conflicts'][number];

interface Whole {
  readonly event: ImportedEvent;
  readonly others: readonly ImportedEvent[];
  /** Takes those of `others` that the series does not have. */
  readonly orphans: ImportedEvent[];
  readonly lost: { readonly uid: string; readonly property: string }[];
  readonly conflicts: Conflict[];
  /** See `ImportedGroup`. */
  readonly lacksSeries: boolean;
}

/** An event as a file tells of it. */
interface Told {
  readonly event: ImportedEvent;
  readonly fields: Texts & Pick<StoredEvent, 'color' | 'recurrence'>;
  readonly overrides: readonly Override[];
  readonly origin: Origin;
  /** `hashOfSaid`; null where it counts whatever was changed here. */
  readonly said: string | null;
}

/**
 * A date names no zone (RFC 5545, 3.3.4), and is read in that of the machine: of an event that is here, and of its occurrences, it is a day
 * of the zone that they have, as where an update names none. An occurrence without its series is left as it was read, by which it is known.
 */
function onOwnDays(whole: Whole, standing: StoredEvent, before: readonly Override[]): Whole {
  const { event, others } = whole;
  if (event.recurrenceId !== null) return whole;
  const zone = event.isAllDay && standing.isAllDay ? standing.timeZone : event.timeZone;
  const isInOther = zone !== event.timeZone;
  return {
    ...whole,
    event: isInOther ? inZone(event, zone) : event,
    others: others.map((other) => {
      const { recurrenceId } = other;
      const at = recurrenceId === null || !isInOther ? recurrenceId : dayIn(recurrenceId, event.timeZone, zone);
      const times = before.find(({ originalAt }) => originalAt === at)?.fields.times;
      const own = times?.isAllDay === true ? times.timeZone : event.isAllDay ? zone : other.timeZone;
      return { ...(other.isAllDay ? inZone(other, own) : other), recurrenceId: at };
    }),
  };
}

function inZone(event: ImportedEvent, timeZone: string): ImportedEvent {
  const { startAt, endAt } = event;
  return { ...event, startAt: dayIn(startAt, event.timeZone, timeZone), endAt: dayIn(endAt, event.timeZone, timeZone), timeZone };
}

/** The first instant of the same day in another zone. */
const dayIn = (at: number, from: string, to: string): number => dayEpochOf(dayWallOf(at, from), to);

/** Adds to `orphans` and `lost`. `color`: that of an event of which none is told. Throws 400. */
function toldOf(whole: Whole, color: string, { isSubscription, isOneObject = false }: ImportOptions): Told {
  const { event, others } = whole;
  const { recurrence, lost } = recurrenceOf(event, { others, isOneObject });
  whole.lost.push(...lost.map((property) => ({ uid: event.uid, property })));
  const fields = { ...textsOf(event), recurrence, color: event.color ?? color };
  // What has no series has no occurrences that could differ.
  if (recurrence === null) whole.orphans.push(...others);
  const overrides = recurrence === null ? [] : overridesOf({ ...fields, recurrence }, whole);
  if (isTooMuch(overrides)) throw tooManyDiffer();
  const origin = originOf(whole, keptOfOverrides(overrides, whole), sequencesOf(overrides, whole));
  return { event, fields, overrides, origin, said: isSubscription ? null : hashOfSaid(fields, overrides, event.color) };
}

/** An event that is here, beside what is told of it. */
interface Compared extends Found {
  readonly before: readonly Override[];
  readonly changed: StoredEvent;
  readonly isSame: boolean;
  /** `hashOfSaid` of what it is here. */
  readonly ours: string;
  /** `saidOf` of what it is here. */
  readonly asCameIn: readonly string[];
}

/**
 * `hashOfSaid` of all that a file can have said of an event that was not changed here. It may have named no colour then: that can be told
 * unless the event has one of its own here, and the file names another.
 */
function saidOf(standing: StoredEvent, overrides: readonly Override[], color: string | null): readonly string[] {
  const isColorKept = color === null || standing.color === color || standing.color === defaultColor;
  return [standing.color, ...(isColorKept ? [null] : [])].map((own) => hashOfSaid(standing, overrides, own));
}

const unsaid = (source: KeptSource | null): KeptSource => {
  const { said: _said, ...rest } = keptSource(source);
  return rest;
};

/** With the lines that say whether it takes place, and whether its time is free: of an event that was made here none are kept. */
function asGoesOut(source: KeptSource, event: StoredEvent, overrides: readonly Override[]): KeptSource {
  const { kept, keptOf = {} } = source;
  const those = Object.fromEntries(
    overrides.map(({ originalAt, fields }) => [String(originalAt), withStates(keptOf[originalAt] ?? [], { ...event, ...fields })]),
  );
  return { ...source, kept: withStates(kept, event), keptOf: { ...keptOf, ...those } };
}

/** Where an event came from that its file has come to agree with: older files count less than that. Its SEQUENCE goes out as it did. */
function agreedOn(standing: StoredEvent, source: EventSource, { sequence, sequences }: Origin): EventSource {
  if (sequence <= source.sequence) return source;
  const { sequences: _former, ...rest } = source;
  const atVersion = standing.version - Math.max(0, sequenceOf(standing, source) - sequence);
  return { ...rest, sequence, atVersion, ...(sequences === undefined ? {} : { sequences }) };
}

/**
 * What is to be done with an event of a file that is here already. Of one that came in, that is told by what the file has said then; by the
 * versions where that is not known. One that was made here has no such state: what went out comes back, unless it is older.
 */
function wayOf(
  { event: standing, source, isSame, asCameIn }: Compared,
  theirs: { readonly event: ImportedEvent; readonly said: string; readonly asRead: () => string | null },
): 'comes' | 'stays' | 'second' {
  const { sequence } = theirs.event;
  if (sequence < (source?.sequence ?? sequenceOf(standing, null))) return 'stays';
  if (source === null || isSame) return 'comes';
  const { said } = source;
  const isChangedHere = said === undefined ? standing.version !== source.atVersion : !asCameIn.includes(said);
  if (!isChangedHere) return 'comes';
  // Of days in another zone that the event has here since, it has said the same.
  const isNew = said === undefined ? sequence > source.sequence : theirs.said !== said && theirs.asRead() !== said;
  return isNew ? 'second' : 'stays';
}

type Texts = Pick<
  StoredEvent,
  'title' | 'description' | 'location' | 'startAt' | 'endAt' | 'timeZone' | 'isAllDay' | 'reminders' | 'isCancelled' | 'isFree'
>;

function textsOf(event: ImportedEvent): Texts {
  const { title, description, location, startAt, endAt, timeZone, isAllDay, reminders, isCancelled, isFree } = event;
  return { title, description, location, startAt, endAt, timeZone, isAllDay, reminders, isCancelled, isFree };
}

type Master = Texts & Pick<StoredEvent, 'color'> & { readonly recurrence: Recurrence };

function overridesOf(master: Master, { others, orphans }: Whole): Override[] {
  const dates = occurrenceDates(master);
  return others.flatMap((other) => {
    const span = other.recurrenceId === null ? null : dates.maybeAt(other.recurrenceId);
    if (span === null) {
      orphans.push(other);
      return [];
    }
    const { startAt, endAt, timeZone, isAllDay } = other;
    const isAtOtherTime = startAt !== span.start || endAt !== span.end || isAllDay !== master.isAllDay;
    // UTC at the same time is how some programs write any time.
    const isInOtherZone = timeZone !== master.timeZone && timeZone !== 'UTC' && !isAllDay;
    const fields: OverrideFields = {
      // What is cancelled often says no more than that.
      ...(other.title === master.title || (other.isCancelled && other.title === noTitle) ? {} : { title: other.title }),
      ...(other.description === master.description ? {} : { description: other.description }),
      ...(other.location === master.location ? {} : { location: other.location }),
      ...(other.color === null || other.color === master.color ? {} : { color: other.color }),
      ...(isDeepStrictEqual(other.reminders, master.reminders) ? {} : { reminders: other.reminders }),
      ...(other.isCancelled === master.isCancelled ? {} : { isCancelled: other.isCancelled }),
      ...(other.isFree === master.isFree ? {} : { isFree: other.isFree }),
      ...(isAtOtherTime || isInOtherZone ? { times: { startAt, endAt, timeZone, isAllDay } } : {}),
    };
    return [{ originalAt: span.start, startAt, endAt, fields }];
  });
}

/** An UNTIL goes out in the form of RFC 5545, whatever form a program has given it here: with that the rule is the same. */
function asItStands(recurrence: Recurrence | null, { recurrence: standing, ...event }: StoredEvent): Recurrence | null {
  if (recurrence === null || standing === null) return recurrence;
  return withStrictUntil(standing.rrule, event) === recurrence.rrule ? { ...recurrence, rrule: standing.rrule } : recurrence;
}

/** Where an event comes from, whatever version it will have here. */
type Origin = Omit<EventSource, 'atVersion' | 'said'>;

function originOf({ event, others, lacksSeries }: Whole, keptOf: KeptOf, sequences: Readonly<Record<string, number>>): Origin {
  const { uid, recurrenceId, sequence, kept } = event;
  return {
    uid,
    recurrenceId,
    sequence,
    kept,
    ...(Object.keys(keptOf).length === 0 ? {} : { keptOf }),
    ...(Object.keys(sequences).length === 0 ? {} : { sequences }),
    ...([event, ...others].some(({ endsAtStart }) => endsAtStart) ? { hasInstants: true } : {}),
    ...(lacksSeries ? { lacksSeries: true } : {}),
    ...(event.isFloating ? { floatingIn: event.timeZone } : {}),
  };
}

type KeptOf = NonNullable<EventSource['keptOf']>;

/** What is kept of the occurrences that differ, as far as there is room: the rest is told. */
function keptOfOverrides(overrides: readonly Override[], { others, lost }: Whole): KeptOf {
  const there = new Set(overrides.map(({ originalAt }) => originalAt));
  const keptOf: Record<string, readonly string[]> = {};
  let room = maxKeptOfOverrides;
  for (const { uid, recurrenceId, kept } of others) {
    if (recurrenceId === null || kept.length === 0 || !there.has(recurrenceId)) continue;
    const length = kept.reduce((sum, line) => sum + line.length, 0);
    if (length > room) lost.push({ uid, property: `${kept[0]?.split(/[:;]/)[0] ?? ''} of one occurrence` });
    else {
      room -= length;
      keptOf[recurrenceId] = kept;
    }
  }
  return keptOf;
}

function sequencesOf(overrides: readonly Override[], { event, others }: Whole): Readonly<Record<string, number>> {
  const there = new Set(overrides.map(({ originalAt }) => originalAt));
  const own = others.filter(({ recurrenceId, sequence }) => sequence !== event.sequence && there.has(recurrenceId ?? Number.NaN));
  return Object.fromEntries(own.map(({ recurrenceId, sequence }) => [String(recurrenceId), sequence]));
}

const sorted = (overrides: readonly Override[]): Override[] => overrides.toSorted((a, b) => a.originalAt - b.originalAt);
