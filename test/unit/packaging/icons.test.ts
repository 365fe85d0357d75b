// The icons in resources/: made of the drawings as they are now, in the sizes that each system asks for.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';
import { iconSizes, sourceHashes, traySizes } from '../../support/write-icons.ts';

const resources = resolve(import.meta.dirname, '../../../resources');
const read = (name: string): Buffer => readFileSync(join(resources, name));

// Which kinds of pictures may be opened is a setting of the process; the code of documents, which other test files load, forbids drawings.
const drawings = { operation: ['VipsForeignLoadSvg'] };
beforeAll(() => {
  sharp.unblock(drawings);
});
afterAll(() => {
  sharp.block(drawings);
});

/** Width, height and mean difference to a drawing of the same size, 0 to 255 for each channel. */
async function compare(png: Buffer, drawing: string): Promise<readonly [width: number, height: number, difference: number]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const drawn = await sharp(read(drawing), { density: 600 }).resize(info.width, info.height).ensureAlpha().raw().toBuffer();
  // What is transparent has no colour.
  const premultiplied = (pixels: Buffer, at: number): number =>
    at % 4 === 3 ? (pixels[at] ?? 0) : ((pixels[at] ?? 0) * (pixels[at - (at % 4) + 3] ?? 0)) / 255;
  let sum = 0;
  for (let at = 0; at < data.length; at += 1) sum += Math.abs(premultiplied(data, at) - premultiplied(drawn, at));
  const difference = sum / data.length;
  return [info.width, info.height, difference];
}

/** The pictures in an .ico file. */
function icoPictures(file: Buffer): readonly { readonly width: number; readonly png: Buffer }[] {
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: file.readUInt16LE(4) }, (_, at) => {
    const entry = 6 + 16 * at;
    const offset = file.readUInt32LE(entry + 12);
    return { width: file.readUInt8(entry) || 256, png: file.subarray(offset, offset + file.readUInt32LE(entry + 8)) };
  });
}

/** The pictures in an .icns file. */
function icnsPictures(file: Buffer): readonly { readonly type: string; readonly png: Buffer }[] {
  expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
  const pictures = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
    pictures.push({ type: file.toString('latin1', at, at + 4), png: file.subarray(at + 8, at + file.readUInt32BE(at + 4)) });
  return pictures;
}

test('they were made of the drawings as they are (npm run icons makes them anew)', () => {
  expect(JSON.parse(read('icons/made-of.json').toString())).toEqual(sourceHashes());
});

test('the page has the same mark', () => {
  expect(readFileSync(join(resources, '../renderer/public/icon.svg'), 'utf8')).toBe(read('icon-small.svg').toString());
});

describe('on Linux', () => {
  test.each([...iconSizes])('%i pixels', async (size) => {
    const [width, height, difference] = await compare(read(`icons/${size}x${size}.png`), size > 48 ? 'icon.svg' : 'icon-small.svg');
    expect([width, height]).toEqual([size, size]);
    expect(difference).toBeLessThan(6);
  });
});

test('on Windows one file holds the sizes from the task bar to large tiles', async () => {
  const pictures = icoPictures(read('icons/icon.ico'));
  expect(pictures.map(({ width }) => width)).toEqual([16, 20, 24, 32, 40, 48, 64, 256]);
  for (const { width, png } of pictures) expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height: width });
});

test('on macOS one file holds the sizes up to 1024 pixels, with room around the drawing', full, async () => {
  const pictures = icnsPictures(read('icons/icon.icns'));
  const widths = await Promise.all(pictures.map(async ({ png }) => (await sharp(png).metadata()).width));
  expect(Object.fromEntries(pictures.map(({ type }, at) => [type, widths[at]]))).toEqual({
    icp4: 16,
    icp5: 32,
    ic11: 32,
    ic12: 64,
    ic07: 128,
    ic13: 256,
    ic08: 256,
    ic14: 512,
    ic09: 512,
    ic10: 1024,
  });
  const largest = pictures.find(({ type }) => type === 'ic10')?.png;
  const { info } = await sharp(largest).trim().toBuffer({ resolveWithObject: true });
  expect(info.width).toBeGreaterThan(750);
  expect(info.width).toBeLessThan(830);
});

describe('in the tray', () => {
  test.each(Object.entries(traySizes))('%s is %i pixels wide', async (name, size) => {
    const [width, height, difference] = await compare(read(`tray/${name}`), name.includes('Template') ? 'tray.svg' : 'icon-small.svg');
    expect([width, height]).toEqual([size, size]);
    expect(difference).toBeLessThan(6);
  });

  test('that of macOS is black and transparent alone: the system gives it a colour', async () => {
    const { data } = await sharp(read('tray/trayTemplate@2x.png')).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const coloured = data.filter((value, at) => at % 4 !== 3 && value !== 0 && (data[at - (at % 4) + 3] ?? 0) > 0);
    expect(coloured).toHaveLength(0);
  });

  test('that of Windows has the sizes of small icons', () => {
    expect(icoPictures(read('tray/tray.ico')).map(({ width }) => width)).toEqual([16, 20, 24, 32]);
  });
});
