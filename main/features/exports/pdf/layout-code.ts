// Blocks of code: every character in its place, long lines wrapped.

import { blank, framed, keepsOf, type Flow, type PageSlice } from './flow.ts';
import { levelsOf } from '../bidi.ts';
import type { CodePiece } from '../code-colours.ts';
import { fontRuns } from './font-runs.ts';
import { inFont } from './fonts.ts';
import type { LayoutContext } from './layout.ts';
import type { FlowPlacement } from './text-flow.ts';
import { layOutLines } from './lines.ts';
import { gaps, ink, looks } from './look.ts';
import { paintLine } from './paint-line.ts';
import { textOfOddLevel, type Piece, type PieceLook } from './pieces.ts';

const padding = 8;
const edge = 5;
/** Characters that the rest of a wrapped line is further in. */
const hang = 2;

const tabStop = 4;

/** Tabs as the spaces up to the next stop. */
function untabbed(pieces: readonly CodePiece[]): CodePiece[] {
  let column = 0;
  return pieces.map((piece) => {
    let text = '';
    for (const character of piece.text) {
      const expanded = character === '\t' ? ' '.repeat(tabStop - (column % tabStop)) : character;
      text += expanded;
      column += expanded.length;
    }
    return { ...piece, text };
  });
}

export function layoutCode(text: string, language: string, place: FlowPlacement, context: LayoutContext): Flow {
  const { code } = looks;
  const scale = Math.min(1, place.look.size / looks.body.size);
  const [size, leading] = [code.size * scale, code.leading * scale];
  const { measure } = context;
  const tag = place.tag.child('P').child('Code');
  const width = place.width - 2 * padding;
  const known = new Map<string, PieceLook>();
  const lookOf = (colour: string | null): PieceLook => {
    const key = colour ?? '';
    const look = known.get(key) ?? {
      size,
      colour: colour === null ? code.colour : `#${colour}`,
      rise: 0,
      strike: false,
      underline: false,
      back: null,
      frame: false,
      link: null,
    };
    known.set(key, look);
    return look;
  };
  const indent = measure.width(' '.repeat(hang), measure.fonts.primary(code), size);
  const slices: PageSlice[] = [];
  const lines = context.manuscript.code.lines(text, language);
  const keeps = keepsOf(lines.length);
  for (const [index, line] of lines.entries()) {
    const pieces = leveled(untabbed(line)).flatMap((piece) => codePieces(piece, lookOf(piece.colour), context));
    const whole = pieces.reduce((total, piece) => total + piece.width, 0);
    const set = layOutLines(pieces, {
      width: whole <= width ? width : width - indent,
      leading,
      size,
      align: 'left',
      isRightToLeft: false,
      measure,
    });
    for (const [part, each] of set.entries()) {
      const x = place.x + padding + (part > 0 ? indent : 0);
      slices.push({
        ...blank(each.ascent + each.descent, part === 0 ? (keeps[index] ?? false) : true),
        paint: (left, top) => {
          paintLine(context.brush, each, left + x, top, tag);
        },
      });
    }
  }
  const first = slices[0];
  if (first !== undefined) slices[0] = { ...first, keep: true };
  const flow = { slices: [blank(edge, false), ...slices, blank(edge, true)], before: 4, after: gaps.code };
  return framed(flow, { kind: 'fill', x: place.x, width: place.width, colour: ink.shade });
}

interface LeveledPiece extends CodePiece {
  readonly level: number;
}

/** The pieces of a line, parted where the direction changes. The line itself begins on the left. */
function leveled(pieces: readonly CodePiece[]): LeveledPiece[] {
  const levels = levelsOf(pieces.map(({ text }) => text).join(''), 'ltr')?.of;
  if (levels === undefined) return pieces.map((piece) => ({ ...piece, level: 0 }));
  let offset = 0;
  return pieces.flatMap((piece) => {
    const parts: LeveledPiece[] = [];
    for (let from = 0; from < piece.text.length;) {
      const level = levels[offset + from] ?? 0;
      let to = from + 1;
      while (to < piece.text.length && levels[offset + to] === level) to += 1;
      parts.push({ ...piece, text: piece.text.slice(from, to), level });
      from = to;
    }
    offset += piece.text.length;
    return parts;
  });
}

/** Words of code with the spaces after them; a line may end after each, and nothing of it is dropped. */
function codePieces({ text, em, level }: LeveledPiece, look: PieceLook, { measure }: LayoutContext): Piece[] {
  const isRightToLeft = level % 2 === 1;
  return fontRuns(text, { family: 'code', bold: false, em }, measure.fonts, 'chinese').flatMap(({ start, end, face }) =>
    (inFont(text.slice(start, end), face).match(/\s*[^\s]+\s*|\s+/g) ?? []).map((word): Piece => {
      const shown = isRightToLeft ? textOfOddLevel(word) : word;
      const width = measure.width(shown, face, look.size, isRightToLeft);
      return {
        text: shown,
        face,
        look,
        level,
        width,
        inkWidth: measure.width(isRightToLeft ? shown.trim() : shown.trimEnd(), face, look.size, isRightToLeft),
        lead: 0,
        after: 'may',
        object: null,
      };
    }),
  );
}
