// Tables as lines of markdown.

import type { Node } from 'prosemirror-model';
import { widthOf } from '../characters.ts';
import type { References } from '../references.ts';
import type { TableStyle } from './dialect.ts';
import { cellSource } from './textblock-source.ts';

/** A cell with blanks, as its column is aligned. */
function padded(text: string, width: number, align: unknown): string {
  const blanks = Math.max(0, width - widthOf(text));
  const left = align === 'right' ? blanks : align === 'center' ? blanks >> 1 : 0;
  return ' '.repeat(left) + text + ' '.repeat(blanks - left);
}

/** A table as markdown: as many columns as its longest row, the first row as its head. */
export function tableLines(table: Node, references: References, style: TableStyle = {}): string[] {
  const rows = table.children.map((row) => row.children.map((cell) => cellSource(cell, references)));
  const count = Math.max(...rows.map((row) => row.length));
  const cells = rows.map((row) => Array.from({ length: count }, (_, column) => row[column] ?? ''));
  const [head = [], ...body] = cells;
  const blanks = style.dense === true ? 0 : 1;
  const ruleBlanks = style.denseRule === true ? 0 : 1;
  const least = leastSigns - 2 * (blanks - ruleBlanks);
  const widths = head.map((_, column) => Math.max(least, ...cells.map((row) => widthOf(row[column] ?? ''))));
  // A row that begins or ends with an empty cell has bars there.
  const isBare = style.bare === true && count > 1 && cells.every((row) => row[0] !== '' && row.at(-1) !== '');
  const lineOf = (texts: readonly string[], around: number): string => {
    const line = texts.map((text) => ' '.repeat(around) + text + ' '.repeat(around)).join('|');
    return isBare ? line.trim() : `|${line}|`;
  };
  const alignOf = (column: number): unknown => table.firstChild?.maybeChild(column)?.attrs['align'];
  const isPadded = (column: number): boolean => style.padded === true || (style.padded === 'but last' && column < count - 1);
  const cellOf = (cell: string, column: number): string =>
    isPadded(column) ? padded(cell, widths[column] ?? 0, style.flushLeft === true ? null : alignOf(column)) : cell || ' ';
  const rowOf = (row: readonly string[]): string => lineOf(row.map(cellOf), blanks);
  const rule = head.map((cell, column) => {
    const ofHead = style.signs === 'head' || style.padded !== undefined ? Math.max(widthOf(cell), least) : null;
    const width = isPadded(column) ? (widths[column] ?? 0) : ofHead;
    const signs = width === null ? Number(style.signs ?? leastSigns) : width + 2 * (blanks - ruleBlanks);
    return ruleOf(alignOf(column), signs, style.colonsBeside === true && width === null);
  });
  return [rowOf(head), lineOf(rule, ruleBlanks), ...body.map(rowOf)];
}

const leastSigns = 3;

/** The signs of a column below the head. */
function ruleOf(align: unknown, signs: number, areColonsBeside: boolean): string {
  const [left, right] = [align === 'left' || align === 'center' ? ':' : '', align === 'right' || align === 'center' ? ':' : ''];
  return left + '-'.repeat(Math.max(1, areColonsBeside ? signs : signs - left.length - right.length)) + right;
}
