// Parses markdown of which most has been parsed before: only the blocks around what differs. The result is the one that parsing all of it
// would give.

import type { Node } from 'prosemirror-model';
import { parseMarkdown, parsePiece, type ParsedMarkdown, type SourceBlock } from '../../../contract/markdown/parse.ts';
import { parseWeight } from '../../../contract/markdown/parse-weight.ts';
import { commonEnds, type TextDifference } from '../../../lib/common-ends.ts';
import { defineAlike } from '../../../contract/markdown/definitions.ts';
import { holdsLine } from '../../../contract/markdown/source/line-ending.ts';

export interface Parsed {
  readonly content: string;
  readonly markdown: ParsedMarkdown;
}

/** How far beyond its end a block may depend on what follows, in blocks: a table looks at two lines. */
const lookahead = 3;

/** Where each block starts. */
function startsOf({ lead, blocks }: ParsedMarkdown): number[] {
  const starts: number[] = [];
  let at = lead.length;
  for (const { source, gap } of blocks) {
    starts.push(at);
    at += source.length + gap.length;
  }
  return starts;
}

interface Known extends TextDifference {
  readonly content: string;
  readonly markdown: ParsedMarkdown;
  readonly starts: readonly number[];
  readonly next: string;
  /** No more characters than this are parsed at a time. */
  readonly maxWeight: number;
}

/** There would be more to parse than is allowed. */
const tooMuch = 'too much';

/** Old blocks `from` up to `to` are replaced by `blocks`. */
interface Patch {
  readonly from: number;
  readonly to: number;
  readonly lead: string;
  readonly blocks: readonly SourceBlock[];
}

const sameBlock = (some: SourceBlock | undefined, other: SourceBlock | undefined): boolean =>
  some !== undefined && other !== undefined && some.source === other.source && some.gap === other.gap && some.node.eq(other.node);

/** A formula looks for its end as far as the next blank line, over any number of blocks. */
function beyondFormulas(
  { content, next, markdown: { blocks }, starts, delta }: Known,
  from: number,
  to: number,
): readonly [number, number] {
  const start = starts[from] ?? 0;
  const end = starts[to] ?? content.length;
  if (!content.slice(start, end).includes('$$') && !next.slice(start, end + delta).includes('$$')) return [from, to];
  let [first, last] = [from, to];
  while (first > 0 && !holdsLine(blocks[first - 1]?.gap ?? '')) first--;
  while (last < blocks.length && !holdsLine(blocks[last - 1]?.gap ?? '')) last++;
  return [first, last];
}

/**
 * The blocks around the difference parsed anew, if they begin and end as before, beginning `margin` blocks before it and ending `margin`
 * blocks after it.
 */
function patch(known: Known, margin: number): Patch | typeof tooMuch | null {
  const { content, next, markdown, starts, prefix, suffix, delta, maxWeight } = known;
  const { blocks } = markdown;
  const touched = Math.max(
    0,
    starts.findLastIndex((start) => start <= prefix),
  );
  const agreeing = starts.findIndex((start) => start >= content.length - suffix);
  const unchangedFrom = agreeing < 0 ? blocks.length : agreeing;
  const [from, to] = beyondFormulas(known, Math.max(0, touched - margin), Math.min(blocks.length, unchangedFrom + margin));
  const start = from === 0 ? 0 : (starts[from] ?? 0);
  const isToEnd = to >= blocks.length;
  const end = isToEnd ? next.length : (starts[to] ?? 0) + delta;
  if (parseWeight(next.slice(start, end), maxWeight) > maxWeight) return tooMuch;
  const piece = parsePiece(next.slice(start, end), { known: markdown.references, atStart: from === 0 });
  if (from > 0 && (piece.lead !== '' || !sameBlock(piece.blocks[0], blocks[from]))) return null;
  const lead = from === 0 ? piece.lead : markdown.lead;
  if (isToEnd) return { from, to: blocks.length, lead, blocks: piece.blocks };
  const places = new Map(starts.slice(unchangedFrom, to - lookahead + 1).map((place, index) => [place + delta, unchangedFrom + index]));
  let at = start + piece.lead.length;
  for (const [index, block] of piece.blocks.entries()) {
    const place = places.get(at);
    if (place !== undefined && sameBlock(block, blocks[place])) return { from, to: place, lead, blocks: piece.blocks.slice(0, index) };
    at += block.source.length + block.gap.length;
  }
  return null;
}

const hasFrontMatter = ([first]: readonly SourceBlock[]): boolean => first?.node.type.name === 'frontmatter';

/** What cannot be told from a part: front matter looks for its end anywhere, and definitions count everywhere. */
function concernsAll({ content, next, markdown: { blocks } }: Known, { from, to, blocks: made }: Patch): boolean {
  const [beginning, first] = from === 0 ? [next, made] : [content, blocks];
  if (/^\uFEFF?---/.test(beginning) && !hasFrontMatter(first)) return true;
  const nodesOf = (some: readonly SourceBlock[]): Node[] => some.map(({ node }) => node);
  return !defineAlike(nodesOf(blocks.slice(from, to)), nodesOf(made));
}

/** Null where what would have to be parsed at a time weighs more than `maxWeight`, in units of `parseWeight`. */
export function maybeReparse(known: Parsed, next: string, maxWeight: number): Parsed | null {
  const { content, markdown } = known;
  if (content === next) return known;
  const all: Known = { content, markdown, next, maxWeight, starts: startsOf(markdown), ...commonEnds(content, next) };
  for (let margin = lookahead; ; margin *= 4) {
    const patched = patch(all, margin);
    if (patched === null) continue;
    if (patched === tooMuch) return null;
    if (concernsAll(all, patched))
      return parseWeight(next, maxWeight) > maxWeight ? null : { content: next, markdown: parseMarkdown(next) };
    const { from, to, lead, blocks } = patched;
    const whole = [...markdown.blocks.slice(0, from), ...blocks, ...markdown.blocks.slice(to)];
    return { content: next, markdown: { lead, blocks: whole, references: markdown.references } };
  }
}
