// What the trash needs of a feature: handed in for each type of record. All of it is called inside a write.

import type { SeriesScope } from '../contract/recurrence.ts';

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
   * is then told as updated. Throws 404, 400.
   */
  put(userId: string, id: string, entryId: string, scope?: SeriesScope): { readonly title: string; readonly data: unknown };
  /** Brings it back to its place, or the nearest that there is, and tells of it as created; its version. */
  restore(userId: string, record: TrashedRecord): number | null;
  /** Removes it for good. What follows in slices is left to the feature's own maintenance. */
  purge(userId: string, record: TrashedRecord): void;
}
