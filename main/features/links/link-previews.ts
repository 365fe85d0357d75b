// Previews of web pages: each address is fetched once for all who ask at the same time, and remembered for a day.

import { LRUCache } from 'lru-cache';
import { dayMs } from '../../contract/days.ts';
import type { LinkPreview } from '../../contract/notes.ts';
import { unavailable } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import { tooManyPages, hostFailed } from './failures.ts';
import { systemResolve, type LookupPolicy, type Resolve } from './lookup.ts';
import { maxAddressLength } from './address-length.ts';
import type { OpenGraph } from './open-graph.ts';
import { OpenGraphReader } from './open-graph-reader.ts';
import { fetchPage, type FetchedPage } from './page.ts';
import { checkTarget, isPublicTarget, parseTarget } from './target.ts';

export interface LinkPreviewsOptions {
  readonly clock: Clock;
  /** Origins, as `URL.origin` writes them, that need not be public. */
  readonly allowOrigins: ReadonlySet<string>;
  /** The machine's own when absent. */
  readonly resolve?: Resolve;
  /** Its own when absent; ended with it in any case. */
  readonly reader?: OpenGraphReader;
  /** Milliseconds for everything from waiting for a turn to the parsed page; 8 seconds when absent. */
  readonly deadline?: number;
}

const defaultDeadline = 8_000;
/** How long a preview is remembered, in milliseconds, and how much of them. */
const freshFor = dayMs;
const maxRemembered = 2_000;
const maxBytes = 4 * 1024 * 1024;
/** How many pages are fetched at once, and how many may wait for that. */
const atOnce = 8;
const maxQueueLength = 32;

interface Remembered {
  readonly preview: LinkPreview;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export class LinkPreviews {
  readonly #clock: Clock;
  readonly #policy: LookupPolicy;
  readonly #deadline: number;
  readonly #fetching = new Semaphore(atOnce, maxQueueLength, tooManyPages);
  readonly #reader: OpenGraphReader;
  readonly #looks = new SharedWork<LinkPreview>();
  readonly #remembered = new LRUCache<string, Remembered>({
    max: maxRemembered,
    maxSize: maxBytes,
    sizeCalculation: ({ preview }, key) => 2 * (key.length + JSON.stringify(preview).length),
  });

  constructor({
    clock,
    allowOrigins,
    resolve = systemResolve,
    reader = new OpenGraphReader(),
    deadline = defaultDeadline,
  }: LinkPreviewsOptions) {
    this.#clock = clock;
    this.#policy = { allowOrigins, resolve };
    this.#reader = reader;
    this.#deadline = deadline;
  }

  /**
   * What the page at this address says of itself. Throws `validation_failed` naming `url` for an address that is not on the public
   * internet or redirects to such a one, `upstream_failed` when there is no page to be had, `unavailable` when there is too much
   * to do, and the reason of `signal`. The fetch itself ends when the last of those who wait for it gives up.
   */
  async preview(address: string, signal?: AbortSignal): Promise<LinkPreview> {
    signal?.throwIfAborted();
    const url = parseTarget(address);
    checkTarget(url, this.#policy.allowOrigins);
    const wait = signal === undefined ? {} : { signal };
    return this.#recall(url.href) ?? this.#looks.run(url.href, (shared) => this.#look(url, shared.signal), wait);
  }

  /** Ends what is under way. */
  async stop(): Promise<void> {
    this.#looks.abort((address) => hostFailed(new URL(address), 'was not read, as the service is stopping'));
    await this.#reader.stop();
  }

  #recall(address: string): LinkPreview | null {
    const found = this.#remembered.get(address);
    if (found === undefined) return null;
    const age = this.#clock() - found.at;
    // Below 0 the clock was set back, and its age is unknown.
    return age >= 0 && age < freshFor ? found.preview : null;
  }

  async #look(url: URL, givenUp: AbortSignal): Promise<LinkPreview> {
    const late = new AbortController();
    const signal = AbortSignal.any([givenUp, late.signal]);
    let isFetching = false;
    const timer = setTimeout(() => {
      late.abort(isFetching ? hostFailed(url, 'did not answer in time') : unavailable(tooManyPages));
    }, this.#deadline);
    try {
      const page = await this.#fetching.run(() => {
        isFetching = true;
        return fetchPage(url, this.#policy, signal);
      }, signal);
      isFetching = false;
      const preview = this.#linkPreview(await this.#reader.read(page, signal), page);
      this.#remembered.set(url.href, { preview, at: this.#clock() });
      return preview;
    } finally {
      clearTimeout(timer);
    }
  }

  #linkPreview({ title, description, siteName, url, images, favicon }: OpenGraph, page: FetchedPage): LinkPreview {
    const resolved = (link: string | null): string | null => (link === null ? null : this.#webAddress(link, page.url));
    return {
      url: resolved(url) ?? page.url.href,
      title,
      description,
      image: images.map(resolved).find((image) => image !== null) ?? null,
      siteName,
      favicon: resolved(favicon),
    };
  }

  /** Null for what is not on the web: the page that shows the preview would otherwise ask the machine's own network for a picture. */
  #webAddress(link: string, base: URL): string | null {
    const url = URL.parse(link, base.href);
    if (url === null || !isPublicTarget(url, this.#policy.allowOrigins)) return null;
    return url.href.length > maxAddressLength ? null : url.href;
  }
}
