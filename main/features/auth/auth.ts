// Puts the parts of authentication together.

import type { User } from '../../contract/auth.ts';
import type { Authenticate } from '../../lib/caller.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AccessTokenStore } from './access-token-store.ts';
import { AccessTokens } from './access-tokens.ts';
import { CalendarLogin } from './calendar-login.ts';
import { LoginLimit } from './login-limit.ts';
import { PasswordCheck } from './password-check.ts';
import { Passwords, type PasswordCost } from './passwords.ts';
import { Sessions } from './sessions.ts';
import type { UserStore } from './store.ts';
import { TokenUse, type TokenUseOptions } from './token-use.ts';
import { Tokens, type IssuedToken } from './tokens.ts';
import { Users, type UsersOptions } from './users.ts';

export interface AuthOptions {
  readonly store: UserStore;
  readonly accessTokens: AccessTokenStore;
  /** Writes down when tokens for programs were last used. */
  readonly write: TokenUseOptions['write'];
  readonly log: TokenUseOptions['log'];
  /** `JWT_SECRET` as it was at the start. */
  readonly secret: string;
  /** `SOLO_MODE`, asked at every check. */
  readonly soloMode: () => boolean;
  /** `JWT_EXPIRES_IN` in seconds, asked at every login. */
  readonly tokenLifetime: () => number;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Removes some of what belongs to a deleted user; false once little is left. Called inside a write. */
  readonly removeRecords?: UsersOptions['removeRecords'];
  /** Called inside the transaction that deletes a user when records are left for `users.removeSome`. */
  readonly manyLeft?: UsersOptions['manyLeft'];
  /** What hashing a password costs; for tests. */
  readonly passwordCost?: PasswordCost;
}

export class Auth {
  readonly sessions: Sessions;
  readonly users: Users;
  readonly accessTokens: AccessTokens;
  readonly calendarLogin: CalendarLogin;
  readonly #store: UserStore;
  readonly #use: TokenUse;

  constructor({
    store,
    accessTokens,
    write,
    log,
    secret,
    soloMode,
    tokenLifetime,
    clock,
    newId,
    passwordCost,
    removeRecords = () => false,
    manyLeft = () => undefined,
  }: AuthOptions) {
    const passwords = new Passwords(passwordCost);
    const passwordCheck = new PasswordCheck(passwords, new LoginLimit());
    const tokens = new Tokens(secret, clock, newId);
    this.#store = store;
    this.#use = new TokenUse({ store: accessTokens, write, clock, log });
    this.sessions = new Sessions({ store, tokens, passwordCheck, soloMode, tokenLifetime, accessTokens, use: this.#use, clock });
    this.accessTokens = new AccessTokens({ store: accessTokens, tokens, use: this.#use, clock });
    this.calendarLogin = new CalendarLogin({ sessions: this.sessions, users: store, accessTokens, passwordCheck });
    this.users = new Users({ store, passwords, passwordCheck, clock, newId, removeRecords, manyLeft });
  }

  /** Who sends the request. Throws `unauthorized`. Cheap enough for every request. */
  readonly authenticate: Authenticate = (request) => this.sessions.authenticate(request);

  /** The owner, made at the first start. To be called inside a write transaction. */
  ensureOwner(): User {
    return this.users.ensureOwner();
  }

  /** A new token of the owner for `service.json`, good for seven days. */
  serviceToken(): IssuedToken {
    return this.sessions.serviceToken();
  }

  /** Has it written down now and then when tokens for programs were last used. */
  start(): void {
    this.#use.start();
  }

  /** To be called before the database is closed. */
  stop(): Promise<void> {
    return this.#use.stop();
  }

  /** Calls `listener` after each commit that may have ended the right of a token, until the function that comes back is called. */
  onAccessChange(listener: () => void): () => void {
    return this.#store.holders.onChange(listener);
  }

  /** Inside a write: what the configuration says of who is let in may have changed. */
  accessChanged(): void {
    this.#store.holders.forget();
  }

  /** Calls `listener` with the id of each token that a user logged out with, after the commit. */
  onRevoked(listener: (tokenId: string) => void): void {
    this.sessions.onRevoked(listener);
  }
}
