import type { Database } from '../../storage/database.ts';
import { TokenHolderStore } from './token-holder-store.ts';
import { usernameKey } from './usernames.ts';

/** A row of `users`. Times are Unix milliseconds. */
export interface UserRecord {
  readonly id: string;
  readonly username: string;
  /** A PHC string; null while no password is set. */
  readonly passwordHash: string | null;
  readonly isOwner: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Row {
  readonly id: string;
  readonly username: string;
  readonly password_hash: string | null;
  readonly is_owner: 0 | 1;
  readonly created_at: number;
  readonly updated_at: number;
}

const columns = 'id, username, password_hash, is_owner, created_at, updated_at';

// A deleted user stays until the last record of theirs is gone; nothing shows the user.
const notDeletedSql = 'deleted_at IS NULL';

/** The SQL of `users` and `revoked_tokens`. What changes something is to be called inside a write transaction. */
export class UserStore {
  readonly #database: Database;
  readonly #byId;
  readonly #byName;
  readonly #owner;
  readonly #list;
  readonly #count;
  readonly #insert;
  readonly #update;
  readonly #stamp;
  readonly #endLogins;
  readonly #hide;
  readonly #hidden;
  readonly #remove;
  readonly #revoke;
  readonly #revoked;
  readonly #forget;
  /** Who holds a token, as these tables say. */
  readonly holders: TokenHolderStore;

  constructor(database: Database) {
    this.#database = database;
    this.holders = new TokenHolderStore(database);
    this.#byId = database.prepare<[string], Row>(`SELECT ${columns} FROM users WHERE id = ? AND ${notDeletedSql}`);
    this.#byName = database.prepare<[string], Row>(`SELECT ${columns} FROM users WHERE username_key = ? AND ${notDeletedSql}`);
    this.#owner = database.prepare<[], Row>(`SELECT ${columns} FROM users WHERE is_owner = 1`);
    this.#list = database.prepare<[number, number], Row>(
      `SELECT ${columns} FROM users WHERE ${notDeletedSql} ORDER BY username_key, id LIMIT ? OFFSET ?`,
    );
    this.#count = database.prepare<[], { total: number }>(`SELECT count(*) AS total FROM users WHERE ${notDeletedSql}`);
    this.#insert = database.prepare<[string, string, string, string | null, number, number, number]>(
      'INSERT INTO users (id, username, username_key, password_hash, is_owner, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#update = database.prepare<[string, string, string | null, number, string]>(
      'UPDATE users SET username = ?, username_key = ?, password_hash = ?, updated_at = ? WHERE id = ?',
    );
    this.#stamp = database.prepare<[string], string | null>('SELECT login_stamp FROM users WHERE id = ?').pluck();
    this.#endLogins = database.prepare<[string, string | null, string]>('UPDATE users SET login_stamp = ?, kept_login = ? WHERE id = ?');
    // The name is free at once: none that a user can have holds a control character.
    this.#hide = database.prepare<[number, string]>('UPDATE users SET deleted_at = ?, username_key = char(1) || id WHERE id = ?');
    this.#hidden = database
      .prepare<[], string>('SELECT id FROM users INDEXED BY users_deleted WHERE deleted_at IS NOT NULL LIMIT 1')
      .pluck();
    this.#remove = database.prepare<[string]>('DELETE FROM users WHERE id = ?');
    this.#revoke = database.prepare<[string, number, number]>(
      'INSERT OR IGNORE INTO revoked_tokens (token_id, revoked_at, expires_at) VALUES (?, ?, ?)',
    );
    this.#forget = database.prepare<[number, number]>(
      'DELETE FROM revoked_tokens WHERE token_id IN (SELECT token_id FROM revoked_tokens WHERE expires_at < ? LIMIT ?)',
    );
    this.#revoked = database.prepare<[string]>('SELECT 1 FROM revoked_tokens WHERE token_id = ?');
  }

  maybeUserById(id: string): UserRecord | null {
    return fromRow(this.#byId.get(id));
  }

  /** The user of this name, whatever its case. */
  maybeUserByName(username: string): UserRecord | null {
    return fromRow(this.#byName.get(usernameKey(username)));
  }

  /** Null only before the first start has made one. */
  maybeOwner(): UserRecord | null {
    return fromRow(this.#owner.get());
  }

  /** By name; a `limit` of null means all. */
  list(limit: number | null, offset: number): UserRecord[] {
    return this.#list.all(limit ?? -1, offset).map(toRecord);
  }

  count(): number {
    return this.#count.get()?.total ?? 0;
  }

  insert(user: UserRecord): void {
    this.#insert.run(
      user.id,
      user.username,
      usernameKey(user.username),
      user.passwordHash,
      user.isOwner ? 1 : 0,
      user.createdAt,
      user.updatedAt,
    );
  }

  /** Stores name, password and `updatedAt`. */
  update(user: UserRecord): void {
    this.holders.forget();
    this.#update.run(user.username, usernameKey(user.username), user.passwordHash, user.updatedAt, user.id);
  }

  /** What a login of the user that is made now carries; null for nothing. */
  maybeLoginStamp(id: string): string | null {
    return this.#stamp.get(id) ?? null;
  }

  /** From now on only logins with this new stamp are good, and the token `kept`, if there is one. */
  endLogins(id: string, stamp: string, kept: string | null): void {
    this.holders.forget();
    this.#endLogins.run(stamp, kept, id);
  }

  /** From now on no answer has the user, and no token of theirs is good. */
  hide(id: string, at: number): void {
    this.holders.forget();
    this.#hide.run(at, id);
  }

  /** The id of a user who is hidden and still has a row; null if there is none. */
  maybeHidden(): string | null {
    return this.#hidden.get() ?? null;
  }

  /** Everything that still belongs to the user goes with the row, by its foreign keys. */
  remove(id: string): void {
    this.#remove.run(id);
  }

  /** `expiresAt` is when the token would end by itself, in milliseconds. */
  revoke(tokenId: string, at: number, expiresAt: number): void {
    this.holders.forget();
    this.#revoke.run(tokenId, at, expiresAt);
  }

  /** Forgets at most `limit` revoked tokens that have ended before `before`; how many it were. */
  forgetRevoked(before: number, limit: number): number {
    return this.#forget.run(before, limit).changes;
  }

  isRevoked(tokenId: string): boolean {
    return this.#revoked.get(tokenId) !== undefined;
  }

  /** Calls `listener` after every commit. */
  onCommit(listener: () => void): void {
    this.#database.onCommit(listener);
  }
}

function fromRow(row: Row | undefined): UserRecord | null {
  return row === undefined ? null : toRecord(row);
}

function toRecord(row: Row): UserRecord {
  return {
    id: row.id,
    username: row.username,
    passwordHash: row.password_hash,
    isOwner: row.is_owner === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
