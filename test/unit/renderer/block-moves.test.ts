// Blocks that are moved, copied and removed: what is moved past what, where the cursor is then, and which bytes the service keeps.

import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection, type Command, type Transaction } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../main/contract/markdown/serialize/serialize.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { duplicateBlocks, moveBlocks, moveBlocksTo, removeBlocks } from '../../../renderer/features/notes/editor/block-moves.ts';
import { liveNote, NoteLog } from '../notes/delta/note-log.ts';
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

/** The markdown that the service has after a change; the blocks come by their index, those of a list as `[index, item]`. */
function sent(markdown: string, change: (state: EditorState, at: (index: number, item?: number) => number) => Transaction | null): string {
  const log = new NoteLog(liveNote(markdown, 'Note', 0));
  const { doc } = log.note.source;
  const offset = (node: Node, index: number): number => node.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const tr = change(EditorState.create({ doc }), (index, item) =>
    item === undefined ? offset(doc, index) : offset(doc, index) + 1 + offset(doc.child(index), item),
  );
  if (tr === null) return markdown;
  log.send({ version: 0, clientID: 'page', steps: tr.steps.map((step) => step.toJSON() as object) });
  return log.note.source.content();
}

const styled = ['Setext\n===', '*  one\n*  two', '__bold__ and \\*', '~~~js\nx\n~~~', '|a|b|\n|-|-|\n|c|d|', '> lazy\nquote', '* * *'];

test('a block that is moved keeps its bytes, wherever it goes', () => {
  for (const [index, block] of styled.entries()) {
    for (const target of [0, styled.length]) {
      const others = styled.filter((_, each) => each !== index);
      const expected = (target === 0 ? [block, ...others] : [...others, block]).join('\n\n');
      expect(sent(`${styled.join('\n\n')}\n`, (state, at) => moveBlocksTo(state, { from: at(index), to: at(index + 1) }, at(target)))).toBe(
        index === target || index + 1 === target ? `${styled.join('\n\n')}\n` : `${expected}\n`,
      );
    }
  }
});

test.each(['up', 'down'] as const)('so do the blocks that a key moves, and those that they pass, %s', (way) => {
  const after = sent(`${styled.slice(0, 4).join('\n\n')}\n`, (state, at) => {
    const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at(2) + 1)));
    let made: Transaction | null = null;
    moveBlocks(way)(selected, (tr) => {
      made = tr;
    });
    return made;
  });
  const [first, second, third, fourth] = styled;
  expect(after).toBe(`${(way === 'up' ? [first, third, second, fourth] : [first, second, fourth, third]).join('\n\n')}\n`);
});

test.each([
  ['to another place in its list', '*  one\n*  two\n*  three\n', [0, 2], [0, 0], '*  three\n*  one\n*  two\n'],
  ['into another list', '- one\n- two\n\ntext\n\n1. a\n', [0, 0], [2, 1], '- two\n\ntext\n\n1. a\n2. one\n'],
  ['the last one of its list', '- one\n\ntext\n\n* a\n', [0, 0], [2, 0], 'text\n\n* one\n* a\n'],
] as const)('an item that is moved: %s', (_, before, [list, item], [toList, toItem], after) => {
  expect(sent(before, (state, at) => moveBlocksTo(state, { from: at(list, item), to: at(list, item + 1) }, at(toList, toItem)))).toBe(
    after,
  );
});

test.each([
  ['becomes a list of its own between blocks', '1. one\n2. two\n\ntext\n\nlast\n', 2, '1. two\n\ntext\n\n1. one\n\nlast\n'],
  ['goes into the list that it is put beside', '- one\n- two\n\ntext\n\n- a\n', 2, '- two\n\ntext\n\n- one\n- a\n'],
] as const)('an item that is put between blocks %s', (_, before, block, after) => {
  expect(sent(before, (state, at) => moveBlocksTo(state, { from: at(0, 0), to: at(0, 1) }, at(block)))).toBe(after);
});

test('blocks stay where they are beside themselves, and before front matter', () => {
  const doc = read('---\na: 1\n---\n\none\n\ntwo\n');
  const state = EditorState.create({ doc });
  const [first, second] = [doc.child(0).nodeSize, doc.child(0).nodeSize + doc.child(1).nodeSize];
  const span = { from: first, to: second };
  expect([first, second].map((target) => moveBlocksTo(state, span, target))).toEqual([null, null]);
  expect(moveBlocksTo(state, span, 0)).toBeNull();
});

test.each([
  ['a copy stands behind the block', duplicateBlocks, 'one\n\nhere\n', 'one\n\nhere\n\nhere\n'],
  ['a copy of an item', duplicateBlocks, '- here\n  - below\n- two\n', '- here\n  - below\n- here\n  - below\n- two\n'],
  ['a block goes', removeBlocks, 'one\n\nhere\n', 'one\n'],
  ['the last item goes with its list', removeBlocks, 'one\n\n- here\n', 'one\n'],
  ['a table goes whole', removeBlocks, 'one\n\n| a | b |\n| --- | --- |\n| c | here |\n', 'one\n'],
  ['nothing is left', removeBlocks, 'here\n', ''],
] as readonly (readonly [string, Command, string, string])[])('%s', (_, command, before, after) => {
  const editor = new TypedEditor(read(before));
  editor.state.doc.descendants((node, pos) => {
    if (node.text?.includes('here') === true) editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, pos)));
  });
  expect(command(editor.state, editor.dispatch)).toBe(true);
  expect(serializeDocument(editor.state.doc).trimEnd()).toBe(after.trimEnd());
});
