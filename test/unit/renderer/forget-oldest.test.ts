import { expect, test } from 'vitest';
import { forgetOldest } from '../../../renderer/api/forget-oldest.ts';

test('what came first is forgotten where there is more than the limit', () => {
  const versions = new Set(['a 1', 'a 2', 'a 3']);
  forgetOldest(versions, 2);
  expect([...versions]).toEqual(['a 2', 'a 3']);
  forgetOldest(versions, 2);
  expect(versions.size).toBe(2);
  const successors = new Map([
    ['a:1', 2],
    ['a:2', 3],
  ]);
  forgetOldest(successors, 1);
  expect([...successors]).toEqual([['a:2', 3]]);
});
