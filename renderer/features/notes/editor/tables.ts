// Tables as markdown knows them: one header row, always the first, and every row as long as it.

import type { Node } from 'prosemirror-model';
import { Plugin, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { addColumn, addRow, deleteColumn, isInTable, removeRow, selectedRect, tableEditing, type TableRect } from 'prosemirror-tables';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { blockRange } from './blocks.ts';
import { pasteCells } from './pasted-cells.ts';

const { nodes } = noteSchema;

export type Align = 'left' | 'center' | 'right';

const row = (cell: 'table_header' | 'table_cell', columns: number): Node =>
  nodes.table_row.create(
    null,
    Array.from({ length: columns }, () => nodes[cell].create()),
  );

/** A table with a header and empty cells; null aligns nothing. */
export function makeTable(rows: number, columns: number): Node {
  return nodes.table.create(null, [row('table_header', columns), ...Array.from({ length: rows - 1 }, () => row('table_cell', columns))]);
}

export const insertTable: Command = (state, dispatch) => {
  const at = blockRange(state.selection.$from, state.selection.$to);
  if (at === null) return false;
  if (dispatch === undefined) return true;
  const isLast = at.to === state.doc.content.size;
  const tr = state.tr.replaceWith(at.from, at.to, isLast ? [makeTable(3, 3), nodes.paragraph.create()] : makeTable(3, 3));
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at.from + 3))).scrollIntoView());
  return true;
};

const within =
  (change: (tr: Transaction, rect: TableRect) => Transaction | null): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false;
    const tr = change(state.tr, selectedRect(state));
    if (tr === null) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Above the header there is no room: the row then comes below it. */
export const addRowAbove = within((tr, rect) => addRow(tr, rect, Math.max(1, rect.top)));
export const addRowBelow = within((tr, rect) => addRow(tr, rect, rect.bottom));
export const addColumnLeft = within((tr, rect) => addColumn(tr, rect, rect.left));
export const addColumnRight = within((tr, rect) => addColumn(tr, rect, rect.right));
export const removeColumn = deleteColumn;

/** Removes rows; of a table that loses all of them nothing is left. */
export const removeRows = within((tr, rect) => {
  if (rect.top === 0 && rect.bottom === rect.map.height) return tr.delete(rect.tableStart - 1, rect.tableStart + rect.table.nodeSize - 1);
  for (let index = rect.bottom - 1; index >= rect.top; index--) removeRow(tr, rect, index);
  return tr;
});

/** Puts the child with one index of a node, whose content begins at `start`, before the one with another index. */
function putBefore(tr: Transaction, node: Node, start: number, from: number, to: number): void {
  const at = (index: number): number => start + node.children.slice(0, index).reduce((size, child) => size + child.nodeSize, 0);
  const child = node.child(from);
  tr.delete(at(from), at(from) + child.nodeSize).insert(to > from ? at(to) - child.nodeSize : at(to), child);
}

/** The row that selected ones are to pass goes to their other side: so the selection stays in them. The header stays first. */
export const moveRows = (way: 'up' | 'down'): Command =>
  within((tr, { map, top, bottom, table, tableStart }) => {
    const passed = way === 'up' ? top - 1 : bottom;
    if (top === 0 || passed < 1 || passed >= map.height) return null;
    putBefore(tr, table, tableStart, passed, way === 'up' ? bottom : top);
    return tr;
  });

export const moveColumns = (way: 'left' | 'right'): Command =>
  within((tr, { map, left, right, table, tableStart }) => {
    const passed = way === 'left' ? left - 1 : right;
    if (passed < 0 || passed >= map.width) return null;
    table.forEach((line, offset) => {
      putBefore(tr, line, tableStart + offset + 1, passed, way === 'left' ? right : left);
    });
    return tr;
  });

/** All cells of the columns that are selected; null aligns as the text does. */
export function alignColumns(align: Align | null): Command {
  return within((tr, { map, left, right, table, tableStart }) => {
    for (let line = 0; line < map.height; line++) {
      for (let column = left; column < right; column++) {
        const at = map.map[line * map.width + column];
        if (at !== undefined && table.nodeAt(at)?.attrs['align'] !== align) tr.setNodeAttribute(tableStart + at, 'align', align);
      }
    }
    return tr;
  });
}

/** Enter: to the cell below; from the last row, out of the table. */
export const cellBelow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { map, bottom, left, tableStart, table } = selectedRect(state);
  const cell = map.map[bottom * map.width + left];
  const { tr } = state;
  if (cell !== undefined) {
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(tableStart + cell + 1))).scrollIntoView());
    return true;
  }
  const end = tableStart + table.nodeSize - 1;
  if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(end))).scrollIntoView());
  return true;
};

/** Tab in the last cell: a new row, and into it. */
export const rowAfterLast: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const rect = selectedRect(state);
  if (rect.bottom < rect.map.height || rect.right < rect.map.width) return false;
  if (dispatch === undefined) return true;
  const tr = addRow(state.tr, rect, rect.map.height);
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(rect.tableStart + rect.table.nodeSize - 1))).scrollIntoView());
  return true;
};

/** The table that holds the cursor loses its place. */
export const removeTable: Command = within((tr, { tableStart, table }) => tr.delete(tableStart - 1, tableStart + table.nodeSize - 1));

export const alignment = (state: EditorState): Align | null => {
  if (!isInTable(state)) return null;
  const { map, left, top, table } = selectedRect(state);
  return (table.nodeAt(map.map[top * map.width + left] ?? 0)?.attrs['align'] ?? null) as Align | null;
};

/** The first row is made the header and all others are not, and each cell is aligned as its column is, where that is not so. */
function reshape(tr: Transaction, table: Node, pos: number): void {
  table.forEach((line, offset, index) => {
    const wanted = index === 0 ? nodes.table_header : nodes.table_cell;
    line.forEach((cell, at, column) => {
      const align: unknown = table.firstChild?.maybeChild(column)?.attrs['align'] ?? null;
      if (cell.type === wanted && cell.attrs['align'] === align) return;
      tr.setNodeMarkup(pos + 1 + offset + 1 + at, wanted, { ...cell.attrs, align });
    });
  });
}

/** Whether every transaction was made here. What others did they have put right themselves: doing it twice would be one change too many. */
const isOurs = (transactions: readonly Transaction[]): boolean => transactions.every((tr) => tr.getMeta('rebased') === undefined);

/** Selecting cells, and tables that keep their shape. */
export function tablePlugins(): Plugin[] {
  const editing = tableEditing();
  const repair = editing.spec.appendTransaction;
  const selecting = new Plugin({
    ...editing.spec,
    props: { ...editing.spec.props, handlePaste: pasteCells },
    appendTransaction(transactions, before, state) {
      const fixed = repair?.call(editing, transactions, before, state);
      return fixed?.docChanged === true && !isOurs(transactions) ? null : fixed;
    },
  });
  const shaping = new Plugin({
    appendTransaction(transactions, before, state) {
      if (!transactions.some(({ docChanged }) => docChanged) || !isOurs(transactions)) return null;
      const { tr } = state;
      eachChangedTable(before.doc, state.doc, (table, pos) => {
        reshape(tr, table, pos);
      });
      return tr.docChanged ? tr : null;
    },
  });
  return [selecting, shaping];
}

/** Tables of `after` that `before` does not have, by identity; blocks that both share are not looked into. */
function eachChangedTable(before: Node, after: Node, visit: (table: Node, pos: number) => void): void {
  const known = new Set<Node>();
  let start = 0;
  while (start < before.childCount && start < after.childCount && before.child(start) === after.child(start)) start++;
  let end = 0;
  while (
    end < before.childCount - start &&
    end < after.childCount - start &&
    before.child(before.childCount - 1 - end) === after.child(after.childCount - 1 - end)
  )
    end++;
  for (let index = start; index < before.childCount - end; index++) known.add(before.child(index));
  let pos = 0;
  for (let index = 0; index < after.childCount - end; index++) {
    const child = after.child(index);
    if (index >= start && !known.has(child)) {
      if (child.type === nodes.table) visit(child, pos);
      else if (!child.isTextblock)
        child.descendants((node, offset) => {
          if (node.type === nodes.table) visit(node, pos + 1 + offset);
        });
    }
    pos += child.nodeSize;
  }
}
