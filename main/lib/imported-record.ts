// Records that come in from elsewhere: features take them with the ids and times that they had there.

import { cutText } from '../contract/cut-text.ts';

/** What a record brings along; what is absent is made as for any new record. */
export interface Imported {
  /** One that no record has. */
  readonly id?: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
}

/** What an event that comes in names. */
export interface EventReferences {
  /** Null for the default calendar. */
  readonly calendarId: string | null;
  readonly followsId: string | null;
}

/** When it was made and changed: in this order, and not in the future. */
export function importedTimes({ createdAt, updatedAt }: Imported, now: number): { readonly createdAt: number; readonly updatedAt: number } {
  const changed = within(updatedAt ?? createdAt, now);
  return { createdAt: Math.min(within(createdAt ?? updatedAt, now), changed), updatedAt: changed };
}

/** What a second record is called, which comes in beside one that has changed here as well. */
export function secondTitle(title: string, now: number): string {
  const mark = ` (imported ${new Date(now).toISOString().slice(0, 10)})`;
  return `${cutText(title, 500 - mark.length)}${mark}`;
}

function within(time: number | undefined, now: number): number {
  return time === undefined || !Number.isFinite(time) || time < 0 ? now : Math.min(Math.round(time), now);
}
