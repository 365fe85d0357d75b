import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { describe, expect, test, vi } from 'vitest';
import { KeptFonts } from '../../../main/features/exports/pdf/kept-fonts.ts';
import { documentOf } from '../../support/export-notes.ts';
import { full } from '../../support/tiers.ts';

const require = createRequire(import.meta.url);
const fileOf = (script: string, family: string): string =>
  require.resolve(`@expo-google-fonts/noto-sans-${script}/400Regular/NotoSans${family}_400Regular.ttf`);
const [thai, tamil] = [fileOf('thai', 'Thai'), fileOf('tamil', 'Tamil')];
const sizes = { thai: readFileSync(thai).byteLength, tamil: readFileSync(tamil).byteLength };

function keptFonts(maxBytes: number): { fonts: KeptFonts; read: ReturnType<typeof vi.fn<(path: string) => Buffer>> } {
  const read = vi.fn<(path: string) => Buffer>((path) => readFileSync(path));
  return { fonts: new KeptFonts(read, maxBytes), read };
}

/** What the library calls to read a table of any font. */
const tableReader = Object.getPrototypeOf(create(readFileSync(thai))) as { _decodeTable(table: object): unknown };

describe('KeptFonts', () => {
  test('gives each document a font that shares the tables of the file and no glyph', () => {
    const { fonts, read } = keptFonts(Infinity);
    const first = fonts.open(thai) as unknown as { readonly GSUB: object; getGlyph(id: number, codePoints: number[]): object };
    const { GSUB } = first;
    const glyph = first.getGlyph(5, [1]);
    const second = fonts.open(thai) as unknown as typeof first;
    expect(second.GSUB).toBe(GSUB);
    expect(second.getGlyph(5, [2])).not.toBe(glyph);
    expect(second.getGlyph(5, [2])).toMatchObject({ codePoints: [2] });
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('drops the fonts that were used longest ago beyond the bytes that it may keep', () => {
    const { fonts, read } = keptFonts(sizes.thai + sizes.tamil - 1);
    fonts.open(thai);
    fonts.open(tamil);
    expect(fonts.bytes).toBe(sizes.tamil);
    fonts.open(tamil);
    expect(read.mock.calls).toEqual([[thai], [tamil]]);
    fonts.open(thai);
    expect(read.mock.calls).toEqual([[thai], [tamil], [thai]]);
    expect(fonts.bytes).toBe(sizes.thai);
  });

  test('gives a font that is too large to be kept', () => {
    const { fonts } = keptFonts(1);
    expect(fonts.open(thai).hasGlyphForCodePoint(0x0e01)).toBe(true);
    expect(fonts.bytes).toBe(0);
  });
});

test('the tables of a font are read for the first document alone', full, async () => {
  // In a script of which no other test file makes a document: it may have done so in this process.
  const cherokee = '# ᏣᎳᎩ';
  const decode = vi.spyOn(tableReader, '_decodeTable');
  await documentOf('pdf', cherokee);
  const first = decode.mock.calls.length;
  await documentOf('pdf', cherokee);
  expect([first > 10, decode.mock.calls.length - first]).toEqual([true, 0]);
  decode.mockRestore();
});

test('a document has the same bytes after others in the same fonts', full, async () => {
  const sha = async (markdown: string): Promise<string> =>
    createHash('sha256')
      .update(await documentOf('pdf', markdown))
      .digest('hex');
  const scripts = 'office ffi Ạ̄ e\u0301 سلام שלום สวัสดีน้ำ नमस्ते ক্ষ ကြေ 日本語かな 中文 한국어 𝔸 ☃ 👩‍👩‍👧';
  // All constructs, after others as well, are for exports.test.ts.
  const notes = [
    scripts,
    `**${scripts}** _x_ fi`,
    '# Head\n\n**b _i_** _i_ `code`\n\n```js\nlet a = 1; // why\n```\n',
    'fi ffl क्षि น้ำ 漢字 한글 سم',
  ];
  const made: string[] = [];
  for (const note of notes) made.push(await sha(note));
  const again: string[] = [];
  for (const note of notes.toReversed()) again.unshift(await sha(note));
  expect(again).toEqual(made);
  expect(new Set(made).size).toBe(notes.length);
});
