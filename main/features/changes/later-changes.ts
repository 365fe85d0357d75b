// What has come after changes that are to be undone, or between them: of changes that were undone themselves nothing is left.

import { recordKey } from './large-batch.ts';
import { formerFields, type TouchedRecord } from './touched.ts';
import type { FieldChange, LaterChange, UndoStore } from './undo-store.ts';

export class LaterChanges {
  readonly #store: UndoStore;
  readonly #userId: string;
  readonly #touched: readonly TouchedRecord[];
  #byRecord: ReadonlyMap<string, readonly LaterChange[]> | null = null;
  #among: ReadonlyMap<string, readonly FieldChange[]> | null = null;

  /** Of the records that `touched` names, asked for at once when the first of them is. */
  constructor(store: UndoStore, userId: string, touched: readonly TouchedRecord[]) {
    this.#store = store;
    this.#userId = userId;
    this.#touched = touched;
  }

  /** Whether all that came after was undone, the last of it first, so that the record is what it was after the newest of these changes. */
  areUndone({ id, newest }: TouchedRecord): boolean {
    this.#byRecord ??= this.#read();
    const later = (this.#byRecord.get(recordKey(newest)) ?? []).filter(({ seq }) => seq > newest.seq);
    if (later.length === 0) return false;
    // An undo that has gone back further has taken away what is to be undone now as well.
    return standingOf(later, (undoing) => this.#store.hasUndone(undoing, id, newest.seq))?.length === 0;
  }

  /**
   * Whether another change that stands came between these, and replaced what one of these had given the record before it: what the record
   * was before them is without that, too. What these have made goes as it is.
   */
  standBetween(touched: TouchedRecord): boolean {
    if (!canStandBetween(touched)) return false;
    const { entries, newest, oldest } = touched;
    const own = new Map(entries.map((entry) => [entry.seq, entry]));
    const given = new Set<string>();
    this.#among ??= this.#readAmong();
    const all = (this.#among.get(recordKey(newest)) ?? []).filter(({ seq }) => seq >= oldest.seq && seq <= newest.seq);
    for (const { seq, fields } of standingOf(all, () => false) ?? []) {
      const isOwn = own.has(seq);
      if (!isOwn && fields.some((field) => given.has(field))) return true;
      if (isOwn && own.get(seq)?.undoneBy === null) fields.forEach((field) => given.add(field));
    }
    return false;
  }

  #read(): ReadonlyMap<string, readonly LaterChange[]> {
    const after = Math.min(...this.#touched.map(({ newest }) => newest.seq));
    const ids = this.#touched.map(({ id }) => id);
    return Map.groupBy(this.#store.laterThan(this.#userId, after, ids), recordKey);
  }

  /** Of all records at once: each of them may span all of the feed. */
  #readAmong(): ReadonlyMap<string, readonly FieldChange[]> {
    const asked = this.#touched.filter(canStandBetween);
    const from = Math.min(...asked.map(({ oldest }) => oldest.seq));
    const to = Math.max(...asked.map(({ newest }) => newest.seq));
    const ids = asked.map(({ id }) => id);
    return Map.groupBy(this.#store.between(this.#userId, from, to, ids), recordKey);
  }
}

/**
 * What is left of changes of one record, the oldest first: without those that were undone, the last of them first, and without ways into
 * the trash and out of it again. Null if one of them is an undo that `reachesBack`.
 */
function standingOf<C extends LaterChange>(changes: readonly C[], reachesBack: (undoing: string) => boolean): C[] | null {
  const standing: C[] = [];
  let last: string | null = null;
  for (const change of changes) {
    const { action, batchId } = change;
    const before = standing.at(-1);
    const isBack = action === 'created' && before?.action === 'deleted';
    const undoing: string | null = batchId !== null && (before?.undoneBy === batchId || last === batchId) ? batchId : null;
    last = undoing;
    if (!isBack && undoing === null) standing.push(change);
    else if (undoing !== null && reachesBack(undoing)) return null;
    else if (isBack) standing.pop();
    while (undoing !== null && standing.at(-1)?.undoneBy === undoing) standing.pop();
  }
  return standing;
}

/** Whether other changes of the record can have come between these and be lost with them. */
function canStandBetween({ entries, oldest }: TouchedRecord): boolean {
  return oldest.action !== 'created' && !areConsecutive(entries) && formerFields(entries) !== null;
}

/** Whether each of these changes, the newest first, led on from the version that the one before it had left. */
function areConsecutive(entries: TouchedRecord['entries']): boolean {
  return entries.every(({ version, before }, index) => {
    const left = entries[index + 1]?.version;
    return index + 1 === entries.length || (left !== null && left !== undefined && (version === left + 1 || before?.['version'] === left));
  });
}
