// What the blocks of a change turn out to be: undoing brings back blocks that were there, and this their bytes.

import type { Node } from 'prosemirror-model';
import { Bucket, type Candidate, type PlaceOf } from './bucket.ts';
import { DirtyBlock, type BlockRecord, type OriginalBlock } from './records.ts';
import { firstOf, holdsText, indexOf, placeNow, type Edges, type RemovedBlock, type RemovedBlocks } from './removed-blocks.ts';

const isEmptyParagraph = (node: Node): boolean => node.type.name === 'paragraph' && node.content.size === 0;

/** A removed block is compared with this many blocks of its size before it is looked for where it would stand. */
const comparedAtMost = 8;

/** Blocks that the blocks of a change may turn out to be: of the change itself, or deleted before. Each is good for one block. */
export class Candidates {
  readonly taken = new Set<OriginalBlock>();
  /** Of these, what may have been meant for another block, so that it is kept: one rule is like any other. */
  readonly #lent = new Set<OriginalBlock>();
  readonly #olds: ReadonlySet<BlockRecord>;
  readonly #removed: RemovedBlocks;
  /** Made when they are asked for. */
  readonly #bySize = new Map<number, Bucket>();

  readonly #places = new Map<Candidate, number>();

  readonly #placeOf: PlaceOf = (candidate) => {
    const { at, batch = 0 } = candidate;
    const place = this.#places.get(candidate) ?? (at === null ? Infinity : placeNow(this.#removed, batch, at));
    this.#places.set(candidate, place);
    return place;
  };

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
    const of = (some: readonly Candidate[] = [], batch: number): Candidate[] => some.map((each) => ({ ...each, batch }));
    const records = [...olds.filter(ofSize), ...indexes.flatMap((index, batch) => of(index.records.get(size), batch))];
    const origins = [...olds.flatMap(firstOf).filter(ofSize), ...indexes.flatMap((index, batch) => of(index.origins.get(size), batch))];
    const bucket = new Bucket([...records, ...origins], this.#placeOf);
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
    inherited: readonly (OriginalBlock | null)[],
    predecessors: readonly (BlockRecord | undefined)[],
  ): (OriginalBlock | null)[] {
    const isFor = (node: Node, origin: OriginalBlock): boolean =>
      !this.taken.has(origin) && origin.node.nodeSize === node.nodeSize && origin.node.eq(node);
    const find = (node: Node, index: number, isPassed: (origin: OriginalBlock) => boolean): OriginalBlock | null =>
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
    const goingOn = new Set<OriginalBlock | undefined>(predecessors.filter((_, index) => found[index] === null));
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
  get back(): ReadonlySet<OriginalBlock> {
    return new Set([...this.taken].filter((origin) => !this.#lent.has(origin)));
  }

  /**
   * What was deleted together and is back at its place together: undone, unless a block like it went later, or goes in the same change,
   * which moves it. Of a block without text its own place says more than others, but for one that such a change moves.
   */
  #takePlaces(nodes: readonly Node[], start: number, found: (OriginalBlock | null)[]): void {
    const open = Map.groupBy(
      nodes.filter((_, index) => found[index] === null),
      ({ nodeSize }) => nodeSize,
    );
    // Most removed blocks are like none of the few that a key makes: where they would stand now is not looked for.
    const mayBeBack = ({ record }: RemovedBlock): boolean => {
      const some = open.get(record.node.nodeSize);
      return some !== undefined && !this.taken.has(record) && (some.length > comparedAtMost || some.some((node) => node.eq(record.node)));
    };
    /** Where blocks of a batch are back; null where one of them is not. */
    const placesOf = (batch: number, blocks: readonly RemovedBlock[]): readonly number[] | null => {
      const places = new Set<number>();
      for (const block of blocks) {
        if (!mayBeBack(block)) return null;
        const place = placeNow(this.#removed, batch, block.at) - start;
        if (found[place] !== null || places.has(place) || !block.record.node.eq(nodes[place] as Node)) return null;
        places.add(place);
      }
      return [...places];
    };
    const take = (blocks: readonly RemovedBlock[], places: readonly number[] | null): void => {
      for (const [index, place] of (places ?? []).entries()) found[place] = this.#taking(blocks[index]?.record ?? null);
    };
    const isAlone = (blocks: readonly RemovedBlock[]): boolean => blocks.length === 1 && indexOf(blocks).withoutText.length === 1;
    const isLast = (blocks: readonly RemovedBlock[]): boolean => {
      const records = new Set<OriginalBlock | null>(blocks.map(({ record }) => record));
      return blocks.every(({ record: { node } }) => records.has(this.#bucket(node.nodeSize).find(node, this.taken, () => false)));
    };
    for (const [batch, { blocks }] of this.#removed.entries()) {
      const places = isAlone(blocks) ? null : placesOf(batch, blocks);
      if (places !== null && isLast(blocks)) take(blocks, places);
    }
    this.#takeMoved(nodes, found);
    for (const [batch, { blocks }] of this.#removed.entries())
      for (const block of indexOf(blocks).withoutText) take([block], placesOf(batch, [block]));
  }

  /** Blocks without text that the change takes from one place and puts at another. */
  #takeMoved(nodes: readonly Node[], found: (OriginalBlock | null)[]): void {
    const olds = [...this.#olds].filter(({ node }) => !holdsText(node) && !isEmptyParagraph(node)).toReversed();
    const moved = new Bucket(olds.map((origin) => ({ origin, at: null })));
    for (const [index, node] of [...nodes.entries()].toReversed()) found[index] ??= this.#taking(moved.find(node, this.taken, () => false));
  }

  #taking(origin: OriginalBlock | null): OriginalBlock | null {
    if (origin !== null) this.taken.add(origin);
    return origin;
  }
}
