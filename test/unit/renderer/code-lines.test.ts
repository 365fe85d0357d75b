// Tab and Shift+Tab in code: lines that are selected go in and out, and nothing of them goes away.

import { TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { TypedEditor } from './typed-keys.ts';

const { nodes } = noteSchema;

/** What a key makes of code, in which `[` and `]` are around what is selected; a single `[` is the cursor. */
function pressed(marked: string, shiftKey: boolean): string {
  const [from, to] = [marked.indexOf('['), marked.indexOf(']') - 1];
  const code = nodes.code_block.create(null, noteSchema.text(marked.replace(/[[\]]/g, '')));
  const editor = new TypedEditor(nodes.doc.create(null, [code, nodes.paragraph.create(null, noteSchema.text('after'))]));
  editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, 1 + from, 1 + (to < 0 ? from : to))));
  editor.press({ key: 'Tab', shiftKey });
  const { doc, selection } = editor.state;
  const text = doc.child(0).textContent;
  const [start, end] = [selection.from - 1, selection.to - 1];
  return `${text.slice(0, start)}[${text.slice(start, end)}${selection.empty ? '' : ']'}${text.slice(end)}`;
}

test.each([
  ['one\n[two', 'one\n  [two'],
  ['one t[w]o\nthree', '  one t[w]o\nthree'],
  ['a\nb[b\n\ncc]c\nd', 'a\n  b[b\n\n  cc]c\nd'],
  ['[a\nb\n]c', '  [a\n  b\n]c'],
])('Tab makes of %j %j', (marked, expected) => {
  expect(pressed(marked, false)).toBe(expected);
});

test.each([
  ['one\n  t[wo', 'one\nt[wo'],
  ['a\n    b[b\n\tc\n d]\n  e', 'a\n  b[b\nc\nd]\n  e'],
  ['a[', 'a['],
])('Shift+Tab makes of %j %j', (marked, expected) => {
  expect(pressed(marked, true)).toBe(expected);
});

test('Tab leaves a selection that goes on below the code as it is', () => {
  const doc = nodes.doc.create(null, [
    nodes.code_block.create(null, noteSchema.text('code')),
    nodes.paragraph.create(null, noteSchema.text('after')),
  ]);
  const editor = new TypedEditor(doc);
  editor.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, 2, 10)));
  editor.press({ key: 'Tab' });
  expect(editor.state.doc.eq(doc)).toBe(true);
});
