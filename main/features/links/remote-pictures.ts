// Pictures of other servers, which a note names: fetched by the service when the user asks for it, with the same guard as pages, so that
// the other server learns nothing of the browser, and the page need not be allowed to ask it.

import { createHash } from 'node:crypto';
import type { FileAnswer } from '../../lib/file-answer.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { readWhole } from './body.ts';
import { toFailure, tooManyPages, upstreamFailed } from './failures.ts';
import { get } from './hop.ts';
import { openLookup, publicLookup, systemResolve } from './lookup.ts';
import type { FetchPolicy } from './page.ts';
import { followed, maybeRedirect } from './redirects.ts';
import { checkTarget, parseTarget } from './target.ts';

/** Bytes of a picture: as many as of a file that is added to a note. */
const maxBytes = 10 * 1024 * 1024;
/** Milliseconds for all of it. */
const deadline = 20_000;
const atOnce = 4;
const maxQueueLength = 64;

/** What the first bytes of a picture are; drawings (SVG) are documents, and none. */
const forms: readonly { readonly mimeType: string; readonly extension: string; readonly begins: RegExp }[] = [
  { mimeType: 'image/png', extension: 'png', begins: /^\x89PNG\r\n/ },
  { mimeType: 'image/jpeg', extension: 'jpg', begins: /^\xff\xd8\xff/ },
  { mimeType: 'image/gif', extension: 'gif', begins: /^GIF8[79]a/ },
  { mimeType: 'image/webp', extension: 'webp', begins: /^RIFF[^]{4}WEBP/ },
  { mimeType: 'image/avif', extension: 'avif', begins: /^[^]{4}ftypavi[fs]/ },
];

export interface PictureSource {
  /**
   * The picture at this address. Throws `validation_failed` naming `url` for an address that is not on the public internet or redirects to
   * such a one, `upstream_failed` where there is no picture of up to 10 MiB, `unavailable` when too many wait.
   */
  read(address: string): Promise<FileAnswer>;
}

export class RemotePictures implements PictureSource {
  readonly #policy: FetchPolicy;
  readonly #fetching = new Semaphore(atOnce, maxQueueLength, tooManyPages);
  readonly #stopping: AbortSignal;

  /** `stopping` ends what is under way. */
  constructor(allowOrigins: ReadonlySet<string>, stopping: AbortSignal) {
    this.#stopping = stopping;
    this.#policy = { allowOrigins, resolve: systemResolve };
  }

  async read(address: string): Promise<FileAnswer> {
    const start = parseTarget(address);
    checkTarget(start, this.#policy.allowOrigins);
    const signal = AbortSignal.any([this.#stopping, AbortSignal.timeout(deadline)]);
    return this.#fetching.run(
      () =>
        followed(
          start,
          (url) => this.#visit(url, signal),
          (error, url) => (signal.aborted ? upstreamFailed(url, 'did not answer in time') : toFailure(error, url)),
        ),
      signal,
    );
  }

  async #visit(url: URL, signal: AbortSignal): Promise<FileAnswer | URL> {
    const { allowOrigins, resolve } = this.#policy;
    checkTarget(url, allowOrigins);
    const lookup = allowOrigins.has(url.origin) ? openLookup(resolve) : publicLookup(resolve);
    const response = await get(url, lookup, signal, { Accept: 'image/*' });
    try {
      const next = maybeRedirect(response, url);
      if (next !== null) return next;
      const { statusCode = 0 } = response;
      if (statusCode < 200 || statusCode >= 300) throw upstreamFailed(url, `answered with status ${statusCode}`);
      const bytes = new Uint8Array(await readWhole(response, url, maxBytes));
      const beginning = Buffer.from(bytes.buffer, 0, Math.min(bytes.length, 16)).toString('latin1');
      const form = forms.find(({ begins }) => begins.test(beginning));
      if (form === undefined) throw upstreamFailed(url, 'did not send a picture');
      const etag = createHash('sha256').update(bytes).digest('base64url');
      return { content: bytes, filename: `picture.${form.extension}`, mimeType: form.mimeType, etag, lastModified: 0 };
    } finally {
      response.destroy();
    }
  }
}
