// Tables of Word: widths that fit the page, the header on each page.

import { AlignmentType, BorderStyle, Paragraph, Table, TableCell, TableLayoutType, TableRow, WidthType } from 'docx';
import { levelsOf } from '../bidi.ts';
import { plainTextOf, type Cell, type Table as TableBlock, absentPicture } from '../document.ts';
import { columnExtents, planNestedTable, tableParts, type Extent, type TablePlan } from '../table-plan.ts';
import type { BlockPlacement } from './blocks.ts';
import { runsOf, textRuns, type DocxContext } from './runs.ts';
import { ink, points } from './styles.ts';

/** Tables for which the page is to be turned. */
export const turned = new WeakSet<Table>();

const line = { style: BorderStyle.SINGLE, size: 4, color: ink.line } as const;
const noBorder = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;

/** A row with more text than this may be broken across pages. */
const longRow = 600;

/** How much wider text can be where the machine has another font in place of the one that is named. */
const otherFonts = 1.25;

const wide = /[\u1100-\u11FF\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFF}]/u;

/** About how wide text is at a size of 1: the fonts are those of the machine that opens the document. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text)
    width += wide.test(character)
      ? 1
      : /[iljtfr.,:;'|! ()[\]]/.test(character)
        ? 0.3
        : /[A-ZmwMW@%&]/.test(character)
          ? 0.7
          : character < '\u0250'
            ? 0.54
            : 0.66;
  return width;
}

function extentOf({ inlines }: Cell, isHeader: boolean, context: DocxContext): Extent {
  const factor = isHeader ? 1.06 : 1;
  let min = 0;
  const lines: string[] = [''];
  for (const inline of inlines) {
    if (inline.kind === 'break') lines.push('');
    else if (inline.kind === 'image' && context.manuscript.pictures.has(inline.src)) min = Math.max(min, 4);
    else
      lines[lines.length - 1] +=
        inline.kind === 'image' ? absentPicture(inline).label : inline.kind === 'text' ? inline.text : plainTextOf([inline]);
  }
  for (const word of lines.join(' ').split(/[\s\u00AD/-]+/)) min = Math.max(min, wide.test(word) ? 2 : widthOf(word));
  return { min: min * factor, max: Math.max(min, ...lines.map(widthOf)) * factor };
}

function cellOf(cell: Cell, width: number, plan: TablePlan, isHeader: boolean, context: DocxContext): TableCell {
  const { columns = 1, rows = 1 } = cell;
  const { children, isRightToLeft } = runsOf(
    cell.inlines,
    { size: plan.fontSize, ownSize: true, ...(isHeader ? { bold: true as const } : {}), room: Math.max(8, width - 2 * plan.padding) },
    context,
  );
  const alignment =
    cell.align === 'center'
      ? AlignmentType.CENTER
      : cell.align === 'right'
        ? AlignmentType.RIGHT
        : cell.align === 'left'
          ? AlignmentType.LEFT
          : undefined;
  return new TableCell({
    children: [
      new Paragraph({
        style: 'TableText',
        children,
        ...(alignment === undefined ? {} : { alignment }),
        ...(isRightToLeft ? { bidirectional: true } : {}),
        ...(isHeader ? { keepNext: true } : {}),
      }),
    ],
    width: { size: points(width), type: WidthType.DXA },
    ...(columns > 1 ? { columnSpan: columns } : {}),
    ...(rows > 1 ? { rowSpan: rows } : {}),
    ...(isHeader ? { shading: { fill: ink.header } } : {}),
  });
}

/** With room for wider fonts, unless text would be smaller or the page turned for that. */
function planOf(extents: readonly Extent[], room: Parameters<typeof planNestedTable>[1]): TablePlan {
  const tight = planNestedTable(extents, room);
  const roomy = planNestedTable(
    extents.map(({ min, max }) => ({ min: min * otherFonts, max: max * otherFonts })),
    room,
  );
  return roomy.fontSize === tight.fontSize && roomy.landscape === tight.landscape ? roomy : tight;
}

function tableOf(table: TableBlock, place: BlockPlacement, context: DocxContext): Table {
  const extents = columnExtents(table, (cell, isHeader) => extentOf(cell, isHeader, context));
  const plan = planOf(extents, { portrait: place.width - place.indent, landscape: place.turnedWidth, all: place.width });
  const width = plan.widths.reduce((total, each) => total + each, 0);
  const widthAt = (column: number, columns = 1): number =>
    plan.widths.slice(column, column + columns).reduce((total, each) => total + each, 0);
  const row = (cells: readonly Cell[], isHeader: boolean): TableRow =>
    new TableRow({
      tableHeader: isHeader,
      cantSplit: isHeader || cells.every(({ inlines }) => plainTextOf(inlines).length < longRow),
      children: cells.flatMap((cell, column) =>
        cell.covered === undefined ? [cellOf(cell, widthAt(column, cell.columns), plan, isHeader, context)] : [],
      ),
    });
  const result = new Table({
    rows: [row(table.header, true), ...table.rows.map((cells, index) => row(cells, index < (table.headRows ?? 0)))],
    columnWidths: plan.widths.map(points),
    width: { size: plan.widths.reduce((total, width) => total + points(width), 0), type: WidthType.DXA },
    indent: { size: points(Math.max(0, Math.min(place.indent, place.width - width))), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    ...(levelsOf(table.header.map(({ inlines }) => plainTextOf(inlines)).join(' '))?.base === 1 ? { visuallyRightToLeft: true } : {}),
    margins: {
      marginUnitType: WidthType.DXA,
      top: points(2.5),
      bottom: points(2.5),
      left: points(plan.padding),
      right: points(plan.padding),
    },
    borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
  });
  if (plan.landscape) turned.add(result);
  return result;
}

/** What keeps a table from the text after it, and two tables from becoming one. */
export const gap = (): Paragraph => new Paragraph({ style: 'TableText', spacing: { before: 0, after: points(6), line: 120 } });

export function tables(table: TableBlock, place: BlockPlacement, context: DocxContext): (Paragraph | Table)[] {
  return tableParts(table).flatMap((part) => [tableOf(part, place, context), gap()]);
}

/** Front matter. */
export function propertyTable(rows: readonly (readonly [string, string])[], { width, indent }: BlockPlacement): (Paragraph | Table)[] {
  const names = Math.min(150, Math.max(...rows.map(([name]) => widthOf(name) * 9.5)) + 14);
  const cell = (text: string, size: number, isName: boolean): TableCell => {
    const direction = levelsOf(text)?.base === 1 ? { bidirectional: true } : {};
    const options = { size: '9.5pt', sizeComplexScript: '9.5pt', ...(isName ? { color: ink.faint } : {}) } as const;
    return new TableCell({
      width: { size: points(size), type: WidthType.DXA },
      children: text
        .split('\n')
        .map(
          (each) => new Paragraph({ style: 'TableText', children: textRuns(each, options, levelsOf(each)?.of ?? null, 0), ...direction }),
        ),
    });
  };
  const table = new Table({
    rows: rows.map(
      ([name, value]) => new TableRow({ cantSplit: true, children: [cell(name, names, true), cell(value, width - indent - names, false)] }),
    ),
    columnWidths: [points(names), points(width - indent - names)],
    width: { size: points(width - indent), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    margins: { marginUnitType: WidthType.DXA, top: points(1.5), bottom: points(1.5), left: points(4), right: points(4) },
    borders: { top: line, bottom: line, left: noBorder, right: noBorder, insideHorizontal: noBorder, insideVertical: noBorder },
  });
  return [table, gap()];
}
