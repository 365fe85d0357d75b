// Emphasis that is written anew gets the marks that the block has: underscores where there are such.

const em = /(?<![\w_\\])_(?=[^\s_])/;
const strong = /(?<![\w_\\])__(?=[^\s_])/;
const starred = /(?<![\w*\\])(\*{1,2})(?![\s*])([^*\n]*[^*\s\\])\1(?![\w*])/g;

/** The text with the marks that `origin` has, and the text as it is: the former may say something else. */
export function inStyleOf(origin: string, text: string): string[] {
  const hasEm = em.test(origin);
  const hasStrong = strong.test(origin) || (hasEm && !origin.includes('**'));
  if (!hasEm && !hasStrong) return [text];
  const styled = text.replace(starred, (whole, { length }: string, inner: string) =>
    (length === 1 ? hasEm : hasStrong) ? '_'.repeat(length) + inner + '_'.repeat(length) : whole,
  );
  return styled === text ? [text] : [styled, text];
}
