// Tables as lines of markdown.

import type { Node } from 'prosemirror-model';
import { widthOf } from '../characters.ts';
import type { References } from '../references.ts';
import type { TableStyle } from './dialect.ts';
import { cellSource } from './textblock-source.ts';

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

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
  const rowOf = (row: readonly string[]): string =>
    lineOf(
      row.map((cell, column) => (style.padded === true ? padded(cell, widths[column] ?? 0) : cell || ' ')),
      blanks,
    );
  const rule = head.map((cell, column) => {
    const width = style.padded === true ? widths[column] : style.signs === 'head' ? Math.max(widthOf(cell), least) : null;
    const signs = width === null || width === undefined ? Number(style.signs ?? leastSigns) : width + 2 * (blanks - ruleBlanks);
    return ruleOf(table.firstChild?.maybeChild(column)?.attrs['align'], signs, style.colonsBeside === true && width === null);
  });
  return [rowOf(head), lineOf(rule, ruleBlanks), ...body.map(rowOf)];
}

const leastSigns = 3;

/** The signs of a column below the head. */
export function ruleOf(align: unknown, signs: number, areColonsBeside: boolean): string {
  const [left, right] = [align === 'left' || align === 'center' ? ':' : '', align === 'right' || align === 'center' ? ':' : ''];
  return left + '-'.repeat(Math.max(1, areColonsBeside ? signs : signs - left.length - right.length)) + right;
}
