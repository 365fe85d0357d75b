import type { Database } from '../../storage/database.ts';

/** What the trash needs to know of a file. */
export interface TrashableFile {
  readonly id: string;
  readonly ownerType: 'card' | 'note';
  /** Of the card or note; in the trash, of the entry that keeps the file. */
  readonly ownerId: string;
  /** What notes call it; null for a file of a card. */
  readonly name: string | null;
  readonly filename: string;
  readonly sha256: string;
}

const fileTrashSql = {
  byId: `SELECT id, owner_type AS ownerType, owner_id AS ownerId, name, filename, sha256 FROM files WHERE id = @id AND user_id = @userId`,
  give: 'UPDATE files SET owner_id = @ownerId WHERE id = @id AND user_id = @userId',
  remove: 'DELETE FROM files WHERE id = @id AND user_id = @userId',
} as const;

interface One {
  readonly userId: string;
  readonly id: string;
}

/** The SQL of files in the trash: there they belong to the entry that keeps them. */
export class FileTrashStore {
  readonly #byId;
  readonly #give;
  readonly #remove;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#byId = database.prepare<One, TrashableFile>(fileTrashSql.byId);
    this.#give = database.prepare<One & { readonly ownerId: string }>(fileTrashSql.give);
    this.#remove = database.prepare<One>(fileTrashSql.remove);
  }

  /** Null if the user has no such file, in the trash or out of it. */
  maybeFile(one: One): TrashableFile | null {
    return this.#byId.get(one) ?? null;
  }

  /** From now on the file belongs to `ownerId`. */
  give(one: One, ownerId: string): void {
    this.#give.run({ ...one, ownerId });
  }

  remove(one: One): void {
    this.#remove.run(one);
  }
}
