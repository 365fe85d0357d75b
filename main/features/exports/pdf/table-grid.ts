// The lines of a table: where cells reach over columns and rows, there are none within them.

import type { Cell } from '../document.ts';
import type { Frame, Stretch } from './flow.ts';

export type Grid = Extract<Frame, { readonly kind: 'grid' }>;

/** Whether a place belongs to a cell of the row above. */
function isFromAbove(row: readonly Cell[], column: number): boolean {
  let owner = column;
  while (owner > 0 && row[owner]?.covered === 'left') owner -= 1;
  return row[owner]?.covered === 'above';
}

/** The columns above which a line is, as stretches between these edges; one for columns beside each other. */
function stretchesAbove(row: readonly Cell[], edges: readonly number[]): Stretch[] {
  const stretches: [number, number][] = [];
  let open: [number, number] | null = null;
  for (const column of row.keys()) {
    const [a = 0, b = 0] = [edges[column], edges[column + 1]];
    if (isFromAbove(row, column)) open = null;
    else if (open === null) stretches.push((open = [Math.min(a, b), Math.max(a, b)]));
    else [open[0], open[1]] = [Math.min(open[0], a, b), Math.max(open[1], a, b)];
  }
  return stretches;
}

const isPlain = (row: readonly Cell[] | undefined): boolean => row?.every(({ covered }) => covered === undefined) ?? true;

/**
 * The lines around the cells of each row. `edges` are those of the columns in their order; rows without cells over several places share
 * one grid.
 */
export function gridsOf(rows: readonly (readonly Cell[])[], edges: readonly number[]): Grid[] {
  const plain: Grid = { kind: 'grid', xs: edges.toSorted((a, b) => a - b) };
  return rows.map((row, index) => {
    const next = rows[index + 1];
    if (isPlain(row) && isPlain(next)) return plain;
    const xs = edges.filter((_, column) => row[column]?.covered !== 'left').toSorted((a, b) => a - b);
    return { kind: 'grid', xs, above: stretchesAbove(row, edges), ...(next === undefined ? {} : { below: stretchesAbove(next, edges) }) };
  });
}
