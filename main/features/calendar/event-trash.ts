// Events in the trash: an event is one row, which the entry of the trash keeps.

import { notFound } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { TrashedRecord, TrashKind } from '../../lib/trash-kind.ts';
import type { EventStore, StoredEvent } from './store.ts';

export class EventTrash implements TrashKind {
  readonly #store: EventStore;
  readonly #record: RecordChange;

  constructor({ store, record }: { readonly store: EventStore; readonly record: RecordChange }) {
    this.#store = store;
    this.#record = record;
  }

  /** Throws 404. */
  put(userId: string, id: string): { readonly title: string; readonly data: unknown } {
    const event = this.#store.maybeEvent(userId, id);
    if (event === null) throw notFound('event');
    this.#store.remove(userId, id);
    this.#record({ userId, type: 'event', action: 'deleted', id, version: event.version });
    return { title: event.title, data: event };
  }

  restore(userId: string, { data }: TrashedRecord): number {
    // What `put` has given.
    const event = data as StoredEvent;
    this.#store.insert(userId, event);
    this.#record({ userId, type: 'event', action: 'created', id: event.id, version: event.version });
    return event.version;
  }

  purge(): void {
    // The entry was all that there was.
  }
}
