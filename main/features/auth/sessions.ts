// Who is let in: logging in, checking tokens, logging out.

import { dayMs } from '../../contract/days.ts';
import type { BodyOf, ReplyOf } from '../../contract/route.ts';
import type { authApi } from '../../contract/auth.ts';
import { AppError } from '../../lib/app-error.ts';
import { everyScope, windowActor, type Caller, type Delegation } from '../../lib/caller.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { AccessTokenStore } from './access-token-store.ts';
import { bearerToken, tokenMissing, tokenRefused, type Credentials } from './bearer.ts';
import type { PasswordCheck } from './password-check.ts';
import type { UserRecord, UserStore } from './store.ts';
import type { TokenUse } from './token-use.ts';
import type { SessionClaims, IssuedToken, Tokens } from './tokens.ts';
import { toUser } from './users.ts';

interface SessionsOptions {
  readonly store: UserStore;
  readonly tokens: Tokens;
  readonly passwordCheck: PasswordCheck;
  readonly soloMode: () => boolean;
  readonly tokenLifetime: () => number;
  readonly accessTokens: Pick<AccessTokenStore, 'remove'>;
  readonly use: Pick<TokenUse, 'note'>;
  readonly clock: Clock;
}

/** How long the token of `service.json` lives, in seconds: whatever `JWT_EXPIRES_IN` says of people's tokens. */
const serviceTokenLifetime = 7 * 24 * 60 * 60;

/** After its end a revoked token is remembered for so long, in milliseconds: a clock that was ahead and is put right must not revive it. */
const revokedFor = 30 * dayMs;
/** How many revoked tokens one write forgets. */
const forgottenAtOnce = 500;

/** What is asked of a token's holder. */
type Holder = Pick<SessionClaims, 'userId' | 'tokenId' | 'expiresAt'>;

export class Sessions {
  readonly #store: UserStore;
  readonly #tokens: Tokens;
  readonly #passwordCheck: PasswordCheck;
  readonly #soloMode: () => boolean;
  readonly #tokenLifetime: () => number;
  readonly #accessTokens: SessionsOptions['accessTokens'];
  readonly #use: SessionsOptions['use'];
  readonly #clock: Clock;
  readonly #listeners: ((tokenId: string) => void)[] = [];
  #revoked: string[] = [];
  /** Those of `service.json` since the start: programs of this machine use them, also after the password was changed. */
  readonly #serviceTokens = new Set<string>();

  constructor({ store, tokens, passwordCheck, soloMode, tokenLifetime, accessTokens, use, clock }: SessionsOptions) {
    this.#store = store;
    this.#tokens = tokens;
    this.#passwordCheck = passwordCheck;
    this.#soloMode = soloMode;
    this.#tokenLifetime = tokenLifetime;
    this.#accessTokens = accessTokens;
    this.#use = use;
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
    const caller = claims.isAccess ? this.#accessCaller(claims) : this.#loginCaller(claims);
    if (!caller.isOwner && this.#soloMode()) throw tokenRefused("In solo mode only the owner's tokens are accepted");
    if (caller.isLogin) this.#refuseEnded(claims);
    else this.#use.note(caller.tokenId);
    return caller;
  }

  /** What a login has begun goes on without it; it alone ends when the password is changed from another one. */
  #refuseEnded({ userId, tokenId, stamp }: SessionClaims): void {
    const holder = this.#store.holders.maybeLogin(userId, tokenId);
    if (holder === null || holder.stamp === stamp || holder.isKept || this.#serviceTokens.has(tokenId)) return;
    throw tokenRefused('The password was changed since this login');
  }

  #loginCaller({ userId, tokenId, expiresAt }: Holder): Caller {
    const holder = this.#store.holders.maybeLogin(userId, tokenId);
    if (holder === null) throw tokenRefused('The token is not valid');
    if (holder.isRevoked) throw tokenRefused('The token was revoked');
    const { username, isOwner } = holder;
    return { userId, username, isOwner, tokenId, expiresAt, isLogin: true, scopes: everyScope, actor: windowActor };
  }

  #accessCaller({ userId, tokenId, expiresAt }: Holder): Caller {
    const holder = this.#store.holders.maybeAccess(userId, tokenId);
    if (holder === null) throw tokenRefused('The token was revoked');
    const { username, isOwner, name, scopes } = holder;
    const end = expiresAt === Infinity ? null : expiresAt;
    return { userId, username, isOwner, tokenId, expiresAt: end, isLogin: false, scopes, actor: { kind: 'token', id: tokenId, name } };
  }

  /** Whether the user has this program's token, and it was not revoked. */
  hasAccess(userId: string, tokenId: string): boolean {
    return this.#store.holders.maybeAccess(userId, tokenId) !== null;
  }

  /**
   * Who goes on with what a login or a program's token has begun, as they are now, with no scope but the delegated ones. Throws
   * `unauthorized` when the user or the token is not there any more.
   */
  standIn({ userId, tokenId, tokenEndsAt, scopes }: Delegation): Caller {
    if (tokenEndsAt !== null && tokenEndsAt <= this.#clock()) throw tokenRefused('The token has expired');
    const claims = { userId, tokenId: tokenId ?? '', expiresAt: tokenEndsAt === null ? Infinity : tokenEndsAt / 1000 };
    const caller = tokenId === null ? this.#loginCaller(claims) : this.#accessCaller(claims);
    if (!caller.isOwner && this.#soloMode()) throw tokenRefused("In solo mode only the owner's tokens are accepted");
    return { ...caller, scopes: new Set(scopes.filter((scope) => caller.scopes.has(scope))) };
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

  /** A new token for the caller. Throws `forbidden` for a program's, `unauthorized` when the user was deleted a moment ago. */
  renew({ userId, isLogin }: Caller): ReplyOf<typeof authApi.renewToken> {
    if (!isLogin) throw new AppError('forbidden', 'Only a login can be renewed; make another token with POST /api/tokens');
    const user = this.#store.maybeUserById(userId);
    if (user === null) throw tokenRefused('The token is not valid');
    return this.#issue(user);
  }

  #issue(user: UserRecord): ReplyOf<typeof authApi.login> {
    const { token, expiresAt } = this.#tokens.issue(user.id, this.#tokenLifetime(), this.#store.maybeLoginStamp(user.id));
    return { token, tokenType: 'Bearer', expiresAt: toInstant(expiresAt), user: toUser(user) };
  }

  /** Revokes the caller's token for good. To be called inside a write transaction. */
  logout({ userId, tokenId, expiresAt, isLogin }: Caller): undefined {
    if (!isLogin) {
      this.#accessTokens.remove(userId, tokenId);
      return;
    }
    this.#store.revoke(tokenId, this.#clock(), Math.min(Math.ceil((expiresAt ?? Infinity) * 1000), Number.MAX_SAFE_INTEGER));
    this.#revoked.push(tokenId);
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
    const issued = this.#tokens.issue(owner.id, serviceTokenLifetime, this.#store.maybeLoginStamp(owner.id));
    this.#serviceTokens.add(issued.tokenId);
    return issued;
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
