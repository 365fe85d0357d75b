import type { IncomingMessage } from 'node:http';
import type { Actor } from '../contract/changes.ts';
import { allScopes, type Scope } from '../contract/scopes.ts';
import { insufficientScope } from './app-error.ts';

/** The user on whose behalf a request is made, and what is used for it. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly isOwner: boolean;
  /** The token's id (`jti`) and end (Unix seconds; null for none), for logging out. */
  readonly tokenId: string;
  readonly expiresAt: number | null;
  /** A login, or the token of `service.json`; false for a token that was made for a program. */
  readonly isLogin: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** As whom the change feed names the caller. */
  readonly actor: Actor;
  /** The batch to which all that it changes belongs, as for a run of an agent; absent where each request is by itself. */
  readonly batchId?: string;
}

/**
 * What is stored of a caller whose work goes on after its request, such as a job or a run: it leads back to the caller, as far as that may
 * still do it.
 */
export interface Delegation {
  readonly userId: string;
  /** The program's token that began it; null for a login. */
  readonly tokenId: string | null;
  /** When that token ends, in milliseconds since the Unix epoch; null for never, and for a login. */
  readonly tokenEndsAt: number | null;
  /** Those of its scopes that the work may use. */
  readonly scopes: readonly Scope[];
}

/** What a login may do. */
export const everyScope: ReadonlySet<Scope> = new Set(allScopes);

/** Logins, and the token of `service.json`: nothing tells the page from a script that uses these. */
export const windowActor: Actor = { kind: 'window', id: null, name: 'window' };

/** The service itself, such as when it removes in time what a deletion has left. */
export const systemActor: Actor = { kind: 'system', id: null, name: 'system' };

/** Those of `needed` that the caller lacks. */
export function lackingScopes({ scopes }: Pick<Caller, 'scopes'>, needed: readonly Scope[]): Scope[] {
  return needed.filter((scope) => !scopes.has(scope));
}

/** Throws `insufficient_scope`, which names all that the caller lacks, unless it has each of them. */
export function requireScopes(caller: Pick<Caller, 'scopes'>, needed: readonly Scope[]): void {
  const [first, ...others] = lackingScopes(caller, needed);
  if (first !== undefined) throw insufficientScope(first, ...others);
}

/** Throws `insufficient_scope` unless the caller has it. */
export function requireScope(caller: Pick<Caller, 'scopes'>, scope: Scope): void {
  requireScopes(caller, [scope]);
}

/** The scopes of a text in which a blank stands between two of them, as the database keeps them. */
export const parseScopes = (text: string): Scope[] => text.split(' ').filter((scope) => scope !== '') as Scope[];

/** For work of this caller that goes on after its request, and may use these scopes of it. */
export function delegationOf({ userId, tokenId, expiresAt, isLogin }: Caller, scopes: readonly Scope[]): Delegation {
  // A login can be renewed: what it has begun does not end with it.
  if (isLogin) return { userId, tokenId: null, tokenEndsAt: null, scopes };
  const endsAt = expiresAt === null ? null : Math.min(Math.floor(expiresAt * 1000), Number.MAX_SAFE_INTEGER);
  return { userId, tokenId, tokenEndsAt: endsAt, scopes };
}

/**
 * Decides who asks, from the `Authorization` header alone.
 * Throws `unauthorized`. Called at the start of a request, and again before each push of a stream.
 */
export type Authenticate = (request: Pick<IncomingMessage, 'headers'> & Partial<Pick<IncomingMessage, 'rawHeaders'>>) => Caller;
