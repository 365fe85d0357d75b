// Random rules, compared with Python's dateutil.

import { beforeAll, expect, test } from 'vitest';
import { expansionOf } from '../../../main/features/calendar/recurrence/expand.ts';
import { weekdays } from '../../../main/contract/days.ts';
import { readRule, RuleError } from '../../../main/features/calendar/recurrence/rule.ts';
import { askDateutil, ensureDateutil, type Question } from '../../support/dateutil.ts';
import { full } from '../../support/tiers.ts';
import { isLong, seeded, times } from '../../support/property.ts';

beforeAll(() => {
  ensureDateutil();
});

/** Whether it is one of the rules that are refused because the library gets them wrong. */
function isRefused(rrule: string): boolean {
  try {
    readRule(rrule);
    return false;
  } catch (error) {
    if (error instanceof RuleError && error.message.startsWith('cannot have')) return true;
    throw error;
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomRule(random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const some = (most: number, make: () => number | string): string => [...new Set(Array.from({ length: 1 + below(most) }, make))].join(',');
  const signed = (most: number) => (): number => (1 + below(most)) * (random() < 0.3 ? -1 : 1);
  const frequency = one(['YEARLY', 'YEARLY', 'MONTHLY', 'MONTHLY', 'WEEKLY', 'WEEKLY', 'DAILY', 'HOURLY'] as const);
  const parts = [`FREQ=${frequency}`];
  const may = (chance: number, part: () => string): void => {
    if (random() < chance) parts.push(part());
  };
  may(0.5, () => `INTERVAL=${1 + below(frequency === 'HOURLY' ? 30 : 4)}`);
  may(0.3, () => `COUNT=${1 + below(30)}`);
  may(0.3, () => `WKST=${one(weekdays)}`);
  may(0.25, () => `BYMONTH=${some(3, () => 1 + below(12))}`);
  const hasWeek = frequency === 'YEARLY' && random() < 0.25;
  // Of the last week of a year dateutil leaves out the days that lie in January.
  if (hasWeek) parts.push(`BYWEEKNO=${some(3, signed(51))}`);
  const numbered = (frequency === 'MONTHLY' || frequency === 'YEARLY') && !hasWeek && random() < 0.5;
  const largest = frequency === 'YEARLY' && !parts.some((part) => part.startsWith('BYMONTH=')) ? 53 : 5;
  // Without BYDAY dateutil takes all days of a week of BYWEEKNO, where the RFC takes that of the start.
  may(hasWeek ? 1 : 0.5, () => `BYDAY=${some(4, () => `${numbered ? signed(largest)() : ''}${one(weekdays)}`)}`);
  if (frequency !== 'WEEKLY') may(0.2, () => `BYMONTHDAY=${some(4, signed(31))}`);
  if (frequency === 'YEARLY') may(0.15, () => `BYYEARDAY=${some(4, signed(366))}`);
  may(0.2, () => `BYHOUR=${some(3, () => below(24))}`);
  may(0.2, () => `BYMINUTE=${some(frequency === 'HOURLY' ? 1 : 3, () => below(60))}`);
  // For the first week dateutil counts positions from the start on, where the RFC counts them in the whole week.
  if (frequency !== 'WEEKLY' && parts.some((part) => /^BY(?!SETPOS)/.test(part))) may(0.2, () => `BYSETPOS=${some(2, signed(4))}`);
  return parts.join(';');
}

const yearSeconds = 366 * 86_400;

test('2,000 random rules have the occurrences that dateutil gives them (40 of them for a push)', { ...full, timeout: 1_200_000 }, () => {
  const seed = seeded(2_026);
  const random = randomOf(seed);
  const count = times(40, 2_000);
  const questions: Question[] = Array.from({ length: count }, () => {
    const start = 1_577_836_800 + Math.floor(random() * 7 * 365 * 1440) * 60;
    let rrule = randomRule(random);
    while (isRefused(rrule)) rrule = randomRule(random);
    return [rrule, start, start + 6 * yearSeconds, 300];
  });
  const answers = askDateutil(questions, isLong ? 0.5 : 0.1);
  const wrong: unknown[] = [];
  for (const [index, [rrule, start, until, limit]] of questions.entries()) {
    const { found: theirs, complete } = answers[index] ?? { found: [], complete: false };
    // For us the start is an occurrence in any case, which COUNT counts.
    const { count: most } = readRule(rrule);
    const given = theirs[0] === start ? theirs : [start, ...theirs.slice(0, most === null ? undefined : Math.max(0, most - 1))];
    const expected = given.slice(0, limit);
    const event = { startAt: start * 1000, endAt: start * 1000 + 60_000, timeZone: 'UTC', isAllDay: false, rrule };
    const found: number[] = [];
    for (const span of expansionOf(event).startingIn(start * 1000, until * 1000)) {
      if (found.length === (complete ? limit : expected.length)) break;
      found.push(span.start / 1000);
    }
    // What occurs is not taken for a rule that never does: the second one, as the start is an occurrence in any case.
    const occurs = theirs.some((time) => time > start);
    const known = expansionOf({ ...event, rrule: rrule.replace(/;COUNT=\d+/, '') });
    if (occurs && known.maybeFirst() === null) wrong.push({ rrule, start: new Date(start * 1000).toISOString(), never: true });
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push({
        rrule,
        start: new Date(start * 1000).toISOString(),
        found: found.slice(0, 6).map((time) => new Date(time * 1000).toISOString()),
        expected: expected.slice(0, 6).map((time) => new Date(time * 1000).toISOString()),
        counts: [found.length, expected.length],
      });
  }
  expect(wrong, `seed ${seed}`).toEqual([]);
});
