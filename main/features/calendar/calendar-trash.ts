// Whole calendars in the trash. Their rows and events stay; what hides deleted calendars hides them.

import { maxCalendars } from '../../contract/calendars.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { backFromTrash, type RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TrashedRecord, TrashKind } from '../../lib/record-kinds.ts';
import type { CalendarStore, UntoldCalendar } from './calendar-store.ts';

interface CalendarTrashOptions {
  readonly store: CalendarStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  /** Called inside the transaction when events of the user were hidden, or shown again. */
  readonly eventsMoved: (userId: string) => void;
  /** Called inside the transaction when events are left to be told of, or to be removed. */
  readonly manyLeft: () => void;
}

/** Of how many events one write tells. */
const toldAtOnce = 200;

export class CalendarTrash implements TrashKind {
  readonly #options: CalendarTrashOptions;

  constructor(options: CalendarTrashOptions) {
    this.#options = options;
  }

  /** Throws 404, and 409 for the default calendar and for one into which another's events are still being moved. */
  put(userId: string, id: string, entryId: string): { readonly title: string; readonly data: unknown } {
    const { store, record, clock } = this.#options;
    const calendar = store.maybeCalendar(userId, id);
    if (calendar === null) throw notFound('calendar');
    if (calendar.isDefault) throw new AppError('conflict', 'The default calendar cannot be put into the trash');
    if (store.isMovedInto({ userId, id })) throw new AppError('conflict', 'Events are still being moved into this calendar: try again');
    store.putAside({ userId, id }, clock(), entryId);
    record({ userId, type: 'calendar', action: 'deleted', id, version: calendar.version });
    this.#tell({ userId, id, untoldFrom: '', isHidden: 1 });
    return { title: calendar.name, data: null };
  }

  /** Throws 409 where there are as many calendars as there may be. */
  restore(userId: string, { recordId: id }: TrashedRecord): number | null {
    const { store, record } = this.#options;
    if (store.count(userId) >= maxCalendars) throw new AppError('conflict', `There can be at most ${maxCalendars} calendars`);
    const calendar = store.takeBack({ userId, id });
    if (calendar === null) return null;
    record({ userId, type: 'calendar', action: 'created', id, version: calendar.version, told: backFromTrash });
    this.#tell({ userId, id, untoldFrom: '', isHidden: 0 });
    return calendar.version;
  }

  purge(userId: string, { recordId: id }: TrashedRecord): void {
    this.#options.store.release({ userId, id });
    this.#options.manyLeft();
  }

  /** Tells of some events of a calendar whose events are not all told of; true if there may be more. To be called inside a write. */
  tellSome(): boolean {
    const calendar = this.#options.store.maybeUntold();
    if (calendar === null) return false;
    this.#tell(calendar);
    return true;
  }

  /** Of the first events at once; of others the maintenance tells. */
  #tell({ userId, id: calendarId, untoldFrom, isHidden }: UntoldCalendar): void {
    const { store, record, eventsMoved, manyLeft } = this.#options;
    const events = store.someEvents({ userId, id: calendarId }, toldAtOnce, untoldFrom);
    const how = isHidden === 1 ? ({ action: 'deleted' } as const) : ({ action: 'created', told: backFromTrash } as const);
    for (const { id, version } of events) record({ userId, type: 'event', id, version, ...how });
    const last = events.length === toldAtOnce ? events.at(-1) : undefined;
    store.setUntold({ userId, id: calendarId }, last?.id ?? null);
    eventsMoved(userId);
    if (last !== undefined) manyLeft();
  }
}
