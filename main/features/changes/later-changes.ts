// What has come after changes that are to be undone: of changes that were undone themselves nothing is left.

import { recordKey } from './large-batch.ts';
import type { TouchedRecord } from './touched.ts';
import type { LaterChange, UndoStore } from './undo-store.ts';

export class LaterChanges {
  readonly #store: UndoStore;
  readonly #userId: string;
  readonly #touched: readonly TouchedRecord[];
  #byRecord: ReadonlyMap<string, readonly LaterChange[]> | null = null;

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
    const standing: LaterChange[] = [];
    let last: string | null = null;
    for (const change of later) {
      const { action, batchId } = change;
      const before = standing.at(-1);
      // Into the trash and out of it again.
      const isBack = action === 'created' && before?.action === 'deleted';
      const undoing: string | null = batchId !== null && (before?.undoneBy === batchId || last === batchId) ? batchId : null;
      last = undoing;
      if (!isBack && undoing === null) standing.push(change);
      // An undo that has gone back further has taken away what is to be undone now as well.
      else if (undoing !== null && this.#store.hasUndone(undoing, id, newest.seq)) return false;
      else if (isBack) standing.pop();
      while (undoing !== null && standing.at(-1)?.undoneBy === undoing) standing.pop();
    }
    return standing.length === 0;
  }

  #read(): ReadonlyMap<string, readonly LaterChange[]> {
    const after = Math.min(...this.#touched.map(({ newest }) => newest.seq));
    const ids = this.#touched.map(({ id }) => id);
    return Map.groupBy(this.#store.laterThan(this.#userId, after, ids), recordKey);
  }
}
