import type { IncomingMessage } from 'node:http';

/** The user on whose behalf a request is made. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly isOwner: boolean;
  /** The token's id (`jti`) and end (Unix seconds), for logging out. */
  readonly tokenId: string;
  readonly expiresAt: number;
}

/**
 * Decides who asks, from the `Authorization` header alone.
 * Throws `unauthorized`. Called at the start of a request, and again before each push of a stream.
 */
export type Authenticate = (request: Pick<IncomingMessage, 'headers'> & Partial<Pick<IncomingMessage, 'rawHeaders'>>) => Caller;
