// Words that another word may have been meant to be.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { corrections, type NearTurn } from '../../../main/lib/full-text/correct.ts';
import { lookAt, maxEdits, oneEditAway } from '../../../main/lib/full-text/near.ts';
import { parseQuery, plainWords, type Term } from '../../../main/lib/full-text/query.ts';
import { runs } from '../../support/property.ts';

/** The letters that differ: too many, missing or others. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  if (a.charAt(0) === b.charAt(0)) return distance(a.slice(1), b.slice(1));
  return 1 + Math.min(distance(a.slice(1), b), distance(a, b.slice(1)), distance(a.slice(1), b.slice(1)));
}

const word = (min: number, max: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: min, maxLength: max });

describe('maxEdits', () => {
  test.each([
    ['sea', 0],
    ['boat', 1],
    ['harbour', 1],
    ['lighthouse', 2],
    ['v2beta', 0],
    ['1234567', 0],
    ['маяк', 1],
    ['東京都庁', 0],
    ['_boat', 0],
    ['a'.repeat(41), 0],
  ])('%s › %i', (text, edits) => {
    expect(maxEdits(text)).toBe(edits);
  });
});

test('oneEditAway › all words with one letter more, less or another, and with two the other way round', () => {
  const found = oneEditAway('boat');
  expect(found).toEqual(expect.arrayContaining(['oat', 'boats', 'goat', 'obat', 'bota', 'boaz']));
  expect(found).not.toContain('boat');
  expect(oneEditAway('маяк')).toContain('маяки');
  for (const each of found) expect([each, distance('boat', each) <= 2]).toEqual([each, true]);
});

test('lookAt › going through a list in order finds all that are near, and looks at no more than those that could be', () => {
  fc.assert(
    fc.property(fc.array(word(1, 6), { maxLength: 60 }), word(3, 6), fc.constantFrom(1, 2), (list, wanted, edits) => {
      const terms = [...new Set(list)].toSorted();
      const found: string[] = [];
      let looks = 0;
      for (let from = ''; ; looks += 1) {
        const term = terms.find((each) => each >= from);
        if (term === undefined) break;
        const { isNear, next } = lookAt(term, wanted, edits);
        expect(next > term).toBe(true);
        if (isNear) found.push(term);
        from = next;
      }
      expect(found).toEqual(terms.filter((term) => term !== wanted && distance(term, wanted) <= edits));
      expect(looks).toBeLessThanOrEqual(terms.length);
    }),
    runs(200, 11),
  );
});

/** An index that tells one word a turn. */
function inTurns(wordsNear: (text: string) => readonly string[]) {
  return (text: string, from: string | null): NearTurn => {
    const [all, at] = [wordsNear(text), Number(from)];
    return { found: all.slice(at, at + 1), next: at + 1 < all.length ? String(at + 1) : null };
  };
}

describe('corrections', () => {
  const counts = new Map([
    ['harbour', 3],
    ['harbours', 9],
    ['lighthouse', 1],
    ['walk', 2],
  ]);
  const known = [...counts.keys(), 'barbour'];
  const sources = {
    indexes: [
      { oneAway: inTurns((text) => known.filter((each) => oneEditAway(text).includes(each))), twoAway: inTurns(() => []) },
      { oneAway: inTurns(() => []), twoAway: inTurns((text) => known.filter((each) => distance(each, text) <= 2)) },
    ],
    count: (terms: readonly Term[]) => Promise.resolve(terms.map(({ words }) => counts.get(words.join(' ')) ?? 0)),
  };
  const corrected = async (q: string): Promise<unknown> => {
    const query = parseQuery(q);
    const near = query === null ? null : await corrections(query, plainWords(q), sources);
    return near?.corrected.map(({ from, to }) => `${from} ${to}`) ?? null;
  };

  test.each([
    ['harbur', ['harbur harbour']],
    ['harbuor walk', ['harbuor harbour']],
    ['Hárbourss -walk', ['harbourss harbours']],
    ['lightousse', ['lightousse lighthouse']],
    ['harbur lightousse', ['harbur harbour', 'lightousse lighthouse']],
    ['walk', null],
    ['harbur zzzzz', null],
    ['"harbur"', null],
    ['"harbur walk', null],
    ['walk -harbur', null],
    ['har-bur', null],
    ['wal', null],
    ['hrbr', null],
    ['bxrbour', null],
    ['walkk walkx walky walkz', null],
  ])('%s › %j', async (q, expected) => {
    expect(await corrected(q)).toEqual(expected);
  });

  test('what is left of the query is as it was', async () => {
    const query = parseQuery('"by the sea" harbur -fog walk') ?? { all: [], none: [] };
    const near = await corrections(query, plainWords('"by the sea" harbur -fog walk'), sources);
    expect(near?.query).toEqual({
      all: [
        { words: ['by', 'the', 'sea'], prefix: false },
        { words: ['harbour'], prefix: false },
        { words: ['walk'], prefix: true },
      ],
      none: [{ words: ['fog'], prefix: false }],
    });
  });
});
