// A letter that comes or goes changes its own bytes and no others, in markdown of every sort, wherever markdown can say it with those.

import { describe, expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';
import { isLong, seeded, times } from '../../support/property.ts';
import { share, shareOfPossible, tryLetters } from './letters.ts';
import { examples } from './markdown/commonmark-examples.ts';
import { corpus, randomNumbers } from './markdown/corpus.ts';
import { foreign } from './markdown/foreign.ts';
import { gfmDocuments } from './markdown/gfm-documents.ts';

const parts = times(1, 10);

describe('a letter at a random place', () => {
  test('changes its own bytes in the examples of CommonMark, as far as markdown can say it so', full, () => {
    const documents = examples.map(({ number, markdown }) => [`example ${number}`, markdown] as const);
    const tally = tryLetters(documents, { each: times(1, 10) }, randomNumbers(seeded(3)));
    expect(tally.tried).toBeGreaterThan(500);
    // What is left are letters that would change what stands beside them: a fence, a rule, the label of a link.
    expect(share(tally)).toBeGreaterThan(0.95);
    expect(shareOfPossible(tally), tally.missed.slice(0, 10).join('\n')).toBeGreaterThan(0.999);
  });

  test.each([25, 117, 257, 313])('and at every place of example %i, which once went wrong', full, (number) => {
    const documents = examples
      .filter((example) => example.number === number)
      .map(({ markdown }) => [`example ${number}`, markdown] as const);
    const tally = tryLetters(documents, { each: 300 }, randomNumbers(seeded(number)));
    expect([tally.said, tally.missed, tally.meant]).toEqual([tally.tried, [], []]);
    // The others take out one of the two characters that one reference of example 25 stands for: no letter of markdown says so.
    expect(tally.local).toBeGreaterThan(0.75 * tally.tried);
  });

  test('changes its own bytes in documents with tables, tasks, footnotes and the like', full, () => {
    const tally = tryLetters(Object.entries(gfmDocuments), { each: times(5, 200) }, randomNumbers(seeded(5)));
    expect(tally.missed).toEqual(isLong ? expect.anything() : []);
    expect(share(tally)).toBeGreaterThan(0.9);
  });

  test('changes its own bytes in documents of every sort', full, () => {
    const tally = tryLetters(corpus(seeded(31), times(60_000, 1_000_000), 6_000), { each: times(3, 40) }, randomNumbers(seeded(7)));
    expect(tally.tried).toBeGreaterThan(30);
    expect(share(tally)).toBeGreaterThan(0.9);
  });

  // In parts, so that a long run can go on where it ended: `-t 'part 7'` with the seed that it had.
  test.each(Array.from({ length: parts }, (_, index) => [`part ${index + 1} of ${parts}`, index] as const))(
    'changes its own bytes in the files of others, and what they say by that letter alone, %s',
    { ...full, timeout: times(120_000, 1_800_000) },
    (_, part) => {
      const files = { count: times(40, 600), longest: times(8_000, 60_000), part, parts };
      const most = times(500, 5_000);
      const tally = tryLetters(
        foreign(files, randomNumbers(seeded(41 + part))),
        { each: times(12, 20), most },
        randomNumbers(seeded(43 + part)),
      );
      if (isLong) console.info(part, { ...tally, local: share(tally), possible: shareOfPossible(tally), said: tally.said / tally.tried });
      expect(tally.tried).toBeGreaterThan(200);
      expect(share(tally)).toBeGreaterThan(0.99);
      expect(shareOfPossible(tally), tally.missed.join('\n')).toBeGreaterThan(0.999);
      expect(tally.meant.length / tally.tried, tally.meant.slice(0, 10).join('\n')).toBeLessThan(0.001);
    },
  );
});
