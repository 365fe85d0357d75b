/**
 * Text in which words are looked for: neither case nor diacritics count, and ß is ss. Of ASCII characters it changes the case alone, to
 * lower case.
 */
export function folded(text: string): string {
  // Upper case first: ß has none in lower.
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
}
