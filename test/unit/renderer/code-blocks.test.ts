// Text that becomes code, and code that becomes text: no line is lost.

import { describe, expect, test } from 'vitest';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../main/contract/markdown/serialize/serialize.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { toggleHeading } from '../../../renderer/features/notes/editor/blocks.ts';
import { codeLanguage, withLanguage } from '../../../renderer/features/notes/editor/highlight.ts';
import { becomeText, toggleCode } from '../../../renderer/features/notes/editor/code-blocks.ts';

/** The state of a note in which all is selected from the first letter of `from` to that of `to`. */
function selected(markdown: string, from: string, to = from): EditorState {
  const doc = noteSchema.nodes.doc.create(
    null,
    parseMarkdown(markdown).blocks.map(({ node }) => node),
  );
  const at = (text: string): number => {
    let place = -1;
    doc.descendants((node, pos) => {
      if (place < 0 && node.isText && node.text?.includes(text) === true) place = pos + node.text.indexOf(text);
    });
    return place;
  };
  return EditorState.create({ doc, selection: TextSelection.create(doc, at(from), at(to)) });
}

function after(state: EditorState, command: Command): EditorState {
  let next = state;
  expect(command(state, (tr) => (next = state.apply(tr)))).toBe(true);
  next.doc.check();
  return next;
}

const text = (state: EditorState): string => serializeDocument(state.doc);

describe('code that becomes text', () => {
  test('keeps its lines, and has a paragraph for what stands between blank lines', () => {
    const state = selected('```js\nlet a;\nlet b;\n\n\nlet c;\n```\n', 'let a');
    const made = after(state, toggleCode);
    expect(text(made)).toBe('let a;\\\nlet b;\n\nlet c;\n');
    expect(text(after(state, becomeText))).toBe(text(made));
  });

  test('is one line where it becomes a heading', () => {
    const made = after(selected('```\na\nb\n```\n', 'a'), toggleHeading(2));
    expect(text(made)).toBe('## a b\n');
    expect(text(after(made, toggleHeading(2)))).toBe('a b\n');
  });

  test('keeps the cursor where it was', () => {
    const { selection } = after(selected('```\na\n\nb\n```\n', 'a', 'b'), toggleCode);
    expect(selection.$from.parent.textContent + selection.$to.parent.textContent).toBe('ab');
  });

  test('leaves paragraphs beside it as they are', () => {
    const state = selected('one\\\ntwo\n\n```\na\nb\n```\n', 'one', 'a');
    expect(text(after(state, becomeText))).toBe('one\\\ntwo\n\na\\\nb\n');
  });

  test('stands in its item', () => {
    expect(text(after(selected('- x\n\n  ```\n  a\n\n  b\n  ```\n', 'a'), toggleCode))).toBe('- x\n\n  a\n\n  b\n');
  });
});

describe('text that becomes code', () => {
  test('is one block where several paragraphs are selected', () => {
    const state = selected('one **x**\\\nmore\n\ntwo\n\n# three\n\nfour\n', 'one', 'three');
    const made = after(state, toggleCode);
    expect(text(made)).toBe('```\none x\nmore\n\ntwo\n\nthree\n```\n\nfour\n');
    expect(text(after(made, toggleCode))).toBe('one x\\\nmore\n\ntwo\n\nthree\n\nfour\n');
  });

  test('does not take in code that was above the selection', () => {
    expect(text(after(selected('```\na\n```\n\nb\n', 'b'), toggleCode))).toBe('```\na\n```\n\n```\nb\n```\n');
  });

  test('is one block each in the items of a list', () => {
    expect(text(after(selected('- a\n- b\n', 'a', 'b'), toggleCode))).toBe('- ```\n  a\n  ```\n- ```\n  b\n  ```\n');
  });
});

describe('the language of code', () => {
  test.each([
    ['JS title="a"', 'js', 'ts title="a"'],
    ['', '', 'ts'],
    ['{r}', 'r', '{ts}'],
    ['{r setup, include=FALSE}', 'r', '{ts setup, include=FALSE}'],
    ['{r, echo=FALSE}', 'r', '{ts, echo=FALSE}'],
    ['{{mermaid}}', 'mermaid', '{{ts}}'],
    ['{#one .python .numberLines}', 'python', '{#one .ts .numberLines}'],
    ['js {1,3}', 'js', 'ts {1,3}'],
    ['{1,3}', '{1,3}', 'ts'],
    ['c++', 'c++', 'ts'],
  ])('of %j is %j, and another one takes its place', (params, language, expected) => {
    const block = noteSchema.nodes.code_block.create({ params });
    expect(codeLanguage(block)).toBe(language);
    expect(withLanguage(block, 'ts')).toBe(expected);
  });

  test.each(['js', '{r}', '{{mermaid}}', '{r setup, include=FALSE}', '{#one .python .numberLines}', '{ .haskell }'])(
    'of %j goes, and leaves no sign that reads as another one',
    (params) => {
      expect(withLanguage(noteSchema.nodes.code_block.create({ params }), '')).toBe('');
    },
  );
});
