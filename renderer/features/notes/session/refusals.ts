// What the service's refusals mean to a session.

import { ServiceError } from '../../../api/client.ts';
import type { Missed } from './note-api.ts';

/** The steps that a refusal for staleness brings; null for any other error, and for one without them. */
export function missedIn(error: unknown): Missed | null {
  if (!(error instanceof ServiceError) || error.code !== 'stale_version') return null;
  const { version, steps, clientIDs } = (error.problem ?? {}) as Partial<Missed>;
  return Array.isArray(steps) && Array.isArray(clientIDs) && typeof version === 'number'
    ? { version, steps: steps as unknown[], clientIDs: clientIDs as string[] }
    : null;
}

/** Whether the same request may well be accepted in a moment, or after signing in again. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.status === 429 || error.status === 408 || error.status === 401 || (error.status >= 500 && error.status !== 507))
  );
}
