// Events in the trash: what the entry of the trash keeps is all that there is of them.

import { notFound } from '../../lib/app-error.ts';
import type { TrashedRecord, TrashKind } from '../../lib/trash-kind.ts';
import type { Calendars } from './calendars.ts';
import { isSeries, type SeriesRows } from './series-rows.ts';
import type { Override, SeriesStore } from './series-store.ts';
import type { EventStore, StoredEvent } from './store.ts';

/** What later versions have added. */
type Added = 'recurrence' | 'followsId' | 'calendarId';

/** What is kept of an event; entries of earlier versions know nothing of series and calendars. */
type Kept = Omit<StoredEvent, Added> & Partial<Pick<StoredEvent, Added>>;

export interface EventTrashOptions {
  readonly store: EventStore;
  readonly calendars: Pick<Calendars, 'checkWritable' | 'holds'>;
  readonly series: SeriesStore;
  readonly rows: SeriesRows;
}

export class EventTrash implements TrashKind {
  readonly #store: EventStore;
  readonly #calendars: EventTrashOptions['calendars'];
  readonly #series: SeriesStore;
  readonly #rows: SeriesRows;

  constructor({ store, calendars, series, rows }: EventTrashOptions) {
    this.#store = store;
    this.#calendars = calendars;
    this.#series = series;
    this.#rows = rows;
  }

  /** Throws 404, and 403 for one of a calendar that is read-only. */
  put(userId: string, id: string): { readonly title: string; readonly data: unknown } {
    const event = this.#store.maybeEvent(userId, id);
    if (event === null) throw notFound('event');
    this.#calendars.checkWritable(userId, event.calendarId);
    const data = isSeries(event) ? { ...event, overrides: this.#series.overridesOf(id) } : event;
    this.#rows.remove(userId, event);
    return { title: event.title, data };
  }

  /** Into its calendar, or the default one where that is gone. */
  restore(userId: string, { data }: TrashedRecord): number {
    // What `put` has given.
    const {
      overrides = [],
      recurrence = null,
      followsId = null,
      calendarId,
      ...event
    } = data as Kept & { readonly overrides?: readonly Override[] };
    const isThere = calendarId !== undefined && this.#calendars.holds(userId, calendarId);
    this.#rows.insert(userId, { ...event, recurrence, followsId, calendarId: isThere ? calendarId : null }, overrides);
    return event.version;
  }

  purge(): void {
    // The entry was all that there was.
  }
}
