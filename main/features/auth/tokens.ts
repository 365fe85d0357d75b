// JSON Web Tokens (RFC 7519), signed with HS256 and nothing else.

import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type { Scope } from '../../contract/scopes.ts';
import type { Clock } from '../../lib/clock.ts';

/** What a token of ours says. Times are Unix seconds. */
export interface SessionClaims {
  readonly userId: string;
  readonly tokenId: string;
  readonly notBefore: number;
  /** Infinity for a token that does not end by itself. */
  readonly expiresAt: number;
  /** It was made for a program, as a login has no `scope`. What it may do is looked up. */
  readonly isAccess: boolean;
  /** What logins of its user carried when it was made; null before the password was first changed, and for a program's. */
  readonly stamp: string | null;
}

export interface IssuedToken {
  readonly token: string;
  readonly tokenId: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

const rememberedTokens = 1000;

/** The end of the year 9999: later instants have no ISO form of four digits. */
const lastSecond = 253_402_300_799;

export class Tokens {
  readonly #key: KeyObject;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #verified = new LRUCache<string, SessionClaims>({ max: rememberedTokens });

  constructor(secret: string, clock: Clock, newId: () => string) {
    this.#key = createSecretKey(secret, 'utf8');
    this.#clock = clock;
    this.#newId = newId;
  }

  /** A new token for the user; `lifetime` in seconds. `stamp`: what logins of the user carry now; null for none. */
  issue(userId: string, lifetime: number, stamp: string | null): IssuedToken {
    const issuedAt = Math.floor(this.#clock() / 1000);
    const expiresAt = Math.min(issuedAt + Math.max(Math.floor(lifetime), 1), lastSecond);
    const tokenId = this.#newId();
    const claims = { sub: userId, iat: issuedAt, exp: expiresAt, jti: tokenId, ...(stamp === null ? {} : { stamp }) };
    const token = jwt.sign(claims, this.#key, { algorithm: 'HS256' });
    return { token, tokenId, expiresAt: expiresAt * 1000 };
  }

  /** A new token for a program; `expiresAt` in Unix milliseconds, a whole second, or null for one that does not end by itself. */
  issueAccess(userId: string, scopes: readonly Scope[], expiresAt: number | null): Pick<IssuedToken, 'token' | 'tokenId'> {
    const iat = Math.floor(this.#clock() / 1000);
    const tokenId = this.#newId();
    const end = expiresAt === null ? {} : { exp: expiresAt / 1000 };
    const token = jwt.sign({ sub: userId, iat, ...end, jti: tokenId, scope: scopes.join(' ') }, this.#key, { algorithm: 'HS256' });
    return { token, tokenId };
  }

  /**
   * The claims of a token that we signed and whose time has come; `'expired'` outside its time, null for anything else.
   * A signature is checked once and then remembered. The time is compared anew at each call and nothing is forgotten
   * because of it: when a wrong clock is put right, a token is what it was.
   */
  verify(token: string): SessionClaims | 'expired' | null {
    const claims = this.#verified.get(token) ?? this.#verifySignature(token);
    if (claims === null) return null;
    const now = this.#clock() / 1000;
    return claims.notBefore <= now && now < claims.expiresAt ? claims : 'expired';
  }

  #verifySignature(token: string): SessionClaims | null {
    const claims = readClaims(token, this.#key);
    if (claims !== null) this.#verified.set(token, claims);
    return claims;
  }
}

function readClaims(token: string, key: KeyObject): SessionClaims | null {
  let payload: string | jwt.JwtPayload;
  try {
    payload = jwt.verify(token, key, { algorithms: ['HS256'], ignoreExpiration: true, ignoreNotBefore: true });
  } catch {
    return null;
  }
  if (typeof payload === 'string') return null;
  const { sub, jti, scope, exp, nbf = 0, stamp = null } = payload as Record<string, unknown>;
  const isAccess = scope !== undefined;
  // A login always ends.
  const end = exp === undefined && isAccess ? Infinity : typeof exp === 'number' && Number.isFinite(exp) ? exp : null;
  if (typeof sub !== 'string' || typeof jti !== 'string' || jti === '') return null;
  if (end === null || typeof nbf !== 'number' || (stamp !== null && typeof stamp !== 'string')) return null;
  return { userId: sub, tokenId: jti, notBefore: nbf, expiresAt: end, isAccess, stamp };
}
