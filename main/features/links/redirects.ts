import type { IncomingMessage } from 'node:http';
import { hostFailed } from './failures.ts';
import { redirectTarget } from './target.ts';

const maxRedirects = 5;
const redirecting: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/** Where an answer redirects to; null for one that does not. Throws `upstream_failed` for a redirect to nowhere. */
export function maybeRedirect({ statusCode, headers: { location } }: IncomingMessage, url: URL): URL | null {
  if (!redirecting.has(statusCode)) return null;
  const next = location === undefined ? null : redirectTarget(location, url);
  if (next === null) throw hostFailed(url, 'redirects to nowhere');
  return next;
}

/**
 * What `visit` finds at an address, or at the one that it tells to go on with. Throws `upstream_failed` after 5 redirects, and what
 * `failure` makes of an error on the way.
 */
export async function followed<T>(
  start: URL,
  visit: (url: URL) => Promise<T | URL>,
  failure: (error: unknown, url: URL) => unknown,
): Promise<T> {
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    try {
      const found = await visit(url);
      if (!(found instanceof URL)) return found;
      url = found;
    } catch (error) {
      throw failure(error, url);
    }
  }
  throw hostFailed(url, 'redirects too often');
}
