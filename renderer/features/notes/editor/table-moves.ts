// Arrow keys in and around tables: from cell to cell, as in a spreadsheet. A cell is a block of text itself; prosemirror-tables expects
// blocks in it.

import { GapCursor } from 'prosemirror-gapcursor';
import type { Node, ResolvedPos } from 'prosemirror-model';
import { Selection, TextSelection, type Command } from 'prosemirror-state';
import { CellSelection, cellAround, TableMap } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes } = noteSchema;

type Axis = 'horiz' | 'vert';
/** Towards the end of the document, or towards its beginning. */
type Way = 1 | -1;
type Side = 'up' | 'down' | 'left' | 'right';

/** What a cell lies in; `at` is its place in `map`, which counts row by row. */
interface Place {
  readonly map: TableMap;
  readonly tableStart: number;
  readonly at: number;
}

function placeOf($cell: ResolvedPos): Place {
  const tableStart = $cell.start(-1);
  const map = TableMap.get($cell.node(-1));
  return { map, tableStart, at: map.map.indexOf($cell.pos - tableStart) };
}

/** Where the next cell on this axis begins; null beyond the first and the last row, or cell. */
function cellFrom($cell: ResolvedPos, axis: Axis, way: Way): number | null {
  const { map, tableStart, at } = placeOf($cell);
  const cell = map.map[at + way * (axis === 'vert' ? map.width : 1)];
  return at < 0 || cell === undefined ? null : tableStart + cell;
}

/** The position in a cell that is nearest to a place of the window; the first line of the cell when one comes from above, else the last. */
function besidePoint(view: EditorView, cell: number, left: number, way: Way): number {
  const [from, to] = [cell + 1, cell + (view.state.doc.nodeAt(cell)?.nodeSize ?? 2) - 1];
  const { top, bottom } = view.coordsAtPos(way > 0 ? from : to);
  const found = view.posAtCoords({ left, top: (top + bottom) / 2 })?.pos ?? from;
  return Math.min(Math.max(found, from), to);
}

/** Beside a table: a gap where no text could be reached, else the text before or after it. */
function besideTable(doc: Node, pos: number, way: Way): Selection | null {
  const $pos = doc.resolve(pos);
  const next = way > 0 ? $pos.nodeAfter : $pos.nodeBefore;
  const isClosed = next === null ? $pos.depth === 0 : next.isAtom || next.type.spec.isolating === true;
  return isClosed ? new GapCursor($pos) : Selection.findFrom($pos, way);
}

/** Where the cursor goes from within a cell. */
function fromCell(view: EditorView, $cell: ResolvedPos, axis: Axis, way: Way): Selection | null {
  const { doc, selection } = view.state;
  const cell = cellFrom($cell, axis, way);
  if (cell === null) return besideTable(doc, way > 0 ? $cell.after(-1) : $cell.before(-1), way);
  if (axis === 'vert') return TextSelection.create(doc, besidePoint(view, cell, view.coordsAtPos(selection.head).left, way));
  return TextSelection.create(doc, way > 0 ? cell + 1 : cell + (doc.nodeAt(cell)?.nodeSize ?? 2) - 1);
}

/** The cell of a row that lies over or under a place of the window. */
function cellUnder(view: EditorView, row: Node, rowStart: number, left: number): number {
  let pos = rowStart;
  for (let index = 0; index < row.childCount; index++) {
    const dom = view.nodeDOM(pos);
    if (index === row.childCount - 1 || !(dom instanceof Element)) break;
    const box = dom.getBoundingClientRect();
    if (box.left <= left && left < box.right) break;
    pos += row.child(index).nodeSize;
  }
  return pos;
}

/** Where the cursor goes from a block of text that a table follows, or goes before; null elsewhere. */
function intoTable(view: EditorView, $head: ResolvedPos, axis: Axis, way: Way): Selection | null {
  const { doc } = view.state;
  const $edge = doc.resolve(way > 0 ? $head.after() : $head.before());
  const table = way > 0 ? $edge.nodeAfter : $edge.nodeBefore;
  const row = way > 0 ? table?.firstChild : table?.lastChild;
  if (table?.type !== nodes.table || row === null || row === undefined) return null;
  if (axis === 'horiz') return Selection.findFrom($edge, way, true);
  const rowStart = way > 0 ? $edge.pos + 2 : $edge.pos - 1 - row.nodeSize + 1;
  const { left } = view.coordsAtPos($head.pos);
  return TextSelection.create(doc, besidePoint(view, cellUnder(view, row, rowStart, left), left, way));
}

/** Which way a key leads in the text: in a table that is read from the right, the key to the right leads back. */
function wayOf(view: EditorView, side: Side, $cell: ResolvedPos | null): Way {
  if (side === 'up' || side === 'down') return side === 'down' ? 1 : -1;
  const at = $cell === null ? view.state.selection.$head.before() : $cell.before(-1);
  const dom = view.nodeDOM(at);
  const isRightToLeft = dom instanceof Element && getComputedStyle(dom).direction === 'rtl';
  return (side === 'right') === isRightToLeft ? -1 : 1;
}

const axisOf = (side: Side): Axis => (side === 'up' || side === 'down' ? 'vert' : 'horiz');

function arrow(side: Side): Command {
  return ({ selection, tr }, dispatch, view) => {
    if (view === undefined || !(selection instanceof TextSelection) || !selection.empty) return false;
    const { $head } = selection;
    if (!$head.parent.isTextblock || $head.depth === 0 || !view.endOfTextblock(side)) return false;
    const $cell = cellAround($head);
    const way = wayOf(view, side, $cell);
    const next = $cell === null ? intoTable(view, $head, axisOf(side), way) : fromCell(view, $cell, axisOf(side), way);
    if (next === null) return $cell !== null;
    dispatch?.(tr.setSelection(next).scrollIntoView());
    return true;
  };
}

/** With Shift, from the edge of a cell on: whole cells are selected. */
function extend(side: Side): Command {
  return ({ doc, selection, tr }, dispatch, view) => {
    if (view === undefined || !(selection instanceof TextSelection)) return false;
    const $cell = cellAround(selection.$head);
    if ($cell === null || cellAround(selection.$anchor)?.pos !== $cell.pos || !view.endOfTextblock(side)) return false;
    const next = cellFrom($cell, axisOf(side), wayOf(view, side, $cell));
    if (next === null || (axisOf(side) === 'horiz' && doc.resolve(next).before() !== $cell.before())) return false;
    dispatch?.(tr.setSelection(new CellSelection($cell, doc.resolve(next))).scrollIntoView());
    return true;
  };
}

/** Backspace at the beginning of a cell and Delete at its end: there is nothing to take away. */
function stopAtEdge(way: Way): Command {
  return ({ selection }) => {
    const { $head, empty } = selection;
    return (
      empty &&
      selection instanceof TextSelection &&
      cellAround($head) !== null &&
      $head.parentOffset === (way > 0 ? $head.parent.content.size : 0)
    );
  };
}

/** What the keys do in tables, besides those that do it everywhere. */
export const tableKeys: Readonly<Record<string, Command>> = {
  ArrowUp: arrow('up'),
  ArrowDown: arrow('down'),
  ArrowLeft: arrow('left'),
  ArrowRight: arrow('right'),
  'Shift-ArrowUp': extend('up'),
  'Shift-ArrowDown': extend('down'),
  'Shift-ArrowLeft': extend('left'),
  'Shift-ArrowRight': extend('right'),
};

export const beforeCell = stopAtEdge(-1);
export const afterCell = stopAtEdge(1);

/** A click below the last block of a note: where that is no line of text, an empty one is put there. False for clicks elsewhere. */
export function clickBelow(view: EditorView, { clientY, button }: MouseEvent): boolean {
  const { doc, tr } = view.state;
  const last = doc.lastChild;
  const bottom = view.dom.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  if (button !== 0 || last === null || clientY <= bottom) return false;
  const hasLine =
    last.type === nodes.paragraph || last.type === nodes.heading || last.type === nodes.bullet_list || last.type === nodes.ordered_list;
  if (!hasLine) tr.insert(doc.content.size, nodes.paragraph.create());
  view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
  view.focus();
  return true;
}
