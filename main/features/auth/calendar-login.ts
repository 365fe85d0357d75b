// Who asks by CalDAV: its clients know Basic (RFC 7617) and send it with each request.

import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { AccessTokenStore } from './access-token-store.ts';
import type { Credentials } from './bearer.ts';
import { countHeader } from '../../lib/raw-headers.ts';
import type { PasswordCheck } from './password-check.ts';
import type { Sessions } from './sessions.ts';
import type { UserStore } from './store.ts';
import { usernameKey } from './usernames.ts';

interface CalendarLoginOptions {
  readonly sessions: Pick<Sessions, 'authenticate' | 'standIn'>;
  readonly users: Pick<UserStore, 'maybeUserByName' | 'maybeUserById'>;
  readonly accessTokens: Pick<AccessTokenStore, 'hasNamed'>;
  readonly passwordCheck: PasswordCheck;
}

/** What a password of a person may do by CalDAV. */
const calendarScopes: readonly Scope[] = ['calendar:read', 'calendar:write', 'calendar:delete'];

const challenge = { 'WWW-Authenticate': 'Basic realm="Daybook", charset="UTF-8"' };

/** In the form of a token, whose first part is an object in base64: never tried as the password of a person. */
const tokenForm = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** A password that was right is taken for so long without working out its hash again; milliseconds. */
const rememberedMs = 10 * 60_000;

const missing = (): AppError =>
  new AppError('unauthorized', 'This needs a user name and, as the password, a token of POST /api/tokens', { headers: challenge });
const refused = (): AppError => new AppError('unauthorized', 'The user name or the password is wrong', { headers: challenge });

export class CalendarLogin {
  readonly #options: CalendarLoginOptions;
  readonly #key = randomBytes(32);
  /** Of passwords that were right: with the hash that they were compared with, so that a new password ends them. */
  readonly #right = new LRUCache<string, true>({ max: 200, ttl: rememberedMs });

  constructor(options: CalendarLoginOptions) {
    this.#options = options;
  }

  /**
   * What gives the caller, also later on. Basic takes a token as the password; the user's own password only as long as the user has no
   * token that is called as the user is. Throws `unauthorized`, `rate_limited`.
   */
  async enter(request: Credentials, address: string): Promise<() => Caller> {
    const { headers, rawHeaders = [] } = request;
    const { authorization } = headers;
    if (authorization === undefined || countHeader(rawHeaders, 'authorization') > 1) throw missing();
    if (/^bearer /i.test(authorization)) return this.#following(request);
    const basic = readBasic(authorization);
    if (basic === null) throw missing();
    const { username, password } = basic;
    if (tokenForm.test(password)) return this.#enterByToken(username, password, address);
    return this.#enterByPassword(username, password, address);
  }

  async #enterByToken(username: string, token: string, address: string): Promise<() => Caller> {
    try {
      const current = this.#following({ headers: { authorization: `Bearer ${token}` } });
      if (usernameKey(current().username) === usernameKey(username)) return current;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unauthorized') throw error;
    }
    // Counted by itself: a client with a token that was revoked must not keep a person from logging in.
    await this.#options.passwordCheck.failed(`token of ${usernameKey(username)}`, address);
    throw refused();
  }

  async #enterByPassword(username: string, password: string, address: string): Promise<() => Caller> {
    const { users, accessTokens, passwordCheck, sessions } = this.#options;
    const user = users.maybeUserByName(username);
    const isTaken = user === null || user.passwordHash === null ? false : !accessTokens.hasNamed(user.id, username);
    const key = createHmac('sha256', this.#key)
      .update(JSON.stringify([user?.id, user?.passwordHash, password]))
      .digest('base64');
    const isRight = (isTaken && this.#right.has(key)) || (await passwordCheck.isRight(isTaken ? user : null, username, password, address));
    if (user === null || !isTaken || !isRight) throw refused();
    this.#right.set(key, true);
    const { id, passwordHash } = user;
    return named(() => {
      if (users.maybeUserById(id)?.passwordHash !== passwordHash) throw refused();
      const caller = sessions.standIn({ userId: id, tokenId: null, tokenEndsAt: null, scopes: calendarScopes });
      return { ...caller, actor: { kind: 'caldav', id: null, name: 'caldav' } };
    });
  }

  #following(request: Credentials): () => Caller {
    return named(() => {
      const caller = this.#options.sessions.authenticate(request);
      const { actor, isLogin, tokenId } = caller;
      return {
        ...caller,
        actor: { kind: 'caldav', id: isLogin ? null : tokenId, name: isLogin ? 'caldav' : actor.name },
      };
    });
  }
}

/** As `current`, checked once; a refusal asks for Basic, which is what clients of calendars understand. */
function named(current: () => Caller): () => Caller {
  const asking = (): Caller => {
    try {
      return current();
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized')
        throw new AppError('unauthorized', error.message, { headers: challenge, cause: error });
      throw error;
    }
  };
  asking();
  return asking;
}

/** Null for what is no Basic. */
function readBasic(authorization: string): { readonly username: string; readonly password: string } | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization.trim()) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const end = text.indexOf(':');
  return end === -1 ? null : { username: text.slice(0, end), password: text.slice(end + 1) };
}
