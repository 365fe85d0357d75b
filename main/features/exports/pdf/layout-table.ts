// Tables: columns that fit, rows that may be broken, the header on each page.

import { levelsOf } from '../bidi.ts';
import { plainTextOf, type Cell, type Inline, type Table } from '../document.ts';
import { sheetOf, textWidth } from '../paper.ts';
import { columnExtents, planNestedTable, tableParts, type Extent, type TablePlan } from '../table-plan.ts';
import { blank, stacked, type Flow, type Frame, type PageSlice, type Stretch } from './flow.ts';
import type { LayoutContext } from './layout.ts';
import { textFlow, type FlowPlacement } from './text-flow.ts';
import { gaps, ink, looks, type TextLook } from './look.ts';
import { paragraphPieces } from './pieces.ts';
import { gridsOf, type Grid } from './table-grid.ts';
import type { TagNode } from './tags.ts';

/** A row with no more lines than this stays in one piece. */
const shortRow = 8;

function extentOf({ inlines }: Cell, look: TextLook, context: LayoutContext): Extent {
  const { pieces } = paragraphPieces(inlines, look, context);
  let [min, max, word, line] = [0, 0, 0, 0];
  for (const { width, inkWidth, after, object } of pieces) {
    // A picture can be made smaller.
    const ink = object === null ? inkWidth : Math.min(inkWidth, look.size * 4);
    min = Math.max(min, word + ink);
    max = Math.max(max, line + inkWidth);
    word = after === 'none' ? word + width : 0;
    line = after === 'must' ? 0 : line + width;
  }
  return { min: min / look.size, max: max / look.size };
}

interface Columns {
  readonly plan: TablePlan;
  /** Points from the left of the text to the edges of the columns, in the order of the cells. */
  readonly edges: readonly number[];
  /** Of each row, the header's first. */
  readonly grids: readonly Grid[];
  /** Behind the header. */
  readonly ground: Frame;
  /** What cells of rows above have left for the next row, by their column. */
  readonly carried: Map<number, Carried>;
  readonly context: LayoutContext;
}

function columnsOf(table: Table, place: FlowPlacement, context: LayoutContext): Columns {
  const look = { ...looks.body, size: 1, leading: 1 };
  const extents = columnExtents(table, (cell, isHeader) => extentOf(cell, { ...look, bold: isHeader, size: 10, leading: 14 }, context));
  const plan = planNestedTable(extents, {
    portrait: place.width,
    landscape: place.turnedWidth,
    all: textWidth(sheetOf(context.manuscript.paper)),
  });
  const total = plan.widths.reduce((sum, width) => sum + width, 0);
  const right = levelsOf(table.header.map(({ inlines }) => plainTextOf(inlines)).join(' '))?.base === 1;
  const beyond = total - (plan.landscape ? (place.turnedWidth ?? place.width) : place.width);
  // One that is wider than its place begins further out: to the left, as far as there is room.
  const start = place.x - (right ? Math.min(place.x, beyond) : Math.min(place.x, Math.max(0, beyond)));
  const edges = plan.widths
    .reduce<number[]>((all, width) => [...all, (all.at(-1) ?? 0) + width], [0])
    .map((edge) => start + (right ? total - edge : edge));
  return {
    plan,
    edges,
    grids: gridsOf([table.header, ...table.rows], edges),
    ground: { kind: 'fill', x: start, width: total, colour: ink.header },
    carried: new Map(),
    context,
  };
}

/** Lines of a cell that reaches over rows, and how many rows are left for them. */
interface Carried {
  readonly slices: readonly PageSlice[];
  readonly rows: number;
  /** Points by which they stand further up, so that they follow those in the row above. */
  readonly up: number;
}

/** Rows of more than this between two lines of a cell leave a gap: a page may end there. */
const maxShift = 30;

const empty: Carried = { slices: [], rows: 1, up: 0 };

const heightOf = (slices: readonly PageSlice[]): number => slices.reduce((total, { height }) => total + height, 0);

/** The lines of each cell in a row; of cells from above, what is left of them. */
function cellFlows(cells: readonly Cell[], isHeader: boolean, { plan, edges, carried, context }: Columns, tag: TagNode): Carried[] {
  const look: TextLook = { ...looks.body, size: plan.fontSize, leading: plan.fontSize * 1.36, bold: isHeader };
  return cells.map((cell, column) => {
    if (cell.covered === 'above') return carried.get(column) ?? empty;
    if (cell.covered === 'left') return empty;
    const { columns = 1, rows = 1 } = cell;
    const [from = 0, to = 0] = [edges[column], edges[column + columns]];
    const width = Math.max(2, Math.abs(to - from) - 2 * plan.padding);
    const options = { ...(isHeader ? { scope: 'Column' as const } : {}), columns, rows };
    const place: FlowPlacement & { align: Cell['align'] } = {
      x: Math.min(from, to) + plan.padding,
      width,
      tag: tag.child(isHeader ? 'TH' : 'TD', options),
      look,
      tight: true,
      listDepth: 0,
      turnedWidth: null,
      align: cell.align,
    };
    return { slices: textFlow(cell.inlines, place, context), rows, up: 0 };
  });
}

/** The lines of a row; `carried` is that of the row above before, and that of this row afterwards. */
function rowSlices(
  cells: readonly Cell[],
  at: { readonly row: number; readonly isHeader: boolean },
  columns: Columns,
  tag: TagNode,
): PageSlice[] {
  const { plan, grids, ground, carried, context } = columns;
  const frame = grids[at.row] ?? { kind: 'grid', xs: [] };
  const flows = cellFlows(cells, at.isHeader, columns, tag);
  // What ends here needs its room here; the others go on below.
  const count = Math.max(1, ...flows.map(({ slices, rows }) => (rows > 1 ? 0 : slices.length)));
  const pad = Math.max(1.5, plan.fontSize * 0.32);
  const lines = Array.from({ length: count }, (_, index): PageSlice => {
    const parts = flows.flatMap(({ slices, up }) => (slices[index] === undefined ? [] : [{ slice: slices[index], up }]));
    const [above, below] = [index === 0 ? pad : 0, index === count - 1 ? pad : 0];
    const height = Math.max(plan.fontSize * 1.36, ...parts.map(({ slice }) => slice.height)) + above + below;
    return {
      ...blank(height, index > 0 && (count <= shortRow || index === 1 || index === count - 1)),
      frames: [frame, ...(at.isHeader ? [ground] : [])],
      turned: plan.landscape,
      ...(index > 0 ? { continues: true as const } : {}),
      paint: (x, y, isRepeated) => {
        if (index === 0 && !at.isHeader) line(context, frame.above ?? outer(frame), x, y);
        if (index === count - 1 && at.isHeader) line(context, frame.below ?? outer(frame), x, y + height);
        for (const { slice, up } of parts) slice.paint(x, y + above - up, isRepeated);
      },
    };
  });
  carried.clear();
  const height = heightOf(lines);
  for (const [column, { slices, rows, up }] of flows.entries())
    if (rows > 1)
      carried.set(column, {
        slices: slices.slice(count),
        rows: rows - 1,
        up: Math.min(maxShift, up + height - heightOf(slices.slice(0, count))),
      });
  return lines;
}

const outer = ({ xs }: Grid): readonly Stretch[] => [[xs[0] ?? 0, xs.at(-1) ?? 0]];

/** The line above or below a row. */
function line({ brush: { doc, tagger } }: LayoutContext, stretches: readonly Stretch[], x: number, y: number): void {
  tagger.artifact();
  for (const [from, to] of stretches) doc.moveTo(x + from, y).lineTo(x + to, y);
  if (stretches.length > 0) doc.lineWidth(0.5).stroke(ink.line);
}

/** Rows that a cell holds together stay on one page, if they are no more than these. */
const heldTogether = 8;

function layoutPart(part: Table, place: FlowPlacement, context: LayoutContext): Flow {
  const columns = columnsOf(part, place, context);
  const tag = place.tag.child('Table');
  const head = [part.header, ...part.rows.slice(0, part.headRows ?? 0)];
  const header = head
    .flatMap((row, index) => rowSlices(row, { row: index, isHeader: true }, columns, tag.child('TR')))
    .map((slice, index) => ({ ...slice, keep: index > 0 }));
  // A header that fills half a page would leave no room for rows.
  const repeat = heightOf(header) < 200 ? header : [];
  let held = 0;
  const rows = part.rows.slice(head.length - 1).flatMap((row, index) => {
    held = row.some(({ covered }) => covered === 'above') ? held + 1 : 0;
    const keep = index === 0 || (held > 0 && held < heldTogether);
    return rowSlices(row, { row: head.length + index, isHeader: false }, columns, tag.child('TR')).map((slice, at) => ({
      ...slice,
      keep: slice.keep || (keep && at === 0),
      repeat,
    }));
  });
  return { slices: [...header, ...rows], before: 5, after: gaps.table };
}

export function layoutTable(table: Table, place: FlowPlacement, context: LayoutContext): Flow {
  return stacked(tableParts(table).map((part) => layoutPart(part, place, context)));
}

/** Front matter. */
export function layoutProperties(rows: readonly (readonly [string, string])[], place: FlowPlacement, context: LayoutContext): Flow {
  const look: TextLook = { ...looks.body, family: 'heading', size: 9.4, leading: 13 };
  const face = context.measure.fonts.primary(look);
  const names = Math.min(150, Math.max(...rows.map(([name]) => context.measure.width(name, face, look.size))) + 16);
  const tag = place.tag.child('Table');
  const text = (value: string): Inline[] =>
    value
      .split('\n')
      .flatMap((each, index): Inline[] => [...(index > 0 ? [{ kind: 'break' as const }] : []), { kind: 'text', text: each, marks: {} }]);
  const slices = rows.flatMap(([name, value]) => {
    const row = tag.child('TR');
    const left = textFlow(
      text(name),
      { ...place, width: names - 8, tag: row.child('TH', { scope: 'Row' }), look: { ...look, colour: ink.faint } },
      context,
    );
    const right = textFlow(text(value), { ...place, x: place.x + names, width: place.width - names, tag: row.child('TD'), look }, context);
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index): PageSlice => ({
      ...blank(look.leading + 1.5, index > 0),
      paint: (x, y, isRepeated) => {
        left[index]?.paint(x, y, isRepeated);
        right[index]?.paint(x, y, isRepeated);
      },
    }));
  });
  const ruled = (x: number, y: number): void => {
    context.brush.tagger.artifact();
    context.brush.doc
      .moveTo(x + place.x, y)
      .lineTo(x + place.x + place.width, y)
      .lineWidth(0.5)
      .stroke(ink.line);
  };
  const top: PageSlice = {
    ...blank(4, false),
    paint: (x, y) => {
      ruled(x, y);
    },
  };
  const bottom: PageSlice = {
    ...blank(4, true),
    paint: (x, y) => {
      ruled(x, y + 4);
    },
  };
  return { slices: [top, ...slices.map((slice, index) => (index === 0 ? { ...slice, keep: true } : slice)), bottom], before: 0, after: 16 };
}
