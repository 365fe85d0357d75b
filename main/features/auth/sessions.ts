// Who is let in: logging in, checking tokens, logging out.

import type { BodyOf, ReplyOf } from '../../contract/route.ts';
import type { authApi } from '../../contract/auth.ts';
import type { Caller } from '../../lib/caller.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { bearerToken, tokenMissing, tokenRefused, type Credentials } from './bearer.ts';
import type { PasswordCheck } from './password-check.ts';
import type { UserRecord, UserStore } from './store.ts';
import type { IssuedToken, Tokens } from './tokens.ts';
import { toUser } from './users.ts';

export interface SessionsOptions {
  readonly store: UserStore;
  readonly tokens: Tokens;
  readonly passwordCheck: PasswordCheck;
  readonly soloMode: () => boolean;
  readonly tokenLifetime: () => number;
  readonly clock: Clock;
}

/** How long the token of `service.json` lives, in seconds: whatever `JWT_EXPIRES_IN` says of people's tokens. */
const serviceTokenLifetime = 7 * 24 * 60 * 60;

/** After its end a revoked token is remembered for so long, in milliseconds: a clock that was ahead and is put right must not revive it. */
const revokedFor = 30 * 24 * 60 * 60 * 1000;
/** How many revoked tokens one write forgets. */
const forgottenAtOnce = 500;

export class Sessions {
  readonly #store: UserStore;
  readonly #tokens: Tokens;
  readonly #passwordCheck: PasswordCheck;
  readonly #soloMode: () => boolean;
  readonly #tokenLifetime: () => number;
  readonly #clock: Clock;
  readonly #listeners: ((tokenId: string) => void)[] = [];
  #revoked: string[] = [];

  constructor({ store, tokens, passwordCheck, soloMode, tokenLifetime, clock }: SessionsOptions) {
    this.#store = store;
    this.#tokens = tokens;
    this.#passwordCheck = passwordCheck;
    this.#soloMode = soloMode;
    this.#tokenLifetime = tokenLifetime;
    this.#clock = clock;
    store.onCommit(() => {
      this.#tellOfRevoked();
    });
  }

  /**
   * Who sends the request. Throws `unauthorized`. What is remembered of a token ends with the change that makes it untrue; solo mode is
   * looked up each time.
   */
  authenticate(request: Credentials): Caller {
    const claims = this.#tokens.verify(bearerToken(request));
    if (claims === null) throw tokenRefused('The token is not valid');
    if (claims === 'expired') throw tokenRefused('The token has expired');
    const holder = this.#store.maybeTokenHolder(claims.userId, claims.tokenId);
    if (holder === null) throw tokenRefused('The token is not valid');
    if (holder.isRevoked) throw tokenRefused('The token was revoked');
    if (!holder.isOwner && this.#soloMode()) throw tokenRefused("In solo mode only the owner's tokens are accepted");
    return {
      userId: claims.userId,
      username: holder.username,
      isOwner: holder.isOwner,
      tokenId: claims.tokenId,
      expiresAt: claims.expiresAt,
    };
  }

  /** A token for the right name and password. Throws `unauthorized` or `rate_limited`. */
  async login({ username, password }: BodyOf<typeof authApi.login>, address: string): Promise<ReplyOf<typeof authApi.login>> {
    const user = this.#store.maybeUserByName(username);
    const isRight = await this.#passwordCheck.isRight(user, username, password, address);
    // Meanwhile the user may have been deleted, or the password changed.
    const current = user === null ? null : this.#store.maybeUserById(user.id);
    if (!isRight || current === null || current.passwordHash !== user?.passwordHash)
      throw tokenMissing('The user name or the password is wrong');
    return this.#issue(current);
  }

  /** A new token for the caller. Throws `unauthorized` when the user was deleted a moment ago. */
  renew({ userId }: Caller): ReplyOf<typeof authApi.renewToken> {
    const user = this.#store.maybeUserById(userId);
    if (user === null) throw tokenRefused('The token is not valid');
    return this.#issue(user);
  }

  #issue(user: UserRecord): ReplyOf<typeof authApi.login> {
    const { token, expiresAt } = this.#tokens.issue(user.id, this.#tokenLifetime());
    return { token, tokenType: 'Bearer', expiresAt: toInstant(expiresAt), user: toUser(user) };
  }

  /** Revokes the caller's token for good. To be called inside a write transaction. */
  logout(caller: Caller): undefined {
    this.#store.revoke(caller.tokenId, this.#clock(), Math.min(Math.ceil(caller.expiresAt * 1000), Number.MAX_SAFE_INTEGER));
    this.#revoked.push(caller.tokenId);
  }

  /**
   * Forgets some revoked tokens that have ended by themselves long ago; true if there may be more. To be called inside a write transaction.
   */
  forgetRevoked(): boolean {
    return this.#store.forgetRevoked(this.#clock() - revokedFor, forgottenAtOnce) === forgottenAtOnce;
  }

  /** A new token of the owner for `service.json`, good for seven days. */
  serviceToken(): IssuedToken {
    const owner = this.#store.maybeOwner();
    if (owner === null) throw new Error('There is no owner yet');
    return this.#tokens.issue(owner.id, serviceTokenLifetime);
  }

  /** Calls `listener` with the id of each token that was revoked, after the commit. */
  onRevoked(listener: (tokenId: string) => void): void {
    this.#listeners.push(listener);
  }

  #tellOfRevoked(): void {
    if (this.#revoked.length === 0) return;
    const ids = this.#revoked;
    this.#revoked = [];
    // A revocation that was rolled back is not one.
    for (const id of ids.filter((candidate) => this.#store.isRevoked(candidate))) {
      for (const listener of this.#listeners) listener(id);
    }
  }
}
