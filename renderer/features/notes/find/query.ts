import { SearchQuery } from 'prosemirror-search';
import type { Wanted } from './find-state.ts';

const inWord = String.raw`[\p{L}\p{M}\p{N}_]`;

/**
 * The query for what the user wants to find. It is an expression: the library's own search for a string takes only letters for parts of
 * words, and misses the place where a letter has another length in lower case.
 */
export function queryOf({ text, anyWord, matchCase, wholeWord }: Wanted): SearchQuery {
  const texts = anyWord ? text.split(/\s+/).filter((word) => word !== '') : [text];
  // The first alternative that fits counts: the longer ones go before.
  const pattern = texts
    .toSorted((a, b) => b.length - a.length)
    .map((each) => each.replace(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/\s/g, String.raw`\s`))
    .join('|');
  const search = wholeWord && pattern !== '' ? `(?<!${inWord})(?:${pattern})(?!${inWord})` : pattern;
  return new SearchQuery({ search, regexp: true, caseSensitive: matchCase });
}
