// Keys in code, quotes and other blocks within the items of a list.

import { TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { editorAt, type TypedEditor } from './typed-keys.ts';

test.each([
  ['a new line in code', '1. Install:\n   ```sh\n   npm ci‸\n   ```\n2. Run\n', '1. Install:\n   ```sh\n   npm ci\n   X\n   ```\n2. Run\n'],
  ['a new line within a line of code', '- ```\n  ab‸cd\n  ```\n- b\n', '- ```\n  ab\n  Xcd\n  ```\n- b\n'],
  ['a new line in a formula', '- $$\n  a‸\n  $$\n- b\n', '- $$\n  a\n  X\n  $$\n- b\n'],
  ['a new line in HTML', '- <div>‸\n  </div>\n- b\n', '- <div>\n  X\n  </div>\n- b\n'],
  ['a new line in a footnote', '- [^1]: note‸\n- b\n', '- [^1]: note\n  X\n- b\n'],
  ['a paragraph in a quote', '- > quote‸\n- b\n', '- > quote\n  >\n  > X\n- b\n'],
  ['a paragraph in a callout', '- > [!note]\n  > one‸\n- b\n', '- > [!note]\n  > one\n  >\n  > X\n- b\n'],
  ['an item in a list of a quote', '- > - one‸\n- b\n', '- > - one\n  > - X\n- b\n'],
  ['an item', '- [x] one‸\n', '- [x] one\n- [ ] X\n'],
])('Enter makes %s', (_, markdown, expected) => {
  const editor = editorAt(markdown);
  editor.write('\nX');
  expect(editor.markdown).toBe(expected);
});

test.each([
  ['a quote, which stays in its item', '- > quote‸\n- b\n', '\n\nX', '- > quote\n\n  X\n\n- b\n'],
  ['code, which stays in its item', '- ```\n  a‸\n  ```\n- b\n', '\n\n\nX', '- ```\n  a\n  ```\n  X\n- b\n'],
  ['an item below its other blocks', '- > quote‸\n- b\n', '\n\n\nX', '- > quote\n- X\n- b\n'],
  ['a list', '- a‸\n', '\n\nX', '- a\n\nX\n'],
])('Enter in what is empty leaves %s', (_, markdown, typed, expected) => {
  const editor = editorAt(markdown);
  editor.write(typed);
  expect(editor.markdown).toBe(expected);
});

test.each([
  ['goes in', '- a\n\n- b\n\n  ```\n  ‸code\n  ```\n', false, '- a\n\n- b\n\n  ```\n    code\n  ```\n'],
  ['goes out', '- a\n  - b\n\n    ```\n      code‸\n    ```\n', true, '- a\n  - b\n\n    ```\n    code\n    ```\n'],
])('code in an item %s by Tab, not its item', (_, markdown, shiftKey, expected) => {
  const editor = editorAt(markdown);
  editor.press({ key: 'Tab', shiftKey });
  expect(editor.markdown).toBe(expected);
});

const backspace = { key: 'Backspace' };

test.each([
  ['Backspace', '- ‸xx\n  - yy\n- zz\n', backspace, 'Xxx\n\n- yy\n- zz\n'],
  ['Backspace', '- xx\n  - ‸yy\n    - kk\n- zz\n', backspace, '- xx\n\n  Xyy\n\n  - kk\n\n- zz\n'],
  ['Backspace', '1. xx\n   1. ‸yy\n      1. kk\n2. zz\n', backspace, '1. xx\n\n   Xyy\n\n   1. kk\n\n2. zz\n'],
  ['Backspace', '3. ‸xx\n   1. yy\n4. zz\n', backspace, 'Xxx\n\n3. yy\n4. zz\n'],
  ['Backspace', '- ‸xx\n  1. yy\n- zz\n', backspace, 'Xxx\n\n1. yy\n\n- zz\n'],
  ['Backspace', '- ‸xx\n  - yy\n\n  rr\n- zz\n', backspace, 'Xxx\n\n- yy\n\nrr\n\n- zz\n'],
  ['Backspace', '> - ‸xx\n>   - yy\n', backspace, '> Xxx\n>\n> - yy\n'],
  ['Backspace', '- xx\n- ‸yy\n  - kk\n', backspace, '- xx\n\n  Xyy\n\n  - kk\n'],
  ['Delete', 'para‸\n\n- a\n  - b\n- c\n', { key: 'Delete' }, 'paraX\n\na\n\n- b\n- c\n'],
  ['Delete', '- a‸\n  - b\n    - c\n- d\n', { key: 'Delete' }, '- aX\n\n  b\n\n  - c\n\n- d\n'],
  ['Enter', '- ‸\n  - yy\n- zz\n', { key: 'Enter' }, 'X\n\n- yy\n- zz\n'],
  ['Enter', '- xx\n  - ‸\n    - yy\n', { key: 'Enter' }, '- xx\n- X\n  - yy\n'],
  ['Shift+Tab', '* ‸xx\n  - yy\n* zz\n', { key: 'Tab', shiftKey: true }, 'Xxx\n\n* yy\n* zz\n'],
  ['Shift+Tab', '- xx\n  - ‸yy\n    - kk\n  - zz\n', { key: 'Tab', shiftKey: true }, '- xx\n- Xyy\n  - kk\n  - zz\n'],
])('%s takes the text of an item out, and leaves no item without any: %j', (_, markdown, key, expected) => {
  const editor = editorAt(markdown);
  editor.press(key);
  editor.write('X');
  expect(editor.markdown).toBe(expected);
});

test('Backspace makes a task an item, then takes it out with the list below it; once more, its text joins the text above', () => {
  const task = editorAt('- [ ] xx\n  - [ ] ‸yy\n    - [ ] kk\n');
  for (const _ of [1, 2]) task.press(backspace);
  expect(task.markdown).toBe('- [ ] xx\n\n  yy\n\n  - [ ] kk\n');
  const item = editorAt('para\n\n- ‸xx\n  - yy\n- zz\n');
  for (const _ of [1, 2]) item.press(backspace);
  expect(item.markdown).toBe('paraxx\n\n- yy\n- zz\n');
});

/** The text from the first letter to before the second one is selected. */
function selected(markdown: string, first: string, second: string): TypedEditor {
  const editor = editorAt(markdown);
  const at = (letter: string): number => {
    let found = -1;
    editor.state.doc.descendants((node, pos) => {
      if (node.text?.includes(letter) === true) found = pos + node.text.indexOf(letter);
    });
    return found;
  };
  editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, at(first), at(second))));
  return editor;
}

test.each([
  ['- ab\n- cd\n- e\n', 'a', 'd', '-\n- Xd\n- e\n'],
  ['- ab\n- cd\n- e\n', 'b', 'd', '- a\n- Xd\n- e\n'],
  ['- ab\n- cd\n- e\n', 'a', 'e', '-\n- Xe\n'],
  ['- ab\n  - cd\n  - e\n', 'b', 'd', '- a\n- Xd\n  - e\n'],
  ['1. ab\n   - cd\n2. e\n', 'b', 'e', '1. a\n2. Xe\n'],
  ['- [ ] ab\n- [x] cd\n', 'a', 'd', '- [ ]\n- [ ] Xd\n'],
])('Enter puts a new item in the place of what is selected over items, and takes none out of its list: %j', (...row) => {
  const [markdown, first, second, expected] = row;
  const editor = selected(markdown, first, second);
  editor.write('\nX');
  expect(editor.markdown).toBe(expected);
});

test.each([
  ['- ab\n  - cd\n  - e\n', 'a', 'c', '- Xcd\n  - e\n'],
  ['- ab\n  - cd\n  - e\n', 'a', 'd', '- Xd\n  - e\n'],
  ['- ab\n  1. cd\n  2. e\n', 'a', 'd', '- Xd\n  1. e\n'],
])('what is deleted from where an item begins leaves no item that begins with a list: %j', (markdown, first, second, expected) => {
  const ways: readonly ((editor: TypedEditor) => void)[] = [
    (editor) => {
      editor.press({ key: 'Backspace' });
    },
    (editor) => {
      editor.press({ key: 'Delete' });
    },
    (editor) => {
      editor.cut();
    },
  ];
  for (const remove of ways) {
    const editor = selected(markdown, first, second);
    remove(editor);
    editor.write('X');
    expect(editor.markdown).toBe(expected);
  }
});
