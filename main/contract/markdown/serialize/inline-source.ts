// Pieces into markdown: escapes where text could be taken for markup, delimiters that open and close where they stand.

import { firstCharacter, isPunctuation, isUnnameable, isWordCharacter, lastCharacter, reference } from '../characters.ts';
import { escapeText, type Escaping } from './escape.ts';
import type { InlinePiece } from './inline-pieces.ts';
import type { LineBreaks } from './inline-segments.ts';

/**
 * Which character emphasis begins with, and whether it takes turns with depth. The first is what people write; the others are for what is
 * nested or adjacent.
 */
export const delimiterStyles = [
  { first: '*', alternating: false },
  { first: '_', alternating: false },
  { first: '*', alternating: true },
  { first: '_', alternating: true },
] as const;

export type DelimiterStyle = (typeof delimiterStyles)[number];

type Delimiter = Extract<InlinePiece, { kind: 'open' | 'close' }>;

const isDelimiter = (piece: InlinePiece | undefined): piece is Delimiter => piece?.kind === 'open' || piece?.kind === 'close';

const other = (character: string): string => (character === '*' ? '_' : '*');

const noDelimiters: ReadonlyMap<number, string> = new Map();

/** The source of each delimiter, by its index. */
function delimiters(pieces: readonly InlinePiece[], style: DelimiterStyle): ReadonlyMap<number, string> {
  if (!pieces.some(isDelimiter)) return noDelimiters;
  const sources = new Map<number, string>();
  const open: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (!isDelimiter(piece)) continue;
    if (piece.kind === 'close') {
      sources.set(index, open.pop() ?? '');
      continue;
    }
    const { name } = piece.mark.type;
    const before = pieces[index - 1];
    let character: string = style.alternating && open.length % 2 === 1 ? other(style.first) : style.first;
    const beside = isDelimiter(before) ? sources.get(index - 1)?.charAt(0) : undefined;
    const merges = before?.kind === 'close' || (isDelimiter(before) && name === 'em' && before.mark.type.name === 'em');
    if (merges && beside === character) character = other(character);
    const source = name === 'strikethrough' ? '~~' : name === 'em' ? character : character.repeat(2);
    open.push(source);
    sources.set(index, source);
  }
  return sources;
}

const startOf = (piece: InlinePiece | undefined, delimiter: string | undefined): string => {
  switch (piece?.kind) {
    case 'text':
      return firstCharacter(piece.text);
    case 'image':
      return '!';
    case 'open':
    case 'close':
      return delimiter?.charAt(0) ?? '';
    case 'source':
    case 'shortcut':
      return firstCharacter(piece.source);
    default:
      return '';
  }
};

const endOf = (piece: InlinePiece | undefined): string => {
  switch (piece?.kind) {
    case 'text':
      return lastCharacter(piece.text);
    case 'source':
    case 'shortcut':
      return lastCharacter(piece.source);
    case 'image':
      return ')';
    default:
      return '';
  }
};

/** Texts whose first or last character has to be a character reference, lest the delimiters beside it neither open nor close. */
interface Encoded {
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
}

const noneEncoded: Encoded = { first: new Set(), last: new Set() };

const isOneCharacter = (piece: InlinePiece | undefined): boolean => piece?.kind === 'text' && firstCharacter(piece.text) === piece.text;

function encodedEnds(pieces: readonly InlinePiece[], sources: ReadonlyMap<number, string>): Encoded {
  if (sources.size === 0) return noneEncoded;
  const first = new Set<number>();
  const last = new Set<number>();
  // A reference is punctuation to the delimiters on its other side.
  const before = (index: number): string =>
    last.has(index) || (first.has(index) && isOneCharacter(pieces[index])) ? ';' : endOf(pieces[index]);
  const after = (index: number): string =>
    first.has(index) || (last.has(index) && isOneCharacter(pieces[index])) ? '&' : startOf(pieces[index], undefined);
  const encodeAround = (from: number, to: number): void => {
    const run = pieces.slice(from, to + 1);
    const characters = run.map((_, index) => sources.get(from + index)?.charAt(0) ?? '');
    const mixed = new Set(characters).size > 1 || characters[0] === '_';
    if (run.every(({ kind }) => kind === 'open') && isWordCharacter(before(from - 1)) && (mixed || isPunctuation(after(to + 1))))
      last.add(from - 1);
    if (run.every(({ kind }) => kind === 'close') && isWordCharacter(after(to + 1)) && (mixed || isPunctuation(before(from - 1))))
      first.add(to + 1);
  };
  for (let pass = 0, size = -1; pass < 3 && size !== first.size + last.size; pass++) {
    size = first.size + last.size;
    for (let from = 0; from < pieces.length; from++) {
      if (!isDelimiter(pieces[from])) continue;
      let to = from;
      while (isDelimiter(pieces[to + 1])) to++;
      encodeAround(from, to);
      from = to;
    }
  }
  return { first, last };
}

/**
 * It takes a parse to know what the delimiters come to: they stand side by side, within their own kind, or beside a character that has no
 * reference.
 */
export function isIntricate(pieces: readonly InlinePiece[]): boolean {
  return pieces.some(
    (piece, index) =>
      isDelimiter(piece) &&
      (Number(piece.mark.attrs['depth'] ?? 1) > 1 ||
        isDelimiter(pieces[index + 1]) ||
        isUnnameable(endOf(pieces[index - 1])) ||
        isUnnameable(startOf(pieces[index + 1], undefined))),
  );
}

function textSource(
  piece: InlinePiece & { kind: 'text' },
  escaping: Escaping,
  around: { before: string; after: string; lineStart: boolean },
  encode: { first: boolean; last: boolean },
): string {
  let { text } = piece;
  let [head, tail] = ['', ''];
  const start = firstCharacter(text);
  if (encode.first || (around.lineStart && (start === ' ' || start === '\t'))) {
    head = reference(start);
    text = text.slice(start.length);
  }
  if (encode.last && text !== '') {
    tail = reference(lastCharacter(text));
    text = text.slice(0, -lastCharacter(text).length);
  }
  return head + escapeText(text, escaping, { before: head === '' ? around.before : ';', after: tail === '' ? around.after : '&' }) + tail;
}

/** The text of an image: a line end stays one where a line can end. */
function altSource(alt: string, escaping: Escaping, breaks: LineBreaks): string {
  const lines = alt.split('\n');
  const parts = lines.map((line, index) => {
    const source = escapeText(line, escaping, { before: '', after: ']' });
    const next = lines[index + 1];
    if (next === undefined) return source;
    return breaks === 'lines' && /\S$/.test(line) && /^\S/.test(next) && !line.endsWith('\\') ? `${source}\n` : `${source}&#10;`;
  });
  return parts.join('');
}

/** Whether a link by its label would make a task of an item that begins with it. */
const isBox = (source: string, after: string): boolean => /^\[[xX]\]$/.test(source) && /^[ \t]?$/.test(after);

/** Whether what follows would be taken for a part of a link by its label, or both for a definition. */
const mayGoOn = (after: string, lineStart: boolean): boolean => after === '[' || after === '(' || (lineStart && after === ':');

/** Markdown of inline content; `\n` where a line ends. */
export function renderPieces(pieces: readonly InlinePiece[], escaping: Escaping, style: DelimiterStyle, breaks: LineBreaks): string {
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'text')
    return textSource(only, escaping, { before: '', after: '', lineStart: true }, { first: false, last: false });
  const sources = delimiters(pieces, style);
  const encode = encodedEnds(pieces, sources);
  const parts: string[] = [];
  let before = '';
  let lineStart = true;
  for (const [index, piece] of pieces.entries()) {
    const after = startOf(pieces[index + 1], sources.get(index + 1));
    let source: string;
    switch (piece.kind) {
      case 'text':
        source = textSource(
          piece,
          escaping,
          { before, after, lineStart },
          {
            // A formula ends at a dollar sign, but not before a digit.
            first: encode.first.has(index) || (before === '$' && /^\d/.test(piece.text)),
            last: encode.last.has(index),
          },
        );
        break;
      case 'image':
        source = `![${altSource(piece.alt, escaping, breaks)}${piece.target}`;
        break;
      case 'shortcut':
        source = mayGoOn(after, lineStart) || (index === 0 && isBox(piece.source, after)) ? piece.full : piece.source;
        break;
      case 'open':
      case 'close':
        source = sources.get(index) ?? '';
        break;
      default:
        ({ source } = piece);
    }
    parts.push(source);
    if (source === '') continue;
    before = lastCharacter(source);
    // Only the start of a line and emphasis before the text leave its blanks at the start of a line.
    lineStart = piece.kind === 'break' || (lineStart && isDelimiter(piece));
  }
  return parts.join('');
}
