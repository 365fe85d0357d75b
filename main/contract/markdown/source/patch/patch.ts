// The bytes of a block after a change within it: those that it had, with the change alone made in them. What is tried is read again, and
// counts only if it is the block that is wanted.

import type { Node } from 'prosemirror-model';
import { besidesShared } from '../../../changed-children.ts';
import { isList } from '../../../note-nodes.ts';
import { parseNodes } from '../../parse.ts';
import { parseWeight } from '../../parse-weight.ts';
import { indentFor } from '../../serialize/dialect.ts';
import { withFewerEscapes } from '../../serialize/escape.ts';
import type { Writing } from '../unwritten-source.ts';
import { likeliestBox, withChild, withoutChildren, withTask } from './child-edits.ts';
import {
  changedParts,
  hasParagraphs,
  isLoosened,
  lastDifference,
  nodeAt,
  withNodeAt,
  type Difference,
  type NewChild,
} from './differences.ts';
import { SourceReader, type BlockDraft, type SourceEdit, type Patching } from './draft.ts';
import { withHead } from './head-edits.ts';
import { likeliestEdits, withLeaf } from './leaf-edits.ts';
import { KnownTexts } from './known-texts.ts';
import { KnownLines } from './reused-lines.ts';
import { withJoinedItems, split } from './split-join.ts';
import { withColumns } from './table-edits.ts';
import { placesOf, type LineSpan } from './tree.ts';
import { writtenAnew } from './written-anew.ts';

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

/** `beside`: blocks that have gone into the one that is written, as after they were joined. */
interface PatchWriting extends Writing {
  readonly beside: readonly BlockDraft[];
}

/** Whether the bytes of `origin` can be looked at for those of `node`. */
export const mayBePatched = ({ source }: BlockDraft, node: Node): boolean =>
  source !== '' && source.length <= maxCharacters && node.nodeSize <= maxSize && parseWeight(source, maxWeight) <= maxWeight;

/**
 * The bytes of `node`, made of those of `origin`, that it was before; `anew` is how it is written without them. null where the old bytes
 * cannot be kept.
 */
export function patched(origin: BlockDraft, node: Node, writing: PatchWriting, anew: () => string): string | null {
  if (!mayBePatched(origin, node)) return null;
  const made = patchedTo(origin, node, writing);
  if (made !== null) return made;
  // While a user types, a block can hold more than markdown says, a space at its end for instance.
  const said = parseNodes(anew(), writing.references);
  const [only] = said;
  return said.length !== 1 || only === undefined || only.eq(node) ? null : patchedTo(origin, only, writing);
}

/** What reads results, until that has cost as much as a block like `origin` may. */
const readerOf = ({ source }: BlockDraft, { references, dialect }: Writing): SourceReader =>
  new SourceReader(references, Math.max(maxRead, leastReads * parseWeight(source)), dialect);

/**
 * The bytes of `node` where it cannot be made of those of `origin` by changes: written anew, but for the blocks in it that `origin` has as
 * well, which keep their lines. null where that says something else, or keeps nothing.
 */
export function recomposed(origin: BlockDraft, node: Node, writing: Writing, anew: () => string): string | null {
  const { references, lineEnding } = writing;
  if (node.isLeaf || !mayBePatched(origin, node) || anew() === '') return null;
  const reader = readerOf(origin, writing);
  const known = new KnownLines(origin, reader);
  let said: readonly Node[] | null = null;
  const readAnew = (): readonly Node[] => (said ??= parseNodes(anew(), references));
  // A block can hold more than markdown says, an empty paragraph for instance.
  for (const nodeOf of [() => node, () => (readAnew().length === 1 ? readAnew()[0] : undefined)]) {
    const wanted = nodeOf();
    const lines = wanted === undefined ? null : linesOf(wanted, known);
    if (wanted === undefined || lines === null) return null;
    for (const indent of new Set([isList(origin.node) ? indentOf(origin) : indentFor(wanted, reader.dialect), ''])) {
      const indented = lines.map((line) => (line === '' ? '' : indent) + line);
      for (const each of known.withLazyLines(indented)) {
        const source = each.map((line) => line + lineEnding).join('');
        if (source === anew()) return null;
        if (reader.readsAs(source, [node]) || reader.readsAs(source, readAnew())) return source;
      }
    }
  }
  return null;
}

/** The lines of a block, those of blocks in it that are known as they were; null where there is none that can be known. */
function linesOf(node: Node, known: KnownLines): readonly string[] | null {
  const lines = node.isTextblock || node.type.name === 'table' ? known.maybeLinesOf([node]) : known.linesOf([node], false);
  // What has no text yet would leave blank lines, which are no part of a block.
  return lines === null ? null : lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

/** What the markers of a list stand behind. */
const indentOf = ({ source }: BlockDraft): string => /^ {1,3}/.exec(source)?.[0] ?? '';

const patchingOf = (origin: BlockDraft, node: Node, writing: PatchWriting): Patching => {
  const { lineEnding, beside } = writing;
  const reader = readerOf(origin, writing);
  // What comes as more text was typed; where there is less, parts of it may have been joined.
  const texts = new KnownTexts(node.nodeSize < origin.node.nodeSize ? [...beside, origin] : beside, reader);
  return { reader, lineEnding, origin: origin.source, known: new KnownLines(origin, reader), texts, goal: node };
};

function patchedTo(origin: BlockDraft, node: Node, writing: PatchWriting): string | null {
  const source = atOnce(origin, node, writing) ?? oneByOne(origin, node, writing);
  return source === null ? null : withoutNeedlessEscapes(origin, { node, source }, writing);
}

/** How much may be read to find out which escapes are not needed, in units of `parseWeight`. */
const maxReadForEscapes = 16 * 1024;

/** The bytes without the escapes that came and change nothing. Those that stood there stay, also in blocks that have gone into this one. */
function withoutNeedlessEscapes(origin: BlockDraft, { node, source }: BlockDraft, { references, beside }: PatchWriting): string {
  if (beside.length > 0) return source;
  const changed = besidesShared(origin.source.length, source.length, (old, at) => origin.source[old] === source[at]);
  let { start } = changed;
  while (source[start - 1] === '\\') start--;
  if (origin.source.slice(start, changed.oldEnd).includes('\\')) return source;
  const reader = new SourceReader(references, maxReadForEscapes);
  const says = (tried: string): boolean => reader.readsAs(tried, [node]);
  return withFewerEscapes(source, { says, maxWeight: maxReadForEscapes }, start, changed.newEnd);
}

/** Where letters of several texts, or several tasks, have changed: all in the likeliest way, and read once. */
function atOnce(origin: BlockDraft, node: Node, writing: PatchWriting): string | null {
  const parts = changedParts(origin.node, node);
  if (parts === null || parts.length < 2) return null;
  const patching = patchingOf(origin, node, writing);
  const root = placesOf(origin.node, origin.source, writing.references);
  const edits: SourceEdit[] = [];
  for (const part of parts) {
    const place = placeAt(root, part.path);
    if (place === null) return null;
    const own = part.kind === 'leaf' ? likeliestEdits(origin, part, place, patching) : likeliestBox(origin, part, place);
    if (own === null) return null;
    edits.push(...own);
  }
  return patching.reader.firstThatMakes(origin, node, [edits])?.source ?? null;
}

function oneByOne(origin: BlockDraft, node: Node, writing: PatchWriting): string | null {
  const { references } = writing;
  const patching = patchingOf(origin, node, writing);
  let draft: BlockDraft = origin;
  for (let changes = 0; changes < maxChanges && !draft.node.eq(node); changes++) {
    if (!patching.reader.spend(parseWeight(draft.source))) return null;
    const difference = lastDifference(draft.node, node);
    const root = difference === null ? null : placesOf(draft.node, draft.source, references);
    const next = changedAt(root, draft, difference, patching) ?? changedAt(root, draft, otherwise(difference), patching);
    if (next === null) return null;
    draft = next;
  }
  return draft.node.eq(node) ? draft.source : null;
}

const placeAt = (block: LineSpan | null, path: readonly number[]): LineSpan | null =>
  path.reduce<LineSpan | null>((place, index) => place?.children[index] ?? null, block);

const otherwise = (difference: Difference | null): Difference | null => (difference?.kind === 'split' ? difference.otherwise : null);

function changedAt(root: LineSpan | null, draft: BlockDraft, difference: Difference | null, patching: Patching): BlockDraft | null {
  const place = difference === null ? null : placeAt(root, difference.path);
  return difference === null || place === null ? null : changed(draft, difference, place, patching);
}

/** The draft with the list loose that becomes so by a paragraph that comes into one of its items, or by one more item with several. */
function loosened(draft: BlockDraft, { path, child }: NewChild, goal: Node): BlockDraft {
  const list = child.type.name === 'paragraph' ? path.slice(0, -1) : path;
  const [was, then] = [nodeAt(draft.node, list), list.reduce<Node | null>((node, at) => node?.maybeChild(at) ?? null, goal)];
  const isByItem = list === path && hasParagraphs(child) && was.childCount > 1;
  if (then === null || !isLoosened(was, then) || (list === path && !isByItem)) return draft;
  return { ...draft, node: withNodeAt(draft.node, list, (node) => node.type.create(then.attrs, node.content)) };
}

function changed(draft: BlockDraft, difference: Difference, place: LineSpan, patching: Patching): BlockDraft | null {
  switch (difference.kind) {
    case 'leaf':
      return withLeaf(draft, difference, place, patching);
    case 'block':
      return writtenAnew(draft, difference, place, patching);
    case 'columns':
      return withColumns(draft, difference, place, patching.reader);
    case 'head':
      return withHead(draft, difference, place, patching) ?? writtenAnew(draft, difference, place, patching);
    case 'task':
      return withTask(draft, difference, place, patching.reader);
    case 'insert': {
      const inserting = { ...patching, draft: loosened(draft, difference, patching.goal), change: difference, place };
      return split(inserting) ?? withChild(inserting);
    }
    case 'split':
      return split({ ...patching, draft, change: difference, place });
    case 'remove':
      return withJoinedItems(draft, difference, place, patching) ?? withoutChildren(draft, difference, place, patching.reader);
  }
}
