// The text of a record in pieces that one vector can stand for. Pure.

/** Characters of a piece: a few hundred tokens, which small embedding models take. */
const pieceLength = 1_000;
/** Pieces of one record: of a longer one its beginning counts. */
export const maxPieces = 64;

/** The pieces, in order: whole paragraphs where they fit, else lines, words, or what fits. None for a blank text. */
export function textPieces(text: string): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length && pieces.length < maxPieces) {
    const end = text.length - at <= pieceLength ? text.length : at + cutAt(text.slice(at, at + pieceLength));
    const piece = text.slice(at, end).trim();
    if (piece !== '') pieces.push(piece);
    at = end;
  }
  return pieces;
}

/** Where to end a piece that its text goes beyond: late enough that pieces do not become many. */
function cutAt(window: string): number {
  const least = pieceLength / 2;
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const found = window.lastIndexOf(mark);
    if (found >= least) return found + mark.length;
  }
  // No half of a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
