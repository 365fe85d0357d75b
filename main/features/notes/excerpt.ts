import { parsePiece } from '../../contract/markdown/parse.ts';
import { plainText } from './markdown/plain-text.ts';

/** How many characters of a note can matter for its excerpt: front matter is passed over. */
export const excerptSource = 16 * 1024;

/** How many of them are parsed. */
const parsed = 4 * 1024;
/** How long an excerpt is, in characters. */
const length = 200;

/** The first words of a note's text, without markup, on one line. '' for a note without text. Never throws. */
export function excerptOf(content: string): string {
  const text = beginningOf(content.slice(0, excerptSource)).replace(/\s+/gu, ' ').trim();
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > length / 2 ? space : wholeCharacters(cut, length))}…`;
}

function beginningOf(content: string): string {
  const closing = /^\uFEFF?---[ \t]*\r?\n(?:[^\n]*\n){0,500}?---[ \t]*(?:\r?\n|$)/.exec(content)?.[0].length ?? 0;
  const end = closing + parsed;
  let piece = content.slice(0, end);
  if (content.length > end) {
    const line = piece.lastIndexOf('\n') + 1;
    piece = piece.slice(0, line > closing ? line : wholeCharacters(piece, end));
  }
  try {
    const { blocks } = parsePiece(piece, { known: {}, atStart: true });
    return blocks.filter(({ node }) => node.type.name !== 'frontmatter').map(({ node }) => plainText(node)).join('\n');
  } catch {
    // An excerpt is a convenience: the text as it stands will do.
    return piece;
  }
}

/** A place at or just before `at` that does not cut a character into two. */
function wholeCharacters(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
