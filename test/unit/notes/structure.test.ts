// A change of structure is as local as a letter: a task, a row, an item, a move changes its own lines, written as those around it are.

import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { Transform } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { isLong, seeded, times } from '../../support/property.ts';
import { randomNumbers } from './markdown/corpus.ts';
import { foreign } from './markdown/foreign.ts';
import { gfmDocuments } from './markdown/gfm-documents.ts';

const { nodes, marks } = noteSchema;
type Random = () => number;

interface Kind {
  /** The document after one such change; null where there is no place for it. */
  readonly change: (doc: Node, random: Random) => Node | null;
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

/** The document after a command with the cursor at a place. */
function after(doc: Node, at: number, command: Command): Node | null {
  const state = EditorState.create({ doc });
  const there = state.apply(state.tr.setSelection(TextSelection.near(doc.resolve(at))));
  let made: Node | null = null;
  command(there, (tr) => {
    made = tr.doc;
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
    return at === null ? null : new Transform(doc).setNodeMarkup(at, null, attrs(nodeAt(doc, at))).doc;
  };
}

function relinked(doc: Node, random: Random): Node | null {
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
  return new Transform(doc).addMark(from, to, marks.link.create({ ...link.attrs, href: '/moved' })).doc;
}

function rowBelow(doc: Node, random: Random): Node | null {
  const at = place(doc, random, ({ type }) => type === nodes.table_row);
  if (at === null) return null;
  const row = nodeAt(doc, at);
  const cells = row.children.map(({ attrs }) => nodes.table_cell.create({ align: attrs['align'] }, noteSchema.text('new')));
  return new Transform(doc).insert(at + row.nodeSize, nodes.table_row.create(null, cells)).doc;
}

function rowGone(doc: Node, random: Random): Node | null {
  const at = place(doc, random, ({ type, firstChild }) => type === nodes.table_row && firstChild?.type === nodes.table_cell);
  return at === null ? null : new Transform(doc).delete(at, at + nodeAt(doc, at).nodeSize).doc;
}

function splitItem(doc: Node, random: Random): Node | null {
  const at = place(doc, random, (node, _, parent) => isItemText(node, _, parent) && / [a-z]/.test(node.firstChild?.text ?? ''));
  if (at === null) return null;
  const blank = at + 1 + (nodeAt(doc, at).firstChild?.text ?? '').search(/ [a-z]/);
  return after(new Transform(doc).delete(blank, blank + 1).doc, blank, splitListItem(nodes.list_item));
}

function joinedItems(doc: Node, random: Random): Node | null {
  const at = place(doc, random, (node, here) => {
    const before = doc.resolve(here).nodeBefore;
    const [end, start] = [before?.lastChild, node.firstChild];
    if (node.type !== nodes.list_item || end?.type !== nodes.paragraph || start?.type !== nodes.paragraph) return false;
    return end.content.size > 0 && start.content.size > 0 && node.attrs['checked'] === null;
  });
  return at === null ? null : new Transform(doc).join(at, 2).doc;
}

function joinedParagraphs(doc: Node, random: Random): Node | null {
  const at = place(doc, random, (node, here, parent) => {
    const isAfter = doc.resolve(here).nodeBefore?.type === nodes.paragraph;
    return node.type === nodes.paragraph && isAfter && parent.type !== nodes.list_item && node.content.size > 0;
  });
  return at === null ? null : new Transform(doc).join(at).doc;
}

/** A block behind the next one; not where two lists would come to stand beside each other, which then need other markers. */
function moved(doc: Node, random: Random): Node | null {
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
  return new Transform(doc).delete(at, at + block.nodeSize).insert(at + next.nodeSize, block).doc;
}

const sunk = (doc: Node, random: Random): Node | null => {
  const at = place(doc, random, isItemText);
  return at === null ? null : after(doc, at + 1, sinkListItem(nodes.list_item));
};

function lifted(doc: Node, random: Random): Node | null {
  const at = place(doc, random, (node, here, parent) => {
    const $at = doc.resolve(here);
    return isItemText(node, here, parent) && $at.depth >= 4 && $at.node($at.depth - 2).type === nodes.list_item;
  });
  return at === null ? null : after(doc, at + 1, liftListItem(nodes.list_item));
}

const sameTexts: Kind['isLocal'] = (gone, come) => texts(gone) === texts(come);
const sorted = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .toSorted()
    .join('\n');

const kinds: Readonly<Record<string, Kind>> = {
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
  'an item that is split': { change: splitItem, isLocal: (gone, come) => unlike(come, gone) <= 2, least: 0.96 },
  'items that are joined': { change: joinedItems, isLocal: (gone, come) => unlike(come, gone) <= 1, least: 0.96 },
  'paragraphs that are joined': { change: joinedParagraphs, isLocal: (gone, come) => unlike(come, gone) <= 2, least: 0.97 },
  'a block that moves': { change: moved, isLocal: (gone, come) => sorted(gone) === sorted(come), least: 0.97 },
  'an item that moves in': { change: sunk, isLocal: sameTexts, least: 0.9 },
  'an item that moves out': { change: lifted, isLocal: sameTexts, least: 0.85 },
};

const linesOf = (markdown: string): readonly string[] => markdown.split(/(?<=\n)/);

/** The lines that two texts do not share at their beginning and end. */
function difference(before: string, now: string): readonly [gone: readonly string[], come: readonly string[]] {
  const [olds, news] = [linesOf(before), linesOf(now)];
  const least = Math.min(olds.length, news.length);
  let start = 0;
  while (start < least && olds[start] === news[start]) start++;
  let end = 0;
  while (end < least - start && olds.at(-1 - end) === news.at(-1 - end)) end++;
  return [olds.slice(start, olds.length - end), news.slice(start, news.length - end)];
}

interface Tally {
  tried: number;
  local: number;
  said: number;
  readonly missed: string[];
}

function tryKind({ change, isLocal }: Kind, sources: readonly (readonly [string, NoteSource])[], random: Random): Tally {
  const tally: Tally = { tried: 0, local: 0, said: 0, missed: [] };
  for (const [name, source] of sources) {
    const doc = change(source.doc, random);
    if (doc === null || doc.eq(source.doc)) continue;
    tally.tried++;
    const content = source.advance(doc).content();
    const [gone, come] = difference(source.content(), content);
    if (isLocal(gone, come)) tally.local++;
    else tally.missed.push(`${name}: ${JSON.stringify([gone.slice(0, 3), come.slice(0, 3)])}`);
    const { blocks } = parseMarkdown(content);
    if (blocks.length === doc.childCount && blocks.every(({ node }, index) => node.eq(doc.child(index)))) tally.said++;
  }
  return tally;
}

describe('changes its own lines in the files of others', { timeout: times(60_000, 1_800_000) }, () => {
  const random = randomNumbers(seeded(51));
  const files = [...foreign({ count: times(100, 2_000), longest: times(8_000, 60_000) }, random), ...Object.entries(gfmDocuments)];
  const sources = files.map(([name, markdown]) => [name, NoteSource.parse(markdown, 'Note')] as const);

  test.each(Object.entries(kinds))('%s', (name, kind) => {
    const tally = tryKind(kind, sources, random);
    if (isLong) console.info(name, { ...tally, missed: tally.missed.slice(0, 5) });
    expect(tally.tried).toBeGreaterThan(0);
    // Of the few files of a short run, which are others with each package that comes or goes, two may miss.
    const most = Math.max(isLong ? 0 : 2, (1 - kind.least) * tally.tried);
    expect(tally.tried - tally.local, tally.missed.slice(0, 10).join('\n')).toBeLessThanOrEqual(most);
  });
});
