// A note is given back what it was by restoring the version before a change, and the attributes that it had.

import { AppError, RetryableConflict } from '../../lib/app-error.ts';
import { anyVersion } from '../../lib/precondition.ts';
import type { FormerFields, UndoKind } from '../../lib/record-kinds.ts';
import type { AttributeChanges } from './attribute-changes.ts';
import type { History, PreparedVersion } from './history.ts';
import type { NoteStore } from './note-store.ts';

interface NoteUndoOptions {
  readonly store: NoteStore;
  readonly history: History;
  readonly attributes: AttributeChanges;
}

export class NoteUndo implements UndoKind<PreparedVersion> {
  readonly #store: NoteStore;
  readonly #history: History;
  readonly #attributes: AttributeChanges;

  constructor({ store, history, attributes }: NoteUndoOptions) {
    this.#store = store;
    this.#history = history;
    this.#attributes = attributes;
  }

  maybeVersion(userId: string, id: string): number | null {
    return this.#store.maybeNote({ userId, id })?.version ?? null;
  }

  /** Null where the version cannot be reached any more. Throws `unavailable`. */
  async prepare(userId: string, { id, fields }: FormerFields): Promise<PreparedVersion | null> {
    if (!changesText(fields)) return null;
    try {
      return await this.#history.prepareRestore(userId, id, { version: Number(fields['version']) }, { comesBack: true });
    } catch (error) {
      if (error instanceof AppError && ['not_found', 'history_gone', 'validation_failed', 'stale_version'].includes(error.code))
        return null;
      throw error;
    }
  }

  /** Throws `RetryableConflict` where what was prepared is of a state that is gone. */
  apply(userId: string, records: readonly FormerFields[], ahead: ReadonlyMap<string, PreparedVersion | null>): (number | null)[] {
    return records.map((record) => {
      if (!changesText(record.fields)) return this.#attributes.giveBack(userId, record);
      const prepared = ahead.get(record.id);
      if (prepared === undefined) throw new RetryableConflict('The note is being changed');
      if (prepared === null) return null;
      this.#history.restore(userId, record.id, anyVersion, prepared);
      return this.#attributes.giveBack(userId, record);
    });
  }
}

const changesText = (fields: FormerFields['fields']): boolean => fields['version'] !== undefined;
