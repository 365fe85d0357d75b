// Blocks as lines of markdown.

import type { Node } from 'prosemirror-model';
import { isList } from '../../note-nodes.ts';
import { noteSchema as schema } from '../../note-schema.ts';
import { frontMatterOf, isBlankLine } from '../source-lines.ts';
import type { References } from '../references.ts';
import { plainDialect, quoted, type Dialect } from './dialect.ts';
import { endsInHtml } from './html-lines.ts';
import { closedAbove } from './open-source.ts';
import { canFollow, isOpenRaw, type WrittenBlock } from './separation.ts';
import { tableLines } from './table-lines.ts';
import { textblockLines, type TextblockContext } from './textblock-source.ts';

const { nodes } = schema;

interface Context extends TextblockContext {
  readonly references: References;
  readonly dialect: Dialect;
  /** How many containers it is in. */
  readonly depth: number;
  /** The first block of a note, where a rule of hyphens would begin front matter. */
  readonly first: boolean;
  /** The marker of the list before this one, which is to have another. */
  readonly otherThan: string | null;
}

const textLines = (node: Node): string[] => node.textContent.toWellFormed().split(/\r\n|\r|\n/);

/** The longest run of `character` in `text`. */
function longestRun(text: string, character: string): number {
  let longest = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at)) {
    const from = at;
    while (text[at] === character) at++;
    longest = Math.max(longest, at - from);
  }
  return longest;
}

function fenced(lines: readonly string[], params: string, sign: '`' | '~' = '`'): string[] {
  const info = params.trim().replace(/\\(?=[!-/:-@[-`{-~])|&(?=#?\w+;)/g, '\\$&');
  const character = info.includes('`') ? '~' : sign;
  const fence = character.repeat(Math.max(3, longestRun(lines.join('\n'), character) + 1));
  return [fence + (info.startsWith('~') ? ' ' : '') + info, ...lines, fence];
}

/** Code with nothing but blanks before its lines says no language, and neither begins nor ends with a blank line. */
function codeLines(node: Node, { depth, dialect: { fence, codeIndent } }: Pick<Context, 'depth' | 'dialect'>): string[] {
  const lines = node.content.size === 0 ? [] : textLines(node);
  const params = String(node.attrs['params']);
  const [first, last] = [lines[0] ?? '', lines.at(-1)];
  if (codeIndent === undefined || depth > 0 || params !== '' || isBlankLine(first) || isBlankLine(last))
    return fenced(lines, params, fence);
  return lines.map((line) => (line === '' ? '' : codeIndent + line));
}

/** What is not found again as front matter is kept as code. */
function frontMatterLines(node: Node, first: boolean): string[] {
  const lines = node.content.size === 0 ? [] : textLines(node);
  if (lines.length === 0 && !first) return [];
  const source = ['---', ...lines, '---'];
  const found = first ? frontMatterOf(source.map((line) => `${line}\n`)) : null;
  return found?.lines === source.length ? source : fenced(lines, 'yaml');
}

/** A formula has no blank lines, which would end it, and gets its signs where it came without: else it would be text. */
function rawLines(node: Node): string[] {
  const lines = textLines(node);
  const from = lines.findIndex((line) => !isBlankLine(line));
  if (from < 0) return [];
  const source = lines.slice(from, lines.findLastIndex((line) => !isBlankLine(line)) + 1);
  if (node.attrs['kind'] !== 'math') return source;
  const formula = source.filter((line) => !isBlankLine(line));
  return formula.join('\n').includes('$$') ? formula : ['$$', ...formula, '$$'];
}

const markerOf = (list: Node): string => String(list.type === nodes.bullet_list ? list.attrs['bullet'] : list.attrs['delim']);

/** The marker that is written: another one than that of the list before. */
function writtenMarker(list: Node, otherThan: string | null): string {
  const own = markerOf(list);
  if (own !== otherThan) return own;
  if (list.type === nodes.ordered_list) return own === '.' ? ')' : '.';
  return own === '-' ? '*' : '-';
}

/** The number of an item. */
export const itemNumber = ({ attrs }: Node, index: number, { sameNumbers }: Dialect): string =>
  String(Math.min(Number(attrs['order']) + (sameNumbers === true ? 0 : index), 999_999_999));

const isRule = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/** Puts the marker, with the blanks behind it, before the lines of an item; below it, where they could not stand beside it. */
function markedLines(sign: string, lines: readonly ItemLine[], nested: string | undefined): string[] {
  const marker = sign.trimEnd();
  const pad = ' '.repeat(sign.length);
  const padded = ({ line, isNested }: ItemLine): string => (line === '' ? '' : (isNested ? (nested ?? pad) : pad) + line);
  const [first, ...rest] = lines;
  if (first === undefined || first.line === '') return [marker, ...rest.map(padded)];
  const joined = sign + first.line;
  if (/^[ \t]/.test(first.line) || isRule.test(joined)) return [marker, ...lines.map(padded)];
  return [joined, ...rest.map(padded)];
}

/** Blocks that stand below each other, a blank line between them; but for lists below texts, if these are `close` and can do without. */
function joined(blocks: readonly WrittenBlock[], close = false): string[] {
  return joinedLines(blocks, (above, block) => close && above.node.type === nodes.paragraph && isList(block.node)).map(({ line }) => line);
}

/** `isNested`: of a list. */
interface ItemLine {
  readonly line: string;
  readonly isNested: boolean;
}

/** `areTight`: whether two blocks are to have no blank line between them, if they can do without. */
function joinedLines(blocks: readonly WrittenBlock[], areTight: (above: WrittenBlock, block: WrittenBlock) => boolean): ItemLine[] {
  const lines: ItemLine[] = [];
  for (const [index, block] of blocks.entries()) {
    const previous = blocks[index - 1];
    if (previous !== undefined && !(areTight(previous, block) && canFollow(previous, block))) lines.push({ line: '', isNested: false });
    const isNested = isList(block.node);
    for (const line of block.lines) lines.push({ line, isNested });
  }
  return lines;
}

function itemLines(item: Node, blocks: readonly WrittenBlock[], tight: boolean): readonly ItemLine[] {
  const lines = joinedLines(blocks, () => tight);
  if (item.attrs['checked'] === null) return lines;
  const [first, ...rest] = lines;
  const box = item.attrs['checked'] === true ? '[x]' : '[ ]';
  return [{ line: first === undefined || first.line === '' ? box : `${box} ${first.line}`, isNested: false }, ...rest];
}

/**
 * A list is written with blank lines between its items when it is loose, or when an item needs one between two of its blocks. Without a
 * paragraph right inside an item they cannot be told apart, so there are no more of them than needed.
 */
function isTight(list: Node, items: readonly (readonly WrittenBlock[])[]): boolean {
  if (!items.flat().some(({ node }) => node.type === nodes.paragraph)) return true;
  return (
    list.attrs['tight'] === true &&
    items.every((blocks) => blocks.every((block, index) => index === 0 || canFollow(blocks[index - 1] ?? block, block)))
  );
}

function writeList(list: Node, context: Context): WrittenBlock {
  const marker = writtenMarker(list, context.otherThan);
  const { dialect } = context;
  const gap = (list.type === nodes.bullet_list ? dialect.bulletGap : dialect.numberGap) ?? ' ';
  const items = list.children.map((item) => writeChildren(item, context, context.depth + 2));
  const tight = isTight(list, items);
  const lines: string[] = [];
  for (const [index, blocks] of items.entries()) {
    if (index > 0 && !tight) lines.push('');
    const number = list.type === nodes.ordered_list ? itemNumber(list, index, dialect) : '';
    const inside = itemLines(list.child(index), blocks, tight);
    for (const line of markedLines(number + marker + gap, inside, dialect.nested)) lines.push(line);
  }
  return { node: list, lines, open: items.at(-1)?.at(-1)?.open ?? false };
}

function writeQuote(quote: Node, context: Context): WrittenBlock {
  const blocks = writeChildren(quote, context, context.depth + 1);
  const lines = blocks.length === 0 ? ['>'] : joined(blocks, context.dialect.closeLists).map((line) => quoted(line, context.dialect));
  return { node: quote, lines, open: blocks.at(-1)?.open ?? false };
}

function ruleOf({ first, inItem, dialect: { rule = '---' } }: Context): string {
  return (first || inItem) && rule.includes('-') ? '***' : rule;
}

/** A block with its lines; none if it says nothing. */
export function writeBlock(node: Node, context: Context): WrittenBlock {
  const written = (lines: readonly string[], open: boolean): WrittenBlock => ({ node, lines, open });
  switch (node.type) {
    case nodes.heading:
      return written(textblockLines(node, context.references, context), false);
    case nodes.paragraph: {
      const lines = textblockLines(node, context.references, context);
      // The box of a task stands before the first line.
      return { node, lines, open: true, runsOn: endsInHtml(context.task ? ['', ...lines.slice(1)] : lines) };
    }
    case nodes.horizontal_rule:
      return written([ruleOf(context)], false);
    case nodes.code_block:
      return written(codeLines(node, context), false);
    case nodes.raw_block:
      return written(rawLines(node), isOpenRaw(node));
    case nodes.frontmatter:
      return written(frontMatterLines(node, context.first), false);
    case nodes.table:
      return written(tableLines(node, context.references, context.dialect.table), true);
    case nodes.blockquote:
      return writeQuote(node, context);
    default:
      return writeList(node, context);
  }
}

const emptyParagraph: WrittenBlock = { node: nodes.paragraph.create(), lines: [''], open: true };

/**
 * No markdown is read as deep as this. What is deeper is written without its containers, which keeps its text and takes no deeper stack.
 */
const deepestWritten = 400;

function leavesOf(container: Node): Node[] {
  const leaves: Node[] = [];
  const open = [container];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === nodes.table || node.isTextblock || node.isLeaf) leaves.push(node);
    else open.push(...node.children.toReversed());
  }
  return leaves;
}

/** The blocks in a container that say something. A task begins with a paragraph, if only an empty one. */
function writeChildren(container: Node, { references, dialect }: Pick<Context, 'references' | 'dialect'>, depth: number): WrittenBlock[] {
  const blocks: WrittenBlock[] = [];
  const inItem = container.type === nodes.list_item;
  const task = inItem && container.attrs['checked'] !== null;
  let marker: string | null = null;
  if (task && container.firstChild?.type !== nodes.paragraph) blocks.push(emptyParagraph);
  const children = depth > deepestWritten ? leavesOf(container) : container.children;
  for (const child of children) {
    const otherThan: string | null = blocks.at(-1)?.node.type === child.type ? marker : null;
    const box = task && blocks.length === 0;
    const block = writeBlock(child, {
      references,
      dialect,
      depth,
      first: blocks.length === 0 && container.type === nodes.doc,
      otherThan,
      inItem,
      task: box,
    });
    if (block.lines.length === 0) {
      if (box) blocks.push(emptyParagraph);
      continue;
    }
    const above = blocks.pop();
    if (above !== undefined) blocks.push(closedAbove(above));
    blocks.push(block);
    marker = isList(child) ? writtenMarker(child, otherThan) : null;
  }
  return blocks;
}

/** The lines of a whole document. */
export function documentLines(doc: Node, references: References): readonly string[] {
  return joined(writeChildren(doc, { references, dialect: plainDialect }, 0));
}
