// A statement that SQLite prepares when it is first used.

import type { Statement } from 'better-sqlite3';

/**
 * In the place of a statement of better-sqlite3, for what stores do with one. All of a service are six hundred, of which a start uses few
 * and most days a part: preparing them at once took a third of the processor time of a start, modules aside.
 */
export class LazyStatement {
  readonly #prepare: () => Statement;
  #statement: Statement | null = null;
  #isPlucked = false;

  constructor(prepare: () => Statement) {
    this.#prepare = prepare;
  }

  /** Gives the first column of each row alone; itself. */
  pluck(): this {
    this.#isPlucked = true;
    return this;
  }

  run(...parameters: unknown[]): unknown {
    return this.prepared().run(...parameters);
  }

  get(...parameters: unknown[]): unknown {
    return this.prepared().get(...parameters);
  }

  all(...parameters: unknown[]): unknown[] {
    return this.prepared().all(...parameters);
  }

  iterate(...parameters: unknown[]): IterableIterator<unknown> {
    return this.prepared().iterate(...parameters);
  }

  /** Prepares it, if it is not yet. Throws SQLite's error where it cannot be. */
  prepared(): Statement {
    if (this.#statement !== null) return this.#statement;
    const statement = this.#prepare();
    if (this.#isPlucked) statement.pluck();
    this.#statement = statement;
    return statement;
  }
}
