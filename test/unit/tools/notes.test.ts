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
  ['one\r\n', 'two\nthree\n', 'two\r\nthree\r\n'],
  ['one\r\ntwo', 'three\nfour', '\r\nthree\r\nfour'],
  ['one\r\n', '\n## Two\n', '\r\n## Two\r\n'],
  ['one\r\n', 'two\r\nthree\n', 'two\r\nthree\n'],
  ['one\n', 'two\r\n', 'two\r\n'],
])(
  'what is appended to %j by %j begins a line unless it begins with a blank, and ends its lines as the note does',
  (content, append, written) => {
    expect(editsOf(content, undefined, append)).toEqual([{ append: written }]);
  },
);

test('what is appended goes on with what the other edits leave', () => {
  const edits = [{ oldText: 'one\n', newText: '$&' }];
  expect(editsOf('one\n', edits, 'two')).toEqual([...edits, { append: '\ntwo' }]);
  expect(editsOf('one', [{ oldText: 'one', newText: 'two\n' }], 'three').at(-1)).toEqual({ append: 'three' });
  expect(editsOf('one', edits)).toEqual(edits);
});

test.each([
  ['one\r\ntwo', 'one', 'one\n- new', 'one\r\n- new'],
  ['one\ntwo', 'one', 'one\n- new', 'one\n- new'],
  ['one\r\ntwo', 'one', 'one\r\nnew', 'one\r\nnew'],
  // The service writes it as the lines that it replaces.
  ['one\r\ntwo', 'one\ntwo', 'one\nnew\ntwo', 'one\nnew\ntwo'],
])('in %j what replaces %j by %j ends its lines as the note does', (content, oldText, newText, written) => {
  expect(editsOf(content, [{ oldText, newText }])).toEqual([{ oldText, newText: written }]);
});

test.each([
  ['- b', '\n- b'],
  ['\n- b', '\n- b'],
  [' and more', ' and more'],
])('of a note that the caller may not read, what is appended by %j does not go on with its last line', (append, written) => {
  expect(editsOf(null, [], append)).toEqual([{ append: written }]);
});
