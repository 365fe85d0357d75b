import { expect, test } from 'vitest';
import { z } from 'zod';
import { findFreeTime, gapsBetween } from '../../../main/tools/free-time.ts';

const spans = (...pairs: readonly [number, number][]) => pairs.map(([start, end]) => ({ start, end }));

test.each<[string, [number, number][], [number, number][]]>([
  ['nothing is in it', [], [[10, 20]]],
  [
    'events overlap',
    [
      [11, 14],
      [12, 13],
      [13, 15],
    ],
    [
      [10, 11],
      [15, 20],
    ],
  ],
  [
    'one follows the other',
    [
      [10, 12],
      [12, 20],
    ],
    [],
  ],
  [
    'events reach over its ends',
    [
      [5, 11],
      [19, 30],
    ],
    [[11, 19]],
  ],
  ['one event covers it', [[0, 50]], []],
  [
    'an event has no length',
    [[12, 12]],
    [
      [10, 12],
      [12, 20],
    ],
  ],
])('gapsBetween › when %s', (_, busy, gaps) => {
  expect(gapsBetween({ start: 10, end: 20 }, spans(...busy))).toEqual(spans(...gaps));
});

test('a model is told that the day or the time in `to` is not looked at any more', () => {
  expect(z.toJSONSchema(findFreeTime.input)).toMatchObject({ properties: { to: { description: 'Exclusive' } } });
});
