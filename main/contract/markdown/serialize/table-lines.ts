// A table as markdown: as many columns as its longest row, the first row as its head.

import type { Node } from 'prosemirror-model';
import type { References } from '../references.ts';
import { cellSource } from './textblock-source.ts';

const rules: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

export function tableLines(table: Node, references: References): string[] {
  const rows = table.children.map((row) => row.children.map((cell) => cellSource(cell, references)));
  const columns = Math.max(...rows.map((row) => row.length));
  const aligns = table.firstChild?.children.map((cell) => rules[String(cell.attrs['align'])] ?? '---') ?? [];
  const line = (cells: readonly string[], filler: string): string =>
    `| ${Array.from({ length: columns }, (_, column) => cells[column] ?? filler)
      .map((cell) => (cell === '' ? ' ' : cell))
      .join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head ?? [], ''), line(aligns, '---'), ...body.map((row) => line(row, ''))];
}
