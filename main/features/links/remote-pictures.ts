// Pictures of other servers, which a note names: fetched by the service when the user asks for it, with the same guard as pages, so that
// the other server learns nothing of the browser, and the page need not be allowed to ask it.

import { createHash } from 'node:crypto';
import type { FileAnswer } from '../../lib/answer.ts';
import { unavailable } from '../../lib/app-error.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { readWhole } from './body.ts';
import { requireSuccess, toFailure, tooManyPages, hostFailed } from './failures.ts';
import { get } from './hop.ts';
import { lookupFor, systemResolve, type LookupPolicy } from './lookup.ts';
import { followed, maybeRedirect } from './redirects.ts';
import { checkTarget, parseTarget } from './target.ts';

/** Bytes of a picture: as many as of a file that is added to a note. */
const maxBytes = 10 * 1024 * 1024;
/** Milliseconds for all of it. */
const deadline = 20_000;
const atOnce = 4;
const maxQueueLength = 64;

/** What counts as a picture, by what file-type calls it; drawings (SVG) are documents, and none. */
const pictureTypes: ReadonlySet<string> = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

export interface PictureSource {
  /**
   * The picture at this address. Throws `validation_failed` naming `url` for an address that is not on the public internet or redirects to
   * such a one, `upstream_failed` where there is no picture of up to 10 MiB, `unavailable` when too many wait.
   */
  read(address: string): Promise<FileAnswer>;
}

export class RemotePictures implements PictureSource {
  readonly #policy: LookupPolicy;
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
    const fetched = (): Promise<FileAnswer> =>
      followed(
        start,
        (url) => this.#visit(url, signal),
        (error, url) => (signal.aborted ? hostFailed(url, 'did not answer in time') : toFailure(error, url)),
      );
    try {
      return await this.#fetching.run(fetched, signal);
    } catch (error) {
      // Its turn did not come.
      throw error === signal.reason ? unavailable(tooManyPages) : error;
    }
  }

  async #visit(url: URL, signal: AbortSignal): Promise<FileAnswer | URL> {
    checkTarget(url, this.#policy.allowOrigins);
    const response = await get(url, lookupFor(url, this.#policy), signal, { Accept: 'image/*' });
    try {
      const next = maybeRedirect(response, url);
      if (next !== null) return next;
      requireSuccess(response, url);
      const bytes = new Uint8Array(await readWhole(response, url, maxBytes));
      // Loaded when it is first needed: few notes name pictures of other servers.
      const { fileTypeFromBuffer } = await import('file-type');
      const type = await fileTypeFromBuffer(bytes);
      if (type === undefined || !pictureTypes.has(type.mime)) throw hostFailed(url, 'did not send a picture');
      const etag = createHash('sha256').update(bytes).digest('base64url');
      return { content: bytes, filename: `picture.${type.ext}`, mimeType: type.mime, etag, lastModified: 0 };
    } finally {
      response.destroy();
    }
  }
}
