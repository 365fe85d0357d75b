// The rules of calendars. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import {
  maxCalendars,
  type Calendar,
  type CalendarList,
  type CalendarQuery,
  type CreateCalendar,
  type DeleteCalendarQuery,
  type UpdateCalendar,
} from '../../contract/calendars.ts';
import { defaultColor } from '../../contract/events.ts';
import { AppError, invalid, notFound } from '../../lib/app-error.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { importedTimes, type Imported } from '../../lib/imported-record.ts';
import type { Precondition } from '../../lib/precondition.ts';
import { replacedFields, type FormerFields, type LeavingRecords } from '../../lib/record-kinds.ts';
import type { CalendarStore, DeletedCalendar, ReadState, StoredCalendar } from './calendar-store.ts';

interface CalendarsOptions {
  readonly store: CalendarStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Called inside the transaction when events of the user were deleted. */
  readonly eventsRemoved: (userId: string) => void;
  /** Called inside the transaction when an event of a deleted calendar has been moved into another. */
  readonly eventMoved: (userId: string, event: { readonly id: string; readonly calendarId: string }) => void;
  /** Called inside the transaction when events are left for `clearSome`. */
  readonly manyLeft: () => void;
}

/** How many events of deleted calendars one write removes or moves. */
const eventsAtOnce = 200;

/** What an update writes on a calendar. */
const writtenFields = ['name', 'color', 'isVisible'] as const;

export class Calendars {
  readonly #options: CalendarsOptions;

  constructor(options: CalendarsOptions) {
    this.#options = options;
  }

  /** The default one first, then as they were made. */
  list(userId: string, { limit, offset = 0 }: CalendarQuery): CalendarList {
    const { store } = this.#options;
    return { items: store.page(userId, { limit, offset }).map(toCalendarReply), total: store.count(userId), limit: limit ?? null, offset };
  }

  /** `url`: of a subscription, as it is to be asked; `as`: what it brings along. Throws 409 where there are as many as there may be. */
  create(
    userId: string,
    { name, color = defaultColor, isVisible = true }: Pick<CreateCalendar, 'name' | 'color' | 'isVisible'>,
    url: string | null,
    as: Imported = {},
  ): Calendar {
    const { store, clock, newId } = this.#options;
    if (store.count(userId) >= maxCalendars) throw new AppError('conflict', `There can be at most ${maxCalendars} calendars`);
    const calendar: StoredCalendar = {
      id: as.id ?? newId(),
      name,
      color,
      isVisible,
      isDefault: false,
      url,
      refreshedAt: null,
      error: null,
      hasFeed: false,
      version: 1,
      ...importedTimes(as, clock()),
    };
    store.insert(userId, calendar);
    this.#record(userId, 'created', calendar);
    return toCalendarReply(calendar);
  }

  /** Throws 404. */
  read(userId: string, id: string): Calendar {
    return toCalendarReply(this.calendar(userId, id));
  }

  /** As it is stored. Throws 404. */
  calendar(userId: string, id: string): StoredCalendar {
    const calendar = this.#options.store.maybeCalendar(userId, id);
    if (calendar === null) throw notFound('calendar');
    return calendar;
  }

  /** If that changes nothing, neither version nor feed grows. Throws 404, 412. */
  update(userId: string, id: string, fields: UpdateCalendar, precondition: Precondition): Calendar {
    const calendar = this.calendar(userId, id);
    precondition.check(calendar.version);
    const { name = calendar.name, color = calendar.color, isVisible = calendar.isVisible } = fields;
    return toCalendarReply(this.#change(userId, calendar, { ...calendar, name, color, isVisible }));
  }

  /** Null if the user has no such calendar. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#options.store.maybeCalendar(userId, id)?.version ?? null;
  }

  /** Null if the user has no such calendar. */
  maybeName(userId: string, id: string): string | null {
    return this.#options.store.maybeCalendar(userId, id)?.name ?? null;
  }

  /** Of all its events and series in their order, see `CalendarStore`; none if the user has no such calendar. */
  eventIdPages(userId: string, id: string): Generator<readonly string[]> {
    return this.#options.store.eventIdPages({ userId, id });
  }

  /** Gives a calendar fields that it had; its version, null where it is gone. */
  giveBack(userId: string, { id, fields }: FormerFields): number | null {
    const calendar = this.#options.store.maybeCalendar(userId, id);
    // What `replacedFields` has given.
    return calendar === null ? null : this.#change(userId, calendar, { ...calendar, ...(fields as Partial<StoredCalendar>) }).version;
  }

  /** Whether it cannot go into the trash, or would take along there what is not to go: other events than those `going`. */
  isInUse(userId: string, id: string, { going, since }: LeavingRecords): boolean {
    const { store } = this.#options;
    const calendar = store.maybeCalendar(userId, id);
    if (calendar === null || calendar.isDefault || store.isMovedInto({ userId, id })) return true;
    return (
      since !== null && calendar.url === null && store.someEvents({ userId, id }, going.size + 1).some((event) => !going.has(event.id))
    );
  }

  /** What becomes of its events `query` tells. Throws 404, 412, 409, 400, 403. */
  remove(userId: string, id: string, { moveTo, events }: DeleteCalendarQuery, precondition: Precondition): undefined {
    const { store, clock, manyLeft } = this.#options;
    const calendar = this.calendar(userId, id);
    precondition.check(calendar.version);
    if (calendar.isDefault) throw new AppError('conflict', 'The default calendar cannot be deleted');
    if (moveTo === id) throw invalid({ path: 'moveTo', message: 'must be another calendar' });
    if (moveTo !== undefined) this.checkTarget(userId, moveTo, 'moveTo');
    if (moveTo === undefined && events === undefined && store.someEvents({ userId, id }, 1).length > 0)
      throw new AppError('conflict', 'The calendar has events: say moveTo or events=delete');
    store.hide({ userId, id }, clock(), moveTo ?? null);
    this.#record(userId, 'deleted', calendar);
    if (this.#clear({ userId, id, movedTo: moveTo ?? null }, eventsAtOnce)) manyLeft();
  }

  /**
   * Removes or moves some events of a deleted calendar, and removes the calendar with the last of them; true if there may be more. To be
   * called inside a write.
   */
  clearSome(): boolean {
    const calendar = this.#options.store.maybeDeleted();
    if (calendar === null) return false;
    this.#clear(calendar, eventsAtOnce);
    return true;
  }

  /** Whether the user has this calendar and can change its events. */
  holds(userId: string, id: string): boolean {
    return this.#options.store.maybeCalendar(userId, id)?.url === null;
  }

  /** Throws 403 if its events cannot be changed. */
  checkWritable(userId: string, id: string): void {
    if (!this.holds(userId, id)) throw new AppError('forbidden', 'The calendar is a subscription: its events cannot be changed here');
  }

  /** Throws 400 naming `path` if there is no such calendar to put an event into, 403 if it is read-only. */
  checkTarget(userId: string, id: string, path = 'calendarId'): void {
    if (this.#options.store.maybeCalendar(userId, id) === null) throw invalid({ path, message: 'is not the id of a calendar' });
    this.checkWritable(userId, id);
  }

  /** Stores the hash of a new secret address; null ends it. Throws 404. */
  giveFeed(userId: string, id: string, hash: Buffer | null): void {
    const { store, clock } = this.#options;
    const calendar = this.calendar(userId, id);
    if (hash === null && !calendar.hasFeed) return;
    const next: StoredCalendar = { ...calendar, hasFeed: hash !== null, version: calendar.version + 1, updatedAt: clock() };
    store.giveFeed(userId, next, hash);
    this.#record(userId, 'updated', next);
  }

  /** Stores what came of a try to read a subscription. The version grows where it can be read no more, or again. */
  keepReadState(userId: string, id: string, state: Omit<ReadState, 'url'>): void {
    const { store, clock } = this.#options;
    const calendar = store.maybeCalendar(userId, id);
    if (calendar === null) return;
    const isNews = calendar.error !== state.error || (calendar.refreshedAt === null) !== (state.refreshedAt === null);
    const next = isNews ? { ...calendar, version: calendar.version + 1, updatedAt: clock() } : calendar;
    store.keepReadState(userId, next, state, clock());
    if (isNews) this.#record(userId, 'updated', next);
  }

  #change(userId: string, calendar: StoredCalendar, changed: StoredCalendar): StoredCalendar {
    const before = replacedFields(calendar, changed, writtenFields);
    if (Object.keys(before).length === 0) return calendar;
    const { store, clock } = this.#options;
    const next: StoredCalendar = { ...changed, version: calendar.version + 1, updatedAt: clock() };
    store.update(userId, next);
    this.#record(userId, 'updated', next, before);
    return next;
  }

  /** Clears at most `limit` events out of a deleted calendar, and removes it if it is empty then; true if there may be more. */
  #clear(calendar: DeletedCalendar, limit: number): boolean {
    const { store, record, clock, eventsRemoved, eventMoved } = this.#options;
    const { userId, movedTo } = calendar;
    const events = store.someEvents(calendar, limit);
    for (const { id, version } of events) {
      const moved = { id, version: version + 1 };
      if (movedTo === null) store.removeEvent(userId, id);
      else {
        store.moveEvent(userId, moved, movedTo, clock());
        eventMoved(userId, { id, calendarId: movedTo });
      }
      record({ userId, type: 'event', ...(movedTo === null ? { action: 'deleted', id, version } : { action: 'updated', ...moved }) });
    }
    if (movedTo === null) eventsRemoved(userId);
    if (events.length === limit || store.forgetDepartures(calendar, limit) === limit) return true;
    store.remove(calendar);
    return false;
  }

  #record(userId: string, action: Change['action'], { id, version }: StoredCalendar, before?: Change['before']): void {
    this.#options.record({ userId, type: 'calendar', action, id, version, before });
  }
}

export function toCalendarReply({ url, refreshedAt, createdAt, updatedAt, ...calendar }: StoredCalendar): Calendar {
  return {
    ...calendar,
    source: url === null ? 'local' : 'subscription',
    url,
    refreshedAt: refreshedAt === null ? null : toInstant(refreshedAt),
    createdAt: toInstant(createdAt),
    updatedAt: toInstant(updatedAt),
  };
}
