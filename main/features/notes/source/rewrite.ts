// New bytes for a note that is being edited: what of its document stays, and what is replaced.

import type { Node } from 'prosemirror-model';
import { noteSchema } from '../../../contract/note-schema.ts';
import { parseNodes, type ParsedMarkdown, type SourceBlock } from '../../../contract/markdown/parse.ts';
import { areEqual } from '../sliced-nodes.ts';
import { diffingLists, diffLists, type BlockHunk } from './block-diff.ts';
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

/**
 * What has to be exchanged of `olds` for their bytes to be those of `after`; `before` is what their bytes are read as. Blocks that have
 * no bytes, because the user is about to write there, stay where they are. Yields between comparisons.
 */
export function* exchangesForBytes(
  olds: readonly SourceBlock[],
  before: ParsedMarkdown,
  after: ParsedMarkdown,
): Generator<void, readonly BlockExchange[]> {
  const means = yield* sameMeaning(before, after);
  const withGaps: Meaning = { ...means, same: (live, next) => live.gap === next.gap && means.same(live, next) };
  const news = after.blocks.filter((block) => !isBlankBlock(block));
  const solid = olds.flatMap((block, index) => (isBlankBlock(block) ? [] : [index]));
  const hunks = yield* hunksOf(
    solid.map((index) => olds[index] as SourceBlock),
    news,
    withGaps,
  );
  const exchanges: BlockExchange[] = [];
  for (const { from, to, start, end } of hunks) {
    yield;
    const place = from === 0 ? 0 : (solid[from - 1] ?? 0) + 1;
    const blocks = yield* withLiveNodes(
      solid.slice(from, to).map((index) => olds[index] as SourceBlock),
      news.slice(start, end),
      means,
    );
    // Nothing stands before front matter.
    const first = blocks[0] !== undefined && isFrontMatter(blocks[0].node) ? 0 : (solid[from] ?? 0);
    exchanges.push(from === to ? { from: place, to: place, blocks } : { from: first, to: (solid[to - 1] ?? 0) + 1, blocks });
  }
  yield;
  return withSomeBlock(olds, withoutPlaceholder(olds, exchanges));
}

/** The new blocks; those of which only the blank lines after them have changed stay the nodes that they were. */
function* withLiveNodes(olds: readonly SourceBlock[], news: readonly SourceBlock[], means: Meaning): Generator<void, SourceBlock[]> {
  const blocks = [...news];
  let at = 0;
  let next = 0;
  const hunks = yield* hunksOf(olds, news, means);
  for (const { from, to, end } of [...hunks, { from: olds.length, to: olds.length, end: news.length }]) {
    for (; at < from; at++, next++) {
      const [live, block] = [olds[at], news[next]];
      if (live !== undefined && block !== undefined) blocks[next] = { node: live.node, source: block.source, gap: block.gap };
    }
    [at, next] = [to, end];
  }
  return blocks;
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
