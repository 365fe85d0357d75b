// Source at the ends of what is pasted, such as code and formulas: it stays a block of its own.

import { Slice, type Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes } = noteSchema;

interface End {
  /** How far what is pasted may be open there. */
  readonly depth: number;
  /** The source that it is closed at; null where there is none. */
  readonly source: Node | null;
}

function endOf({ content }: Slice, open: number, side: 'firstChild' | 'lastChild'): End {
  let node = content[side];
  for (let depth = 0; depth < open; depth++) {
    if (node === null || node.type.spec.code === true) return { depth, source: node };
    node = node[side];
  }
  return { depth: open, source: null };
}

const ends = (slice: Slice): readonly [start: End, end: End] => [
  endOf(slice, slice.openStart, 'firstChild'),
  endOf(slice, slice.openEnd, 'lastChild'),
];

/** Text around what is pasted is not joined with source at its ends. */
export function closedAtSource(slice: Slice): Slice {
  const [start, end] = ends(slice);
  return new Slice(slice.content, start.depth, end.depth);
}

/** Whether what was copied is a part of one line of code, which is text elsewhere. */
export function isWithinLine(slice: Slice): boolean {
  const [start, end] = ends(slice);
  return start.source !== null && start.source === end.source && !start.source.textContent.includes('\n');
}

/** Front matter that comes in elsewhere than at the start of a note is code. */
export function withFrontMatterAsCode(slice: Slice, state: EditorState): Slice {
  const { content, openStart, openEnd } = slice;
  const first = content.firstChild;
  if (first?.type !== nodes.frontmatter || openStart > 0) return slice;
  if (state.tr.replaceSelection(slice).doc.firstChild?.eq(first) === true) return slice;
  return new Slice(content.replaceChild(0, nodes.code_block.create({ params: 'yaml' }, first.content)), 0, openEnd);
}
