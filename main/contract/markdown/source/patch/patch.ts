// The bytes of a block after a change within it: those that it had, with the change alone made in them. What is tried is read again, and
// counts only if it is the block that is wanted.

import type { Node } from 'prosemirror-model';
import { parseNodes } from '../../parse.ts';
import { parseWeight } from '../../parse-weight.ts';
import type { Writing } from '../unwritten-source.ts';
import { withChild, withoutChildren, withTask } from './child-edits.ts';
import { lastDifference, type Difference } from './differences.ts';
import { Reader, type Draft, type Patching } from './draft.ts';
import { withHead } from './head-edits.ts';
import { withLeaf } from './leaf-edits.ts';
import { KnownLines } from './reused-lines.ts';
import { joined, split } from './split-join.ts';
import { withColumns } from './table-edits.ts';
import { placesOf, type Place } from './tree.ts';

/** A block that is longer, or weighs more in units of `parseWeight`, is written anew: it would have to be read several times. */
const maxCharacters = 128 * 1024;
const maxWeight = 512 * 1024;
/** A block of more than this, as ProseMirror counts sizes, is too. */
const maxSize = 256 * 1024;
/**
 * How much may be read in one attempt at a block, of which there are three at most, in units of `parseWeight`: up to 30 ms. A block that is
 * heavy itself, and so is changed in a thread, may be read a few times in any case.
 */
const maxRead = 64 * 1024;
const leastReads = 10;
/** How many parts of a block may have changed. */
const maxChanges = 40;

/** Whether the bytes of `origin` can be looked at for those of `node`. */
export const mayBePatched = ({ source }: Draft, node: Node): boolean =>
  source !== '' && source.length <= maxCharacters && node.nodeSize <= maxSize && parseWeight(source, maxWeight) <= maxWeight;

/** What a block was before, and others of which it has texts. */
export type Origins = readonly [Draft, ...Draft[]];

/**
 * The bytes of `node`, made of those of the first of `origins`, that it was before; `said` is what is read where it is written without
 * them. null where the old bytes cannot be kept.
 */
export function patched(origins: Origins, node: Node, writing: Writing, said: () => readonly Node[]): string | null {
  if (!mayBePatched(origins[0], node)) return null;
  const made = patchedTo(origins, node, writing);
  if (made !== null) return made;
  // While a user types, a block can hold more than markdown says, a space at its end for instance.
  const [only, ...more] = said();
  return more.length > 0 || only === undefined || only.eq(node) ? null : patchedTo(origins, only, writing);
}

/** What reads results, until that has cost as much as a block of these may. */
const readerOf = (origins: Origins, references: Writing['references']): Reader => {
  const weight = origins.reduce((sum, { source }) => sum + parseWeight(source), 0);
  return new Reader(references, Math.max(maxRead, leastReads * weight));
};

/**
 * The bytes of `node` where it cannot be made of those of `origins` by changes: written anew, but for the blocks in it that these have as
 * well, which keep their lines. null where that says something else, or keeps nothing.
 */
export function recomposed(origins: Origins, node: Node, { references, lineEnding }: Writing, anew: () => string): string | null {
  const [origin] = origins;
  if (node.isLeaf || !mayBePatched(origin, node) || anew() === '') return null;
  const reader = readerOf(origins, references);
  const known = new KnownLines(origins, reader);
  const lines = node.isTextblock || node.type.name === 'table' ? known.maybeLinesOf([node]) : known.linesOf([node], false);
  if (lines === null) return null;
  // What has no text yet would leave blank lines, which are no part of a block.
  const end = lines.findLastIndex((line) => line !== '') + 1;
  const source = lines
    .slice(0, end)
    .map((line) => line + lineEnding)
    .join('');
  if (source === anew()) return null;
  return reader.readsAs(source, [node]) || reader.readsAs(source, parseNodes(anew(), references)) ? source : null;
}

function patchedTo(origins: Origins, node: Node, { references, lineEnding }: Writing): string | null {
  const [origin] = origins;
  const reader = readerOf(origins, references);
  const patching = { reader, lineEnding, origin: origin.source, known: new KnownLines(origins, reader), goal: node };
  let draft: Draft = origin;
  for (let changes = 0; changes < maxChanges && !draft.node.eq(node); changes++) {
    if (!patching.reader.spend(parseWeight(draft.source))) return null;
    const difference = lastDifference(draft.node, node);
    const place = difference === null ? null : placeAt(placesOf(draft.node, draft.source, references), difference.path);
    const next = difference === null || place === null ? null : changed(draft, difference, place, patching);
    if (next === null) return null;
    draft = next;
  }
  return draft.node.eq(node) ? draft.source : null;
}

const placeAt = (block: Place | null, path: readonly number[]): Place | null =>
  path.reduce<Place | null>((place, index) => place?.children[index] ?? null, block);

function changed(draft: Draft, difference: Difference, place: Place, patching: Patching): Draft | null {
  switch (difference.kind) {
    case 'leaf':
      return withLeaf(draft, difference, place, patching);
    case 'columns':
      return withColumns(draft, difference, place, patching.reader);
    case 'head':
      return withHead(draft, difference, place, patching.reader);
    case 'task':
      return withTask(draft, difference, place, patching.reader);
    case 'insert': {
      const inserting = { ...patching, draft, change: difference, place };
      return split(inserting) ?? withChild(inserting);
    }
    case 'remove':
      return joined(draft, difference, place, patching) ?? withoutChildren(draft, difference, place, patching.reader);
  }
}
