// Two blocks, one after the other, must be read as these two blocks. What must change so that they are, and as little as possible.

import type { Node } from 'prosemirror-model';
import { isList } from '../../note-nodes.ts';
import { parseNodes, parsePiece, type ParsedMarkdown, type References } from '../parse.ts';
import { parseWeight } from '../parse-weight.ts';
import { closingLineOf } from '../serialize/open-source.ts';
import { sourceLines } from '../source-lines.ts';
import { blankLineAfter, endsLine, holdsLine, withoutLineEnding } from './line-ending.ts';
import { placesOf } from './patch/tree.ts';
import type { OriginalBlock } from './records.ts';
import { writtenBlock, type Writing } from './unwritten-source.ts';

/** A block as it is about to be written. `clean` are bytes that only change where nothing else helps. */
export interface BlockSource {
  readonly kind: 'clean' | 'dirty';
  readonly node: Node;
  readonly source: string;
  readonly gap: string;
  /** A list that has another marker than its own already. */
  readonly isRemarked?: true;
  /** What a dirty one first came from. */
  readonly origin?: OriginalBlock | null;
}

type Pair = readonly [BlockSource, BlockSource];

/** Two pieces that weigh more than this, in units of `parseWeight`, are not parsed if it is plain without that they are apart. */
const parsedInAnyCase = 8 * 1024;

/** Two that weigh more than this are read in a thread where possible: they are read twice. */
const readAtOnce = 16 * 1024;

/** Whether code ends with a fence like the one that it begins with. */
function isFenced(source: string): boolean {
  const code = withoutLineEnding(source);
  const lastLine = code.slice(Math.max(code.lastIndexOf('\n'), code.lastIndexOf('\r')) + 1);
  const start = /^ {0,3}(`{3,}|~{3,})/.exec(code)?.[1];
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(lastLine)?.[1];
  return start !== undefined && end?.startsWith(start) === true && lastLine !== code;
}

/** Code that blanks alone make so: it would go on in code below it, or in a list above. */
const isIndentedCode = ({ node, source }: BlockSource): boolean => node.type.name === 'code_block' && /^(?: {4}|\t)/.test(source);

/** Whether `y` begins anew after the blank line that follows `x`, whatever they hold. */
function arePlainlyApart(x: BlockSource, y: BlockSource): boolean {
  if (!holdsLine(x.gap)) return false;
  switch (x.node.type.name) {
    case 'paragraph':
    case 'heading':
    case 'horizontal_rule':
    case 'table':
    case 'blockquote':
    case 'frontmatter':
      return true;
    case 'code_block':
      return isFenced(x.source);
    case 'bullet_list':
    case 'ordered_list':
      return !isList(y.node) && !/^[ \t]/.test(y.source);
    default:
      return false;
  }
}

/** Two pieces of markdown, one after the other; `atStart`: the first is front matter. `above`: what stands right above both. */
export interface Neighbours {
  readonly above?: string;
  readonly x: string;
  readonly gap: string;
  readonly y: string;
  readonly atStart: boolean;
}

const neighboursOf = (x: BlockSource, y: BlockSource, above = ''): Neighbours => ({
  above,
  x: x.source,
  gap: x.gap,
  y: y.source,
  atStart: x.node.type.name === 'frontmatter',
});

/** Whether both together are read as one after the other. Their inline content does not matter, nor what other blocks define. */
export function areReadApart({ above = '', x, gap, y, atStart }: Neighbours): boolean {
  const parse = (source: string, atStart: boolean, known: References = {}): ParsedMarkdown => parsePiece(source, { known, atStart });
  const both = parse(above + x + gap + y, atStart);
  const apart = [...parse(above + x, atStart, both.references).blocks, ...parse(y, false, both.references).blocks].filter(
    ({ source }) => source !== '',
  );
  const together = both.blocks.filter(({ source }) => source !== '');
  return together.length === apart.length && together.every(({ node }, index) => apart[index]?.node.eq(node));
}

/** What was found out elsewhere of pieces that take long to be read. */
const found = new WeakMap<BlockSource, WeakMap<BlockSource, boolean>>();

function areApart(x: BlockSource, y: BlockSource, above: string): boolean {
  if (above !== '') return areReadApart(neighboursOf(x, y, above));
  const told = found.get(x)?.get(y);
  if (told !== undefined) return told;
  const isHeavy = parseWeight(x.source + x.gap + y.source, parsedInAnyCase) > parsedInAnyCase;
  return (isHeavy && arePlainlyApart(x, y)) || areReadApart(neighboursOf(x, y));
}

/** Two blocks of which only reading them tells whether they are apart, and that takes long. */
export class HeavyBoundary {
  readonly neighbours: Neighbours;
  readonly #pair: Pair;

  private constructor(pair: Pair) {
    this.#pair = pair;
    this.neighbours = neighboursOf(...pair);
  }

  /** Null for two that are soon told, or were. */
  static maybe(x: BlockSource, y: BlockSource, writing: Writing): HeavyBoundary | null {
    if (x.source.length + y.source.length < readAtOnce && parseWeight(x.source + x.gap + y.source, readAtOnce) <= readAtOnce) return null;
    if (!endsLine(x.source) || arePlainlyApart(x, y) || knownPair(x, y, writing) !== null || found.get(x)?.has(y) === true) return null;
    return new HeavyBoundary([x, y]);
  }

  /** To be called with what `areReadApart` gave elsewhere. */
  readAs(isApart: boolean): void {
    const [x, y] = this.#pair;
    found.set(x, (found.get(x) ?? new WeakMap<BlockSource, boolean>()).set(y, isApart));
  }
}

// Records have getters and marks of their own, which a piece has no use for.
const pieceOf = ({ kind, node, origin = null, isRemarked }: BlockSource, source: string, gap: string): BlockSource => ({
  kind,
  node,
  source,
  gap,
  origin,
  ...(isRemarked ? { isRemarked } : {}),
});

const sourced = (piece: BlockSource, source: string): BlockSource => pieceOf(piece, source, piece.gap);

const gapped = (piece: BlockSource, gap: string): BlockSource => pieceOf(piece, piece.source, gap);

/** The bytes of the block written anew; `first`: nothing stands before it. */
export function rewrittenBlock({ node, gap }: BlockSource, writing: Writing, first = node.type.name === 'frontmatter'): BlockSource {
  return { kind: 'dirty', node, source: writtenBlock(node, writing, first), gap };
}

/** A block that is left open, closed above whatever is added there. */
function closed(piece: BlockSource, { lineEnding }: Writing): BlockSource | null {
  const closing = closingLineOf(piece.node, piece.source);
  return closing === null ? null : sourced(piece, piece.source + closing + lineEnding);
}

const markerOf = ({ type, attrs }: Node): unknown => attrs[type.name === 'bullet_list' ? 'bullet' : 'delim'];

/** Whether a list came with its markers, of which only some items have changed since then. */
const hadMarkers = ({ kind, node, origin }: BlockSource): boolean =>
  kind === 'clean' || (origin?.node.type === node.type && markerOf(origin.node) === markerOf(node));

const nextMarker: Readonly<Record<string, string>> = { '-': '*', '*': '+', '+': '-', '.': ')', ')': '.' };

/** The list with another marker, if its own would make it one with `other`. */
function remarked(piece: BlockSource, { node: other }: BlockSource, writing: Writing): BlockSource | null {
  const { node } = piece;
  return isList(node) && node.type === other.type && markerOf(node) === markerOf(other) ? withNextMarker(piece, writing) : null;
}

function withNextMarker(piece: BlockSource, writing: Writing): BlockSource {
  const { node } = piece;
  const marker = node.type.name === 'bullet_list' ? 'bullet' : 'delim';
  const next = nextMarker[String(markerOf(node))] ?? '';
  const list = node.type.create({ ...node.attrs, [marker]: next }, node.content);
  const source = withMarker(piece.source, marker, next, writing) ?? writtenBlock(list, writing, false);
  return { kind: 'dirty', node: list, source, gap: piece.gap, isRemarked: true };
}

/**
 * Numbered lists, one right after the other, that must have either of the two markers by turns: what else would get another one each down
 * to the last, where changing those above may change fewer. Those that nothing has touched count first, then those that had their markers.
 */
export function alternated(lists: readonly BlockSource[], writing: Writing): readonly BlockSource[] {
  const first = markerOf(lists[0]?.node as Node);
  const isOdd = lists.map(({ node }, index) => (markerOf(node) === first) !== (index % 2 === 0));
  const cost = (isChanged: boolean): number =>
    lists.reduce((sum, list, index) => {
      if (isOdd[index] !== isChanged) return sum;
      return sum + (list.kind === 'clean' ? lists.length : hadMarkers(list) ? 1 : 0);
    }, 0);
  const isChanged = cost(true) <= cost(false);
  return lists.map((list, index) => (isOdd[index] === isChanged ? withNextMarker(list, writing) : list));
}

const itemSign = /^([ \t]*\d*)[-+*.)]/;

/** A list with other signs before its items, and no other byte changed. Null where that says something else, or for a long list. */
function withMarker(source: string, name: 'bullet' | 'delim', next: string, { references }: Writing): string | null {
  if (parseWeight(source, readAtOnce) > readAtOnce) return null;
  const [was, ...others] = parseNodes(source, references);
  const place = was === undefined || others.length > 0 ? null : placesOf(was, source, references);
  if (was === undefined || place === null) return null;
  const lines = sourceLines(source);
  for (const item of place.children) if (item !== null) lines[item.from] = lines[item.from]?.replace(itemSign, `$1${next}`) ?? '';
  const made = lines.join('');
  const [now, ...more] = parseNodes(made, references);
  return more.length === 0 && now?.eq(was.type.create({ ...was.attrs, [name]: next }, was.content)) === true ? made : null;
}

/** What a marker and the blanks behind it are. */
const marked = /^ {0,3}(?:[-+*]|\d{1,9}[.)]) +/;

/**
 * The list with more blanks behind its last marker, so that a block below it that is indented is none of its last item: HTML and
 * definitions keep their indent. Null where that is not the reason, or for a long list.
 */
function widened(piece: BlockSource, { source }: BlockSource, { references }: Writing): BlockSource | null {
  const indent = /^ {1,3}(?=\S)/.exec(source)?.[0].length ?? 0;
  if (!isList(piece.node) || indent === 0 || parseWeight(piece.source, readAtOnce) > readAtOnce) return null;
  const lines = sourceLines(piece.source);
  const last = lines.findLastIndex((line) => (marked.exec(line)?.[0].length ?? Infinity) <= indent);
  const head = marked.exec(lines[last] ?? '')?.[0] ?? '';
  const room = ' '.repeat(Math.max(0, indent + 1 - head.length));
  const [first = '', ...rest] = lines.slice(last);
  const wider = [head + room + first.slice(head.length), ...rest.map((line) => (holdsText(line) ? room + line : line))];
  const made = lines.slice(0, last).join('') + wider.join('');
  const [was, ...others] = parseNodes(piece.source, references);
  const [now, ...more] = last < 0 ? [] : parseNodes(made, references);
  return was !== undefined && now?.eq(was) === true && others.length + more.length === 0 ? sourced(piece, made) : null;
}

const holdsText = (line: string): boolean => /\S/.test(line);

/**
 * A list that was written anew, without an indent: where it stands as far in as the first item of a list above it, of which the last stands
 * further out, it would be in that one. Null for others.
 */
function outdented(piece: BlockSource, writing: Writing): BlockSource | null {
  return piece.kind === 'dirty' && isList(piece.node) && /^[ \t]/.test(piece.source) ? rewrittenBlock(piece, writing) : null;
}

/** All that can be tried, the smallest change first. */
function* attempts(x: BlockSource, y: BlockSource, writing: Writing): Generator<Pair> {
  const line = endsLine(x.source) ? x : sourced(x, x.source + writing.lineEnding);
  yield [line, y];
  const spaced = withBlankLine(line, writing);
  if (spaced !== line) yield [spaced, y];
  const ended = closed(spaced, writing);
  if (ended !== null) yield [ended, y];
  const plain = outdented(y, writing);
  if (plain !== null) yield [spaced, plain];
  const wider = widened(spaced, y, writing);
  if (wider !== null) yield [wider, y];
  yield* largerAttempts(x, y, writing, { line, spaced, plain });
}

/** `line`: `x` with the end of its last line; `spaced`: with a blank line after it; `plain`: `y` without an indent, if it has one. */
interface Tried {
  readonly line: BlockSource;
  readonly spaced: BlockSource;
  readonly plain: BlockSource | null;
}

function* largerAttempts(x: BlockSource, y: BlockSource, writing: Writing, tried: Tried): Generator<Pair> {
  const { spaced } = tried;
  const markedX = remarked(spaced, y, writing);
  const markedY = remarked(y, x, writing);
  yield* otherMarkers(x, y, writing, { ...tried, markedX, markedY });
  if (x.kind === 'dirty' && isIndentedCode(x)) yield [withBlankLine(rewrittenBlock(spaced, writing), writing), y];
  if (y.kind === 'clean' || isIndentedCode(y)) yield [spaced, rewrittenBlock(y, writing)];
  if (markedY !== null) yield [spaced, markedY];
  if (x.kind === 'clean') yield [withBlankLine(rewrittenBlock(spaced, writing), writing), y];
  if (markedX !== null) yield [markedX, y];
  yield [rewrittenBlock(spaced, writing), rewrittenBlock(y, writing)];
}

/** Other markers for a list that was changed, or is new. */
function* otherMarkers(
  x: BlockSource,
  y: BlockSource,
  writing: Writing,
  { line, spaced, plain, markedX, markedY }: Tried & { readonly markedX: BlockSource | null; readonly markedY: BlockSource | null },
): Generator<Pair> {
  // Numbers know only two markers: what has been changed for the one neighbour cannot be changed for the other.
  const isFixed = x.isRemarked === true && x.node.type.name === 'ordered_list';
  if (markedX !== null && !isFixed && !hadMarkers(x) && hadMarkers(y)) yield [markedX, y];
  if (markedY !== null && y.kind === 'dirty') {
    yield [spaced, markedY];
    // A blank line would be one more of code that the last item leaves open.
    if (line !== spaced) yield [line, markedY];
  }
  const markedPlain = plain === null ? null : remarked(plain, x, writing);
  if (markedPlain !== null) yield [spaced, markedPlain];
  if (markedX !== null && x.kind === 'dirty' && !isFixed) yield [markedX, y];
}

function withBlankLine(piece: BlockSource, { lineEnding }: Writing): BlockSource {
  const gap = piece.source.endsWith('\r') ? piece.gap.replace(/^\n/, '') : piece.gap;
  return holdsLine(gap) ? piece : gapped(piece, blankLineAfter(piece.source, lineEnding));
}

interface Decision {
  readonly writing: Writing;
  readonly pair: Pair;
}

/**
 * Decisions by both pieces: they are asked for again after each change elsewhere. What they hold depends on nothing but the key and
 * `writing`.
 */
const decisions = new WeakMap<BlockSource, WeakMap<BlockSource, Decision>>();

/**
 * `x` and `y` as they must be written for them to be read as two; the same objects where they can stay. `above`: what stands right above
 * both, where that can reach into them.
 */
export function joinedSources(x: BlockSource, y: BlockSource, writing: Writing, above = ''): Pair {
  if (above !== '') return decide(x, y, writing, above);
  const decided = knownPair(x, y, writing);
  if (decided !== null) return decided;
  const pair = decide(x, y, writing);
  decisions.set(x, (decisions.get(x) ?? new WeakMap<BlockSource, Decision>()).set(y, { writing, pair }));
  return pair;
}

function knownPair(x: BlockSource, y: BlockSource, { references, lineEnding }: Writing): Pair | null {
  const decision = decisions.get(x)?.get(y);
  return decision?.writing.references === references && decision.writing.lineEnding === lineEnding ? decision.pair : null;
}

function decide(x: BlockSource, y: BlockSource, writing: Writing, above = ''): Pair {
  for (const [left, right] of attempts(x, y, writing)) {
    if (areApart(left, right, above)) return [left, right];
  }
  // Markdown cannot say it. What is added is not made worse by running into its neighbour.
  return [withBlankLine(endsLine(x.source) ? x : sourced(x, x.source + writing.lineEnding), writing), y];
}
