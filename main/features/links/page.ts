import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { readBody } from './body.ts';
import { toFailure, upstreamFailed } from './failures.ts';
import { get } from './hop.ts';
import { openLookup, publicLookup, type Resolve } from './lookup.ts';
import { checkTarget, redirectTarget } from './target.ts';

/** Where previews may go. */
export interface FetchPolicy {
  readonly allowOrigins: ReadonlySet<string>;
  readonly resolve: Resolve;
}

export interface Page {
  /** Where it was found, after redirects. */
  readonly url: URL;
  readonly body: Buffer;
  /** The charset that the server names, as it names it. */
  readonly charset: string | null;
}

const maxRedirects = 5;
const redirecting: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const pageTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * The page at an address, or at the one that it redirects to. Each step is checked like the first.
 * Throws `validation_failed` naming `url` for a forbidden address, `upstream_failed` for all that goes wrong on the way,
 * and what `signal` was aborted with.
 */
export async function fetchPage(start: URL, policy: FetchPolicy, signal: AbortSignal): Promise<Page> {
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    try {
      const found = await visit(url, policy, signal);
      if (!(found instanceof URL)) return found;
      url = found;
    } catch (error) {
      signal.throwIfAborted();
      throw toFailure(error, url);
    }
  }
  throw upstreamFailed(url, 'redirects too often');
}

async function visit(url: URL, { allowOrigins, resolve }: FetchPolicy, signal: AbortSignal): Promise<Page | URL> {
  checkTarget(url, allowOrigins);
  const response = await get(url, allowOrigins.has(url.origin) ? openLookup(resolve) : publicLookup(resolve), signal);
  try {
    if (redirecting.has(response.statusCode)) return nextAddress(response, url);
    const charset = pageCharset(response, url);
    return { url, body: await readBody(response, url), charset };
  } finally {
    response.destroy();
  }
}

function nextAddress({ headers: { location } }: IncomingMessage, url: URL): URL {
  const next = location === undefined ? null : redirectTarget(location, url);
  if (next === null) throw upstreamFailed(url, 'redirects to nowhere');
  return next;
}

/** Throws `upstream_failed` unless the answer is a web page. */
function pageCharset({ statusCode = 0, headers }: IncomingMessage, url: URL): string | null {
  if (statusCode < 200 || statusCode >= 300) throw upstreamFailed(url, `answered with status ${statusCode}`);
  const type = contentType(headers['content-type'] ?? '');
  if (type === null || !pageTypes.has(type.essence)) throw upstreamFailed(url, 'did not send a web page');
  return type.params.get('charset');
}

function contentType(value: string): MIMEType | null {
  try {
    return new MIMEType(value);
  } catch {
    return null;
  }
}
