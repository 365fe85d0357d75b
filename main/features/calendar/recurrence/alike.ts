// Whether two rules give the same occurrences, as far as that can be found out within a write. Pure.

import { dayMs } from '../../../contract/days.ts';
import { choosesDays } from './days.ts';
import type { Expansion } from './expand.ts';

/** How far they are compared: leap years and weekdays are the same again after these years. */
const comparedYears = 28;
/** How many occurrences; the library takes a millisecond for a few. */
const compared = { chosen: 1_000, searched: 100 } as const;

interface Compared {
  /** Half-open. */
  readonly from: number;
  readonly until: number;
  /** By how much the second one is later. */
  readonly span: number;
}

/** Whether the second one has every start of the first one in the range, later by the span, and no other. */
export function startAlike(one: Expansion, other: Expansion, { from, until, span }: Compared): boolean {
  const end = Math.min(until, from + comparedYears * 366 * dayMs);
  const [starts, others] = [one.startingIn(from, end), other.startingIn(from + span, end + span)];
  for (let count = choosesDays(one.rule) ? compared.chosen : compared.searched; count > 0; count -= 1) {
    const [start, later] = [starts.next(), others.next()];
    if (start.done === true || later.done === true) return start.done === later.done;
    if (later.value.start - start.value.start !== span) return false;
  }
  return true;
}
