// The `Authorization` header as RFC 6750 has it.

import type { IncomingMessage } from 'node:http';
import { AppError } from '../../lib/app-error.ts';
import { countHeader } from '../../lib/raw-headers.ts';

/** A request as far as it tells who sends it; `rawHeaders` shows a header that was sent twice. */
export type Credentials = Pick<IncomingMessage, 'headers'> & Partial<Pick<IncomingMessage, 'rawHeaders'>>;

/** As nearly every client writes it. */
const plain = /^Bearer [^\s]+$/;

/** 401 for a request that names no token, or names one in a way that cannot be meant. */
export function tokenMissing(detail = 'This needs a token: Authorization: Bearer <token>'): AppError {
  return new AppError('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** 401 for a token that is not, or no longer, good for anything. */
export function tokenRefused(detail: string): AppError {
  return new AppError('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
}

/** The token of the header. Throws `unauthorized` if there is none, or more than one. */
export function bearerToken({ headers, rawHeaders = [] }: Credentials): string {
  const { authorization } = headers;
  if (authorization === undefined) throw tokenMissing();
  // Node keeps the first of two headers; who sends two may mean the other.
  if (countHeader(rawHeaders, 'authorization') > 1) throw tokenRefused('The Authorization header was sent more than once');
  if (plain.test(authorization)) return authorization.slice('Bearer '.length);
  const [scheme = '', ...rest] = authorization.trim().split(/ +/);
  if (scheme.toLowerCase() !== 'bearer') throw tokenMissing();
  const [token] = rest;
  if (token === undefined || rest.length > 1) throw tokenRefused('The Authorization header must be the word Bearer, a blank and the token');
  return token;
}
