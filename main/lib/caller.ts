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

/** What a login may do. */
export const everyScope: ReadonlySet<Scope> = new Set(allScopes);

/** Logins, and the token of `service.json`: nothing tells the page from a script that uses these. */
export const windowActor: Actor = { kind: 'window', id: null, name: 'window' };

/** The service itself, such as when it removes in time what a deletion has left. */
export const systemActor: Actor = { kind: 'system', id: null, name: 'system' };

/** Throws `insufficient_scope` unless the caller has it. */
export function requireScope({ scopes }: Pick<Caller, 'scopes'>, scope: Scope): void {
  if (!scopes.has(scope)) throw insufficientScope(scope);
}

/**
 * Decides who asks, from the `Authorization` header alone.
 * Throws `unauthorized`. Called at the start of a request, and again before each push of a stream.
 */
export type Authenticate = (request: Pick<IncomingMessage, 'headers'> & Partial<Pick<IncomingMessage, 'rawHeaders'>>) => Caller;
