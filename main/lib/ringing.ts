// What rings, as the features that have reminders tell those that list them.

import { reminderLimits } from '../contract/limits.ts';
import type { Reminder } from '../contract/reminders.ts';

/** So long before a record begins, or is due, it can ring, in milliseconds. */
export const maxLeadMs = reminderLimits.minutesBefore * 60_000;

/** A reminder of one record; times in milliseconds since the Unix epoch. */
export interface Ringing {
  readonly at: number;
  readonly type: 'event' | 'card';
  readonly id: string;
  /** Of an occurrence of a series; else null. */
  readonly occurrenceId: string | null;
  readonly title: string;
  /** When the event begins, or the card is due. */
  readonly startAt: number;
  /** Null for a card. */
  readonly endAt: number | null;
  readonly isAllDay: boolean;
  /** In whose days it is counted where it lasts whole days; else null. */
  readonly dayZone: string | null;
  /** What was to ring before counts as told: when the record was made, moved or given its reminders, or came in. Null: none does. */
  readonly ringsFrom: number | null;
}

/** Half-open: from `from` on, before `until`, in milliseconds since the Unix epoch. */
export interface RingRange {
  readonly from: number;
  readonly until: number;
}

/** A kind of record that has reminders. */
export interface RingingKind {
  /** What rings in the range, in no order, as it is when this begins; yields while it is worked out. */
  ringing(userId: string, range: RingRange): Generator<void, Ringing[]>;
  /** What rings of one record at an instant, by its id or that of an occurrence; nothing where it is not the user's. */
  ringingOf(userId: string, id: string, at: number): Ringing[];
}

const minute = 60_000;

/** Those of the reminders of a record that ring in the range. */
export function ringingAt(record: Omit<Ringing, 'at'>, reminders: readonly Reminder[], { from, until }: RingRange): Ringing[] {
  return reminders.flatMap(({ minutesBefore }) => {
    const at = record.startAt - minutesBefore * minute;
    return at >= from && at < until ? [{ ...record, at }] : [];
  });
}
