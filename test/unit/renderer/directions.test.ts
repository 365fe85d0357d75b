import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { isFromRight } from '../../../renderer/features/notes/editor/directions.ts';
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
