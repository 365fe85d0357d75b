import { expect, test } from 'vitest';
import { isLongList, listBytes } from '../../../main/http/json-text.ts';

test.each([0, 1, 199, 200, 201, 1_001, 2_345])('a list of %d is written as JSON.stringify writes it', async (length) => {
  const items = Array.from({ length }, (_, index) => ({ id: index, text: 'ä"\\\u2028😀', none: null, absent: undefined }));
  const list = { before: 'x', items, total: length, limit: null, absent: undefined, offset: 0 };
  expect((await listBytes(list)).toString()).toBe(JSON.stringify(list));
});

test('only a long list is written in slices', () => {
  const list = (length: number): object => ({ items: Array.from({ length }, () => 1) });
  expect([list(1_000), list(1_001), { items: 'x'.repeat(2_000) }, null, [1]].map((value) => isLongList(value))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});

test('others get their turn while a long list is written', async () => {
  const list = { items: Array.from({ length: 100_000 }, (_, index) => ({ id: index, text: 'some words that take a while'.repeat(10) })) };
  let [turns, done] = [0, false];
  const turn = (): void => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await listBytes(list);
  done = true;
  expect(turns).toBeGreaterThan(3);
});
