// Pictures of a note, made ready for a document: nothing but what is handed in and what stands in the note itself is ever read.

import sharp, { type Sharp, type SharpInput } from 'sharp';
import { decode } from 'bmp-ts';
import { addressOfFile, maybeFileName } from '../../contract/file-names.ts';

/** A picture that both formats can hold. */
export interface Picture {
  readonly type: 'png' | 'jpg';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** What a browser would show it at, in CSS pixels. */
  readonly shownWidth: number;
  readonly shownHeight: number;
}

/** Larger pictures are not opened, and wider ones are made smaller: more than these is not seen on paper. */
const maxPixels = 64_000_000;
const widest = 2_000;
/** Bytes of all pictures of a document. */
const maxBytes = 64 * 1024 * 1024;

// Nothing is to be read but these, whatever a file calls itself.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] });
sharp.cache(false);
sharp.concurrency(1);

function fromDataUrl(src: string): Uint8Array | null {
  const match = /^data:image\/[\w.+-]+((?:;[\w=.-]+)*),/i.exec(src);
  if (match === null) return null;
  const body = src.slice(match[0].length);
  try {
    return /;base64$/i.test(match[1] ?? '')
      ? Buffer.from(decodeURIComponent(body), 'base64')
      : Buffer.from(decodeURIComponent(body), 'utf8');
  } catch {
    return null;
  }
}

const isBmp = (bytes: Uint8Array): boolean => bytes[0] === 0x42 && bytes[1] === 0x4d && bytes.byteLength > 54;

function open(bytes: Uint8Array): Sharp {
  if (!isBmp(bytes)) return sharp(bytes, { limitInputPixels: maxPixels, density: 144 });
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.readUInt32LE(18) * Math.abs(buffer.readInt32LE(22)) > maxPixels) throw new Error('too many pixels');
  const { data, width, height } = decode(buffer, { toRGBA: true });
  // What most programs write there is no transparency.
  return sharp(data as SharpInput, { raw: { width, height: Math.abs(height), channels: 4 } }).removeAlpha();
}

const drawings = { operation: ['VipsForeignLoadSvg'] };

const looksLikeSvg = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(Buffer.from(bytes.subarray(0, 200)).toString('utf8'));

/** The settings are those of all threads: where thumbnails are made, drawings stay forbidden. From bytes, they can refer to no file. */
async function prepareDrawing(bytes: Uint8Array, onWhite: boolean): Promise<Picture> {
  sharp.unblock(drawings);
  try {
    return await prepare(bytes, onWhite);
  } finally {
    sharp.block(drawings);
  }
}

async function prepare(bytes: Uint8Array, onWhite: boolean): Promise<Picture> {
  const image = open(bytes);
  const {
    format,
    autoOrient: { width, height },
    orientation = 1,
    space,
    hasAlpha,
  } = await image.metadata();
  // An SVG is drawn at twice its size.
  const scale = format === 'svg' ? 0.5 : 1;
  const shown = { shownWidth: width * scale, shownHeight: height * scale };
  const isPlain = width <= widest && height <= 2 * widest;
  if (format === 'jpeg' && isPlain && orientation === 1 && space === 'srgb')
    return { type: 'jpg', bytes: new Uint8Array(bytes), width, height, ...shown };
  const resized = (onWhite ? image.flatten({ background: '#ffffff' }) : image)
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: widest, height: 2 * widest, fit: 'inside', withoutEnlargement: true });
  const isPhoto = format === 'jpeg' || (format === 'webp' && !hasAlpha);
  const { data, info } = await (isPhoto ? resized.jpeg({ quality: 88 }) : resized.png({ compressionLevel: 9 })).toBuffer({
    resolveWithObject: true,
  });
  return { type: isPhoto ? 'jpg' : 'png', bytes: new Uint8Array(data), width: info.width, height: info.height, ...shown };
}

/**
 * The pictures at these addresses; one that is missing is not to be shown as a picture. `files` are those of the service itself, by their
 * address. `onWhite` gives those that can be seen through a white ground.
 */
export async function picturesOf(
  addresses: Iterable<string>,
  files: ReadonlyMap<string, Uint8Array>,
  onWhite: boolean,
): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  let left = maxBytes;
  for (const src of new Set(addresses)) {
    const name = maybeFileName(src);
    const bytes = files.get(name === null ? src : addressOfFile(name)) ?? fromDataUrl(src);
    if (bytes === null || bytes.byteLength > left) continue;
    try {
      const picture = await (looksLikeSvg(bytes) ? prepareDrawing : prepare)(bytes, onWhite);
      left -= picture.bytes.byteLength;
      pictures.set(src, picture);
    } catch {
      // Damaged, or of a kind that is not read: its alternative text is shown instead.
    }
  }
  return pictures;
}
