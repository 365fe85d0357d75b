// Blocks that are moved by keys: what is moved past what, and where the cursor is then.

import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../main/features/notes/markdown/serialize.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { TypedEditor } from './typed-keys.ts';

const read = (markdown: string): Node =>
  noteSchema.nodes.doc.create(
    null,
    parseMarkdown(markdown).blocks.map(({ node }) => node),
  );

/** The text after Alt with arrow keys (`u`, `d`), with the cursor in the word `here`; or over `from` and `to`. */
function moved(markdown: string, keys: string, [from, to] = ['here', 'here']): { readonly markdown: string; readonly selected: string } {
  const editor = new TypedEditor(read(markdown));
  const at = (word: string): number => {
    let found = -1;
    editor.state.doc.descendants((node, pos) => {
      const index = node.text?.indexOf(word) ?? -1;
      if (index >= 0) found = pos + index;
    });
    return found;
  };
  editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, at(from), at(to) + to.length)));
  for (const key of keys) editor.press({ key: key === 'u' ? 'ArrowUp' : 'ArrowDown', altKey: true });
  const { doc, selection } = editor.state;
  return { markdown: serializeDocument(doc), selected: doc.textBetween(selection.from, selection.to, '|') };
}

test.each([
  ['a paragraph up', 'one\n\nhere\n\ntwo\n', 'u', 'here\n\none\n\ntwo\n'],
  ['a paragraph down', 'one\n\nhere\n\ntwo\n', 'd', 'one\n\ntwo\n\nhere\n'],
  ['up and down again', 'one\n\nhere\n\ntwo\n', 'ud', 'one\n\nhere\n\ntwo\n'],
  ['the first one stays', 'here\n\ntwo\n', 'u', 'here\n\ntwo\n'],
  ['the last one stays', 'one\n\nhere\n', 'd', 'one\n\nhere\n'],
  ['not before front matter', '---\na: 1\n---\n\nhere\n', 'u', '---\na: 1\n---\n\nhere\n'],
  ['an item in its list', '- one\n- here\n  - below\n- two\n', 'd', '- one\n- two\n- here\n  - below\n'],
  ['an item of the list within', '- one\n  - two\n  - here\n', 'u', '- one\n  - here\n  - two\n'],
  ['a second paragraph of an item', '- one\n\n  two\n\n  here\n', 'u', '- one\n\n  here\n\n  two\n'],
  ['within a quote', '> one\n>\n> here\n\nafter\n', 'u', '> here\n>\n> one\n\nafter\n'],
  ['a table whole', 'one\n\n| a | b |\n| --- | --- |\n| c | here |\n', 'u', '| a | b |\n| --- | --- |\n| c | here |\n\none\n'],
])('%s', (_, before, keys, after) => {
  expect(moved(before, keys)).toEqual({ markdown: after, selected: 'here' });
});

test('all blocks of a selection, which stays', () => {
  expect(moved('one\n\ntwo\n\nthree\n\nfour\n', 'd', ['two', 'three'])).toEqual({
    markdown: 'one\n\nfour\n\ntwo\n\nthree\n',
    selected: 'two|three',
  });
});
