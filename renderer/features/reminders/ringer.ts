// Tells of reminders when their time has come. Follows the clock and not a timer alone, for machines sleep and clocks are set.
// Knows no page.

import type { ReminderKey, RingingReminder } from '../../../main/contract/reminders.ts';

/** What was to ring so long ago, in milliseconds, was missed: the machine slept, or nothing ran. */
const late = 5 * 60_000;
/** How far back what was missed is looked for, and how far ahead is read, in milliseconds. */
const lookBack = 28 * 86_400_000;
const lookAhead = 3_600_000;
/** The clock is looked at at least so often, in milliseconds. */
const longestWait = 60_000;
/** How many the service takes at once. */
const atOnce = 100;

export interface RingerOptions {
  /** What rings in a range; rejects while the service is away. */
  readonly list: (from: number, to: number) => Promise<readonly RingingReminder[]>;
  /** Those of them that no other window has told of, and that this one is to tell of. */
  readonly take: (keys: readonly ReminderKey[]) => Promise<readonly ReminderKey[]>;
  /** Called once for all that has come up; `isMissed`: most of it was to ring earlier. */
  readonly tell: (reminders: readonly RingingReminder[], isMissed: boolean) => void;
  /** Another window, which is in sight, is to come first: how long this one waits, in milliseconds. */
  readonly patience: () => number;
  readonly clock: () => number;
}

const keyOf = ({ type, id, occurrenceId, at }: RingingReminder): ReminderKey => ({ type, id: occurrenceId ?? id, at });
const nameOf = ({ id, at }: ReminderKey): string => `${id} ${at}`;

export class Ringer {
  readonly #options: RingerOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #isStale = false;
  #isStopped = false;

  constructor(options: RingerOptions) {
    this.#options = options;
  }

  /** Looks at the clock and reads anew: at the start, on a change, after a sleep. Settles when it is done, and never rejects. */
  readonly refresh = async (): Promise<void> => {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale && !this.#isStopped) {
      this.#isStale = false;
      try {
        this.#wake(await this.#read());
      } catch {
        this.#wake(longestWait);
      }
    }
    this.#isReading = false;
  };

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** When to look again, in milliseconds. */
  async #read(): Promise<number> {
    const { list, take, tell, clock, patience } = this.#options;
    const now = clock();
    const found = await list(now - lookBack, now + lookAhead);
    const open = found.filter(({ rungAt }) => rungAt === null);
    const wait = patience();
    const due = open.filter(({ at }) => Date.parse(at) + wait <= now);
    const mine = new Set<string>();
    try {
      for (let start = 0; start < due.length && !this.#isStopped; start += atOnce) {
        for (const key of await take(due.slice(start, start + atOnce).map(keyOf))) mine.add(nameOf(key));
      }
    } finally {
      // Also where the service went away in between: no other window tells of those.
      const told = due.filter((reminder) => mine.has(nameOf(keyOf(reminder))));
      const missed = told.filter(({ at }) => Date.parse(at) < now - late);
      if (told.length > 0) tell(told, missed.length > told.length / 2);
    }
    const next = open.map(({ at }) => Date.parse(at) + wait - clock()).filter((span) => span > 0);
    return Math.min(longestWait, ...next);
  }

  #wake(after: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      void this.refresh();
    }, after);
  }
}
