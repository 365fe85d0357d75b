// UNTIL of a rule: when its last occurrence can begin. Pure.

import { dayEpochOf, dayMs, epochOf } from './wall.ts';

interface Clocks {
  readonly timeZone: string;
  readonly isAllDay: boolean;
}

/** The last instant that UNTIL lets an occurrence start at. A date counts up to its end, for an all-day event every form as its date. */
export function lastStartOf(until: string | null, { timeZone, isAllDay }: Clocks): number {
  if (until === null) return 8.64e15;
  const [date, time] = until.replace('Z', '').split('T');
  const day = Date.parse(`${date?.slice(0, 4)}-${date?.slice(4, 6)}-${date?.slice(6, 8)}T00:00:00Z`);
  if (isAllDay) return dayEpochOf(day, timeZone);
  if (time === undefined) return epochOf(day + dayMs, timeZone) - 1;
  const wall = day + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(2, 4)) * 60_000 + Number(time.slice(4, 6)) * 1000;
  return (until.endsWith('Z') ? wall : epochOf(wall, timeZone)) + 999;
}

const latest = Date.parse('9999-12-31T23:59:59Z');

/** The rule with its UNTIL as RFC 5545, 3.3.10 wants it for the event: a date for whole days, else UTC. Readers refuse other forms. */
export function withStrictUntil(rrule: string, clocks: Clocks): string {
  const [, until] = /(?:^|;)UNTIL=(\d{8}(?:T\d{6}Z?)?)(?:;|$)/.exec(rrule) ?? [];
  if (until === undefined || (clocks.isAllDay ? until.length === 8 : until.endsWith('Z'))) return rrule;
  if (Number.isNaN(Date.parse(`${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`))) return rrule;
  const last = Math.min(lastStartOf(until, clocks), latest);
  const strict = clocks.isAllDay ? until.slice(0, 8) : `${new Date(last).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return rrule.replace(`UNTIL=${until}`, `UNTIL=${strict}`);
}
