// The line of a row of a table, and its cells.

import { widthOf } from '../../characters.ts';

/** The line of a row: what it is within, and what stands between its bars, of which the outer ones can be missing. */
export interface RowLine {
  readonly head: string;
  readonly first: string;
  readonly cells: readonly string[];
  readonly last: string;
  readonly end: string;
}

/** A bar behind a backslash is text, in code as well. There can be more cells than columns: they are shown nowhere, and kept. */
export function rowLine(line: string, head: string): RowLine {
  const body = line.slice(head.length).trimEnd();
  const cells = body.split(/(?<!\\)\|/);
  const first = cells.length > 1 && cells[0] === '' ? '|' : '';
  if (first !== '') cells.shift();
  const last = cells.length > 1 && cells.at(-1) === '' ? '|' : '';
  if (last !== '') cells.pop();
  return { head, first, cells, last, end: line.slice(head.length + body.length) };
}

export const lineOf = ({ head, first, cells, last, end }: RowLine): string => head + first + cells.join('|') + last + end;

/** A row whose cells are as wide as those of another one, and at the same ends, without what it is within. */
export function paddedLike(row: RowLine, texts: readonly string[]): string {
  const isDense = row.cells.some((cell, at) => /^\S/.test(cell) && (at > 0 || row.first !== ''));
  const cells = texts.map((each, at) => {
    const [model = '', text] = [row.cells[at], each.trim()];
    const before = isDense || (at === 0 && row.first === '') ? '' : ' ';
    const isRight = /^ {2,}\S/.test(model) && !model.endsWith('  ');
    const after = isRight && model.endsWith(' ') ? ' ' : '';
    const blanks = ' '.repeat(Math.max(0, widthOf(model) - widthOf(before + text + after)));
    return isRight ? before + blanks + text + after : before + text + blanks;
  });
  return lineOf({ ...row, head: '', cells, end: '' }).trimEnd();
}
