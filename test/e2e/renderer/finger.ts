// A finger that drags, rests and swipes.

import type { CDPSession, Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How long a finger rests until the calendar takes it for more than a tap, in milliseconds. */
const longPress = 400;

/** Runs in the page: a finger has rested when the test says so, and not when a slow machine has taken as long. */
function holdRest(milliseconds: number): void {
  const held = new Map<number, () => void>();
  const { setTimeout: start, clearTimeout: stop } = window;
  const timeOf = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get;
  let timers = 0;
  let rested = 0;
  Object.assign(window, {
    setTimeout: (handler: () => void, delay?: number, ...rest: unknown[]): number => {
      if (delay !== milliseconds) return start(handler, delay, ...rest);
      timers -= 1;
      held.set(timers, handler);
      return timers;
    },
    clearTimeout: (id?: number) => {
      if (id === undefined || !held.delete(id)) stop(id);
    },
    haveRested: () => {
      rested += milliseconds;
      const handlers = [...held.values()];
      held.clear();
      for (const handler of handlers) handler();
    },
  });
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get(this: Event) {
      return Number(timeOf?.call(this)) + rested;
    },
  });
}

/** A finger on the glass: Playwright's own knows taps alone. How long it rests is up to the test. */
export class Finger {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** Before the page is opened. */
  static async on(page: Page): Promise<Finger> {
    await page.addInitScript(holdRest, longPress);
    return new Finger(page, await page.context().newCDPSession(page));
  }

  /** Comes down, moves on at once and is lifted. */
  async swipe(from: Point, to: Point): Promise<void> {
    // All is on its way before the first is answered: to Chromium, too, it is no rest.
    await Promise.all([this.#send('touchStart', [from]), this.move(from, to), this.up()]);
  }

  /** Comes down, and stays as long as it takes to be noticed. */
  async rest(at: Point): Promise<void> {
    await this.#send('touchStart', [at]);
    await this.#page.evaluate(() => {
      (window as unknown as { haveRested: () => void }).haveRested();
    });
  }

  async move(from: Point, to: Point): Promise<void> {
    const steps = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => step / 8);
    await Promise.all(
      steps.map((part) => this.#send('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])),
    );
  }

  async up(): Promise<void> {
    await this.#send('touchEnd', []);
  }

  /** The system takes the touch away, as for a call. */
  async cancel(): Promise<void> {
    await this.#send('touchCancel', []);
  }

  /** A second one comes down while this one rests at `at`; `up` lifts both. */
  async second(at: Point, other: Point): Promise<void> {
    await this.#send('touchStart', [
      { ...at, id: 0 },
      { ...other, id: 1 },
    ]);
  }

  async #send(
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    touchPoints: (Point & { readonly id?: number })[],
  ): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
