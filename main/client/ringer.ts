// Tells of reminders when their time has come. Follows the clock and not a timer alone, for machines sleep and clocks are set.
// Knows neither a page nor the desktop: both tell of reminders in their own way.

import { dayMs } from '../contract/days.ts';
import { Refresher } from './refresher.ts';
import type { ReminderKey, RingingReminder } from '../contract/reminders.ts';

/** What was to ring so long ago, in milliseconds, was missed: the machine slept, or nothing ran. */
const late = 5 * 60_000;
/** How far back what was missed is looked for, and how far ahead is read, in milliseconds. */
const lookBack = 28 * dayMs;
const lookAhead = 3_600_000;
/** The clock is looked at at least so often, in milliseconds. */
const maxWaitMs = 60_000;
/** How many the service takes at once. */
const atOnce = 100;

interface RingerOptions {
  /** What rings in a range; rejects while the service is away. */
  readonly list: (from: number, to: number) => Promise<readonly RingingReminder[]>;
  /** Those of them that no other program has claimed or told of: this one is to tell of them now. */
  readonly claim: (keys: readonly ReminderKey[]) => Promise<readonly ReminderKey[]>;
  /** Called once for all that has come up; it is shown on return. `isMissed`: most of it was to ring earlier. */
  readonly tell: (reminders: readonly RingingReminder[], isMissed: boolean) => void;
  /** Says that these were shown; what is not confirmed can be claimed again after a while. */
  readonly confirm: (keys: readonly ReminderKey[]) => Promise<unknown>;
  /** Another program is to come first, such as a window in sight: how long this one waits, in milliseconds. */
  readonly delayMs: () => number;
  readonly clock: () => number;
}

/** The records whose changes can move what rings, by their types in the change feed. */
export const movesReminders: ReadonlySet<string> = new Set(['event', 'card', 'column', 'calendar', 'reminder']);

/** By which the service knows a reminder. */
export const reminderKeyOf = ({ type, id, occurrenceId, at }: RingingReminder): ReminderKey => ({ type, id: occurrenceId ?? id, at });
const nameOf = ({ id, at }: ReminderKey): string => `${id} ${at}`;

export class Ringer {
  readonly #options: RingerOptions;
  /** Since when it runs: the delay begins no earlier. Not after now, also where the clock is set back. */
  #since: number;
  /** Those that were shown while the service does not know of it yet, by name. */
  #unconfirmed = new Set<string>();
  readonly #refresher = new Refresher(() => this.#readAndPlan());

  constructor(options: RingerOptions) {
    this.#options = options;
    this.#since = options.clock();
  }

  /** Looks at the clock and reads anew: at the start, on a change, after a sleep. Settles when it is done, and never rejects. */
  readonly refresh = this.#refresher.refresh;

  stop(): void {
    this.#refresher.stop();
  }

  async #readAndPlan(): Promise<void> {
    let wait = maxWaitMs;
    try {
      wait = await this.#read();
    } catch {
      // The service is away: the next look is after the longest wait.
    }
    this.#refresher.refreshIn(wait);
  }

  /** When to look again, in milliseconds. */
  async #read(): Promise<number> {
    const { list, clock, delayMs } = this.#options;
    const now = clock();
    this.#since = Math.min(this.#since, now);
    const found = await list(now - lookBack, now + lookAhead);
    const open = found.filter(({ rungAt }) => rungAt === null);
    const shown = open.map(reminderKeyOf).filter((key) => this.#unconfirmed.has(nameOf(key)));
    this.#unconfirmed = new Set(shown.map(nameOf));
    await this.#confirm(shown);
    const wait = delayMs();
    const timeOf = ({ at }: RingingReminder): number => (wait === 0 ? Date.parse(at) : Math.max(Date.parse(at), this.#since) + wait);
    const others = open.filter((reminder) => !this.#unconfirmed.has(nameOf(reminderKeyOf(reminder))));
    const due = others.filter((reminder) => timeOf(reminder) <= now);
    await this.#ring(due, now);
    // What has come up since `now` was read is due at once, not after the longest wait.
    const later = others.map(timeOf).filter((time) => time > now);
    return Math.max(0, Math.min(maxWaitMs, ...later.map((time) => time - clock())));
  }

  async #ring(due: readonly RingingReminder[], now: number): Promise<void> {
    const { claim, tell } = this.#options;
    const mine = new Set<string>();
    try {
      for (let start = 0; start < due.length && !this.#refresher.isStopped; start += atOnce) {
        for (const key of await claim(due.slice(start, start + atOnce).map(reminderKeyOf))) mine.add(nameOf(key));
      }
    } finally {
      // Also where the service went away in between. A stopped one shows nothing: another program claims them later.
      const told = this.#refresher.isStopped ? [] : due.filter((reminder) => mine.has(nameOf(reminderKeyOf(reminder))));
      if (told.length > 0) {
        const missed = told.filter(({ at }) => Date.parse(at) < now - late);
        tell(told, missed.length > told.length / 2);
        const keys = told.map(reminderKeyOf);
        for (const key of keys) this.#unconfirmed.add(nameOf(key));
        await this.#confirm(keys);
      }
    }
  }

  /** What cannot be confirmed now is confirmed at the next look. */
  async #confirm(keys: readonly ReminderKey[]): Promise<void> {
    for (let start = 0; start < keys.length; start += atOnce) {
      const some = keys.slice(start, start + atOnce);
      try {
        await this.#options.confirm(some);
      } catch {
        return;
      }
      for (const key of some) this.#unconfirmed.delete(nameOf(key));
    }
  }
}
