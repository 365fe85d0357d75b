import { LRUCache } from 'lru-cache';
import type { Scope } from '../../contract/scopes.ts';
import { parseScopes } from '../../lib/caller.ts';
import type { Database } from '../../storage/database.ts';

/** What a check of a login's token needs to know, read in one go. */
interface TokenHolder {
  readonly username: string;
  readonly isOwner: boolean;
  /** Whether this one token was revoked. */
  readonly isRevoked: boolean;
  /** What logins of the user carry since the password was changed, but for the one from which it was; null before. */
  readonly stamp: string | null;
  /** Whether the password was changed from this login the last time. */
  readonly isKept: boolean;
}

/** What a check of a token for a program needs to know. */
interface AccessHolder extends Pick<TokenHolder, 'username' | 'isOwner'> {
  /** The token's own name. */
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
}

interface Row {
  readonly username: string;
  readonly is_owner: 0 | 1;
}

interface LoginRow extends Row {
  readonly revoked: 0 | 1;
  readonly login_stamp: string | null;
  readonly kept_login: string | null;
}

const rememberedHolders = 1000;

/** Who holds a token. What was read is remembered until `forget`, which every change of a user or a token calls. */
export class TokenHolderStore {
  readonly #database: Database;
  readonly #ofLogin;
  readonly #ofAccess;
  /** By token id and user; emptied by every change, and never filled with what may still roll back. */
  readonly #logins = new LRUCache<string, TokenHolder>({ max: rememberedHolders });
  readonly #accesses = new LRUCache<string, AccessHolder>({ max: rememberedHolders });
  readonly #listeners = new Set<() => void>();
  #changed = false;

  constructor(database: Database) {
    this.#database = database;
    this.#ofLogin = database.prepare<[string, string], LoginRow>(
      'SELECT username, is_owner, login_stamp, kept_login, EXISTS (SELECT 1 FROM revoked_tokens WHERE token_id = ?) AS revoked ' +
        'FROM users WHERE id = ? AND deleted_at IS NULL',
    );
    this.#ofAccess = database.prepare<[string, string], Row & { name: string; scopes: string }>(
      'SELECT username, is_owner, tokens.name, tokens.scopes FROM tokens JOIN users ON users.id = tokens.user_id ' +
        'WHERE tokens.id = ? AND users.id = ? AND deleted_at IS NULL',
    );
    database.onCommit(() => {
      this.#tellOfChanges();
    });
  }

  /** Who holds the login's token with this id and this `sub`; null if there is no such user. */
  maybeLogin(userId: string, tokenId: string): TokenHolder | null {
    return this.#remembered(this.#logins, userId, tokenId, () => {
      const row = this.#ofLogin.get(tokenId, userId);
      if (row === undefined) return null;
      const { username, is_owner: owner, revoked, login_stamp: stamp, kept_login: kept } = row;
      return { username, isOwner: owner === 1, isRevoked: revoked === 1, stamp, isKept: kept === tokenId };
    });
  }

  /** Who holds the program's token with this id and this `sub`; null if there is no such user, or the token was revoked. */
  maybeAccess(userId: string, tokenId: string): AccessHolder | null {
    return this.#remembered(this.#accesses, userId, tokenId, () => {
      const row = this.#ofAccess.get(tokenId, userId);
      if (row === undefined) return null;
      const { username, name, scopes } = row;
      return { username, isOwner: row.is_owner === 1, name, scopes: new Set(parseScopes(scopes)) };
    });
  }

  /** To be called inside the write that makes untrue what is remembered. */
  forget(): void {
    this.#logins.clear();
    this.#accesses.clear();
    this.#changed = true;
  }

  /** Calls `listener` after each commit that may have ended the right of a token, until the function that comes back is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #remembered<T extends object>(cache: LRUCache<string, T>, userId: string, tokenId: string, read: () => T | null): T | null {
    // A holder of the secret can sign a known token id for another user: the id alone tells nothing of who holds it.
    const key = `${tokenId} ${userId}`;
    const known = cache.get(key);
    // Also inside a transaction: what changes a holder has emptied this by then.
    if (known !== undefined) return known;
    const holder = read();
    if (holder !== null && !this.#database.inTransaction()) cache.set(key, holder);
    return holder;
  }

  #tellOfChanges(): void {
    if (!this.#changed) return;
    this.#changed = false;
    for (const listener of this.#listeners) listener();
  }
}
