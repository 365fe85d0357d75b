// The blocks of a live note, each with what is known of its bytes. Records never change and are shared between states.

import type { Node } from 'prosemirror-model';
import type { UnwrittenSource } from './unwritten-source.ts';

/** A block and its bytes: `source` with the ending of its last line, `gap` the blank lines between it and what follows. */
export interface Origin {
  readonly node: Node;
  readonly source: string;
  readonly gap: string;
}

/** A block whose bytes were given, and are kept. `isFresh`: something else stood before it when they were. */
export interface CleanBlock extends Origin {
  readonly kind: 'clean';
  readonly isFresh: boolean;
}

/**
 * How often a block can be reshaped at once, each time with bytes that later ones are made of, and after how many changes
 * once more: each time costs as much as writing the block.
 */
const allowedAtOnce = 20;
const changesForOne = 50;
const mostAllowance = allowedAtOnce * changesForOne;

/** A longer block is not what others are made of: as long as it is, a short one that came out of it would take to be written. */
const longestBase = 64 * 1024;

/** A block that steps have changed or made, and how its bytes are made. */
export interface Dirty {
  readonly node: Node;
  readonly gap: string;
  /** What it first came from, if that had bytes. */
  readonly origin: Origin | null;
  readonly source: string | UnwrittenSource;
  /** What its bytes are made of, where only texts in it are others since: `origin` unless told. */
  readonly base?: Origin | null;
  /** Not only its texts are others than those of what it came from: its bytes are what those of later ones are made of. */
  readonly isReshaped?: boolean;
  /** See `mostAllowance`; all of it if absent. */
  readonly allowance?: number;
}

export class DirtyBlock implements Origin {
  readonly kind = 'dirty';
  readonly node: Node;
  readonly gap: string;
  readonly origin: Origin | null;
  /** Null for a block that is reshaped: it need not be known for its later states. */
  readonly base: Origin | null;
  readonly isReshaped: boolean;
  readonly allowance: number;
  readonly #source: string | UnwrittenSource;

  constructor({ node, gap, origin, source, base = origin, isReshaped = false, allowance = mostAllowance }: Dirty) {
    this.node = node;
    this.gap = gap;
    this.origin = origin;
    this.#source = source;
    this.base = isReshaped ? null : base;
    this.isReshaped = isReshaped;
    this.allowance = allowance;
  }

  get source(): string {
    return typeof this.#source === 'string' ? this.#source : this.#source.text;
  }

  /** Null once the block has its bytes. */
  get unwritten(): UnwrittenSource | null {
    return typeof this.#source === 'string' || this.#source.isWritten ? null : this.#source;
  }

  /** Whether it has used up some of what it is allowed. */
  get hasLessAllowance(): boolean {
    return this.allowance < mostAllowance;
  }

  /** The same for a node that is equal. */
  renewed(node: Node): DirtyBlock {
    const { gap, origin, base, isReshaped, allowance } = this;
    return new DirtyBlock({ node, gap, origin, base, isReshaped, allowance, source: this.#source });
  }

  /** What the bytes of a block are made of that takes the place of this one. */
  get nextBase(): Origin | null {
    if (!this.isReshaped) return this.base;
    const { size } = this.node.content;
    return size > 0 && size <= longestBase && this.allowance >= changesForOne ? this : this.origin;
  }

  /** What is left of the allowance once this block has become another one, made of its bytes or not. */
  allowanceAfter(isBase: boolean): number {
    return isBase ? this.allowance - changesForOne : Math.min(mostAllowance, this.allowance + 1);
  }
}

export type BlockRecord = CleanBlock | DirtyBlock;

export function cleanBlock({ node, source, gap }: Origin, isFresh = false): CleanBlock {
  return { kind: 'clean', node, source, gap, isFresh };
}

/** What a block that takes the place of this one can return to. */
export function originOf(record: BlockRecord): Origin | null {
  if (record.kind === 'dirty') return record.origin;
  return record.source === '' ? null : record;
}

/** What the bytes of a block that takes the place of this one are made of. */
export const baseOf = (record: BlockRecord): Origin | null => (record.kind === 'dirty' ? record.nextBase : originOf(record));
