// The library that works rules out. Loaded with the first rule that is asked for: a start has no use for it.

import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';

/** Periods, and times in them, that the library may look at for one answer. It throws beyond. */
export interface SearchLimit {
  readonly maxIterations: number;
  readonly maxCandidateEvaluations: number;
}

/** The rule of a text without COUNT and UNTIL, from a start in UTC on, such as `20260301T093000Z`. Throws the library's errors. */
export function ruleGenerator(text: string, start: string, limit: SearchLimit): RRuleTemporal {
  return new RRuleTemporal<Temporal.ZonedDateTime>({
    rruleString: `DTSTART:${start}\nRRULE:${text}`,
    temporal: Temporal,
    cache: false,
    ...limit,
  });
}
