// Which reminders a program has asked to tell of. Kept in memory alone: a claim lasts seconds, and one that is lost only lets the
// reminder be told again.

import type { ReminderMark } from './store.ts';

/** Of all users together; the oldest go first. */
const maxClaims = 10_000;

export class Claims {
  /** When each runs out, by reminder; as all last equally long, the oldest run out first. */
  readonly #until = new Map<string, number>();

  isFree(userId: string, mark: ReminderMark, now: number): boolean {
    const until = this.#until.get(keyOf(userId, mark));
    return until === undefined || until <= now;
  }

  put(userId: string, mark: ReminderMark, until: number): void {
    const key = keyOf(userId, mark);
    this.#until.delete(key);
    this.#until.set(key, until);
    const [oldest] = this.#until.keys();
    if (this.#until.size > maxClaims && oldest !== undefined) this.#until.delete(oldest);
  }

  end(userId: string, mark: ReminderMark): void {
    this.#until.delete(keyOf(userId, mark));
  }
}

const keyOf = (userId: string, { recordId, at, snoozedUntil }: ReminderMark): string => `${userId} ${recordId} ${snoozedUntil ?? at}`;
