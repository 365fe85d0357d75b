// UNTIL of a rule: when its last occurrence can begin. Pure.

import { dayMs, lastEpoch } from '../../../contract/days.ts';
import { compactStamp } from '../../../lib/clock.ts';
import { dayEpochOf, epochOf, wallOf } from './wall.ts';

interface Clocks {
  readonly timeZone: string;
  readonly isAllDay: boolean;
}

interface WrittenClocks extends Clocks {
  /** The event's times name no zone. */
  readonly isFloating?: boolean;
}

/** Its day as its midnight in UTC, NaN where there is no such day, and the time of the clocks in milliseconds; null for a date. */
export function partsOf(until: string): { readonly day: number; readonly clock: number | null } {
  const [date = '', time] = until.split('T');
  const day = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}T00:00:00Z`);
  const [hours = 0, minutes = 0, seconds = 0] = [0, 2, 4].map((at) => Number(time?.slice(at, at + 2)));
  return { day, clock: time === undefined ? null : ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** The last instant that UNTIL lets an occurrence start at. A date counts up to its end, for an all-day event every form as its date. */
export function lastStartOf(until: string | null, { timeZone, isAllDay }: Clocks): number {
  if (until === null) return 8.64e15;
  const { day, clock } = partsOf(until);
  if (isAllDay) return dayEpochOf(day, timeZone);
  if (clock === null) return epochOf(day + dayMs, timeZone) - 1;
  const wall = day + clock;
  return (until.endsWith('Z') ? wall : epochOf(wall, timeZone)) + 999;
}

const formOf = (until: string): 'date' | 'local' | 'utc' => (until.length === 8 ? 'date' : until.endsWith('Z') ? 'utc' : 'local');

/** The rule with its UNTIL as RFC 5545, 3.3.10 wants it for the event: a date for whole days, a local time where all are, else UTC. */
export function withStrictUntil(rrule: string, clocks: WrittenClocks): string {
  const [, until] = /(?:^|;)UNTIL=(\d{8}(?:T\d{6}Z?)?)(?:;|$)/.exec(rrule) ?? [];
  if (until === undefined || formOf(until) === (clocks.isAllDay ? 'date' : clocks.isFloating === true ? 'local' : 'utc')) return rrule;
  if (Number.isNaN(partsOf(until).day)) return rrule;
  const last = Math.min(lastStartOf(until, clocks), lastEpoch);
  const time = clocks.isFloating === true ? compactStamp(Math.min(wallOf(last, clocks.timeZone), lastEpoch)) : `${compactStamp(last)}Z`;
  const strict = clocks.isAllDay ? until.slice(0, 8) : time;
  return rrule.replace(`UNTIL=${until}`, `UNTIL=${strict}`);
}
