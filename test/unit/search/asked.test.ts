// What is typed into the search, read as words and operators.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asksNothing, readAsked, type SearchRequest } from '../../../main/features/search/asked.ts';
import { readCursor, writeCursor } from '../../../main/features/search/cursor.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runs } from '../../support/property.ts';

const wordsOf = ({ words }: SearchRequest): readonly [string[], string[]] => [
  words.all.map((term) => term.words.join(' ') + (term.prefix ? '*' : '')),
  words.none.map((term) => term.words.join(' ')),
];

describe('readAsked', () => {
  test.each([
    ['harbour "old light" -fog', [['harbour', 'old light'], ['fog']]],
    ['tag:a harb', [['harb*'], []]],
    ['"tag:a" b', [['tag a', 'b*'], []]],
    ['12:30 http://a.b', [['12 30', 'http a b*'], []]],
    ['untag:a', [['untag a*'], []]],
    ['tag: in:', [['tag', 'in*'], []]],
  ])('%s › these words', (q, words) => {
    expect(wordsOf(readAsked(q))).toEqual(words);
  });

  test('operators with their values, in any case, in quotes, turned round', () => {
    const asked = readAsked('TAG:#a/b -tag:"c d" in:“Bau platz“ is:Done due:<=2026-12-01 x -IN:y');
    expect(asked.tags).toEqual([
      { value: 'a/b', isExcluded: false },
      { value: 'c d', isExcluded: true },
    ]);
    expect(asked.places).toEqual([
      { value: 'Bau platz', isExcluded: false },
      { value: 'y', isExcluded: true },
    ]);
    expect(asked.states).toEqual([{ value: 'done', isExcluded: false }]);
    expect(asked.due).toEqual([{ value: { comparison: '<=', day: '2026-12-01' }, isExcluded: false }]);
    expect(wordsOf(asked)).toEqual([['x*'], []]);
  });

  test.each(['is:asleep', 'due:tomorrow', 'due:<', 'tag:a '.repeat(21)])('%s › 400', (q) => {
    expect(() => readAsked(q)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  test('nothing is asked for by signs alone', () => {
    for (const q of ['', '  ', '!', '"', '--', '()']) expect([q, asksNothing(readAsked(q))]).toEqual([q, true]);
    for (const q of ['a', '-a', 'tag:a', '-is:done']) expect([q, asksNothing(readAsked(q))]).toEqual([q, false]);
  });

  test('any text is read, or refused with 400', () => {
    const pieces = fc.constantFrom(
      'tag:',
      'in:',
      'is:',
      'due:',
      '-',
      '"',
      '“',
      '<',
      '>=',
      '2026-12-01',
      'done',
      ' ',
      'ä',
      '東',
      ':',
      '#',
      '*',
      'NEAR(',
    );
    const typed = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(typed, (q) => {
        try {
          readAsked(q);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).code).toBe('validation_failed');
        }
      }),
      runs(400, 11),
    );
  });
});

test('a cursor comes back as it was written, and anything else is 400', () => {
  const places = {
    note: { score: 0.123456789, number: 5, record: 'a 3' },
    file: { score: 0, number: 2 ** 40, record: 'b ' },
  };
  expect(readCursor(writeCursor(places))).toEqual(places);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((json) => Buffer.from(json).toString('base64url')),
      ),
      (cursor) => {
        try {
          readCursor(cursor);
        } catch (error) {
          expect((error as AppError).code).toBe('validation_failed');
        }
      },
    ),
    runs(200, 12),
  );
});
