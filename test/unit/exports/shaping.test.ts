import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import { mended } from '../../../main/features/exports/pdf/shaping.ts';

const fontOf = (script: string, family: string): Font =>
  create(
    readFileSync(
      createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans-${script}/400Regular/NotoSans${family}_400Regular.ttf`),
    ),
  ) as Font;
const signs = (font: Font, text: string): number[] => font.layout(text).glyphs.map(({ id }) => id);

test('marks without a place on a letter do not keep a word from being shaped', () => {
  const word = 'സ്ത്രീ';
  expect(signs(mended(fontOf('malayalam', 'Malayalam')), word).length).toBeLessThan(word.length);
});

test('a sign of tone in Thai stands above the ring of the vowel after it', () => {
  const font = mended(fontOf('thai', 'Thai'));
  expect(signs(font, 'น้ำ')).toEqual(signs(font, 'น\u0E4D\u0E49\u0E32'));
  expect(signs(font, 'คำ')).toEqual(signs(font, 'ค\u0E4D\u0E32'));
});

test('Burmese vowels and the R that are drawn before their consonant come first, and what stands below another letter does', () => {
  const font = mended(fontOf('myanmar', 'Myanmar'));
  const names = (text: string): string[] => font.layout(text).glyphs.map(({ name }) => name);
  expect(names('ကြေ')).toEqual(['_e', 'medial_ra.w2', 'ka']);
  expect(names('သိက္ခာ')).toEqual(['sa', '_i', 'ka', 'kha.sub', '_aa']);
  expect(names('အင်္ဂ')).toEqual(['a_m', 'ga', 'kinzi']);
});

// As HarfBuzz sets them.
test('Burmese signs below a consonant are one sign where the font has one, and rules that put in signs end', () => {
  const font = mended(fontOf('myanmar', 'Myanmar'));
  const names = (text: string): string[] => font.layout(text).glyphs.map(({ name }) => name);
  expect(names('ကျွ')).toEqual(['ka', 'medial_ya_wa']);
  expect(names('တို့')).toEqual(['ta', '_i', '_u_dot']);
  expect(names('ရှု')).toEqual(['sp3', 'ra.alt2', 'medial_ha_u']);
});

test('what stands before a sign is heeded: Khmer and Thai signs do not touch those below and above their letter', () => {
  const khmer = mended(fontOf('khmer', 'Khmer'));
  expect(khmer.layout('ក្រុម').glyphs.map(({ name }) => name)).toEqual(['uni17D2179A', 'uni1780', 'uni17BB.b', 'uni1798']);
  const thai = mended(fontOf('thai', 'Thai'));
  expect(thai.layout('ปุ่').glyphs.map(({ name }) => name)).toEqual(['uni0E1B', 'uni0E38', 'uni0E48.narrow']);
});

test('a Bengali vowel before its consonant has the form for beginnings at the beginning of a word alone', () => {
  const font = mended(fontOf('bengali', 'Bengali'));
  const [plain] = signs(font, 'কে').slice(0, 1);
  expect(signs(font, 'ককে')[1]).not.toBe(plain);
  expect(signs(font, 'ক কে')[2]).toBe(plain);
  expect(signs(font, 'কেকে')).toEqual([plain, signs(font, 'ক')[0], signs(font, 'ককে')[1], signs(font, 'ক')[0]]);
});

test('rules of a font that would never end for a text are given up', () => {
  const font = fontOf('myanmar', 'Myanmar');
  const {
    _layoutEngine: {
      engine: { GSUBProcessor: rules },
    },
  } = font as unknown as {
    readonly _layoutEngine: { readonly engine: { readonly GSUBProcessor: { applyLookup: (...args: unknown[]) => boolean } } };
  };
  Object.assign(rules, { glyphs: [], glyphIterator: { index: 0 }, applyLookup: () => true });
  font.layout = () => {
    for (;;) rules.applyLookup(1, {});
  };
  expect(mended(font).layout('ကြည့်ရှုပါ').glyphs.length).toBeGreaterThan(5);
});

test('Mongolian signs that choose a form are not seen', () => {
  expect(signs(mended(fontOf('mongolian', 'Mongolian')), 'ᠭ᠌')).toHaveLength(1);
});

test('text that cannot be shaped is set as it is', () => {
  const font = fontOf('thai', 'Thai');
  font.layout = () => {
    throw new TypeError('no anchor');
  };
  const { glyphs, positions, advanceWidth } = mended(font).layout('กข');
  expect([glyphs.length, positions.length]).toEqual([2, 2]);
  expect(advanceWidth).toBe(glyphs.reduce((total, glyph) => total + glyph.advanceWidth, 0));
});
