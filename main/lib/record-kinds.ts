// What the trash and undoing need of a feature: handed in for each type of record. All but `UndoKind.prepare` is called inside a write.

import type { ChangedType } from '../contract/changes.ts';
import type { SeriesScope } from '../contract/recurrence.ts';
import type { Change, Place } from './change.ts';

/** A record in the trash. */
export interface TrashedRecord {
  /** The entry's own id. */
  readonly entryId: string;
  readonly recordId: string;
  /** What `put` has given, after a way through JSON. */
  readonly data: unknown;
}

export interface TrashKind {
  /**
   * Takes the record away from everything but the trash, and tells of it as deleted. `scope`: of a series which occurrences, of which it
   * is then told as updated. `recordId`: what is gone, where that is not the record of this id. Throws 404, 400.
   */
  put(
    userId: string,
    id: string,
    entryId: string,
    scope?: SeriesScope,
  ): { readonly title: string; readonly data: unknown; readonly recordId?: string };
  /**
   * Brings it back to its place, or the nearest that there is, and tells of it as created; its version. With an id where it comes back as
   * another record.
   */
  restore(userId: string, record: TrashedRecord): number | null | { readonly id: string; readonly version: number };
  /** Of what is a part of another record: whether that has it again, as after an undo. */
  readonly isBack?: (userId: string, record: TrashedRecord) => boolean;
  /** Of such a part that was brought back: what the trash keeps of it where its record is without it again, as after a redo; else null. */
  readonly maybeGoneAgain?: (userId: string, record: TrashedRecord) => unknown;
  /** Removes it for good. What follows in slices is left to the feature's own maintenance. */
  purge(userId: string, record: TrashedRecord): void;
}

/** A record, and the fields that it is to have again. */
export interface FormerFields {
  readonly id: string;
  /** As the changes gave them for `Change.before`, after a way through JSON. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A change that an undo takes back. */
export interface TakenBack extends Pick<Change, 'action' | 'id'> {
  /** What it replaced; null where there is nothing, or not any more. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** Where the record stood that it has deleted; null for other changes, and where that was not told. */
  readonly place: Place | null;
}

/** What an undo takes into the trash. */
export interface LeavingRecords {
  /** The ids of all that go there. */
  readonly going: ReadonlySet<string>;
  /** Other records that have been changed since then, in milliseconds since the epoch, are not taken along; null: they are. */
  readonly since: number | null;
}

export interface UndoKind<Ahead = unknown> {
  /** The version of the record; null if the user has none. */
  maybeVersion(userId: string, id: string): number | null;
  /** Before the write: what takes long. */
  readonly prepare?: (userId: string, record: FormerFields) => Promise<Ahead | null>;
  /**
   * Gives the records these fields again, as changes like any other; their versions, null for one where that is not possible any more.
   * `taken`: all that is taken back of these and of those that have just come back from the trash or are about to go, the newest first.
   */
  apply(
    userId: string,
    records: readonly FormerFields[],
    ahead: ReadonlyMap<string, Ahead | null>,
    taken: readonly TakenBack[],
  ): (number | null)[];
  /** Of what takes others along into the trash: whether it is left where it is. */
  readonly isInUse?: (userId: string, id: string, leaving: LeavingRecords) => boolean;
  /** Of what the trash does not hold: takes back its creation, for good; false if that is not possible any more. */
  readonly withdraw?: (userId: string, id: string) => boolean;
  /** Of what the trash does not hold: makes it again; its version, null where that is not possible. */
  readonly makeAgain?: (userId: string, record: FormerFields) => number | null;
}

/** A record of which the changes of a batch were undone. */
export interface UndoneChange {
  readonly userId: string;
  readonly type: ChangedType;
  readonly id: string;
  readonly batchId: string;
  /** The version that the batch had left, and that which it has now; null where it has none, or is in the trash. */
  readonly from: number | null;
  readonly to: number | null;
  /** The batch that has undone it. */
  readonly by: string;
}

/** A record that a batch has touched, and what an undo would make of it. */
export interface ForeseenRecord {
  readonly type: ChangedType;
  readonly id: string;
  /** `trash`: it was made, and goes; `restore`: it was deleted, and comes back; `keep`: it is left alone. */
  readonly action: 'change' | 'trash' | 'restore' | 'keep';
  /** What it was, of what is changed: as the feature of the record has given it to the change feed. */
  readonly fields: FormerFields['fields'];
}

/** What undoing a batch would do. */
export interface ForeseenUndo {
  /** Those that were touched last first. */
  readonly records: readonly ForeseenRecord[];
  /** The batch has more entries than were looked at. */
  readonly hasMore: boolean;
}

/** What a change replaces: those of `fields` that differ, as they were. */
export function replacedFields<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => [field, before[field]]),
  );
}
