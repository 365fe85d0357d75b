import { describe, expect, it } from 'vitest';
import { firstDayOf } from '../../../renderer/ui/date-preferences.ts';
import { isDayFirst, localeFor, readerOf, sizeText } from '../../../renderer/ui/format.ts';

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

describe('what is usual where the reader is, also where nothing of the region is known in English', () => {
  it.each(['zh-CN', 'zh-TW', 'ko-KR', 'ja-JP', 'hu-HU', 'lt-LT', 'en-US', 'en'])('3/12 is in March for %s', (tag) => {
    expect(isDayFirst(readerOf([tag]) ?? '')).toBe(false);
  });

  it.each(['en-GB', 'de-DE', 'de', 'pt-BR', 'es-MX', 'ar-EG', 'sv-SE', 'fr-FR'])('3/12 is in December for %s', (tag) => {
    expect(isDayFirst(readerOf(['xx-invented', tag]) ?? '')).toBe(true);
  });

  it.each([
    [0, ['en-US', 'en', 'pt-BR', 'es-MX', 'ko-KR', 'zh-TW', 'ar-SA', 'bn-BD']],
    [1, ['en-GB', 'de-DE', 'de', 'fr-FR']],
    [6, ['ar-EG', 'fa-IR']],
  ])('the week begins on day %d for %j', (day, tags) => {
    expect(tags.map((tag) => [tag, firstDayOf(readerOf([tag]) ?? '')])).toEqual(tags.map((tag) => [tag, day]));
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
