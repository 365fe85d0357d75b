// When a card is due, for the filters of lists. A date, or a date-time without offset, means the clocks of wherever
// the machine is when the list is asked for: it floats (RFC 5545, section 3.3.5), and is compared as it stands on the clock.

import { Temporal } from 'temporal-polyfill';
import { readBound, readMoment, toEpoch, type TimeBound } from '../../lib/moment.ts';

/** As it is stored: milliseconds since the Unix epoch, for what floats those of the same clock time in UTC. Nulls for no due date. */
export interface Due {
  readonly dueAt: number | null;
  readonly dueIsLocal: 0 | 1 | null;
}

/** Throws 400 if there is no such day. */
export function readDue(dueDate: string | null): Due {
  if (dueDate === null) return { dueAt: null, dueIsLocal: null };
  const moment = readMoment('dueDate', dueDate);
  return { dueAt: toEpoch(moment, 'UTC'), dueIsLocal: moment instanceof Temporal.Instant ? 0 : 1 };
}

/** Null without a bound. Throws 400 at `path` if there is no such day. */
export function readDueBound(path: string, text: string | undefined, machineZone: () => string): TimeBound | null {
  return text === undefined ? null : readBound(path, text, machineZone());
}
