// How text becomes words. Index, query and snippet all go through here, so that what one calls a word is one for the others.
// What the full-text index then does by itself (its tokenizer is `ascii`) is to split at ASCII characters other than letters and digits.

import { plainLetters } from '../folded.ts';

/**
 * Accents of alphabets, where a letter without them is still that letter (elsewhere marks are vowels, or make another syllable of
 * it); what is not seen at all, except U+200B, which ends a word; the Arabic stroke that only widens; skin tones.
 */
const ignored =
  /[[[\p{M}&&[\p{sc=Zinh}\p{sc=Zyyy}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}]]--[\u3099\u309A]][\p{DI}--[\u200B]]\u0640\p{Emoji_Modifier}]/gv;

/** They come apart into digits, which must not join the number before them: 2½ is not 21 and 2. */
const fractions = /[\u00BC-\u00BE\u2150-\u215E\u2189]/gu;

/**
 * Characters that are a word of their own: of scripts that are written without blanks, or (Korean) with words that only begin with
 * what one looks for, and pictures. The first alternative takes many at once, for speed; the last what separates words.
 */
const apart =
  /([[\p{L}\p{N}]&&[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}\u3006\u30FC]&&[\0-\uFFFF]]+(?!\p{M}))|([[\p{L}\p{N}]&&[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}\p{sc=Yiii}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u3006\u3031-\u3035\u303C\u30FC]]\p{M}*|[[\p{Extended_Pictographic}\p{RI}]--[\0-\x7F]])|[[^\p{L}\p{N}\p{M}]--[\0-\x7F]]/gv;

/** Beyond ASCII, with ASCII in between where that is short: for each run there is work to do, however short it is. */
const foreignRuns = /[^\0-\x7F]+(?:[\0-\x7F]{1,50}[^\0-\x7F]+)*/g;

/** The folded form, but ASCII stays as it is where it is. */
export function foldForeign(run: string): string {
  return (
    plainLetters(run.replace(fractions, ' $& ').normalize('NFKD').replace(ignored, '').toLowerCase())
      // Puts Korean syllables and voiced kana together again.
      .normalize('NFC')
      // Neighbours get two blanks, so that each takes as much room as it does alone.
      .replace(apart, (_, many: string | undefined, one: string | undefined) => ` ${many?.split('').join('  ') ?? one ?? ''} `)
  );
}

/**
 * The text without differences of case, accents, width and ligatures. In the result a word is a run of ASCII letters, ASCII
 * digits and characters beyond ASCII. ASCII keeps its length, and text between it is folded as it is alone.
 */
export function fold(text: string): string {
  return text.replace(foreignRuns, foldForeign).replaceAll('_', ' ').toLowerCase();
}

/** Whether the text is ASCII: then each character of the folded form is where it was. */
export function isPlain(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** What a word consists of in folded text, for the inside of a character class. */
export const wordCharacters = String.raw`a-z0-9\x80-\uFFFF`;

/** Whether there is such a character at this place of folded text; false beyond its ends. */
export function isWordCharacterAt(folded: string, at: number): boolean {
  const code = folded.charCodeAt(at);
  return code >= 0x80 || (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

const word = new RegExp(`[${wordCharacters}]+`, 'g');

/** The words of a text, folded, in their order. */
export function words(text: string): string[] {
  return fold(text).match(word) ?? [];
}
