// What a note says besides its words: tags, and links to notes by their titles and to records by their addresses. They are read from the
// nodes that the markdown was parsed to, so that service and page cannot differ. Pure.

import type { Node } from 'prosemirror-model';
import { autolinksIn } from './autolinks.ts';
import { maybeFileName } from './file-names.ts';
import { partsOfFootnote, readTitle } from './footnote-text.ts';
import { decoded } from './percent-encoding.ts';

/** `from` and `to`: where it stands, the `#` or the brackets included; positions as `mentionsIn` tells. */
interface TagMention {
  readonly kind: 'tag';
  readonly from: number;
  readonly to: number;
  /** As written, without the `#`. */
  readonly tag: string;
}

/** `[[Title]]`, `[[Title#Heading]]`, `[[Title|shown]]`. */
export interface TitleMention {
  readonly kind: 'title';
  readonly from: number;
  readonly to: number;
  /** What stands before the `|`, without the blanks around it: a title, and maybe a section after `#`. */
  readonly target: string;
  /** What is to be shown instead; null where nothing is told. */
  readonly shown: string | null;
}

/** `daybook://note/ID` and the like: as the address of a link, or written out. */
interface RecordMention {
  readonly kind: 'record';
  readonly from: number;
  readonly to: number;
  readonly type: LinkedType;
  readonly id: string;
}

/**
 * `[text](folder/Note.md#Part)`: a link of markdown to the file of a note, as other programs write it; wikis leave `.md` out. In a
 * footnote, which is kept as markdown, it stands where its address does.
 */
export interface FileMention {
  readonly kind: 'file';
  readonly from: number;
  readonly to: number;
  /** The address, decoded: a path, and maybe a section after `#`. */
  readonly target: string;
}

export const linkedTypes = ['note', 'card', 'event'] as const;

export type LinkedType = (typeof linkedTypes)[number];

/** What names a note or another record. */
export type LinkMention = TitleMention | FileMention | RecordMention;

export type Mention = TagMention | LinkMention;

/** A longer tag is none. */
export const maxTagLength = 200;

const tagPart = String.raw`[\p{L}\p{M}\p{N}_-]+`;
/** What no tag follows: the end of a word, another mark, and what is within an address or a colour. */
const noTagAfter = String.raw`[\p{L}\p{M}\p{N}_#&/\\=?@%]`;
const inWord = new RegExp(`${noTagAfter}$`, 'u');
/** A text of signs that begin no tag, as `#a#a#a`, has no match for each of them. */
const tagPattern = new RegExp(`(?<!${noTagAfter})#(${tagPart}(?:/${tagPart})*)`, 'gu');
const isTagName = new RegExp(`^${tagPart}(?:/${tagPart})*$`, 'u');
const isNumber = /^[\p{N}/]*$/u;
const hasWord = /[\p{L}\p{N}_]/u;
const titlePattern = /\[\[([^[\]|\n]{1,1500})(?:\|([^[\]\n]{0,1500}))?\]\]/g;
const addressPattern = /daybook:\/\/(note|card|event)\/([\w.~-]{1,100})/gi;
const wholeAddress = /^daybook:\/\/(note|card|event)\/([\w.~-]{1,100})\/?$/i;
const addressStart = /daybook:/i;
const noteFile = /^(?![a-z][a-z\d+.-]*:|\/\/)([^?#]*[^?#/]\.md)(?:\?[^#]*)?(#.*)?$/i;
/** Without an extension; such an address of a site begins with a slash. */
const notePage = /^(?![a-z][a-z\d+.-]*:|\/)((?:[^?#/]*\/)*[^?#/.]+)(#.*)?$/i;
const addressSign = /:\/\/|www\.|@/i;

/** The same for names that differ by case, or by how accents are encoded. */
export function foldName(name: string): string {
  return name.trim().normalize('NFC').toUpperCase().toLowerCase();
}

/** Whether this can be a tag: letters, digits, `_`, `-` and `/` between parts, and not digits alone. */
export function isTag(name: string): boolean {
  return name.length <= maxTagLength && isTagName.test(name) && !isNumber.test(name) && hasWord.test(name);
}

/** The tags that hold this one, from the outermost on: of `a/b/c` these are `a` and `a/b`. */
export function parentTags(tag: string): string[] {
  return [...tag.matchAll(/\//g)].map(({ index }) => tag.slice(0, index));
}

/** What an address of a record leads to; null for any other address. */
function recordOfAddress(href: string): { readonly type: LinkedType; readonly id: string } | null {
  const [, type, id] = wholeAddress.exec(href) ?? [];
  return type === undefined || id === undefined ? null : { type: type.toLowerCase() as LinkedType, id };
}

/** What a relative address of a note's file says, with `.md` or no extension, decoded and with its section; null for any other address. */
export function noteFileOf(href: string): string | null {
  const [, path = '', section = ''] = noteFile.exec(href) ?? notePage.exec(href) ?? [];
  const target = decoded(path).trim() + decoded(section);
  return path === '' || maybeFileName(path) !== null || target.length > 1_500 ? null : target;
}

/** Whether a target of a link of markdown says by itself that it is a note: without `.md` it is a link to one only where there is one. */
export const saysNote = (target: string): boolean => /\.md(?:#|$)/i.test(target);

/** Title and section of a target: the first is tried whole before, as a title can hold `#`. */
export function splitTarget(target: string): { readonly title: string; readonly section: string | null } {
  const at = target.indexOf('#');
  return at < 0 ? { title: target, section: null } : { title: target.slice(0, at).trim(), section: target.slice(at + 1).trim() };
}

/** Whether `[[…]]` can name a note of this title: one that begins with `#` would be a section of the text itself. */
export function canBeLinked(title: string): boolean {
  return !/[[\]|\n]/.test(title) && splitTarget(title).title.trim() !== '' && title.length <= 1_500;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const byStart = (a: Range, b: Range): number => a.from - b.from;

/** Whether a place lies in one of these; to be asked for places in ascending order. */
function within(ranges: readonly Range[]): (at: number) => boolean {
  const sorted = ranges.toSorted(byStart);
  let index = 0;
  return (at) => {
    while (index < sorted.length && (sorted[index]?.to ?? 0) <= at) index++;
    return (sorted[index]?.from ?? Infinity) <= at;
  };
}

function titlesIn(text: string): TitleMention[] {
  if (!text.includes('[[')) return [];
  return [...text.matchAll(titlePattern)].flatMap(({ 0: whole, 1: target = '', 2: shown, index }): TitleMention[] =>
    target.trim() === ''
      ? []
      : [{ kind: 'title', from: index, to: index + whole.length, target: target.trim(), shown: shown?.trim() ?? null }],
  );
}

function recordsIn(text: string, taken: readonly Range[]): RecordMention[] {
  if (!addressStart.test(text)) return [];
  const isTaken = within(taken);
  return [...text.matchAll(addressPattern)].flatMap(({ 1: type = '', 2: id = '', index }): RecordMention[] => {
    const own = id.replace(/[.~-]+$/, '');
    if (own === '' || isTaken(index) || /\w/.test(text.charAt(index - 1))) return [];
    const to = index + 'daybook:///'.length + type.length + own.length;
    return [{ kind: 'record', from: index, to, type: type.toLowerCase() as LinkedType, id: own }];
  });
}

function tagsIn(text: string, before: string, taken: readonly Range[]): TagMention[] {
  if (!text.includes('#')) return [];
  const isTaken = within([...taken, ...(addressSign.test(text) ? autolinksIn(text, before.slice(-1)) : [])]);
  return [...text.matchAll(tagPattern)].flatMap(({ 0: whole, 1: tag = '', index }): TagMention[] => {
    return isTaken(index) || (index === 0 && inWord.test(before)) || !isTag(tag)
      ? []
      : [{ kind: 'tag', from: index, to: index + whole.length, tag }];
  });
}

/** Those in a run of plain text, in their order. `before` is what stands before the run; '' at the beginning of a line. */
export function mentionsInText(text: string, before = ''): readonly Mention[] {
  const titles = titlesIn(text);
  const records = recordsIn(text, titles);
  return [...titles, ...records, ...tagsIn(text, before, [...titles, ...records])].toSorted(byStart);
}

const noMentions: readonly Mention[] = [];

const mayMention = /#|\[\[|daybook:/i;

/** Whether the address of a link may name a record. */
const mayName = (href: string): boolean => addressStart.test(href) || noteFileOf(href) !== null;

/** Whether a textblock is kept as source that has text in it. */
const isFootnote = ({ type, attrs }: Node): boolean => type.name === 'raw_block' && attrs['kind'] === 'footnote';

/** Code says nothing. */
const isSilent = (block: Node): boolean => block.isLeaf || (block.type.spec.code === true && !isFootnote(block));

function* inFootnote(block: Node): Generator<readonly Mention[]> {
  const source = block.textContent;
  const { texts, links } = partsOfFootnote(source);
  for (const { from, text } of texts)
    yield mentionsInText(text).flatMap((mention) => {
      if (mention.kind !== 'title') return [moved(mention, from)];
      const start = from + text.indexOf(mention.target, mention.from + 2);
      const written = source.slice(start, start + mention.target.length);
      // One with code or HTML in it is none, as elsewhere.
      return written === mention.target ? [moved({ ...mention, target: readTitle(written) }, from)] : [];
    });
  yield links.flatMap(({ from, to, href }): LinkMention[] => {
    const [record, target] = [recordOfAddress(href), noteFileOf(href)];
    if (record !== null) return [{ kind: 'record', from, to, ...record }];
    return target === null ? [] : [{ kind: 'file', from, to, target }];
  });
}

/** Most textblocks say nothing, which is seen by their text and marks alone. */
function maySay(block: Node): boolean {
  let text = '';
  for (const child of block.children) {
    text += child.text ?? '';
    for (const { type, attrs } of child.marks) if (type.name === 'link' && mayName(String(attrs['href']))) return true;
  }
  return mayMention.test(text);
}

/** Of a run that is longer than this, about as many characters are read in one go. */
const readAtOnce = 16_000;
/** More characters than a link by a title has. */
const maxTitleLink = 3_100;

/** Where a part of a run that begins at `from` can end: at a blank outside of links by titles, so that no mention is in two parts. */
function endOfPart(run: string, from: number): number {
  const blank = /\s/g;
  blank.lastIndex = from + readAtOnce;
  for (let found = blank.exec(run); found !== null; found = blank.exec(run)) {
    const { index } = found;
    const before = run.slice(Math.max(0, index - maxTitleLink), index);
    const last = Math.max(before.lastIndexOf('['), before.lastIndexOf(']'));
    if (before.slice(last - 1, last + 1) !== '[[') return index;
    const next = run.slice(index, index + maxTitleLink).search(/[[\]]/);
    if (next < 0 || !run.startsWith(']]', index + next)) return index;
    blank.lastIndex = index + next + 2;
  }
  return run.length;
}

/** The mentions in a run of text that begins at `start`, a part of it at a time. */
function* inRun(run: string, before: string, start: number): Generator<readonly Mention[]> {
  for (let from = 0; from < run.length;) {
    const to = run.length - from <= readAtOnce ? run.length : endOfPart(run, from);
    const part = run.slice(from, to);
    const found = mayMention.test(part) ? mentionsInText(part, from === 0 ? before : ' ') : noMentions;
    const offset = start + from;
    yield found.map((mention) => ({ ...mention, from: offset + mention.from, to: offset + mention.to }));
    from = to;
  }
}

/** Children that are looked at in one go. */
const childrenAtOnce = 1_000;

/**
 * Those of a textblock, in parts: each takes little time, and can be empty. Code, links and what is kept as source say nothing but where a
 * link leads; other marks part no words, as markdown cannot tell each place where one begins or ends.
 */
function* inTextblock(block: Node): Generator<readonly Mention[]> {
  let [run, start, before] = ['', 0, ''];
  let offset = 0;
  for (const [index, child] of block.children.entries()) {
    if (index % childrenAtOnce === childrenAtOnce - 1) yield noMentions;
    const at = offset;
    offset += child.nodeSize;
    // The end of a line is a blank; in a heading it is written as one.
    const text = child.type.name === 'soft_break' ? ' ' : (child.text ?? '');
    const link = child.marks.find(({ type }) => type.name === 'link');
    if (text !== '' && link === undefined && !child.marks.some(({ type }) => type.name === 'code')) {
      if (run === '') start = at;
      run += text;
      continue;
    }
    yield* inRun(run, before, start);
    [run, before] = ['', text.slice(-2)];
    const href = link === undefined || text === '' ? '' : String(link.attrs['href']);
    const [record, target] = [recordOfAddress(href), noteFileOf(href)];
    if (record !== null) yield [{ kind: 'record', from: at, to: at + text.length, ...record }];
    else if (target !== null) yield [{ kind: 'file', from: at, to: at + text.length, target }];
  }
  yield* inRun(run, before, start);
}

function ofTextblock(block: Node): readonly Mention[] {
  if (isFootnote(block)) return [...inFootnote(block)].flat().toSorted(byStart);
  return maySay(block) ? [...inTextblock(block)].flat() : noMentions;
}

/** Nodes never change: what one says is remembered as long as it is there. That a short one says nothing is seen as fast. */
const mentionsCache = new WeakMap<Node, readonly Mention[]>();

/** In nodes: texts of one formatting, and pictures. */
const longBlock = 100;

function ofRemembered(block: Node): readonly Mention[] {
  let found = mentionsCache.get(block);
  if (found !== undefined) return found;
  found = ofTextblock(block);
  if (found.length > 0 || block.childCount > longBlock) mentionsCache.set(block, found);
  return found;
}

/** The mentions in a block or a document, in their order; positions count from its first child on. */
export function mentionsIn(block: Node): readonly Mention[] {
  if (isSilent(block)) return noMentions;
  if (block.isTextblock) return ofRemembered(block);
  const all: Mention[] = [];
  block.descendants((node, at) => {
    if (!node.isTextblock) return true;
    if (!isSilent(node)) for (const mention of ofRemembered(node)) all.push(moved(mention, at + 1));
    return false;
  });
  return all;
}

/**
 * What `mentionsIn` gives, in parts: each takes little time, and can be empty. What long texts say is not remembered. `first` is added to
 * the positions.
 */
export function* mentionParts(block: Node, first = 0): Generator<readonly Mention[]> {
  if (isSilent(block)) return;
  if (!block.isTextblock) {
    let inside = first + 1;
    for (const child of block.children) {
      yield* mentionParts(child, inside);
      inside += child.nodeSize;
    }
    return;
  }
  const isLong = block.content.size > readAtOnce && !mentionsCache.has(block) && !isFootnote(block);
  for (const part of isLong ? inTextblock(block) : [ofRemembered(block)])
    yield first === 0 || part.length === 0 ? part : part.map((mention) => moved(mention, first));
}

function moved(mention: Mention, by: number): Mention {
  return { ...mention, from: by + mention.from, to: by + mention.to };
}
