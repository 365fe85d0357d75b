// Blocks that have only moved keep their lines: those that they had, without what they stood in.

import type { Node } from 'prosemirror-model';
import { isList } from '../../../note-nodes.ts';
import { noteSchema } from '../../../note-schema.ts';
import { sourceLines } from '../../source-lines.ts';
import { withoutLineEnding } from '../line-ending.ts';
import { itemNumber } from '../../serialize/block-lines.ts';
import { quoted, type Dialect } from '../../serialize/dialect.ts';
import { canFollow, knownBlock, type WrittenBlock } from '../../serialize/separation.ts';
import { writtenLines, type BlockDraft, type SourceReader } from './draft.ts';
import { behind, continued, headsOfCode, isBlankInQuotes, leadOf, nestedBlanks } from './style.ts';
import { placesOf, type LineSpan } from './tree.ts';

/** One quote, marker or box of those that can stand before the text of a line, with the blanks around it. */
const headPiece = /^[ \t]*(?:>[ \t]?|(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)|\[[ xX]\][ \t]+)|^[ \t]+/;

/** What can stand before the text of a line, the longest first. */
function headsOf(line: string): string[] {
  const heads = [''];
  for (let end = 0; ;) {
    const piece = headPiece.exec(line.slice(end))?.[0];
    if (piece === undefined || piece === '') return heads.toReversed();
    const blanks = /^[ \t]+/.exec(piece)?.[0] ?? '';
    if (blanks !== '' && blanks !== piece) heads.push(line.slice(0, end + blanks.length));
    heads.push(line.slice(0, (end += piece.length)));
  }
}

/** The line without the head of a line above, as far as it has it. */
function below(line: string, head: string): string {
  const rest = continued(head);
  let end = 0;
  while (end < rest.length && end < line.length && (rest[end] === line[end] || (rest[end] !== '>' && /[ \t]/.test(line[end] ?? '')))) end++;
  return line.slice(end);
}

const bareOf = (line: string): string => line.slice(leadOf(line).length).trimEnd();

function signOf(list: Node, index: number, dialect: Dialect): string {
  const { bulletGap = ' ', numberGap = ' ' } = dialect;
  if (list.type.name === 'bullet_list') return String(list.attrs['bullet']) + bulletGap;
  return itemNumber(list, index, dialect) + String(list.attrs['delim']) + numberGap;
}

const boxOf = ({ attrs }: Node): string => (attrs['checked'] === null ? '' : attrs['checked'] === true ? '[x] ' : '[ ] ');

/** Child number `at` of a node that has a place. */
interface Part {
  readonly parent: Node;
  readonly place: LineSpan;
  readonly at: number;
}

/** In an item of a list without blank lines: those between its blocks would make it another one. */
const isRightBelow = (above: WrittenBlock, block: WrittenBlock): boolean => isList(block.node) || canFollow(above, block);

/** The first line of a list that can stand right below a text. */
const interrupts = /^(?:[-+*]|1[.)])[ \t]+[^ \t]/;

/** The same for parts that are equal. */
const keyOf = (node: Node): string => `${node.type.name} ${node.nodeSize} ${node.textBetween(0, Math.min(32, node.content.size))}`;

/** Of parts that look alike, up to 50 are known, */
const maxAlike = 50;
/** and of those that are equal up to 3 are read. */
const maxTries = 3;

/** The lines that the blocks of a text had. */
export class KnownLines {
  readonly #origin: BlockDraft;
  readonly #reader: SourceReader;
  #parts: ReadonlyMap<string, readonly Part[]> | null = null;
  #lines: readonly string[] = [];
  #nested: string | null = null;
  readonly #lazyAt = new Set<number>();
  #lazy: ReadonlyMap<string, string> | null = null;

  constructor(origin: BlockDraft, reader: SourceReader) {
    this.#origin = origin;
    this.#reader = reader;
  }

  /** The lines of blocks as they stand in an item or a quote, with those that have moved as they were. */
  linesOf(blocks: readonly Node[], isTight: boolean, isQuoted = false): readonly string[] {
    const known = this.maybeLinesOf(blocks);
    if (known !== null) return known;
    const areClose = isQuoted && this.#reader.dialect.closeLists === true;
    const written = blocks.map((block) => knownBlock(block, this.#blockLines(block, blocks.length === 1)));
    return written.flatMap((block, index) => {
      const above = written[index - 1];
      const isClose = areClose && above?.node.type.name === 'paragraph' && isList(block.node) && interrupts.test(block.lines[0] ?? '');
      return above === undefined || isClose || (isTight && isRightBelow(above, block)) ? block.lines : ['', ...block.lines];
    });
  }

  /** Lines of blocks, first with those as they were that went on lazily: behind less than the blocks stand behind. */
  withLazyLines(lines: readonly string[]): (readonly string[])[] {
    const lazy = this.#lazyLines();
    const made = lazy.size === 0 ? lines : lines.map((line) => lazy.get(bareOf(line)) ?? line);
    return made.some((line, at) => line !== lines[at]) ? [made, lines] : [lines];
  }

  /** By their texts; those are none of them that are the texts of other lines too. */
  #lazyLines(): ReadonlyMap<string, string> {
    if (this.#lazy !== null) return this.#lazy;
    this.#all();
    const lazy = new Map<string, string>();
    const others = new Set(this.#lines.map((line, at) => (this.#lazyAt.has(at) ? '' : bareOf(line))));
    for (const at of this.#lazyAt) {
      const line = this.#lines[at] ?? '';
      if (!others.has(bareOf(line))) lazy.set(bareOf(line), line);
    }
    return (this.#lazy = lazy);
  }

  /** The lines of an item: `before` and `sign` are what stands before its text, a blank line has what `before` begins with. */
  itemLines(item: Node, list: Node, before: string, sign: string): readonly string[] {
    const isTight = list.attrs['tight'] === true;
    const [text = ''] = item.firstChild?.type.spec.code === true ? this.linesOf(item.children, isTight) : [];
    // Behind code that keeps its indent, more blanks would be a part of that.
    const start = before + (/^(?: {4}|\t)/.test(text) ? `${sign.trimEnd()} ` : sign);
    const parts = item.children.some(isList) && this.#nestedBlanks() !== '' ? item.children.map((block) => [block]) : [item.children];
    let above: WrittenBlock | null = null;
    return parts.flatMap((blocks, index) => {
      const [only] = blocks;
      const nested = only !== undefined && blocks.length === 1 && isList(only);
      const head = nested ? this.nestedHead(start) : continued(start);
      const bare = this.linesOf(blocks, isTight);
      const [first = '', ...rest] = bare;
      const block = only === undefined ? null : knownBlock(only, bare);
      const isClose = isTight && above !== null && block !== null && isRightBelow(above, block);
      above = block;
      const lines = [
        index === 0 ? behind(start, boxOf(item) + first) : behind(head, first),
        ...rest.map((line) => behind(line === '' ? before : head, line)),
      ];
      return index > 0 && !isClose ? [before.trimEnd(), ...lines] : lines;
    });
  }

  /** What the lines of a list begin with that stands in an item with this head: as those of the text do, by tabs or by more blanks. */
  nestedHead(head: string): string {
    const before = head.replace(/(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?$/, '');
    const nested = before === head ? '' : this.#nestedBlanks();
    return nested === '' ? continued(head) : continued(before) + nested;
  }

  /** '': no more blanks than needed. */
  #nestedBlanks(): string {
    return (this.#nested ??= nestedBlanks(this.#origin.source) ?? this.#reader.dialect.nested ?? '');
  }

  #blockLines(block: Node, isAskedFor: boolean): readonly string[] {
    const known = isAskedFor ? null : this.maybeLinesOf([block]);
    if (known !== null) return known;
    if (block.type.name === 'blockquote')
      return this.linesOf(block.children, false, true).map((line) => quoted(line, this.#reader.dialect));
    if (!isList(block)) return writtenLines(block, this.#reader);
    const isTight = block.attrs['tight'] === true;
    return block.children.flatMap((item, index) => {
      const lines = this.itemLines(item, block, '', signOf(block, index, this.#reader.dialect));
      return index > 0 && !isTight ? ['', ...lines] : lines;
    });
  }

  /** Null where these blocks did not stand below each other; the items of a list may have stood in a longer one. */
  maybeLinesOf(blocks: readonly Node[]): readonly string[] | null {
    const [only, ...more] = blocks;
    const items = only !== undefined && more.length === 0 && isList(only) ? only.children : [];
    return this.#maybeFound(blocks, blocks, false) ?? this.#maybeFound(items, blocks, true);
  }

  /** The lines of `parts` where they stood below each other; `blocks` are what they are read as. */
  #maybeFound(parts: readonly Node[], blocks: readonly Node[], areItems: boolean): readonly string[] | null {
    const [start] = parts;
    if (start === undefined) return null;
    let tries = 0;
    for (const { parent, place, at } of this.#all().get(keyOf(start)) ?? []) {
      if (isList(parent) !== areItems || !parts.every((part, index) => parent.maybeChild(at + index)?.eq(part) === true)) continue;
      if ((tries += 1) > maxTries) return null;
      const [first, last] = [place.children[at], place.children[at + parts.length - 1]];
      const lines = first && last ? this.#between(first.from, last.to, blocks) : null;
      if (lines !== null) return lines;
    }
    return null;
  }

  #between(from: number, to: number, blocks: readonly Node[]): readonly string[] | null {
    const lines = this.#lines.slice(from, to);
    while (lines.length > 1 && isBlankInQuotes(lines.at(-1) ?? '')) lines.pop();
    const [first = '', ...rest] = lines;
    for (const head of [...headsOf(first), ...(blocks[0]?.type.spec.code === true ? headsOfCode(first) : [])]) {
      const bare = [first.slice(head.length), ...rest.map((line) => below(line, head))];
      if (this.#reader.readsAs(`${bare.join('\n')}\n`, blocks)) return bare;
    }
    return null;
  }

  /** Where each part stands, by what it is looked for by. */
  #all(): ReadonlyMap<string, readonly Part[]> {
    if (this.#parts !== null) return this.#parts;
    const parts = new Map<string, Part[]>();
    const add = (parent: Node, place: LineSpan | null): void => {
      if (place === null || parent.isTextblock || parent.type.name === 'table') return;
      for (const [at, child] of parent.children.entries()) {
        const key = keyOf(child);
        const others = parts.get(key);
        if (others === undefined) parts.set(key, [{ parent, place, at }]);
        else if (others.length < maxAlike) others.push({ parent, place, at });
        add(child, place.children[at] ?? null);
        if (child.type.name === 'paragraph' && parent.type.name !== 'doc') this.#noteLazy(place.children[at] ?? null);
      }
    };
    const { node, source } = this.#origin;
    const place = placesOf(node, source, this.#reader.references);
    this.#lines = sourceLines(this.#origin.source).map(withoutLineEnding);
    // The block as a whole, where it has gone into another one.
    if (place !== null) add(noteSchema.nodes.doc.create(null, node), { ...place, children: [place] });
    return (this.#parts = parts);
  }

  #noteLazy(place: LineSpan | null): void {
    const depth = headsOf(this.#lines[place?.from ?? 0] ?? '')[0]?.length ?? 0;
    for (let at = (place?.from ?? 0) + 1; at < (place?.to ?? 0); at++) {
      const lead = leadOf(this.#lines[at] ?? '');
      if (lead.length < depth && !lead.includes('\t')) this.#lazyAt.add(at);
    }
  }
}
