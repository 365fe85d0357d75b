// Calendars and events as a server of CalDAV shows them: named by parts of addresses, events as whole files of iCalendar.

import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';

export interface CollectionOfEvents {
  readonly id: string;
  /** The part of its address. */
  readonly name: string;
  readonly displayName: string;
  /** `#rrggbb` in lower case. */
  readonly color: string;
  /** False for a subscription. */
  readonly isWritable: boolean;
  readonly version: number;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

export interface EventObject {
  readonly id: string;
  /** The part of its address. */
  readonly name: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** With its text in iCalendar; null where the occurrences that are wanted of it are too much for an answer. */
export interface WrittenEvent extends EventObject {
  readonly text: string | null;
}

/** What has changed in a calendar. */
interface CollectionChanges {
  readonly changed: readonly EventObject[];
  /** Names of those that are not in it any more. */
  readonly removed: readonly string[];
  /** From which the next question goes on. */
  readonly seq: number;
}

/** Milliseconds since the Unix epoch; null is open. */
export interface TimeRange {
  readonly from: number | null;
  readonly until: number | null;
}

/** What of a series is wanted: its occurrences in a range as single events, or itself with those that differ there. */
export interface Portion {
  readonly kind: 'expanded' | 'limited';
  /** Milliseconds since the Unix epoch, half-open. */
  readonly range: { readonly from: number; readonly until: number };
}

/** What a text has to hold. */
export interface TextMatch {
  /** Null: it is there, or not there where `isNegated`. */
  readonly text: string | null;
  readonly isNegated: boolean;
  /** The text in the very same case; absent for any. */
  readonly isExact?: true;
}

/** What a property of an event has to hold. */
export interface TextFilter extends TextMatch {
  /** Its name, in upper case. */
  readonly property: string;
  /** What the parameters of that very property have to hold. */
  readonly parameters?: readonly (TextMatch & { readonly name: string })[];
}

/** Throws `version_mismatch` unless this version may be replaced; null where there is nothing yet. */
export type CheckVersion = (version: number | null) => void;

/** Who asks, as that is at the moment. Throws `unauthorized` once the credentials are good no more. */
export type CurrentCaller = () => Caller;

export interface PutEvent {
  readonly calendar: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly check: CheckVersion;
  readonly signal: AbortSignal;
}

/** Why an event or a calendar is refused, by the name that the protocol has for it. */
type DavRefusal =
  | 'no-uid-conflict'
  | 'valid-calendar-data'
  | 'valid-calendar-object-resource'
  | 'supported-calendar-component'
  | 'supported-calendar-data'
  | 'supported-collation'
  | 'valid-sync-token'
  | 'number-of-matches-within-limits';

/** A refusal with its name, under `extra.precondition` of an `AppError`; the name of the event that is in the way, under `extra.other`. */
export const refusalKey = 'precondition';
export const otherKey = 'other';

export function davRefusal(code: 'conflict' | 'forbidden', precondition: DavRefusal, detail: string, other?: string): AppError {
  return new AppError(code, detail, { extra: { [refusalKey]: precondition, ...(other === undefined ? {} : { [otherKey]: other }) } });
}

export interface CalendarCollections {
  calendars(userId: string): CollectionOfEvents[];
  /** By the part of its address; null if there is none. */
  maybeCalendar(userId: string, name: string): CollectionOfEvents | null;
  /** The newest entry of the user's change feed; 0 before the first. */
  seq(userId: string): number;
  /** All events of a calendar, some at a time. */
  pages(userId: string, calendarId: string): Generator<readonly EventObject[]>;
  /** Those of these names that there are. */
  named(userId: string, calendarId: string, names: readonly string[]): EventObject[];
  /** Some events with their texts, one after the other; those that are gone meanwhile are left out. */
  written(userId: string, objects: readonly EventObject[], portion: Portion | null): AsyncGenerator<WrittenEvent, undefined>;
  /** Events that take place in the range and hold the texts, some at a time. Throws 400 for a range that is too wide. */
  matching(
    userId: string,
    calendarId: string,
    range: TimeRange | null,
    texts: readonly TextFilter[],
  ): AsyncGenerator<readonly EventObject[]>;
  /** Throws `history_gone` where that is not known. */
  changes(userId: string, calendarId: string, since: number, limit: number): Promise<CollectionChanges & { readonly isWhole: boolean }>;
  /** Whether it was created, the version that it has, and whether clients get it back as it was put. Throws 403, 404, 409, 412. */
  put(caller: CurrentCaller, event: PutEvent): Promise<{ readonly isNew: boolean; readonly version: number; readonly isWhole: boolean }>;
  /** Into the trash. Throws 403, 404, 412. */
  remove(caller: CurrentCaller, calendar: string, name: string, check: CheckVersion): Promise<void>;
  /** Throws 403, 405, 409, 400. */
  createCalendar(
    caller: CurrentCaller,
    name: string,
    fields: { readonly displayName: string; readonly color: string | null },
  ): Promise<void>;
  /** Throws 403, 404, 400. */
  updateCalendar(caller: CurrentCaller, name: string, fields: { readonly name?: string; readonly color?: string }): Promise<void>;
  /** With its events. Throws 403, 404, 409. */
  removeCalendar(caller: CurrentCaller, name: string): Promise<void>;
}
