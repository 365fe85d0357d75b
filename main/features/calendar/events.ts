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
  type ListEventsQuery,
  type ScopeQuery,
  type UpdateEvent,
} from '../../contract/events.ts';
import type { Recurrence } from '../../contract/recurrence.ts';
import type { Invitation } from '../../contract/invitations.ts';
import { AppError, notFound, RetryableConflict } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FormerFields } from '../../lib/record-kinds.ts';
import type { Precondition } from '../../lib/precondition.ts';
import type { Calendars } from './calendars.ts';
import { changedTexts } from './changed-texts.ts';
import { occurrenceReply, readEventId, toEventReply, type Occurrence } from './event-record.ts';
import { invitationIn } from './ics/invitation.ts';
import type { SourceStore } from './ics/source-store.ts';
import type { Occurrences, OccurrencePage, SeriesInRange } from './occurrences.ts';
import { ringsFromAfter } from './rings-from.ts';
import { changedTimes, namedStart, newTimes, queriedRange, type TimeFields, type Times } from './times.ts';
import { occurrenceDates } from './recurrence/dates.ts';
import { readNamedRecurrence } from './recurrence/read.ts';
import { refuseScope, checkedScope, type NamedSeries, type SeriesChanges } from './series-changes.ts';
import { formerState, isStoredSeries, type SeriesRows } from './series-rows.ts';
import type { Override, SeriesStore } from './series-store.ts';
import type { EventSearch } from './event-search.ts';
import type { EventFilter, EventStore, StoredEvent } from './store.ts';

interface EventsOptions {
  readonly store: EventStore;
  readonly calendars: Pick<Calendars, 'checkTarget' | 'checkWritable' | 'holds'>;
  readonly series: SeriesStore;
  readonly rows: SeriesRows;
  readonly sources: SourceStore;
  readonly changes: SeriesChanges;
  readonly occurrences: Occurrences;
  readonly search: EventSearch;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

/** An event, or the occurrence that is named of a series, and which others a change is about. */
interface ScopedId extends ScopeQuery {
  readonly id: string;
}

/** Descriptions that are there: by the original start of the occurrence, null for the event itself. */
type Descriptions = ReadonlyMap<number | null, string>;

export class Events {
  readonly #options: EventsOptions;

  constructor(options: EventsOptions) {
    this.#options = options;
  }

  /**
   * Before a write, where others need not wait for it: works out how an event that is created or changed is to repeat, which is remembered.
   * `id`: of the event that is changed. What is wrong with it, the write tells.
   */
  prepare(userId: string, fields: TimeFields & Pick<UpdateEvent, 'recurrence'>, id?: string): void {
    if ((fields.recurrence ?? null) === null) return;
    const { store, machineZone } = this.#options;
    try {
      const current = id === undefined ? null : store.maybeEvent(userId, id);
      const times = current === null ? newTimes(fields, machineZone) : changedTimes(current, fields);
      const recurrence = recurrenceIn(fields, times, current);
      if (recurrence !== null) void occurrenceDates({ ...times, recurrence }).reach;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Throws 400 if the fields do not tell when it takes place or name no calendar, 403 for one that is read-only. */
  create(userId: string, fields: CreateEvent): Event {
    const { rows, calendars, clock, newId, machineZone } = this.#options;
    if (fields.calendarId !== undefined) calendars.checkTarget(userId, fields.calendarId);
    const now = clock();
    const times = newTimes(fields, machineZone);
    const event = rows.insert(userId, {
      id: newId(),
      title: fields.title,
      description: fields.description ?? null,
      location: fields.location ?? null,
      color: fields.color ?? defaultColor,
      calendarId: fields.calendarId ?? null,
      reminders: fields.reminders ?? [],
      isCancelled: fields.isCancelled ?? false,
      isFree: fields.isFree ?? false,
      ...times,
      recurrence: recurrenceIn(fields, times, null),
      ringsFrom: now,
      followsId: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    return toEventReply(event);
  }

  /** Of a series itself, or where `next` is asked for its next occurrence, the last one if all are over. Throws 404. */
  read(userId: string, id: string, next = false): Event {
    const { event, occurrence: named } = this.#named(userId, id);
    const { occurrences, clock } = this.#options;
    const occurrence = named === null && next && isStoredSeries(event) ? occurrences.maybeNext(event, clock()) : named;
    return occurrence === null ? toEventReply(event) : occurrenceReply(occurrence);
  }

  /** Who is invited to it, and where its call is, as it came in. Throws 404. */
  invitation(userId: string, id: string): Invitation {
    const { event, occurrence } = this.#named(userId, id);
    const source = this.#options.sources.maybeSource(event.id);
    const own = occurrence === null ? undefined : source?.keptOf?.[occurrence.originalAt];
    return invitationIn(own ?? source?.kept ?? []);
  }

  /** Changes what `fields` names. If that changes nothing, neither version nor feed grows. Throws 404, 403, 412, 400. */
  update(userId: string, { id, scope }: ScopedId, fields: UpdateEvent, precondition: Precondition): Event {
    const { rows, changes, clock } = this.#options;
    const { event, occurrence } = this.#writable(userId, id);
    precondition.check(event.version);
    const { calendarId } = fields;
    if (calendarId !== undefined && calendarId !== event.calendarId) this.#options.calendars.checkTarget(userId, calendarId);
    if (isStoredSeries(event)) {
      const named: NamedSeries = { series: event, occurrence };
      return changes.update(userId, named, checkedScope(scope, named), fields);
    }
    refuseScope(scope);
    const times = changedTimes(event, fields);
    const changed: StoredEvent = { ...event, ...changedTexts(event, fields), ...times, recurrence: recurrenceIn(fields, times, event) };
    if (isDeepStrictEqual(changed, event)) return toEventReply(event);
    const now = clock();
    const ringsFrom = ringsFromAfter({ event, overrides: [] }, { event: changed, overrides: [] }, now);
    const next: StoredEvent = { ...changed, ringsFrom, version: event.version + 1, updatedAt: now };
    rows.replace(userId, event, next);
    return toEventReply(next);
  }

  /** What is told of an event, and of occurrences that have another description. Throws 404. */
  descriptions(userId: string, id: string): Descriptions {
    const { event } = this.#named(userId, id);
    return descriptionsOf(event, this.#options.series.overridesOf(event.id));
  }

  /**
   * Gives an event, and occurrences of it, other descriptions; its version. Throws 404, 403, 400, and `RetryableConflict` if those that
   * they had are not `before` by now.
   */
  describe(userId: string, id: string, before: Descriptions, changed: Descriptions): number {
    const { rows, series, clock } = this.#options;
    const { event } = this.#writable(userId, id);
    const overrides = series.overridesOf(event.id);
    if (!isDeepStrictEqual(descriptionsOf(event, overrides), before)) throw new RetryableConflict('The event is being changed');
    const description = changed.get(null) ?? event.description;
    const next: StoredEvent = { ...event, description, version: event.version + 1, updatedAt: clock() };
    const after = overrides.map((override) => {
      const own = changed.get(override.originalAt);
      return own === undefined ? override : { ...override, fields: { ...override.fields, description: own } };
    });
    rows.replace(userId, event, next, { before: overrides, after });
    return next.version;
  }

  /** The record that an id names: of an occurrence its series. */
  recordId(id: string): string {
    return readEventId(id).id;
  }

  /** Null if the user has no such event. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#options.store.maybeEvent(userId, id)?.version ?? null;
  }

  /** Gives an event fields that it had; its version, null where it is gone. */
  giveBack(userId: string, { id, fields }: FormerFields): number | null {
    const { store, calendars, series, rows, sources, clock } = this.#options;
    const event = store.maybeEvent(userId, id);
    if (event === null || !calendars.holds(userId, event.calendarId)) return null;
    const former = formerState(fields);
    // Its calendar may be gone since.
    if (former.event.calendarId !== undefined && !calendars.holds(userId, former.event.calendarId)) return null;
    const changed: StoredEvent = { ...event, ...former.event };
    if (former.overrides.size === 0 && former.source === undefined && isDeepStrictEqual(changed, event)) return event.version;
    const source = former.source === undefined ? undefined : sources.giveBack(event, former.source);
    const before = former.overrides.size === 0 ? [] : series.overridesOf(id);
    const after = before.filter(({ originalAt }) => !former.overrides.has(originalAt));
    if (isStoredSeries(changed)) after.push(...[...former.overrides.values()].filter((override) => override !== null));
    const now = clock();
    const ringsFrom = ringsFromAfter({ event, overrides: before }, { event: changed, overrides: after }, now);
    const next: StoredEvent = { ...changed, ringsFrom, version: event.version + 1, updatedAt: now };
    rows.replace(userId, event, next, former.overrides.size === 0 ? undefined : { before, after }, source);
    return next.version;
  }

  /** Throws 404, 403, 412, 400. */
  remove(userId: string, { id, scope }: ScopedId, precondition: Precondition): undefined {
    const { rows, changes } = this.#options;
    const { event, occurrence } = this.#writable(userId, id);
    precondition.check(event.version);
    if (isStoredSeries(event)) {
      const named: NamedSeries = { series: event, occurrence };
      changes.remove(userId, named, checkedScope(scope, named));
      return;
    }
    refuseScope(scope);
    rows.remove(userId, event);
  }

  /** A page of the events that overlap the query's range, by start. Throws 400 for a range that is empty or too wide. */
  list(userId: string, query: ListEventsQuery): EventList {
    const { search, machineZone } = this.#options;
    const listed = readListed(query, machineZone);
    const found = query.q === undefined ? null : search.maybeFind(userId, query.q, listed.filter, listed.page);
    return found ?? this.#listIn(userId, listed);
  }

  /** The same page as `list`, with totals of the whole range. */
  combined(userId: string, query: EventQuery): CombinedData {
    return this.#combinedIn(userId, readListed(query, this.#options.machineZone));
  }

  /** As `list`, once the rules of the range have been worked out, which others do not wait for. */
  listPrepared(userId: string, query: ListEventsQuery): EventList | Promise<EventList> {
    if (query.q !== undefined && query.q.trim() !== '') return this.#find(userId, query.q, query);
    return this.#whenPrepared(userId, query, (listed, series) => this.#listIn(userId, listed, series));
  }

  /** As `combined`, once the rules of the range have been worked out, which others do not wait for. */
  combinedPrepared(userId: string, query: EventQuery): CombinedData | Promise<CombinedData> {
    return this.#whenPrepared(userId, query, (listed, series) => this.#combinedIn(userId, listed, series));
  }

  async #find(userId: string, q: string, query: EventQuery): Promise<EventList> {
    const { search, machineZone } = this.#options;
    const { filter, page } = readListed(query, machineZone);
    return (await search.findInTurns(userId, q, filter, page)) ?? this.list(userId, { ...query });
  }

  #listIn(userId: string, { filter, page }: Listed, series?: SeriesInRange): EventList {
    return { ...this.#options.occurrences.list(userId, filter, page, series), ...page };
  }

  #combinedIn(userId: string, { filter, page }: Listed, series?: SeriesInRange): CombinedData {
    const { items, totals } = this.#options.occurrences.combined(userId, filter, page, series);
    return { data: { events: items }, totals: { ...totals, returned: items.length }, ...page };
  }

  /** What `read` gives; where rules had to be worked out first, series may have changed since, and it reads them itself. */
  #whenPrepared<T>(userId: string, query: EventQuery, read: (listed: Listed, series?: SeriesInRange) => T): T | Promise<T> {
    const { occurrences, machineZone } = this.#options;
    const listed = readListed(query, machineZone);
    const series = occurrences.seriesIn(userId, listed.filter);
    const prepared = occurrences.maybePrepare(userId, series);
    return prepared === null ? read(listed, series) : prepared.then(() => read(listed));
  }

  /** As `#named`. Throws 404, and 403 for an event of a calendar that is read-only. */
  #writable(userId: string, id: string): { readonly event: StoredEvent; readonly occurrence: Occurrence | null } {
    const named = this.#named(userId, id);
    this.#options.calendars.checkWritable(userId, named.event.calendarId);
    return named;
  }

  /** Throws 404. */
  #named(userId: string, text: string): { readonly event: StoredEvent; readonly occurrence: Occurrence | null } {
    const { store, occurrences } = this.#options;
    const { id, stamp } = readEventId(text);
    const event = store.maybeEvent(userId, id);
    if (event === null) throw notFound('event');
    if (stamp === null) return { event, occurrence: null };
    const occurrence = isStoredSeries(event) ? occurrences.maybeOccurrence(event, stamp) : null;
    if (occurrence === null) throw notFound('event');
    return { event, occurrence };
  }
}

/** How a new event is to repeat, or a single one that is changed: `current`. Throws 400. */
function recurrenceIn(fields: TimeFields & Pick<UpdateEvent, 'recurrence'>, times: Times, current: Times | null): Recurrence | null {
  const { recurrence = null } = fields;
  return recurrence === null ? null : readNamedRecurrence(recurrence, times, namedStart(fields, current));
}

function descriptionsOf({ description }: StoredEvent, overrides: readonly Override[]): Descriptions {
  const own = overrides.map(({ originalAt, fields }) => [originalAt, fields.description] as const);
  return new Map([[null, description] as const, ...own].flatMap(([at, text]) => (text === null || text === undefined ? [] : [[at, text]])));
}

/** What a list is asked for. */
interface Listed {
  readonly filter: EventFilter;
  readonly page: OccurrencePage;
}

function readListed(query: EventQuery, machineZone: () => string): Listed {
  const { limit = eventPage.default, offset = 0, calendarId = null, visible } = query;
  return { filter: { ...queriedRange(query, machineZone), calendarId, visible: visible === 'true' }, page: { limit, offset } };
}
