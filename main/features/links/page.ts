import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { readBody } from './body.ts';
import { requireSuccess, toFailure, hostFailed } from './failures.ts';
import { get } from './hop.ts';
import { lookupFor, type LookupPolicy } from './lookup.ts';
import { followed, maybeRedirect } from './redirects.ts';
import { checkTarget } from './target.ts';

export interface FetchedPage {
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
export async function fetchPage(start: URL, policy: LookupPolicy, signal: AbortSignal): Promise<FetchedPage> {
  return followed(
    start,
    (url) => visit(url, policy, signal),
    (error, url) => (signal.aborted ? signal.reason : toFailure(error, url)),
  );
}

async function visit(url: URL, policy: LookupPolicy, signal: AbortSignal): Promise<FetchedPage | URL> {
  checkTarget(url, policy.allowOrigins);
  const response = await get(url, lookupFor(url, policy), signal);
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
function pageCharset(response: IncomingMessage, url: URL): string | null {
  requireSuccess(response, url);
  const type = contentType(response.headers['content-type'] ?? '');
  if (type === null || !pageTypes.has(type.essence)) throw hostFailed(url, 'did not send a web page');
  return type.params.get('charset');
}

function contentType(value: string): MIMEType | null {
  try {
    return new MIMEType(value);
  } catch {
    return null;
  }
}
