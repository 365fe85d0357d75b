// Places for the cells of an HTML table, as HTML has it: where a cell reaches over columns and rows, no other one begins.
// https://html.spec.whatwg.org/multipage/tables.html#forming-a-table

import type { Cell, Table } from '../document.ts';

/** Columns that one cell may reach over; rows end with the part of the table. */
const maxColumns = 1_000;
/** Places of a table that cells may reach over, so that a few words of HTML make no table of millions. */
const maxCovered = 100_000;

/** How many rows an attribute says. */
export function rowSpan(text: string | undefined): number {
  const count = Number.parseInt(text ?? '1', 10);
  // 0 is all rows that are left.
  return count === 0 ? Infinity : count > 0 ? count : 1;
}

/** How many columns an attribute says. */
export const columnSpan = (text: string | undefined): number => Math.max(1, Number.parseInt(text ?? '1', 10) || 1);

/** A part of a table: its rows, each with the cells that begin in it. */
interface TablePart {
  readonly isHead: boolean;
  readonly rows: readonly (readonly Cell[])[];
}

const emptyCell: Cell = { inlines: [], align: null };

/** The rows of a part with all places filled; those that are missing at the end of a row stay so. */
function placed(rows: readonly (readonly Cell[])[], left: { covered: number }): Cell[][] {
  const result: Cell[][] = rows.map(() => []);
  for (const [index, cells] of rows.entries()) {
    const row = result[index] ?? [];
    let column = 0;
    for (const cell of cells) {
      while (row[column] !== undefined) column += 1;
      const most = Math.min(cell.columns ?? 1, maxColumns, left.covered);
      let columns = 1;
      while (columns < most && row[column + columns] === undefined) columns += 1;
      const reach = Math.max(1, Math.min(cell.rows ?? 1, rows.length - index, Math.floor(left.covered / columns)));
      left.covered -= columns * reach - 1;
      for (let down = 0; down < reach; down += 1) {
        const below = result[index + down] ?? [];
        below[column] =
          down === 0 ? { inlines: cell.inlines, align: cell.align, columns, rows: reach } : { ...emptyCell, columns, covered: 'above' };
        for (let right = 1; right < columns; right += 1) below[column + right] = { ...emptyCell, covered: 'left' };
      }
      column += columns;
    }
  }
  return result;
}

/** Without columns in which no cell begins, and with no more said of a cell than what is not plain. */
function narrowed(rows: readonly (readonly Cell[])[]): Cell[][] {
  const width = Math.max(0, ...rows.map((row) => row.findLastIndex((cell) => cell !== undefined && cell.covered !== 'left') + 1));
  return rows.map((row) =>
    Array.from({ length: width }, (_, column): Cell => {
      const { inlines, align, columns = 1, rows: reach = 1, covered } = row[column] ?? emptyCell;
      const wide = Math.min(columns, width - column);
      return {
        inlines,
        align,
        ...(wide > 1 ? { columns: wide } : {}),
        ...(reach > 1 ? { rows: reach } : {}),
        ...(covered === undefined ? {} : { covered }),
      };
    }),
  );
}

/** The rows up to which the cells of the first ones reach. */
function reachOf(rows: readonly (readonly Cell[])[], count: number): number {
  let end = count;
  for (let index = 0; index < end; index += 1) for (const { rows: reach = 1 } of rows[index] ?? []) end = Math.max(end, index + reach);
  return end;
}

/** A header of more rows would leave a page no room for others. */
const highestHead = 6;

/** The table; null without cells. Its header are the rows of a `thead`, else the first row, with those into which a cell of it reaches. */
export function tableOfParts(parts: readonly TablePart[]): Table | null {
  const left = { covered: maxCovered };
  const all = narrowed(parts.flatMap(({ rows }) => placed(rows, left)));
  const [header, ...rows] = all;
  if (header === undefined || header.length === 0) return null;
  const [first] = parts;
  const head = reachOf(all, first?.isHead === true ? Math.max(1, first.rows.length) : 1);
  return { kind: 'table', header, rows, ...(head > 1 && head <= highestHead ? { headRows: head - 1 } : {}) };
}
