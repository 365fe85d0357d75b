// How the table in a source is written.

import { widthOf } from '../characters.ts';
import { sourceLines } from '../source-lines.ts';
import type { TableStyle } from '../serialize/dialect.ts';
import { withoutLineEnding } from './line-ending.ts';
import { rowLine, type RowLine } from './patch/row-line.ts';

/** The row below the head of a table, with what it is within. */
const below = /^([ \t>]*)(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

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

/** Whether most cells are as wide as their column, though their texts are not; without the last column, that may be wide or not. */
function paddedIn({ head, rule, body }: TableLines): TableStyle['padded'] {
  const rows = [head, ...body];
  const isEven = ({ cells, last }: RowLine, columns: number): boolean =>
    cells.length === rule.cells.length &&
    cells.slice(0, columns).every((cell, at) => isEnd(cells, at, last) || widthOf(cell) === widthOf(rule.cells[at] ?? ''));
  const areUnlike = (some: readonly RowLine[], columns: number): boolean =>
    head.cells.slice(0, columns).some((_, at) => new Set(some.map(({ cells }) => widthOf(cells[at]?.trim() ?? ''))).size > 1);
  const count = rule.cells.length;
  const [all, most] = [count, count - 1].map((columns) => rows.filter((row) => isEven(row, columns)));
  const isWhole = all?.length === most?.length;
  const even = (isWhole ? all : most) ?? [];
  const isPadded = even.length * 2 > rows.length && even.includes(head) && areUnlike(even, isWhole && head.last !== '' ? count : count - 1);
  return isPadded ? isWhole || 'but last' : undefined;
}

/** Whether a text stands at the left in a column that is aligned otherwise. */
const areFlushLeft = ({ rule, body }: TableLines): boolean =>
  rule.cells.some((sign, at) => sign.trim().endsWith(':') && body.some(({ cells }) => /^ ?\S.* {2}$/.test(cells[at] ?? '')));

/** The last cell of a line without a bar at its end has no blanks behind it. */
const isEnd = (cells: readonly string[], column: number, last: string): boolean => last === '' && column === cells.length - 1;

/** How many signs the columns have. */
function signsOf({ head, rule }: TableLines): Pick<TableStyle, 'signs' | 'colonsBeside'> {
  const signs = rule.cells.map((cell) => cell.trim());
  const [width = 0, ...others] = new Set(signs.map(({ length }) => length));
  const hyphens = new Set(signs.map((sign) => sign.replaceAll(':', '').length));
  const isOne = others.length === 0;
  if (!(isOne && width <= 3) && isAsWide(rule, head)) return { signs: 'head' };
  const [few = 0] = hyphens;
  const areBeside = hyphens.size === 1 && signs.some((sign) => sign.includes(':')) && (!isOne || few === 3);
  if (areBeside) return few === 3 ? { colonsBeside: true } : { signs: few, colonsBeside: true };
  return isOne && width !== 3 ? { signs: width } : {};
}

/** Whether the row below the head is as wide as the head in each column, or has three signs below a shorter text. */
function isAsWide({ cells, last }: RowLine, head: RowLine): boolean {
  return (
    cells.length === head.cells.length &&
    cells.every((cell, at) => {
      const text = head.cells[at] ?? '';
      const isLeast = cell.trim().length === 3 && widthOf(text.trim()) < 3;
      return isLeast || widthOf(cell) === widthOf(text) || (isEnd(cells, at, last) && widthOf(cell.trim()) === widthOf(text.trim()));
    })
  );
}

/** What is not as Daybook writes tables; null where there is none. */
export function tableStyleIn(source: string): TableStyle | null {
  const table = tableIn(source);
  if (table === null) return null;
  const { head, rule, body } = table;
  const padded = paddedIn(table);
  return {
    ...(head.first === '' && head.last === '' ? { bare: true } : {}),
    ...([head, ...body].every(areDense) ? { dense: true } : {}),
    ...(areDense(rule) ? { denseRule: true } : {}),
    ...(padded === undefined ? signsOf(table) : { padded }),
    ...(padded !== undefined && areFlushLeft(table) ? { flushLeft: true } : {}),
  };
}
