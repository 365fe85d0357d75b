// What rings of events, and of the occurrences of series.

import { runAtOnce } from '../../lib/cooperative-scheduler.ts';
import { maxLeadMs, ringingAt, type Ringing, type RingingKind, type RingRange } from '../../lib/ringing.ts';
import { occurrenceFields, occurrenceId, readEventId, type Occurrence } from './event-record.ts';
import type { Occurrences } from './occurrences.ts';
import { isStoredSeries } from './series-rows.ts';
import type { SeriesStore } from './series-store.ts';
import type { EventStore, StoredEvent } from './store.ts';

interface EventRemindersOptions {
  readonly store: EventStore;
  readonly series: SeriesStore;
  readonly occurrences: Occurrences;
}

export class EventReminders implements RingingKind {
  readonly #options: EventRemindersOptions;

  constructor(options: EventRemindersOptions) {
    this.#options = options;
  }

  /** Throws 400 where series have too many occurrences in the range. */
  *ringing(userId: string, range: RingRange): Generator<void, Ringing[]> {
    const { store, series, occurrences } = this.#options;
    const starts = { from: range.from, until: range.until + maxLeadMs };
    const found = store.reminded(userId, starts).flatMap((event) => ofSingle(event, range));
    for (const occurrence of yield* occurrences.startingIn(userId, series.reminded(userId, starts), starts)) {
      found.push(...ofOccurrence(occurrence, range));
      yield;
    }
    return found;
  }

  ringingOf(userId: string, text: string, at: number): Ringing[] {
    const { store, occurrences } = this.#options;
    const range = { from: at, until: at + 1 };
    const { id, stamp } = readEventId(text);
    const event = store.maybeEvent(userId, id);
    if (event === null) return [];
    if (!isStoredSeries(event)) return stamp === null ? ofSingle(event, range) : [];
    if (stamp === null) {
      const starts = { from: at, until: at + maxLeadMs + 1 };
      return runAtOnce(occurrences.startingIn(userId, [event], starts)).flatMap((occurrence) => ofOccurrence(occurrence, range));
    }
    const occurrence = occurrences.maybeOccurrence(event, stamp);
    return occurrence === null ? [] : ofOccurrence(occurrence, range);
  }
}

function ofSingle(event: StoredEvent, range: RingRange): Ringing[] {
  return ringingAt(recordOf(event, null), remindersOf(event), range);
}

function ofOccurrence(occurrence: Occurrence, range: RingRange): Ringing[] {
  const fields = occurrenceFields(occurrence);
  return ringingAt(recordOf(fields, occurrenceId(occurrence.series, occurrence.originalAt)), remindersOf(fields), range);
}

/** What is cancelled does not ring. */
function remindersOf({ isCancelled, reminders }: StoredEvent): StoredEvent['reminders'] {
  return isCancelled ? [] : reminders;
}

function recordOf(event: StoredEvent, occurrence: string | null): Omit<Ringing, 'at'> {
  const { id, title, startAt, endAt, isAllDay, timeZone, ringsFrom = null } = event;
  const dayZone = isAllDay ? timeZone : null;
  return { type: 'event', id, occurrenceId: occurrence, title, startAt, endAt, isAllDay, dayZone, ringsFrom };
}
