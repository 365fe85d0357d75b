// How lines are written anew: with the quotes, items and indents that stood before their text, and with the marks that the block has.

/** Whether nothing stands on a line, but for the signs of quotes. */
export const isBlankLine = (line: string): boolean => /^[>\s]*$/.test(line);

/** What the lines below begin with: quotes go on, markers become spaces. */
export const continued = (head: string): string => head.replace(/[^>\t]/g, ' ');

/** A line behind a head; a blank one ends with it, without blanks. */
export const behind = (head: string, line: string): string => (line === '' ? head.trimEnd() : head + line);

const heads = [
  /^(?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)(?:[ \t]*>)*[ \t]*)*(?:\[[ xX]\][ \t]+)?/,
  /^(?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)(?:[ \t]*>)*[ \t]*)*/,
  /^[ \t]*/,
];

/** What can stand before the text of a line, the likeliest first: what looks like a box or a marker can be text. */
export function headsOf(line: string): string[] {
  return [...new Set(heads.map((head) => head.exec(line)?.[0] ?? ''))];
}

const em = /(?<![\w_\\])_(?=[^\s_])/;
const strong = /(?<![\w_\\])__(?=[^\s_])/;
const starred = /(?<![\w*\\])(\*{1,2})(?![\s*])([^*\n]*[^*\s\\])\1(?![\w*])/g;

/**
 * The text with the marks for emphasis that `origin` has, underscores where there are such, and the text as it is: the former may say
 * something else.
 */
export function inStyleOf(origin: string, text: string): string[] {
  const hasEm = em.test(origin);
  const hasStrong = strong.test(origin) || (hasEm && !origin.includes('**'));
  if (!hasEm && !hasStrong) return [text];
  const styled = text.replace(starred, (whole, { length }: string, inner: string) =>
    (length === 1 ? hasEm : hasStrong) ? '_'.repeat(length) + inner + '_'.repeat(length) : whole,
  );
  return styled === text ? [text] : [styled, text];
}
