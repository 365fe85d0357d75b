// How an event of a calendar file repeats, in the form in which that is kept. Pure.

import { Temporal } from 'temporal-polyfill';
import { recurrenceLimits, type Recurrence } from '../../../contract/recurrence.ts';
import { AppError } from '../../../lib/app-error.ts';
import { occurrenceDates } from '../recurrence/dates.ts';
import { readRecurrence } from '../recurrence/read.ts';
import { firstAlone, titleTold } from './event-source.ts';
import type { ImportedEvent, SkippedEvent } from './read-event.ts';

/** The occurrences that differ, with what they are told of. */
interface Others {
  readonly others: readonly ImportedEvent[];
  /** They are one event: see `withDatesOf`. */
  readonly isOneObject: boolean;
}

/**
 * Null for a single event; `lost` names the properties of which a part cannot be kept: dates from before the start are, where one of
 * `others` is theirs and there are not too many. Throws 400.
 */
export function recurrenceOf(
  event: ImportedEvent,
  { others, isOneObject }: Others,
): { readonly recurrence: Recurrence | null; readonly lost: readonly string[] } {
  if (event.recurrence === null) return { recurrence: null, lost: [] };
  // Each is looked for below. What has no place in the series of a file is an event of its own: there all can be right.
  if (isOneObject && others.length > recurrenceLimits.overrides) throw tooManyDiffer();
  const { rrule, rdates = [], exdates = [] } = event.recurrence;
  const start = dateOf(event.startAt, event);
  const later = rdates.filter((date) => date >= start);
  const early = earlyDates(event, { others, isOneObject }, new Set(rdates));
  const all = new Set([...later, ...early]);
  const kept = all.size > recurrenceLimits.dates ? new Set(later) : all;
  const isOver = endsBefore(rrule, start);
  const given = {
    rrule: isOver ? firstAlone : rrule,
    rdates: [...kept],
    exdates: exdates.filter((date) => date.includes('T') !== event.isAllDay),
  };
  const recurrence = readRecurrence(given, event, early);
  const isLost = rdates.some((date) => !kept.has(date));
  return {
    recurrence: isOneObject ? withDatesOf(recurrence, event, others) : recurrence,
    lost: [...(isOver ? ['RRULE'] : []), ...(isLost ? ['RDATE'] : [])],
  };
}

/** Of those of `others` from before the start that are dates of the series. */
function earlyDates(event: ImportedEvent, { others, isOneObject }: Others, rdates: ReadonlySet<string>): readonly string[] {
  const start = dateOf(event.startAt, event);
  return others.flatMap(({ recurrenceId, isCancelled }) => {
    if (recurrenceId === null || recurrenceId >= event.startAt) return [];
    const date = dateOf(recurrenceId, event);
    return date < start && (rdates.has(date) || (isOneObject && !isCancelled)) ? [date] : [];
  });
}

/**
 * The recurrence with a date of its own for each of `others` that takes place where it has no occurrence, as clients leave them when they
 * change a rule: they show them all the same. Not for cancelled ones, and too many dates.
 */
function withDatesOf(recurrence: Recurrence, event: ImportedEvent, others: readonly ImportedEvent[]): Recurrence {
  const dates = occurrenceDates({ ...event, recurrence });
  const missing = others.flatMap(({ recurrenceId, isCancelled }) =>
    recurrenceId === null || isCancelled || dates.maybeAt(recurrenceId) !== null ? [] : [dateOf(recurrenceId, event)],
  );
  const rdates = [...new Set([...recurrence.rdates, ...missing])].toSorted();
  return rdates.length > recurrenceLimits.dates ? recurrence : { ...recurrence, rdates };
}

/** The day of an all-day event that starts at `at`, else that instant. */
function dateOf(at: number, { timeZone, isAllDay }: Pick<ImportedEvent, 'timeZone' | 'isAllDay'>): string {
  if (!isAllDay) return new Date(at).toISOString();
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/**
 * Whether a rule ends before the event begins: programs leave it so where all that follows the first was taken out. The first takes place
 * all the same (RFC 5545, 3.8.5.3).
 */
function endsBefore(rrule: string, start: string): boolean {
  const [, year, month, day, time] = /(?:^|;)UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d{6})Z)?/.exec(rrule) ?? [];
  if (year === undefined) return false;
  const date = `${year}-${month}-${day}`;
  return time === undefined || !start.includes('T') ? date < start.slice(0, 10) : `${date}T${time.replaceAll(/(..)(?=.)/g, '$1:')}` < start;
}

export const tooManyDiffer = (): AppError => new AppError('validation_failed', 'too many of its occurrences differ');

/** What is told of an event that cannot be kept. */
export const refusedBy = ({ message }: AppError, { uid, title }: Pick<ImportedEvent, 'uid' | 'title'>): SkippedEvent => ({
  uid,
  ...titleTold(title),
  reason: `cannot be kept: ${message}`,
});
