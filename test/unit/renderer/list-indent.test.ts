// Tab in a list: the item goes into the one above, written as the list that it comes from.

import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { indent } from '../../../renderer/features/notes/editor/lists.ts';

test.each([
  ['with its marker', '* a\n* b\n', 'b', '* a\n  * b\n'],
  ['with numbers that begin anew', '1) a\n2) b\n3) c\n', 'b', '1) a\n   1) b\n2) c\n'],
  ['with its blank lines', '- a\n\n- b\n\n  _more_\n\n- c\n', 'b', '- a\n\n  - b\n\n    _more_\n\n- c\n'],
  ['without any, where it is one line', '- a\n\n- _b_\n\n- c\n', 'b', '- a\n\n  - _b_\n\n- c\n'],
  ['into the list that is there', '* a\n  + x\n* b\n', 'b', '* a\n  + x\n  + b\n'],
])('%s', (_, markdown, text, expected) => {
  const source = NoteSource.parse(markdown, 'Note');
  let at = -1;
  source.doc.descendants((node, place) => {
    if (node.isText && node.text === text) at = place;
  });
  let state = EditorState.create({ doc: source.doc, selection: TextSelection.create(source.doc, at) });
  expect(indent(state, (tr) => (state = state.apply(tr)))).toBe(true);
  const content = source.advance(state.doc).content();
  expect(content).toBe(expected);
  expect(parseMarkdown(content).blocks.map(({ node }) => node.toString())).toEqual(state.doc.children.map(String));
  expect(parseMarkdown(content).blocks[0]?.node.toJSON()).toEqual(state.doc.firstChild?.toJSON());
});
