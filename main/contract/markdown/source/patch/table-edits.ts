// A row of a table with other cells, or a table with other columns, in the bytes that it had.

import { Fragment, type Node } from 'prosemirror-model';
import { withoutLineEnding } from '../line-ending.ts';
import { withNodeAt, type ChangedColumns, type ChangedLeaf } from './differences.ts';
import { spanOfLines, starredLines, type BlockDraft, type SourceEdit, type Patching, type SourceReader } from './draft.ts';
import { lineOf, rowLine, type RowLine } from './row-line.ts';
import { headsOf, inStyleOf, leadOf } from './style.ts';
import type { LineSpan } from './tree.ts';

/** Without a bar at its ends a row cannot begin or end with an empty cell. */
const barred = (row: RowLine): RowLine => ({ ...row, first: '|', last: '|' });

/** A cell with another text, between the blanks that it has. */
function withText(cell: string, text: string): string {
  const [before, after] =
    cell.trim() === '' ? [cell.slice(0, 1), cell.slice(0, 1)] : [/^\s*/.exec(cell)?.[0], cell.slice(cell.trimEnd().length)];
  return text === '' ? before || ' ' : `${before ?? ''}${text}${after ?? ''}`;
}

/** The draft with the cells of a row that have changed written anew; the others, and what stands around them, stay. */
export function withRow(
  draft: BlockDraft,
  { path, old, now }: ChangedLeaf,
  { from }: LineSpan,
  { reader, origin }: Patching,
): BlockDraft | null {
  const { start, end } = spanOfLines(draft.source, from, from + 1);
  const whole = draft.source.slice(start, end);
  const line = withoutLineEnding(whole);
  // The words of a row are those of the head of a table.
  const table = path.slice(0, -1).reduce((node, index) => node.child(index), draft.node);
  const written = rowLine(starredLines(table.copy(Fragment.from([now, now])), reader)[0] ?? '', '').cells.map((cell) => cell.trim());
  const heads = path.at(-1) === 0 ? headsOf(line) : [leadOf(line)];
  const ways = heads.flatMap((head) => {
    const row = rowLine(line, head);
    const cells = Array.from({ length: Math.max(row.cells.length, now.childCount) }, (_, index) => row.cells[index] ?? ' ');
    const styled = written.map((text) => inStyleOf(origin, text, reader.dialect));
    return [0, 1].flatMap((plain) => {
      const next = cells.map((cell, index) => {
        const isChanged = index < now.childCount && !old.child(index).eq(now.child(index));
        return isChanged ? withText(cell, styled[index]?.at(-plain) ?? '') : cell;
      });
      const made = { ...row, cells: next };
      return [made, barred(made)].map((each): readonly SourceEdit[] => [{ from: start, to: start + line.length, text: lineOf(each) }]);
    });
  });
  return reader.firstThatMakes(
    draft,
    withNodeAt(draft.node, path, () => now),
    ways,
  );
}

const alignOf = (cell: Node | null | undefined): unknown => cell?.attrs['align'] ?? null;

/** How many hyphens stand in a line below a head that has few. */
const fewHyphens = 3;

/** The hyphens of a column, with colons for how it is aligned, as long as before if there are enough. */
function aligned(cell: string, align: unknown): string {
  const [colons, hyphens] = [
    [align === 'left' || align === 'center' ? ':' : '', align === 'right' || align === 'center' ? ':' : ''],
    cell.trim(),
  ];
  const length = Math.max(Math.min(fewHyphens, hyphens.replaceAll(':', '').length), hyphens.length - colons.join('').length);
  return withText(cell, `${colons[0]}${'-'.repeat(length)}${colons[1]}`);
}

/** Where a column has come or gone: where most cells on both sides stay what they were. */
function columnAt(longer: Node, shorter: Node): number {
  const count = shorter.firstChild?.childCount ?? 0;
  const scores = Array.from({ length: count + 1 }, () => 0);
  for (let index = 0; index < Math.min(longer.childCount, shorter.childCount); index++) {
    const [more, fewer] = [longer.child(index), shorter.child(index)];
    const isSame = (at: number, by: number): number => (fewer.maybeChild(at)?.eq(more.maybeChild(at + by) ?? more) === true ? 1 : 0);
    let score = 0;
    for (let at = 0; at < count; at++) score += isSame(at, 1);
    for (let at = 0; at <= count; at++) {
      scores[at] = (scores[at] ?? 0) + score;
      score += isSame(at, 0) - isSame(at, 1);
    }
  }
  return scores.indexOf(Math.max(...scores));
}

/** What becomes of the cells of each row, of their nodes, and of the line of hyphens. */
interface ColumnChange {
  readonly cells: (cells: readonly string[]) => readonly string[];
  readonly nodes: (row: Node) => readonly Node[];
  readonly hyphens: (cells: readonly string[]) => readonly string[];
}

function columnChange(old: Node, now: Node): ColumnChange {
  const [head, next] = [old.firstChild, now.firstChild];
  const by = (next?.childCount ?? 0) - (head?.childCount ?? 0);
  if (by === 0) {
    return {
      cells: (cells) => cells,
      nodes: (row) =>
        row.children.map((cell, at) => cell.type.create({ ...cell.attrs, align: alignOf(next?.maybeChild(at)) }, cell.content)),
      hyphens: (cells) =>
        cells.map((cell, at) =>
          alignOf(head?.maybeChild(at)) === alignOf(next?.maybeChild(at)) ? cell : aligned(cell, alignOf(next?.maybeChild(at))),
        ),
    };
  }
  if (by < 0) {
    const at = columnAt(old, now);
    const without = <Item>(items: readonly Item[]): readonly Item[] => items.toSpliced(at, 1);
    return { cells: without, nodes: (row) => without(row.children), hyphens: without };
  }
  const at = columnAt(now, old);
  const align = alignOf(next?.maybeChild(at));
  const beside = (cells: readonly string[]): string => cells[Math.max(0, at - 1)] ?? '';
  const blank = (cells: readonly string[]): string => (/^\s/.test(beside(cells)) ? '   ' : ' ');
  return {
    cells: (cells) => (cells.length < at ? cells : cells.toSpliced(at, 0, blank(cells))),
    nodes: (row) => row.children.toSpliced(at, 0, (row.firstChild?.type ?? row.type).create({ align })),
    hyphens: (cells) => cells.toSpliced(at, 0, aligned(withText(beside(cells), '---'), align)),
  };
}

/** The draft with a column more or less, or with columns that are aligned otherwise; the cells of the others keep their bytes. */
export function withColumns(draft: BlockDraft, { path, now }: ChangedColumns, place: LineSpan, reader: SourceReader): BlockDraft | null {
  const old = path.reduce((node, index) => node.child(index), draft.node);
  const change = columnChange(old, now);
  const top = place.children[0];
  if (top === undefined || top === null || place.children.includes(null)) return null;
  const table = old.copy(Fragment.fromArray(old.children.map((row) => row.copy(Fragment.fromArray([...change.nodes(row)])))));
  const edit = (line: number, head: (text: string) => string, cells: ColumnChange['cells'], isBarred: boolean): SourceEdit => {
    const { start, end } = spanOfLines(draft.source, line, line + 1);
    const text = withoutLineEnding(draft.source.slice(start, end));
    const row = rowLine(text, head(text));
    const made = { ...row, cells: cells(row.cells) };
    return { from: start, to: start + text.length, text: lineOf(isBarred ? barred(made) : made) };
  };
  const ways = [false, true].flatMap((isBarred) =>
    [0, 1, 2].map((choice): readonly SourceEdit[] => [
      edit(top.from, (line) => headsOf(line)[choice] ?? '', change.cells, isBarred),
      edit(top.from + 1, leadOf, change.hyphens, isBarred),
      ...place.children.slice(1).flatMap((row) => (row === null ? [] : [edit(row.from, leadOf, change.cells, isBarred)])),
    ]),
  );
  return reader.firstThatMakes(
    draft,
    withNodeAt(draft.node, path, () => table),
    ways,
  );
}
