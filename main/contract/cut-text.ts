// Characters as they are seen, and texts that have to fit in somewhere.

/** The first `length` UTF-16 units of a text; one less where half a character would be its end. */
export function cutText(text: string, length: number): string {
  const isHalf = length > 0 && length < text.length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isHalf ? length - 1 : length);
}

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as they are seen: letters with their marks, flags, people with their families. */
export function graphemesOf(text: string): Intl.Segments {
  // Made once it is needed: it takes tens of milliseconds to load what it knows.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** In UTF-16 units. Those of people with their families and skins are shorter; what else a character can be made of is not looked at. */
const maxGraphemeLength = 64;

/** Of the two letters that a flag is made of. */
const isFlagLetter = (code: number | undefined): boolean => code !== undefined && code >= 0x1f1e6 && code <= 0x1f1ff;

/** From where on the characters before `at` can be told apart, some way before it. */
function segmentedFrom(text: string, at: number): number {
  const from = Math.max(0, at - 4 * maxGraphemeLength);
  // Which of the letters make up a flag is told by the beginning of their row alone.
  const last = isFlagLetter(text.codePointAt(from - 1)) ? from + 1 : from;
  let first = last;
  while (isFlagLetter(text.codePointAt(first - 2))) first -= 2;
  return (last - first) % 4 === 0 ? last : last - 2;
}

/** Where the character begins, as it is seen, that holds the unit at `at`. One that is longer than any of those is parted at `at`. */
export function graphemeStart(text: string, at: number): number {
  const from = segmentedFrom(text, at);
  const start = from + (graphemesOf(text.slice(from, at + maxGraphemeLength)).containing(at - from)?.index ?? at - from);
  return at - start > maxGraphemeLength ? cutText(text, at).length : start;
}

/** The text where it has up to `length` UTF-16 units, at least 1; else how it begins, in characters as they are seen, and an ellipsis. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const isPlain = /^[\t\n -~]*$/.test(text.slice(0, length + maxGraphemeLength));
  return `${text.slice(0, isPlain ? length - 1 : graphemeStart(text, length - 1)).trimEnd()}…`;
}
