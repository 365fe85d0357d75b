// Items, rows and blocks that come or go, written in the way of those beside them.

import { Fragment, type Node } from 'prosemirror-model';
import { isList } from '../../../note-nodes.ts';
import { sourceLines } from '../../source-lines.ts';
import { withoutMarkers, withPlainTables } from '../../serialize/dialect.ts';
import { endsLine, withoutLineEnding } from '../line-ending.ts';
import { nodeAt, withNodeAt, type ChangedTask, type GoneChildren, type Child } from './differences.ts';
import {
  lineStarts,
  spanOfLines,
  starredLines,
  writtenLines,
  type BlockDraft,
  type SourceEdit,
  type Patching,
  type SourceReader,
} from './draft.ts';
import { paddedLike, rowLine } from './row-line.ts';
import { behind, continued, headsOf, headsOfCode, inStyleOf, isBlankInQuotes } from './style.ts';
import type { LineSpan } from './tree.ts';

/** The lines of a source, without their endings. */
const linesOf = (source: string): string[] => sourceLines(source).map(withoutLineEnding);

/** What stands before the text of an item: what it is within, its marker and the spaces after it. */
const itemHead = /^((?:[ \t]*>)*[ \t]*)([-+*]|\d{1,9}[.)])([ \t]+|$)/;

/** The head of the item at a line, where its marker may stand behind those of the items around it. */
function headOf(line: string, depth: number): { readonly before: string; readonly marker: string; readonly space: string } | null {
  let before = '';
  let rest = line;
  for (let level = 0; ; level++) {
    const match = itemHead.exec(rest);
    if (match === null) return null;
    const [whole, indent = '', marker = '', space = ''] = match;
    const isLast = level >= depth || !itemHead.test(rest.slice(whole.length));
    if (isLast) return { before: before + indent, marker, space };
    before += whole;
    rest = rest.slice(whole.length);
  }
}

export function withTask(draft: BlockDraft, change: ChangedTask, place: LineSpan, reader: SourceReader): BlockDraft | null {
  const { path, checked } = change;
  const wanted = withNodeAt(draft.node, path, (item) => item.type.create({ ...item.attrs, checked }, item.content));
  const { inBoxes, behindMarkers } = taskWays(draft, change, place);
  return reader.firstThatMakes(draft, wanted, [...behindMarkers, ...inBoxes]);
}

/** The likeliest way of writing that an item has become a task, or none, or has been done; null where there is none. */
export function likeliestBox(draft: BlockDraft, change: ChangedTask, place: LineSpan): readonly SourceEdit[] | null {
  const { inBoxes, behindMarkers } = taskWays(draft, change, place);
  return (nodeAt(draft.node, change.path).attrs['checked'] === null ? behindMarkers[0] : inBoxes[0]) ?? null;
}

interface TaskWays {
  /** Those on the line of the item, the last one first. */
  readonly inBoxes: readonly (readonly SourceEdit[])[];
  readonly behindMarkers: readonly (readonly SourceEdit[])[];
}

function taskWays({ source }: BlockDraft, { checked }: ChangedTask, place: LineSpan): TaskWays {
  const { start, end } = spanOfLines(source, place.from, place.from + 1);
  const line = source.slice(start, end);
  const inBoxes: (readonly SourceEdit[])[] = [];
  for (const { index, 0: box, 1: head = '' } of line.matchAll(/((?:[-+*]|\d{1,9}[.)])[ \t]+)\[[ xX]\][ \t]?/g)) {
    const at = start + index + head.length;
    if (checked === null) inBoxes.unshift([{ from: at, to: start + index + box.length, text: '' }]);
    else inBoxes.unshift([{ from: at + 1, to: at + 2, text: checked ? 'x' : ' ' }]);
  }
  const behindMarkers: (readonly SourceEdit[])[] = [];
  for (const { index, 0: head } of checked === null ? [] : line.matchAll(/(?:[-+*]|\d{1,9}[.)])[ \t]+/g)) {
    const at = start + index + head.length;
    behindMarkers.unshift([{ from: at, to: at, text: checked === true ? '[x] ' : '[ ] ' }]);
  }
  return { inBoxes, behindMarkers };
}

export function withoutChildren(
  draft: BlockDraft,
  { path, index, count }: GoneChildren,
  place: LineSpan,
  reader: SourceReader,
): BlockDraft | null {
  const children = place.children;
  const [own, last, next, previous] = [children[index], children[index + count - 1], children[index + count], children[index - 1]];
  if (own === undefined || own === null || last === undefined || last === null || children.length <= count) return null;
  const wanted = withNodeAt(draft.node, path, (parent) => withChildren(parent, parent.children.toSpliced(index, count)));
  const lines = linesOf(draft.source);
  const ways: (readonly SourceEdit[])[] = [];
  if (next !== undefined && next !== null) {
    const gone = removed(draft.source, own.from, next.from);
    const parent = nodeAt(draft.node, path);
    if (countsOn(path, place, parent, lines))
      ways.push([gone, ...renumbered(draft, path, place, { from: index + count, by: -count }, lines)]);
    ways.push([gone]);
  }
  if (previous !== undefined && previous !== null) {
    // With the blank lines before it, where it was the last.
    let from = own.from;
    while (from > previous.from + 1 && isBlankInQuotes(lines[from - 1] ?? '')) from--;
    ways.push([removed(draft.source, from, last.to)]);
  }
  return reader.firstThatMakes(draft, wanted, ways);
}

const withChildren = (parent: Node, children: readonly Node[]): Node => parent.copy(Fragment.fromArray([...children]));

function removed(source: string, from: number, to: number): SourceEdit {
  const { start, end } = spanOfLines(source, from, to);
  return { from: start, to: end, text: '' };
}

/** A part that is to come. */
export interface Inserting extends Patching {
  readonly draft: BlockDraft;
  readonly change: Child;
  readonly place: LineSpan;
}

export function withChild(inserting: Inserting): BlockDraft | null {
  const { draft, change, reader } = inserting;
  const { path, index, child } = change;
  const parent = nodeAt(draft.node, path);
  const wanted = withNodeAt(draft.node, path, (node) => withChildren(node, node.children.toSpliced(index, 0, child)));
  switch (parent.type.name) {
    case 'table':
      return reader.firstThatMakes(draft, wanted, rowWays(inserting, parent));
    case 'bullet_list':
    case 'ordered_list':
      return reader.firstThatMakes(draft, wanted, itemWays(inserting, parent));
    default:
      return reader.firstThatMakes(draft, wanted, blockWays(inserting));
  }
}

/** A line before the line `at`; at the end of a source without a last line ending it gets one before it. */
function insertion({ draft: { source }, lineEnding }: Inserting, at: number, lines: readonly string[]): SourceEdit {
  const from = lineStarts(source)[at] ?? source.length;
  const isOpen = from === source.length && source !== '' && !endsLine(source);
  const text = isOpen ? lines.map((line) => lineEnding + line).join('') : lines.map((line) => line + lineEnding).join('');
  return { from, to: from, text };
}

/** Rows in the look of the one before: with or without bars at the ends, and with its spaces. */
function* rowWays(inserting: Inserting, table: Node): Generator<readonly SourceEdit[]> {
  const { change, place, draft, reader } = inserting;
  const { index, child } = change;
  const above = place.children[index - 1];
  if (above === undefined || above === null) return;
  const sources = linesOf(draft.source);
  const model = sources[above.from] ?? '';
  const { references, dialect } = reader;
  const written = writtenLines(withChildren(table, [child, child]), { references, dialect: withPlainTables(dialect) })[0] ?? '';
  const cells = written.slice(2, -2);
  const head = /^(?:[ \t]*>)*[ \t]*/.exec(model)?.[0] ?? '';
  // One that has only moved has its line already.
  const moved = place.children[table.children.findIndex((row, at) => at > 0 && row.eq(child))];
  const known = moved === undefined || moved === null ? null : (sources[moved.from] ?? '').slice(head.length);
  const body = model.slice(head.length).trimEnd();
  const before = body.startsWith('|') ? (/^\|[ \t]/.test(body) ? '| ' : '|') : '';
  const after = body.endsWith('|') ? (/[ \t]\|$/.test(body) ? ' |' : '|') : '';
  const isDense = /[^ \t\\|]\|[^ \t|]/.test(body);
  // Below the head stands the line of hyphens.
  const at = index === 1 ? above.to + 1 : above.to;
  const padded = dialect.table?.padded !== undefined ? paddedLike(rowLine(model, head), rowLine(written, '').cells) : null;
  for (const text of new Set([known, padded, before + (isDense ? cells.replaceAll(' | ', '|') : cells) + after, written]))
    if (text !== null) yield [insertion(inserting, at, [head + text])];
}

/** The lines of an item without its marker, written anew. */
function newItemLines(item: Node, list: Node, { reader }: Inserting): readonly string[] {
  const lines = starredLines(list.copy(Fragment.from(item)), { references: reader.references, dialect: withoutMarkers(reader.dialect) });
  const width = /^(?:[-+*]|\d{1,9}[.)]) ?/.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines.map((line) => line.slice(width));
}

/** What stands between a marker and the text; of code that is indented, the indent is no part of it. */
function distanceOf(space: string, { firstChild }: Node): string {
  return space === '' || (space.length > 4 && firstChild?.type.spec.code === true) ? ' ' : space;
}

/** Items with the marker, the indent and the distance of the one beside. The numbers of those below go on, where they did. */
function* itemWays(inserting: Inserting, list: Node): Generator<readonly SourceEdit[]> {
  const { change, place, draft } = inserting;
  const { index, child, path } = change;
  const sources = linesOf(draft.source);
  const isAfter = index > 0;
  const beside = place.children[isAfter ? index - 1 : 0] ?? null;
  const head = beside === null ? null : headOf(sources[beside.from] ?? '', path.length);
  if (beside === null || head === null) return;
  const isCounted = countsOn(path, place, list, sources);
  const own = Number.parseInt(head.marker, 10);
  const marker = isCounted && isAfter ? `${own + 1}${head.marker.slice(-1)}` : head.marker;
  const before = isAfter ? continued(head.before) : head.before;
  const start = before + marker + distanceOf(head.space, list.child(isAfter ? index - 1 : 0));
  const known = inserting.known.itemLines(child, list, before, start.slice(before.length));
  const [first = '', ...rest] = newItemLines(child, list, inserting);
  const written = [behind(start, first), ...rest.map((line) => behind(line === '' ? before : continued(start), line))];
  const at = isAfter ? endOf(beside, sources) : beside.from;
  const below = isCounted ? renumbered(draft, path, place, { from: index, by: 1 }, sources) : [];
  const isSpaced = areSpaced(inserting, list, sources);
  for (const lines of [known, written]) {
    const spaced = isAfter ? [before.trimEnd(), ...lines] : [...lines, before.trimEnd()];
    const both = isSpaced ? [spaced, lines] : [lines, spaced];
    const ways = both.flatMap((way) => inserting.known.withLazyLines(way));
    for (const way of ways) yield [insertion(inserting, at, way), ...below];
    for (const way of ways)
      for (const text of inStyleOf(inserting.origin, way.join('\n'), inserting.reader.dialect))
        yield [insertion(inserting, at, text.split('\n')), ...below];
  }
}

/**
 * Whether a blank line parts the items beside the one that comes. Where there is one item, or it has only moved and still stands where it
 * was, it is whether the list is loose.
 */
export function areSpaced({ change: { index, child }, place: { children } }: Inserting, list: Node, sources: readonly string[]): boolean {
  const below = children[index > 1 ? index - 1 : 1];
  if (below === undefined || below === null || list.children.some((item) => item.eq(child))) return list.attrs['tight'] !== true;
  return isBlankInQuotes(sources[below.from - 1] ?? '');
}

/** Whether the numbers of a list are each one higher than the one before. */
export function countsOn(path: readonly number[], place: LineSpan, list: Node, sources: readonly string[]): boolean {
  const numbers = place.children.map((each) => Number.parseInt(headOf(sources[each?.from ?? 0] ?? '', path.length)?.marker ?? '', 10));
  return list.type.name === 'ordered_list' && numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
}

/** The line after the last that is not blank. */
function endOf({ from, to }: LineSpan, sources: readonly string[]): number {
  let end = Math.min(to, sources.length);
  while (end > from + 1 && isBlankInQuotes(sources[end - 1] ?? '')) end--;
  return end;
}

/** Each number of the items from number `from` on, higher by `by`. */
export function renumbered(
  draft: BlockDraft,
  path: readonly number[],
  place: LineSpan,
  { from: first, by }: { readonly from: number; readonly by: number },
  sources: readonly string[],
): SourceEdit[] {
  const starts = lineStarts(draft.source);
  return place.children.slice(first).flatMap((each) => {
    const head = each === null ? null : headOf(sources[each.from] ?? '', path.length);
    if (each === null || head === null) return [];
    const from = (starts[each.from] ?? 0) + head.before.length;
    return [{ from, to: from + head.marker.length, text: `${Number.parseInt(head.marker, 10) + by}${head.marker.slice(-1)}` }];
  });
}

/** A block below another one in an item or a quote, in its indent. */
function* blockWays(inserting: Inserting): Generator<readonly SourceEdit[]> {
  const { change, place, draft, reader } = inserting;
  const { index, child } = change;
  const above = place.children[index - 1];
  if (above === undefined || above === null) return;
  const sources = linesOf(draft.source);
  const firstLine = sources[above.from] ?? '';
  const at = endOf(above, sources);
  const known = inserting.known.linesOf([child], true);
  const parent = nodeAt(draft.node, change.path);
  const isText = parent.type.name === 'blockquote' && parent.maybeChild(index - 1)?.type.name === 'paragraph';
  const isClose = reader.dialect.closeLists === true && isList(child) && isText;
  const isBelowCode = parent.maybeChild(index - 1)?.type.spec.code === true;
  for (const each of [...(isBelowCode ? headsOfCode(firstLine) : []), ...headsOf(firstLine)]) {
    const head = isList(child) ? inserting.known.nestedHead(each) : continued(each);
    for (const written of [known, starredLines(child, reader)]) {
      const own = written.map((line) => behind(head, line)).join('\n');
      const texts = written === known ? [own] : inStyleOf(inserting.origin, own, reader.dialect);
      for (const text of texts) {
        for (const lines of inserting.known.withLazyLines(text.split('\n'))) {
          const ways = [[head.trimEnd(), ...lines], lines].map((way) => [insertion(inserting, at, way)]);
          yield* isClose ? ways.toReversed() : ways;
        }
        // Right below a text, hyphens would make it a heading.
        if (child.type.name === 'horizontal_rule') yield [insertion(inserting, at, [`${head}***`])];
      }
    }
  }
}
