// How long the answers of tools may be: what a model reads costs its user money and room. Pure.

import { cutText, shortened } from '../contract/cut-text.ts';

/** The most tokens that an answer has, as `estimateTokens` counts them. */
export const maxAnswerTokens = 4_000;

/** Characters of a token. Models count differently; of English text this is a little too many tokens rather than too few. */
const tokenLength = 4;

/** An estimate: characters divided by 4, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / tokenLength);
}

/** Room for the last line, which names the cursor. */
const cursorRoom = 80;

/** White space as one blank, and cut to `length` characters with an ellipsis. */
export function oneLine(text: string, length: number): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), length);
}

const cutMark = ' … (line cut)';

interface TextPage {
  readonly text: string;
  /** How many of the lines are in it; at least 1 if there are any. */
  readonly count: number;
  /** Of a line that was cut, which is the only one then, how many characters are in it. */
  readonly cutAt: number | null;
}

/** `head` and as many of the lines as an answer has room for. A line that is too long for any answer is cut, and says so. */
export function fill(head: string, lines: readonly string[], tokens: number = maxAnswerTokens): TextPage {
  const room = tokens * tokenLength - cursorRoom;
  const kept = head === '' ? [] : [head];
  let length = head.length;
  let count = 0;
  for (const line of lines) {
    const left = room - length - 1;
    if (line.length > left && count > 0) break;
    if (line.length > left) {
      const cut = cutText(line, Math.max(0, left - cutMark.length));
      return { text: [...kept, cut + cutMark].join('\n'), count: 1, cutAt: cut.length };
    }
    kept.push(line);
    length += line.length + 1;
    count += 1;
  }
  return { text: kept.join('\n'), count, cutAt: null };
}

/** The text with its cursor in the last line; as it is where there is nothing more. */
export function withCursor(text: string, name: string, cursor: string | null): string {
  return cursor === null ? text : `${text}\n\nMore: ${name} ${cursor}`;
}
