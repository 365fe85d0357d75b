// Which pictures are opened at all, and how large one is, of its first bytes: nothing is decoded.

import sharp from 'sharp';
import { open } from 'node:fs/promises';

/** Larger pictures are not opened: a small file can claim to be endless. */
export const maxPixels = 64_000_000;

// Nothing is to be read but these, whatever a file calls itself; an SVG could refer to others. This counts for all threads.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] });
sharp.cache(false);
sharp.concurrency(1);

interface PictureSize {
  /** Pixels, as the picture is to be seen: one that a camera has taken upright is upright. */
  readonly width: number;
  readonly height: number;
}

/** Null for a drawing, and for a picture that cannot be read. */
export async function pictureSize(path: string, mimeType: string): Promise<PictureSize | null> {
  if (mimeType === 'image/svg+xml') return null;
  try {
    const { width, height } =
      mimeType === 'image/bmp' ? await bitmapSize(path) : (await sharp(path, { limitInputPixels: maxPixels }).metadata()).autoOrient;
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

async function bitmapSize(path: string): Promise<PictureSize> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(26), 0, 26, 0);
    return { width: Math.abs(buffer.readInt32LE(18)), height: Math.abs(buffer.readInt32LE(22)) };
  } finally {
    await file.close();
  }
}
