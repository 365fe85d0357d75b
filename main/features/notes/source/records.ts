// The blocks of a live note, each with what is known of its bytes. Records never change and are shared between states.

import type { Node } from 'prosemirror-model';
import type { References } from '../../../contract/markdown/parse.ts';
import { serializeBlock } from '../markdown/serialize.ts';
import type { LineEnding } from './line-ending.ts';

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

/** What the bytes of a block depend on besides the block. */
export interface Writing {
  readonly references: References;
  readonly lineEnding: LineEnding;
}

/** The bytes of a block that has none of its own; '' where there is nothing to write. */
export function written(node: Node, { references, lineEnding }: Writing, first: boolean): string {
  const source = serializeBlock(node, { references, first });
  if (/^[ \t\r\n]*$/.test(source)) return '';
  return source.replace(/\r?\n/g, lineEnding);
}

/** A block of more than this, as ProseMirror counts sizes, takes long: it is written anew, and in a thread where possible. */
export const longBlock = 64 * 1024;

/** The bytes of a block that are written when they are first asked for, or were written elsewhere before. */
export class UnwrittenSource {
  readonly node: Node;
  /** What the bytes depend on is fixed here, so that they stay the same until the block is touched again. */
  readonly writing: Writing;
  /** Nothing stands before the block. */
  readonly first: boolean;
  readonly #patch: ((anew: () => string) => string | null) | null;
  #text: string | null = null;

  /** `patch` may know better bytes than those of the block written anew; not for a long block. */
  constructor(node: Node, writing: Writing, first: boolean, patch: ((anew: () => string) => string | null) | null) {
    this.node = node;
    this.writing = writing;
    this.first = first;
    this.#patch = patch;
  }

  get isWritten(): boolean {
    return this.#text !== null;
  }

  get text(): string {
    let made: string | null = null;
    const anew = (): string => (made ??= written(this.node, this.writing, this.first));
    return (this.#text ??= this.#patch?.(anew) ?? anew());
  }

  /** To be called with what `written` gave elsewhere. */
  writtenAs(text: string): void {
    this.#text = text;
  }
}

/** A block that steps have changed or made. `origin` is what it first came from, if that had bytes. */
export class DirtyBlock implements Origin {
  readonly kind = 'dirty';
  readonly node: Node;
  readonly gap: string;
  readonly origin: Origin | null;
  readonly #source: string | UnwrittenSource;

  constructor(node: Node, gap: string, origin: Origin | null, source: string | UnwrittenSource) {
    this.node = node;
    this.gap = gap;
    this.origin = origin;
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
    return new DirtyBlock(node, this.gap, this.origin, this.#source);
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
