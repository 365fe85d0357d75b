// Texts that have to fit in somewhere.

/** The first `length` UTF-16 units of a text; one less where half a character would be its end. */
export function cutText(text: string, length: number): string {
  const isHalf = length > 0 && length < text.length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isHalf ? length - 1 : length);
}

let graphemes: Intl.Segmenter | undefined;

/** What else a character can be made of is not looked at: those of people with their families and skins are shorter. */
const longestGrapheme = 64;

/** The text where it has up to `length` UTF-16 units, at least 1; else how it begins, in characters as they are seen, and an ellipsis. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const around = text.slice(0, length + longestGrapheme);
  const cut = /^[\t\n -~]*$/.test(around) ? length - 1 : (wholeGraphemes(around, length - 1) ?? length - 1);
  return `${cutText(text, cut).trimEnd()}…`;
}

/** Where the grapheme begins that holds the unit at `at`; null for one that is longer than any of those that are seen as one. */
function wholeGraphemes(text: string, at: number): number | null {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const start = graphemes.segment(text).containing(at)?.index ?? at;
  return at - start > longestGrapheme ? null : start;
}
