import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyFilter, withoutKey } from '../../../main/features/ai/key-filter.ts';
import { runAtOnce } from '../../../main/lib/cooperative-scheduler.ts';
import { runs } from '../../support/property.ts';

const key = 'sk-abcdefghijklmnop';

describe('withoutKey', () => {
  test.each([
    ['nothing of it', 'nothing of it'],
    [`a ${key} b ${key}`, 'a [key] b [key]'],
    [`its end: ${key.slice(-8)}!`, 'its end: [key]!'],
    [`too little: ${key.slice(0, 7)}`, `too little: ${key.slice(0, 7)}`],
    [`over lines: ${key.slice(0, 6)}\r\n  ${key.slice(6)}!`, 'over lines: [key]!'],
    [String.raw`escaped: \u0073k-ab\ncdefghijklmnop`, 'escaped: [key]'],
    [String.raw`of any white space: sk-ab\fcdefg\r\thijkl\n\u00a0mnop`, 'of any white space: [key]'],
    [String.raw`of a text in a text: \\u0073k-ab\\ncdefghijklmnop`, 'of a text in a text: [key]'],
    ['', ''],
  ])('%j', (text, result) => {
    expect(withoutKey(text, key)).toBe(result);
  });

  test('a short key goes as a whole, and none changes nothing', () => {
    expect(withoutKey('pass: abcd', 'abcd')).toBe('pass: [key]');
    expect(withoutKey('text', null)).toBe('text');
    expect(withoutKey('text', '')).toBe('text');
  });

  test('is the same as looking at every place, for any text and key', () => {
    const slowly = (text: string, secret: string): string => {
      const hidden = Array.from(text, (_, at) =>
        Array.from({ length: 8 }, (_unused, back) => at - back).some(
          (start) => start >= 0 && start + 8 <= text.length && secret.includes(text.slice(start, start + 8)),
        ),
      );
      return Array.from(text, (character, at) => (hidden[at] !== true ? character : hidden[at - 1] === true ? '' : '[key]')).join('');
    };
    const letters = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });
    fc.assert(
      fc.property(letters(8, 14), letters(0, 60), (secret, text) => {
        expect(withoutKey(text, secret)).toBe(slowly(text, secret));
      }),
      runs(500, 3),
    );
  });
});

describe('KeyFilter', () => {
  const filter = new KeyFilter('sk-0123456789-abc');

  test('hides pieces in texts, names and numbers at any depth, and leaves the rest', () => {
    const value = { a: ['the end: 6789-abc', { 'x sk-01234 x': 1, b: 23456789, c: 2345, d: null, e: true }] };
    const clean = { a: ['the end: [key]', { 'x [key] x': 1, b: '[key]', c: 2345, d: null, e: true }] };
    expect(runAtOnce(filter.value(value))).toEqual(clean);
    expect(JSON.parse(runAtOnce(filter.json(value)))).toEqual(clean);
  });

  test('what holds nothing of it is the very same', () => {
    const value = { a: [1, 'sk-0123', { b: '' }] };
    expect(runAtOnce(filter.value(value))).toBe(value);
    expect(runAtOnce(filter.json(value))).toBe(JSON.stringify(value));
  });

  test('a key that JSON writes in another way is found as well', () => {
    expect(runAtOnce(new KeyFilter('ab"cd\\ef"gh').json({ a: 'x ab"cd\\ef"gh' }))).toBe('{"a":"x [key]"}');
  });

  test.each([
    ['ollama', 'Use ollama, or not-needed', 'Use ollama, or not-needed'],
    ['not-needed', 'It is not-needed', 'It is not-needed'],
    ['ollama', 'Authorization: Bearer ollama', 'Authorization: Bearer [key]'],
    ['sk-1234', 'It is sk-1234, not sk-12345 or xsk-1234', 'It is [key], not sk-12345 or xsk-1234'],
    ['1', 'Bearer 1 of 12', 'Bearer [key] of 12'],
  ])('a short or ordinary key (%s) spoils no answer: %j', (short, text, result) => {
    expect(runAtOnce(new KeyFilter(short).value(text))).toBe(result);
    expect(runAtOnce(new KeyFilter(short).value({ [short]: 1 }))).toEqual({ [short]: 1 });
  });

  test.each([null, ''])('without a key all is as it was', (none) => {
    expect(runAtOnce(new KeyFilter(none).json({ a: 'b' }))).toBe('{"a":"b"}');
  });
});
