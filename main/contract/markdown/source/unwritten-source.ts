// The bytes of a block that was touched, which are made when they are first asked for, or were made elsewhere before.

import type { Node } from 'prosemirror-model';
import { parseNodes, type References } from '../parse.ts';
import { serializeBlock } from '../serialize/serialize.ts';
import type { LineEnding } from './line-ending.ts';
import { parseWeight } from '../parse-weight.ts';
import type { Draft } from './patch/draft.ts';
import { mayBePatched, patched, recomposed } from './patch/patch.ts';
import { withCurrentTargets } from './targets.ts';

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

/** Bytes that others are made of, which may have to be made first themselves. */
export interface Before extends Draft {
  /** Null or absent once they are made. */
  readonly unwritten?: UnwrittenSource | null;
}

/** A block without bytes of its own, and all that they depend on. */
export interface Unwritten {
  readonly node: Node;
  /** The block that it was before, or that it came out of, with its bytes; null where there was none. */
  readonly before: Before | null;
  /** Other blocks that went when it came, as where paragraphs are joined or quoted together: texts are written as they were there. */
  readonly beside: readonly Before[];
  readonly writing: Writing;
  /** Nothing stands before the block. */
  readonly first: boolean;
}

/** The bytes of the block: those that it had, with the change in them, or else new ones. */
export function sourceOf({ node, before, beside, writing, first }: Unwritten): string {
  if (before === null) return written(node, writing, first);
  const current = withCurrentTargets(node, before, writing.references);
  let made: string | null = null;
  const anew = (): string => (made ??= written(current.node, writing, first));
  let saying: readonly Node[] | null = null;
  const said = (): readonly Node[] => (saying ??= parseNodes(anew(), writing.references));
  const kept = patched([current.before, ...beside], current.node, writing, said);
  if (kept !== null) return kept;
  const read = maybeAsRead(current.before, writing);
  const again = read === null ? null : patched([read, ...beside], current.node, writing, said);
  return again ?? recomposed([read ?? current.before, ...beside], current.node, writing, anew) ?? anew();
}

/** The bytes with the block that they are read as, where that is another one: while a user types, a block holds more than they say. */
function maybeAsRead({ node, source }: Draft, { references }: Writing): Draft | null {
  const [read, ...more] = mayBePatched({ node, source }, node) ? parseNodes(source, references) : [];
  return read === undefined || more.length > 0 || read.eq(node) ? null : { node: read, source };
}

/** What is heavier than this is read and written in a thread where possible: in the main thread one read of it takes up to 8 ms. */
const lightBlock = 16 * 1024;

function weightOf({ node, before }: Unwritten): number {
  if (node.nodeSize > lightBlock) return node.nodeSize;
  const own = Math.max(node.nodeSize, parseWeight(node.textContent, lightBlock));
  return Math.max(own, before?.unwritten?.weight ?? parseWeight(before?.source ?? '', lightBlock));
}

export class UnwrittenSource {
  /** What the bytes depend on is fixed here, so that they stay the same until the block is touched again. Null once they are made. */
  #block: Unwritten | null;
  #text: string | null = null;
  #weight: number | null = null;

  constructor(block: Unwritten) {
    this.#block = block;
  }

  /** Throws an Error once it is written: what came before would stay in memory with it. */
  get block(): Unwritten {
    if (this.#block === null) throw new Error('The block is written already');
    return this.#block;
  }

  get isWritten(): boolean {
    return this.#text !== null;
  }

  /** What has to be written for this to be, one after the other: this is the last. */
  get inOrder(): readonly UnwrittenSource[] {
    const all = new Set<UnwrittenSource>();
    const add = (each: UnwrittenSource): void => {
      if (each.isWritten || all.has(each)) return;
      for (const { unwritten } of each.#needed) if (unwritten !== null && unwritten !== undefined) add(unwritten);
      all.add(each);
    };
    add(this);
    return [...all];
  }

  get #needed(): readonly Before[] {
    const { before, beside } = this.block;
    return before === null ? beside : [before, ...beside];
  }

  /** How much writing it takes, in units of `parseWeight`; of a heavy block not all is counted. */
  get weight(): number {
    return (this.#weight ??= weightOf(this.block));
  }

  /** Whether writing it would hold others up. */
  get isHeavy(): boolean {
    return this.weight > lightBlock;
  }

  get text(): string {
    for (const each of this.inOrder) each.writtenAs(sourceOf(each.block));
    return this.#text ?? '';
  }

  /** Makes the bytes now, where they are not made yet, so that `text` has them at hand. */
  write(): void {
    void this.text;
  }

  /** To be called with what `sourceOf` gave elsewhere. */
  writtenAs(text: string): void {
    this.#text = text;
    this.#block = null;
  }
}
