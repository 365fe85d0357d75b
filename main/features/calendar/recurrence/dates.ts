// When a series takes place: its rule, with the dates that are added and left out. Pure.

import { dayMs } from '../../../contract/days.ts';
import type { Recurrence } from '../../../contract/recurrence.ts';
import { runAtOnce } from '../../../lib/cooperative-scheduler.ts';
import type { Times } from '../times.ts';
import { expansionOf, type Expansion, type Repeating } from './expand.ts';
import { dayEpochOf, dayWallOf } from './wall.ts';

/** An event that repeats, as far as its occurrences depend on it. */
export type Repeated = Times & { readonly recurrence: Recurrence };

/** An occurrence as the series has it; in milliseconds since the Unix epoch. */
interface OccurrenceSpan {
  readonly start: number;
  readonly end: number;
}

/** How far the next occurrence is looked for. */
const searchedYears = 400;

export function occurrenceDates(series: Repeated): OccurrenceDates {
  return new OccurrenceDates(series);
}

/** Of series that were read lately: to look for one by what it depends on takes longer than what is done with it. */
const expansions = new WeakMap<Repeated, Expansion>();

function expansionFor(series: Repeated): Expansion {
  const expansion = expansions.get(series) ?? expansionOf(repeatingOf(series));
  expansions.set(series, expansion);
  return expansion;
}

const repeatingOf = ({ recurrence, startAt, endAt, timeZone, isAllDay }: Repeated): Repeating => ({
  startAt,
  endAt,
  timeZone,
  isAllDay,
  rrule: recurrence.rrule,
});

/** Days of up to 25 hours, and one more for a zone that crosses the date line. */
const longestOf = ({ startAt, endAt, isAllDay }: Repeated): number => endAt - startAt + (isAllDay ? 2 * dayMs : 0);

const noDates: ReadonlySet<number> = new Set();

export class OccurrenceDates {
  readonly #series: Repeated;
  readonly #expansion: Expansion;
  /** Whole seconds: an occurrence is named by them. */
  readonly #left: ReadonlySet<number>;
  readonly #added: readonly OccurrenceSpan[];

  /** Throws `RuleError`. */
  constructor(series: Repeated) {
    const { recurrence, startAt, endAt, isAllDay } = series;
    this.#series = series;
    this.#expansion = expansionFor(series);
    this.#left = recurrence.exdates.length === 0 ? noDates : new Set(recurrence.exdates.map((text) => secondOf(this.epochOf(text))));
    this.#added = recurrence.rdates.map((text) => {
      const start = this.epochOf(text);
      return { start, end: isAllDay ? this.#endOfDays(start) : start + endAt - startAt };
    });
  }

  /** The rule alone. */
  get expansion(): Expansion {
    return this.#expansion;
  }

  /** The longest that an occurrence lasts, in milliseconds. */
  get longest(): number {
    return longestOf(this.#series);
  }

  /** Those that start in [from, until), by start. */
  startingIn(from: number, until: number): readonly OccurrenceSpan[] {
    return runAtOnce(this.gather(from, until));
  }

  /** What `startingIn` gives; yields while the rule is worked out. */
  *gather(from: number, until: number): Generator<void, readonly OccurrenceSpan[]> {
    const given: OccurrenceSpan[] = [];
    yield* this.#expansion.gather(from, until, given);
    if (this.#left.size === 0 && this.#added.length === 0) return given;
    const found = new Map<number, OccurrenceSpan>();
    for (const span of given) if (!this.#left.has(secondOf(span.start))) found.set(secondOf(span.start), span);
    let isSorted = true;
    for (const span of this.#added) {
      const second = secondOf(span.start);
      if (span.start < from || span.start >= until || this.#left.has(second) || found.has(second)) continue;
      found.set(second, span);
      isSorted = false;
    }
    const spans = [...found.values()];
    return isSorted ? spans : spans.toSorted((a, b) => a.start - b.start);
  }

  /** The occurrence that starts in the second of `start`; null if there is none. */
  maybeAt(start: number): OccurrenceSpan | null {
    const second = secondOf(start) * 1000;
    return this.startingIn(second, second + 1000)[0] ?? null;
  }

  /** The first occurrence from an instant on; null if there is none. */
  maybeFirst(from = -8.64e15): OccurrenceSpan | null {
    let first: OccurrenceSpan | null = null;
    // A rule whose next occurrence is further away counts as one that has none.
    const until = Math.max(from, this.#series.startAt) + searchedYears * 366 * dayMs;
    for (const span of this.#expansion.startingIn(from, until)) {
      if (this.#left.has(secondOf(span.start))) continue;
      first = span;
      break;
    }
    for (const span of this.#added) {
      if (span.start < from || this.#left.has(secondOf(span.start))) continue;
      if (first === null || span.start < first.start) first = span;
    }
    return first;
  }

  /** From the first start to the last end; an open end is the end of time. */
  get reach(): { readonly first: number; readonly last: number } {
    const end = this.#expansion.maybeEnd() ?? 8.64e15;
    return {
      first: Math.min(this.#series.startAt, ...this.#added.map(({ start }) => start)),
      last: Math.max(end, ...this.#added.map((span) => span.end)),
    };
  }

  /** Of a date or instant of `recurrence`. */
  epochOf(text: string): number {
    return this.#series.isAllDay ? dayEpochOf(Date.parse(`${text}T00:00:00Z`), this.#series.timeZone) : Date.parse(text);
  }

  #endOfDays(start: number): number {
    const { timeZone } = this.#series;
    return dayEpochOf(dayWallOf(start, timeZone) + this.#expansion.days * dayMs, timeZone);
  }
}

const secondOf = (time: number): number => Math.floor(time / 1000);
