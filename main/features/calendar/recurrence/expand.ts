// The occurrences of a rule. They are worked out on the clocks of the event's zone, as if these were UTC, three months at a time, and
// become instants afterwards: 02:30 each day then also happens on the day whose clocks skip it. What was worked out is remembered.

import { LRUCache } from 'lru-cache';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { RRuleTemporal } from 'rrule-temporal';
import { dayMs, weekdays } from '../../../contract/days.ts';
import { recurrenceLimits } from '../../../contract/recurrence.ts';
import { compactStamp } from '../../../lib/clock.ts';
import { workerFile } from '../../../lib/worker-file.ts';
import { choosesDays, dayChooser, type DayChooser } from './days.ts';
import type * as RuleGenerator from './rule-generator.ts';
import { canOccur, searchedYears } from './possible.ts';
import { readRule, RuleError, writeRule, type Rule } from './rule.ts';
import { lastStartOf } from './until.ts';
import { dayEpochOf, dayWallOf, epochOf, wallMidnight, wallOf } from './wall.ts';

/** An event that repeats, as far as its occurrences depend on it. */
export interface Repeating {
  readonly startAt: number;
  readonly endAt: number;
  readonly timeZone: string;
  readonly isAllDay: boolean;
  readonly rrule: string;
}

/** Starts and ends, in milliseconds since the Unix epoch, by start; no two starts are alike. */
interface Spans {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const searchLimit: RuleGenerator.SearchLimit = { maxIterations: 20_000, maxCandidateEvaluations: 200_000 };
const firstLimit: RuleGenerator.SearchLimit = { maxIterations: 3_000, maxCandidateEvaluations: 50_000 };

let library: typeof RuleGenerator | null = null;

/** At once: what is worked out inside a write cannot wait for an import. */
function loadLibrary(): typeof RuleGenerator {
  const require = createRequire(import.meta.url);
  library ??= require(fileURLToPath(workerFile('rule-generator', import.meta.url))) as typeof RuleGenerator;
  return library;
}

const expansions = new LRUCache<string, Expansion>({ max: 2_000 });
/** Their size is how many occurrences they hold: together at most some 16 MB. */
const windows = new LRUCache<number, Spans>({ maxSize: 1_000_000, sizeCalculation: ({ starts }) => starts.length + 8 });

/** The occurrences of a rule and an event that it repeats. Remembered by what it depends on, so that it is never out of date. */
export function expansionOf(event: Repeating): Expansion {
  const key = keyOf(event);
  const known = expansions.get(key);
  if (known !== undefined) return known;
  const made = new Expansion(event);
  expansions.set(key, made);
  return made;
}

const keyOf = ({ startAt, endAt, isAllDay, timeZone, rrule }: Repeating): string =>
  `${startAt} ${endAt} ${isAllDay ? 'd' : 't'} ${timeZone} ${rrule}`;

let madeExpansions = 0;

export class Expansion {
  readonly rule: Rule;
  readonly #event: Repeating;
  /** Tells its windows from those of others. */
  readonly #number = (madeExpansions += 1);
  /** The first start on the clocks of the zone; of an all-day event midnight. */
  readonly #wall: number;
  /** The last instant at which an occurrence can start. */
  readonly #lastStart: number;
  /** Of rules that choose days alone. */
  readonly #chosenDays: DayChooser | null;
  /** Of other rules, once it is asked for. */
  #generator: RRuleTemporal | null = null;
  /** Once it is asked for. */
  #perYear: number | null = null;
  #firstWall: number | null | undefined;
  readonly #firstWindow: number;
  /** Whether the rule gives the start itself. If not, it is an occurrence nonetheless, and COUNT counts it. */
  readonly #givesStart: boolean;
  /** How many occurrences the rule has up to the end of each window, from the first on; kept if COUNT asks for it. */
  readonly #counts: number[] = [];

  /** Throws `RuleError`. */
  constructor(event: Repeating) {
    this.#event = event;
    this.rule = readRule(event.rrule);
    this.#wall = event.isAllDay ? dayWallOf(event.startAt, event.timeZone) : wallOf(event.startAt, event.timeZone);
    this.#lastStart = lastStartOf(this.rule.until, event);
    this.#firstWindow = windowOf(this.#wall);
    this.#chosenDays = choosesDays(this.rule) ? dayChooser(this.rule, this.#wall) : null;
    const seconds = floorToSecond(this.#wall);
    this.#givesStart = this.#between(seconds, seconds).length > 0;
  }

  /** The length of an occurrence in days, for an all-day event. */
  get days(): number {
    return Math.round((dayWallOf(this.#event.endAt, this.#event.timeZone) - this.#wall) / dayMs);
  }

  /** Those that start in [from, until). */
  *startingIn(from: number, until: number): Generator<{ readonly start: number; readonly end: number }> {
    const { first, last } = this.#windowsFor(from, until);
    for (let window = first; window <= last; window += 1) {
      const { starts, ends } = this.#spansOf(window);
      for (let index = firstAtOrAfter(starts, from); index < starts.length; index += 1) {
        const start = starts[index] ?? 0;
        if (start >= until) return;
        yield { start, end: ends[index] ?? 0 };
      }
      if (this.#isOver(window)) return;
    }
  }

  /** Puts those that start in [from, until) into `found`, and yields between windows: half the cost of one by one. */
  *gather(from: number, until: number, found: { readonly start: number; readonly end: number }[]): Generator<void, void> {
    const { first, last } = this.#windowsFor(from, until);
    for (let window = first; window <= last; window += 1) {
      const { starts, ends } = this.#spansOf(window);
      for (let index = firstAtOrAfter(starts, from); index < starts.length; index += 1) {
        const start = starts[index] ?? 0;
        if (start >= until) return;
        found.push({ start, end: ends[index] ?? 0 });
      }
      if (this.#isOver(window)) return;
      yield;
    }
  }

  /** How many occurrences the rule has before an instant, deleted ones among them. */
  countBefore(epoch: number): number {
    let count = 0;
    for (const _ of this.startingIn(-8.64e15, epoch)) count += 1;
    return count;
  }

  /** The first occurrence that the rule itself gives, be it that of the start; null where a bounded search finds none. */
  maybeFirst(): number | null {
    const wall = this.#maybeFirstWall();
    const at = wall === null ? null : this.#epochOf(wall);
    return at === null || at > this.#lastStart ? null : at;
  }

  /** Whether the rule gives any day, before its end or after it: where it gives none before, the start is the only occurrence. */
  get givesAny(): boolean {
    return this.#maybeFirstWall() !== null;
  }

  /** How many occurrences a year it can have; never less than it has. */
  get perYear(): number {
    return (this.#perYear ??= maxPerYear(this.rule, this.#event.startAt));
  }

  /** Whether the rule ends before the start. */
  get endsBeforeStart(): boolean {
    return this.#lastStart < this.#event.startAt;
  }

  #maybeFirstWall(): number | null {
    if (this.#firstWall === undefined) this.#firstWall = this.#searchedFirstWall();
    return this.#firstWall;
  }

  #searchedFirstWall(): number | null {
    if (!canOccur(this.rule, this.#wall)) return null;
    const { frequency } = this.rule;
    // Day by day the library takes a hundred times as long; years and months it passes over.
    if (this.#chosenDays !== null && (frequency === 'DAILY' || frequency === 'WEEKLY')) {
      for (let year = 0; year < searchedYears; year += 1) {
        const from = floorToSecond(this.#wall) + year * 366 * dayMs;
        const [first] = this.#chosenDays(from, from + 366 * dayMs);
        if (first !== undefined) return first;
      }
      return null;
    }
    try {
      const next = generatorOf(this.rule, this.#wall, firstLimit).next(new Date(floorToSecond(this.#wall)), true);
      return next === null ? null : next.epochMilliseconds + (this.#wall - floorToSecond(this.#wall));
    } catch {
      return null;
    }
  }

  /** Later than every occurrence ends; null if they go on, or are too many to look at. */
  maybeEnd(): number | null {
    const { startAt, endAt } = this.#event;
    const length = endAt - startAt + dayMs;
    if (this.rule.until !== null) return Math.max(this.#lastStart + length, endAt);
    if (this.rule.count === null) return null;
    const most = this.#firstWindow + 200;
    let last = endAt;
    for (let window = this.#firstWindow; window <= most; window += 1) {
      last = Math.max(last, this.#spansOf(window).ends.at(-1) ?? last);
      if (this.#isOver(window)) return last + dayMs;
    }
    return null;
  }

  /** The windows in which what starts in [from, until) stands. */
  #windowsFor(from: number, until: number): { readonly first: number; readonly last: number } {
    // The clocks differ from UTC by up to a day, and gaps move an occurrence by up to another.
    return {
      first: Math.max(this.#firstWindow, windowOf(Math.max(from, this.#event.startAt) - 2 * dayMs)),
      last: windowOf(Math.min(until, this.#lastStart) + 2 * dayMs),
    };
  }

  #isOver(window: number): boolean {
    const { count } = this.rule;
    return count !== null && (this.#counts[window - this.#firstWindow] ?? 0) >= this.#generated(count);
  }

  /** How many the rule itself is to give of `count`. */
  #generated(count: number): number {
    return this.#givesStart ? count : count - 1;
  }

  /** As a number: texts take longer to look up than what they would name takes to work out. */
  #keyOf(window: number): number {
    return this.#number * maxWindows + window - firstWindow;
  }

  #spansOf(window: number): Spans {
    const key = this.#keyOf(window);
    const known = windows.get(key);
    if (known !== undefined && (this.rule.count === null || this.#counts.length > window - this.#firstWindow)) return known;
    const spans = this.#toSpans(this.#walls(window), window === this.#firstWindow && !this.#givesStart);
    windows.set(key, spans);
    return spans;
  }

  /** On the clocks, those of a window that the rule gives. */
  #walls(window: number): number[] {
    const { count } = this.rule;
    const found = this.#between(Math.max(this.#wall, window * windowMs), (window + 1) * windowMs - 1);
    if (count === null) return found;
    const index = window - this.#firstWindow;
    for (let before = this.#counts.length; before < index; before += 1) this.#walls(this.#firstWindow + before);
    const had = index === 0 ? 0 : (this.#counts[index - 1] ?? 0);
    const kept = found.slice(0, Math.max(0, this.#generated(count) - had));
    this.#counts[index] = had + kept.length;
    return kept;
  }

  #between(first: number, last: number): number[] {
    const rest = this.#wall - floorToSecond(this.#wall);
    if (this.#chosenDays !== null) return this.#chosenDays(floorToSecond(first) + rest, last + rest);
    this.#generator ??= generatorOf(this.rule, this.#wall, searchLimit);
    const found = this.#generator.between(new Date(floorToSecond(first)), new Date(last), true);
    const walls = found.map((time) => time.epochMilliseconds + rest);
    return namesLastWeek(this.rule) ? walls.filter((wall) => isNumberedDay(this.rule, wall)) : walls;
  }

  #epochOf(wall: number): number {
    const { startAt, timeZone, isAllDay } = this.#event;
    // The first one can stand at the second of two equal times on the clocks.
    if (wall === this.#wall) return startAt;
    return isAllDay ? dayEpochOf(wall, timeZone) : epochOf(wall, timeZone);
  }

  #toSpans(walls: readonly number[], withStart: boolean): Spans {
    const { startAt, endAt, timeZone, isAllDay } = this.#event;
    const days = this.days;
    const [starts, ends]: [number[], number[]] = withStart ? [[startAt], [endAt]] : [[], []];
    let isSorted = true;
    for (const wall of walls) {
      const start = this.#epochOf(wall);
      if (start > this.#lastStart && start !== startAt) continue;
      const last = starts.at(-1) ?? -Infinity;
      // Days that the clocks leave out fall on the one that follows: of those that begin at one instant the first counts.
      if (start === last) continue;
      const end = isAllDay ? dayEpochOf(wall + days * dayMs, timeZone) : start + endAt - startAt;
      // The last window goes on into the next year, which has no name of four digits.
      if (end > lastInstant) continue;
      isSorted &&= start > last;
      starts.push(start);
      ends.push(end);
    }
    return isSorted ? { starts, ends } : sorted(starts, ends);
  }
}

/** By start; of equal starts the first counts. */
function sorted(starts: readonly number[], ends: readonly number[]): Spans {
  const endsByStart = new Map<number, number>();
  for (const [index, start] of starts.entries()) if (!endsByStart.has(start)) endsByStart.set(start, ends[index] ?? start);
  const inOrder = [...endsByStart.keys()].toSorted((a, b) => a - b);
  return { starts: inOrder, ends: inOrder.map((start) => endsByStart.get(start) ?? start) };
}

/** Of years that have no 53rd of a weekday the library takes the first of the next year, or the last of the one before, for it. */
function namesLastWeek({ frequency, days, lists }: Rule): boolean {
  return frequency === 'YEARLY' && lists.BYMONTH === undefined && days.some(({ ordinal }) => Math.abs(ordinal ?? 0) === 53);
}

/** Whether BYDAY names the day of a time on the clocks, counted in its year. */
function isNumberedDay({ days }: Rule, wall: number): boolean {
  const weekday = weekdays[(new Date(wall).getUTCDay() + 6) % 7];
  const year = yearOf(wall);
  const number = Math.floor((wall - startOfYear(year)) / (7 * dayMs)) + 1;
  const fromEnd = -Math.floor((startOfYear(year + 1) - 1 - wall) / (7 * dayMs)) - 1;
  return days.some((day) => day.weekday === weekday && (day.ordinal === null || day.ordinal === number || day.ordinal === fromEnd));
}

/** What is worked out and remembered at a time: a list is of a month, and most rules give some dozens of occurrences in three of them. */
const windowMs = 92 * dayMs;

/** The ends of the years 1 to 9999. */
const [firstInstant, lastInstant] = [-62_135_596_800_000, 253_402_300_799_999];

const withinYears = (time: number): number => Math.max(firstInstant, Math.min(time, lastInstant));

const windowOf = (time: number): number => Math.floor(withinYears(time) / windowMs);

/** From the first window on, more than there are up to the last. */
const maxWindows = 65_536;
const firstWindow = windowOf(-Infinity);

const floorToSecond = (time: number): number => Math.floor(time / 1000) * 1000;

const yearOf = (time: number): number => new Date(withinYears(time)).getUTCFullYear();

function startOfYear(year: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, 0, 1);
}

function firstAtOrAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** COUNT and UNTIL are left to the caller: the library is asked for years, and knows nothing of the zone. */
function generatorOf(rule: Rule, wall: number, limit: RuleGenerator.SearchLimit): RRuleTemporal {
  const text = writeRule({ ...rule, count: null, until: null });
  const start = `${compactStamp(wall)}Z`;
  try {
    return loadLibrary().ruleGenerator(text, start, limit);
  } catch (error) {
    throw new RuleError(`does not parse (${(error as Error).message})`, { cause: error });
  }
}

/** Counted for a few years from an instant on. */
function maxPerYear(rule: Rule, from: number): number {
  const { frequency, interval, lists } = rule;
  const hours = lists.BYHOUR?.length ?? (frequency === 'HOURLY' ? Math.ceil(24 / Math.min(interval, 24)) : 1);
  const perDay = hours * (lists.BYMINUTE?.length ?? 1) * (lists.BYSECOND?.length ?? 1);
  if (perDay * 366 <= recurrenceLimits.occurrencesPerYear) return perDay * 366;
  const { BYHOUR: _hours, BYMINUTE: _minutes, BYSECOND: _seconds, BYSETPOS: positions, ...days } = lists;
  const ofDays: Rule = { ...rule, ...(frequency === 'HOURLY' ? { frequency: 'DAILY', interval: 1 } : {}), lists: days };
  const daysIn = daysOf(ofDays, wallMidnight(from));
  const first = yearOf(from);
  const periods = { YEARLY: 1, MONTHLY: 12, WEEKLY: 53, DAILY: 366, HOURLY: 8_784 }[frequency];
  const atMost = (daysOfYear: number): number =>
    Math.min(daysOfYear * perDay, positions === undefined ? Number.POSITIVE_INFINITY : positions.length * periods);
  let most = 0;
  for (let year = first; year < Math.min(first + 5, 9999) && atMost(most) <= recurrenceLimits.occurrencesPerYear; year += 1)
    most = Math.max(most, daysIn(startOfYear(year), startOfYear(year + 1) - 1).length);
  return atMost(most);
}

/** The days that a rule without times of day gives; the library takes 20 times as long as a chooser. */
function daysOf(rule: Rule, midnight: number): (first: number, last: number) => readonly unknown[] {
  if (choosesDays(rule)) {
    const chosen = dayChooser(rule, midnight);
    return (first, last) => chosen(Math.max(first, midnight), last);
  }
  const generator = generatorOf(rule, midnight, searchLimit);
  return (first, last) => generator.between(new Date(first), new Date(last), true);
}
