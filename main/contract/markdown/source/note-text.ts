// One state of a note: all that its bytes and what becomes of them depend on.

import type { Node } from 'prosemirror-model';
import type { References } from '../parse.ts';
import { referencesOf } from '../definitions.ts';
import { blankLineAfter, endsLine, lineEndingOf, type LineEnding } from './line-ending.ts';
import { cleanBlock, type BlockRecord } from './records.ts';
import type { RemovedBlocks } from './removed-blocks.ts';

export interface NoteText {
  readonly doc: Node;
  /** One for each child of `doc`. */
  readonly records: readonly BlockRecord[];
  /** A byte order mark and the blank lines before the first block. */
  readonly lead: string;
  /** The blank lines at the end. */
  readonly tail: string;
  readonly lineEnding: LineEnding;
  /** The last line goes without an ending. */
  readonly isOpen: boolean;
  /** The references of `doc`. */
  readonly references: References;
  readonly removed: RemovedBlocks;
}

/** The bytes of one block within those of the note. */
export interface BlockBytes {
  readonly source: string;
  readonly gap: string;
}

/** All bytes of a note: `lead`, then `source` and `gap` of each block of its document. */
export interface Layout {
  readonly lead: string;
  readonly slices: readonly BlockBytes[];
}

export function contentOf({ lead, slices }: Layout): string {
  const parts = [lead];
  for (const { source, gap } of slices) parts.push(source, gap);
  return parts.join('');
}

export function isBlankBlock({ source }: BlockBytes): boolean {
  return source === '';
}

function* pieces({ lead, slices }: Layout): Generator<string> {
  yield lead;
  for (const { source, gap } of slices) {
    yield source;
    yield gap;
  }
}

/** What a state that is given as bytes takes over from the one before it. */
interface Inherited {
  readonly records: readonly BlockRecord[];
  readonly lineEnding: LineEnding;
  readonly removed: RemovedBlocks;
}

const noInheritance: Inherited = { records: [], lineEnding: '\n', removed: [] };

/** Blocks that are looked at in one go. */
const blocksAtOnce = 2_000;

/** The state in which each block of `doc`, which has these references, has exactly the bytes that `layout` gives it. */
export function makeNoteText(doc: Node, layout: Layout, inherited: Inherited = noInheritance, references = referencesOf(doc)): NoteText {
  const making = makingText(doc, layout, references, inherited);
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
  }
}

/** What `makeNoteText` gives. Yields between blocks. */
export function* makingText(
  doc: Node,
  layout: Layout,
  references: References,
  { records: known, lineEnding: otherwise, removed }: Inherited = noInheritance,
): Generator<void, NoteText> {
  const { lead, slices } = layout;
  if (slices.length !== doc.childCount) throw new Error(`There are bytes for ${slices.length} blocks, but ${doc.childCount} blocks`);
  const lineEnding = lineEndingOf(pieces(layout), otherwise);
  const last = slices.findLastIndex((slice) => !isBlankBlock(slice));
  const reusable = new Map<Node, BlockRecord>();
  for (const [index, record] of known.entries()) {
    if (index % blocksAtOnce === 0) yield;
    reusable.set(record.node, record);
  }
  const records: BlockRecord[] = [];
  for (const [index, { source, gap }] of slices.entries()) {
    if (index % blocksAtOnce === 0) yield;
    const node = doc.child(index);
    const between = index >= last ? blankLineAfter(source, lineEnding) : gap;
    const record = reusable.get(node);
    const isKnown = record?.kind === 'clean' && !record.isFresh && record.source === source && record.gap === between;
    records.push(isKnown ? record : cleanBlock({ node, source, gap: between }));
  }
  const end = slices[last];
  return {
    doc,
    records,
    lead,
    tail: end?.gap ?? '',
    lineEnding,
    isOpen: end !== undefined && !endsLine(end.source),
    references,
    removed,
  };
}
