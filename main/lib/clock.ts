import { addAbortListener } from 'node:events';
import { dayMs } from '../contract/days.ts';

/** Milliseconds since the Unix epoch. Handed in, so that tests can set the time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Time servers set a clock right by less than this, in milliseconds; by more it leaps. */
const leastLeap = 3_600_000;
/** How long a clock goes on evenly after a leap until it is believed. */
const evenFor = dayMs;
/** How long what is kept can have been without any news at a start before that counts as a leap. */
const withoutNews = 7 * dayMs;

interface ClockWatchOptions {
  readonly clock: Clock;
  /** Milliseconds that go by evenly, also while the machine sleeps, whatever the clock shows. */
  readonly uptime: () => number;
  /** When what is kept was last changed, by the clock of then; null for what is new. */
  readonly lastNews: number | null;
}

/** Watches whether the clock goes on evenly: what is removed in time waits while it may be wrong. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #startedAt: number;
  /** By how much the clock is ahead of the time that goes by evenly. */
  #ahead: number;
  /** When the clock last leapt, in that time; null if that was before the start. */
  #leaptAt: number | null;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    const { clock, uptime, lastNews } = options;
    this.#startedAt = clock();
    this.#ahead = this.#startedAt - uptime();
    this.#leaptAt = lastNews !== null && this.#startedAt - lastNews > withoutNews ? uptime() : null;
  }

  /** Whether what it shows can be taken for the time: it has not leapt for a day. */
  get isEven(): boolean {
    const { clock, uptime } = this.#options;
    if (Math.abs(clock() - uptime() - this.#ahead) >= leastLeap) return false;
    return this.#leaptAt === null || uptime() - this.#leaptAt >= evenFor;
  }

  /**
   * By how much the clock has leapt since the last call, forwards or backwards, with the times that it has shown in between, since the
   * start or the leap before; null if it has not.
   */
  maybeLeap(): { readonly by: number; readonly shown: { readonly from: number; readonly to: number } } | null {
    const { clock, uptime } = this.#options;
    const [now, up] = [clock(), uptime()];
    const by = now - up - this.#ahead;
    if (Math.abs(by) < leastLeap) return null;
    const shown = { from: this.#startedAt, to: now - by };
    this.#ahead += by;
    this.#startedAt += by;
    this.#leaptAt = up;
    return { by, shown };
  }
}

/** What a timer can wait for. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Calls `listener` once it is later than `at`, in milliseconds since the epoch, unless the function that comes back is called before. What
 * is weeks away is not waited for.
 */
export function onceAfter(at: number, clock: Clock, listener: () => void): () => void {
  // A timer can be a part of a millisecond early.
  const left = Math.max(0, at - clock()) + 1;
  if (left > maxTimerMs) return () => undefined;
  const timer = setTimeout(listener, left).unref();
  return () => {
    clearTimeout(timer);
  };
}

/** What `work` comes to, or what `late` gives or throws if that takes more than `ms` milliseconds. The work itself goes on. */
export async function atMost<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `work` comes to, or the reason of `signal` thrown as soon as that is aborted. The work itself goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const { promise: left, reject } = Promise.withResolvers<never>();
  using _ = addAbortListener(signal, () => {
    reject(signal.reason as Error);
  });
  return await Promise.race([work, left]);
}

/** The date parts of days that were asked for lately, such as `2026-03-01T`. */
const dates = new Map<number, string>();
const maxDates = 4_000;

const padded = (count: number, digits: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(digits, '0'));

const two = padded(60, 2);
const three = padded(1000, 3);

/**
 * The form in which the interface writes instants: ISO 8601, UTC, milliseconds; what `Date.prototype.toISOString` gives.
 * A list holds hundreds of them and took a third of its time for that method, so the date part is remembered by day, and numbers are
 * filled up with zeros once.
 */
export function toInstant(milliseconds: number): string {
  const day = Math.floor(milliseconds / dayMs);
  const date = dates.get(day) ?? rememberDate(day);
  const time = milliseconds - day * dayMs;
  const seconds = Math.floor(time / 1000);
  const minute = two[Math.floor(seconds / 60) % 60];
  return `${date}${two[Math.floor(seconds / 3600)]}:${minute}:${two[seconds % 60]}.${three[Math.floor(time) % 1000]}Z`;
}

function rememberDate(day: number): string {
  const text = new Date(day * dayMs).toISOString();
  const date = text.slice(0, text.indexOf('T') + 1);
  if (dates.size >= maxDates) dates.clear();
  dates.set(day, date);
  return date;
}

/** An instant to the second as basic ISO 8601, without its zone, which is UTC: `20260301T093000`. */
export const compactStamp = (milliseconds: number): string => toInstant(milliseconds).slice(0, 19).replaceAll(/[-:]/g, '');
