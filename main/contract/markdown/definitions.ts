// The link reference definitions of a document. They are kept as source, wherever they stand.

import type { Node, NodeType } from 'prosemirror-model';
import { changedChildren } from '../changed-children.ts';
import { noteSchema } from '../note-schema.ts';
import { readPiece, type References } from './parse.ts';
import { tokenizer } from './tokenizer.ts';

const { raw_block: raw, blockquote, bullet_list: bullets, ordered_list: numbers, list_item: item } = noteSchema.nodes;
/** What can hold a definition. Most blocks cannot, and a long note is asked whenever it is stored. */
const holders: ReadonlySet<NodeType> = new Set([blockquote, bullets, numbers, item]);

function collect(node: Node, found: Node[]): void {
  if (node.type === raw) {
    const { textContent } = node;
    if (textContent.includes(']:') && !isFootnote(node, textContent)) found.push(node);
  } else if (holders.has(node.type)) {
    for (const child of node.children) collect(child, found);
  }
}

/** A footnote that is read as one defines no link, whatever it holds. */
const isFootnote = ({ attrs }: Node, text: string): boolean => attrs['kind'] === 'footnote' && /^\[\^[^\s\]]{1,200}\]:/.test(text);

/** The blocks that may define references, in order, wherever they stand. */
function definingIn(nodes: Iterable<Node>): Node[] {
  const found: Node[] = [];
  for (const node of nodes) collect(node, found);
  return found;
}

/** Blocks, and what came in their place, without what two lists or quotes have in common. */
function differing(olds: readonly Node[], news: readonly Node[]): readonly [olds: readonly Node[], news: readonly Node[]] {
  const [old, next] = olds.length === 1 && news.length === 1 ? [olds[0], news[0]] : [];
  if (old === undefined || next === undefined || !holders.has(old.type) || !holders.has(next.type)) return [olds, news];
  const { start, oldEnd, newEnd } = changedChildren(old, next);
  return differing(old.children.slice(start, oldEnd), next.children.slice(start, newEnd));
}

/** Whether some blocks define what others do, by the same markdown in the same order. What two lists or quotes share is not looked at. */
export function defineAlike(olds: readonly Node[], news: readonly Node[]): boolean {
  const [before, after] = differing(olds, news).map((nodes) =>
    definingIn(nodes)
      .map(({ textContent }) => textContent)
      .join('\0'),
  );
  return before === after;
}

type Reference = References[string];
type Growing = Record<string, Reference>;

/** A label, as markdown-it writes it, and what it names. */
type Definition = readonly [label: string, reference: Reference];

/** A definition that says what it is without markdown-it: of letters that no rule makes anything else of. Most are like that. */
const plainDefinition =
  /^\[(\w[\w.-]{0,99})\]: ((?:https?:\/\/[a-z\d][a-z\d.-]{0,60}\/)?\w[\w./~-]{0,999}|\/\w[\w./~-]{0,999})(?: "(\w[\w ,.-]{0,499})")?$/;

function maybePlain(text: string): Definition | null {
  const [, label, href, title = ''] = plainDefinition.exec(text) ?? [];
  return label === undefined || href === undefined ? null : [label.toUpperCase(), { title, href }];
}

/**
 * What a block defines. Not remembered by the block: a hundred thousand keys of a `WeakMap` hold V8's collections up for a tenth of a
 * second each.
 */
function definedBy(text: string): readonly Definition[] {
  const plain = maybePlain(text);
  // Of the others the blocks, which are not asked for, are not made.
  return plain === null ? Object.entries(readPiece(text, { known: {}, atStart: false }).references) : [plain];
}

/** Of two definitions of a label the first counts. What says the same is the object of `alike`, of which there can be very many. */
function addDefined(references: Growing, node: Node, alike: References): void {
  for (const [label, reference] of definedBy(node.textContent)) {
    if (references[label] !== undefined) continue;
    const same = alike[label];
    references[label] = same?.href === reference.href && same.title === reference.title ? same : reference;
  }
}

/** Of documents whose references were put together before. */
const referencesCache = new WeakMap<Node, References>();

/** The references of a document. */
export function referencesOf(doc: Node): References {
  const before = referencesCache.get(doc);
  if (before !== undefined) return before;
  const references: Growing = {};
  for (const node of definingIn(doc.children)) addDefined(references, node, {});
  return references;
}

/** Blocks that are looked at in one go, and characters that are read. */
const blocksAtOnce = 500;
const readAtOnce = 4_000;

/**
 * What `referencesOf` gives of a document of these blocks; `alike` are such as are likely the same. Yields in between.
 */
export function* readingReferences(blocks: Iterable<Node>, alike: References = {}): Generator<void, References> {
  const references: Growing = {};
  let length = 0;
  for (const block of blocks) {
    for (const node of definingIn([block])) {
      if ((length += node.nodeSize) > readAtOnce) {
        yield;
        length = 0;
      }
      addDefined(references, node, alike);
    }
  }
  return references;
}

/**
 * References that differ from others in few labels have these as their prototype: to put a hundred thousand together for each key takes
 * long. What is not defined any more is undefined.
 */
const bases = new WeakMap<References, References>();

/** As many labels differ at most. */
const maxChanged = 100;

/** References as they can be sent to a thread: all in one object. */
export function flatReferences(references: References): References {
  const base = bases.get(references);
  if (base === undefined) return references;
  return Object.fromEntries(Object.entries({ ...base, ...references }).filter(([, reference]) => (reference as unknown) !== undefined));
}

/** Blocks `start` up to `end` of a document whose others are those of another one with references `before`; there it had `olds`. */
interface Redefined {
  readonly before: References;
  readonly olds: readonly Node[];
  readonly start: number;
  readonly end: number;
}

/** The first definition of each of these labels; undefined where there is none. Yields in between. */
function* firstDefined(labels: ReadonlySet<string>, doc: Node): Generator<void, Map<string, Reference | undefined>> {
  const found = new Map<string, Reference | undefined>();
  const all = [...labels];
  for (const [index, block] of doc.children.entries()) {
    if (index % blocksAtOnce === 0) yield;
    for (const { textContent } of definingIn([block])) {
      // Most have other labels, which is seen without reading them.
      const normalised = tokenizer.utils.normalizeReference(textContent);
      if (!all.some((label) => normalised.includes(label))) continue;
      for (const [label, reference] of definedBy(textContent)) if (labels.has(label) && !found.has(label)) found.set(label, reference);
    }
    if (found.size === labels.size) break;
  }
  return found;
}

/** Has `referencesOf` take no time for this document. Yields in between. */
export function* rememberingReferences(doc: Node, { before, olds, start, end }: Redefined): Generator<void, void> {
  if (referencesCache.has(doc)) return;
  const touched = differing(olds, doc.children.slice(start, end)).flatMap(definingIn);
  const base = bases.get(before) ?? before;
  const labels = new Set(Object.keys(base === before ? {} : before));
  if (touched.length <= maxChanged) for (const [label] of touched.flatMap(({ textContent }) => definedBy(textContent))) labels.add(label);
  if (touched.length > maxChanged || labels.size > maxChanged) {
    referencesCache.set(doc, yield* readingReferences(doc.children, before));
    return;
  }
  const first = yield* firstDefined(labels, doc);
  const references = Object.create(base) as Record<string, Reference | undefined>;
  for (const label of labels) references[label] = first.get(label);
  bases.set(references as References, base);
  referencesCache.set(doc, references as References);
}

/** Labels that are compared in one go. */
const comparedAtOnce = 1_000;

/** Whether both define the same. Yields in between. */
export function* comparingReferences(some: References, others: References): Generator<void, boolean> {
  if (some === others) return true;
  const labels = Object.keys(some);
  yield;
  if (labels.length !== Object.keys(others).length) return false;
  for (const [index, label] of labels.entries()) {
    if (index % comparedAtOnce === 0) yield;
    if (some[label]?.href !== others[label]?.href || some[label]?.title !== others[label]?.title) return false;
  }
  return true;
}

/** What a `ref` names, whatever the link leads to; null if there is no such definition. */
export function namedDefinition(ref: string, references: References): References[string] | null {
  const key = tokenizer.utils.normalizeReference(ref.endsWith('[]') ? ref.slice(0, -2) : ref);
  // No label is the name of a property of all objects: markdown-it writes labels in capitals.
  return references[key] ?? null;
}
