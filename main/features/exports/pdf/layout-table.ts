// Tables: columns that fit, rows that may be broken, the header on each page.

import { levelsOf } from '../bidi.ts';
import { textOf, type Cell, type Inline, type Table } from '../document.ts';
import { sheetOf, textWidth } from '../paper.ts';
import { columnExtents, planNestedTable, tableParts, type Extent, type TablePlan } from '../table-plan.ts';
import { blank, stacked, type Flow, type Slice } from './flow.ts';
import type { LayoutContext } from './layout-context.ts';
import { textFlow, type Place } from './text-flow.ts';
import { gaps, ink, looks, type TextLook } from './look.ts';
import { piecesOf } from './pieces.ts';
import type { TagNode } from './tags.ts';

/** A row with no more lines than this stays in one piece. */
const shortRow = 8;

function extentOf({ inlines }: Cell, look: TextLook, context: LayoutContext): Extent {
  const { pieces } = piecesOf(inlines, look, context);
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
  /** Points from the left of the text to the left of each column, in the order of the cells. */
  readonly lefts: readonly number[];
  readonly frame: Slice['frames'][number];
}

function columnsOf(table: Table, place: Place, context: LayoutContext): Columns {
  const look = { ...looks.body, size: 1, leading: 1 };
  const extents = columnExtents(table, (cell, isHeader) => extentOf(cell, { ...look, bold: isHeader, size: 10, leading: 14 }, context));
  const plan = planNestedTable(extents, { portrait: place.width, landscape: place.turnedWidth, all: textWidth(sheetOf(context.manuscript.paper)) });
  const total = plan.widths.reduce((sum, width) => sum + width, 0);
  const right = levelsOf(table.header.map(({ inlines }) => textOf(inlines)).join(' '))?.base === 1;
  const beyond = total - (plan.landscape ? (place.turnedWidth ?? place.width) : place.width);
  // One that is wider than its place begins further out: to the left, as far as there is room.
  const start = place.x - (right ? Math.min(place.x, beyond) : Math.min(place.x, Math.max(0, beyond)));
  const edges = plan.widths.reduce<number[]>((all, width) => [...all, (all.at(-1) ?? 0) + width], [0]);
  const lefts = plan.widths.map((width, column) => start + (right ? total - (edges[column] ?? 0) - width : (edges[column] ?? 0)));
  return { plan, lefts, frame: { kind: 'grid', xs: edges.map((edge) => start + (right ? total - edge : edge)).toSorted((a, b) => a - b) } };
}

function rowSlices(cells: readonly Cell[], isHeader: boolean, { plan, lefts, frame }: Columns, tag: TagNode, context: LayoutContext): Slice[] {
  const look: TextLook = { ...looks.body, size: plan.fontSize, leading: plan.fontSize * 1.36, bold: isHeader };
  const flows = cells.map((cell, column) => {
    const width = Math.max(2, (plan.widths[column] ?? 0) - 2 * plan.padding);
    const place: Place & { align: Cell['align'] } = { x: (lefts[column] ?? 0) + plan.padding, width, tag: tag.child(isHeader ? 'TH' : 'TD', isHeader ? { scope: 'Column' } : {}), look, tight: true, listDepth: 0, turnedWidth: null, align: cell.align };
    return textFlow(cell.inlines, place, context);
  });
  const count = Math.max(1, ...flows.map((slices) => slices.length));
  const pad = Math.max(1.5, plan.fontSize * 0.32);
  return Array.from({ length: count }, (_, index): Slice => {
    const parts = flows.map((slices) => slices[index]);
    const [above, below] = [index === 0 ? pad : 0, index === count - 1 ? pad : 0];
    const height = Math.max(look.leading, ...parts.map((part) => part?.height ?? 0)) + above + below;
    return {
      ...blank(height, index > 0 && (count <= shortRow || index === 1 || index === count - 1)),
      frames: [frame, ...(isHeader ? [headerGround(frame)] : [])],
      turned: plan.landscape,
      ...(index > 0 ? { continues: true as const } : {}),
      paint: (x, y, isRepeated) => {
        if (index === 0 && !isHeader) line(context, frame, x, y);
        if (index === count - 1 && isHeader) line(context, frame, x, y + height);
        for (const part of parts) part?.paint(x, y + above, isRepeated);
      },
    };
  });
}

const grounds = new WeakMap<object, Slice['frames'][number]>();

function headerGround(frame: Slice['frames'][number]): Slice['frames'][number] {
  if (frame.kind !== 'grid') return frame;
  const ground = grounds.get(frame) ?? { kind: 'fill', x: frame.xs[0] ?? 0, width: (frame.xs.at(-1) ?? 0) - (frame.xs[0] ?? 0), colour: ink.header };
  grounds.set(frame, ground);
  return ground;
}

/** The line above a row. */
function line({ brush: { doc, tagger } }: LayoutContext, frame: Slice['frames'][number], x: number, y: number): void {
  if (frame.kind !== 'grid') return;
  tagger.artifact();
  doc.moveTo(x + (frame.xs[0] ?? 0), y).lineTo(x + (frame.xs.at(-1) ?? 0), y).lineWidth(0.5).stroke(ink.line);
}

export function layoutTable(table: Table, place: Place, context: LayoutContext): Flow {
  return stacked(
    tableParts(table).map((part) => {
      const columns = columnsOf(part, place, context);
      const tag = place.tag.child('Table');
      const header = rowSlices(part.header, true, columns, tag.child('TR'), context).map((slice, index) => ({ ...slice, keep: index > 0 }));
      // A header that fills half a page would leave no room for rows.
      const repeat = header.reduce((total, { height }) => total + height, 0) < 200 ? header : [];
      const rows = part.rows.flatMap((row, index) => rowSlices(row, false, columns, tag.child('TR'), context).map((slice, at) => ({ ...slice, keep: slice.keep || (index === 0 && at === 0), repeat })));
      return { slices: [...header, ...rows], before: 5, after: gaps.table };
    }),
  );
}

/** Front matter. */
export function layoutProperties(rows: readonly (readonly [string, string])[], place: Place, context: LayoutContext): Flow {
  const look: TextLook = { ...looks.body, family: 'heading', size: 9.4, leading: 13 };
  const face = context.measure.fonts.primary(look);
  const names = Math.min(150, Math.max(...rows.map(([name]) => context.measure.width(name, face, look.size))) + 16);
  const tag = place.tag.child('Table');
  const text = (value: string): Inline[] => value.split('\n').flatMap((each, index): Inline[] => [...(index > 0 ? [{ kind: 'break' as const }] : []), { kind: 'text', text: each, marks: {} }]);
  const slices = rows.flatMap(([name, value]) => {
    const row = tag.child('TR');
    const left = textFlow(text(name), { ...place, width: names - 8, tag: row.child('TH', { scope: 'Row' }), look: { ...look, colour: ink.faint } }, context);
    const right = textFlow(text(value), { ...place, x: place.x + names, width: place.width - names, tag: row.child('TD'), look }, context);
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index): Slice => ({
      ...blank(look.leading + 1.5, index > 0),
      paint: (x, y, isRepeated) => { left[index]?.paint(x, y, isRepeated); right[index]?.paint(x, y, isRepeated); },
    }));
  });
  const ruled = (x: number, y: number): void => {
    context.brush.tagger.artifact();
    context.brush.doc.moveTo(x + place.x, y).lineTo(x + place.x + place.width, y).lineWidth(0.5).stroke(ink.line);
  };
  const top: Slice = { ...blank(4, false), paint: (x, y) => { ruled(x, y); } };
  const bottom: Slice = { ...blank(4, true), paint: (x, y) => { ruled(x, y + 4); } };
  return { slices: [top, ...slices.map((slice, index) => (index === 0 ? { ...slice, keep: true } : slice)), bottom], before: 0, after: 16 };
}
