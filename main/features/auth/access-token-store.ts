import type { Scope } from '../../contract/scopes.ts';
import { parseScopes } from '../../lib/caller.ts';
import type { Database } from '../../storage/database.ts';
import type { TokenHolderStore } from './token-holder-store.ts';

/** A row of `tokens`. Times are Unix milliseconds. */
export interface AccessTokenRecord {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** Null for a token that does not end by itself. */
  readonly expiresAt: number | null;
  /** As it was last written down; null before the first use. */
  readonly lastUsedAt: number | null;
}

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly scopes: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
}

const columns = 'id, user_id, name, scopes, created_at, expires_at, last_used_at';

/** The SQL of `tokens`. What changes something is to be called inside a write transaction. */
export class AccessTokenStore {
  readonly #holders: TokenHolderStore;
  readonly #find;
  readonly #list;
  readonly #count;
  readonly #named;
  readonly #insert;
  readonly #use;
  readonly #remove;
  readonly #removeEnded;

  constructor(database: Database, holders: TokenHolderStore) {
    this.#holders = holders;
    this.#find = database.prepare<[string, string], Row>(`SELECT ${columns} FROM tokens WHERE id = ? AND user_id = ?`);
    this.#list = database.prepare<[string, number, number], Row>(
      `SELECT ${columns} FROM tokens WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    );
    this.#count = database.prepare<[string], number>('SELECT count(*) FROM tokens WHERE user_id = ?').pluck();
    this.#named = database.prepare<[string, string]>('SELECT 1 FROM tokens WHERE user_id = ? AND name = ? COLLATE NOCASE');
    this.#insert = database.prepare<[string, string, string, string, number, number | null]>(
      'INSERT INTO tokens (id, user_id, name, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#use = database.prepare<[number, string]>('UPDATE tokens SET last_used_at = ? WHERE id = ?');
    this.#remove = database.prepare<[string, string]>('DELETE FROM tokens WHERE id = ? AND user_id = ?');
    this.#removeEnded = database.prepare<[number, number]>(
      'DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE expires_at < ? LIMIT ?)',
    );
  }

  /** Null for one that is unknown, or another user's. */
  maybeToken(userId: string, id: string): AccessTokenRecord | null {
    const row = this.#find.get(id, userId);
    return row === undefined ? null : toRecord(row);
  }

  /** Newest first; a `limit` of null means all. */
  list(userId: string, limit: number | null, offset: number): AccessTokenRecord[] {
    return this.#list.all(userId, limit ?? -1, offset).map(toRecord);
  }

  count(userId: string): number {
    return this.#count.get(userId) ?? 0;
  }

  /** Whether the user has a token of this name, whatever its case. */
  hasNamed(userId: string, name: string): boolean {
    return this.#named.get(userId, name) !== undefined;
  }

  insert({ id, userId, name, scopes, createdAt, expiresAt }: AccessTokenRecord): void {
    this.#insert.run(id, userId, name, scopes.join(' '), createdAt, expiresAt);
  }

  used(id: string, at: number): void {
    this.#use.run(at, id);
  }

  /** False if there is no such token of the user. */
  remove(userId: string, id: string): boolean {
    this.#holders.forget();
    return this.#remove.run(id, userId).changes > 0;
  }

  /** Removes at most `limit` tokens that have ended before `before`; how many it were. */
  removeEnded(before: number, limit: number): number {
    const { changes } = this.#removeEnded.run(before, limit);
    if (changes > 0) this.#holders.forget();
    return changes;
  }
}

function toRecord(row: Row): AccessTokenRecord {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    scopes: parseScopes(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
