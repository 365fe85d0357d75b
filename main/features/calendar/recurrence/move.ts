// What becomes of a recurrence when its event moves on its clocks. Pure.

import type { Recurrence } from '../../../contract/recurrence.ts';
import { toInstant } from '../../../lib/clock.ts';
import type { Times } from '../times.ts';
import type { Repeated } from './dates.ts';
import { movedRule } from './moved-rule.ts';
import { maybePinned, maybeSkipped, withNamedTime, withoutPinned } from './pinned-time.ts';
import { readRule, writeRule, type Rule } from './rule.ts';
import { lastStartOf } from './until.ts';
import { dayEpochOf, dayWallOf, epochOf, wallOf } from './wall.ts';

/** Where the start of an event stands on its clocks: of an all-day event midnight. */
export function startWall({ startAt, timeZone, isAllDay }: Times): number {
  return isAllDay ? dayWallOf(startAt, timeZone) : wallOf(startAt, timeZone);
}

/** The same of a series; where its clocks skip that, the time that its start was to have, as all others have it. */
export function seriesWall(series: Repeated): number {
  return maybePinned(readRule(series.recurrence.rrule), series) ?? startWall(series);
}

/** The times of a series with `seriesWall`. */
export interface Placed extends Times {
  readonly wall: number;
}

/** The start of an occurrence of `before` as that of `after`, into which the series has been moved. */
export function movedStart(at: number, before: Placed, after: Placed): number {
  if (at === before.startAt) return after.startAt;
  const wall = (before.isAllDay ? dayWallOf(at, before.timeZone) : wallOf(at, before.timeZone)) + after.wall - before.wall;
  if (after.isAllDay) return dayEpochOf(wall, after.timeZone);
  return wall === after.wall ? after.startAt : epochOf(wall, after.timeZone);
}

/**
 * The recurrence that has the same occurrences after the move as before it, each of them moved by the same span on the clocks. `named`:
 * what these were to show at the start of `after`, if that was named. Throws 400 where no rule has.
 */
export function movedRecurrence(recurrence: Recurrence, before: Times, after: Times, named: number | null = null): Recurrence {
  const { startAt, timeZone, isAllDay } = before;
  const isSame = startAt === after.startAt && timeZone === after.timeZone && isAllDay === after.isAllDay;
  const skipped = maybeSkipped(named, after);
  if (isSame && skipped === null) return recurrence;
  const given = readRule(recurrence.rrule);
  const pinned = maybePinned(given, before);
  if (isSame && skipped === pinned) return recurrence;
  const from: Placed = { ...before, wall: pinned ?? startWall(before) };
  const to: Placed = { ...after, wall: skipped ?? startWall(after) };
  const old = withoutTimes(pinned === null ? given : withoutPinned(given), after);
  const last = old.until === null ? Number.POSITIVE_INFINITY : wallOf(lastStartOf(old.until, before), timeZone);
  const moved = movedRule(old, { from: from.wall, to: to.wall, last });
  const untilAt = (time: number): string =>
    after.isAllDay ? isoDate(dayWallOf(time, after.timeZone)).replaceAll('-', '') : untilText(time);
  const rule = old.until?.endsWith('Z') && !isAllDay ? { ...moved, until: untilAt(movedStart(untilInstant(old.until), from, to)) } : moved;
  // A rule that has no part of a time stays as it was written.
  const rrule = isAllDay === after.isAllDay && pinned === null && sameRule(rule, old) ? recurrence.rrule : writeRule(rule);
  return { rrule: withNamedTime(rrule, named, after), ...datesMoved(recurrence, from, to) };
}

/** Its added and left out dates alone, moved in the same way, whatever its rule. */
export function movedDates(recurrence: Recurrence, before: Times, after: Times, named: number | null): Dates {
  const from: Placed = { ...before, wall: seriesWall({ ...before, recurrence }) };
  return datesMoved(recurrence, from, { ...after, wall: maybeSkipped(named, after) ?? startWall(after) });
}

type Dates = Pick<Recurrence, 'rdates' | 'exdates'>;

function datesMoved({ rdates, exdates }: Dates, from: Placed, to: Placed): Dates {
  const moved = (text: string): string => {
    const at = from.isAllDay ? dayEpochOf(Date.parse(`${text}T00:00:00Z`), from.timeZone) : Date.parse(text);
    return occurrenceStart(movedStart(at, from, to), to);
  };
  return { rdates: rdates.map(moved), exdates: exdates.map(moved) };
}

/** An UNTIL that is an instant, and such an instant as UNTIL. */
const untilInstant = (until: string): number => Date.parse(until.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
export const untilText = (time: number): string => `${new Date(time).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

/** The start of an occurrence as a recurrence holds it: an instant, or the date of an all-day event. */
export function occurrenceStart(at: number, { isAllDay, timeZone }: Times): string {
  return isAllDay ? isoDate(dayWallOf(at, timeZone)) : toInstant(at);
}

const isoDate = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

const sameRule = (a: Rule, b: Rule): boolean => writeRule(a) === writeRule(b);

/** An all-day event has no times of day. */
function withoutTimes(rule: Rule, { isAllDay }: Times): Rule {
  if (!isAllDay) return rule;
  const { BYHOUR: _hours, BYMINUTE: _minutes, BYSECOND: _seconds, ...lists } = rule.lists;
  return { ...rule, lists, ...(rule.frequency === 'HOURLY' ? { frequency: 'DAILY', interval: 1 } : {}) };
}
