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

/** Whether some blocks define what others do, by the same markdown in the same order. What two lists or quotes share is not looked at. */
export function defineAlike(olds: readonly Node[], news: readonly Node[]): boolean {
  const [old, next] = olds.length === 1 && news.length === 1 ? [olds[0], news[0]] : [];
  if (old !== undefined && next !== undefined && holders.has(old.type) && holders.has(next.type)) {
    const { start, oldEnd, newEnd } = changedChildren(old, next);
    return defineAlike(old.children.slice(start, oldEnd), next.children.slice(start, newEnd));
  }
  const textsOf = (nodes: readonly Node[]): string =>
    definingIn(nodes)
      .map(({ textContent }) => textContent)
      .join('\0');
  return textsOf(olds) === textsOf(news);
}

/** What each block defines: nodes never change, and of ten thousands of definitions a change touches one. */
const defined = new WeakMap<Node, References>();

function definedBy(node: Node): References {
  let own = defined.get(node);
  // Its blocks, which are not asked for, are not made.
  if (own === undefined) defined.set(node, (own = readPiece(node.textContent, { known: {}, atStart: false }).references));
  return own;
}

type Growing = Record<string, References[string]>;

/** Of two definitions of a label the first counts. */
function addDefined(references: Growing, node: Node): void {
  for (const [label, reference] of Object.entries(definedBy(node))) references[label] ??= reference;
}

/** Of documents whose references were put together before. */
const remembered = new WeakMap<Node, References>();

/** The references of a document. */
export function referencesOf(doc: Node): References {
  const before = remembered.get(doc);
  if (before !== undefined) return before;
  const references: Growing = {};
  for (const node of definingIn(doc.children)) addDefined(references, node);
  return references;
}

/** Definitions that were read before and are put together in one go. */
const addedAtOnce = 500;

/** What `referencesOf` gives of a document of these blocks. Yields in between. */
export function* readingReferences(blocks: Iterable<Node>): Generator<void, References> {
  const references: Growing = {};
  for (const [index, node] of definingIn(blocks).entries()) {
    if (index % addedAtOnce === 0 || !defined.has(node)) yield;
    addDefined(references, node);
  }
  return references;
}

/** Has `referencesOf` take no time for this document. Yields in between. */
export function* rememberingReferences(doc: Node): Generator<void, void> {
  if (!remembered.has(doc)) remembered.set(doc, yield* readingReferences(doc.children));
}

export function sameReferences(some: References, others: References): boolean {
  if (some === others) return true;
  const labels = Object.keys(some);
  if (labels.length !== Object.keys(others).length) return false;
  return labels.every((label) => some[label]?.href === others[label]?.href && some[label]?.title === others[label]?.title);
}

/** What a `ref` names, whatever the link leads to; null if there is no such definition. */
export function definitionOf(ref: string, references: References): References[string] | null {
  const key = tokenizer.utils.normalizeReference(ref.endsWith('[]') ? ref.slice(0, -2) : ref);
  return (Object.hasOwn(references, key) ? references[key] : undefined) ?? null;
}
