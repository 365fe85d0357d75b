// What a large calendar holds is looked at in parts.

import { expect, test } from 'vitest';
import { eventsOf } from '../../../main/features/runs/contents.ts';

test('the events of a calendar have one hash, whatever their pages; others run between these', async () => {
  const ran: string[] = [];
  function* slow(): Generator<string[]> {
    setImmediate(() => ran.push('other'));
    for (const page of [['a', 'b'], ['c']]) {
      const until = performance.now() + 15;
      while (performance.now() < until);
      ran.push(page.join(''));
      yield page;
    }
  }
  const found = await eventsOf(slow());
  expect(ran).toEqual(['ab', 'other', 'c']);
  expect(found).toEqual(await eventsOf([['a', 'b', 'c']]));
  expect(found.count).toBe(3);
  expect((await eventsOf([['a', 'b']])).sha256).not.toBe(found.sha256);
});
