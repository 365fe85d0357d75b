// Line endings, in text of which nothing is ours to change.

/** What a note ends its lines with where we write them. */
export type LineEnding = '\n' | '\r\n';

/** What most lines end with, of as many what the first one does; `otherwise` where there is none. Lone `\r` is read but never written. */
export function lineEndingOf(pieces: Iterable<string>, otherwise: LineEnding): LineEnding {
  let first = otherwise;
  let [found, windows] = [0, 0];
  for (const piece of pieces)
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) {
      const isWindows = piece.charAt(at - 1) === '\r';
      if (found === 0) first = isWindows ? '\r\n' : '\n';
      found += 1;
      if (isWindows) windows += 1;
    }
  if (windows * 2 === found) return first;
  return windows * 2 > found ? '\r\n' : '\n';
}

export function endsLine(text: string): boolean {
  return /[\r\n]$/.test(text);
}

/** Whether the bytes between two blocks hold a blank line, and not merely nothing. */
export function holdsLine(gap: string): boolean {
  return /[\r\n]/.test(gap);
}

/** A blank line to go after `text`. A `\n` after a lone `\r` would only complete it. */
export function blankLineAfter(text: string, lineEnding: LineEnding): string {
  return text.endsWith('\r') ? '\r\n' : lineEnding;
}

export function withoutLineEnding(text: string): string {
  return text.replace(/(?:\r\n|\r|\n)$/, '');
}
