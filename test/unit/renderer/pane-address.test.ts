// Two notes in one address: what each of them makes of it when it goes somewhere.

import { expect, test } from 'vitest';
import { paneAddress, besideOf, noteOf, pageAddress, searchIn, type Pane } from '../../../renderer/features/notes/split/pane-address.ts';

const page = { path: '/notes/a', search: '?beside=b&tag=x' };

test.each([
  ['main', '/notes/c', '/notes/c?beside=b'],
  ['main', '/notes/c?tag=x&find=w#Part', '/notes/c?tag=x&find=w&beside=b#Part'],
  ['main', '/notes', '/notes/b'],
  ['main', '/notes?tag=y', '/notes/b?tag=y'],
  ['main', '/notes/b', '/notes/b?beside=a'],
  ['main', '/boards', '/boards'],
  ['beside', '/notes/c', '/notes/a?beside=c'],
  ['beside', '/notes/c?tag=x&find=w#Part', '/notes/a?tag=x&beside=c#Part'],
  ['beside', '/notes/b?tag=y', '/notes/a?tag=y&beside=b'],
  ['beside', '/notes', '/notes/a'],
  ['beside', '/notes/a', '/notes/b?beside=a'],
  ['beside', '/calendar?event=e', '/calendar?event=e'],
] as readonly (readonly [Pane, string, string])[])('the note in %s that goes to %s leads to %s', (pane, to, expected) => {
  expect(pageAddress(pane, to, page)).toBe(expected);
});

test('one note alone goes where it says, and so does what names both', () => {
  expect(pageAddress('main', '/notes/c?tag=y', { path: '/notes/a', search: '?tag=x' })).toBe('/notes/c?tag=y');
  expect(pageAddress('main', '/notes/c?beside=d', page)).toBe('/notes/c?beside=d');
});

test.each([
  ['?beside=b', 'b'],
  ['?tag=x', null],
  ['?beside=a', null],
  ['?beside=', null],
  ['?beside=../b', null],
])('of %s the note beside is %s', (search, expected) => {
  expect(besideOf({ path: '/notes/a', search })).toBe(expected);
});

test('the words to find are those of the first note, tags those of the list', () => {
  expect([searchIn('main', '?beside=b&find=w&tag=x'), searchIn('beside', '?beside=b&find=w&tag=x')]).toEqual(['find=w&tag=x', 'tag=x']);
  expect(paneAddress('a', null, '?beside=b')).toBe('/notes/a');
  expect([noteOf('/notes/a'), noteOf('/notes'), noteOf('/boards/a'), noteOf('/notes/a/b')]).toEqual(['a', null, null, null]);
});
