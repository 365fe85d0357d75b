import { expect, it } from 'vitest';
import { textLimits } from '../../../../main/contract/limits.ts';
import { asTitle, pastedLines, titlesIn, titlesOf } from '../../../../renderer/features/boards/pasted-lines.ts';

it.each([
  ['Milk', ['Milk']],
  ['- [ ] Milk\r\n\r\n* Bread\r3. Salt\n', ['Milk', 'Bread', 'Salt']],
  ['  • one   two\t3\n12) [x] Soap\n+ Tea', ['one two 3', 'Soap', 'Tea']],
  ['-5 degrees\n2026. A year\n[draft] text\n- \n', ['-5 degrees', '2026. A year', '[draft] text']],
  [' \n\t\r\n', []],
])('the lines of %j', (text, lines) => {
  expect(pastedLines(text)).toEqual(lines);
});

it('no line is left out, and none is cut, however many and long they are', () => {
  const text = Array.from({ length: 1_234 }, (_, index) => `Line ${index} ${'x'.repeat(index)}`);
  expect(pastedLines(text.join('\n'))).toEqual(text.map((line) => line.trim()));
});

it('titles are the start of lines that are too long for one, and say how many', () => {
  const fits = 'a'.repeat(textLimits.title);
  expect(titlesOf(['short', fits, `${fits}b`, `${fits} and more`])).toEqual({ titles: ['short', fits, fits, fits], cut: 2 });
  expect(titlesOf(['short'])).toEqual({ titles: ['short'], cut: 0 });
});

it('a title does not end within a character', () => {
  const start = 'a'.repeat(textLimits.title - 1);
  expect(asTitle(`${start}😀`)).toBe(start);
  expect(asTitle(`${start.slice(1)}😀`)).toBe(`${start.slice(1)}😀`);
});

it('what the service did not take stands above what is typed, and each is a title', () => {
  expect(titlesIn('Buy  milk\n Call Ada\n\n')).toEqual(['Buy milk', 'Call Ada']);
  expect(titlesIn(' \n')).toEqual([]);
});
