// Events of a subscription that have other UIDs each time that they are read, against RFC 5545, 3.8.4.7: what says the very same as an
// event that is not in the file any more is that event. Else it would be deleted and made anew, and all that leads to it be lost.

import { setImmediate } from 'node:timers/promises';
import type { SeriesStore } from '../series-store.ts';
import type { EventStore } from '../store.ts';
import type { EventImport } from './event-import.ts';
import type { hashOfSaid } from './event-source.ts';
import type { ImportedGroup } from './import-worker.ts';
import type { SkippedEvent } from './read-event.ts';
import type { keyOf, SourceStore } from './source-store.ts';

interface RenamedEventsOptions {
  readonly events: EventStore;
  readonly series: SeriesStore;
  readonly sources: SourceStore;
  readonly imports: Pick<EventImport, 'saidBy'>;
  /** Handed in, as this is loaded with the first subscription that is read, and what the start has loaded stays in one file. */
  readonly hashOfSaid: typeof hashOfSaid;
  readonly keyOf: typeof keyOf;
  readonly write: <T>(work: () => T) => Promise<T>;
}

interface InFile {
  /** All events of the file, some at a time. */
  readonly parts: Iterable<readonly ImportedGroup[]>;
  readonly unreadable: readonly SkippedEvent[];
  readonly userId: string;
  readonly calendarId: string;
  readonly signal: AbortSignal;
}

/** How many events are looked at between two turns. */
const sliceLength = 100;

export class RenamedEvents {
  readonly #options: RenamedEventsOptions;

  constructor(options: RenamedEventsOptions) {
    this.#options = options;
  }

  /** Gives events that are here the UIDs under which the file has them now. */
  async find(file: InFile): Promise<void> {
    const { userId, calendarId, signal } = file;
    const { sources, write } = this.#options;
    const { keys, newUids } = await this.#read(file);
    for (let after: string | null = newUids.size === 0 ? null : ''; after !== null;) {
      signal.throwIfAborted();
      const page = sources.page(userId, calendarId, after, sliceLength);
      const gone = page.filter(({ key }) => key !== null && !keys.has(key));
      const renamed = gone.flatMap(({ eventId }) => {
        const said = this.#saidHere(userId, eventId);
        const uid = said === null ? undefined : newUids.get(said)?.shift();
        return uid === undefined ? [] : [{ eventId, uid }];
      });
      if (renamed.length > 0)
        await write(() => {
          for (const { eventId, uid } of renamed) this.#rename(userId, eventId, uid);
        });
      after = page.length < sliceLength ? null : (page.at(-1)?.eventId ?? null);
      await setImmediate();
    }
  }

  /** By what events of the file are found, and the UIDs of those that are not here, by what they say. */
  async #read({ userId, calendarId, parts, unreadable, signal }: InFile) {
    const keys = new Set(unreadable.map(({ uid }) => uid));
    const newUids = new Map<string, string[]>();
    for (const groups of parts) {
      signal.throwIfAborted();
      for (const group of groups) {
        const { series, others } = group;
        for (const { uid, recurrenceId } of others) keys.add(this.#options.keyOf(uid, recurrenceId));
        if (series === null) continue;
        keys.add(series.uid);
        if (this.#options.sources.maybeOf(userId, calendarId, series.uid) !== null) continue;
        const said = this.#saidThere(group);
        if (said === null) continue;
        const same = newUids.get(said);
        if (same === undefined) newUids.set(said, [series.uid]);
        else same.push(series.uid);
      }
      await setImmediate();
    }
    return { keys, newUids };
  }

  /** What an event says, whatever its colour; null for one that has gone meanwhile. */
  #saidHere(userId: string, eventId: string): string | null {
    const event = this.#options.events.maybeEvent(userId, eventId);
    return event === null ? null : this.#options.hashOfSaid(event, this.#options.series.overridesOf(eventId), null);
  }

  /** Null for what cannot come in. */
  #saidThere({ series, others, refused }: ImportedGroup): string | null {
    if (series === null || refused !== undefined) return null;
    try {
      return this.#options.imports.saidBy(series, others);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'validation_failed') return null;
      throw error;
    }
  }

  #rename(userId: string, eventId: string, uid: string): void {
    const { events, sources } = this.#options;
    const source = events.maybeEvent(userId, eventId) === null ? null : sources.maybeSource(eventId);
    if (source !== null) sources.put(eventId, { ...source, uid, recurrenceId: null });
  }
}
