// `npm run icons`: makes resources/icons and resources/tray of the three drawings in resources/.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const resources = resolve(import.meta.dirname, '../../resources');

/** Sizes of the app's icon on Linux, in pixels. */
export const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 256] as const;
export const traySizes = { 'tray.png': 24, 'tray@2x.png': 48, 'trayTemplate.png': 16, 'trayTemplate@2x.png': 32 } as const;
const trayWindowsSizes = [16, 20, 24, 32] as const;

/** Up to this many pixels the simple drawing is clearer than the full one. */
const simpleUpTo = 48;
/** macOS leaves room around an icon: 824 of 1024 pixels are drawn on. */
const macShare = 824 / 1024;

/** The type of each picture in an .icns file by its width; those with @2x are shown at half of it. */
const icnsTypes: readonly (readonly [type: string, width: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

const drawings = ['icon.svg', 'icon-small.svg', 'tray.svg'] as const;

/** What the icons were made of: the hash of each drawing. */
export function sourceHashes(): Record<string, string> {
  return Object.fromEntries(
    drawings.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(resources, name)))
        .digest('hex'),
    ]),
  );
}

/** PNG of a drawing, `width` pixels wide and high. */
async function draw(name: (typeof drawings)[number], width: number, share = 1): Promise<Buffer> {
  const source = readFileSync(join(resources, name));
  const { width: natural } = await sharp(source).metadata();
  const drawn = Math.round((width * share) / 2) * 2;
  const margin = (width - drawn) / 2;
  // Rendered at the size that is wanted, not enlarged afterwards.
  return sharp(source, { density: Math.max(1, (72 * drawn) / natural) })
    .resize(drawn, drawn)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'transparent' })
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();
}

const drawIcon = (width: number, share = 1): Promise<Buffer> => draw(width <= simpleUpTo ? 'icon-small.svg' : 'icon.svg', width, share);

/** An .ico file of PNG pictures: a header of 6 bytes, 16 bytes for each picture, the pictures. */
export function ico(pictures: readonly { readonly width: number; readonly png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [at, { width, png }] of pictures.entries()) {
    const entry = 6 + 16 * at;
    // 0 stands for 256.
    head.writeUInt8(width % 256, entry);
    head.writeUInt8(width % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** An .icns file of PNG pictures: a mark and the whole length, then each picture after its type and length. */
export function icns(pictures: readonly { readonly type: string; readonly png: Buffer }[]): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(content.length + 8, 4);
    return Buffer.concat([head, content]);
  };
  return chunk('icns', Buffer.concat(pictures.map(({ type, png }) => chunk(type, png))));
}

async function writeIcons(): Promise<void> {
  const icons = join(resources, 'icons');
  const tray = join(resources, 'tray');
  for (const folder of [icons, tray]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  for (const width of iconSizes) writeFileSync(join(icons, `${width}x${width}.png`), await drawIcon(width));
  writeFileSync(
    join(icons, 'icon.ico'),
    ico(await Promise.all(windowsSizes.map(async (width) => ({ width, png: await drawIcon(width) })))),
  );
  writeFileSync(
    join(icons, 'icon.icns'),
    icns(await Promise.all(icnsTypes.map(async ([type, width]) => ({ type, png: await drawIcon(width, macShare) })))),
  );
  for (const [name, width] of Object.entries(traySizes))
    writeFileSync(join(tray, name), await draw(name.includes('Template') ? 'tray.svg' : 'icon-small.svg', width));
  writeFileSync(
    join(tray, 'tray.ico'),
    ico(await Promise.all(trayWindowsSizes.map(async (width) => ({ width, png: await draw('icon-small.svg', width) })))),
  );
  writeFileSync(join(icons, 'made-of.json'), `${JSON.stringify(sourceHashes(), null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeIcons();
