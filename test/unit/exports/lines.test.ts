import type { Font } from 'fontkit';
import { expect, test } from 'vitest';
import { Fonts, Measure } from '../../../main/features/exports/pdf/fonts.ts';
import { layOutLines } from '../../../main/features/exports/pdf/lines.ts';

test('a word that is longer than lines ends where they do, also where its letters stand further off from each other', () => {
  const measure = new Measure(new Fonts(() => undefined), (_, text) => text.length + (text.length - 1) * 0.2);
  const text = 'y'.repeat(100);
  const face = { name: 'any', font: {} as Font, fakeBold: false, fakeEm: false };
  const width = measure.width(text, face, 1);
  const look = { size: 1, colour: '#000', rise: 0, strike: false, underline: false, back: null, frame: false, link: null };
  const lines = layOutLines([{ text, face, look, level: 0, width, inkWidth: width, lead: 0, after: 'none', object: null }], {
    width: 20,
    leading: 1,
    size: 1,
    align: 'left',
    isRightToLeft: false,
    measure,
  });
  expect(Math.max(...lines.map((line) => line.width))).toBeLessThanOrEqual(20);
  expect(lines.flatMap(({ pieces }) => pieces.map(({ piece }) => piece.text)).join('')).toBe(text);
});
