// Items that are pasted where an item begins, and beside lists.

import { Slice } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { editorAt, type TypedEditor } from './typed-keys.ts';

function pasted(before: string, copied: string): TypedEditor {
  const editor = editorAt(before);
  editor.paste(copied);
  editor.type('X');
  return editor;
}

test.each([
  ['- ‸a\n  - b\n', '- q\n- r\n', '- q\n- rXa\n  - b\n'],
  ['- ‸a\n', '- q\n  - r\n', '- q\n  - rXa\n'],
  ['- ‸a\n', '1. q\n2. r\n', '- q\n- rXa\n'],
  ['1. ‸a\n2. b\n', '- q\n- r\n', '1. q\n2. rXa\n3. b\n'],
  ['- [ ] ‸a\n', '- [x] q\n- [x] r\n', '- [x] q\n- [ ] rXa\n'],
  ['- [ ] ‸a\n', '- q', '- [ ] qXa\n'],
  ['- [ ] ‸\n', '- [x] q\n', '- [x] qX\n'],
  ['- a\n- ‸\n  - b\n', '- [ ] q\n- [x] r\n', '- a\n- [ ] q\n- [x] rX\n  - b\n'],
  ['> - ‸a\n', '- q\n- r\n', '> - q\n> - rXa\n'],
])('before the text of an item, %j, they are items of its list: %j', (before, copied, expected) => {
  expect(pasted(before, copied).markdown).toBe(expected);
});

test('in the place of all that an item says as well', () => {
  const editor = editorAt('- ‸\n  - b\n');
  editor.type('abc');
  const { doc, selection, tr } = editor.state;
  editor.dispatch(tr.setSelection(TextSelection.create(doc, selection.$from.start(), selection.$from.end())));
  editor.paste('- q\n- r\n');
  expect(editor.markdown).toBe('- q\n- r\n  - b\n');
});

test('what was copied in a note goes there, too', () => {
  const copied = editorAt('- q\n- [x] r‸\n').state.doc;
  const slice = new Slice(copied.content, 3, 3);
  const editor = editorAt('- ‸a\n');
  editor.paste(slice);
  expect(editor.markdown).toBe('- q\n- ra\n');
});

test.each([
  ['below it', '- a\n\n‸\n', '- q\n- r\n', '- a\n- q\n- rX\n'],
  ['below it, before a text', '- a\n\n‸b\n', '- q\n- r\n', '- a\n- q\n- r\n\nXb\n'],
  ['above it', '‸\n\n- b\n', '- q\n  - r\n', '- q\n  - rX\n- b\n'],
  ['above it, with its blank lines', '‸\n\n- b\n\n- c\n', '- q\n', '- qX\n\n- b\n\n- c\n'],
  ['between two', '1. a\n\n‸\n\n1. b\n', '1. q\n2. r\n', '1. a\n2. q\n3. rX\n4. b\n'],
  ['between two, as the last of other blocks', '- a\n\n‸\n\n- b\n', 'q\n\n- r\n', '- a\n\nq\n\n- rX\n- b\n'],
  ['above the list of an item', '- a‸\n  - b\n', '- q\n  - r\n', '- aq\n  - rX\n  - b\n'],
  ['in a quote', '> - a\n>\n> ‸\n', '- q\n', '> - a\n> - qX\n'],
])('they are one with a list of their sign: %s', (_, before, copied, expected) => {
  const editor = pasted(before, copied);
  expect(editor.markdown).toBe(expected);
  const { doc } = editorAt(before).state;
  for (let undone = 0; undone < 2; undone++) editor.press({ key: 'z', ctrlKey: true });
  expect(editor.state.doc.eq(doc)).toBe(true);
});

test.each([
  ['with another sign', '* a\n\n‸\n', '- q\n', '* a\n\n- qX\n'],
  ['of another type', '1. a\n\n‸\n', '- q\n', '1. a\n\n- qX\n'],
  ['behind a text', '- a\n\nb‸\n', '- q\n- r\n', '- a\n\nb\n\n- q\n- rX\n'],
])('but not with one %s', (_, before, copied, expected) => {
  expect(pasted(before, copied).markdown).toBe(expected);
});
