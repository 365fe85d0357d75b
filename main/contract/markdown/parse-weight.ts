// How much work markdown is to read, told from its characters: the same for the same text, whatever the machine does besides, so that
// what depends on it comes out alike when a note is loaded again.

/** One unit takes half a microsecond to read at the most, and a fifth of that in prose. */
const letter = 1;
/** A line can begin several blocks, one in the other. */
const lineEnd = 8;
/** What can be markup, and what makes blocks or cells of a few letters. */
const mark = 4;
const divider = 8;
/** More than a bracket takes since `label-ends.ts` looks for the closing ones; it stays, as what depends on it has to come out alike. */
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
/** The line under the head of a table; the sign of quotes can stand before it. */
const delimiterRow = /^[|:\-\s>]*$/;

/** The cells that rows of tables do not have; a table without bars before and behind may have one more column. */
function missingCells(markdown: string): number {
  let [missing, columns] = [0, 0];
  for (const line of markdown.split('\n')) {
    const bars = line.split('|').length - 1;
    const isSigns = delimiterRow.test(line);
    if (isSigns && bars === 0) columns = 0;
    else if (isSigns && line.includes('-')) columns = bars + 1;
    else missing += Math.max(0, columns - bars - 1);
  }
  return missing;
}

/** At least the length of the markdown; not looked into any further once it is more than `limit`. */
export function parseWeight(markdown: string, limit = Number.POSITIVE_INFINITY): number {
  if (markdown.length > limit) return markdown.length;
  let weight = 0;
  for (let at = 0; at < markdown.length && weight <= limit; at++) {
    const code = markdown.charCodeAt(at);
    weight += weights[code] ?? letter;
    if (code === 0x5b && markdown.charCodeAt(at - 1) === 0x21) weight += pictureBracket;
  }
  if (weight <= limit && markdown.includes('|')) weight += missingCell * missingCells(markdown);
  return Math.max(weight, Math.min(markdown.length, limit));
}
