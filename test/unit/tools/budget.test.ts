import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens, fill, oneLine, withCursor } from '../../../main/tools/budget.ts';
import { runs } from '../../support/property.ts';

test.each([
  ['', 0],
  ['a', 1],
  ['abcd', 1],
  ['abcde', 2],
])('estimateTokens › %j has %i', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

describe('oneLine', () => {
  test.each([
    ['  a\n\tb ', 10, 'a b'],
    ['abcdef', 4, 'abc…'],
    ['ab cdef', 4, 'ab…'],
    ['ab😀def', 4, 'ab…'],
  ])('%j in %i characters is %j', (text, length, line) => {
    expect(oneLine(text, length)).toBe(line);
  });
});

describe('fill', () => {
  test('takes the lines that there is room for, with room for a cursor', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(39, '.'));
    const { text, count } = fill('head', lines, 100);
    expect(count).toBe(7);
    expect(text.split('\n')).toEqual(['head', ...lines.slice(0, 7)]);
  });

  test('cuts a line that fits into no answer, and says so', () => {
    const { text, count } = fill('head', ['x'.repeat(1_000), 'next'], 100);
    expect(count).toBe(1);
    expect(text.endsWith('x … (line cut)')).toBe(true);
  });

  test('stays under its tokens with the cursor, and always gets on', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 600 }), { minLength: 1 }), fc.integer({ min: 40, max: 400 }), (lines, tokens) => {
        const { text, count } = fill('a head', lines, tokens);
        expect(count).toBeGreaterThan(0);
        expect(estimateTokens(withCursor(text, 'of 123456 lines: from', '123456789'))).toBeLessThanOrEqual(tokens);
      }),
      runs(100, 78),
    );
  });
});
