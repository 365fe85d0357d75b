// How large a picture is, of its first bytes: nothing is decoded.

import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { maxPixels } from './picture-loaders.ts';

export interface PictureSize {
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
