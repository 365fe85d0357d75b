// Markdown into blocks, each with its bytes.
//
// A piece that begins at a top-level block has the blocks that the whole has from there on, given the same references: nothing above a
// block has a say in it. And of what stands below, only what markdown itself lets run on reaches up: an open fence, an open comment, a
// list, the next line or two. Our own rules keep to that: a formula ends before the next blank line or is none, front matter is at the
// very start or nowhere.

import type { Env, Token } from 'markdown-it';
import type { Node } from 'prosemirror-model';
import { noteSchema as schema } from '../note-schema.ts';
import { blockNode } from './block-nodes.ts';
import { ownReferences, parserScope, type Definitions, type References } from './references.ts';
import { frontMatterOf, isBlankLine, sourceLines } from './source-lines.ts';
import { Unmodelled } from './inline-nodes.ts';
import { tokenizeBlocks, tokenizeTexts, type TopLevel } from './tokenizer.ts';

export type { References } from './references.ts';

/**
 * A top-level block with its bytes: `source` up to the end of its last line (line ending included), then `gap`: the blank lines after it.
 */
export interface SourceBlock {
  readonly node: Node;
  readonly source: string;
  readonly gap: string;
}

/**
 * `lead` and every `source` and `gap` after it are the markdown, byte for byte. `lead` is a byte order mark and the blank lines before
 * the first block. There is always a block.
 */
export interface ParsedMarkdown {
  readonly lead: string;
  readonly blocks: readonly SourceBlock[];
  readonly references: References;
}

function nodeOf(tokens: readonly Token[], source: () => string): Node {
  try {
    return blockNode(tokens);
  } catch (error) {
    if (!(error instanceof Unmodelled)) throw error;
    return schema.nodes.raw_block.create({ kind: 'too_deep' }, schema.text(source()));
  }
}

/** Blank lines after a block are its gap, unless they are the end of code whose fence was never closed. */
function lastLine(lines: readonly string[], { tokens, start, end }: TopLevel): number {
  const leaf = tokens.findLast((token) => token.nesting === 0 && token.map !== null);
  const least = leaf?.type === 'fence' ? (leaf.map?.[1] ?? 0) : start + 1;
  let last = end;
  while (last > least && isBlankLine(lines[last - 1])) last--;
  return last;
}

interface PieceContext {
  /** References defined elsewhere, which win. */
  readonly known: References;
  /** Allows front matter and a byte order mark. */
  readonly atStart: boolean;
}

/** As `ParsedMarkdown`, with blocks that are made when they are asked for, once. */
export interface ReadMarkdown extends Omit<ParsedMarkdown, 'blocks'> {
  readonly blocks: Iterable<SourceBlock>;
}

/** As `parsePiece`; of a large note, whose blocks need not be in memory together, this takes less time. */
export function readPiece(markdown: string, { known, atStart }: PieceContext): ReadMarkdown {
  const mark = atStart && markdown.startsWith('\uFEFF') ? '\uFEFF' : '';
  const all = sourceLines(markdown.slice(mark.length));
  const frontMatter = atStart ? frontMatterOf(all) : null;
  const lines = frontMatter === null ? all : all.slice(frontMatter.lines);
  const own: Definitions = {};
  const env = { references: parserScope(known), [ownReferences]: own };
  const found = tokenizeBlocks(lines.join('').toWellFormed(), env);
  // What is defined anywhere counts everywhere.
  const tops = markdown.includes(']:') ? [...found].values() : found;
  const first = maybeNext(tops);
  const before = lines.slice(0, first?.start ?? lines.length).join('');
  const blocks = (function* (): Generator<SourceBlock> {
    if (frontMatter !== null) {
      const text = frontMatter.text === '' ? null : schema.text(frontMatter.text.toWellFormed());
      const source = all.slice(0, frontMatter.lines).join('');
      yield { node: schema.nodes.frontmatter.create(null, text), source, gap: before };
    }
    if (first === null) yield { node: schema.nodes.paragraph.create(), source: '', gap: '' };
    for (let top = first; top !== null;) {
      const next = maybeNext(tops);
      yield sourceBlock(lines, top, next?.start ?? lines.length, env);
      top = next;
    }
  })();
  return { lead: frontMatter === null ? mark + before : mark, blocks, references: own };
}

/**
 * Where each top-level block of a note begins, in order, found when it is asked for: without their texts, which take longest to read.
 * None for blank text.
 */
export function* blockStarts(markdown: string): Generator<number, void, void> {
  let at = markdown.startsWith('\uFEFF') ? 1 : 0;
  const lines = sourceLines(markdown.slice(at));
  const frontMatter = frontMatterOf(lines)?.lines ?? 0;
  if (frontMatter > 0) yield at;
  at += lines.splice(0, frontMatter).join('').length;
  let line = 0;
  for (const { start } of tokenizeBlocks(lines.join('').toWellFormed(), { references: parserScope({}), [ownReferences]: {} })) {
    while (line < start) at += lines[line++]?.length ?? 0;
    yield at;
  }
}

function maybeNext<Item>(items: Iterator<Item, unknown, void>): Item | null {
  const { done, value } = items.next();
  return done === true ? null : value;
}

/** `next` is the line at which the next block begins. */
function sourceBlock(lines: readonly string[], top: TopLevel, next: number, env: Env): SourceBlock {
  const join = (from: number, to: number): string => lines.slice(from, to).join('');
  tokenizeTexts(top, env);
  const end = lastLine(lines, top);
  const source = join(top.start, end);
  const node = nodeOf(top.tokens, () => source.toWellFormed().replace(/\r\n?/g, '\n').replace(/\n$/, ''));
  // They are not needed any more, and there are many.
  top.tokens.length = 0;
  return { node, source, gap: join(end, next) };
}

/**
 * A piece of a note that begins at a top-level block. `references` of the result are those that the piece itself defines. Any string
 * without U+0000 parses.
 */
export function parsePiece(markdown: string, context: PieceContext): ParsedMarkdown {
  const read = readPiece(markdown, context);
  return { ...read, blocks: [...read.blocks] };
}

const wholeNote: PieceContext = { known: {}, atStart: true };

/** A whole note. Any string without U+0000 parses, and the blocks make a document that the schema allows. */
export function parseMarkdown(markdown: string): ParsedMarkdown {
  return parsePiece(markdown, wholeNote);
}

/** As `parseMarkdown`, in the way of `readPiece`. */
export function readMarkdown(markdown: string): ReadMarkdown {
  return readPiece(markdown, wholeNote);
}

/** The blocks alone, for verification: no front matter. None for blank text. */
export function parseNodes(markdown: string, known: References): Node[] {
  const { blocks } = parsePiece(markdown, { known, atStart: false });
  return blocks.length === 1 && blocks[0]?.source === '' ? [] : blocks.map(({ node }) => node);
}
