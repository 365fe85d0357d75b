// How wide the columns of a table are, how large its text is, and whether it needs a page on its side.

import type { Cell, Table } from './document.ts';

/** The widths of a cell's content at a size of 1: of its widest part that cannot be broken, and of all of it on one line. */
export interface Extent {
  readonly min: number;
  readonly max: number;
}

export interface TablePlan {
  /** Points. */
  readonly fontSize: number;
  /** Points, the padding within; as many as there are columns. */
  readonly widths: readonly number[];
  readonly landscape: boolean;
  /** Points left and right of a cell's content. */
  readonly padding: number;
}

interface Room {
  readonly portrait: number;
  /** Null where a page cannot be turned. */
  readonly landscape: number | null;
}

/** Points, from what is good to read to what is just legible. */
const sizes = [9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6] as const;
const smallest = 5;
/** Before text becomes smaller the page is turned, or room is taken from the indentation. */
const readable = 7.5;
/** With more columns a table is cut into several, each with the first column. Word allows 63. */
export const maxColumns = 48;
/** A column that others squeeze is no narrower than this, in ems. */
const leastEms = 1.2;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function distribute(extents: readonly Extent[], fontSize: number, padding: number, room: number): number[] {
  const min = extents.map((extent) => Math.max(extent.min, leastEms) * fontSize + 2 * padding);
  const max = extents.map((extent, column) => Math.max(extent.max * fontSize + 2 * padding + 0.5, min[column] ?? 0));
  if (sum(max) <= room) return max;
  const least = sum(min);
  if (least > room) return squeeze(min, leastEms * fontSize + 2 * padding, room);
  return fair(min, max, room);
}

/**
 * All have what their words need. Of the rest, those that want little get it; the others share what is left, those with more text more of
 * it.
 */
function fair(min: readonly number[], max: readonly number[], room: number): number[] {
  const widths = [...min];
  let open = max.flatMap((width, column) => (width > (min[column] ?? 0) ? [{ column, want: width - (min[column] ?? 0) }] : []));
  let left = room - sum(min);
  for (;;) {
    const share = left / open.length;
    const content = open.filter(({ want }) => want <= share);
    if (content.length === 0) break;
    for (const { column, want } of content) widths[column] = (widths[column] ?? 0) + want;
    left -= sum(content.map(({ want }) => want));
    open = open.filter(({ want }) => want > share);
  }
  const weights = sum(open.map(({ want }) => Math.sqrt(want)));
  for (const { column, want } of open) widths[column] = (widths[column] ?? 0) + (left * Math.sqrt(want)) / weights;
  return widths;
}

/** Takes from the widest columns what is missing. */
function squeeze(widths: readonly number[], floor: number, room: number): number[] {
  if (floor * widths.length >= room) return widths.map(() => room / widths.length);
  let [low, high] = [floor, Math.max(...widths)];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (sum(widths.map((width) => Math.min(width, middle))) > room) high = middle;
    else low = middle;
  }
  return widths.map((width) => Math.min(width, low));
}

const paddingOf = (fontSize: number): number => Math.max(1.5, fontSize * 0.55 - (9.5 - fontSize) * 0.8);

/** The extents of all columns, from those of their cells. What a cell over several columns needs more than these, they share. */
export function columnExtents({ header, rows, headRows = 0 }: Table, extentOf: (cell: Cell, isHeader: boolean) => Extent): Extent[] {
  const extents: Extent[] = header.map(() => ({ min: 0, max: 0 }));
  const wide: { readonly column: number; readonly columns: number; readonly extent: Extent }[] = [];
  for (const [index, row] of [header, ...rows].entries()) {
    for (const [column, cell] of row.entries()) {
      if (cell.covered !== undefined) continue;
      const extent = extentOf(cell, index <= headRows);
      const { columns = 1 } = cell;
      if (columns > 1) wide.push({ column, columns, extent });
      else extents[column] = { min: Math.max(extents[column]?.min ?? 0, extent.min), max: Math.max(extents[column]?.max ?? 0, extent.max) };
    }
  }
  for (const { column, columns, extent } of wide) {
    const below = extents.slice(column, column + columns);
    const more = (key: keyof Extent): number => Math.max(0, extent[key] - sum(below.map((each) => each[key]))) / columns;
    const [min, max] = [more('min'), more('max')];
    for (const [index, each] of below.entries()) extents[column + index] = { min: each.min + min, max: each.max + max };
  }
  return extents;
}

/** A plan in which the whole table fits the page; words are broken only where even small text on a turned page leaves no room. */
export function planTable(extents: readonly Extent[], { portrait, landscape }: Room): TablePlan {
  const rooms =
    landscape === null
      ? [{ room: portrait, turned: false }]
      : [
          { room: portrait, turned: false },
          { room: landscape, turned: true },
        ];
  for (const { room, turned } of rooms) {
    for (const fontSize of sizes) {
      // Small text is no remedy as long as the page can be turned.
      if (!turned && landscape !== null && fontSize < readable) break;
      const padding = paddingOf(fontSize);
      const least = sum(extents.map(({ min }) => Math.max(min, leastEms) * fontSize + 2 * padding));
      if (least <= room) return { fontSize, widths: distribute(extents, fontSize, padding, room), landscape: turned, padding };
    }
  }
  const padding = extents.length > 30 ? 1 : 1.5;
  return {
    fontSize: extents.length > 30 ? smallest : 6,
    widths: distribute(extents, extents.length > 30 ? smallest : 6, padding, landscape ?? portrait),
    landscape: landscape !== null,
    padding,
  };
}

/**
 * A plan for a table that may stand in lists and quotes. Where these leave too little room, it is as wide as it needs to be, up to `all`
 * points.
 */
export function planNestedTable(extents: readonly Extent[], room: Room & { readonly all: number }): TablePlan {
  const plan = planTable(extents, room);
  if (plan.landscape || plan.fontSize >= readable || room.portrait > room.all * 0.75) return plan;
  return planTable(extents, { portrait: room.all, landscape: null });
}

/** A cell that reaches over no other. */
const alone = (cell: Cell): Cell =>
  cell.columns === undefined && cell.rows === undefined && cell.covered === undefined ? cell : { inlines: cell.inlines, align: cell.align };

/** The table, in parts if it has too many columns; each part begins with the first column. In parts, no cell reaches over others. */
export function tableParts(table: Table): Table[] {
  const { header, rows, headRows } = table;
  if (header.length <= maxColumns) return [table];
  const count = Math.ceil((header.length - 1) / (maxColumns - 1));
  const each = Math.ceil((header.length - 1) / count);
  return Array.from({ length: count }, (_, part) => {
    const columns = (row: readonly Cell[]): Cell[] => [...row.slice(0, 1), ...row.slice(1 + part * each, 1 + (part + 1) * each)].map(alone);
    return { kind: 'table' as const, header: columns(header), rows: rows.map(columns), ...(headRows === undefined ? {} : { headRows }) };
  });
}
