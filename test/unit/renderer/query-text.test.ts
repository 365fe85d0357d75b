import { expect, test } from 'vitest';
import { readAsked } from '../../../main/features/search/asked.ts';
import { queryText, type Narrowed } from '../../../renderer/features/notes/searches/use-saved-searches.ts';

const plain: Narrowed = { typed: 'harbour', tags: [], notebook: null, isArchive: false };

test.each<[string, Partial<Narrowed>]>([
  ['harbour', {}],
  ['harbour tag:sea tag:a/b', { tags: ['sea', 'a/b'] }],
  ['harbour in:Work', { notebook: 'Work' }],
  ['harbour in:"To the sea"', { notebook: 'To the sea' }],
  ['harbour in:"The Sea House"', { notebook: 'The“Sea”House' }],
  ['harbour is:archived', { isArchive: true }],
])('what the list shows is written as “%s”', (text, narrowed) => {
  expect(queryText({ ...plain, ...narrowed })).toBe(text);
});

test('the search reads it as it was meant', () => {
  const asked = readAsked(queryText({ typed: '"old harbour" -fog', tags: ['sea'], notebook: 'To the sea', isArchive: true }));
  expect(asked.tags).toEqual([{ value: 'sea', isExcluded: false }]);
  expect(asked.places).toEqual([{ value: 'To the sea', isExcluded: false }]);
  expect(asked.states).toEqual([{ value: 'archived', isExcluded: false }]);
  expect([asked.words.all.length, asked.words.none.length]).toEqual([1, 1]);
});
