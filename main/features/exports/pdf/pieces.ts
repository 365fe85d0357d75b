// A paragraph cut into pieces: each has one look and one font, runs one way, and ends where a line may end.

import { createRequire } from 'node:module';
import { absentPicture, type Inline, type DocumentLink, type Marks } from '../document.ts';
import { hasRightToLeftLetter, levelsOf, mirrored } from '../bidi.ts';
import { fontRuns, hanStyleOf } from './font-runs.ts';
import { inFont, type Face, type Style, type Measure } from './fonts.ts';
import type { TextLook } from './look.ts';
import { ink } from './look.ts';
import type { InlineObject } from './object-maker.ts';

/** How a piece is drawn, besides its text. */
export interface PieceLook {
  readonly size: number;
  readonly colour: string;
  /** Points above the baseline. */
  readonly rise: number;
  readonly strike: boolean;
  readonly underline: boolean;
  /** A colour behind it, or a frame around it. */
  readonly back: string | null;
  readonly frame: boolean;
  readonly link: DocumentLink | null;
}

export interface Piece {
  /** What is drawn, spaces at its end included. */
  readonly text: string;
  readonly face: Face;
  readonly look: PieceLook;
  readonly level: number;
  /** Points, with the spaces at its end and without. */
  readonly width: number;
  readonly inkWidth: number;
  /** Points before its text, within its width: room for a frame. */
  readonly lead: number;
  /** What may come after it. */
  readonly after: 'none' | 'may' | 'must';
  readonly object: InlineObject | null;
}

interface ParagraphPieces {
  readonly pieces: readonly Piece[];
  readonly isRightToLeft: boolean;
}

interface Stretch {
  readonly text: string;
  readonly style: Style;
  readonly look: PieceLook;
  readonly object: InlineObject | null;
}

export interface PdfPieceContext {
  readonly measure: Measure;
  readonly language: string;
  /** What stands for a picture, a formula or a note; null if it is to be text. */
  readonly object: (inline: Inline, look: TextLook) => InlineObject | null;
}

/** Finds where lines may be broken (UAX #14). The package has no types. */
type LineBreaker = new (text: string) => { nextBreak(): { readonly position: number; readonly required: boolean } | null };

const LineBreaker = createRequire(import.meta.url)('linebreak') as LineBreaker;

const lineSeparator = '\u2028';

function stretchOf(text: string, marks: Marks, look: TextLook, link: DocumentLink | null, frame = false): Stretch {
  const isCode = marks.code === true || marks.key === true;
  const small = marks.raised === true || marks.lowered === true;
  const size = look.size * (isCode && look.family !== 'code' ? 0.86 : 1) * (small ? 0.68 : 1);
  return {
    text,
    style: { family: isCode ? 'code' : look.family, bold: look.bold || marks.strong === true, em: look.em || marks.em === true },
    look: {
      size,
      colour: link === null ? look.colour : ink.link,
      rise: marks.raised ? look.size * 0.36 : marks.lowered ? look.size * -0.14 : 0,
      strike: marks.strike === true,
      underline: marks.underline === true || link !== null,
      back: marks.highlight ? ink.mark : isCode && !marks.key && look.family !== 'code' ? ink.shade : null,
      frame: frame || marks.key === true,
      link,
    },
    object: null,
  };
}

function stretchesOf(inline: Inline, look: TextLook, context: PdfPieceContext): Stretch[] {
  const object = context.object(inline, look);
  if (object !== null) return [{ ...stretchOf('\uFFFC', {}, look, 'marks' in inline ? (inline.marks.link ?? null) : null), object }];
  switch (inline.kind) {
    case 'text':
      return [stretchOf(inline.text.replace(/[\r\n]/g, ' '), inline.marks, look, inline.marks.link ?? null)];
    case 'break':
      return [stretchOf(lineSeparator, {}, look, null)];
    case 'image': {
      const { label, href } = absentPicture(inline);
      return [stretchOf(label, inline.marks, look, inline.marks.link ?? (href === null ? null : { href, title: null }), true)];
    }
    case 'math':
      return [stretchOf(inline.display ? `$$${inline.tex}$$` : `$${inline.tex}$`, { code: true }, look, null)];
    case 'footnote':
      return [];
  }
}

/** Scripts that put no spaces between words: Thai, Lao, Burmese, Khmer. */
const unspaced = /[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF]/;
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Where lines may and must end, by the position of what comes after. */
function breaksIn(text: string): Map<number, 'may' | 'must'> {
  const breaks = new Map<number, 'may' | 'must'>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    // No line ends at a soft hyphen: it would have to become one that is seen.
    if (text[next.position - 1] !== '\u00AD') breaks.set(next.position, next.required && next.position < text.length ? 'must' : 'may');
  }
  if (unspaced.test(text))
    for (const { index } of words.segment(text))
      if (!breaks.has(index) && unspaced.test(text.charAt(index)) && unspaced.test(text.charAt(index - 1))) breaks.set(index, 'may');
  return breaks;
}

/** The text of a piece of an odd level, to be set. One without letters has no direction that a font could tell: it is turned by hand. */
export function textOfOddLevel(text: string): string {
  const inOrder = mirrored(text);
  return hasRightToLeftLetter(text) ? inOrder : Array.from(inOrder).toReversed().join('');
}

export function paragraphPieces(inlines: readonly Inline[], look: TextLook, context: PdfPieceContext): ParagraphPieces {
  const stretches = inlines.flatMap((inline) => stretchesOf(inline, look, context));
  const text = stretches.map((stretch) => stretch.text).join('');
  const levels = levelsOf(text);
  const breaks = breaksIn(text);
  const han = hanStyleOf(text, context.language);
  const pieces: Piece[] = [];
  let offset = 0;
  for (const stretch of stretches) {
    const level = (at: number): number => levels?.of[offset + at] ?? 0;
    for (const { start, end, face } of stretch.object === null
      ? fontRuns(stretch.text, stretch.style, context.measure.fonts, han)
      : [{ start: 0, end: 1, face: context.measure.fonts.primary(stretch.style) }]) {
      for (let from = start; from < end;) {
        let to = from + 1;
        while (to < end && !breaks.has(offset + to) && level(to) === level(from)) to += 1;
        const piece = pieceOf(
          stretch,
          stretch.text.slice(from, to),
          { face, level: level(from), after: breaks.get(offset + to) ?? 'none' },
          context.measure,
        );
        pieces.push(stretch.look.frame || stretch.look.back !== null ? padded(piece, from === 0, to === stretch.text.length) : piece);
        from = to;
      }
    }
    offset += stretch.text.length;
  }
  return { pieces, isRightToLeft: levels?.base === 1 };
}

/**
 * Room beside a ground, in points: with more, programs that read the text take it for a space. What is seen of the ground lies below the
 * letters beside it.
 */
const groundPad = 0.25;

/** A piece with room for what is around its stretch of text. */
function padded(piece: Piece, isFirst: boolean, isLast: boolean): Piece {
  const pad = piece.look.frame ? 3 : groundPad;
  const [lead, trail] = [isFirst ? pad : 0, isLast ? pad : 0];
  return { ...piece, lead, width: piece.width + lead + trail, inkWidth: piece.inkWidth + lead };
}

function pieceOf(
  { look, object }: Stretch,
  source: string,
  { face, level, after }: Pick<Piece, 'face' | 'level' | 'after'>,
  measure: Measure,
): Piece {
  if (object !== null) return { text: '', face, look, level, width: object.width, inkWidth: object.width, lead: 0, after, object };
  const clean = source.replace(/[\u2028\u200B\u2060\uFEFF\u200E\u200F\u202A-\u202E\u2066-\u2069\u00AD]/g, '').replaceAll('\t', '    ');
  const shown = inFont(clean, face);
  const text = level % 2 === 1 ? textOfOddLevel(shown) : shown;
  const width = measure.width(text, face, look.size, level % 2 === 1);
  const bare = level % 2 === 1 ? text.trim() : text.trimEnd();
  const inkWidth = bare.length === text.length ? width : bare === '' ? 0 : measure.width(bare, face, look.size, level % 2 === 1);
  return { text, face, look, level, width, inkWidth, lead: 0, after, object: null };
}
