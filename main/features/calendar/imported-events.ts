// Events that come in from another Daybook, with the ids, times, series and occurrences that they had there. All of it is called inside a
// write.

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { CreateEvent } from '../../contract/events.ts';
import { Recurrence, recurrenceLimits } from '../../contract/recurrence.ts';
import { reminderLimits } from '../../contract/limits.ts';
import { Reminder } from '../../contract/reminders.ts';
import { id as recordId } from '../../contract/text.ts';
import { invalid, notFound } from '../../lib/app-error.ts';
import { systemActor } from '../../lib/caller.ts';
import type { Attribute } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import { type EventReferences, importedTimes, type Imported } from '../../lib/imported-record.ts';
import type { Calendars } from './calendars.ts';
import { keptSource, type EventSource } from './ics/event-source.ts';
import { statesIn, type States } from './ics/event-states.ts';
import type { SourceStore } from './ics/source-store.ts';
import { checkRecurrence } from './recurrence/read.ts';
import { isStoredSeries, maxOverrideLength, type SeriesRows } from './series-rows.ts';
import type { Override, SeriesStore } from './series-store.ts';
import type { EventStore, StoredEvent } from './store.ts';
import { ringsFromAfter } from './rings-from.ts';
import { readTimeZone } from './time-zone.ts';

/** Milliseconds since the Unix epoch, of the years 1 to 9999. */
const time = z.int().min(-62_135_596_800_000).max(253_402_300_799_999);

const { title } = CreateEvent.shape;
const description = CreateEvent.shape.description.unwrap();
const location = CreateEvent.shape.location.unwrap();
const color = CreateEvent.shape.color.unwrap().unwrap();
const timeZone = z.string().transform(readTimeZone);
const reminders = z.array(Reminder).max(reminderLimits.count);
const times = { startAt: time, endAt: time };

const Change = z.object({
  title: title.optional(),
  description: description.optional(),
  location: location.optional(),
  color: color.optional(),
  reminders: reminders.optional(),
  isCancelled: z.boolean().optional(),
  isFree: z.boolean().optional(),
  times: z.object({ ...times, timeZone, isAllDay: z.boolean() }).optional(),
});

/** One line each, as the file of iCalendar is to hold them again. */
const lines = z.array(z.string().regex(/^[^\r\n\0]*$/)).max(10_000);

/** What is kept of the lines of an event, in characters of JSON. */
const maxSourceLength = 1_000_000;

const Source = z
  .object({
    uid: z
      .string()
      .min(1)
      .max(1_000)
      .regex(/^[^\r\n\0]*$/),
    recurrenceId: time.nullable(),
    sequence: z.int().min(0),
    atVersion: z.int().min(0),
    kept: lines,
    keptOf: z.record(z.string().regex(/^-?\d{1,16}$/), lines).optional(),
    sequences: z.record(z.string().regex(/^-?\d{1,16}$/), z.int().min(0)).optional(),
    hasInstants: z.literal(true).optional(),
    lacksSeries: z.literal(true).optional(),
    floatingIn: timeZone.optional(),
    said: z.string().max(64).optional(),
  })
  .refine((source) => JSON.stringify(source).length <= maxSourceLength, 'must be shorter');

const Given = z.object({
  title,
  description,
  location,
  color,
  isAllDay: z.boolean(),
  ...times,
  timeZone,
  recurrence: Recurrence.nullable(),
  reminders,
  // Earlier versions kept both as lines of the source alone.
  isCancelled: z.boolean().optional(),
  isFree: z.boolean().optional(),
  overrides: z.array(z.object({ originalAt: time, ...times, fields: Change })).max(recurrenceLimits.overrides),
  eventSource: Source.nullable(),
  version: z.int().min(1).max(1_000_000_000),
});

interface ImportedEventsOptions {
  readonly events: EventStore;
  readonly calendars: Pick<Calendars, 'holds'>;
  readonly series: SeriesStore;
  readonly rows: SeriesRows;
  readonly sources: SourceStore;
  readonly attribute: Attribute;
  readonly clock: Clock;
  readonly newId: () => string;
}

export class ImportedEvents {
  readonly #options: ImportedEventsOptions;

  constructor(options: ImportedEventsOptions) {
    this.#options = options;
  }

  /** Null if the user has no such event. */
  maybeState(userId: string, id: string): { readonly version: number; readonly updatedAt: number; readonly isWritable: boolean } | null {
    const { events, calendars } = this.#options;
    const event = events.maybeEvent(userId, id);
    if (event === null) return null;
    return { version: event.version, updatedAt: event.updatedAt, isWritable: calendars.holds(userId, event.calendarId) };
  }

  /** `given`: what it is to be, of the form of `Given`. Throws 400 for what cannot be an event. */
  create(userId: string, given: object, refs: EventReferences, as: Imported): { id: string; version: number } {
    const { rows, sources, calendars, clock, newId, attribute } = this.#options;
    const { overrides, eventSource, version, ...fields } = read(given);
    const { calendarId } = refs;
    const work = (): { id: string; version: number } => {
      const id = as.id ?? newId();
      const now = clock();
      const event = { ...fields, id, calendarId, followsId: followed(refs), version, ringsFrom: now, ...importedTimes(as, now) };
      rows.insert(userId, event, overrides);
      const source = sources.maybeApart(userId, { id, calendarId }, eventSource) ?? eventSource;
      if (source !== null) sources.put(id, source);
      return { id, version };
    };
    // What a subscription holds is no change of the user's: it comes and goes with that.
    const isSubscribed = calendarId !== null && !calendars.holds(userId, calendarId);
    return isSubscribed ? attribute({ actor: systemActor, batchId: null }, work) : work();
  }

  /** It goes into the calendar that it names, if its own and that one may be changed here: `isThere`. Throws 404, 400. */
  update(
    userId: string,
    id: string,
    given: object,
    { calendarId: named }: EventReferences,
  ): { id: string; version: number; isThere: boolean } {
    const { events, series, rows, sources, calendars, clock } = this.#options;
    const standing = events.maybeEvent(userId, id);
    if (standing === null) throw notFound('event');
    const { overrides, eventSource, version: _version, ...fields } = read(given);
    const isMoving = named !== null && named !== standing.calendarId;
    const isMoved = isMoving && calendars.holds(userId, named) && calendars.holds(userId, standing.calendarId);
    const calendarId = isMoved ? named : standing.calendarId;
    const now = clock();
    const before = isStoredSeries(standing) ? series.overridesOf(id) : [];
    const ringsFrom = ringsFromAfter({ event: standing, overrides: before }, { event: fields, overrides }, now);
    const next: StoredEvent = { ...standing, ...fields, calendarId, ringsFrom, version: standing.version + 1, updatedAt: now };
    const source = sources.maybeSource(id);
    const isSame = eventSource === null || isDeepStrictEqual(keptSource(source), keptSource(eventSource));
    rows.replace(userId, standing, next, { before, after: overrides }, isSame ? undefined : keptSource(source));
    if (eventSource !== null) sources.put(id, eventSource);
    return { id, version: next.version, isThere: named === calendarId };
  }
}

type Read = Omit<z.output<typeof Given>, 'overrides' | 'eventSource' | keyof States> &
  States & {
    readonly overrides: readonly Override[];
    readonly eventSource: EventSource | null;
  };

/** Throws 400. */
function read(given: object): Read {
  const { success, data, error } = Given.safeParse(given);
  if (!success) {
    const [issue] = error.issues;
    throw invalid({ path: issue?.path.join('.') ?? '', message: issue?.message ?? 'is no event' });
  }
  const { recurrence, overrides, eventSource } = data;
  const { isCancelled, isFree } = statesIn(eventSource?.kept ?? []);
  for (const { startAt, endAt } of [data, ...overrides])
    if (endAt < startAt) throw invalid({ path: 'endTime', message: 'must not be before the start' });
  if (recurrence === null && overrides.length > 0) throw invalid({ path: 'overrides', message: 'need a series' });
  if (JSON.stringify(overrides).length > 2 * maxOverrideLength) throw invalid({ path: 'overrides', message: 'are too long' });
  if (recurrence !== null) checkDates(recurrence, data);
  return {
    ...data,
    isCancelled: data.isCancelled ?? isCancelled,
    isFree: data.isFree ?? isFree,
    eventSource: eventSource === null ? null : withoutAbsent(eventSource),
    overrides: overrides.map(({ fields, ...override }) => ({ ...override, fields: withoutAbsent(fields) })),
  };
}

function checkDates(recurrence: Recurrence, event: Pick<StoredEvent, 'startAt' | 'endAt' | 'timeZone' | 'isAllDay'>): void {
  const form = event.isAllDay ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  const { rrule, rdates, exdates } = recurrence;
  if (rrule.length > recurrenceLimits.rule) throw invalid({ path: 'recurrence.rrule', message: 'is too long' });
  for (const [name, dates] of Object.entries({ rdates, exdates }))
    if (dates.length > 10 * recurrenceLimits.dates || dates.some((date) => !form.test(date) || Number.isNaN(Date.parse(date))))
      throw invalid({ path: `recurrence.${name}`, message: 'must be dates as the event has them' });
  checkRecurrence(recurrence, event);
}

/** As a new record without the keys of what is not there: what an override does not name follows the series. */
function withoutAbsent<T extends object>(given: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

const followed = ({ followsId }: EventReferences): string | null => (recordId.safeParse(followsId).success ? followsId : null);
