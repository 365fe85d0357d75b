import { expect, test } from 'vitest';
import { WarningList } from '../../../main/features/imports/plan-writer.ts';
import { secondTitle } from '../../../main/lib/imported-record.ts';

test('what is told since a mark can be taken back, and its room with it', () => {
  const list = new WarningList(2);
  list.add({ path: 'a', kind: 'conflict', message: 'stays' });
  const mark = list.mark();
  for (const path of ['b', 'c', 'd']) list.add({ path, kind: 'link', message: 'goes' });
  expect([list.warnings.map(({ path }) => path), list.warningCounts]).toEqual([['a', 'b'], { conflict: 1, link: 3 }]);
  list.backTo(mark);
  list.add({ path: 'e', kind: 'link', message: 'comes' });
  expect([list.warnings.map(({ path }) => path), list.warningCounts]).toEqual([['a', 'e'], { conflict: 1, link: 1 }]);
});

test('titles and messages end with a whole character', () => {
  const list = new WarningList(1);
  list.add({ path: `${'x'.repeat(399)}😀`, kind: 'limit', message: `${'y'.repeat(399)}😀` });
  expect(list.warnings.map(({ path, message }) => [path, message])).toEqual([['x'.repeat(399), 'y'.repeat(399)]]);
  const title = secondTitle(`${'x'.repeat(477)}😀😀`, 0);
  expect([title.isWellFormed(), title.length]).toEqual([true, 499]);
});
