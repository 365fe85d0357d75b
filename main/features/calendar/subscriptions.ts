// Calendars that are read from an address: once an hour, and when the user asks for it.

import { setImmediate } from 'node:timers/promises';
import type { Calendar } from '../../contract/calendars.ts';
import { AppError } from '../../lib/app-error.ts';
import { systemActor } from '../../lib/caller.ts';
import type { Attribute } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import { toCalendarReply, type Calendars } from './calendars.ts';
import type { CalendarStore, ReadState } from './calendar-store.ts';
import type { CalendarImport } from './ics/calendar-import.ts';
import type { SkippedEvent } from './ics/read-event.ts';
import type { SourceStore } from './ics/source-store.ts';
import type { SeriesRows } from './series-rows.ts';
import type { EventStore } from './store.ts';

/** What a server said of what was read before. */
interface Known {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface SubscriptionsOptions {
  readonly store: CalendarStore;
  readonly calendars: Calendars;
  readonly events: EventStore;
  readonly rows: SeriesRows;
  readonly sources: SourceStore;
  readonly imports: Pick<CalendarImport, 'run'>;
  /** Null where it is still what is known. Throws `upstream_failed` and 400. */
  readonly fetch: (url: string, known: Known, signal: AbortSignal) => Promise<(Known & { readonly bytes: Uint8Array }) | null>;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly attribute: Attribute;
  readonly clock: Clock;
  readonly log: Log;
}

const hour = 60 * 60 * 1000;
/** How often is looked for subscriptions whose hour is over, in milliseconds. */
const betweenLooks = 60_000;
/** How many events one write looks at, to see which are gone. */
const sliceLength = 100;

interface AtAddress {
  readonly keys: ReadonlySet<string>;
  /** UIDs of what cannot be read. */
  readonly uids: ReadonlySet<string>;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #stopping = new AbortController();
  /** By the ids of calendars. A caller that asks for what is being read already waits for that. */
  readonly #reading = new SharedWork<void>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.look();
    }, betweenLooks).unref();
  }

  /** Settles once nothing is being read any more. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#looking;
    await this.#reading.ended();
  }

  /** Reads what was not tried for an hour, one after the other; what was tried under a clock that was ahead as well. */
  look(): void {
    this.#looking = this.#looking
      .then(() => this.#readDue())
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#options.log.error({ err: error }, 'a subscription could not be read');
      });
  }

  async #readDue(): Promise<void> {
    let last: string | null = null;
    while (!this.#stopping.signal.aborted) {
      const now = this.#options.clock();
      const due = this.#options.store.maybeDue({ before: now - hour, now });
      // Where it cannot be written down that it was tried, as on a full disk, its server is not asked over and over.
      if (due === null || due.id === last) return;
      last = due.id;
      try {
        await this.#once(due.userId, due.id);
      } catch (error) {
        // What the server is to blame for stands in the calendar.
        if (!(error instanceof AppError)) throw error;
      }
    }
  }

  /** Reads a subscription now. Throws 404, 409 for a local calendar, 502. */
  async refresh(userId: string, id: string): Promise<Calendar> {
    const { calendars } = this.#options;
    if (calendars.calendar(userId, id).url === null) throw new AppError('conflict', 'The calendar is no subscription');
    await this.#once(userId, id);
    return toCalendarReply(calendars.calendar(userId, id));
  }

  #once(userId: string, id: string): Promise<void> {
    return this.#reading.run(id, () => this.#read(userId, id));
  }

  async #read(userId: string, id: string): Promise<void> {
    const { store, fetch, imports, clock } = this.#options;
    const { signal } = this.#stopping;
    const state = store.readState(userId, id);
    if (state === null) return;
    try {
      const found = await fetch(state.url, state, signal);
      let unreadable: readonly SkippedEvent[] = [];
      if (found !== null) {
        const read = await imports.run({
          userId,
          actor: systemActor,
          calendarId: id,
          bytes: found.bytes,
          isDryRun: false,
          isSubscription: true,
          signal,
        });
        ({ unreadable } = read);
        await this.#removeOthers(userId, id, { keys: read.keys, uids: new Set(unreadable.map(({ uid }) => uid)) });
      }
      // What cannot be read is tried again, and told again, also where nothing has changed at the address.
      const { etag, lastModified } = unreadable.length > 0 ? { etag: null, lastModified: null } : (found ?? state);
      await this.#keep(userId, id, { etag, lastModified, refreshedAt: clock(), error: toldOf(unreadable) });
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || error.code === 'not_found') throw error;
      await this.#keep(userId, id, { ...state, error: error.message });
      throw error.code === 'upstream_failed' || error.code === 'unavailable' ? error : new AppError('upstream_failed', error.message);
    }
  }

  async #keep(userId: string, id: string, state: Omit<ReadState, 'url'>): Promise<void> {
    const { write, attribute, calendars } = this.#options;
    await write(() => {
      attribute({ actor: systemActor, batchId: null }, () => {
        calendars.keepReadState(userId, id, state);
      });
    });
  }

  /** Removes the events that are not at the address any more. Of what could not be read there, the last state stays. */
  async #removeOthers(userId: string, id: string, { keys, uids }: AtAddress): Promise<void> {
    const { sources, events, rows, write, attribute } = this.#options;
    let after: string | null = '';
    while (after !== null) {
      const from: string = after;
      after = await write(() =>
        attribute({ actor: systemActor, batchId: null }, () => {
          const page = sources.page(userId, id, from, sliceLength);
          for (const { eventId, key } of page) {
            // An occurrence without its series has the UID of that, and more, as its key.
            if (key !== null && (keys.has(key) || uids.has(key.split('\n', 1)[0] ?? ''))) continue;
            const event = events.maybeEvent(userId, eventId);
            if (event !== null) rows.remove(userId, event);
          }
          return page.length < sliceLength ? null : (page.at(-1)?.eventId ?? null);
        }),
      );
      await setImmediate();
    }
  }
}

/** Null where all could be read. */
function toldOf([first, ...others]: readonly SkippedEvent[]): string | null {
  if (first === undefined) return null;
  const { uid, title = uid, reason } = first;
  return `"${title}" ${reason}; events that cannot be read stay as they were (${others.length + 1})`;
}
