// What stands before the text of a line: the quotes, items and indents that it is in.

/** What the lines below begin with: quotes go on, markers become spaces. */
export const continued = (head: string): string => head.replace(/[^>\t]/g, ' ');

const heads = [
  /^(?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)(?:[ \t]*>)*[ \t]*)*(?:\[[ xX]\][ \t]+)?/,
  /^(?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)(?:[ \t]*>)*[ \t]*)*/,
  /^[ \t]*/,
];

/** What can stand before the text of a line, the likeliest first: what looks like a box or a marker can be text. */
export function headsOf(line: string): string[] {
  return [...new Set(heads.map((head) => head.exec(line)?.[0] ?? ''))];
}
