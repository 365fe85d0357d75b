// Days and moments that tools are asked about, on the clocks of the service.

import { Temporal } from 'temporal-polyfill';
import { dateOrDateTimeText } from '../contract/date-time.ts';
import { invalid } from '../lib/app-error.ts';
import { readMoment, toEpoch } from '../lib/moment.ts';
import type { ToolContext } from './tool.ts';

/** Today. */
export function dateOf({ now, timeZone }: ToolContext): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(timeZone()).toPlainDate();
}

/** The beginning of today, or of a day after it, in milliseconds since the Unix epoch. */
export function dayOf(context: ToolContext, days: number): number {
  return toEpoch(dateOf(context).add({ days }), context.timeZone());
}

/** The same time of day some days later, on the clocks of that zone. */
export function daysAfter(time: number, days: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).add({ days }).epochMilliseconds;
}

/** A date or date-time as milliseconds since the Unix epoch. Throws `validation_failed` at `path`. */
export function instantOf(path: string, text: string, timeZone: string): number {
  const { success, error } = dateOrDateTimeText.safeParse(text);
  if (!success) throw invalid({ path, message: error.issues[0]?.message ?? 'must be a date' });
  return toEpoch(readMoment(path, text), timeZone);
}
