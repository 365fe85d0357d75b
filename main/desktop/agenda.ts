// Follows the calendar and the boards while the app runs: tells what begins, and how much is due today.

import { setTimeout as sleep } from 'node:timers/promises';
import { cardsApi } from '../contract/boards.ts';
import { changesApi } from '../contract/changes.ts';
import { eventsApi, type Event } from '../contract/events.ts';
import { coalesce } from '../client/coalesce.ts';
import { Refresher } from '../client/refresher.ts';
import type { Clock } from '../lib/clock.ts';
import { countDue, dayAround, eventsToTell, lateness, reminderKey, snoozeSpan, tidied, untilNext, type Reminded } from './agenda-rules.ts';
import type { ServiceClient } from './service-client.ts';

interface AgendaOptions {
  readonly client: Pick<ServiceClient, 'call' | 'follow'>;
  readonly clock: Clock;
  /** Whether events that begin are to be told. */
  readonly tells: () => boolean;
  readonly tell: (event: Event) => void;
  /** Called with the number of things due today, when it may have changed. */
  readonly count: (due: number) => void;
  /** Called with the type of every record that changes; with null where changes may have been missed. */
  readonly changed: (type: string | null) => void;
  /** What has been told survives a restart. */
  readonly reminded: { get(): Reminded; set(reminded: Reminded): void };
  readonly warn: (message: string) => void;
}

/** How long to wait before the change feed is asked for again, in milliseconds. */
const reconnection = 2_000;

/** Of the change feed: what can change the count or what begins. Notes change at every key. */
const countedTypes = new Set(['event', 'card', 'column']);

export class Agenda {
  readonly #options: AgendaOptions;
  readonly #stopping = new AbortController();
  readonly #refresher = new Refresher(() => this.#readOrWarn());
  readonly #changed = coalesce(() => this.refresh());

  constructor(options: AgendaOptions) {
    this.#options = options;
  }

  start(): void {
    void this.refresh();
    void this.#follow();
  }

  stop(): void {
    this.#stopping.abort();
    this.#refresher.stop();
  }

  /** Reads anew and tells what is due; also after a sleep or a change to the clock. Settles when it is done, and never rejects. */
  async refresh(): Promise<void> {
    await this.#refresher.refresh();
  }

  /** Tells of `event` once more in ten minutes. */
  snooze(event: Event): void {
    const { reminded, clock } = this.#options;
    const { told, snoozed } = reminded.get();
    reminded.set({ told, snoozed: { ...snoozed, [reminderKey(event)]: clock() + snoozeSpan } });
    void this.refresh();
  }

  async #readOrWarn(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#options.warn(`What is due could not be read (${(error as Error).message})`);
      this.#refresher.refreshIn(60_000);
    }
  }

  async #read(): Promise<void> {
    const { client, clock, count, reminded } = this.#options;
    const { signal } = this.#stopping;
    const { from, to } = dayAround(clock());
    const instant = (time: number): string => new Date(time).toISOString();
    // From a little before midnight to a little after the next: what begins then is told in time.
    const { items: events } = await client.call(eventsApi.listEvents, {
      query: { startDate: instant(Math.min(from, clock() - lateness)), endDate: instant(to + lateness), visible: 'true', limit: '1000' },
      signal,
    });
    const { items: cards } = await client.call(cardsApi.listCards, {
      query: { dueAfter: instant(from - 1), dueBefore: instant(to) },
      signal,
    });
    if (signal.aborted) return;
    const now = clock();
    count(
      countDue(
        cards,
        events.filter(({ startTime, endTime }) => Date.parse(startTime) < to && Date.parse(endTime) > from),
        now,
      ),
    );
    this.#tell(events, now);
    this.#refresher.refreshIn(untilNext(events, reminded.get(), now));
  }

  #tell(events: readonly Event[], now: number): void {
    const { reminded, tell, tells } = this.#options;
    const before = reminded.get();
    const due = eventsToTell(events, before, now);
    if (due.length === 0) return;
    const keys = due.map(reminderKey);
    const told = { ...before.told, ...Object.fromEntries(keys.map((key) => [key, now])) };
    const snoozed = Object.fromEntries(Object.entries(before.snoozed).filter(([key]) => !keys.includes(key)));
    // Marked first, and also when telling is off: what began then is not told later in one go.
    reminded.set(tidied({ told, snoozed }, now));
    if (tells()) for (const event of due) tell(event);
  }

  async #follow(): Promise<void> {
    const { client, changed } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const { lastSeq } = await client.call(changesApi.listChanges, { query: { limit: '0' }, signal });
        // What changed while there was no stream.
        void this.refresh();
        changed(null);
        await client.follow(
          lastSeq,
          (type) => {
            changed(type);
            if (countedTypes.has(type)) this.#changed();
          },
          signal,
        );
      } catch {
        // The service ends streams when it stops; then this is stopped too.
      }
      await sleep(reconnection, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
