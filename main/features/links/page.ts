import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { readBody } from './body.ts';
import { toFailure, upstreamFailed } from './failures.ts';
import { get } from './hop.ts';
import { openLookup, publicLookup, type Resolve } from './lookup.ts';
import { followed, maybeRedirect } from './redirects.ts';
import { checkTarget } from './target.ts';

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

const pageTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * The page at an address, or at the one that it redirects to. Each step is checked like the first.
 * Throws `validation_failed` naming `url` for a forbidden address, `upstream_failed` for all that goes wrong on the way,
 * and what `signal` was aborted with.
 */
export async function fetchPage(start: URL, policy: FetchPolicy, signal: AbortSignal): Promise<Page> {
  return followed(
    start,
    (url) => visit(url, policy, signal),
    (error, url) => (signal.aborted ? signal.reason : toFailure(error, url)),
  );
}

async function visit(url: URL, { allowOrigins, resolve }: FetchPolicy, signal: AbortSignal): Promise<Page | URL> {
  checkTarget(url, allowOrigins);
  const response = await get(url, allowOrigins.has(url.origin) ? openLookup(resolve) : publicLookup(resolve), signal);
  try {
    const next = maybeRedirect(response, url);
    if (next !== null) return next;
    const charset = pageCharset(response, url);
    return { url, body: await readBody(response, url), charset };
  } finally {
    response.destroy();
  }
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
