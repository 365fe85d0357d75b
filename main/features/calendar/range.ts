import type { EventQuery } from '../../contract/events.ts';
import { invalid } from '../../lib/app-error.ts';
import { readMoment, toEpoch } from '../../lib/moment.ts';

/** Half-open: from `from` on, before `until`, in milliseconds since the Unix epoch; null is open. */
export interface Range {
  readonly from: number | null;
  readonly until: number | null;
}

/** The range that a query asks for; dates and local times are those of `timeZone`. Throws 400 if it is empty or names no day. */
export function readRange(query: Pick<EventQuery, 'startDate' | 'endDate'>, timeZone: () => string): Range {
  const { startDate, endDate } = query;
  const from = startDate === undefined ? null : toEpoch(readMoment('startDate', startDate), timeZone());
  const until = endDate === undefined ? null : toEpoch(readMoment('endDate', endDate), timeZone());
  if (from !== null && until !== null && until <= from) throw invalid({ path: 'endDate', message: 'must be after startDate' });
  return { from, until };
}
