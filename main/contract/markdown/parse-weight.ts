// How much work markdown is to read, told from its characters: the same for the same text, whatever the machine does besides, so that
// what depends on it comes out alike when a note is loaded again.

/** One unit takes half a microsecond to read at the most, and a fifth of that in prose. */
const letter = 1;
/** A line can begin several blocks, one in the other. */
const lineEnd = 8;
/** What can be markup, and what makes blocks or cells of a few letters. */
const mark = 4;
const divider = 8;
/** An opening bracket looks for the closing one through all that stands in it; that of a picture does so for several rules. */
const bracket = 40;
const pictureBracket = 40;

const weights = new Uint8Array(128).fill(letter);
for (const character of '*_`~&\\$]!#+') weights[character.charCodeAt(0)] = mark;
for (const character of '<>|-') weights[character.charCodeAt(0)] = divider;
weights[0x0a] = lineEnd;
weights[0x0d] = lineEnd;
weights[0x5b] = bracket;

/** A cell that a row of a table does not have: each row is filled up to the columns of its table (GFM, 4.10). */
const missingCell = 10;
const [newline, bar, dash, exclamation] = [0x0a, 0x7c, 0x2d, 0x21] as const;

/** What a line holds, bit by bit. */
const [isText, isDashed, isBarred] = [1, 2, 4] as const;
/** Of each character what it makes its line hold; the signs of columns and quotes make no text. */
const kinds = new Uint8Array(128).fill(isText);
for (const character of ': \t\r>') kinds[character.charCodeAt(0)] = 0;
kinds[dash] = isDashed;
kinds[bar] = isBarred;

/** At least the length of the markdown; not looked into any further once it is more than `limit`. */
export function parseWeight(markdown: string, limit = Number.POSITIVE_INFINITY): number {
  if (markdown.length > limit) return markdown.length;
  let weight = 0;
  /** Of the table that goes on, by the line under its head; 0 outside. */
  let columns = 0;
  let [bars, line] = [0, 0];
  for (let at = 0; at <= markdown.length && weight <= limit; at++) {
    const code = at < markdown.length ? markdown.charCodeAt(at) : newline;
    if (at < markdown.length) weight += weights[code] ?? letter;
    if (code === newline) {
      if (line === (isDashed | isBarred)) columns = bars + 1;
      else if (line === 0) columns = 0;
      else if (columns > bars + 1) weight += missingCell * (columns - bars - 1);
      [bars, line] = [0, 0];
      continue;
    }
    line |= kinds[code] ?? isText;
    if (code === bar) bars += 1;
    else if (code === 0x5b && markdown.charCodeAt(at - 1) === exclamation) weight += pictureBracket;
  }
  return Math.max(weight, Math.min(markdown.length, limit));
}
