// The rules of calendar events. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import { isDeepStrictEqual } from 'node:util';
import {
  defaultColor,
  eventPage,
  type CombinedData,
  type CreateEvent,
  type Event,
  type EventList,
  type EventQuery,
  type UpdateEvent,
} from '../../contract/events.ts';
import { notFound } from '../../lib/app-error.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { replacedFields, type FormerFields } from '../../lib/undo-kind.ts';
import type { Precondition } from '../../lib/precondition.ts';
import { readRange } from './range.ts';
import type { EventStore, StoredEvent } from './store.ts';
import { changedTimes, newTimes } from './times.ts';

export interface EventsOptions {
  readonly store: EventStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

/** What an update writes on an event. */
const writtenFields = ['title', 'description', 'location', 'color', 'isAllDay', 'startAt', 'endAt', 'timeZone'] as const;

export class Events {
  readonly #options: EventsOptions;

  constructor(options: EventsOptions) {
    this.#options = options;
  }

  /** Throws 400 if the fields do not tell when it takes place. */
  create(userId: string, fields: CreateEvent): Event {
    const { store, clock, newId, machineZone } = this.#options;
    const now = clock();
    const event: StoredEvent = {
      id: newId(),
      title: fields.title,
      description: fields.description ?? null,
      location: fields.location ?? null,
      color: fields.color ?? defaultColor,
      ...newTimes(fields, machineZone),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    store.insert(userId, event);
    this.#record(userId, 'created', event);
    return toReply(event);
  }

  /** Throws 404. */
  read(userId: string, id: string): Event {
    return toReply(this.#event(userId, id));
  }

  /** Changes what `fields` names. If that changes nothing, neither version nor feed grows. Throws 404, 412, 400. */
  update(userId: string, id: string, fields: UpdateEvent, precondition: Precondition): Event {
    const { store, clock } = this.#options;
    const event = this.#event(userId, id);
    precondition.check(event.version);
    const changed: StoredEvent = { ...event, ...changedTexts(event, fields), ...changedTimes(event, fields) };
    if (isDeepStrictEqual(changed, event)) return toReply(event);
    const next: StoredEvent = { ...changed, version: event.version + 1, updatedAt: clock() };
    store.update(userId, next);
    this.#record(userId, 'updated', next, replacedFields(event, next, writtenFields));
    return toReply(next);
  }

  /** Null if the user has no such event. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#options.store.maybeEvent(userId, id)?.version ?? null;
  }

  /** Gives an event fields that it had; its version, null where it is gone. */
  giveBack(userId: string, { id, fields }: FormerFields): number | null {
    const { store, clock } = this.#options;
    const event = store.maybeEvent(userId, id);
    if (event === null) return null;
    // What `replacedFields` has given.
    const changed: StoredEvent = { ...event, ...(fields as Partial<StoredEvent>) };
    if (isDeepStrictEqual(changed, event)) return event.version;
    const next: StoredEvent = { ...changed, version: event.version + 1, updatedAt: clock() };
    store.update(userId, next);
    this.#record(userId, 'updated', next, replacedFields(event, next, writtenFields));
    return next.version;
  }

  /** Throws 404, 412. */
  remove(userId: string, id: string, precondition: Precondition): undefined {
    const event = this.#event(userId, id);
    precondition.check(event.version);
    this.#options.store.remove(userId, id);
    this.#record(userId, 'deleted', event);
  }

  /** A page of the events that overlap the query's range, by start. Throws 400 for a range that is empty. */
  list(userId: string, query: EventQuery): EventList {
    const { store, machineZone } = this.#options;
    const { limit = eventPage.default, offset = 0 } = query;
    const range = readRange(query, machineZone);
    const events = store.page(userId, range, { limit, offset });
    // A page with room left ends the list: no need to count.
    const isLast = events.length < limit && (events.length > 0 || offset === 0);
    const total = isLast ? offset + events.length : store.count(userId, range);
    return { items: events.map(toReply), total, limit, offset };
  }

  /** The same page as `list`, with totals of the whole range. */
  combined(userId: string, query: EventQuery): CombinedData {
    const { store, machineZone } = this.#options;
    const { limit = eventPage.default, offset = 0 } = query;
    const range = readRange(query, machineZone);
    const events = store.page(userId, range, { limit, offset }).map(toReply);
    const totals = store.totals(userId, range);
    return { data: { events }, totals: { ...totals, returned: events.length }, limit, offset };
  }

  #event(userId: string, id: string): StoredEvent {
    const event = this.#options.store.maybeEvent(userId, id);
    if (event === null) throw notFound('event');
    return event;
  }

  #record(userId: string, action: Change['action'], { id, version }: StoredEvent, before?: Change['before']): void {
    this.#options.record({ userId, type: 'event', action, id, version, ...(before === undefined ? {} : { before }) });
  }
}

/** What is said of the event apart from when: absent is kept, null clears. */
function changedTexts(event: StoredEvent, fields: UpdateEvent): Pick<StoredEvent, 'title' | 'description' | 'location' | 'color'> {
  return {
    title: fields.title ?? event.title,
    description: fields.description === undefined ? event.description : fields.description,
    location: fields.location === undefined ? event.location : fields.location,
    color: fields.color === undefined ? event.color : (fields.color ?? defaultColor),
  };
}

function toReply(event: StoredEvent): Event {
  return {
    id: event.id,
    title: event.title,
    description: event.description,
    location: event.location,
    color: event.color,
    isAllDay: event.isAllDay,
    startTime: toInstant(event.startAt),
    endTime: toInstant(event.endAt),
    timeZone: event.timeZone,
    version: event.version,
    createdAt: toInstant(event.createdAt),
    updatedAt: toInstant(event.updatedAt),
  };
}
