// A hit of a search leads to /notes/ID?find=WORDS: the note opens with these words marked, at the first of them. Pure, and apart from what
// finds: the list needs it before there is an editor.

import { cutText } from '../../../../main/contract/cut-text.ts';
import { snippetParts } from '../../../../main/contract/html-text.ts';

/** More words than this are not marked. */
const maxWords = 8;
const maxLength = 100;

/** The words that the service marked in a snippet, each once, with spaces between; empty for none. What it leaves out is not marked. */
function wordsFound(snippet: string): string {
  const words = snippetParts(snippet)
    .filter(({ marked }) => marked)
    .flatMap(({ text }) => text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []);
  const each = new Map(words.map((word) => [word.toLowerCase(), word]));
  return cutText([...each.values()].slice(0, maxWords).join(' '), maxLength);
}

/** The query of an address, such as that of a filter, with the words of a snippet to find. */
export function withFind(search: string, snippet: string | undefined): string {
  const words = snippet === undefined ? '' : wordsFound(snippet);
  return words === '' ? search : `${search === '' ? '?' : `${search}&`}find=${encodeURIComponent(words)}`;
}

/** What an address asks to find, and its query without that; null where it asks for nothing. */
export function takeFind(search: string): { readonly words: string; readonly rest: string } | null {
  const query = new URLSearchParams(search);
  const words = query.get('find');
  if (words === null) return null;
  query.delete('find');
  return { words: cutText(words, maxLength), rest: query.toString() === '' ? '' : `?${query.toString()}` };
}
