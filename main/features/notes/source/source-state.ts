// What the bytes of a note do not tell of its state, as JSON text: blocks that are read differently than they live, and where touched
// ones came from.

import type { Node } from 'prosemirror-model';
import { parseNodes, type ParsedMarkdown, type References } from '../../../contract/markdown/parse.ts';
import { slicedJson } from '../../../lib/sliced-json.ts';
import { slicedParse } from '../../../lib/sliced-parse.ts';
import { parseWeight } from '../../../contract/markdown/parse-weight.ts';
import { areEqual, checkNode, nodeFromJson, nodeToJson } from '../sliced-nodes.ts';
import { joinedSources } from '../../../contract/markdown/source/boundary.ts';
import { readingReferences } from '../../../contract/markdown/definitions.ts';
import { isBlankBlock, type Layout, type NoteText } from '../../../contract/markdown/source/note-text.ts';
import { isMisreadFirst } from '../../../contract/markdown/source/layout.ts';
import { DirtyBlock, cleanBlock, isSameOrigin, type BlockRecord, type OriginalBlock } from '../../../contract/markdown/source/records.ts';
import { edgesOf, type RemovedBatch, type RemovedBlock } from '../../../contract/markdown/source/removed-blocks.ts';
import { unknownPlace, readingState, type StoredBlock, type StoredOrigin, type StoredState } from './stored-state.ts';

const onlyNode = (source: string, references: References): Node | null => {
  const nodes = parseNodes(source, references);
  return nodes.length === 1 ? (nodes[0] ?? null) : null;
};

/** Which origins their source tells of, with which references: each is asked about whenever the note is stored. */
const told = new WeakMap<OriginalBlock, { readonly references: References; readonly tells: boolean }>();

/** A block that weighs more than this, in units of `parseWeight`, may take too long to be parsed: its node is stored besides. */
const heavyBlock = 48 * 1024;

function tells(origin: OriginalBlock, references: References): boolean {
  const known = told.get(origin);
  if (known?.references === references) return known.tells;
  const isLight = parseWeight(origin.source, heavyBlock) <= heavyBlock;
  const tells = isLight && onlyNode(origin.source, references)?.eq(origin.node) === true;
  told.set(origin, { references, tells });
  return tells;
}

/** Blocks that were replaced, and have more characters than this, are not parsed to find that out: there can be many of them. */
const askedReplaced = 16 * 1024;

function* storedRemoved(
  { left, isReplaced, count, blocks: removed }: RemovedBatch,
  storing: Storing,
): Generator<void, NonNullable<StoredState['removed']>[number]> {
  const blocks: StoredBlock[] = [];
  for (const { record } of removed) {
    yield;
    const { node, source, gap } = record;
    if (!isReplaced || source.length <= askedReplaced) blocks.push(yield* storedBlock(record, 0, undefined, storing));
    else blocks.push({ ...(yield* storedBlock(record, 0, record, storing)), node: yield* nodeToJson(node), source, gap });
  }
  const kind = isReplaced ? { replaced: true as const, count } : {};
  return { left, ...kind, at: removed.map(({ at }) => at), ...edgesOf(removed), blocks };
}

/** Blocks whose bytes others take: one can be of many, and is stored once. */
class Models {
  readonly #models: OriginalBlock[] = [];
  /** By their sources. */
  readonly #numbers = new Map<string, number[]>();

  numberOf(model: OriginalBlock): number {
    const numbers = this.#numbers.get(model.source) ?? [];
    const known = numbers.find((number) => isSameOrigin(this.#models[number] as OriginalBlock, model));
    if (known !== undefined) return known;
    const number = this.#models.push(model) - 1;
    this.#numbers.set(model.source, [...numbers, number]);
    return number;
  }

  *stored(references: References): Generator<void, readonly StoredOrigin[]> {
    const stored: StoredOrigin[] = [];
    for (const model of this.#models) stored.push(yield* storedOrigin(model, references));
    return stored;
  }
}

/** What blocks are stored with. */
interface Storing {
  readonly references: References;
  readonly models: Models;
}

function* storedOrigin(origin: OriginalBlock, references: References): Generator<void, StoredOrigin> {
  const { node, source, gap } = origin;
  return { source, gap, ...(tells(origin, references) ? {} : { node: yield* nodeToJson(node) }) };
}

/** For each block of the state, how many blocks its bytes are read as: those that begin there. */
function readCounts({ slices }: Layout, read: ParsedMarkdown): number[] {
  let [at, next, nextStart] = [0, 0, 0];
  return slices.map(({ source, gap }, index) => {
    at += source.length + gap.length;
    const first = next;
    const isLast = index === slices.length - 1;
    for (let block = read.blocks[next]; block !== undefined && (isLast || nextStart < at); block = read.blocks[next]) {
      nextStart += block.source.length + block.gap.length;
      next++;
    }
    return next - first;
  });
}

/** `same`: the block that its bytes are read as, if they are read as one. */
function* storedBlock(
  record: BlockRecord,
  read: number,
  same: BlockRecord | undefined,
  { references, models }: Storing,
  isFresh = false,
): Generator<void, StoredBlock> {
  const { node, source, gap } = record;
  const isAsRead = same === undefined ? tells(record, references) : yield* areEqual(same.node, node);
  return {
    read,
    ...(isAsRead ? {} : { node: yield* nodeToJson(node) }),
    ...(same?.source === source ? {} : { source }),
    ...(same?.gap === gap ? {} : { gap }),
    ...(record.kind === 'dirty' ? { touched: true } : {}),
    ...(isFresh ? { fresh: true } : {}),
    ...(record.kind === 'dirty' && record.origin !== null ? { origin: yield* storedOrigin(record.origin, references) } : {}),
    ...(record.kind === 'dirty' && record.models.length > 0 ? { models: record.models.map((model) => models.numberOf(model)) } : {}),
  };
}

const plainBlock: StoredBlock = { read: 1 };

/** The sign of the number that can stand for this block and others like it; 0 if none can. */
function signOf(stored: StoredBlock): 1 | -1 | 0 {
  if (stored.read !== 1) return 0;
  const fields = Object.keys(stored).length;
  return fields === 1 ? 1 : fields === 2 && stored.touched === true ? -1 : 0;
}

/** Blocks are looked at without a break in between, as long as they are what they are read as: most are, and it costs next to nothing. */
const lookedAtTogether = 500;

/** Whether a block is the very one that it is read as, so that nothing is to be said of it. */
const isPlainBlock = (record: BlockRecord, same: BlockRecord | undefined): boolean =>
  record.kind === 'clean' && record.node === same?.node && record.source === same.source && record.gap === same.gap;

/**
 * The marks that still matter: beside a touched block they say nothing new, and at a boundary that needs no repair they are as good as
 * none.
 */
function neededMarks({ records, references, lineEnding, lead }: NoteText): ReadonlySet<BlockRecord> {
  const marked = records.filter((record) => record.kind === 'clean' && record.isFresh);
  if (marked.length === 0) return new Set();
  const needed = new Set<BlockRecord>();
  let before: BlockRecord | undefined;
  let between: BlockRecord[] = [];
  for (const record of records) {
    between.push(record);
    if (isBlankBlock(record)) continue;
    const isChecked = before?.kind === 'dirty' || between.some(({ kind }) => kind === 'dirty');
    const marks = between.filter((each) => each.kind === 'clean' && each.isFresh);
    if (before !== undefined && marks.length > 0 && !isChecked) {
      const [x, y] = joinedSources(before, record, { references, lineEnding });
      if (x !== before || y !== record) for (const mark of marks) needed.add(mark);
    }
    before = record;
    between = [];
  }
  // Any mark makes the first block be looked at.
  const isLookedAt = needed.size > 0 || records.some(({ kind }) => kind === 'dirty');
  const [first] = records;
  if (!isLookedAt && first !== undefined && isMisreadFirst(records, lead)) needed.add(first);
  return needed;
}

/** In parts; null if the bytes tell all. `read`: what they are read as. `plain`: the state that this gives. Yields between blocks. */
export function* stateToJson(
  text: NoteText,
  layout: Layout,
  read: ParsedMarkdown,
  plain: NoteText,
): Generator<void, readonly string[] | null> {
  const { references } = read;
  const counts = readCounts(layout, read);
  const marks = neededMarks(text);
  const blocks: StoredState['blocks'] = [];
  const storing: Storing = { references, models: new Models() };
  let next = 0;
  for (const [index, record] of text.records.entries()) {
    const count = counts[index] ?? 0;
    const same = count === 1 ? plain.records[next] : undefined;
    const isPlain = isPlainBlock(record, same) && !marks.has(record);
    if (!isPlain || index % lookedAtTogether === 0) yield;
    const stored = isPlain ? plainBlock : yield* storedBlock(record, count, same, storing, marks.has(record));
    const sign = signOf(stored);
    const last = blocks.at(-1);
    if (sign === 0) blocks.push(stored);
    else if (typeof last === 'number' && Math.sign(last) === sign) blocks[blocks.length - 1] = last + sign;
    else blocks.push(sign);
    next += count;
  }
  const { lead, tail, lineEnding, isOpen, removed } = text;
  const stored: NonNullable<StoredState['removed']> = [];
  for (const batch of removed) stored.push(yield* storedRemoved(batch, storing));
  const storedModels = yield* storing.models.stored(references);
  const state: StoredState = {
    blocks,
    ...(lead === plain.lead ? {} : { lead }),
    ...(tail === plain.tail ? {} : { tail }),
    ...(lineEnding === plain.lineEnding ? {} : { lineEnding }),
    ...(isOpen === plain.isOpen ? {} : { isOpen }),
    ...(stored.length === 0 ? {} : { removed: stored }),
    ...(storedModels.length === 0 ? {} : { models: [...storedModels] }),
  };
  const isPlain = Object.keys(state).length === 1 && blocks.every((block) => typeof block === 'number' && block > 0);
  return isPlain ? null : yield* slicedJson(state);
}

function* nodeOf(stored: Record<string, unknown> | undefined, source: string, references: References): Generator<void, Node> {
  const node = stored === undefined ? onlyNode(source, references) : yield* nodeFromJson(stored);
  if (node === null) throw new Error('a block is missing');
  yield* checkNode(node);
  return node;
}

function* originFromJson({ node, source, gap }: StoredOrigin, references: References): Generator<void, OriginalBlock> {
  return { node: yield* nodeOf(node, source, references), source, gap };
}

/** What stored blocks are read with. */
interface Reading {
  readonly references: References;
  readonly models: readonly OriginalBlock[];
}

function* recordFromJson(stored: StoredBlock, plain: BlockRecord | undefined, reading: Reading): Generator<void, BlockRecord> {
  const { references } = reading;
  const same = stored.read === 1 ? plain : undefined;
  const { source = same?.source, gap = same?.gap } = stored;
  if (source === undefined || gap === undefined) throw new Error('a block has no bytes');
  const node = stored.node === undefined && same !== undefined ? same.node : yield* nodeOf(stored.node, source, references);
  if (stored.touched !== true) return cleanBlock({ node, source, gap }, stored.fresh === true);
  const origin = stored.origin === undefined ? null : yield* originFromJson(stored.origin, references);
  const models = (stored.models ?? []).map((number) => reading.models[number]);
  if (models.includes(undefined)) throw new Error('a model is missing');
  return new DirtyBlock(
    node,
    gap,
    origin,
    source,
    models.filter((model) => model !== undefined),
  );
}

function* recordsFromJson(blocks: StoredState['blocks'], { records: read }: NoteText, reading: Reading): Generator<void, BlockRecord[]> {
  const records: BlockRecord[] = [];
  let next = 0;
  for (const block of blocks) {
    if (typeof block === 'object') {
      yield;
      records.push(yield* recordFromJson(block, read[next], reading));
      next += block.read;
      continue;
    }
    const some = read.slice(next, (next += Math.abs(block)));
    for (const record of some) records.push(block > 0 ? record : new DirtyBlock(record.node, record.gap, null, record.source));
  }
  if (next !== read.length) throw new Error(`it is of ${next} blocks, but there are ${read.length}`);
  return records;
}

/** The state that `stateToJson` has put into words. Throws an Error for anything else. Yields between blocks. */
export function* stateFromJson(state: string, read: ParsedMarkdown, plain: NoteText): Generator<void, NoteText> {
  try {
    const {
      blocks,
      lead = plain.lead,
      tail = plain.tail,
      lineEnding = plain.lineEnding,
      isOpen = plain.isOpen,
      removed = [],
      models = [],
    } = yield* readingState(yield* slicedParse(state));
    const { references } = read;
    const known: OriginalBlock[] = [];
    for (const model of models) known.push(yield* originFromJson(model, references));
    const reading: Reading = { references, models: known };
    const records = yield* recordsFromJson(blocks, plain, reading);
    const doc = plain.doc.type.createChecked(
      plain.doc.attrs,
      records.map(({ node }) => node),
    );
    const batches: RemovedBatch[] = [];
    for (const { left, replaced, count, at = [], lead, tail, blocks } of removed) {
      const before: RemovedBlock[] = [];
      // What stood behind the note stood behind the last of them.
      const last = at.indexOf(at.reduce((most, each) => Math.max(most, each), unknownPlace));
      for (const [index, block] of blocks.entries()) {
        yield;
        const edges = {
          ...(at[index] === 0 && lead !== undefined ? { lead } : {}),
          ...(index === last && tail !== undefined ? { tail } : {}),
        };
        before.push({ record: yield* recordFromJson(block, undefined, reading), at: at[index] ?? unknownPlace, edges });
      }
      batches.push({ left, isReplaced: replaced === true, count, blocks: before });
    }
    return {
      doc,
      records,
      lead,
      tail,
      lineEnding,
      isOpen,
      references: yield* readingReferences(doc.children, references),
      removed: batches,
    };
  } catch (error) {
    throw new Error('The state of the note cannot be read', { cause: error });
  }
}
