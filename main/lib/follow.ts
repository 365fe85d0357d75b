// Those that follow something, such as a job: they are told of news of it, and each works through what it has not seen yet.

import type { EventSink } from './answer.ts';
import { systemClock } from './clock.ts';

/**
 * Ids for the events of what ends, the same for every reader. They begin with the time, in microseconds, so that those of an earlier start
 * of the service are lower.
 */
export class EventIds {
  #last = 0;

  /** Greater than all before. */
  next(): number {
    return (this.#last = Math.max(this.#last + 1, systemClock() * 1_000));
  }
}

/** The id of the event that tells of the end, at this time in milliseconds: also that of a stream that begins later. */
export const idOfEnd = (endedAt: number): number => endedAt * 1_000 + 999;

/** Tells those that follow something, by its id, of news of it. */
export class Followers<News = void> {
  readonly #listeners = new Map<string, Set<(news: News) => void>>();

  has(id: string): boolean {
    return this.#listeners.has(id);
  }

  tell(id: string, news: News): void {
    for (const listener of this.#listeners.get(id) ?? []) listener(news);
  }

  /** Calls `listener` with each news of it, until the function that comes back is called. */
  subscribe(id: string, listener: (news: News) => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) this.#listeners.delete(id);
    };
  }
}

/** What there is for a reader beyond what it was just sent: more, nothing before the next news, or nothing ever. */
type Rest = 'more' | 'news' | 'nothing';

/**
 * Opens the stream of a reader and calls `tell`, which sends it some of what it has not seen, again and again: at once while there is more,
 * else at the next news, of which `subscribe` tells. Settles when nothing comes any more, or the reader has left.
 */
export async function follow(reader: EventSink, subscribe: (wake: () => void) => () => void, tell: () => Promise<Rest>): Promise<void> {
  let isNews = false;
  let goOn = (): void => undefined;
  const wake = (): void => {
    isNews = true;
    goOn();
  };
  const unsubscribe = subscribe(wake);
  reader.signal.addEventListener('abort', wake);
  try {
    reader.open();
    while (!reader.signal.aborted) {
      // Before it looks: what comes after that look is not lost.
      isNews = false;
      const rest = await tell();
      if (rest === 'nothing') return;
      if (rest === 'more' || isNews) continue;
      const { promise, resolve } = Promise.withResolvers<void>();
      goOn = resolve;
      await promise;
    }
  } finally {
    reader.signal.removeEventListener('abort', wake);
    unsubscribe();
  }
}
