import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, shortened } from '../../../main/contract/cut-text.ts';
import { runs } from '../../support/property.ts';

const family = '👩‍👩‍👧‍👦';

describe('shortened', () => {
  test.each([
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'abc…'],
    ['ab cde', 4, 'ab…'],
    ['ab😀d', 4, 'ab…'],
    ['äb̈cde', 4, 'äb̈…'],
    ['äcb̈d', 4, 'äc…'],
    [`a${family}b`, 6, 'a…'],
    [`a${family}bc`, 13, `a${family}…`],
    ['🇦🇹🇩🇪', 7, '🇦🇹…'],
  ])('%j in %i UTF-16 units is %j', (text, length, short) => {
    expect(shortened(text, length)).toBe(short);
  });

  test('a letter with more marks than any has is cut in between', () => {
    expect(shortened(`a${'\u0308'.repeat(500)}`, 100)).toBe(`a${'\u0308'.repeat(98)}…`);
  });

  test('never is longer than it may be, nor ends in half a character', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, length) => {
        const short = shortened(text, length);
        expect([short.length <= length, short.isWellFormed()]).toEqual([true, true]);
        expect(text.startsWith(short.endsWith('…') && short !== text ? short.slice(0, -1) : short)).toBe(true);
      }),
      runs(100, 5),
    );
  });
});

test('cutText › keeps whole characters', () => {
  expect(['a😀b', 'ab😀', 'abc', ''].map((text) => cutText(text, 2))).toEqual(['a', 'ab', 'ab', '']);
});
