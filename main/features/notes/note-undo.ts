// A note is given back what it was by restoring the version before a change.

import { AppError, RetryableConflict } from '../../lib/app-error.ts';
import type { FormerFields, UndoKind } from '../../lib/undo-kind.ts';
import type { History, PreparedRestore } from './history.ts';
import type { NoteStore } from './note-store.ts';

const anyVersion = { check: () => undefined };

export class NoteUndo implements UndoKind<PreparedRestore> {
  readonly #store: NoteStore;
  readonly #history: History;

  constructor({ store, history }: { readonly store: NoteStore; readonly history: History }) {
    this.#store = store;
    this.#history = history;
  }

  maybeVersion(userId: string, id: string): number | null {
    return this.#store.maybeNote({ userId, id })?.version ?? null;
  }

  /** Null where the version cannot be reached any more. Throws `unavailable`. */
  async prepare(userId: string, { id, fields }: FormerFields): Promise<PreparedRestore | null> {
    try {
      return await this.#history.prepareRestore(userId, id, { version: Number(fields['version']) });
    } catch (error) {
      if (error instanceof AppError && ['not_found', 'history_gone', 'validation_failed', 'stale_version'].includes(error.code))
        return null;
      throw error;
    }
  }

  /** Throws `RetryableConflict` where a note has come back from the trash in this write: only now can it be read. */
  apply(userId: string, records: readonly FormerFields[], ahead: ReadonlyMap<string, PreparedRestore | null>): (number | null)[] {
    return records.map(({ id }) => {
      const prepared = ahead.get(id);
      if (prepared === undefined) throw new RetryableConflict('The note is being changed');
      return prepared === null ? null : this.#history.restore(userId, id, anyVersion, prepared).version;
    });
  }
}
