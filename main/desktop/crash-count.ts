// How often a page may be loaded anew after a crash before the user is asked. Pure but for the clock that it is given.

const allowed = 3;
const span = 60_000;

export class CrashCount {
  readonly #clock: () => number;
  #times: number[] = [];

  /** `clock` gives milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Counts one crash; true if it is the third within a minute, after which counting begins anew. */
  isTooMany(): boolean {
    const now = this.#clock();
    this.#times = [...this.#times.filter((time) => now - time < span), now];
    if (this.#times.length < allowed) return false;
    this.#times = [];
    return true;
  }
}
