import type { TrashType } from '../../contract/trash.ts';
import type { Database } from '../../storage/database.ts';

/** An entry as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredEntry {
  readonly id: string;
  readonly type: TrashType;
  readonly recordId: string;
  readonly title: string;
  readonly trashedAt: number;
  /** JSON; null for the window. */
  readonly actor: string | null;
  /** JSON. */
  readonly data: string;
}

interface Page {
  readonly limit: number | undefined;
  readonly offset: number;
}

interface OfTypes {
  readonly userId: string;
  /** JSON: a list of types. */
  readonly types: string;
}

/** Where an entry stands in the list. */
type Place = Pick<StoredEntry, 'trashedAt' | 'id'>;

type Titled = Place & Pick<StoredEntry, 'title'>;

const columns = 'id, type, record_id AS recordId, title, trashed_at AS trashedAt, actor, data';
// What is emptied is from the beginning of time, and goes in slices: nothing shows it.
const ofTypes = 'FROM trash WHERE user_id = @userId AND trashed_at > 0 AND type IN (SELECT value FROM json_each(@types))';

/** The SQL of the trash. Every statement names the user, but for those about what outlives its time. */
export class TrashStore {
  readonly #insert;
  readonly #byId;
  readonly #byRecord;
  readonly #parts;
  readonly #page;
  readonly #count;
  readonly #titles;
  readonly #byIds;
  readonly #remove;
  readonly #outdated;
  readonly #expire;
  readonly #shift;

  constructor(database: Database) {
    this.#insert = database.prepare<StoredEntry & { userId: string }>(`
      INSERT INTO trash (id, user_id, type, record_id, title, trashed_at, actor, data)
      VALUES (@id, @userId, @type, @recordId, @title, @trashedAt, @actor, @data)`);
    this.#byId = database.prepare<{ userId: string; id: string }, StoredEntry>(
      `SELECT ${columns} FROM trash WHERE id = @id AND user_id = @userId AND trashed_at > 0`,
    );
    this.#byRecord = database.prepare<{ userId: string; type: TrashType; recordId: string }, StoredEntry>(
      // Without the name of the index SQLite walks the user's whole trash by its key, as the newest is asked for.
      `SELECT ${columns} FROM trash INDEXED BY trash_by_record
        WHERE record_id = @recordId AND type = @type AND user_id = @userId AND trashed_at > 0 ORDER BY id DESC LIMIT 1`,
    );
    this.#parts = database.prepare<{ userId: string; type: TrashType; from: string; until: string }, StoredEntry>(
      `SELECT ${columns} FROM trash INDEXED BY trash_by_record
        WHERE record_id >= @from AND record_id < @until AND type = @type AND user_id = @userId AND trashed_at > 0`,
    );
    this.#page = database.prepare<OfTypes & { limit: number; offset: number }, StoredEntry>(
      `SELECT ${columns} ${ofTypes} ORDER BY trashed_at DESC, id DESC LIMIT @limit OFFSET @offset`,
    );
    this.#count = database.prepare<OfTypes, number>(`SELECT count(*) ${ofTypes}`).pluck();
    this.#titles = database.prepare<OfTypes & Place & { limit: number }, Titled>(
      `SELECT id, title, trashed_at AS trashedAt ${ofTypes} AND (trashed_at, id) < (@trashedAt, @id)
        ORDER BY trashed_at DESC, id DESC LIMIT @limit`,
    );
    this.#byIds = database.prepare<{ userId: string; ids: string }, StoredEntry>(
      `SELECT ${columns} FROM trash WHERE id IN (SELECT value FROM json_each(@ids)) AND user_id = @userId AND trashed_at > 0
        ORDER BY trashed_at DESC, id DESC`,
    );
    this.#remove = database.prepare<{ userId: string; id: string }>('DELETE FROM trash WHERE id = @id AND user_id = @userId');
    this.#expire = database.prepare<[string]>('UPDATE trash SET trashed_at = 0 WHERE user_id = ? AND trashed_at > 0');
    this.#shift = database.prepare<{ from: number; to: number; by: number }>(
      'UPDATE trash SET trashed_at = max(1, trashed_at + @by) WHERE trashed_at BETWEEN @from AND @to',
    );
    this.#outdated = database.prepare<[number, number], StoredEntry & { userId: string }>(
      `SELECT ${columns}, user_id AS userId FROM trash WHERE trashed_at < ? ORDER BY trashed_at LIMIT ?`,
    );
  }

  /** What was put there between two times, whichever user's, was put there later than that. */
  shift({ from, to }: { readonly from: number; readonly to: number }, by: number): void {
    this.#shift.run({ from: Math.max(1, from), to, by });
  }

  insert(userId: string, entry: StoredEntry): void {
    this.#insert.run({ ...entry, userId });
  }

  /** Null if the user's trash has no such entry. */
  maybeEntry(userId: string, id: string): StoredEntry | null {
    return this.#byId.get({ userId, id }) ?? null;
  }

  /** The newest entry of a record; null if it is not in the trash. */
  maybeOfRecord(userId: string, type: TrashType, recordId: string): StoredEntry | null {
    return this.#byRecord.get({ userId, type, recordId }) ?? null;
  }

  /** Entries of parts of a record, whose ids begin with its own and `_`. */
  partsOf(userId: string, type: TrashType, recordId: string): StoredEntry[] {
    // What comes after `_` in ASCII.
    return this.#parts.all({ userId, type, from: `${recordId}_`, until: `${recordId}\x60` });
  }

  /** Entries of these types, newest first; without `limit` all after the first `offset`. */
  page(userId: string, types: readonly TrashType[], { limit, offset }: Page): StoredEntry[] {
    return this.#page.all({ userId, types: JSON.stringify(types), limit: limit ?? -1, offset });
  }

  /** How many entries there are of these types. */
  count(userId: string, types: readonly TrashType[]): number {
    return this.#count.get({ userId, types: JSON.stringify(types) }) ?? 0;
  }

  /** What up to `limit` entries of these types are called, newest first: those after a place, or from the newest on. */
  titles(userId: string, types: readonly TrashType[], after: Place | null, limit: number): Titled[] {
    const { trashedAt, id } = after ?? { trashedAt: Number.MAX_SAFE_INTEGER, id: '' };
    return this.#titles.all({ userId, types: JSON.stringify(types), trashedAt, id, limit });
  }

  /** Those of these entries that are still there, newest first. */
  entries(userId: string, ids: readonly string[]): StoredEntry[] {
    return this.#byIds.all({ userId, ids: JSON.stringify(ids) });
  }

  /** All of the user's entries have outlived their time from now on; false if there was none. */
  expire(userId: string): boolean {
    return this.#expire.run(userId).changes > 0;
  }

  remove(userId: string, id: string): void {
    this.#remove.run({ userId, id });
  }

  /** Entries of all users from before a time, oldest first. */
  outdated(before: number, limit: number): (StoredEntry & { readonly userId: string })[] {
    return this.#outdated.all(before, limit);
  }
}
