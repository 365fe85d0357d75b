import { fold, foldForeign } from './fold.ts';

/** A piece of a text and of its folded form. In a plain one they have the same length, character for character. */
interface FoldedRun {
  readonly at: number;
  readonly foldedAt: number;
  readonly text: string;
  readonly folded: string;
  readonly plain: boolean;
}

const runs = /[\0-\x7F]+|[^\0-\x7F]+/g;

/** A character with what belongs to it; a Korean syllable may be written as up to three letters. */
const clusters =
  /(?:[\u1100-\u115F\uA960-\uA97C]+[\u1160-\u11A7\uD7B0-\uD7C6]*[\u11A8-\u11FF\uD7CB-\uD7FB]*|[^])[\p{M}\p{DI}\p{Emoji_Modifier}\uFF9E\uFF9F]*/gu;

/** What belongs to the character before it. */
const following = /^[\p{M}\p{DI}\p{Emoji_Modifier}]{1,100}/u;

/** The positions of a plain text (see fold.ts): all is where it was. */
export const plainPositions: Pick<Positions, 'start' | 'end'> = { start: (folded) => folded, end: (folded) => folded };

/** Where the characters of a text's folded form come from. */
export class Positions {
  /** In order; what was asked for is split further. */
  readonly #pieces: FoldedRun[];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#pieces = pieces(text.match(runs) ?? [], 0, 0, fold);
  }

  /**
   * The place in the text of the character at `folded` in its folded form; for a later one of several that one character makes, the place
   * of that one.
   */
  start(folded: number): number {
    const piece = this.#pieceAt(folded);
    return piece === undefined ? 0 : piece.at + (piece.plain ? folded - piece.foldedAt : 0);
  }

  /** The place just after the character that the one before `folded` comes from, and after its accents. */
  end(folded: number): number {
    const piece = this.#pieceAt(folded - 1);
    if (piece === undefined) return 0;
    const end = piece.at + (piece.plain ? folded - piece.foldedAt : piece.text.length);
    return end + (following.exec(this.#text.slice(end, end + 100))?.[0].length ?? 0);
  }

  #pieceAt(folded: number): FoldedRun | undefined {
    const index = this.#pieces.findLastIndex(({ foldedAt }) => foldedAt <= folded);
    const piece = this.#pieces[index];
    if (piece === undefined || piece.plain) return piece;
    const parts = pieces(piece.text.match(clusters) ?? [], piece.at, piece.foldedAt, foldForeign);
    // Rare neighbours only fold as they do together: then the run stays in one piece.
    if (parts.length === 1 || parts.map((part) => part.folded).join('') !== piece.folded) return piece;
    this.#pieces.splice(index, 1, ...parts);
    return this.#pieceAt(folded);
  }
}

function pieces(texts: readonly string[], at: number, foldedAt: number, form: (text: string) => string): FoldedRun[] {
  let [here, foldedHere] = [at, foldedAt];
  return texts.map((text) => {
    const folded = form(text);
    const piece = { at: here, foldedAt: foldedHere, text, folded, plain: text.charCodeAt(0) < 0x80 };
    here += text.length;
    foldedHere += folded.length;
    return piece;
  });
}
