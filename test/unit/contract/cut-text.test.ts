import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, graphemesOf, graphemeStart, shortened } from '../../../main/contract/cut-text.ts';
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

test.each([
  ['abc', 1, 1],
  ['abc', 3, 3],
  ['a😀b', 2, 1],
  ['äb\u0308c', 2, 1],
  [`a${family}b`, 7, 1],
  [`${'x'.repeat(1_000)}${family}b`, 1_007, 1_000],
  // Longer than any character is.
  [`a${'\u0308'.repeat(500)}`, 300, 300],
  [`a${'\u{E0100}'.repeat(500)}`, 300, 299],
])('graphemeStart › of %j at %i', (text, at, start) => {
  expect(graphemeStart(text, at)).toBe(start);
});

test.each(['🇦🇹', family, '👍🏽', 'a\u0308', '한'])('graphemeStart › of a long row of %s', (character) => {
  for (const before of ['', 'x', '🇦🇹x']) {
    const text = before + character.repeat(150);
    const places = Array.from({ length: text.length - before.length }, (_, at) => before.length + at);
    expect(places.filter((at) => graphemeStart(text, at) !== at - ((at - before.length) % character.length))).toEqual([]);
  }
});

test('graphemesOf › characters as they are seen', () => {
  expect(Array.from(graphemesOf(`a\u0308🇦🇹${family}`), ({ segment }) => segment)).toEqual(['a\u0308', '🇦🇹', family]);
});
