// Markdown into blocks, each with its bytes.
//
// A piece that begins at a top-level block has the blocks that the whole has from there on, given the same references: nothing above a
// block has a say in it. And of what stands below, only what markdown itself lets run on reaches up: an open fence, an open comment, a
// list, the next line or two. Our own rules keep to that: a formula ends before the next blank line or is none, front matter is at the
// very start or nowhere.

import type { Token } from 'markdown-it';
import type { Node } from 'prosemirror-model';
import { noteSchema as schema } from '../note-schema.ts';
import { blockNode } from './block-nodes.ts';
import { ownReferences } from './definition-rules.ts';
import { frontMatterOf } from './front-matter.ts';
import { Unmodelled } from './inline-nodes.ts';
import { scopeOf, type Definitions, type References } from './references.ts';
import { isBlankLine, sourceLines } from './source-lines.ts';
import { tokenize } from './tokenizer.ts';

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

interface TopLevel {
  readonly tokens: readonly Token[];
  readonly start: number;
  readonly end: number;
}

/** The tokens of each top-level block, with its first line and the line after its last. */
function topLevels(tokens: readonly Token[]): TopLevel[] {
  const blocks: TopLevel[] = [];
  let first = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting === 1) continue;
    const [start, end] = tokens[first]?.map ?? [0, 0];
    blocks.push({ tokens: tokens.slice(first, index + 1), start, end });
    first = index + 1;
  }
  return blocks;
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

/**
 * A piece of a note that begins at a top-level block. `atStart` allows front matter and a byte order mark. `known` are references defined
 * elsewhere, and they win; `references` of the result are those that the piece itself defines. Any string without U+0000 parses.
 */
export function parsePiece(markdown: string, context: { readonly known: References; readonly atStart: boolean }): ParsedMarkdown {
  const mark = context.atStart && markdown.startsWith('\uFEFF') ? '\uFEFF' : '';
  const all = sourceLines(markdown.slice(mark.length));
  const frontMatter = context.atStart ? frontMatterOf(all) : null;
  const lines = frontMatter === null ? all : all.slice(frontMatter.lines);
  const join = (from: number, to: number): string => lines.slice(from, to).join('');
  const own: Definitions = {};
  const references = scopeOf(context.known);
  const tops = topLevels(tokenize(lines.join('').toWellFormed(), { references, [ownReferences]: own }));
  const blocks = tops.map((top, index): SourceBlock => {
    const end = lastLine(lines, top);
    const source = join(top.start, end);
    const node = nodeOf(top.tokens, () => source.toWellFormed().replace(/\r\n?/g, '\n').replace(/\n$/, ''));
    return { node, source, gap: join(end, tops[index + 1]?.start ?? lines.length) };
  });
  const before = join(0, tops[0]?.start ?? lines.length);
  if (frontMatter === null) return { lead: mark + before, blocks: blocks.length > 0 ? blocks : [emptyBlock()], references: own };
  const yaml = schema.nodes.frontmatter.create(null, frontMatter.text === '' ? null : schema.text(frontMatter.text.toWellFormed()));
  const first = { node: yaml, source: all.slice(0, frontMatter.lines).join(''), gap: before };
  return { lead: mark, blocks: [first, ...(blocks.length > 0 ? blocks : [emptyBlock()])], references: own };
}

const emptyBlock = (): SourceBlock => ({ node: schema.nodes.paragraph.create(), source: '', gap: '' });

/** A whole note. Any string without U+0000 parses, and the blocks make a document that the schema allows. */
export function parseMarkdown(markdown: string): ParsedMarkdown {
  return parsePiece(markdown, { known: {}, atStart: true });
}

/** The blocks alone, for verification: no front matter. None for blank text. */
export function parseNodes(markdown: string, known: References): Node[] {
  const { blocks } = parsePiece(markdown, { known, atStart: false });
  return blocks.length === 1 && blocks[0]?.source === '' ? [] : blocks.map(({ node }) => node);
}
