// Blocks that become lists: with the signs that the note has, and as part of the list that they stand below.

import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../main/contract/markdown/serialize/serialize.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { toggleList, type ListKind } from '../../../renderer/features/notes/editor/lists.ts';
import { editorAt } from './typed-keys.ts';

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
  ['the lists right above and right below', '* a\n\nx\n\n* b\n', 'bullet', '* a\n* x\n* b\n'],
  ['the one right below, with its blank lines', 'x\n\n- b\n\n- c\n', 'task', '- [ ] x\n\n- b\n\n- c\n'],
  ['numbers that go on', '1. a\n\nx\n\n2. b\n', 'ordered', '1. a\n2. x\n3. b\n'],
  ['not the one below with another sign', '- a\n\nx\n\n* b\n', 'bullet', '- a\n- x\n\n* b\n'],
])('%s', (_, before, kind, expected) => {
  expect(after(before, 'x', kind)).toBe(expected);
});

test.each([
  ['x‸\n\n- b\n', '- ', '- x\n- b\n'],
  ['- a\n\nx‸\n\n- b\n', '- ', '- a\n- x\n- b\n'],
  ['* a\n\nx‸\n\n* b\n', '- ', '* a\n* x\n* b\n'],
  ['- [ ] a\n\nx‸\n\n- [ ] b\n', '[ ] ', '- [ ] a\n- [ ] x\n- [ ] b\n'],
  ['1. a\n\nx‸\n\n1. b\n', '2. ', '1. a\n2. x\n3. b\n'],
  ['1. a\n\nx‸\n\n1. b\n', '1. ', '1. a\n\n1) x\n\n1. b\n'],
  ['x‸\n\n* b\n', '- ', '- x\n\n* b\n'],
])('what is typed beside lists of its kind is one with them, and undone apart again: %j', (before, typed, expected) => {
  const editor = editorAt(before);
  const { doc, selection, tr } = editor.state;
  editor.dispatch(tr.setSelection(TextSelection.create(doc, selection.$from.start())));
  editor.write(typed);
  expect(editor.markdown).toBe(expected);
  editor.press({ key: 'z', ctrlKey: true });
  editor.press({ key: 'z', ctrlKey: true });
  expect(editor.state.doc.eq(doc)).toBe(true);
});
