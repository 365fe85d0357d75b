// How the table in a source is written.

import { widthOf } from '../characters.ts';
import { sourceLines } from '../source-lines.ts';
import type { TableStyle } from '../serialize/dialect.ts';
import { withoutLineEnding } from './line-ending.ts';
import { rowLine, type RowLine } from './patch/row-line.ts';

/** The row below the head of a table, with what it is within. */
const below = /^([ \t>]*)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

interface TableLines {
  readonly head: RowLine;
  readonly rule: RowLine;
  readonly body: readonly RowLine[];
}

/** The lines of the first table. */
function tableIn(source: string): TableLines | null {
  const lines = sourceLines(source).map(withoutLineEnding);
  const at = lines.findIndex((line, index) => index > 0 && line.includes('|') && below.test(line));
  const within = below.exec(lines[at] ?? '')?.[1] ?? '';
  const rowAt = (index: number): RowLine => rowLine(lines[index] ?? '', (lines[index] ?? '').slice(0, within.length));
  if (at < 0) return null;
  let end = at + 1;
  while (end < lines.length && (lines[end] ?? '').slice(within.length).trim() !== '') end++;
  return { head: rowAt(at - 1), rule: rowAt(at), body: Array.from({ length: end - at - 1 }, (_, index) => rowAt(at + 1 + index)) };
}

/** Whether no cell that has a text stands behind a blank; the first of a line without a bar stands behind none in any case. */
const areDense = ({ cells, first }: RowLine): boolean => cells.slice(first === '' ? 1 : 0).every((cell) => /^\S|^\s*$/.test(cell));

/** Whether the cells of each column are as wide as each other, though their texts are not; `anyTexts`: or are. */
function arePadded(rows: readonly RowLine[], anyTexts = false): boolean {
  const [{ cells: heads } = { cells: [] }] = rows;
  const isAlike = (value: (cell: string) => number): boolean =>
    heads.every((head, column) =>
      rows.every(({ cells, last }) => isEnd(cells, column, last) || value(cells[column] ?? '') === value(head)),
    );
  return (
    rows.every(({ cells }) => cells.length === heads.length) && isAlike(widthOf) && (anyTexts || !isAlike((cell) => widthOf(cell.trim())))
  );
}

/** The last cell of a line without a bar at its end has no blanks behind it. */
const isEnd = (cells: readonly string[], column: number, last: string): boolean => last === '' && column === cells.length - 1;

/** How many signs the columns have. */
function signsOf({ head, rule }: TableLines): Pick<TableStyle, 'signs' | 'colonsBeside'> {
  const signs = rule.cells.map((cell) => cell.trim());
  const [width = 0, ...others] = new Set(signs.map(({ length }) => length));
  const hyphens = new Set(signs.map((sign) => sign.replaceAll(':', '').length));
  const isOne = others.length === 0;
  if (!(isOne && width <= 3) && isAsWide(rule, head, true)) return { signs: 'head' };
  const [few = 0] = hyphens;
  const areBeside = hyphens.size === 1 && signs.some((sign) => sign.includes(':')) && (!isOne || few === 3);
  if (areBeside) return few === 3 ? { colonsBeside: true } : { signs: few, colonsBeside: true };
  return isOne && width !== 3 ? { signs: width } : {};
}

/** Whether the row below the head is as wide as the head in each column; `orLeast`: or has three signs below a shorter text. */
function isAsWide({ cells, last }: RowLine, head: RowLine, orLeast: boolean): boolean {
  return (
    cells.length === head.cells.length &&
    cells.every((cell, at) => {
      const text = head.cells[at] ?? '';
      const isLeast = orLeast && cell.trim().length === 3 && widthOf(text.trim()) < 3;
      return isLeast || widthOf(cell) === widthOf(text) || (isEnd(cells, at, last) && widthOf(cell.trim()) === widthOf(text.trim()));
    })
  );
}

/** What is not as Daybook writes tables; null where there is none. */
export function tableStyleIn(source: string): TableStyle | null {
  const table = tableIn(source);
  if (table === null) return null;
  const { head, rule, body } = table;
  const isPadded = body.length > 0 && arePadded([head, ...body]) && arePadded([head, rule], true);
  return {
    ...(head.first === '' && head.last === '' ? { bare: true } : {}),
    ...([head, ...body].every(areDense) ? { dense: true } : {}),
    ...(areDense(rule) ? { denseRule: true } : {}),
    ...(isPadded ? { padded: true } : signsOf(table)),
  };
}
