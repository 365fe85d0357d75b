// Calendars of other servers, fetched with the same guard as pages.

import { invalid } from '../../lib/app-error.ts';
import { readWhole } from './body.ts';
import { requireSuccess, toFailure, hostFailed } from './failures.ts';
import { get } from './hop.ts';
import { lookupFor, systemResolve, type Resolve } from './lookup.ts';
import { followed, maybeRedirect } from './redirects.ts';
import { checkTarget, parseTarget } from './target.ts';

interface CalendarFetchOptions {
  /** Origins, as `URL.origin` writes them, that need not be public and may be asked by http. */
  readonly allowOrigins: ReadonlySet<string>;
  /** The machine's own when absent. */
  readonly resolve?: Resolve;
  /** Bytes, as they come and when unpacked. */
  readonly maxBytes: number;
}

/** What the server said of what was read before. */
interface KnownFeed {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Null where it is still what is known. */
type Fetched = (KnownFeed & { readonly bytes: Uint8Array }) | null;

/** Milliseconds for all of it. */
const deadline = 30_000;

export class CalendarFetch {
  readonly #options: CalendarFetchOptions;

  constructor(options: CalendarFetchOptions) {
    this.#options = options;
  }

  /** The address as it is to be asked: webcal is https. Throws 400 naming `url` for one that may not be. */
  address(text: string): string {
    const url = parseTarget(text.trim().replace(/^webcals?:/i, 'https:'));
    this.#check(url);
    return url.href;
  }

  /** What is there. Throws `upstream_failed`, 400 for an address that may not be asked, and what `signal` is aborted with. */
  async read(address: string, known: KnownFeed, signal: AbortSignal): Promise<Fetched> {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
    return followed(
      new URL(address),
      (url) => this.#visit(url, known, ended),
      (error, url) => {
        if (signal.aborted) return signal.reason;
        return ended.aborted ? hostFailed(url, 'did not answer in time') : toFailure(error, url);
      },
    );
  }

  #check(url: URL): void {
    const { allowOrigins } = this.#options;
    checkTarget(url, allowOrigins);
    if (url.protocol !== 'https:' && !allowOrigins.has(url.origin))
      throw invalid({ path: 'url', message: 'must lead to a calendar by https' });
  }

  async #visit(url: URL, { etag, lastModified }: KnownFeed, signal: AbortSignal): Promise<Fetched | URL> {
    const { allowOrigins, resolve = systemResolve, maxBytes } = this.#options;
    this.#check(url);
    const response = await get(url, lookupFor(url, { allowOrigins, resolve }), signal, {
      Accept: 'text/calendar, */*;q=0.1',
      'User-Agent': 'Daybook calendar subscription',
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
    });
    try {
      const { statusCode, headers } = response;
      const next = maybeRedirect(response, url);
      if (next !== null) return next;
      if (statusCode === 304 && (etag ?? lastModified) !== null) return null;
      requireSuccess(response, url);
      const bytes = new Uint8Array(await readWhole(response, url, maxBytes));
      return { bytes, etag: short(headers.etag), lastModified: short(headers['last-modified']) };
    } finally {
      response.destroy();
    }
  }
}

const short = (value: string | undefined): string | null => (value === undefined || value.length > 500 ? null : value);
