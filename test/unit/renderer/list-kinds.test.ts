// Blocks that become lists: with the signs that the note has, and as part of the list that they stand below.

import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../main/contract/markdown/serialize/serialize.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { toggleList, type ListKind } from '../../../renderer/features/notes/editor/lists.ts';

function after(markdown: string, text: string, kind: ListKind): string {
  const blocks = parseMarkdown(markdown).blocks.map(({ node }) => node);
  const doc = noteSchema.nodes.doc.create(null, blocks);
  let at = -1;
  doc.descendants((node, pos) => {
    if (node.isText && node.text === text) at = pos;
  });
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, at) });
  expect(toggleList(kind)(state, (tr) => (state = state.apply(tr)))).toBe(true);
  state.doc.check();
  return serializeDocument(state.doc);
}

test.each<[name: string, before: string, kind: ListKind, expected: string]>([
  ['the bullet of the last list above', '+ a\n\nb\n\n* c\n\nd\n\nx\n\n- e\n', 'bullet', '+ a\n\nb\n\n* c\n\nd\n\n* x\n\n- e\n'],
  ['else that of the first below', 'x\n\na\n\n+ b\n', 'task', '+ [ ] x\n\na\n\n+ b\n'],
  ['a hyphen where there is none', 'x\n\n1. a\n', 'bullet', '- x\n\n1. a\n'],
  ['the sign behind numbers', '1) a\n\nb\n\nx\n', 'ordered', '1) a\n\nb\n\n1) x\n'],
  ['a list that becomes another one', '* a\n\nb\n\n1. x\n', 'bullet', '* a\n\nb\n\n* x\n'],
  ['the list right above', '- a\n- b\n\nx\n', 'bullet', '- a\n- b\n- x\n'],
  ['not one of another kind', '- a\n\nx\n', 'ordered', '- a\n\n1. x\n'],
])('%s', (_, before, kind, expected) => {
  expect(after(before, 'x', kind)).toBe(expected);
});
