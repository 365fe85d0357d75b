// A paragraph, heading or table cell as markdown, with as few escapes as parsing it allows.

import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../note-schema.ts';
import { reference, trimmedLength } from '../characters.ts';
import { lineBelow, type Dialect } from './dialect.ts';
import { guardLines, withFewerEscapes, type Escaping } from './escape.ts';
import { nodesOfTokens } from '../inline-nodes.ts';
import { beginsHtml } from '../html-starts.ts';
import { withoutHtmlBlocks } from './html-lines.ts';
import { wordingOf } from './emphasis-edges.ts';
import type { InlinePiece } from './inline-pieces.ts';
import { inlineSegments, isEmphasis, merged, nodeOf, type LineBreaks, type Segment } from './inline-segments.ts';
import { delimiterStyles, isIntricate, renderPieces, type DelimiterStyle } from './inline-source.ts';
import { withWrittenRefs } from './link-runs.ts';
import { parseNodes } from '../parse.ts';
import { parserScope, type References } from '../references.ts';
import { tokenizer } from '../tokenizer.ts';

/** Longer content is escaped fully without trying less: trying means to parse it. */
const maxLength = 50_000;

/** Where a link leads counts, not how it says so: a definition may be missing. */
function withoutReferences(content: Fragment): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const marks = node.marks.map((mark) =>
      mark.type === schema.marks.link && mark.attrs['ref'] !== null ? schema.marks.link.create({ ...mark.attrs, ref: null }) : mark,
    );
    const plain = node.type === schema.nodes.image ? node.type.create({ ...node.attrs, ref: null }) : node;
    nodes.push(plain.mark(marks));
  });
  return Fragment.from(nodes);
}

/** How much is read, at most, to find out which escapes of a text are not needed, in units of `parseWeight`. */
const maxTried = 16 * 1024;

/**
 * The first of the ways to write `pieces` that says the same, with as few escapes as that allows; null if none does. What needs neither
 * escapes nor thought is not parsed.
 */
function leastEscaped(pieces: readonly InlinePiece[], breaks: LineBreaks, says: (source: string) => boolean): string | null {
  const source = rightly(pieces, breaks, says);
  return source === null ? null : withFewerEscapes(source, { says, maxWeight: maxTried });
}

function rightly(pieces: readonly InlinePiece[], breaks: LineBreaks, says: (source: string) => boolean): string | null {
  const render = (escaping: Escaping, style: DelimiterStyle): string => renderPieces(pieces, escaping, style, breaks);
  const [usual, ...others] = delimiterStyles;
  const safe = render('full', usual);
  if (safe.length > maxLength) return safe;
  const plain = render('plain', usual);
  const intricate = isIntricate(pieces);
  if (plain === safe && !intricate) return safe;
  if (says(plain)) return plain;
  const brackets = render('brackets', usual);
  if (brackets !== safe && says(brackets)) return brackets;
  if (!intricate || says(safe)) return safe;
  const candidates = others.flatMap((style) => [render('plain', style), render('full', style)]);
  return candidates.find(says) ?? null;
}

/** The content that markdown says, or null if it is not one block of the kind that is asked for. */
type Read = (source: string) => Fragment | null;

/** Content as markdown. Emphasis that cannot be said in any way is left out rather than its asterisks left standing. */
function inlineSource(segments: readonly Segment[], references: References, breaks: LineBreaks, read: Read): string {
  const attempt = (some: readonly Segment[]): string | null => {
    const written = wordingOf(some, references, breaks);
    let expected: Fragment | null = null;
    const says = (source: string): boolean => {
      expected ??= withoutReferences(Fragment.from(written.segments.map((segment) => nodeOf(segment, segment.marks))));
      const content = read(source);
      return content !== null && withoutReferences(content).eq(expected);
    };
    return leastEscaped(written.pieces, breaks, says);
  };
  const only = (keep: (mark: Mark) => boolean): Segment[] =>
    merged(segments.map((segment) => ({ ...segment, marks: segment.marks.filter(keep) })));
  return (
    attempt(segments) ??
    attempt(only(({ attrs }) => attrs['depth'] === undefined || attrs['depth'] === 1)) ??
    attempt(only((mark) => !isEmphasis(mark))) ??
    ''
  );
}

/** Number signs at the end of a heading would be taken for decoration. */
const guardEnd = (source: string): string => (/(?:^|[ \t])#+$/.test(source) ? `${source.slice(0, -1)}\\#` : source);

function headingLines(source: string, level: number, { below, closed }: Dialect): string[] {
  const sign = '#'.repeat(level);
  const isBelow = below === true && level <= 2 && source !== '' && !source.includes('|');
  if (!source.includes('\n') && !isBelow) return [closed === true ? `${sign} ${source} ${sign}` : `${sign} ${guardEnd(source)}`];
  const lines = guardLines(source.split('\n'), false);
  if (isBelow) return [...lines, lineBelow(level, lines.at(-1)?.length ?? 0)];
  // Below a line with a bar, a longer row of hyphens would make the two a table.
  return [...lines, level === 1 ? '===' : lines.at(-1)?.includes('|') === true ? '-' : '---'];
}

/** Content that is one text without anything in it that could be markup: most of what is written. */
function plainWords(block: Node): string | null {
  const [only] = block.children;
  return block.childCount === 1 && only?.isText === true && only.marks.length === 0 && words.test(only.text ?? '')
    ? (only.text ?? null)
    : null;
}

const words = /^\p{L}(?:[\p{L}\p{N} ,.;:'"()/?%-]*[\p{L}\p{N},.;:'"()/?%-])?$/u;

export interface TextblockContext {
  /** It is the first block of a list item. */
  readonly inItem: boolean;
  /** It stands behind the box of a task. */
  readonly task: boolean;
  readonly dialect: Dialect;
}

/** The lines of a paragraph or a heading; none for an empty paragraph. */
export function textblockLines(block: Node, references: References, context: TextblockContext): readonly string[] {
  const level = block.type === schema.nodes.heading ? Number(block.attrs['level']) : 0;
  const simple = plainWords(block);
  if (simple !== null) return level === 0 ? [simple] : headingLines(simple, level, context.dialect);
  const lines = withBreaks(linesWith(level > 2 ? 'tags' : 'lines', block, level, references, context), context.dialect);
  // The underline of a heading that is read as HTML would be text.
  return level > 0 && lines.length > 1 && lines.some(beginsHtml) ? linesWith('tags', block, level, references, context) : lines;
}

/** The lines with the blanks that break them, where those of Daybook have a backslash. */
function withBreaks(lines: readonly string[], { lineBreak }: Dialect): readonly string[] {
  if (lineBreak === undefined) return lines;
  const isBroken = (line: string): boolean => (line.length - trimmedLength(line, '\\')) % 2 === 1;
  return lines.map((line, index) => (index < lines.length - 1 && isBroken(line) ? line.slice(0, -1) + lineBreak : line));
}

function linesWith(
  breaks: LineBreaks,
  block: Node,
  level: number,
  references: References,
  { inItem, task, dialect }: TextblockContext,
): readonly string[] {
  const content = inlineSegments(block, breaks);
  const segments = withWrittenRefs(level === 0 ? withoutHtmlBlocks(content, task) : content, references, breaks);
  if (segments.length === 0) return level === 0 ? [] : ['#'.repeat(level)];
  const linesOf = (source: string): readonly string[] =>
    level === 0 ? guardLines(source.split('\n'), task) : headingLines(source, level, dialect);
  const read = (source: string): Fragment | null => {
    // What these come to is for the blocks around to decide: a task, a formula that ends further down.
    if ((inItem && /^\[[ xX]\](?:[ \t]|$)/.test(source)) || /(?:^|\n)\$\$/.test(source)) return null;
    // Behind a box nothing needs to be guarded, but here there is no box.
    const lines = level === 0 ? guardLines(source.split('\n'), false) : linesOf(source);
    const [node, next] = parseNodes(lines.join('\n'), references);
    return next === undefined && node?.type === block.type ? node.content : null;
  };
  return linesOf(inlineSource(segments, references, breaks, read));
}

/** What stands between the bars of a table row. */
export function cellSource(cell: Node, references: References): string {
  const simple = plainWords(cell);
  if (simple !== null) return simple;
  const segments = withWrittenRefs(inlineSegments(cell, 'tags'), references, 'tags');
  if (segments.length === 0) return '';
  const read = (source: string): Fragment | null => {
    // A backslash at the end would belong to the bar behind it.
    if ((source.length - trimmedLength(source, '\\')) % 2 === 1) return null;
    const [token] = tokenizer.parseInline(withEdges(source), { references: parserScope(references) });
    return Fragment.from(nodesOfTokens(token?.children ?? [], 'tags'));
  };
  const source = inlineSource(segments, references, 'tags', read);
  // Bars are escaped even in code: rows are cut into cells before anything else is read.
  return withEdges(source).replaceAll('|', '\\|');
}

/** Cells are trimmed of all blanks, so those of the text at their ends are written as references. */
function withEdges(source: string): string {
  const text = source.replace(/^\s/, reference);
  const last = text.charAt(text.length - 1);
  if (!/\s/.test(last)) return text;
  const rest = text.slice(0, -1);
  // A backslash means itself before a blank, but not before a reference.
  const slashes = rest.length - trimmedLength(rest, '\\');
  return `${rest}${slashes % 2 === 1 ? '\\' : ''}${reference(last)}`;
}
