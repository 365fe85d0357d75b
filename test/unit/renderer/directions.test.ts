import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { directionOf, isFromRight } from '../../../renderer/features/notes/editor/directions.ts';
import { lineEdge } from '../../../renderer/features/notes/editor/keys.ts';

const { nodes } = noteSchema;
const quote = (text: string): Node => nodes.blockquote.create(null, nodes.paragraph.create(null, noteSchema.text(text)));

test.each([
  ['שלום', true],
  ['عربي with English', true],
  ['1. אחד', true],
  ['English עברית', false],
  ['123 !', false],
  ['𞤀𞤣𞤤𞤢𞤥', true],
  ['漢字', false],
])('%s is read from the right: %s', (text, expected) => {
  expect(isFromRight(quote(text))).toBe(expected);
});

const blockOf = (markdown: string): Node => parseMarkdown(markdown).blocks[0]?.node ?? nodes.paragraph.create();

test.each([
  ['> [!info] כותרת\n> text', true],
  ['> [!tip]\n> - פריט', true],
  ['> [!שלום] English', false],
  ['- ![[icon.svg]] פריט\n- two', true],
  ['- ![[Note]] פריט', false],
  ['> [[Sync|סנכרון]]', true],
  ['> [[סנכרון|Sync]] סוף', false],
  ['> [[סנכרון#Part]] Sync', true],
  ['> `[[Sync|סנכרון]]`', false],
  ['> \\[[Sync סנכרון', false],
  ['| [[Sync\\|סנכרון]] | b |\n|---|---|', true],
])('what is hidden decides nothing: %j is read from the right: %s', (markdown, expected) => {
  expect(isFromRight(blockOf(markdown))).toBe(expected);
});

test.each([
  ['[[Sync|סנכרון]] text', 'rtl'],
  ['# ![[icon.svg]] ==[[סנכרון]]==', 'rtl'],
  ['[!info] כותרת', 'rtl'],
  ['![[icon.svg]]', 'ltr'],
  ['text [[Sync|סנכרון]]', 'auto'],
  ['סוף [[Sync]]', 'auto'],
])('the direction of %j is %s', (markdown, direction) => {
  expect(directionOf(blockOf(markdown))).toBe(direction);
});

describe('Home and End', () => {
  const picture = nodes.image.create({ src: 'a.png' });
  const go = (content: readonly Node[], at: number, edge: 'start' | 'end'): number | null => {
    const doc = nodes.doc.create(null, [nodes.paragraph.create(null, content), nodes.paragraph.create(null, noteSchema.text('after'))]);
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, at) });
    let head: number | null = null;
    lineEdge(edge, false)(state, (tr) => {
      head = tr.selection.head;
    });
    return head;
  };

  test('stay on a line of pictures alone', () => {
    expect(go([picture, nodes.soft_break.create(), picture], 2, 'end')).toBe(4);
    expect(go([picture, nodes.soft_break.create(), picture], 2, 'start')).toBe(1);
    expect(go([picture, nodes.hard_break.create(), picture], 1, 'end')).toBe(2);
    expect(go([picture, nodes.hard_break.create(), picture], 4, 'start')).toBe(3);
  });

  test('are left to the browser where there is text', () => {
    expect(go([picture, noteSchema.text('text')], 1, 'end')).toBeNull();
    expect(go([], 1, 'end')).toBeNull();
  });
});
