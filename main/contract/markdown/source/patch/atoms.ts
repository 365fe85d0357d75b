// The inline content of a block, letter by letter.

import { Fragment, Mark, type Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../../note-schema.ts';

/** A letter with its marks, or a node within a line: a picture, a break, a piece of HTML. */
export interface Atom {
  /** A letter: one code point. null for a node. */
  readonly letter: string | null;
  readonly marks: readonly Mark[];
  readonly node: Node;
  /** The same for atoms that are equal. */
  readonly key: string;
}

const marksKey = (marks: readonly Mark[]): string =>
  marks.length === 0 ? '' : JSON.stringify(marks.map((mark) => mark.toJSON() as unknown));

/** Stands between two cells of a row. */
const separator: Atom = { letter: null, marks: [], node: schema.nodes.table_cell.create(), key: '|' };

/** Whether an atom is the border of two cells. */
export const isSeparator = (atom: Atom): boolean => atom === separator;

/** The atoms of a block with inline content, of code, or of a row of a table, in their order. */
export function atomsOf(block: Node): Atom[] {
  if (block.type.name === 'table_row')
    return block.children.flatMap((cell, index) => [...(index === 0 ? [] : [separator]), ...atomsOf(cell)]);
  const atoms: Atom[] = [];
  block.forEach((node) => {
    const marks = marksKey(node.marks);
    if (!node.isText) atoms.push({ letter: null, marks: node.marks, node, key: JSON.stringify(node.toJSON()) });
    else for (const letter of node.text ?? '') atoms.push({ letter, marks: node.marks, node, key: letter + marks });
  });
  return atoms;
}

/** The block with these atoms as its content; null for a row with another number of cells. */
export function withAtoms(block: Node, atoms: readonly Atom[]): Node | null {
  if (block.type.name !== 'table_row') return block.copy(contentOf(atoms));
  const cells: Atom[][] = [[]];
  for (const atom of atoms) {
    if (atom === separator) cells.push([]);
    else cells.at(-1)?.push(atom);
  }
  if (cells.length !== block.childCount) return null;
  return block.copy(Fragment.fromArray(block.children.map((cell, index) => cell.copy(contentOf(cells[index] ?? [])))));
}

/** The content that these atoms make. */
function contentOf(atoms: readonly Atom[]): Fragment {
  const nodes: Node[] = [];
  let text = '';
  for (const [index, { letter, node, marks }] of atoms.entries()) {
    if (letter === null) {
      nodes.push(node);
      continue;
    }
    text += letter;
    const next = atoms[index + 1];
    if (next !== undefined && next.letter !== null && Mark.sameSet(next.marks, marks)) continue;
    nodes.push(schema.text(text, marks));
    text = '';
  }
  return Fragment.fromArray(nodes);
}

/** Whether atoms are blanks alone: a text of these is not written. */
export const areBlanks = (atoms: readonly Atom[]): boolean => atoms.every(({ letter }) => letter === ' ');
