// Small pictures of attached images, made one at a time in a thread of its own and remembered for a while.

import { LRUCache } from 'lru-cache';
import { smallPictureTypes } from '../../contract/small-pictures.ts';
import { AppError, unavailable } from '../../lib/app-error.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import type { ThumbnailJob } from './thumbnail-worker.ts';

type Thumbnail = Uint8Array<ArrayBuffer>;

/** Bytes of small pictures to remember. */
const cacheBytes = 16 * 1024 * 1024;
const maxWaiting = 200;

export class Thumbnails {
  readonly #made = new LRUCache<string, Thumbnail>({ maxSize: cacheBytes, sizeCalculation: (bytes) => bytes.byteLength + 200 });
  /** Those that are being made or wait for it, by what they are of. */
  readonly #making = new SharedWork<Thumbnail>();
  readonly #pool = new WorkerPool<ThumbnailJob, Thumbnail | null>({
    file: workerFile('thumbnail-worker', import.meta.url),
    task: 'makeThumbnail',
    timeoutMs: 10_000,
    memoryMb: 128,
  });
  #stopped = false;

  /**
   * A WebP image. Throws `unsupported_media_type` if there can be none of this file, `unavailable` if it took too long or there is too
   * much to do.
   */
  async make({ sha256, ...job }: ThumbnailJob & { readonly sha256: string }): Promise<Thumbnail> {
    if (!smallPictureTypes.has(job.mimeType))
      throw new AppError('unsupported_media_type', 'There are thumbnails of PNG, JPEG, GIF, WebP and BMP images only');
    const key = `${sha256}-${job.size}`;
    const ready = this.#made.get(key);
    if (ready !== undefined) return ready;
    if (!this.#making.has(key) && (this.#making.size >= maxWaiting || this.#stopped))
      throw unavailable('There are too many thumbnails to be made at the moment');
    return this.#making.run(key, async () => {
      const thumbnail = await this.#run(job);
      this.#made.set(key, thumbnail);
      return thumbnail;
    });
  }

  /** Ends the thread; what waits is refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#pool.stop();
  }

  async #run(job: ThumbnailJob): Promise<Thumbnail> {
    // On Linux the library must have been loaded by the main thread first, so that it stays when the worker ends.
    await import('sharp');
    const made = await this.#pool.run(job, { refusal: () => unavailable('The thumbnail could not be made in time') });
    if (made === null) throw new AppError('unsupported_media_type', 'The image is damaged or too large, so there is no thumbnail of it');
    return made;
  }
}
