// Changes of the structure of a document, each with what a change of its kind may take of the lines.

import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { Transform } from 'prosemirror-transform';
import { noteSchema } from '../../../main/contract/note-schema.ts';

const { nodes, marks } = noteSchema;
export type Random = () => number;

export interface Kind {
  /** One such change; null where there is no place for it. */
  readonly change: (doc: Node, random: Random) => Transform | null;
  /** Whether the lines that went and came are no more than the change calls for. */
  readonly isLocal: (gone: readonly string[], come: readonly string[]) => boolean;
  /** The share of changes that have to be local. */
  readonly least: number;
}

/** A place of a node that is wanted. */
function place(doc: Node, random: Random, isWanted: (node: Node, at: number, parent: Node) => boolean): number | null {
  const places: number[] = [];
  doc.descendants((node, at, parent) => {
    if (parent !== null && isWanted(node, at, parent)) places.push(at);
  });
  return places[Math.floor(random() * places.length)] ?? null;
}

const nodeAt = (doc: Node, at: number): Node => {
  const node = doc.nodeAt(at);
  if (node === null) throw new Error(`There is no node at ${at}`);
  return node;
};

/** What a command makes with the cursor at a place. */
function after(before: Transform, at: number, command: Command): Transform | null {
  const state = EditorState.create({ doc: before.doc });
  const there = state.apply(state.tr.setSelection(TextSelection.near(before.doc.resolve(at))));
  let made: Transform | null = null;
  command(there, (tr) => {
    made = tr.steps.reduce((whole, step) => whole.step(step), before);
  });
  return made;
}

const isItemText = (node: Node, _: number, parent: Node): boolean =>
  node.type === nodes.paragraph && parent.type === nodes.list_item && node.content.size > 0;
const isList = (node: Node | null): boolean => node?.type === nodes.bullet_list || node?.type === nodes.ordered_list;

/** Without the numbers of items, which count on, and blanks at the end. */
const bare = (line: string): string => line.replace(/^((?:[ \t]*>)*[ \t]*)\d+([.)])/, '$10$2').trimEnd();
const unlike = (lines: readonly string[], others: readonly string[]): number => {
  const known = new Set(others.map(bare));
  return lines.filter((line) => bare(line) !== '' && !known.has(bare(line))).length;
};
/** The text of lines, without indents and markers. */
const texts = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(/^[ \t>]*(?:(?:[-+*]|\d+[.)])(?:[ \t]+|$))?/, '').trim())
    .join('\n')
    .replace(/\n+/g, '\n')
    .trim();

const one = (gone: readonly string[], come: readonly string[]): boolean => gone.length === 1 && come.length === 1;

function attribute(type: Node['type'], attrs: (node: Node) => Record<string, unknown> | null): Kind['change'] {
  return (doc, random) => {
    const at = place(doc, random, (node) => node.type === type && attrs(node) !== null);
    return at === null ? null : new Transform(doc).setNodeMarkup(at, null, attrs(nodeAt(doc, at)));
  };
}

function relinked(doc: Node, random: Random): Transform | null {
  const at = place(
    doc,
    random,
    (node) => node.isText && node.marks.some(({ type, attrs }) => type === marks.link && attrs['ref'] === null),
  );
  if (at === null) return null;
  const { parent } = doc.resolve(at);
  const link = nodeAt(doc, at).marks.find(({ type }) => type === marks.link);
  if (link === undefined) return null;
  let [from, to] = [at, at + nodeAt(doc, at).nodeSize];
  const start = doc.resolve(at).start();
  parent.forEach((node, offset) => {
    if (start + offset === to && link.isInSet(node.marks)) to += node.nodeSize;
  });
  for (const [index, node] of [...parent.children.entries()].toReversed()) {
    const offset = parent.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, start);
    if (offset + node.nodeSize === from && link.isInSet(node.marks)) from = offset;
  }
  return new Transform(doc).addMark(from, to, marks.link.create({ ...link.attrs, href: '/moved' }));
}

function rowBelow(doc: Node, random: Random): Transform | null {
  const at = place(doc, random, ({ type }) => type === nodes.table_row);
  if (at === null) return null;
  const row = nodeAt(doc, at);
  const cells = row.children.map(({ attrs }) => nodes.table_cell.create({ align: attrs['align'] }, noteSchema.text('new')));
  return new Transform(doc).insert(at + row.nodeSize, nodes.table_row.create(null, cells));
}

function rowGone(doc: Node, random: Random): Transform | null {
  const at = place(doc, random, ({ type, firstChild }) => type === nodes.table_row && firstChild?.type === nodes.table_cell);
  return at === null ? null : new Transform(doc).delete(at, at + nodeAt(doc, at).nodeSize);
}

function splitItem(doc: Node, random: Random): Transform | null {
  const at = place(doc, random, (node, _, parent) => isItemText(node, _, parent) && / [a-z]/.test(node.firstChild?.text ?? ''));
  if (at === null) return null;
  const blank = at + 1 + (nodeAt(doc, at).firstChild?.text ?? '').search(/ [a-z]/);
  return after(new Transform(doc).delete(blank, blank + 1), blank, splitListItem(nodes.list_item));
}

function joinedItems(doc: Node, random: Random): Transform | null {
  const at = place(doc, random, (node, here) => {
    const before = doc.resolve(here).nodeBefore;
    const [end, start] = [before?.lastChild, node.firstChild];
    if (node.type !== nodes.list_item || end?.type !== nodes.paragraph || start?.type !== nodes.paragraph) return false;
    return end.content.size > 0 && start.content.size > 0 && node.attrs['checked'] === null;
  });
  return at === null ? null : new Transform(doc).join(at, 2);
}

function joinedParagraphs(doc: Node, random: Random): Transform | null {
  const at = place(doc, random, (node, here, parent) => {
    const isAfter = doc.resolve(here).nodeBefore?.type === nodes.paragraph;
    return node.type === nodes.paragraph && isAfter && parent.type !== nodes.list_item && node.content.size > 0;
  });
  return at === null ? null : new Transform(doc).join(at);
}

/** A block behind the next one; not where two lists would come to stand beside each other, which then need other markers. */
function moved(doc: Node, random: Random): Transform | null {
  const index = Math.floor(random() * (doc.childCount - 1));
  const [before, block, next, behind] = [-1, 0, 1, 2].map((by) => doc.maybeChild(index + by));
  if (block === null || block === undefined || next === null || next === undefined) return null;
  const beside = [
    [before, next],
    [next, block],
    [block, behind],
  ] as const;
  if (beside.some(([some, other]) => isList(some ?? null) && isList(other ?? null))) return null;
  if ([block, next].some(({ type }) => type === nodes.raw_block || type === nodes.frontmatter)) return null;
  const at = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  return new Transform(doc).delete(at, at + block.nodeSize).insert(at + next.nodeSize, block);
}

const sunk = (doc: Node, random: Random): Transform | null => {
  const at = place(doc, random, isItemText);
  return at === null ? null : after(new Transform(doc), at + 1, sinkListItem(nodes.list_item));
};

function lifted(doc: Node, random: Random): Transform | null {
  const at = place(doc, random, (node, here, parent) => {
    const $at = doc.resolve(here);
    return isItemText(node, here, parent) && $at.depth >= 4 && $at.node($at.depth - 2).type === nodes.list_item;
  });
  return at === null ? null : after(new Transform(doc), at + 1, liftListItem(nodes.list_item));
}

const sameTexts: Kind['isLocal'] = (gone, come) => texts(gone) === texts(come);
const sorted = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .toSorted()
    .join('\n');

export const kinds: Readonly<Record<string, Kind>> = {
  'a task that is done or not': {
    change: attribute(nodes.list_item, ({ attrs }) => (attrs['checked'] === null ? null : { checked: attrs['checked'] !== true })),
    isLocal: (gone, come) => one(gone, come) && gone[0]?.replace(/\[[ xX]\]/, '[]') === come[0]?.replace(/\[[ xX]\]/, '[]'),
    least: 0.99,
  },
  'the level of a heading': {
    change: attribute(nodes.heading, ({ attrs }) => ({ level: attrs['level'] === 6 ? 5 : Number(attrs['level']) + 1 })),
    isLocal: (gone, come) => (gone.length <= 2 && come.length === 1) || unlike(come, gone) <= 1,
    least: 0.98,
  },
  'the language of code': {
    change: attribute(nodes.code_block, () => ({ params: 'zig' })),
    // Code that is indented gets a fence.
    isLocal: (gone, come) => one(gone, come) || /^(?:\t| {4})/.test(gone[0] ?? ''),
    least: 0.98,
  },
  'the address of a link': {
    change: relinked,
    isLocal: (gone, come) => gone.length === come.length && unlike(come, gone) <= 2,
    least: 0.98,
  },
  'a row that comes': { change: rowBelow, isLocal: (gone, come) => gone.length === 0 && come.length === 1, least: 0.97 },
  'a row that goes': { change: rowGone, isLocal: (gone, come) => gone.length === 1 && come.length === 0, least: 0.97 },
  'an item that is split': { change: splitItem, isLocal: (gone, come) => unlike(come, gone) <= 2, least: 0.98 },
  'items that are joined': { change: joinedItems, isLocal: (gone, come) => unlike(come, gone) <= 1, least: 0.98 },
  'paragraphs that are joined': { change: joinedParagraphs, isLocal: (gone, come) => unlike(come, gone) <= 2, least: 0.97 },
  'a block that moves': { change: moved, isLocal: (gone, come) => sorted(gone) === sorted(come), least: 0.97 },
  'an item that moves in': { change: sunk, isLocal: sameTexts, least: 0.98 },
  'an item that moves out': { change: lifted, isLocal: sameTexts, least: 0.97 },
};
