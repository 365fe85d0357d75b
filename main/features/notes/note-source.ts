// A document together with its bytes. Blocks that no change touches keep theirs; the others are written when they are asked for.

import type { Node } from 'prosemirror-model';
import type { Step } from 'prosemirror-transform';
import { besidesShared } from '../../contract/changed-children.ts';
import { noteSchema } from '../../contract/note-schema.ts';
import { parseMarkdown, type ParsedMarkdown, type References } from '../../contract/markdown/parse.ts';
import { isBlankLine } from '../../contract/markdown/source-lines.ts';
import { runAtOnce } from '../../lib/cooperative-scheduler.ts';
import { parseWeight } from '../../contract/markdown/parse-weight.ts';
import { readingReferences } from '../../contract/markdown/definitions.ts';
import { textAfterSteps, preparingAdvance } from '../../contract/markdown/source/advance.ts';
import { blockSteps } from './source/block-steps.ts';
import { contentOf, makingText, type Layout, type NoteText, type BlockBytes } from '../../contract/markdown/source/note-text.ts';
import { sizeOfRemoved } from '../../contract/markdown/source/removed-blocks.ts';
import { afterRewrite } from '../../contract/markdown/source/respelled-blocks.ts';
import type { BlockRecord } from '../../contract/markdown/source/records.ts';
import type { UnwrittenSource } from '../../contract/markdown/source/unwritten-source.ts';
import { maybeReparse, type Parsed } from './source/reparse.ts';
import { blocksOf, exchangesForBlocks, exchangesForBytes, type BlockExchange } from './source/rewrite.ts';
import type { HeavyBoundary } from '../../contract/markdown/source/boundary.ts';
import { heavyBoundaries, layOut } from '../../contract/markdown/source/layout.ts';
import { stateFromJson, stateToJson } from './source/source-state.ts';
import { cameBy, dividedBy, spliced, splicesFromJson, splicesToJson, type Splices } from './source/splices.ts';

/** How a note becomes another one: the steps, at least one, what they lead to, and what `replayingRewrite` needs besides. */
export interface Rewrite {
  readonly steps: readonly Step[];
  readonly source: NoteSource;
  /** JSON text, about as long as what changed. */
  readonly splices: string;
}

/** Parses markdown somewhere else. */
type ParseElsewhere = (markdown: string) => Promise<ParsedMarkdown>;

/** A rewrite that was worked out before: what it is of, and to. */
export interface PreparedRewrite {
  readonly source: NoteSource;
  readonly next: string;
  readonly rewrite: Rewrite | null;
}

/**
 * What may be parsed on the spot: this much at a time, in units of `parseWeight`. `preparsed` was parsed before, `prepared` even worked
 * out.
 */
export interface ParseLimits {
  readonly maxWeight: number;
  readonly preparsed: Parsed | null;
  readonly prepared?: PreparedRewrite | null;
}

/** Thrown when more would have to be parsed, or written, than `ParseLimits` allows. */
export class NotPreparsed extends Error {}

/** The bytes of this many blocks are put together in one go. */
const blocksAtOnce = 10_000;

const anything: ParseLimits = { maxWeight: Infinity, preparsed: null };

/** The bytes of blocks alone: a layout of an earlier time would keep their nodes in memory. */
function bytesOf(blocks: readonly BlockBytes[]): BlockBytes[] {
  return blocks.map(({ source, gap }) => ({ source, gap }));
}

function unwrittenOf(records: readonly BlockRecord[]): UnwrittenSource[] {
  return records.flatMap((record) => {
    const unwritten = record.kind === 'dirty' ? record.unwritten : null;
    return unwritten === null ? [] : [unwritten];
  });
}

/** The state of a note that was only parsed, with these references. Yields in between. */
function* plainText({ lead, blocks }: ParsedMarkdown, title: string, references: References): Generator<void, NoteText> {
  const nodes = blocks.map(({ node }) => node);
  yield;
  return yield* makingText(noteSchema.nodes.doc.create({ title }, nodes), { lead, slices: blocks }, references);
}

const endsBlank = (text: string): boolean => /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)$/.test(text);

/**
 * One state of a note. It never changes, and its bytes follow from the deltas that led to it alone: not from when they were asked for,
 * nor from whether the note was stored and loaded in between.
 */
export class NoteSource {
  readonly #text: NoteText;
  /** Bytes like these and what they are read as; a later parse can start from it. */
  #known: Parsed;
  #layout: Layout | null = null;
  #content: string | null = null;

  private constructor(text: NoteText, known: Parsed) {
    this.#text = text;
    this.#known = known;
  }

  static parse(markdown: string, title: string): NoteSource {
    return NoteSource.fromParsed(parseMarkdown(markdown), title);
  }

  static fromParsed(markdown: ParsedMarkdown, title: string): NoteSource {
    return NoteSource.loadParsed(markdown, null, title);
  }

  /** The note whose `content()` and `state()` these were. Throws an Error for a state that is damaged, or of other content. */
  static load(content: string, state: string | null, title: string): NoteSource {
    return NoteSource.loadParsed(parseMarkdown(content), state, title);
  }

  /** `load` with the content parsed already. */
  static loadParsed(markdown: ParsedMarkdown, state: string | null, title: string): NoteSource {
    return runAtOnce(NoteSource.loading(markdown, state, title));
  }

  /** What `loadParsed` gives. Yields between blocks. */
  static *loading(markdown: ParsedMarkdown, state: string | null, title: string): Generator<void, NoteSource> {
    const content = contentOf({ lead: markdown.lead, slices: markdown.blocks });
    yield;
    const { blocks, references } = markdown;
    // With a state it says how the note differs from this, whose references are not asked for.
    const own =
      state === null
        ? yield* readingReferences(
            blocks.map(({ node }) => node),
            references,
          )
        : references;
    const plain = yield* plainText(markdown, title, own);
    yield;
    const text = state === null ? plain : yield* stateFromJson(state, markdown, plain);
    const source = new NoteSource(text, { content, markdown });
    yield;
    // Without a state nothing has been touched.
    if (state === null) source.#content = content;
    else if (source.content() !== content) throw new Error('The state of the note is not of this content');
    return source;
  }

  /** Its attribute `title` is the title of the note. */
  get doc(): Node {
    return this.#text.doc;
  }

  /** What it holds, as ProseMirror counts sizes: the document, and the blocks that were removed of late. */
  get size(): number {
    return this.#text.doc.content.size + sizeOfRemoved(this.#text.removed);
  }

  /** The markdown. */
  content(): string {
    return (this.#content ??= contentOf(this.#laidOut()));
  }

  /** What `content` gives. Yields in between. */
  *makingContent(): Generator<void, string> {
    if (this.#content === null) this.#laidOut();
    yield;
    return this.content();
  }

  /** Whether `content` takes no time: it was made before, or is of few blocks. */
  get isContentAtHand(): boolean {
    return this.#content !== null || this.doc.childCount <= blocksAtOnce;
  }

  /**
   * The markdown, where it takes no time that others would notice to make it: what has no bytes yet is light, and weighs no more than
   * `maxWeight` together. Null otherwise.
   */
  maybeContent(maxWeight: number): string | null {
    const unwritten = this.unwritten();
    if (unwritten.some(({ isHeavy }) => isHeavy) || unwritten.reduce((sum, { weight }) => sum + weight, 0) > maxWeight) return null;
    for (const block of unwritten) block.write();
    return this.heavyBoundaries().length > 0 ? null : this.content();
  }

  /** As `content`. Throws `NotPreparsed` where `maybeContent` gives null, unless there is no limit. */
  contentWithin({ maxWeight }: Pick<ParseLimits, 'maxWeight'> = anything): string {
    const content = maxWeight === Infinity ? this.content() : this.maybeContent(maxWeight);
    if (content === null) throw new NotPreparsed();
    return content;
  }

  /** The blocks that `content` would have to write. */
  unwritten(): readonly UnwrittenSource[] {
    return this.#content === null ? unwrittenOf(this.#text.records) : [];
  }

  /** The blocks that `state` would have to write besides: removed ones, whose bytes it keeps. */
  unwrittenRemoved(): readonly UnwrittenSource[] {
    return this.#text.removed.flatMap(({ blocks }) => unwrittenOf(blocks.map(({ record }) => record)));
  }

  /** What `content` would have to read for long to see that blocks stay apart. None unless all blocks are written. */
  heavyBoundaries(): readonly HeavyBoundary[] {
    return this.#content === null && this.#layout === null && this.unwritten().length === 0 ? heavyBoundaries(this.#text) : [];
  }

  /** The note after steps that led from its document to `doc`. Blocks that are the same objects keep their bytes. */
  advance(doc: Node): NoteSource {
    return new NoteSource(textAfterSteps(this.#text, doc), this.#known);
  }

  /** What `advance` gives. Yields in between where definitions have changed, of which there can be very many. */
  *advancing(doc: Node): Generator<void, NoteSource> {
    yield* preparingAdvance(this.#text, doc);
    return this.advance(doc);
  }

  /**
   * How the note gets `next` as its content. Null if it has that. Blocks whose bytes stay are not touched, whatever the document has in
   * their place. Throws `NotPreparsed`.
   */
  rewrite(next: string, limits: ParseLimits = anything): Rewrite | null {
    const { prepared } = limits;
    return prepared?.source === this && prepared.next === next ? prepared.rewrite : runAtOnce(this.rewriting(next, limits));
  }

  /** What `rewrite` gives. Yields between blocks. */
  *rewriting(next: string, { maxWeight, preparsed }: ParseLimits): Generator<void, Rewrite | null> {
    if (next === this.contentWithin({ maxWeight })) return null;
    yield;
    const before = this.#read(maxWeight);
    const after = preparsed?.content === next ? preparsed : maybeReparse(before, next, maxWeight);
    if (after === null) throw new NotPreparsed();
    yield;
    const olds = blocksOf(this.#text, this.#laidOut());
    yield;
    const { lead } = after.markdown;
    const exchanges = yield* exchangesForBytes(olds, before.markdown, after.markdown);
    return yield* this.#exchanged(exchanges, lead, after);
  }

  /** The note after steps that led to `doc`, with `next` as its bytes; null where that is read as anything else. Throws `NotPreparsed`. */
  advanceTo(doc: Node, next: string, { maxWeight, preparsed }: ParseLimits = anything): Pick<Rewrite, 'source' | 'splices'> | null {
    if (preparsed?.content !== next && parseWeight(next, maxWeight) > maxWeight) throw new NotPreparsed();
    this.contentWithin({ maxWeight });
    const after = preparsed?.content === next ? preparsed : { content: next, markdown: parseMarkdown(next) };
    const { lead, blocks } = after.markdown;
    if (blocks.length !== doc.childCount || !blocks.every(({ node }, index) => node.eq(doc.child(index)))) return null;
    const { lead: leadNow, slices } = this.#laidOut();
    const stays = (old: number, at: number): boolean =>
      slices[old]?.source === blocks[at]?.source && slices[old]?.gap === blocks[at]?.gap && this.doc.child(old).eq(doc.child(at));
    const { start, oldEnd, newEnd } = besidesShared(slices.length, blocks.length, stays);
    const splices = {
      lead: lead === leadNow ? null : lead,
      splices: [{ from: start, to: oldEnd, slices: bytesOf(blocks.slice(start, newEnd)) }],
    };
    return { splices: splicesToJson(splices), source: runAtOnce(this.#replayed(doc, splices, after)) };
  }

  /**
   * The bytes of the note after steps that led to `doc`, where the blocks that they have put in are `markdown`, and no others have changed.
   * `advanceTo` tells whether that is so. Where nothing of the note stays it is `markdown`. Throws `NotPreparsed`.
   */
  contentAround(doc: Node, markdown: string, limits: Pick<ParseLimits, 'maxWeight'> = anything): string {
    this.contentWithin(limits);
    const { lead, slices } = this.#laidOut();
    const { start, oldEnd } = besidesShared(this.doc.childCount, doc.childCount, (old, at) => this.doc.child(old).eq(doc.child(at)));
    const before = contentOf({ lead: '', slices: slices.slice(0, start) });
    const after = contentOf({ lead: '', slices: slices.slice(oldEnd) });
    if (before + after === '') return markdown;
    const { lineEnding, isOpen } = this.#text;
    const blocks = markdown.replace(/\r\n?|\n/g, lineEnding).split(lineEnding);
    while (isBlankLine(blocks[0])) blocks.shift();
    while (isBlankLine(blocks.at(-1))) blocks.pop();
    const above = before === '' || endsBlank(before) ? '' : /[\r\n]$/.test(before) ? lineEnding : lineEnding + lineEnding;
    const below = after !== '' ? lineEnding + lineEnding : isOpen ? '' : lineEnding;
    return lead + before + above + blocks.join(lineEnding) + below + after;
  }

  /**
   * Parses what `rewrite` to `next`, or without it `state`, needs: what weighs more than `maxWeight` at a time, elsewhere. The
   * result is for `rewrite`.
   */
  async preparse(parse: ParseElsewhere, maxWeight: number, next = this.content()): Promise<Parsed> {
    const content = this.content();
    const known = maybeReparse(this.#known, content, maxWeight) ?? { content, markdown: await parse(content) };
    this.#known = known;
    return maybeReparse(known, next, maxWeight) ?? { content: next, markdown: await parse(next) };
  }

  /**
   * The note after a rewrite or a restore of this state; `doc` is what its steps led to. Throws an Error where `splices` or `doc` are of
   * another state. Yields in between.
   */
  *replayingRewrite(doc: Node, splices: string): Generator<void, NoteSource> {
    return yield* this.#replayed(doc, yield* splicesFromJson(splices), this.#known);
  }

  /** How the note becomes what it was, to the last detail of the document, but for the title. Null if it is. Yields between blocks. */
  *restoring(then: NoteSource): Generator<void, Rewrite | null> {
    const olds = blocksOf(this.#text, this.#laidOut());
    yield;
    const news = blocksOf(then.#text, then.#laidOut());
    yield;
    const exchanges = yield* exchangesForBlocks(olds, news);
    const { lead } = then.#laidOut();
    if (exchanges.length === 0 && lead === this.#laidOut().lead) return null;
    return yield* this.#exchanged(exchanges, lead, this.#known);
  }

  /** What `load` needs besides the content: JSON text. Null if the content says it all. */
  state(): string | null {
    return runAtOnce(this.stating())?.join('') ?? null;
  }

  /** What `state` gives, in parts. Yields between blocks. */
  *stating(): Generator<void, readonly string[] | null> {
    const { markdown } = this.#read();
    yield;
    const layout = this.#laidOut();
    yield;
    const plain = yield* plainText(markdown, String(this.doc.attrs['title']), markdown.references);
    yield;
    return yield* stateToJson(this.#text, layout, markdown, plain);
  }

  #laidOut(): Layout {
    return (this.#layout ??= layOut(this.#text));
  }

  /** The content and what it is read as. Throws `NotPreparsed`. */
  #read(maxWeight = Infinity): Parsed {
    const known = maybeReparse(this.#known, this.content(), maxWeight);
    if (known === null) throw new NotPreparsed();
    return (this.#known = known);
  }

  *#exchanged(exchanges: readonly BlockExchange[], lead: string, known: Parsed): Generator<void, Rewrite> {
    const { steps, doc } = yield* blockSteps(
      this.doc,
      exchanges.map(({ from, to, blocks }) => ({ from, to, nodes: blocks.map(({ node }) => node) })),
    );
    const splices = {
      lead: lead === this.#laidOut().lead ? null : lead,
      splices: exchanges.map(({ from, to, blocks }) => ({ from, to, slices: bytesOf(blocks) })),
    };
    yield;
    const json = splicesToJson(splices);
    yield;
    return { steps, splices: json, source: yield* this.#replayed(doc, splices, known) };
  }

  *#replayed(doc: Node, splices: Splices, known: Parsed): Generator<void, NoteSource> {
    const { records, lineEnding, removed } = this.#text;
    const { replaced, kept } = dividedBy(
      records.map((record, at) => ({ record, at })),
      splices,
    );
    yield;
    // The record of a replaced block is among those that can come back: it is not the one of a block like it that stands there now.
    const inherited = { records: kept.map(({ record }) => record), lineEnding, removed };
    const layout = spliced(this.#laidOut(), splices);
    yield;
    const references = yield* readingReferences(doc.children, this.#text.references);
    yield;
    const text = yield* makingText(doc, layout, references, inherited);
    yield;
    const come = cameBy(text.records, splices);
    return new NoteSource({ ...text, removed: afterRewrite({ replaced, come, kept, before: this.#text, after: text }) }, known);
  }
}
