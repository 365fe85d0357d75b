/** Letters that have no decomposition although people type them without their stroke or ligature, and what lower case leaves different. */
const plainLetter: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
};
const stroked = new RegExp(`[${Object.keys(plainLetter).join('')}]`, 'gu');

/** A text in lower case with the letters in place of those above. */
export function plainLetters(text: string): string {
  return text.replace(stroked, (letter) => plainLetter[letter] ?? letter);
}

/**
 * Text in which words are looked for: neither case nor diacritics count, ß is ss and ł is l. Of ASCII characters it changes the case alone,
 * to lower case.
 */
export function folded(text: string): string {
  // Upper case first: letters that differ in lower case alone become one.
  return plainLetters(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase());
}

/** The words of a query, as they are in a folded text, each once. */
export function foldedWords(query: string): readonly string[] {
  return [...new Set(folded(query).split(/\s+/))].filter((word) => word !== '');
}
