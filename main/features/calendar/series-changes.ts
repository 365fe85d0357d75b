// Changes of a series, or of some of its occurrences. What is called here runs inside a write transaction.

import { isDeepStrictEqual } from 'node:util';
import { dayMs } from '../../contract/days.ts';
import type { Event, UpdateEvent } from '../../contract/events.ts';
import { recurrenceLimits, type Recurrence, type SeriesScope } from '../../contract/recurrence.ts';
import { invalid } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { changedTexts } from './changed-texts.ts';
import { occurrenceFields, occurrenceReply, toEventReply, type Occurrence } from './event-record.ts';
import { occurrenceDates } from './recurrence/dates.ts';
import { occurrenceStart, movedDates, movedRecurrence, movedStart, seriesWall, startWall } from './recurrence/move.ts';
import { checkRecurrence, readNamedRecurrence, sameDates } from './recurrence/read.ts';
import { dayEpochOf, dayWallOf, epochOf, wallOf } from './recurrence/wall.ts';
import { ringsFromAfter } from './rings-from.ts';
import { isStoredSeries, type SeriesRows } from './series-rows.ts';
import { endedBefore, restFrom } from './series-split.ts';
import type { Override, OverrideFields, SeriesStore, StoredSeries } from './series-store.ts';
import type { StoredEvent } from './store.ts';
import { changedTimes, namedStart, saysWhen, type Times } from './times.ts';

interface SeriesChangesOptions {
  readonly rows: SeriesRows;
  readonly series: SeriesStore;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** A series with the occurrence that the request names; null where it names the series. */
export interface NamedSeries {
  readonly series: StoredSeries;
  readonly occurrence: Occurrence | null;
}

/** Occurrences that were taken away from a series, with what bringing them back needs. */
export interface Removed {
  readonly scope: 'one' | 'following';
  readonly seriesId: string;
  /** Of the series without them. */
  readonly version: number;
  /** The first of them, as the series had it. */
  readonly originalAt: number;
  /** That of the series before. */
  readonly recurrence: Recurrence;
  /** Those of them that differed. */
  readonly overrides: readonly Override[];
  /** They as an event of their own. */
  readonly rest: StoredEvent;
}

/** Throws 400 where the scope and the id do not go together. */
export function checkedScope(scope: SeriesScope | undefined, { occurrence }: NamedSeries): SeriesScope {
  if (scope === undefined) return occurrence === null ? 'all' : 'one';
  if (scope !== 'all' && occurrence === null)
    throw invalid({ path: 'scope', message: `cannot be ${scope} without the id of an occurrence` });
  return scope;
}

/** Throws 400 for a scope that only a series has. */
export function refuseScope(scope: SeriesScope | undefined): void {
  if (scope === 'one' || scope === 'following') throw invalid({ path: 'scope', message: `cannot be ${scope}: the event does not repeat` });
}

export class SeriesChanges {
  readonly #options: SeriesChangesOptions;

  constructor(options: SeriesChangesOptions) {
    this.#options = options;
  }

  /** The record that is changed: the occurrence, the new series or the whole one. Throws 400. */
  update(userId: string, named: NamedSeries, scope: SeriesScope, fields: UpdateEvent): Event {
    const { occurrence } = named;
    if (occurrence === null || scope === 'all') return this.#updateAll(userId, named, fields);
    if (scope === 'one') return this.#updateOne(userId, occurrence, named.series, fields);
    if (isFirst(named.series, occurrence)) return this.#updateAll(userId, named, fields);
    return this.#updateFollowing(userId, occurrence, named.series, fields);
  }

  /** What was taken away of the series; null where the whole of it is gone. */
  remove(userId: string, { series, occurrence }: NamedSeries, scope: SeriesScope): Removed | null {
    const { rows } = this.#options;
    if (occurrence === null || scope === 'all' || (scope === 'following' && isFirst(series, occurrence))) {
      rows.remove(userId, series);
      return null;
    }
    const { originalAt } = occurrence;
    const following = scope === 'following';
    const recurrence = withoutRemoved(series, { scope: following ? 'following' : 'one', originalAt });
    const changed = { ...series, recurrence };
    if (occurrenceDates(changed).maybeFirst() === null) {
      rows.remove(userId, series);
      return null;
    }
    const before = this.#options.series.overridesOf(series.id);
    const goes = (override: Override): boolean => (following ? override.originalAt >= originalAt : override.originalAt === originalAt);
    const { version } = this.#replace(userId, series, changed, { before, after: before.filter((override) => !goes(override)) });
    return {
      scope: following ? 'following' : 'one',
      seriesId: series.id,
      version,
      originalAt,
      recurrence: series.recurrence,
      overrides: before.filter(goes),
      rest: following ? restFrom(series, originalAt) : { ...occurrenceFields(occurrence), recurrence: null },
    };
  }

  #updateOne(userId: string, occurrence: Occurrence, series: StoredSeries, fields: UpdateEvent): Event {
    if (fields.recurrence !== undefined)
      throw invalid({ path: 'recurrence', message: 'belongs to the series: it cannot be changed with the scope one' });
    if (fields.calendarId !== undefined && fields.calendarId !== series.calendarId)
      throw invalid({ path: 'calendarId', message: 'belongs to the series: it cannot be changed with the scope one' });
    const standing = occurrenceFields(occurrence);
    const changed = { ...standing, ...changedTexts(standing, fields), ...changedTimes(standing, fields) };
    if (isDeepStrictEqual(changed, standing)) return occurrenceReply(occurrence);
    const override: Override = {
      originalAt: occurrence.originalAt,
      startAt: changed.startAt,
      endAt: changed.endAt,
      fields: { ...occurrence.override?.fields, ...differences(standing, changed) },
    };
    const before = this.#options.series.overridesOf(series.id);
    const after = [...before.filter(({ originalAt }) => originalAt !== occurrence.originalAt), override];
    const ringsFrom = ringsFromAfter({ event: series, overrides: before }, { event: series, overrides: after }, this.#options.clock());
    const next = this.#replace(userId, series, { ...series, ringsFrom }, { before, after });
    return occurrenceReply({ ...occurrence, series: next, startAt: override.startAt, endAt: override.endAt, override });
  }

  #updateAll(userId: string, { series, occurrence }: NamedSeries, fields: UpdateEvent): Event {
    const { times, wall } =
      occurrence === null
        ? { times: changedTimes(series, fields), wall: namedStart(fields, series) }
        : timesByOccurrence(series, occurrence, fields);
    const recurrence = recurrenceAfter(series, times, fields.recurrence, { wall, shown: series.recurrence });
    const changed: StoredEvent = { ...series, ...changedTexts(series, fields), ...times, recurrence };
    if (isDeepStrictEqual(changed, series)) return occurrence === null ? toEventReply(series) : occurrenceReply(occurrence);
    const before = this.#options.series.overridesOf(series.id);
    const after = isStoredSeries(changed) ? carriedOver(before, series, changed) : [];
    const ringsFrom = ringsFromAfter({ event: series, overrides: before }, { event: changed, overrides: after }, this.#options.clock());
    return toEventReply(this.#replace(userId, series, { ...changed, ringsFrom }, { before, after }));
  }

  #updateFollowing(userId: string, occurrence: Occurrence, series: StoredSeries, fields: UpdateEvent): Event {
    const { rows, clock, newId } = this.#options;
    const { originalAt } = occurrence;
    const overrides = this.#options.series.overridesOf(series.id);
    // The series as it goes on from here, before anything changes in it.
    const rest = restFrom(series, originalAt);
    if (rest.startAt !== originalAt)
      throw invalid({ path: 'scope', message: 'cannot be following: no rule gives this added occurrence and all that come after it' });
    const { times, wall } = timesByOccurrence(rest, occurrence, fields);
    const now = clock();
    const next: StoredEvent = {
      ...rest,
      ...changedTexts(series, fields),
      ...times,
      id: newId(),
      recurrence: recurrenceAfter(rest, times, fields.recurrence, { wall, shown: series.recurrence }),
      // What was done about the reminders of its occurrences is known by the id of the series that they were in.
      ringsFrom: now,
      followsId: series.id,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    this.#replace(
      userId,
      series,
      { ...series, recurrence: endedBefore(series, originalAt) },
      {
        before: overrides,
        after: overrides.filter((override) => override.originalAt < originalAt),
      },
    );
    const later = overrides.filter((override) => override.originalAt >= originalAt);
    rows.insert(userId, next, isStoredSeries(next) ? carriedOver(later, rest, next) : []);
    return toEventReply(next);
  }

  #replace(
    userId: string,
    before: StoredSeries,
    changed: StoredEvent,
    overrides: { readonly before: readonly Override[]; readonly after: readonly Override[] },
  ): StoredEvent {
    const next = { ...changed, version: before.version + 1, updatedAt: this.#options.clock() };
    this.#options.rows.replace(userId, before, next, overrides);
    return next;
  }
}

/**
 * How the series repeats after its times were changed. `wall`: what the clocks were to show at the start, if that was named. `shown`: what
 * records of its occurrences tell, of which `before` can be the rest. What is given as it stands goes along with the times as if it were
 * absent: a caller that puts a whole event back has not chosen it. Dates that were worked out for other times differ. Throws 400.
 */
function recurrenceAfter(
  before: StoredSeries,
  times: Times,
  given: UpdateEvent['recurrence'],
  { wall, shown }: { readonly wall: number | null; readonly shown: Recurrence },
): Recurrence | null {
  const { recurrence: standing } = before;
  if (given === null) return null;
  const stands = (name: 'rdates' | 'exdates'): boolean =>
    given === undefined || [standing, shown].some((each) => sameDates(name, given[name] ?? [], each[name], before));
  const ruleStands = given === undefined || [standing, shown].some(({ rrule }) => rrule === given.rrule.toUpperCase());
  const [rdatesStand, exdatesStand] = [stands('rdates'), stands('exdates')];
  if (given === undefined || (ruleStands && rdatesStand && exdatesStand)) {
    const moved = movedRecurrence(standing, before, times, wall);
    if (moved !== standing || times.endAt - times.startAt !== before.endAt - before.startAt) checkRecurrence(moved, times);
    return moved;
  }
  const moved = movedDates(standing, before, times, wall);
  const named = {
    rrule: ruleStands ? movedRecurrence(standing, before, times, wall).rrule : given.rrule,
    rdates: rdatesStand ? moved.rdates : given.rdates,
    exdates: exdatesStand ? moved.exdates : given.exdates,
  };
  return readNamedRecurrence(named, times, wall, [...standing.rdates, ...moved.rdates]);
}

/**
 * The times of the series after its occurrence is changed as told: moved by the same span on the clocks, and as long as it. `wall`: what
 * the clocks were to show at its start; null for one that has not moved, or of whole days.
 */
function timesByOccurrence(
  series: StoredSeries,
  occurrence: Occurrence,
  fields: UpdateEvent,
): { readonly times: Times; readonly wall: number | null } {
  const { startAt, endAt, timeZone, isAllDay } = series;
  const standing = occurrenceFields(occurrence);
  const changed = changedTimes(standing, fields);
  if (!saysWhen(fields) || isDeepStrictEqual(changed, changedTimes(standing, {})))
    return { times: { startAt, endAt, timeZone, isAllDay }, wall: null };
  // The first one can have another time than that which was named for the series.
  const own = standing.startAt === startAt ? startWall(series) : seriesWall(series);
  const wall = own + (namedStart(fields, standing) ?? startWall(changed)) - startWall(standing);
  const lasts = { timeZone: changed.timeZone, isAllDay: changed.isAllDay };
  if (changed.isAllDay) {
    const start = Math.floor(wall / dayMs) * dayMs;
    const days = Math.round((dayWallOf(changed.endAt, changed.timeZone) - startWall(changed)) / dayMs);
    const [first, end] = [dayEpochOf(start, changed.timeZone), dayEpochOf(start + days * dayMs, changed.timeZone)];
    return { times: { startAt: first, endAt: end, ...lasts }, wall: null };
  }
  const start = wall === wallOf(changed.startAt, changed.timeZone) ? changed.startAt : epochOf(wall, changed.timeZone);
  return { times: { startAt: start, endAt: start + changed.endAt - changed.startAt, ...lasts }, wall };
}

/** Whether no occurrence that is left comes before it. */
function isFirst(series: StoredSeries, { originalAt }: Occurrence): boolean {
  return occurrenceDates(series).maybeFirst()?.start === originalAt;
}

/** The overrides that still fit a series that was changed, at their new original starts. */
function carriedOver(overrides: readonly Override[], before: StoredSeries, after: StoredSeries): Override[] {
  if (overrides.length === 0) return [];
  const dates = occurrenceDates(after);
  const from = { ...before, wall: seriesWall(before) };
  const to = { ...after, wall: seriesWall(after) };
  return overrides.flatMap((override) => {
    const span = dates.maybeAt(movedStart(override.originalAt, from, to));
    if (span === null) return [];
    const times = override.fields.times ?? { startAt: span.start, endAt: span.end };
    return [{ originalAt: span.start, startAt: times.startAt, endAt: times.endAt, fields: override.fields }];
  });
}

function differences(standing: StoredEvent, changed: StoredEvent): OverrideFields {
  const { startAt, endAt, timeZone, isAllDay } = changed;
  const times = { startAt, endAt, timeZone, isAllDay };
  const texts = (['title', 'description', 'location', 'color', 'reminders', 'isCancelled', 'isFree'] as const).filter(
    (name) => !isDeepStrictEqual(standing[name], changed[name]),
  );
  return {
    ...Object.fromEntries(texts.map((name) => [name, changed[name]])),
    ...(isDeepStrictEqual(times, changedTimes(standing, {})) ? {} : { times }),
  };
}

/** The recurrence without what is taken away. Throws 400 if too many were taken out already. */
export function withoutRemoved(series: StoredSeries, { scope, originalAt }: Pick<Removed, 'scope' | 'originalAt'>): Recurrence {
  return scope === 'following' ? endedBefore(series, originalAt) : without(series, originalAt);
}

/** The recurrence without one occurrence. Throws 400 if too many were taken out already. */
function without(series: StoredSeries, originalAt: number): Recurrence {
  const { recurrence } = series;
  const text = occurrenceStart(originalAt, series);
  const exdates = [...new Set([...recurrence.exdates, text])].toSorted();
  if (exdates.length > recurrenceLimits.dates)
    throw invalid({ path: 'scope', message: `cannot be one: ${recurrenceLimits.dates} occurrences of this series were deleted already` });
  return { ...recurrence, rdates: recurrence.rdates.filter((each) => each !== text), exdates };
}
