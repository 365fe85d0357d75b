// What single records were before changes, and what stands in the way of giving them that back.

import type { TrashType } from '../../contract/trash.ts';
import type { Undone } from '../../contract/undo.ts';
import { AppError } from '../../lib/app-error.ts';
import { requireScope, type Caller } from '../../lib/caller.ts';
import type { FormerFields, LeavingRecords, UndoKind } from '../../lib/record-kinds.ts';
import type { LaterChanges } from './later-changes.ts';
import { formerFields, isOfFiles, type RecordType, type TouchedRecord } from './touched.ts';
import type { UndoEntry } from './undo-store.ts';

export interface FormerRecordsOptions {
  readonly kinds: Readonly<Record<RecordType, UndoKind>>;
  /** Links, which are made and deleted, and never change. */
  readonly links: {
    /** Takes back that one was made; false if it is gone. Throws `insufficient_scope`. */
    takeBack(caller: Caller, id: string): boolean;
    /** Makes one again that was deleted; false if what it links is gone. Throws `insufficient_scope`. */
    makeAgain(caller: Caller, record: FormerFields): boolean;
  };
  readonly trash: {
    /** Throws 404, `insufficient_scope`. */
    put(caller: Caller, record: { readonly type: TrashType; readonly id: string }): unknown;
    /**
     * Brings a record back, that of an entry if it is known and still there, else the one that went last; null if there is none. Throws
     * `insufficient_scope`.
     */
    maybeRestoreRecord(caller: Caller, type: TrashType, id: string, entryId?: string | null): { readonly version: number | null } | null;
    /** After a record has become what it was: parts of it that it has again are not in the trash any more. */
    dropPartsOf(userId: string, type: 'event', id: string): void;
    /** A part of a record, which `told` tells of, has left the trash by a change that was undone: it is there again. */
    putPartAgain(caller: Caller, told: NonNullable<UndoEntry['before']>): void;
  };
  /** Whether a batch is an undo that stands. */
  readonly isUndo: (batchId: string) => boolean;
  /** The project in the trash that a column went with, and its entry there; null if it went alone. */
  readonly projectOfTrashed: (userId: string, columnId: string) => { readonly id: string; readonly entryId: string } | null;
}

const areas = {
  note: 'notes',
  notebook: 'notes',
  saved_search: 'notes',
  project: 'boards',
  column: 'boards',
  card: 'boards',
  event: 'calendar',
  calendar: 'calendar',
  file: 'files',
} as const satisfies Record<RecordType, string>;

/** Records that a deletion removes for good: an undo makes them again by what the feed keeps of them. */
const outsideTrash = ['notebook', 'saved_search'] as const;

const isOutsideTrash = (type: RecordType): type is (typeof outsideTrash)[number] => outsideTrash.some((each) => each === type);

export type Result = { readonly version: number | null } | Undone['skipped'][number]['reason'];

/** Of what was made, or brought back: it goes once all others are what they were. */
type Leaving = 'leaves';

/** How records are given back. */
export interface Way {
  readonly force: boolean;
  readonly notes: ReadonlyMap<string, unknown>;
  readonly later: LaterChanges;
}

/** Gives records back what changes have replaced. What is called here runs inside a write. */
export class FormerRecords {
  readonly #options: FormerRecordsOptions;

  constructor(options: FormerRecordsOptions) {
    this.#options = options;
  }

  /**
   * Throws `insufficient_scope` unless the caller may do what giving this record back would take, also where that is not there any more. Of
   * links their records decide, of files whether they are on a card.
   */
  checkScope(caller: Caller, { type, oldest }: TouchedRecord): void {
    if (type === 'link' || type === 'file') return;
    requireScope(caller, `${areas[type]}:${oldest.action === 'created' ? 'delete' : 'write'}`);
  }

  /** Records of one type that are dealt with together. For each its version, or why it was left alone; `leaves`: `takeAway` follows. */
  giveBack(caller: Caller, group: readonly TouchedRecord[], way: Way): readonly (Result | Leaving)[] {
    const results: (Result | Leaving | null)[] = group.map((touched) => {
      if (touched.type === 'link') return this.#link(caller, touched);
      if (touched.type === 'file') return this.#file(caller, touched);
      return !way.force && way.later.standBetween(touched) ? 'changed_since' : this.#withTrash(caller, touched, touched.type, way);
    });
    const rest = group.filter((_, index) => results[index] === null);
    const records = rest.map(({ id, entries }) => formerFields(entries) ?? { id, fields: {} });
    const type = group[0]?.type ?? 'link';
    if (type === 'link') return results.filter((result) => result !== null);
    if (rest.length > 0) requireScope(caller, `${areas[type]}:write`);
    const taken = group.flatMap(({ entries }, index) => (results[index] === 'changed_since' ? [] : entries));
    const kind = this.#options.kinds[type];
    const standing = taken.filter(({ undoneBy }) => undoneBy === null).toSorted((a, b) => b.seq - a.seq);
    const given = kind.apply(caller.userId, records, way.notes, standing).values();
    return results.map((result, index) => {
      // The places of others may have changed that of one that has come back.
      if (result !== null && type === 'column' && typeof result !== 'string')
        return { version: kind.maybeVersion(caller.userId, group[index]?.id ?? '') };
      if (result !== null) return result;
      const version = given.next().value ?? null;
      if (version === null) return 'gone';
      return (group[index] as TouchedRecord).oldest.action === 'created' ? 'leaves' : { version };
    });
  }

  /** One that leaves, unless it has gone along with what it was in, or holds others by now. `going`: the ids of all that leave. */
  takeAway(caller: Caller, { type, id, newest }: TouchedRecord, going: ReadonlySet<string>, { force }: Pick<Way, 'force'>): Result {
    if (type === 'link') return 'gone';
    if (this.#options.kinds[type].maybeVersion(caller.userId, id) === null) return { version: null };
    return this.#takeAway(caller, type, id, { going, since: force ? null : newest.at }) ? { version: null } : 'changed_since';
  }

  /** What the trash alone settles, and why nothing can be done; null where there are fields to give back. */
  #withTrash(caller: Caller, touched: TouchedRecord, type: RecordType, { force, later }: Way): Result | Leaving | null {
    const { kinds } = this.#options;
    const { id, entries, newest, oldest } = touched;
    const hasFields = formerFields(entries) !== null;
    let version = kinds[type].maybeVersion(caller.userId, id);
    if (newest.action === 'deleted') {
      // A card comes back with its column, which has its turn first.
      const back = version === null ? this.#restore(caller, type, id, entries) : { version };
      if (back === null) return 'gone';
      ({ version } = back);
      if (!hasFields && oldest.action !== 'created') return { version };
    } else if (version === null) return 'gone';
    else if (entries.every(isOfFiles)) return { version };
    else if (version !== newest.version && !force && !later.areUndone(touched)) return 'changed_since';
    // What an undo has brought back goes again as it was before that; what was made is put aside as it is.
    if (oldest.action === 'created' && !(hasFields && this.#isOfUndo(newest))) return 'leaves';
    if (hasFields) return null;
    // It went and has come back as it was.
    return oldest.action === 'deleted' && oldest.version === version ? { version } : 'gone';
  }

  /**
   * A file, which has no version, as it is on a card: it goes into the trash and comes back. A file of a note stays with that, unless an
   * undo has brought it back from the trash.
   */
  #file(caller: Caller, { id, newest, oldest }: TouchedRecord): Result {
    const { kinds, trash } = this.#options;
    const isThere = kinds.file.maybeVersion(caller.userId, id) !== null;
    try {
      if (newest.action === 'created' && oldest.action !== 'deleted') {
        if (!isThere) requireScope(caller, 'files:write');
        if (!isThere && !this.#isOfUndo(newest)) return 'gone';
        trash.put(caller, { type: 'file', id });
        return { version: null };
      }
      requireScope(caller, 'files:write');
      if (isThere || oldest.action === 'created') return { version: null };
      return trash.maybeRestoreRecord(caller, 'file', id) ?? 'gone';
    } catch (error) {
      // Its card is gone, or it is, or a note names it by now.
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')) return 'gone';
      throw error;
    }
  }

  #isOfUndo({ batchId }: UndoEntry): boolean {
    return batchId !== null && this.#options.isUndo(batchId);
  }

  #link(caller: Caller, { id, entries, newest, oldest }: TouchedRecord): Result {
    const { links } = this.#options;
    const fields = entries.find(({ before }) => before !== null)?.before ?? null;
    if (newest.action === 'created' && oldest.action !== 'deleted') return links.takeBack(caller, id) ? { version: null } : 'gone';
    if (oldest.action === 'created') return { version: null };
    return fields !== null && links.makeAgain(caller, { id, fields }) ? { version: 0 } : 'gone';
  }

  /** Of what was created: it goes into the trash, or for good where the trash holds no such records; false if it is in use by now. */
  #takeAway(caller: Caller, type: RecordType, id: string, leaving: LeavingRecords): boolean {
    const { kinds, trash } = this.#options;
    if (isOutsideTrash(type)) {
      requireScope(caller, `${areas[type]}:delete`);
      return kinds[type].withdraw?.(caller.userId, id) ?? false;
    }
    if (kinds[type].isInUse?.(caller.userId, id, leaving) === true) return false;
    trash.put(caller, { type, id });
    return true;
  }

  #restore(caller: Caller, type: RecordType, id: string, entries: readonly UndoEntry[]): { readonly version: number | null } | null {
    const { kinds, trash, projectOfTrashed } = this.#options;
    if (isOutsideTrash(type)) {
      requireScope(caller, `${areas[type]}:write`);
      const former = formerFields(entries);
      const version = former === null ? null : (kinds[type].makeAgain?.(caller.userId, former) ?? null);
      return version === null ? null : { version };
    }
    const own = trash.maybeRestoreRecord(caller, type, id, entries[0]?.trashEntryId);
    const project = own === null && type === 'column' ? projectOfTrashed(caller.userId, id) : null;
    if (project === null || trash.maybeRestoreRecord(caller, 'project', project.id, project.entryId) === null) return own;
    return { version: kinds.column.maybeVersion(caller.userId, id) };
  }
}
