/**
 * Text in which words are looked for: neither case nor diacritics count, and ß is ss. Text of ASCII characters is in lower case, and nothing
 * else.
 */
export function folded(text: string): string {
  // Upper case first: ß has none in lower.
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
}
