import { expect, test } from 'vitest';
import { editsOf } from '../../../main/tools/notes.ts';

test.each([
  ['- a', '- b', '\n- b'],
  ['- a\n', '- b', '- b'],
  ['one\r\ntwo', 'three', '\r\nthree'],
  ['one\r\n', 'two', 'two'],
  ['```\ncode\n```', 'after', '\nafter'],
  ['one', ' and more', ' and more'],
  ['one', '\n\ntwo', '\n\ntwo'],
  ['', 'one', 'one'],
])('what is appended to %j by %j begins a line unless it begins with a blank', (content, append, written) => {
  expect(editsOf(content, undefined, append)).toEqual([{ append: written }]);
});

test('what is appended goes on with what the other edits leave', () => {
  const edits = [{ oldText: 'one\n', newText: '$&' }];
  expect(editsOf('one\n', edits, 'two')).toEqual([...edits, { append: '\ntwo' }]);
  expect(editsOf('one', [{ oldText: 'one', newText: 'two\n' }], 'three').at(-1)).toEqual({ append: 'three' });
  expect(editsOf('one', edits)).toEqual(edits);
});
