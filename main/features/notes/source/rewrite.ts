// New bytes for a note that is being edited: what of its document stays, and what is replaced.

import { Fragment, type Node } from 'prosemirror-model';
import { noteSchema } from '../../../contract/note-schema.ts';
import { parseNodes, type ParsedMarkdown, type SourceBlock } from '../../../contract/markdown/parse.ts';
import { parseWeight } from '../../../contract/markdown/parse-weight.ts';
import { serializeBlock } from '../../../contract/markdown/serialize/serialize.ts';
import { areEqual } from '../sliced-nodes.ts';
import { diffingLists, diffLists, type BlockHunk } from './block-diff.ts';
import { canBecome, differenceOf, differencesOf, partsBetween } from './block-pairs.ts';
import { comparingReferences } from '../../../contract/markdown/definitions.ts';
import { isBlankBlock, type Layout, type NoteText } from '../../../contract/markdown/source/note-text.ts';

/** Blocks `from` up to `to` give way to others. */
export interface BlockExchange {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly SourceBlock[];
}

const isFrontMatter = (node: Node): boolean => node.type.name === 'frontmatter';

/**
 * The same bytes can be another block now, if what they refer to was defined elsewhere; but a live block may always hold what its bytes
 * do not say. Yields in between.
 */
function* sameMeaning(before: ParsedMarkdown, after: ParsedMarkdown): Generator<void, Meaning> {
  if (yield* comparingReferences(before.references, after.references))
    return { isEquivalence: true, same: (live, next) => isFrontMatter(live.node) === isFrontMatter(next.node) };
  const same: Meaning['same'] = (live, next) => {
    if (isFrontMatter(live.node) || isFrontMatter(next.node)) return isFrontMatter(live.node) && isFrontMatter(next.node);
    return live.node.eq(next.node) || parseNodes(live.source, before.references)[0]?.eq(next.node) === true;
  };
  return { isEquivalence: false, same };
}

interface Meaning {
  /** Of a live block and a new one of the same bytes. */
  readonly same: (live: SourceBlock, next: SourceBlock) => boolean;
  /** Whether `same` can as well be asked of two live blocks, or two new ones. */
  readonly isEquivalence: boolean;
}

/** Which blocks gave way to which, told apart by their bytes and by `same`. Yields between comparisons where that can be done. */
function* hunksOf(
  olds: readonly SourceBlock[],
  news: readonly SourceBlock[],
  { same, isEquivalence }: Meaning,
): Generator<void, readonly BlockHunk[]> {
  const sameBlock = (live: SourceBlock, next: SourceBlock): boolean => live.source === next.source && same(live, next);
  if (!isEquivalence) return diffLists(olds, news, sameBlock);
  return yield* diffingLists(olds, news, { keyOf: ({ source }) => source, same: sameBlock });
}

/** The blocks of a state, as they are written. */
export function blocksOf({ doc }: NoteText, { slices }: Layout): SourceBlock[] {
  return slices.map(({ source, gap }, index) => ({ node: doc.child(index), source, gap }));
}

const emptyBlock = (): SourceBlock => ({ node: noteSchema.nodes.paragraph.create(), source: '', gap: '' });

/** A document needs a block besides its front matter. */
function withSomeBlock(olds: readonly SourceBlock[], exchanges: readonly BlockExchange[]): readonly BlockExchange[] {
  const isBlock = ({ node }: SourceBlock): boolean => !isFrontMatter(node);
  const goes = (index: number): boolean => exchanges.some(({ from, to }) => from <= index && index < to);
  if (exchanges.some(({ blocks }) => blocks.some(isBlock)) || olds.some((block, index) => isBlock(block) && !goes(index))) return exchanges;
  const last = exchanges.at(-1) ?? { from: olds.length, to: olds.length, blocks: [] };
  return [...exchanges.slice(0, -1), { ...last, blocks: [...last.blocks, emptyBlock()] }];
}

/** A text that weighs more takes long to be written, */
const lightText = 16 * 1024;
/** and so does one of more parts: each bold word is one, as is each end of a line. */
const lightParts = 1_000;

/** What a text says as markdown; null where that would take long. */
function saidBy(content: Fragment): string | null {
  const paragraph = noteSchema.nodes.paragraph.create(null, content);
  if (content.size > lightText || content.childCount > lightParts || parseWeight(paragraph.textContent, lightText) > lightText) return null;
  return serializeBlock(paragraph, { references: {}, first: false });
}

/** Up to where what is live is the same as what its bytes are read as before this place, and from where on it is so behind it. */
function livePlace(besides: readonly BlockHunk[], place: number): readonly [before: number, after: number] | null {
  let shift = 0;
  for (const { from, to, start, end } of besides) {
    if (from < place && place < to) return null;
    if (from === to && to === place) return [start, end];
    if (to > place) break;
    shift = end - to;
  }
  return [place + shift, place + shift];
}

/** Live children or letters, or new ones: those from `start` up to `end`. */
interface Piece {
  readonly isLive: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * What is live with the changes of what its bytes are read as; `besides` is how it differs from that. What comes where the user is about
 * to write comes before that place. Null where both are of the same part.
 */
function piecesOf(besides: readonly BlockHunk[], changes: readonly BlockHunk[], liveEnd: number): readonly Piece[] | null {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, start, end } of changes) {
    const [first, last] = [livePlace(besides, from), livePlace(besides, to)];
    if (first === null || last === null) return null;
    pieces.push({ isLive: true, start: at, end: from < to ? first[1] : first[0] }, { isLive: false, start, end });
    at = last[0];
  }
  return [...pieces, { isLive: true, start: at, end: liveEnd }];
}

/** Where a live text differs from what its bytes are read as. */
function besidesOf(read: Fragment, live: Fragment): BlockHunk[] {
  const all = differenceOf(read, live);
  if (all === null) return [];
  const letters = (text: Fragment, from: number, to: number): Node[] =>
    text
      .cut(from, to)
      .content.flatMap((node) => (node.isText ? [...Array(node.nodeSize).keys()].map((at) => node.cut(at, at + 1)) : [node]));
  const hunks = diffLists(letters(read, all.from, all.to), letters(live, all.start, all.end), (letter, other) => letter.eq(other));
  const moved = (place: number): number => all.from + place;
  return hunks.map(({ from, to, start, end }) => ({ from: moved(from), to: moved(to), start: moved(start), end: moved(end) }));
}

/** As `withLiveContent`, for the content of a text. */
function* mergedText(live: Node, read: Node, next: Node): Generator<void, Fragment | null> {
  const said = next.type.spec.code === true || live.content.size > lightText ? null : saidBy(next.content);
  if (said === null) return null;
  const changes = yield* differencesOf(read.content, next.content);
  if (changes.length === 0) return null;
  const pieces = piecesOf(besidesOf(read.content, live.content), changes, live.content.size);
  if (pieces === null) return null;
  const parts = pieces.map(({ isLive, start, end }) => (isLive ? live : next).content.cut(start, end));
  const content = parts.reduce((all, part) => all.append(part), Fragment.empty);
  return saidBy(content) === said ? content : null;
}

/** Whether it is a paragraph that says nothing, as an empty one. */
const isUnsaid = (node: Node | null | undefined): boolean => node?.type === noteSchema.nodes.paragraph && saidBy(node.content) === '';

/** As `withLiveContent`, for the content of a block that holds others. */
function* mergedChildren(live: Node, read: Node, next: Node): Generator<void, Fragment | null> {
  const besides = (yield* partsBetween(read.children, live.children)).filter(
    ({ from, to, start, end }) => to - from !== 1 || end - start !== 1,
  );
  if (!besides.every(({ from, to, start, end }) => from === to && live.children.slice(start, end).every(isUnsaid))) return null;
  const changes = yield* partsBetween(read.children, next.children);
  const pieces = piecesOf(besides, changes, live.childCount) ?? [];
  const children: Node[] = [];
  for (const [index, { isLive, start, end }] of pieces.entries()) {
    const change = isLive ? undefined : changes[(index - 1) / 2];
    const [before, after] = [pieces[index - 1]?.end ?? 0, pieces[index + 1]?.start ?? 0];
    const goesOn = change !== undefined && change.to - change.from === 1 && end - start === 1 && after - before === 1;
    if (goesOn) children.push(yield* withLiveContent(live.child(before), read.child(change.from), next.child(start)));
    else for (const child of (isLive ? live : next).children.slice(start, end)) children.push(child);
  }
  // A task begins with a paragraph, if only an empty one.
  const isSaid = typeof next.attrs['checked'] === 'boolean' && isUnsaid(children[0]) && !isUnsaid(next.firstChild);
  return pieces.length === 0 || isSaid ? null : Fragment.fromArray(children);
}

/**
 * What becomes of a live block, whose bytes are read as `read`, if they are changed to what is read as `next`: that, with what no markdown
 * says kept where it is, as blanks at the end of a text. `next` itself where they cannot be told apart. Yields in between.
 */
function* withLiveContent(live: Node, read: Node, next: Node): Generator<void, Node> {
  yield;
  if (yield* areEqual(live, read)) return next;
  if (yield* areEqual(read, next)) return live;
  if (live.type !== read.type || !canBecome(read, next)) return next;
  const content = yield* live.isTextblock ? mergedText(live, read, next) : mergedChildren(live, read, next);
  if (content === null || !next.type.validContent(content)) return next;
  return read.sameMarkup(next) ? live.copy(content) : next.copy(content);
}

/** A block with bytes, which can hold what they do not say: its place, and what they are read as. */
interface SolidBlock extends SourceBlock {
  readonly at: number;
  readonly read: Node;
}

/** The blocks that have bytes, which are read as `before`. */
function solidBlocks(olds: readonly SourceBlock[], { blocks }: ParsedMarkdown): SolidBlock[] {
  const reads = blocks.filter((block) => !isBlankBlock(block));
  const solid = olds.flatMap((block, at) => (isBlankBlock(block) ? [] : [{ ...block, at, read: block.node }]));
  if (solid.length !== reads.length) return solid;
  return solid.map((block, index) => ({ ...block, read: reads[index]?.source === block.source ? reads[index].node : block.node }));
}

const areApart = (above: SolidBlock | undefined, block: SolidBlock | undefined): boolean =>
  above !== undefined && block !== undefined && block.at > above.at + 1;

/** Which blocks of a hunk go on in which; where they hold no more than their bytes say, and stand together, it is whole. */
function* partsOf(olds: readonly SolidBlock[], news: readonly SourceBlock[]): Generator<void, readonly BlockHunk[]> {
  let isPlain = !olds.some((block, index) => areApart(olds[index - 1], block));
  for (const { node, read } of olds) isPlain &&= yield* areEqual(node, read);
  if (isPlain) return [{ from: 0, to: olds.length, start: 0, end: news.length }];
  return yield* partsBetween(
    olds.map(({ read }) => read),
    news.map(({ node }) => node),
  );
}

/** What blocks are exchanged for, and which of them go on in which. */
interface LiveExchange {
  readonly blocks: readonly SourceBlock[];
  readonly parts: readonly BlockHunk[];
}

/** The new blocks, with what the live ones hold besides their bytes; those that say what they said stay the nodes that they were. */
function* withLiveNodes(olds: readonly SolidBlock[], news: readonly SourceBlock[], means: Meaning): Generator<void, LiveExchange> {
  const blocks = [...news];
  const parts: BlockHunk[] = [];
  let [at, next] = [0, 0];
  const keepUpTo = (end: number): void => {
    for (; at < end; at++, next++) {
      blocks[next] = { ...(news[next] as SourceBlock), node: (olds[at] as SolidBlock).node };
      parts.push({ from: at, to: at + 1, start: next, end: next + 1 });
    }
  };
  for (const hunk of yield* hunksOf(olds, news, means)) {
    keepUpTo(hunk.from);
    for (const { from, to, start, end } of yield* partsOf(olds.slice(hunk.from, hunk.to), news.slice(hunk.start, hunk.end))) {
      keepUpTo(hunk.from + from);
      const part = { from: at, to: at + to - from, start: next, end: next + end - start };
      const [live, block] = [olds[at], blocks[next]];
      if (live !== undefined && block !== undefined && part.to - at === 1 && part.end - next === 1)
        blocks[next] = { ...block, node: yield* withLiveContent(live.node, live.read, block.node) };
      parts.push(part);
      [at, next] = [part.to, part.end];
    }
    keepUpTo(hunk.to);
  }
  keepUpTo(olds.length);
  return { blocks, parts };
}

/** The exchange in parts, so that blocks without bytes that stand between blocks that go on stay there. */
function exchangesOf(olds: readonly SolidBlock[], { blocks, parts }: LiveExchange): BlockExchange[] {
  const starts = parts.filter(({ from, to }, index) => index === 0 || (from < to && areApart(olds[from - 1], olds[from])));
  return starts.map((first, index) => {
    const next = starts[index + 1];
    const last = olds[(next?.from ?? olds.length) - 1];
    // Nothing stands before front matter.
    const isAtStart = index === 0 && blocks[0] !== undefined && isFrontMatter(blocks[0].node);
    const from = isAtStart ? 0 : (olds[first.from]?.at ?? 0);
    return { from, to: (last?.at ?? 0) + 1, blocks: blocks.slice(first.start, next?.start) };
  });
}

/**
 * What has to be exchanged of `olds` for their bytes to be those of `after`; `before` is what their bytes are read as. What has no bytes,
 * because the user is about to write there, stays where it is. Yields between comparisons.
 */
export function* exchangesForBytes(
  olds: readonly SourceBlock[],
  before: ParsedMarkdown,
  after: ParsedMarkdown,
): Generator<void, readonly BlockExchange[]> {
  const means = yield* sameMeaning(before, after);
  const withGaps: Meaning = { ...means, same: (live, next) => live.gap === next.gap && means.same(live, next) };
  const news = after.blocks.filter((block) => !isBlankBlock(block));
  const solid = solidBlocks(olds, before);
  const exchanges: BlockExchange[] = [];
  for (const { from, to, start, end } of yield* hunksOf(solid, news, withGaps)) {
    yield;
    const [gone, come] = [solid.slice(from, to), news.slice(start, end)];
    const place = from === 0 ? 0 : (solid[from - 1]?.at ?? 0) + 1;
    if (from === to) exchanges.push({ from: place, to: place, blocks: come });
    else exchanges.push(...exchangesOf(gone, yield* withLiveNodes(gone, come, means)));
  }
  yield;
  return withSomeBlock(olds, withoutPlaceholder(olds, exchanges));
}

/** The empty paragraph of a note without text makes room for the first. */
function withoutPlaceholder(olds: readonly SourceBlock[], exchanges: readonly BlockExchange[]): readonly BlockExchange[] {
  const last = exchanges.at(-1);
  const hasText = olds.some((block) => !isBlankBlock(block) && !isFrontMatter(block.node));
  // Of a note with text, which can be long, no more is looked at.
  if (hasText || !olds.some((block) => isBlankBlock(block)) || last?.blocks.some(({ node }) => !isFrontMatter(node)) !== true)
    return exchanges;
  return [...exchanges.slice(0, -1), { ...last, to: olds.length }];
}

/** What has to be exchanged of `olds` for them to be `news`, to the last live detail. Yields between blocks. */
export function* exchangesForBlocks(olds: readonly SourceBlock[], news: readonly SourceBlock[]): Generator<void, readonly BlockExchange[]> {
  const hunks = yield* diffingLists(olds, news, {
    keyOf: ({ source }) => source,
    same: (old, next) => old.source === next.source && old.gap === next.gap && areEqual(old.node, next.node),
  });
  return hunks.map(({ from, to, start, end }) => ({ from, to, blocks: news.slice(start, end) }));
}
