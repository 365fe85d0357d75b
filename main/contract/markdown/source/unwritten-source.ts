// The bytes of a block that was touched, which are made when they are first asked for, or were made elsewhere before.

import type { Node } from 'prosemirror-model';
import { parseNodes, type References } from '../parse.ts';
import type { Dialect } from '../serialize/dialect.ts';
import type { LineEnding } from './line-ending.ts';
import { parseWeight } from '../parse-weight.ts';
import type { BlockDraft } from './patch/draft.ts';
import { patchedFrontMatter } from './patch/front-matter.ts';
import { patched, recomposed } from './patch/patch.ts';
import { inDialect } from './patch/style.ts';
import { withCurrentTargets } from './targets.ts';

/** What the bytes of a block depend on besides the block. */
export interface Writing {
  readonly references: References;
  readonly lineEnding: LineEnding;
  /** How it is written what can be written in several ways; absent: as Daybook does. */
  readonly dialect?: Dialect;
}

/** The bytes of a block that has none of its own; '' where there is nothing to write. */
export function writtenBlock(node: Node, { lineEnding, ...writing }: Writing, first: boolean): string {
  const source = inDialect(node, { ...writing, first });
  if (/^[ \t\r\n]*$/.test(source)) return '';
  return source.replace(/\r?\n/g, lineEnding);
}

/** A block without bytes of its own, and all that they depend on. */
interface Unwritten {
  readonly node: Node;
  /** The block that it was before, or that it came out of, with its bytes; then others whose bytes it can take, as after a join. */
  readonly had: readonly BlockDraft[];
  readonly writing: Writing;
  /** Nothing stands before the block. */
  readonly first: boolean;
}

/** Whether a block may hold what no markdown says, because the user is writing there: blanks or a break at the end, an empty paragraph. */
function mayHoldMore({ type, children, isTextblock }: Node): boolean {
  if (type.spec.code === true) return false;
  if (!isTextblock) return children.some((child) => (child.type.name === 'paragraph' && child.childCount === 0) || mayHoldMore(child));
  const ends = (at: number): boolean => children[at + 1] === undefined || children[at + 1]?.type.name === 'soft_break';
  return children.some(({ type, text }, at) => ends(at) && (type.name.endsWith('_break') || /[ \t]$/.test(text ?? '')));
}

/** The block as its bytes are read. */
function asRead(block: BlockDraft, { references }: Writing): BlockDraft {
  const [node, other] = mayHoldMore(block.node) ? parseNodes(block.source, references) : [];
  return node === undefined || other !== undefined || node.type !== block.node.type ? block : { ...block, node };
}

/** The bytes of the block: those that it had, with the change in them, or else new ones. */
export function blockSource({ node, had: [had, ...beside], writing, first }: Unwritten): string {
  if (had === undefined) return writtenBlock(node, writing, first);
  const current = withCurrentTargets(node, had, writing.references);
  const before = asRead(current.before, writing);
  let made: string | null = null;
  const anew = (): string => (made ??= writtenBlock(current.node, writing, first));
  const frontMatter = first ? patchedFrontMatter(before, current.node, writing.lineEnding) : null;
  return (
    frontMatter ?? patched(before, current.node, { ...writing, beside }, anew) ?? recomposed(before, current.node, writing, anew) ?? anew()
  );
}

/** What is heavier than this is read and written in a thread where possible: in the main thread one read of it takes up to 8 ms. */
const lightBlock = 16 * 1024;

function weightOf({ node, had }: Unwritten): number {
  if (node.nodeSize > lightBlock) return node.nodeSize;
  const old = had.reduce((sum, { source }) => sum + parseWeight(source, lightBlock), 0);
  return Math.max(node.nodeSize, old, parseWeight(node.textContent, lightBlock));
}

export class UnwrittenSource {
  /** What the bytes depend on is fixed here, so that they stay the same until the block is touched again. */
  readonly block: Unwritten;
  #text: string | null = null;
  #weight: number | null = null;

  constructor(block: Unwritten) {
    this.block = block;
  }

  get isWritten(): boolean {
    return this.#text !== null;
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
    return (this.#text ??= blockSource(this.block));
  }

  /** Makes the bytes now, where they are not made yet, so that `text` has them at hand. */
  write(): void {
    void this.text;
  }

  /** To be called with what `blockSource` gave elsewhere. */
  writtenAs(text: string): void {
    this.#text = text;
  }
}
