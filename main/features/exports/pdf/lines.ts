// Pieces set in lines of a width.

import { graphemesOf } from '../../../contract/cut-text.ts';
import { visualOrder } from '../bidi.ts';
import type { Measure } from './fonts.ts';
import type { Piece } from './pieces.ts';

export interface PlacedPiece {
  readonly piece: Piece;
  /** Points from the left of the lines. */
  readonly x: number;
}

export interface Line {
  readonly pieces: readonly PlacedPiece[];
  /** Of what is seen, points. */
  readonly width: number;
  /** Above and below the baseline, with the space between lines. */
  readonly ascent: number;
  readonly descent: number;
}

export type LineAlignment = 'left' | 'right' | 'center';

interface LineOptions {
  readonly width: number;
  readonly leading: number;
  readonly size: number;
  readonly align: LineAlignment;
  readonly isRightToLeft: boolean;
  readonly measure: Measure;
}

/** Rounding must not send a word to the next line that was measured to fit. */
const slack = 0.01;

/** A piece that is wider than a line, cut where the line ends. Nothing of it is lost. */
function cut(piece: Piece, width: number, measure: Measure): Piece[] {
  if (piece.object !== null || piece.inkWidth <= width + slack) return [piece];
  const isRightToLeft = piece.level % 2 === 1;
  const clusters = Array.from(graphemesOf(piece.text), ({ segment }) => segment);
  const parts: string[] = [''];
  const widthOfText = (text: string): number => measure.width(text, piece.face, piece.look.size, isRightToLeft);
  let [wide, last] = [0, ''];
  for (const cluster of clusters) {
    // Beside another letter, one may stand further off or nearer, or have another form.
    const more = widthOfText(last + cluster) - widthOfText(last);
    if (wide + more > width && parts.at(-1) !== '') {
      parts.push(cluster);
      wide = widthOfText(cluster);
    } else {
      parts[parts.length - 1] += cluster;
      wide += more;
    }
    last = cluster;
  }
  return parts.map((text, index) => {
    const whole = widthOfText(text);
    const isLast = index === parts.length - 1;
    return {
      ...piece,
      text,
      lead: index === 0 ? piece.lead : 0,
      width: whole + (index === 0 ? piece.lead : 0),
      inkWidth: (isLast ? widthOfText(text.trimEnd()) : whole) + (index === 0 ? piece.lead : 0),
      after: isLast ? piece.after : 'may',
    };
  });
}

/** The pieces up to each place where a line may end: what cannot be parted. */
function* words(pieces: readonly Piece[]): Generator<Piece[]> {
  let word: Piece[] = [];
  for (const piece of pieces) {
    word.push(piece);
    if (piece.after !== 'none') {
      yield word;
      word = [];
    }
  }
  if (word.length > 0) yield word;
}

const widthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((total, piece, index) => total + (index === pieces.length - 1 ? piece.inkWidth : piece.width), 0);

export function layOutLines(pieces: readonly Piece[], options: LineOptions): Line[] {
  const { width, measure } = options;
  const lines: Line[] = [];
  let current: Piece[] = [];
  let filled = 0;
  const end = (): void => {
    lines.push(lineOf(current, options));
    current = [];
    filled = 0;
  };
  const put = (word: readonly Piece[]): void => {
    if (current.length > 0 && filled + widthOf(word) > width + slack) end();
    current.push(...word);
    filled += word.reduce((total, piece) => total + piece.width, 0);
  };
  for (const word of words(pieces)) {
    if (widthOf(word) <= width + slack) put(word);
    else {
      // It does not fit any line: it is broken where it must be, and begins where there is still some room.
      for (const piece of word) {
        const room = width - filled;
        const parts =
          current.length > 0 && room > width * 0.4 && piece.object === null && piece.inkWidth > room
            ? cutInto(piece, room, width, measure)
            : cut(piece, width, measure);
        for (const part of parts) put([part]);
      }
    }
    if (word.at(-1)?.after === 'must') end();
  }
  if (current.length > 0 || lines.length === 0) end();
  return lines;
}

/** The first part as wide as what is left of a line, the others as wide as lines. */
function cutInto(piece: Piece, room: number, width: number, measure: Measure): Piece[] {
  const [first, ...rest] = cut(piece, room, measure);
  if (first === undefined || rest.length === 0) return [piece];
  const text = rest.map((part) => part.text).join('');
  const whole = measure.width(text, piece.face, piece.look.size, piece.level % 2 === 1);
  return [first, ...cut({ ...piece, text, width: whole, inkWidth: whole }, width, measure)];
}

function lineOf(pieces: readonly Piece[], { width, leading, size, align, isRightToLeft }: LineOptions): Line {
  let ascent = leading * 0.5 + size * 0.26;
  let descent = leading - ascent;
  for (const { object } of pieces) {
    if (object === null) continue;
    ascent = Math.max(ascent, object.ascent + 1.5);
    descent = Math.max(descent, object.descent + 1.5);
  }
  const total = widthOf(pieces);
  const order = pieces.some((piece) => piece.level > 0) ? visualOrder(pieces.map((piece) => piece.level)) : pieces.map((_, index) => index);
  const start = align === 'center' ? (width - total) / 2 : align === 'right' ? width - total : 0;
  // The space after the last word stands beyond the edge, which is the left one where the line begins on the right.
  const hanging = pieces.at(-1) === undefined ? 0 : (pieces.at(-1)?.width ?? 0) - (pieces.at(-1)?.inkWidth ?? 0);
  let x = isRightToLeft ? start - hanging : start;
  const placed: PlacedPiece[] = [];
  for (const index of order) {
    const piece = pieces[index];
    if (piece === undefined) continue;
    placed.push({ piece, x });
    x += piece.width;
  }
  return { pieces: placed, width: total, ascent, descent };
}
