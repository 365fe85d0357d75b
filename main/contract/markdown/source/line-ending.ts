// Line endings, in text of which nothing is ours to change.

/** What a note ends its lines with where we write them. */
export type LineEnding = '\n' | '\r\n';

/** The first one that occurs decides for the whole note; `otherwise` where there is none. Lone `\r` is read but never written. */
export function lineEndingOf(pieces: Iterable<string>, otherwise: LineEnding): LineEnding {
  for (const piece of pieces) {
    const found = /\r?\n/.exec(piece)?.[0];
    if (found !== undefined) return found === '\n' ? '\n' : '\r\n';
  }
  return otherwise;
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
