// Text that runs from right to left: where it does, and which way a paragraph begins.

import createBidi from 'bidi-js';

// The package's types are those of an ES module; Node gives its CommonJS one.
const bidi = (createBidi as unknown as typeof createBidi.default)();

const rightToLeft = /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

interface Levels {
  /** Of each UTF-16 unit of the text; odd ones run from right to left. */
  readonly of: Uint8Array;
  /** Of the paragraph: 1 if it begins on the right. */
  readonly base: 0 | 1;
}

/** The embedding levels of a paragraph (UAX #9), which its first letter begins or `base`; null if all of it runs from left to right. */
export function levelsOf(text: string, base: 'auto' | 'ltr' = 'auto'): Levels | null {
  if (!rightToLeft.test(text)) return null;
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, base);
  return { of: levels, base: (paragraphs[0]?.level ?? 0) % 2 === 1 ? 1 : 0 };
}

/** Whether a text has a letter that runs from right to left (classes R and AL). Arabic and Persian digits and their signs are none. */
export function hasRightToLeftLetter(text: string): boolean {
  return rightToLeft.test(text) && Array.from(text).some((character) => ['R', 'AL'].includes(bidi.getBidiCharTypeName(character)));
}

/** Text of an odd level with its brackets turned, ready to be set from right to left. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/** The visual order of pieces on a line, by the level of each (rule L2). */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index);
  const highest = Math.max(0, ...levels);
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < levels.length; start += 1) {
      if ((levels[start] ?? 0) < level) continue;
      let end = start;
      while (end < levels.length && (levels[end] ?? 0) >= level) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).toReversed());
      start = end;
    }
  }
  return order;
}
