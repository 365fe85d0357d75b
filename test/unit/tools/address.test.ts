import { expect, test } from 'vitest';
import { boardPath, cardPath, eventDayPath, eventPath, notePath } from '../../../main/contract/page-paths.ts';
import { withIds } from '../../../main/tools/address.ts';

const pageUrl = (path: string): string => `http://localhost:8717${path}`;
const idIn = (id: string): unknown => withIds({ id }, pageUrl).id;

test.each([
  ['daybook://note/n-1', 'n-1'],
  ['daybook://card/c-1', 'c-1'],
  ['daybook://event/e_20260301T083000Z', 'e_20260301T083000Z'],
  ['daybook://board/web%20site%2F2', 'web site/2'],
  [pageUrl(notePath('n-1')), 'n-1'],
  [`${pageUrl(notePath('n-1'))}#part`, 'n-1'],
  [pageUrl(cardPath('web site', 'c-1')), 'c-1'],
  [pageUrl(boardPath('web site/ü2')), 'web site/ü2'],
  [pageUrl(eventPath('e_20260301')), 'e_20260301'],
  [pageUrl(eventDayPath('e-1')), 'e-1'],
])('withIds › %s', (address, id) => {
  expect(idIn(address)).toBe(id);
});

test.each([
  'n-1',
  'web site',
  'daybook://today',
  'daybook://board/%zz',
  'daybook://note/a/b',
  'http://localhost:8717.example.org/notes/n-1',
  'https://elsewhere.example/notes/n-1',
  pageUrl('/trash'),
  pageUrl('/calendar?view=day'),
  pageUrl('/boards/%zz'),
])('withIds › %s stays as it is', (text) => {
  expect(idIn(text)).toBe(text);
});

test('withIds › all ids of a link, and nothing else', () => {
  const link = { fromType: 'note', fromId: 'daybook://note/1', toId: 'daybook://card/2', query: 'daybook://note/3' };
  expect(withIds(link, pageUrl)).toEqual({ ...link, fromId: '1', toId: '2' });
  for (const args of [undefined, null, 'daybook://note/1', ['id']]) expect(withIds(args, pageUrl)).toBe(args);
});
