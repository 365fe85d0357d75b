// The recurrence of a request: read, checked, and in the form in which it is kept.

import { isDeepStrictEqual } from 'node:util';
import { dayMs } from '../../../contract/days.ts';
import { recurrenceLimits, type Recurrence, type WriteRecurrence } from '../../../contract/recurrence.ts';
import { invalid } from '../../../lib/app-error.ts';
import { toInstant } from '../../../lib/clock.ts';
import { readMoment, toEpoch } from '../../../lib/moment.ts';
import type { Times } from '../times.ts';
import { occurrenceDates } from './dates.ts';
import { expansionOf } from './expand.ts';
import { withNamedTime } from './pinned-time.ts';
import { RuleError } from './rule.ts';

/** How long an event may last that repeats, in days. */
const maxDays = 366;

/**
 * How an event of these times repeats. `standing`: dates that were added to it already, which can be from before its start where a client
 * of CalDAV has put them. Throws 400 with the field to blame.
 */
export function readRecurrence(
  { rrule, rdates = [], exdates = [] }: WriteRecurrence,
  times: Times,
  standing: readonly string[] = [],
): Recurrence {
  if (times.endAt - times.startAt > (maxDays + 1) * dayMs)
    throw invalid({ path: 'recurrence', message: `is not possible for an event that lasts longer than ${maxDays} days` });
  const recurrence = {
    rrule: rrule.toUpperCase(),
    rdates: readDates('rdates', rdates, times, new Set(standing)),
    exdates: readDates('exdates', exdates, times),
  };
  checkRecurrence(recurrence, times);
  return recurrence;
}

/** As `readRecurrence`, of an event whose start was named as `wall` on the clocks; null for an instant. */
export function readNamedRecurrence(given: WriteRecurrence, times: Times, wall: number | null, standing?: readonly string[]): Recurrence {
  return readRecurrence({ ...given, rrule: withNamedTime(given.rrule, wall, times) }, times, standing);
}

/** Whether dates of a request, in whatever form, are those that an event of these times has. Throws 400 for a day that does not exist. */
export function sameDates(name: 'rdates' | 'exdates', given: readonly string[], standing: readonly string[], times: Times): boolean {
  const epochs = (texts: readonly string[]): Set<number> =>
    new Set(texts.map((text, index) => toEpoch(readMoment(`recurrence.${name}[${index}]`, text), times.timeZone)));
  return isDeepStrictEqual(epochs(given), epochs(standing));
}

/** Throws 400 for a rule that is none, never occurs or occurs too often, and where nothing is left of the series. */
export function checkRecurrence(recurrence: Recurrence, times: Times): void {
  const { rrule } = recurrence;
  try {
    const expansion = expansionOf({ ...times, rrule });
    const { count } = expansion.rule;
    if (expansion.perYear > recurrenceLimits.occurrencesPerYear)
      throw new RuleError(`has more than ${recurrenceLimits.occurrencesPerYear} occurrences a year`);
    if (count !== 1 && (expansion.endsBeforeStart || !expansion.givesAny))
      throw new RuleError('never occurs, or not in any time that is worth looking at');
  } catch (error) {
    if (error instanceof RuleError) throw invalid({ path: 'recurrence.rrule', message: error.message });
    throw error;
  }
  if (occurrenceDates({ ...times, recurrence }).maybeFirst() === null)
    throw invalid({ path: 'recurrence.exdates', message: 'leave no occurrence' });
}

/** Sorted, without repeated ones, as they are kept: instants, or dates of an all-day event. */
function readDates(
  name: 'rdates' | 'exdates',
  texts: readonly string[],
  { startAt, isAllDay, timeZone }: Times,
  standing: ReadonlySet<string> = new Set(),
): string[] {
  const dates = texts.map((text, index) => {
    const path = `recurrence.${name}[${index}]`;
    if (isAllDay && text.includes('T')) throw invalid({ path, message: 'must be a date, as the event lasts whole days' });
    if (!isAllDay && !text.includes('T')) throw invalid({ path, message: 'must be a date-time, as the event does not last whole days' });
    const moment = readMoment(path, text);
    const date = isAllDay ? text : toInstant(toEpoch(moment, timeZone));
    if (name === 'rdates' && toEpoch(moment, timeZone) < startAt && !standing.has(date))
      throw invalid({ path, message: 'must not be before the start of the event' });
    return date;
  });
  return [...new Set(dates)].toSorted();
}
