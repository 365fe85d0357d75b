// Blocks that were deleted of late: undoing brings them back, and this their bytes.

import type { Node } from 'prosemirror-model';
import { cleanBlock, type BlockRecord, type Origin } from './records.ts';

/** What one change deleted, in the order of the document; forgotten after a number of further changes. */
export interface RemovedBatch {
  readonly records: readonly BlockRecord[];
  readonly left: number;
  /** They were replaced by bytes that a client gave. */
  readonly isReplaced: boolean;
}

/** Newest first. */
export type RemovedBlocks = readonly RemovedBatch[];

const changesToKeep = 1_000;
/** As ProseMirror counts the sizes of nodes. */
const sizeToKeep = 1024 * 1024;
/**
 * Of replaced blocks: a script can replace the same ones again and again, and all are stored with the note and looked through when it
 * changes.
 */
const replacedSizeToKeep = 128 * 1024;
const replacedToKeep = 1_000;

/** One change later: `taken` are back in the document, `records` were deleted, or replaced. The oldest go once there is too much. */
export function afterChange(
  removed: RemovedBlocks,
  taken: ReadonlySet<Origin>,
  records: readonly BlockRecord[],
  isReplaced = false,
): RemovedBlocks {
  if (removed.length === 0 && records.length === 0) return removed;
  const batches: RemovedBatch[] = [];
  let [room, replacedRoom, replacedLeft] = [sizeToKeep, replacedSizeToKeep, replacedToKeep];
  const fits = (size: number, isReplaced: boolean): boolean =>
    isReplaced ? (replacedLeft -= 1) >= 0 && (replacedRoom -= size) >= 0 : (room -= size) >= 0;
  for (const batch of [{ records, left: changesToKeep + 1, isReplaced }, ...removed]) {
    if (batch.left <= 1) break;
    const kept = batch.records.filter((record) => !taken.has(record) && fits(record.node.nodeSize, batch.isReplaced));
    if (kept.length > 0) batches.push({ ...batch, records: kept, left: batch.left - 1 });
  }
  return batches;
}

/**
 * After a change that came as bytes. `replaced` gave way to others; the bytes of `kept` were fixed, so that all they can still return to
 * is what they first came from.
 */
export function afterRewrite(removed: RemovedBlocks, replaced: readonly BlockRecord[], kept: readonly BlockRecord[]): RemovedBlocks {
  const origins = kept.flatMap((record) => (record.kind === 'dirty' && record.origin !== null ? [cleanBlock(record.origin)] : []));
  const records = replaced.filter((record) => record.kind === 'dirty' || record.source !== '');
  return afterChange(removed, new Set(), [...records, ...origins], true);
}

const isEmptyParagraph = (node: Node): boolean => node.type.name === 'paragraph' && node.content.size === 0;

/**
 * From this many blocks of one size on they are told apart by what they hold: without that, a change to n blocks would compare n² pairs.
 */
const maxCompared = 16;

/** Origins whose nodes are of one size, or that even read the same, in the order in which they are to be found. */
class Bucket {
  readonly #origins: readonly Origin[];
  /** All before this one are taken. */
  #first = 0;
  readonly #isOfOneText: boolean;
  #byText: ReadonlyMap<string, Bucket> | null = null;

  constructor(origins: readonly Origin[], isOfOneText = false) {
    this.#origins = origins;
    this.#isOfOneText = isOfOneText;
  }

  /** The first that is like `node`, not `taken` and not `passed`. */
  find(node: Node, taken: ReadonlySet<Origin>, passed: ReadonlySet<Origin | undefined>): Origin | null {
    if (!this.#isOfOneText && this.#origins.length > maxCompared) return this.#readingLike(node)?.find(node, taken, passed) ?? null;
    for (let origin = this.#origins[this.#first]; origin !== undefined && taken.has(origin); origin = this.#origins[this.#first])
      this.#first += 1;
    for (let index = this.#first; index < this.#origins.length; index += 1) {
      const origin = this.#origins[index];
      if (origin !== undefined && !taken.has(origin) && !passed.has(origin) && origin.node.eq(node)) return origin;
    }
    return null;
  }

  #readingLike(node: Node): Bucket | undefined {
    this.#byText ??= new Map(
      [...Map.groupBy(this.#origins, (origin) => origin.node.toString())].map(([text, some]) => [text, new Bucket(some, true)]),
    );
    return this.#byText.get(node.toString());
  }
}

/** Blocks that the blocks of a change may turn out to be: of the change itself, or deleted before. Each is good for one block. */
export class Candidates {
  readonly taken = new Set<Origin>();
  readonly #bySize: ReadonlyMap<number, Bucket>;

  constructor(olds: readonly BlockRecord[], removed: RemovedBlocks) {
    // Of equal blocks the last comes first, since it is the first block of a change that goes on in what takes its place.
    const records = [{ records: olds }, ...removed].flatMap((batch) => batch.records.toReversed());
    const origins = records.flatMap((record) => (record.kind === 'dirty' && record.origin !== null ? [record.origin] : []));
    const bySize = Map.groupBy<number, Origin>([...records, ...origins], ({ node }) => node.nodeSize);
    this.#bySize = new Map([...bySize].map(([size, some]) => [size, new Bucket(some)]));
  }

  /**
   * For each node, a block like it: the origin that it inherits from its predecessor if it is that, else any that is. Null where there is
   * none. Any empty paragraph is like any other: there it says more where one comes from, and what goes on in another block is not looked
   * at.
   */
  take(
    nodes: readonly Node[],
    inherited: readonly (Origin | null)[],
    predecessors: readonly (BlockRecord | undefined)[],
  ): (Origin | null)[] {
    const isFor = (node: Node, origin: Origin): boolean => !this.taken.has(origin) && origin.node.eq(node);
    const find = (node: Node, passed: ReadonlySet<Origin | undefined>): Origin | null =>
      this.#bySize.get(node.nodeSize)?.find(node, this.taken, passed) ?? null;
    const found = nodes.map((node, index) => {
      const origin = inherited[index] ?? null;
      return origin !== null && isFor(node, origin) ? this.#taking(origin) : null;
    });
    const backwards = [...nodes.entries()].toReversed();
    for (const [index, node] of backwards) {
      if (!isEmptyParagraph(node)) found[index] ??= this.#taking(find(node, new Set()));
    }
    const goingOn = new Set<Origin | undefined>(predecessors.filter((_, index) => found[index] === null));
    for (const [index, node] of backwards) {
      if (isEmptyParagraph(node) && (inherited[index] ?? null) === null) found[index] ??= this.#taking(find(node, goingOn));
    }
    return found;
  }

  #taking(origin: Origin | null): Origin | null {
    if (origin !== null) this.taken.add(origin);
    return origin;
  }
}
