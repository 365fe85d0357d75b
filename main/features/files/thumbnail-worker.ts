// Runs in a worker thread: makes small pictures of large ones.

import { readFile } from 'node:fs/promises';
import { decode } from 'bmp-ts';
import sharp, { type Sharp, type SharpInput } from 'sharp';
import { maxPixels } from './picture-size.ts';

export interface ThumbnailJob {
  readonly path: string;
  readonly mimeType: string;
  /** The side of the square that it is to fit into, in pixels. */
  readonly size: number;
}

async function open({ path, mimeType }: ThumbnailJob): Promise<Sharp> {
  if (mimeType !== 'image/bmp') return sharp(path, { limitInputPixels: maxPixels, sequentialRead: true });
  const bytes = await readFile(path);
  const pixels = bytes.readUInt32LE(18) * Math.abs(bytes.readInt32LE(22));
  if (pixels > maxPixels) throw new Error('too many pixels');
  const { data, width, height } = decode(bytes, { toRGBA: true });
  const raw: SharpInput = data;
  // What most programs write there is no transparency.
  return sharp(raw, { raw: { width, height: Math.abs(height), channels: 4 } }).removeAlpha();
}

/** A WebP image; null if the picture cannot be read. */
export async function makeThumbnail(job: ThumbnailJob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const picture = await open(job);
    const fitted = picture.autoOrient().resize({ width: job.size, height: job.size, fit: 'inside', withoutEnlargement: true });
    return new Uint8Array(await fitted.webp({ quality: 80 }).toBuffer());
  } catch {
    return null;
  }
}
