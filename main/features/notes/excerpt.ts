import { cutText } from '../../contract/cut-text.ts';
import { parseWeight } from '../../contract/markdown/parse-weight.ts';
import { parsePiece, type SourceBlock } from '../../contract/markdown/parse.ts';
import { plainText } from './markdown/plain-text.ts';
import type { NoteSource } from './note-source.ts';

/** How many characters of a note can matter for its excerpt: front matter is passed over. */
export const excerptSource = 16 * 1024;

/** How many of them are parsed. */
const parsedLength = 4 * 1024;
/** How many are parsed first, as they nearly always hold an excerpt: parsing is most of what creating a note costs. */
const parsedFirst = 768;
/** What weighs more, in units of `parseWeight`, is cut shorter: a few characters can be a table of tens of thousands of cells. */
const maxWeight = 32 * 1024;
/** How long an excerpt is, in characters. */
const length = 200;

/** The first words of a note's text, without markup, on one line. '' for a note without text. Never throws. */
export function excerptOf(content: string): string {
  const source = content.slice(0, excerptSource);
  const text = firstBlocks(source) ?? oneLine(beginningOf(source));
  if (text.length <= length) return text;
  const cut = cutText(text, length);
  const space = cut.lastIndexOf(' ');
  return `${space > length / 2 ? cut.slice(0, space) : cut}…`;
}

/** What a short piece of markdown says, without markup, on one line. Never throws. */
export const plainLine = (piece: string): string => oneLine(beginningOf(piece));

/** Excerpts of notes in memory: lists ask for them until the notes are flushed. */
const ofSources = new WeakMap<NoteSource, string>();

/** The excerpt of a note in memory, which never changes in place: it is worked out once. */
export function excerptOfSource(source: NoteSource): string {
  const excerpt = ofSources.get(source) ?? excerptOf(source.content());
  ofSources.set(source, excerpt);
  return excerpt;
}

/** What `excerptOfSource` gave; null before that. */
export function maybeKnownExcerpt(source: NoteSource): string | null {
  return ofSources.get(source) ?? null;
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const frontMatterLength = (content: string): number =>
  /^\uFEFF?---[ \t]*\r?\n(?:[^\n]*\n){0,500}?---[ \t]*(?:\r?\n|$)/.exec(content)?.[0].length ?? 0;

/**
 * The text of the first few blocks, if it is enough for an excerpt and what follows has no say in it: only the last of them can go on
 * below, and only a definition further down changes what stands above it. Null if all must be looked at.
 */
function firstBlocks(content: string): string | null {
  const closing = frontMatterLength(content);
  const end = content.lastIndexOf('\n', closing + parsedFirst) + 1;
  if (content.length <= closing + parsedFirst || end <= closing || content.slice(end, closing + parsedLength).includes(']:')) return null;
  const piece = content.slice(0, end);
  if (isHeavy(piece.slice(closing))) return null;
  try {
    const { blocks } = parsePiece(piece, { known: {}, atStart: true });
    const text = oneLine(textOf(blocks.slice(0, -1)));
    return text.length > length ? text : null;
  } catch {
    return null;
  }
}

function textOf(blocks: readonly SourceBlock[]): string {
  return blocks
    .filter(({ node }) => node.type.name !== 'frontmatter')
    .map(({ node }) => plainText(node))
    .join('\n');
}

function beginningOf(content: string): string {
  const closing = frontMatterLength(content);
  let room = parsedLength;
  let piece = cutAtLine(content, closing, closing + room);
  while (isHeavy(piece.slice(closing))) piece = cutAtLine(piece, closing, closing + (room /= 2));
  try {
    return textOf(parsePiece(piece, { known: {}, atStart: true }).blocks);
  } catch {
    // An excerpt is a convenience: the text as it stands will do.
    return piece;
  }
}

const isHeavy = (piece: string): boolean => parseWeight(piece, maxWeight) > maxWeight;

/** The first whole lines of a text up to `end`, or up to there where none behind `start` ends before. */
function cutAtLine(text: string, start: number, end: number): string {
  if (text.length <= end) return text;
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return line > start ? text.slice(0, line) : cutText(text, end);
}
