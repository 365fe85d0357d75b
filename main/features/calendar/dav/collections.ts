// Calendars and events as CalDAV shows them: what there is, what has changed, what matches. Changes nothing.

import { setImmediate } from 'node:timers/promises';
import colorNames from 'color-name';
import { Temporal } from 'temporal-polyfill';
import type { ChangeEntry as FeedEntry } from '../../../contract/changes.ts';
import { invalid } from '../../../lib/app-error.ts';
import type {
  CalendarCollections,
  CollectionOfEvents,
  EventObject,
  Portion,
  TextFilter,
  TextMatch,
  TimeRange,
  WrittenEvent,
} from '../../../lib/calendar-collections.ts';
import { CooperativeScheduler } from '../../../lib/cooperative-scheduler.ts';
import type { CalendarStore, StoredCalendar } from '../calendar-store.ts';
import type { ExportedEvent, WrittenProperty } from '../ics/calendar-text.ts';
import { ownUid } from '../ics/event-source.ts';
import type { ExportStore } from '../ics/export-store.ts';
import type { Occurrences } from '../occurrences.ts';
import type { DavStore } from './dav-store.ts';

/** The change feed of a user. */
export interface FeedReader {
  /** Entries after `since`, oldest first, and the newest `seq`. Throws `history_gone`. */
  list(userId: string, since: number | null, limit: number): { readonly items: readonly FeedEntry[]; readonly lastSeq: number };
}

interface CollectionReaderOptions {
  readonly calendars: Pick<CalendarStore, 'page' | 'maybeCalendar'>;
  readonly store: DavStore;
  readonly exports: ExportStore;
  readonly occurrences: Pick<Occurrences, 'ids'>;
  readonly feed: FeedReader;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

/** How many events one slice reads. */
const sliceLength = 200;
const feedPage = 2_000;
/** How many years a range can be wide. */
const maxYears = 200;

type Reading = Omit<CalendarCollections, 'put' | 'remove' | 'createCalendar' | 'updateCalendar' | 'removeCalendar'>;

export class CollectionReader implements Reading {
  readonly #options: CollectionReaderOptions;

  constructor(options: CollectionReaderOptions) {
    this.#options = options;
  }

  calendars(userId: string): CollectionOfEvents[] {
    const { calendars, store } = this.#options;
    const names = store.calendarNames(userId);
    return calendars
      .page(userId, { limit: undefined, offset: 0 })
      .map((calendar) => toCollection(calendar, names.get(calendar.id) ?? calendar.id));
  }

  maybeCalendar(userId: string, name: string): CollectionOfEvents | null {
    const { calendars, store } = this.#options;
    const id = store.maybeCalendarId(userId, name);
    const calendar = calendars.maybeCalendar(userId, id ?? name);
    if (calendar === null) return null;
    // One that has a name is not called by its id as well.
    const own = id === null ? (store.calendarNames(userId).get(name) ?? name) : name;
    return toCollection(calendar, own);
  }

  seq(userId: string): number {
    return this.#options.feed.list(userId, null, 0).lastSeq;
  }

  *pages(userId: string, calendarId: string): Generator<readonly EventObject[]> {
    const { store } = this.#options;
    for (let page = store.page(userId, calendarId, '', sliceLength); page.length > 0;) {
      yield page;
      page = page.length < sliceLength ? [] : store.page(userId, calendarId, page.at(-1)?.id ?? '', sliceLength);
    }
  }

  named(userId: string, calendarId: string, names: readonly string[]): EventObject[] {
    return this.#options.store.named(userId, calendarId, names);
  }

  async *written(userId: string, objects: readonly EventObject[], portion: Portion | null): AsyncGenerator<WrittenEvent, undefined> {
    const { calendarEnd, calendarHead, eventComponents } = await import('../ics/calendar-text.ts');
    const { portionText } = await import('./portion.ts');
    const exported = this.#exported(userId, objects);
    await setImmediate();
    // The time zones of a series take a few milliseconds.
    const scheduler = new CooperativeScheduler();
    for (const object of objects) {
      await scheduler.yieldIfDue();
      const event = exported.get(object.id);
      if (event === undefined) continue;
      const zones = new Map();
      const text = portion === null ? eventComponents(event, zones, { isObject: true }) : await portionText(event, portion, zones);
      // As it is now: it may have changed since it was found.
      const { version, updatedAt } = event.event;
      yield { ...object, version, updatedAt, text: text === null ? null : calendarHead(null, zones) + text + calendarEnd };
    }
  }

  /** An event as `written` gives it, without the time zones that it names; null where it is not that version any more. */
  async maybeText(userId: string, object: EventObject): Promise<string | null> {
    const { calendarEnd, calendarHead, eventComponents } = await import('../ics/calendar-text.ts');
    const event = this.#exported(userId, [object]).get(object.id);
    if (event?.event.version !== object.version) return null;
    return calendarHead(null, new Map()) + eventComponents(event, new Map(), { isObject: true }) + calendarEnd;
  }

  async *matching(
    userId: string,
    calendarId: string,
    range: TimeRange | null,
    texts: readonly TextFilter[],
  ): AsyncGenerator<readonly EventObject[]> {
    const { store } = this.#options;
    const scheduler = new CooperativeScheduler();
    const properties = texts.some(isOfLines) ? (await import('../ics/calendar-text.ts')).writtenProperties : null;
    const holds = async (objects: readonly EventObject[]): Promise<readonly EventObject[]> => {
      if (texts.length === 0) return objects;
      const exported = this.#exported(userId, objects);
      const held: EventObject[] = [];
      for (const object of objects) {
        await scheduler.yieldIfDue();
        const event = exported.get(object.id);
        if (event === undefined) continue;
        const written = properties?.(event) ?? [];
        if (texts.every((filter) => (isOfLines(filter) ? linesMatch(written, filter) : matches(event, filter)))) held.push(object);
      }
      return held;
    };
    if (range === null) {
      for (const page of this.pages(userId, calendarId)) {
        yield await holds(page);
        await setImmediate();
      }
      return;
    }
    const ids = [...(await this.#idsIn(userId, calendarId, range))];
    for (let at = 0; at < ids.length; at += sliceLength) {
      yield await holds(store.some(userId, calendarId, ids.slice(at, at + sliceLength)));
      await setImmediate();
    }
  }

  async changes(userId: string, calendarId: string, since: number, limit: number) {
    const { feed, store } = this.#options;
    const ids = new Set<string>();
    let seq = since;
    let last: number;
    do {
      const { items, lastSeq } = feed.list(userId, seq, feedPage);
      last = lastSeq;
      for (const entry of items) {
        if (ids.size >= limit) break;
        seq = entry.seq;
        if (entry.type === 'event' && entry.id !== null) ids.add(entry.id);
      }
      if (items.length === 0) seq = lastSeq;
      await setImmediate();
    } while (seq < last && ids.size < limit);
    const all = [...ids];
    const changed: EventObject[] = [];
    for (let at = 0; at < all.length; at += sliceLength) {
      changed.push(...store.some(userId, calendarId, all.slice(at, at + sliceLength)));
      await setImmediate();
    }
    const there = new Set(changed.map(({ name }) => name));
    // An event that left and one that came can have the same name.
    const gone = store.departed(userId, calendarId, since, departuresAtOnce).filter((name) => !there.has(name));
    const present = new Set(this.named(userId, calendarId, gone).map(({ name }) => name));
    return { changed, removed: gone.filter((name) => !present.has(name)), seq, isWhole: seq >= last };
  }

  #exported(userId: string, objects: readonly EventObject[]): Map<string, ExportedEvent> {
    const found = this.#options.exports.some(
      userId,
      objects.map(({ id }) => id),
    );
    const ownNames = new Set(objects.flatMap(({ id, name }) => (name === `${id}.ics` ? [id] : [])));
    return new Map(found.map((exported) => [exported.event.id, ownNames.has(exported.event.id) ? withOwnUid(exported) : exported]));
  }

  /** Ids of events that take place in the range, year by year. */
  async #idsIn(userId: string, calendarId: string, range: TimeRange): Promise<ReadonlySet<string>> {
    const { occurrences, machineZone } = this.#options;
    const ids = new Set<string>();
    for (const part of yearsOf(range, machineZone())) {
      for (const id of await occurrences.ids(userId, { ...part, calendarId })) ids.add(id);
      await setImmediate();
    }
    return ids;
  }
}

/** More has left than the feed keeps entries of. */
const departuresAtOnce = 200_000;

/** The range in parts of a year. An open side is one part. Throws 400 for one that is too wide. */
function yearsOf({ from, until }: TimeRange, timeZone: string): TimeRange[] {
  if (from === null || until === null) return [{ from, until }];
  const parts: TimeRange[] = [];
  for (let start = from; start < until;) {
    if (parts.length === maxYears) throw invalid({ path: '', message: `A time-range can be at most ${maxYears} years wide` });
    const next = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone).add({ years: 1 }).epochMilliseconds;
    const end = Math.min(next, until);
    parts.push({ from: start, until: end });
    start = end;
  }
  return parts;
}

/** An occurrence without its series as an event of its own, unless a client has put it as that. */
function withOwnUid(exported: ExportedEvent): ExportedEvent {
  const { source } = exported;
  if (source === null || source.recurrenceId === null) return exported;
  return { ...exported, source: { ...source, uid: ownUid(source), recurrenceId: null } };
}

/** Of these properties the values are known without the lines of the event. */
const knownKeys = { UID: null, SUMMARY: 'title', DESCRIPTION: 'description', LOCATION: 'location' } as const;

const isOfLines = ({ property, parameters }: TextFilter): boolean => parameters !== undefined || !Object.hasOwn(knownKeys, property);

function linesMatch(written: readonly WrittenProperty[], { property, parameters = [], ...match }: TextFilter): boolean {
  const own = written.filter(
    (each) =>
      each.name === property &&
      parameters.every(({ name, ...wanted }) => {
        const value = each.parameters.get(name.toLowerCase());
        return isHeld(value === undefined ? [] : [value], wanted);
      }),
  );
  const values = own.map(({ value }) => value);
  // One that is to say something else has to be there if its parameters are to say something.
  return isHeld(values, match) && (parameters.length === 0 || values.length > 0 || match.text === null);
}

/** Texts are compared without case, as i;ascii-casemap has it, unless they are wanted exact. */
function isHeld(values: readonly string[], { text, isNegated, isExact }: TextMatch): boolean {
  const compared = (value: string): string => (isExact === true ? value : value.toLowerCase());
  const wanted = text === null ? null : compared(text);
  return values.some((value) => wanted === null || compared(value).includes(wanted)) !== isNegated;
}

function matches(exported: ExportedEvent, { property, ...match }: TextFilter): boolean {
  const { event, overrides, source } = exported;
  const fields = { UID: source?.uid ?? event.id, SUMMARY: event.title, DESCRIPTION: event.description, LOCATION: event.location };
  const name = property as keyof typeof knownKeys;
  const field = knownKeys[name];
  const values = [fields[name], ...(field === null ? [] : overrides.map((override) => override.fields[field] ?? null))];
  return isHeld(
    values.filter((value) => value !== null),
    match,
  );
}

function toCollection(calendar: StoredCalendar, name: string): CollectionOfEvents {
  const { id, name: displayName, color, url, version, createdAt } = calendar;
  return { id, name, displayName, color: hexOf(color), isWritable: url === null, version, createdAt };
}

function hexOf(color: string): string {
  if (color.startsWith('#')) return color.toLowerCase();
  const [red, green, blue] = Object.hasOwn(colorNames, color) ? colorNames[color as keyof typeof colorNames] : [128, 0, 128];
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
