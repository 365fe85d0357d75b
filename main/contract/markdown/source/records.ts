// The blocks of a live note, each with what is known of its bytes. Records never change and are shared between states.

import type { Node } from 'prosemirror-model';
import type { UnwrittenSource } from './unwritten-source.ts';

/** A block and its bytes: `source` with the ending of its last line, `gap` the blank lines between it and what follows. */
export interface OriginalBlock {
  readonly node: Node;
  readonly source: string;
  readonly gap: string;
}

/** A block whose bytes were given, and are kept. `isFresh`: something else stood before it when they were. */
interface CleanBlock extends OriginalBlock {
  readonly kind: 'clean';
  readonly isFresh: boolean;
}

/**
 * A block that steps have changed or made. `origin` is what it first came from, if that had bytes; `models` are blocks whose bytes it takes
 * besides: those that it came out of, as after a split, and those that went into it, as after a join.
 */
export class DirtyBlock implements OriginalBlock {
  readonly kind = 'dirty';
  readonly node: Node;
  readonly gap: string;
  readonly origin: OriginalBlock | null;
  readonly models: readonly OriginalBlock[];
  readonly #source: string | UnwrittenSource;

  constructor(
    node: Node,
    gap: string,
    origin: OriginalBlock | null,
    source: string | UnwrittenSource,
    models: readonly OriginalBlock[] = [],
  ) {
    this.node = node;
    this.gap = gap;
    this.origin = origin;
    this.models = models;
    this.#source = source;
  }

  get source(): string {
    return typeof this.#source === 'string' ? this.#source : this.#source.text;
  }

  /** Null once the block has its bytes. */
  get unwritten(): UnwrittenSource | null {
    return typeof this.#source === 'string' || this.#source.isWritten ? null : this.#source;
  }

  /** The same for a node that is equal. */
  renewed(node: Node): DirtyBlock {
    return new DirtyBlock(node, this.gap, this.origin, this.#source, this.models);
  }
}

/** Whether two have the same bytes of the same block. Not by identity: a note that was loaded has other objects. */
export const isSameOrigin = (some: OriginalBlock, other: OriginalBlock): boolean =>
  some === other || (some.source === other.source && some.gap === other.gap && some.node.eq(other.node));

export type BlockRecord = CleanBlock | DirtyBlock;

export function cleanBlock({ node, source, gap }: OriginalBlock, isFresh = false): CleanBlock {
  return { kind: 'clean', node, source, gap, isFresh };
}

/** What a block that takes the place of this one can return to. */
export function originOf(record: BlockRecord): OriginalBlock | null {
  if (record.kind === 'dirty') return record.origin;
  return record.source === '' ? null : record;
}
