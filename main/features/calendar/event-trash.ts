// Events in the trash: what the entry of the trash keeps is all that there is of them. Of a series single occurrences can be there too.

import { isDeepStrictEqual } from 'node:util';
import type { SeriesScope } from '../../contract/recurrence.ts';
import { notFound } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TrashedRecord, TrashKind } from '../../lib/record-kinds.ts';
import type { Calendars } from './calendars.ts';
import { occurrenceFields, readEventId } from './event-record.ts';
import type { Occurrences } from './occurrences.ts';
import { occurrenceDates } from './recurrence/dates.ts';
import { occurrenceStart } from './recurrence/move.ts';
import { refuseScope, checkedScope, withoutRemoved, type NamedSeries, type Removed, type SeriesChanges } from './series-changes.ts';
import { isStoredSeries, type SeriesRows } from './series-rows.ts';
import type { Override, SeriesStore, StoredSeries } from './series-store.ts';
import type { EventSource } from './ics/event-source.ts';
import { statesIn } from './ics/event-states.ts';
import type { SourceStore } from './ics/source-store.ts';
import type { EventStore, NewEvent, StoredEvent } from './store.ts';

/** What later versions have added. */
type Added = 'recurrence' | 'followsId' | 'calendarId' | 'reminders' | 'isCancelled' | 'isFree';

/** What is kept of an event; entries of earlier versions know nothing of series, calendars and reminders. */
type Kept = Omit<StoredEvent, Added> &
  Partial<Pick<StoredEvent, Added>> & { readonly overrides?: readonly Override[]; readonly source?: EventSource };

/** What is kept of occurrences of a series that goes on without them. */
interface KeptOccurrences {
  readonly removed: Removed;
}

interface EventTrashOptions {
  readonly store: EventStore;
  readonly calendars: Pick<Calendars, 'checkWritable' | 'holds'>;
  readonly series: SeriesStore;
  readonly sources: SourceStore;
  readonly rows: SeriesRows;
  readonly changes: SeriesChanges;
  readonly occurrences: Occurrences;
  readonly clock: Clock;
  readonly newId: () => string;
}

export class EventTrash implements TrashKind {
  readonly #options: EventTrashOptions;

  constructor(options: EventTrashOptions) {
    this.#options = options;
  }

  /** Throws 404, 400, and 403 for one of a calendar that is read-only. */
  put(userId: string, text: string, _entryId: string, scope?: SeriesScope): ReturnType<TrashKind['put']> {
    const { store, calendars, rows, series, sources, changes, occurrences } = this.#options;
    const { id, stamp } = readEventId(text);
    const event = store.maybeEvent(userId, id);
    if (event === null) throw notFound('event');
    calendars.checkWritable(userId, event.calendarId);
    const source = sources.maybeSource(id);
    const from = source === null ? {} : { source };
    if (!isStoredSeries(event)) {
      if (stamp !== null) throw notFound('event');
      refuseScope(scope);
      rows.remove(userId, event);
      return { title: event.title, data: { ...event, ...from } };
    }
    const occurrence = stamp === null ? null : occurrences.maybeOccurrence(event, stamp);
    if (stamp !== null && occurrence === null) throw notFound('event');
    const named: NamedSeries = { series: event, occurrence };
    const whole = { ...event, ...from, overrides: series.overridesOf(id) } satisfies Kept;
    const title = occurrence === null ? event.title : occurrenceFields(occurrence).title;
    const removed = changes.remove(userId, named, checkedScope(scope, named));
    // Without the occurrences that were named, nothing of the series may be left.
    return removed === null ? { title: event.title, data: whole, recordId: id } : { title, data: { removed } satisfies KeptOccurrences };
  }

  /** Into its calendar, or the default one where that is gone. */
  restore(userId: string, { data }: TrashedRecord): Exclude<ReturnType<TrashKind['restore']>, null> {
    // What `put` has given.
    const kept = data as Kept | KeptOccurrences;
    if ('removed' in kept) return this.#restoreOccurrences(userId, kept.removed);
    const { overrides = [], source, recurrence = null, followsId = null, reminders = [], calendarId, ...event } = kept;
    const whole = {
      ...statesIn(source?.kept ?? []),
      ...event,
      recurrence,
      followsId,
      reminders,
      calendarId: this.#calendarNow(userId, calendarId),
    };
    const { rows, sources, clock } = this.#options;
    const apart = sources.maybeApart(userId, whole, source ?? null);
    // Another calendar is a change of the event; and under the same version it would go out with another UID.
    const isSame = apart === null && whole.calendarId === (calendarId ?? null);
    const { version, updatedAt } = isSame ? event : { version: event.version + 1, updatedAt: clock() };
    rows.insert(userId, { ...whole, ringsFrom: clock(), version, updatedAt }, overrides);
    const from = apart ?? source;
    if (from !== undefined) sources.put(event.id, from);
    return version;
  }

  /** Of occurrences: whether the series has them again, with what was different in them. */
  isBack(userId: string, { data }: TrashedRecord): boolean {
    const kept = data as Kept | KeptOccurrences;
    if (!('removed' in kept)) return false;
    const { seriesId, scope, originalAt, recurrence, overrides } = kept.removed;
    const { store, series } = this.#options;
    const event = store.maybeEvent(userId, seriesId);
    if (event === null || !isStoredSeries(event)) return false;
    if (scope === 'following' && !hasDatesOf(event.recurrence, recurrence)) return false;
    const own = overrides.length === 0 ? [] : series.overridesOf(seriesId);
    const hasAll = overrides.every((override) => own.some((each) => isDeepStrictEqual(each, override)));
    return hasAll && occurrenceDates(event).maybeAt(originalAt) !== null;
  }

  /** What was kept of them where the series is without them again; null for what the series has, or where it is gone. */
  maybeGoneAgain(userId: string, { data }: TrashedRecord): KeptOccurrences | null {
    // Only of occurrences `isBack` can be true.
    const { removed } = data as KeptOccurrences;
    const event = this.#options.store.maybeEvent(userId, removed.seriesId);
    if (event === null || !isStoredSeries(event) || occurrenceDates(event).maybeAt(removed.originalAt) !== null) return null;
    const isAsItWas = isDeepStrictEqual(withoutRemoved({ ...event, recurrence: removed.recurrence }, removed), event.recurrence);
    return { removed: isAsItWas ? { ...removed, version: event.version } : removed };
  }

  purge(): void {
    // The entry was all that there was.
  }

  /** That calendar, or the default one where it is gone. */
  #calendarNow(userId: string, id: string | null = null): string | null {
    return id !== null && this.#options.calendars.holds(userId, id) ? id : null;
  }

  /** Into their series if that has not changed since, or still has a place for the one; else as an event of their own. */
  #restoreOccurrences(userId: string, removed: Removed): number | Pick<StoredEvent, 'id' | 'version'> {
    const { store, series, rows, clock, newId } = this.#options;
    const event = store.maybeEvent(userId, removed.seriesId);
    if (event !== null && isStoredSeries(event)) {
      const recurrence = event.version === removed.version ? removed.recurrence : removed.scope === 'one' ? withOne(event, removed) : null;
      if (recurrence !== null) {
        const before = series.overridesOf(event.id);
        const after = [
          ...before.filter(({ originalAt }) => removed.overrides.every((own) => own.originalAt !== originalAt)),
          ...removed.overrides,
        ];
        const now = clock();
        const next = { ...event, recurrence, ringsFrom: now, version: event.version + 1, updatedAt: now };
        rows.replace(userId, event, next, { before, after });
        return next.version;
      }
    }
    const now = clock();
    const followsId = removed.scope === 'following' ? removed.seriesId : null;
    const calendarId = this.#calendarNow(userId, removed.rest.calendarId);
    const times = { ringsFrom: now, createdAt: now, updatedAt: now };
    const alone: NewEvent = { ...removed.rest, calendarId, id: newId(), followsId, version: 1, ...times };
    rows.insert(userId, alone, alone.recurrence === null ? [] : removed.overrides);
    return { id: alone.id, version: alone.version };
  }
}

/** Whether one recurrence has the rule and the added dates of another: the rule is no sign where only added dates were taken away. */
function hasDatesOf({ rrule, rdates }: StoredSeries['recurrence'], other: StoredSeries['recurrence']): boolean {
  return rrule === other.rrule && other.rdates.every((each) => rdates.includes(each));
}

/** The recurrence with the occurrence in it again: given by the rule, or else as an added date; null if it is before the start. */
function withOne(series: StoredSeries, { originalAt }: Removed): StoredSeries['recurrence'] | null {
  const { recurrence } = series;
  const text = occurrenceStart(originalAt, series);
  const given = { ...recurrence, exdates: recurrence.exdates.filter((each) => each !== text) };
  if (occurrenceDates({ ...series, recurrence: given }).maybeAt(originalAt) !== null) return given;
  return originalAt < series.startAt ? null : { ...given, rdates: [...given.rdates, text].toSorted() };
}
