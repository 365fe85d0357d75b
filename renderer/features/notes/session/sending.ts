// What all that sends what a user writes needs: a last attempt when the page is left, and what the service's refusals mean.

import { ServiceError } from '../../../api/client.ts';
import type { Missed } from './note-api.ts';

/** While the page is being closed: warns if `isUnsaved`, and calls `send` for a last attempt. Gives the function that ends this. */
export function onLeaving(isUnsaved: () => boolean, send?: () => void): () => void {
  const ended = new AbortController();
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (isUnsaved()) event.preventDefault();
    },
    { signal: ended.signal },
  );
  if (send !== undefined) window.addEventListener('pagehide', send, { signal: ended.signal });
  return () => {
    ended.abort();
  };
}

/** The steps that a refusal for staleness brings; null for any other error, and for one without them. */
export function missedIn(error: unknown): Missed | null {
  if (!(error instanceof ServiceError) || error.code !== 'stale_version') return null;
  const { version, steps, clientIDs } = (error.problem ?? {}) as Partial<Missed>;
  return Array.isArray(steps) && Array.isArray(clientIDs) && typeof version === 'number'
    ? { version, steps: steps as unknown[], clientIDs: clientIDs as string[] }
    : null;
}

/** Resolves after this time. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
