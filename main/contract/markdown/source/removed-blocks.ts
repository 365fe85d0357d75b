// Blocks that were deleted of late: undoing brings them back, and this their bytes.

import type { Node } from 'prosemirror-model';
import type { NoteText } from './note-text.ts';
import { cleanBlock, DirtyBlock, type BlockRecord, type Origin } from './records.ts';

/** What stands before the first block of a note, and after the last. */
export type Edges = Pick<NoteText, 'lead' | 'tail'>;

/** `at`: how many blocks stood before it. `edges`: what stood around it as the first or last block, where that is no more. */
export interface RemovedBlock {
  readonly record: BlockRecord;
  readonly at: number;
  readonly edges?: Partial<Edges>;
}

/** Blocks that were removed from the note `before`, with what stood around its first and last, and has become `after`. */
export function withEdges(blocks: readonly RemovedBlock[], before: NoteText, after: Edges): readonly RemovedBlock[] {
  const { lead, tail, records } = before;
  if (lead === after.lead && tail === after.tail) return blocks;
  return blocks.map((block) => {
    const isFirst = block.at === 0 && lead !== after.lead;
    const isLast = block.at === records.length - 1 && tail !== after.tail;
    return { ...block, edges: { ...(isFirst ? { lead } : {}), ...(isLast ? { tail } : {}) } };
  });
}

/** Of blocks that one change removed those that stood at the edges of the note, where something else stands around it now. */
const atEdges = (blocks: readonly RemovedBlock[]): readonly RemovedBlock[] =>
  blocks.filter(({ edges }) => edges?.lead !== undefined || edges?.tail !== undefined);

/** What stood around the note before blocks were removed together: where the first and the last of it are still among them. */
export const edgesOf = (blocks: readonly RemovedBlock[]): Partial<Edges> =>
  Object.assign({}, ...atEdges(blocks).map(({ edges }) => edges)) as Partial<Edges>;

/** What one change deleted, in the order of the document; forgotten after a number of further changes. */
export interface RemovedBatch {
  readonly blocks: readonly RemovedBlock[];
  readonly left: number;
  /** They were replaced by bytes that a client gave. */
  readonly isReplaced: boolean;
}

/** Newest first. */
export type RemovedBlocks = readonly RemovedBatch[];

/** As many as there are steps in the history of a note. */
const changesToKeep = 10_000;
/** As ProseMirror counts the sizes of nodes. */
const sizeToKeep = 1024 * 1024;
/**
 * Of replaced blocks: a script can replace the same ones again and again, and all are stored with the note and looked through when it
 * changes.
 */
const replacedSizeToKeep = 128 * 1024;
const replacedToKeep = 1_000;

/** One change later: `taken` are back in the document, `blocks` were deleted, or replaced. The oldest go once there is too much. */
export function afterChange(
  removed: RemovedBlocks,
  taken: ReadonlySet<Origin>,
  blocks: readonly RemovedBlock[],
  isReplaced = false,
): RemovedBlocks {
  if (removed.length === 0 && blocks.length === 0) return removed;
  const batches: RemovedBatch[] = [];
  let [room, replacedRoom, replacedLeft] = [sizeToKeep, replacedSizeToKeep, replacedToKeep];
  const fits = (size: number, isReplaced: boolean): boolean =>
    isReplaced ? (replacedLeft -= 1) >= 0 && (replacedRoom -= size) >= 0 : (room -= size) >= 0;
  const isBack = ({ record }: RemovedBlock): boolean => taken.has(record);
  for (const batch of [{ blocks, left: changesToKeep + 1, isReplaced }, ...removed]) {
    if (batch.left <= 1) break;
    // What was replaced is not looked through for that: most of it does not stay.
    const size = batch.isReplaced ? Infinity : indexOf(batch.blocks).size;
    const staysWhole = size <= room && (taken.size === 0 || !batch.blocks.some(isBack));
    if (staysWhole) room -= size;
    const kept = staysWhole
      ? batch.blocks
      : batch.blocks.filter((block) => !isBack(block) && fits(block.record.node.nodeSize, batch.isReplaced));
    if (kept.length > 0) batches.push({ ...batch, blocks: kept, left: batch.left - 1 });
  }
  return batches;
}

const none: ReadonlySet<Origin> = new Set();

interface Rewritten {
  /** Blocks that gave way to others, and those that came. */
  readonly replaced: readonly RemovedBlock[];
  readonly come: readonly Origin[];
  readonly kept: readonly RemovedBlock[];
}

/**
 * After a change that came as bytes. `replaced` gave way to `come`; the bytes of `kept` were fixed, so that all they can still return to
 * is what they first came from.
 */
export function afterRewrite(removed: RemovedBlocks, { replaced, come, kept }: Rewritten): RemovedBlocks {
  const origins = kept.flatMap(({ record, at }) =>
    record.kind === 'dirty' && record.origin !== null ? [{ record: cleanBlock(record.origin), at }] : [],
  );
  const blocks = replaced.filter(({ record }) => record.kind === 'dirty' || record.source !== '');
  return withoutRespelled(afterChange(removed, new Set(), [...blocks, ...origins], true), come);
}

/** Whether two blocks have the same bytes, but for the line ending that the last one of a note can lack. */
const areSpelledAlike = (some: string, other: string): boolean =>
  some === other || (some.replace(/\r?\n$/, '') === other.replace(/\r?\n$/, '') && [some, other].some((each) => !each.endsWith('\n')));

/**
 * Of replaced blocks those like one that has come have other bytes now: a block like them, as a copy or one that moves, is not to have the
 * former bytes. What they came from stays, for the changes before.
 */
function withoutRespelled(removed: RemovedBlocks, come: readonly Origin[]): RemovedBlocks {
  const blocks = Map.groupBy(come, ({ node }) => node.nodeSize);
  const buckets = new Map<number, Bucket>();
  const isRespelled = ({ record: { node, source } }: RemovedBlock): boolean => {
    const ofSize = blocks.get(node.nodeSize);
    if (ofSize === undefined) return false;
    const bucket = buckets.get(node.nodeSize) ?? new Bucket(ofSize.map((origin) => ({ origin, at: null })));
    buckets.set(node.nodeSize, bucket);
    const hasCome = (isAlike: boolean): boolean =>
      bucket.find(node, none, (origin) => areSpelledAlike(origin.source, source) !== isAlike) !== null;
    return hasCome(false) && !hasCome(true);
  };
  const former = (block: RemovedBlock): RemovedBlock[] => {
    if (!isRespelled(block)) return [block];
    const origin = block.record.kind === 'dirty' ? block.record.origin : null;
    return origin === null ? [] : [{ ...block, record: cleanBlock(origin) }];
  };
  return removed.flatMap((batch) => {
    if (!batch.isReplaced || !batch.blocks.some(isRespelled)) return [batch];
    const blocks = batch.blocks.flatMap(former);
    return blocks.length === 0 ? [] : [{ ...batch, blocks }];
  });
}

/** The blocks of a batch: looked through whenever the note changes. */
interface BatchIndex {
  /** Of all nodes together. */
  readonly size: number;
  /** By the sizes of their nodes, the last first; and what they came from. */
  readonly records: ReadonlyMap<number, readonly Candidate[]>;
  readonly origins: ReadonlyMap<number, readonly Candidate[]>;
  readonly withoutText: readonly RemovedBlock[];
  readonly atEdges: readonly RemovedBlock[];
}

/** Whether the node has any text, which is not put together for that. */
const holdsText = (node: Node): boolean => (node.isLeaf ? node.textContent !== '' : node.children.some(holdsText));

const indexes = new WeakMap<readonly RemovedBlock[], BatchIndex>();

function indexOf(blocks: readonly RemovedBlock[]): BatchIndex {
  const known = indexes.get(blocks);
  if (known !== undefined) return known;
  const records = blocks.map(({ record, at }): Candidate => ({ origin: record, at })).toReversed();
  const index: BatchIndex = {
    size: records.reduce((sum, { origin: { node } }) => sum + node.nodeSize, 0),
    records: Map.groupBy(records, ({ origin }) => origin.node.nodeSize),
    origins: Map.groupBy(records.flatMap(firstOf), ({ origin }) => origin.node.nodeSize),
    withoutText: blocks.filter(({ record }) => !holdsText(record.node)),
    atEdges: atEdges(blocks),
  };
  indexes.set(blocks, index);
  return index;
}

/** How large they are together, as ProseMirror counts sizes. */
export function sizeOfRemoved(removed: RemovedBlocks): number {
  return removed.reduce((sum, { blocks }) => sum + indexOf(blocks).size, 0);
}

/** What a block can turn out to be. `at`: how many blocks stood before it, of one that was removed before. */
interface Candidate {
  readonly origin: Origin;
  readonly at: number | null;
}

/** The one of two that stood nearer to a place; the first, where both stood as near. */
function nearestTo(place: number, first: Candidate | null, second: Candidate): Candidate {
  const distance = ({ at }: Candidate): number => Math.abs((at ?? Infinity) - place);
  return first !== null && distance(first) <= distance(second) ? first : second;
}

/** What it came from. */
const firstOf = ({ origin, at }: Candidate): Candidate[] =>
  origin instanceof DirtyBlock && origin.origin !== null ? [{ origin: origin.origin, at }] : [];

const isEmptyParagraph = (node: Node): boolean => node.type.name === 'paragraph' && node.content.size === 0;

/**
 * From this many blocks of one size on they are told apart by what they hold: without that, a change to n blocks would compare n² pairs.
 */
const maxCompared = 16;

/** Candidates whose nodes are of one size, or that even read the same, in the order in which they are to be found. */
class Bucket {
  readonly #candidates: readonly Candidate[];
  /** All before this one are taken. */
  #first = 0;
  readonly #isOfOneText: boolean;
  #byText: ReadonlyMap<string, Bucket> | null = null;

  constructor(candidates: readonly Candidate[], isOfOneText = false) {
    this.#candidates = candidates;
    this.#isOfOneText = isOfOneText;
  }

  /**
   * The first that is like `node`, not `taken` and not passed over; with a `place`, of the next of these that were removed the one that
   * stood nearest to it.
   */
  find(node: Node, taken: ReadonlySet<Origin>, isPassed: (origin: Origin) => boolean, place: number | null = null): Origin | null {
    const all = this.#candidates;
    if (!this.#isOfOneText && all.length > maxCompared) return this.#readingLike(node)?.find(node, taken, isPassed, place) ?? null;
    while (this.#first < all.length && taken.has((all[this.#first] as Candidate).origin)) this.#first += 1;
    let nearest: Candidate | null = null;
    let left = maxCompared;
    for (let index = this.#first; index < all.length && left > 0; index += 1) {
      const candidate = all[index] as Candidate;
      const { origin, at } = candidate;
      if (nearest !== null) left -= 1;
      if (taken.has(origin) || isPassed(origin) || !origin.node.eq(node)) continue;
      if (place === null || at === null) return (nearest ?? candidate).origin;
      nearest = nearestTo(place, nearest, candidate);
    }
    return nearest?.origin ?? null;
  }

  #readingLike(node: Node): Bucket | undefined {
    this.#byText ??= new Map(
      [...Map.groupBy(this.#candidates, ({ origin }) => origin.node.toString())].map(([text, some]) => [text, new Bucket(some, true)]),
    );
    return this.#byText.get(node.toString());
  }
}

/** Blocks that the blocks of a change may turn out to be: of the change itself, or deleted before. Each is good for one block. */
export class Candidates {
  readonly taken = new Set<Origin>();
  /** Of these, what may have been meant for another block, so that it is kept: one rule is like any other. */
  readonly #lent = new Set<Origin>();
  readonly #olds: ReadonlySet<BlockRecord>;
  readonly #removed: RemovedBlocks;
  /** Made when they are asked for. */
  readonly #bySize = new Map<number, Bucket>();

  constructor(olds: readonly BlockRecord[], removed: RemovedBlocks) {
    this.#olds = new Set(olds);
    this.#removed = removed;
  }

  /** Of equal blocks the last comes first, since it is the first block of a change that goes on in what takes its place. */
  #bucket(size: number): Bucket {
    const known = this.#bySize.get(size);
    if (known !== undefined) return known;
    const ofSize = ({ origin }: Candidate): boolean => origin.node.nodeSize === size;
    const olds = [...this.#olds].toReversed().map((origin): Candidate => ({ origin, at: null }));
    const indexes = this.#removed.map(({ blocks }) => indexOf(blocks));
    const records = [...olds.filter(ofSize), ...indexes.flatMap(({ records }) => records.get(size) ?? [])];
    const origins = [...olds.flatMap(firstOf).filter(ofSize), ...indexes.flatMap(({ origins }) => origins.get(size) ?? [])];
    const bucket = new Bucket([...records, ...origins]);
    this.#bySize.set(size, bucket);
    return bucket;
  }

  /**
   * For each node, the first of which is block `at` of the document, a block like it: the origin that it inherits from its predecessor if
   * it is that, else what was deleted at its place, else any that is. Null where there is none. Any empty paragraph is like any other:
   * there it says more where one comes from, and what goes on in another block is not looked at.
   */
  take(
    nodes: readonly Node[],
    at: number,
    inherited: readonly (Origin | null)[],
    predecessors: readonly (BlockRecord | undefined)[],
  ): (Origin | null)[] {
    const isFor = (node: Node, origin: Origin): boolean =>
      !this.taken.has(origin) && origin.node.nodeSize === node.nodeSize && origin.node.eq(node);
    const find = (node: Node, index: number, isPassed: (origin: Origin) => boolean): Origin | null =>
      this.#bucket(node.nodeSize).find(node, this.taken, isPassed, at + index);
    const found = nodes.map((node, index) => {
      const origin = inherited[index] ?? null;
      return origin !== null && isFor(node, origin) ? this.#taking(origin) : null;
    });
    this.#takePlaces(nodes, at, found);
    const backwards = [...nodes.entries()].toReversed();
    for (const [index, node] of backwards) {
      // What a block was while it was being changed says less of another one than where that one comes from.
      const hasOrigin = (inherited[index] ?? null) !== null;
      if (isEmptyParagraph(node) || found[index] !== null) continue;
      const like = find(node, index, (origin) => hasOrigin && origin instanceof DirtyBlock && !this.#olds.has(origin));
      found[index] = this.#taking(like);
      if (like !== null && node.textContent === '') this.#lent.add(like);
    }
    const goingOn = new Set<Origin | undefined>(predecessors.filter((_, index) => found[index] === null));
    for (const [index, node] of backwards) {
      if (isEmptyParagraph(node) && (inherited[index] ?? null) === null)
        found[index] ??= this.#taking(find(node, index, (origin) => goingOn.has(origin)));
    }
    return found;
  }

  /** What stood around the note when blocks that are back were its first and its last. */
  get edges(): Partial<Edges> {
    let edges: Partial<Edges> = {};
    if (this.taken.size === 0) return edges;
    for (const { blocks } of this.#removed)
      for (const { record, edges: before } of indexOf(blocks).atEdges) if (this.taken.has(record)) edges = { ...before, ...edges };
    return edges;
  }

  /** Those of the removed blocks that are back. */
  get back(): ReadonlySet<Origin> {
    return new Set([...this.taken].filter((origin) => !this.#lent.has(origin)));
  }

  /**
   * What was deleted together and is back at its place together: undone, unless a block like it went later, or goes in the same change,
   * which moves it. Of a block without text its own place says more than others, but for one that such a change moves.
   */
  #takePlaces(nodes: readonly Node[], start: number, found: (Origin | null)[]): void {
    const isBack = ({ record, at }: RemovedBlock): boolean => {
      const node = nodes[at - start];
      return node?.nodeSize === record.node.nodeSize && found[at - start] === null && !this.taken.has(record) && record.node.eq(node);
    };
    const take = (blocks: readonly RemovedBlock[]): void => {
      for (const { record, at } of blocks) found[at - start] = this.#taking(record);
    };
    const isAlone = (blocks: readonly RemovedBlock[]): boolean => blocks.length === 1 && indexOf(blocks).withoutText.length === 1;
    const isLast = (blocks: readonly RemovedBlock[]): boolean => {
      const records = new Set<Origin | null>(blocks.map(({ record }) => record));
      return blocks.every(({ record: { node } }) => records.has(this.#bucket(node.nodeSize).find(node, this.taken, () => false)));
    };
    for (const { blocks } of this.#removed) if (!isAlone(blocks) && blocks.every(isBack) && isLast(blocks)) take(blocks);
    this.#takeMoved(nodes, found);
    for (const { blocks } of this.#removed) for (const block of indexOf(blocks).withoutText) if (isBack(block)) take([block]);
  }

  /** Blocks without text that the change takes from one place and puts at another. */
  #takeMoved(nodes: readonly Node[], found: (Origin | null)[]): void {
    const olds = [...this.#olds].filter(({ node }) => !holdsText(node) && !isEmptyParagraph(node)).toReversed();
    const moved = new Bucket(olds.map((origin) => ({ origin, at: null })));
    for (const [index, node] of [...nodes.entries()].toReversed()) found[index] ??= this.#taking(moved.find(node, this.taken, () => false));
  }

  #taking(origin: Origin | null): Origin | null {
    if (origin !== null) this.taken.add(origin);
    return origin;
  }
}
