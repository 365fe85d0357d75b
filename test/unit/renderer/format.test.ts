import { describe, expect, it } from 'vitest';
import { localeFor, sizeText } from '../../../renderer/ui/format.ts';

describe('the locale of a page in English', () => {
  it.each([
    [['en-GB', 'en'], 'en-GB'],
    [['en-US', 'en'], 'en-US'],
    [['en'], 'en'],
    [['de-DE', 'de', 'en-US', 'en'], 'en-DE'],
    [['de'], 'en-DE'],
    [['de-Latn-CH'], 'en-CH'],
    // Of Brazil and Russia nothing is known in English: 24 hours there.
    [['pt-BR'], 'en-150'],
    [['ru'], 'en-150'],
    [['xx-invented', 'en-AU'], 'en-AU'],
    [[], 'en'],
  ])('for a reader of %j is %s', (readers, expected) => {
    expect(localeFor('en', readers)).toBe(expected);
  });

  it('has the words of the page and the order, clock and signs of the region', () => {
    const locale = localeFor('en', ['de-DE']);
    const at = new Date(2026, 10, 20, 8, 0);
    expect(new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(at)).toBe('Friday, 20 November');
    expect(new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at)).toBe('08:00');
    expect(new Intl.NumberFormat(locale).format(1234.5)).toBe('1.234,5');
  });
});

describe('a size in words', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [482, '482 bytes'],
    [1000, '1 kB'],
    [1449, '1.4 kB'],
    [54_321, '54 kB'],
    [1_400_000, '1.4 MB'],
    [2e15, '2,000 TB'],
  ])('of %d bytes is %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
