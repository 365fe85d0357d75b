// What the last check of the whole database has found: after an unclean stop, or of a backup.

import type { Clock } from '../lib/clock.ts';

export interface IntegrityReport {
  readonly state: 'unchecked' | 'sound' | 'damaged';
  /** Milliseconds; null before the first check since the start. */
  readonly checkedAt: number | null;
  /** The first thing that was wrong, in one line. */
  readonly flaw: string | null;
}

export class IntegrityRecord {
  readonly #clock: Clock;
  #report: IntegrityReport = { state: 'unchecked', checkedAt: null, flaw: null };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `flaw` is null when nothing was wrong. */
  checked(flaw: string | null): void {
    this.#report = { state: flaw === null ? 'sound' : 'damaged', checkedAt: this.#clock(), flaw };
  }

  report(): IntegrityReport {
    return this.#report;
  }
}
