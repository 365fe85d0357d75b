// The text of another record in the editor of notes: what is typed changes its own bytes, and what comes from elsewhere takes its place.

import { expect, test } from 'vitest';
import { TextSelection } from 'prosemirror-state';
import { MarkdownText } from '../../../renderer/features/notes/text/markdown-text.ts';

const open = (markdown: string): { readonly text: MarkdownText; readonly told: string[] } => {
  const text = new MarkdownText({ record: { type: 'card', id: 'a' }, markdown, plugins: [] });
  const told: string[] = [];
  text.attach({ update: () => undefined, changed: (next) => told.push(next) });
  return { text, told };
};

/** Types behind the first place where `word` stands; at the end of the text where it is null. */
function type({ state, dispatch }: MarkdownText, word: string | null, letters: string): void {
  let at = state.doc.content.size - 1;
  state.doc.descendants((node, pos) => {
    const index = word === null ? -1 : (node.text?.indexOf(word) ?? -1);
    if (word !== null && index >= 0) at = pos + index + word.length;
  });
  dispatch(state.tr.insertText(letters, at));
}

test.each([
  [
    '*  one\n*  two\n\nTitle\n=====\n\n| a|b |\n|-|-|\n| c|d |\n',
    'one',
    ' more',
    '*  one more\n*  two\n\nTitle\n=====\n\n| a|b |\n|-|-|\n| c|d |\n',
  ],
  ['__bold__ and _this_\r\n\r\n- [ ]  a task\r\n', 'and', '!', '__bold__ and! _this_\r\n\r\n- [ ]  a task\r\n'],
  ['no line ending', 'line', 's', 'no lines ending'],
  ['\n\n[[Note]] #tag\n\n\n', 'tag', 'ged', '\n\n[[Note]] #tagged\n\n\n'],
  ['', null, 'first', 'first'],
])('%j', (before, word, letters, after) => {
  const { text, told } = open(before);
  type(text, word, letters);
  expect(told).toEqual([after]);
});

test('undone letter by letter, the bytes are the old ones; emptied, nothing is left', () => {
  const { text, told } = open('+ one\n+ two');
  type(text, 'one', 'x');
  text.dispatch(text.state.tr.delete(6, 7));
  expect(told).toEqual(['+ onex\n+ two', '+ one\n+ two']);
  text.dispatch(text.state.tr.delete(0, text.state.doc.content.size));
  expect(told.at(-1)).toBe('');
});

test('what is written elsewhere takes its place, is told as no change, and leaves the cursor where it was', () => {
  const { text, told } = open('one\n\ntwo\n\nthree\n');
  text.dispatch(text.state.tr.setSelection(TextSelection.create(text.state.doc, 13)));
  text.replace('one\n\n*  TWO\n*  and more\n\nthree\n');
  expect([text.markdown, text.state.selection.$from.parent.textContent, text.state.selection.$from.parentOffset]).toEqual([
    'one\n\n*  TWO\n*  and more\n\nthree\n',
    'three',
    2,
  ]);
  expect(told).toEqual([]);
  type(text, 'TWO', '!');
  expect(told).toEqual(['one\n\n*  TWO!\n*  and more\n\nthree\n']);
});

test('what comes back after more was typed takes nothing away', () => {
  const { text } = open('a');
  type(text, 'a', 'b');
  type(text, 'ab', 'c');
  text.replace('ab');
  text.replace('ab');
  expect(text.markdown).toBe('abc');
  text.replace('abc');
  // That it is as it was a while ago is news by now.
  text.replace('ab');
  expect(text.markdown).toBe('ab');
});
