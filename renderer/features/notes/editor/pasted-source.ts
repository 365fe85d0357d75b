// Source at the ends of what is pasted, such as code and formulas, and tables: they stay blocks of their own.

import { Slice, type Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes } = noteSchema;

interface End {
  /** How far what is pasted may be open there. */
  readonly depth: number;
  /** The source or table that it is closed at; null where there is none. */
  readonly closed: Node | null;
}

const isClosed = ({ type }: Node): boolean => type.spec.code === true || type === nodes.table;

function endOf({ content }: Slice, open: number, side: 'firstChild' | 'lastChild'): End {
  let node = content[side];
  for (let depth = 0; depth < open; depth++) {
    if (node === null || isClosed(node)) return { depth, closed: node };
    node = node[side];
  }
  return { depth: open, closed: null };
}

const ends = (slice: Slice): readonly [start: End, end: End] => [
  endOf(slice, slice.openStart, 'firstChild'),
  endOf(slice, slice.openEnd, 'lastChild'),
];

/** Text around what is pasted is not joined with source at its ends, nor with cells of a table. A part of one table stays one. */
export function closedAtSource(slice: Slice): Slice {
  const [start, end] = ends(slice);
  if (start.closed?.type === nodes.table && start.closed === end.closed) return slice;
  return new Slice(slice.content, start.depth, end.depth);
}

/** Whether what was copied is a part of one line of code, which is text elsewhere. */
export function isWithinLine(slice: Slice): boolean {
  const [start, end] = ends(slice);
  return start.closed?.type.spec.code === true && start.closed === end.closed && !start.closed.textContent.includes('\n');
}

/** Front matter that comes in elsewhere than at the start of a note is code. */
export function withFrontMatterAsCode(slice: Slice, state: EditorState): Slice {
  const { content, openStart, openEnd } = slice;
  const first = content.firstChild;
  if (first?.type !== nodes.frontmatter || openStart > 0) return slice;
  if (state.tr.replaceSelection(slice).doc.firstChild?.eq(first) === true) return slice;
  return new Slice(content.replaceChild(0, nodes.code_block.create({ params: 'yaml' }, first.content)), 0, openEnd);
}
