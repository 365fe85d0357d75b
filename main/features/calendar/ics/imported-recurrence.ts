// How an event of a calendar file repeats, in the form in which that is kept. Pure.

import { Temporal } from 'temporal-polyfill';
import { recurrenceLimits, type Recurrence } from '../../../contract/recurrence.ts';
import type { AppError } from '../../../lib/app-error.ts';
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
 * `others` is theirs. Throws 400.
 */
export function recurrenceOf(
  event: ImportedEvent,
  { others, isOneObject }: Others,
): { readonly recurrence: Recurrence | null; readonly lost: readonly string[] } {
  if (event.recurrence === null) return { recurrence: null, lost: [] };
  const { rrule, rdates = [], exdates = [] } = event.recurrence;
  const start = startOf(event);
  const early = others.flatMap(({ recurrenceId, isCancelled }) => {
    const date = startOf({ ...event, startAt: recurrenceId ?? event.startAt });
    return date < start && (rdates.includes(date) || (isOneObject && !isCancelled)) ? [date] : [];
  });
  const kept = [...rdates.filter((date) => date >= start), ...early];
  const isOver = endsBefore(rrule, start);
  const given = {
    rrule: isOver ? firstAlone : rrule,
    rdates: kept,
    exdates: exdates.filter((date) => date.includes('T') !== event.isAllDay),
  };
  const recurrence = readRecurrence(given, event, early);
  const isLost = rdates.some((date) => !kept.includes(date));
  return {
    recurrence: isOneObject ? withDatesOf(recurrence, event, others) : recurrence,
    lost: [...(isOver ? ['RRULE'] : []), ...(isLost ? ['RDATE'] : [])],
  };
}

/**
 * The recurrence with a date of its own for each of `others` that takes place where it has no occurrence, as clients leave them when they
 * change a rule: they show them all the same. Not for cancelled ones, and too many dates.
 */
function withDatesOf(recurrence: Recurrence, event: ImportedEvent, others: readonly ImportedEvent[]): Recurrence {
  const dates = occurrenceDates({ ...event, recurrence });
  const missing = others.flatMap(({ recurrenceId, isCancelled }) =>
    recurrenceId === null || isCancelled || dates.maybeAt(recurrenceId) !== null ? [] : [startOf({ ...event, startAt: recurrenceId })],
  );
  const rdates = [...new Set([...recurrence.rdates, ...missing])].toSorted();
  return rdates.length > recurrenceLimits.dates ? recurrence : { ...recurrence, rdates };
}

/** The day of an all-day event, else an instant. */
function startOf({ startAt, timeZone, isAllDay }: ImportedEvent): string {
  const start = Temporal.Instant.fromEpochMilliseconds(startAt);
  return isAllDay ? start.toZonedDateTimeISO(timeZone).toPlainDate().toString() : new Date(startAt).toISOString();
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

/** What is told of an event that cannot be kept. */
export const refusedBy = ({ message }: AppError, { uid, title }: Pick<ImportedEvent, 'uid' | 'title'>): SkippedEvent => ({
  uid,
  ...titleTold(title),
  reason: `cannot be kept: ${message}`,
});
