// Events in the trash: what the entry of the trash keeps is all that there is of them.

import { notFound } from '../../lib/app-error.ts';
import type { TrashedRecord, TrashKind } from '../../lib/trash-kind.ts';
import { isSeries, type SeriesRows } from './series-rows.ts';
import type { Override, SeriesStore } from './series-store.ts';
import type { EventStore, StoredEvent } from './store.ts';

/** What is kept of an event; entries of earlier versions know nothing of series. */
type Kept = Omit<StoredEvent, 'recurrence' | 'followsId'> & Partial<Pick<StoredEvent, 'recurrence' | 'followsId'>>;

export class EventTrash implements TrashKind {
  readonly #store: EventStore;
  readonly #series: SeriesStore;
  readonly #rows: SeriesRows;

  constructor({ store, series, rows }: { readonly store: EventStore; readonly series: SeriesStore; readonly rows: SeriesRows }) {
    this.#store = store;
    this.#series = series;
    this.#rows = rows;
  }

  /** Throws 404. */
  put(userId: string, id: string): { readonly title: string; readonly data: unknown } {
    const event = this.#store.maybeEvent(userId, id);
    if (event === null) throw notFound('event');
    const data = isSeries(event) ? { ...event, overrides: this.#series.overridesOf(id) } : event;
    this.#rows.remove(userId, event);
    return { title: event.title, data };
  }

  restore(userId: string, { data }: TrashedRecord): number {
    // What `put` has given.
    const { overrides = [], ...event } = data as Kept & { readonly overrides?: readonly Override[] };
    this.#rows.insert(userId, { ...event, recurrence: event.recurrence ?? null, followsId: event.followsId ?? null }, overrides);
    return event.version;
  }

  purge(): void {
    // The entry was all that there was.
  }
}
