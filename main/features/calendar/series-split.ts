// A series that is cut in two: what comes before an occurrence, and what goes on from it. Pure.

import { isDeepStrictEqual } from 'node:util';
import { dayMs, weekdays } from '../../contract/days.ts';
import type { Recurrence } from '../../contract/recurrence.ts';
import { startAlike } from './recurrence/alike.ts';
import { occurrenceDates } from './recurrence/dates.ts';
import { expansionOf } from './recurrence/expand.ts';
import { occurrenceStart, startWall, untilText } from './recurrence/move.ts';
import { pinnedTime } from './recurrence/pinned-time.ts';
import { readRule, withoutStart, writeRule, type Rule } from './recurrence/rule.ts';
import { dayWallOf, wallOf } from './recurrence/wall.ts';
import { endOfTime, type StoredSeries } from './series-store.ts';

/** The recurrence up to an occurrence, without it. */
export function endedBefore(series: StoredSeries, originalAt: number): Recurrence {
  const { recurrence, isAllDay, timeZone, startAt } = series;
  const dates = occurrenceDates(series);
  const rule = readRule(recurrence.rrule);
  const earlier = (text: string): boolean => dates.epochOf(text) < originalAt;
  const [rdates, exdates] = [recurrence.rdates.filter(earlier), recurrence.exdates.filter(earlier)];
  // Added dates from before the start are left. No rule is without its start, which has to be left out.
  if (originalAt <= startAt)
    return { rrule: writeRule({ ...rule, count: 1, until: null }), rdates, exdates: [...exdates, occurrenceStart(startAt, series)] };
  // It ends before an added date on its own then: another UNTIL would let it go on up to there.
  if (dates.expansion.startingIn(originalAt, endOfTime).next().done === true) return { rrule: recurrence.rrule, rdates, exdates };
  const until = isAllDay
    ? new Date(dayWallOf(originalAt, timeZone) - dayMs).toISOString().slice(0, 10).replaceAll('-', '')
    : untilText(Math.floor(originalAt / 1000) * 1000 - 1000);
  return { rrule: writeRule({ ...rule, count: null, until }), rdates, exdates };
}

/**
 * The series from an occurrence on, as a series of its own. It begins with that occurrence, unless that is an added date after which no
 * rule gives the others.
 */
export function restFrom(series: StoredSeries, originalAt: number): StoredSeries {
  const { recurrence } = series;
  const dates = occurrenceDates(series);
  const rule = readRule(recurrence.rrule);
  const [next] = dates.expansion.startingIn(originalAt, endOfTime);
  const left = rule.count === null ? null : Math.max(1, rule.count - dates.expansion.countBefore(originalAt));
  const added = next === undefined || next.start === originalAt ? null : maybeFromAdded(series, originalAt, rule, left);
  if (added !== null) return added;
  const span = next ?? dates.maybeAt(originalAt) ?? { start: originalAt, end: originalAt + series.endAt - series.startAt };
  // Of added dates alone the first is the start, and the rule gives no other.
  const count = next === undefined ? 1 : left;
  const rest = {
    ...rule,
    count,
    until: count === null ? rule.until : null,
    lists: { ...rule.lists, ...pinnedTime(rule, startWall(series), { ...series, startAt: span.start }) },
  };
  return {
    ...series,
    startAt: span.start,
    endAt: span.end,
    recurrence: {
      rrule: isDeepStrictEqual(rest, rule) ? recurrence.rrule : writeRule(rest),
      ...datesFrom(series, originalAt),
    },
  };
}

/** The same where the series begins with an added date, which the rule does not give. Null where no rule gives the others then. */
function maybeFromAdded(series: StoredSeries, originalAt: number, rule: Rule, left: number | null): StoredSeries | null {
  const dates = occurrenceDates(series);
  const span = dates.maybeAt(originalAt);
  if (span === null) return null;
  // COUNT counts the start too.
  const count = left === null ? null : left + 1;
  const { timeZone, isAllDay } = series;
  const { start: startAt, end: endAt } = span;
  const wall = startWall(series);
  const isOtherTime = !isAllDay && (wallOf(startAt, timeZone) - wall) % dayMs !== 0;
  const explicit = withoutStart({ ...rule, count }, wall, isOtherTime);
  // In a week that INTERVAL leaves out, weeks that begin on another day can be in turn.
  const inTurn = rule.frequency === 'WEEKLY' && rule.interval > 1 ? weekdays.map((weekStart) => ({ ...explicit, weekStart })) : [];
  for (const each of [explicit, ...inTurn]) {
    const rrule = writeRule(each);
    const expansion = expansionOf({ startAt, endAt, timeZone, isAllDay, rrule });
    if (startAlike(dates.expansion, expansion, { from: originalAt + 1, until: endOfTime, span: 0 }))
      return { ...series, startAt, endAt, recurrence: { rrule, ...datesFrom(series, originalAt + 1) } };
  }
  return null;
}

/** The added and left out dates of a series from an instant on. */
function datesFrom(series: StoredSeries, from: number): Pick<Recurrence, 'rdates' | 'exdates'> {
  const { rdates, exdates } = series.recurrence;
  const dates = occurrenceDates(series);
  const later = (text: string): boolean => dates.epochOf(text) >= from;
  return { rdates: rdates.filter(later), exdates: exdates.filter(later) };
}
