import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxAnswerTokens, estimateTokens } from '../../../main/tools/budget.ts';
import { linePage, linePlace, type LinePlace } from '../../../main/tools/lines.ts';
import { runs } from '../../support/property.ts';

/** All that the pages of a text hold, one after the other. */
function wholeOf(text: string, wanted: number | null = null): string {
  let whole = '';
  for (let from: LinePlace = 1, pages = 0; pages < 1_000; pages += 1) {
    const page = linePage('head\n---', text, from, wanted);
    expect(estimateTokens(page.text)).toBeLessThanOrEqual(maxAnswerTokens);
    const [, body = ''] = /^head\n---\n(.*?)(?:\n\nMore: of \d+ lines: from \S+)?$/s.exec(page.text) ?? [];
    const isCut = body.endsWith(' … (line cut)');
    const part = isCut ? body.slice(0, -' … (line cut)'.length) : `${body}\n`;
    whole += wanted === null ? part : part.replace(/^\d+\t/gm, '');
    if (page.next === null) return whole.slice(0, -1);
    from = linePlace.parse(page.next);
  }
  throw new Error('It never ends');
}

describe('linePage', () => {
  test('a line that is too long for an answer is read on within it, also where its lines are numbered', () => {
    const long = `${'word 😀 '.repeat(5_000)}the end`;
    for (const text of [long, `${long}\nsecond`, `first\n${long}\n${long}\nlast`]) {
      expect(wholeOf(text)).toBe(text);
      expect(wholeOf(text, 1)).toBe(text);
      expect(wholeOf(text, 7)).toBe(text);
    }
    expect(linePage('', long, 1, null).next).toMatch(/^1:15\d{3}$/);
    expect(linePage('', `a\n${long}`, '2:3', 1).text).toMatch(/^2\td 😀 /u);
  });

  test('every text comes whole', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 60_000, unit: 'grapheme' }), { maxLength: 4 }), (lines) => {
        const text = lines.join('\n').replaceAll('\r', '');
        expect(wholeOf(text)).toBe(text);
      }),
      runs(20, 41),
    );
  });

  test.each<[LinePlace, string]>([
    [3, 'line: it has 2'],
    ['3', 'line: it has 2'],
    ['2:4', 'character of line 2: it has 3'],
  ])('%j › not_found', (from, detail) => {
    expect(() => linePage('', 'one\ntwo', from, null)).toThrow(detail);
  });
});
