import { SearchQuery } from 'prosemirror-search';

/** What is looked for. */
export interface WantedText {
  readonly text: string;
  /** Any of the words counts, as after a search among all notes; else the text as it is. */
  readonly anyWord: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
}

/** What the bar shows. */
export interface FindState {
  readonly isOpen: boolean;
  /** The words come from a hit of a search, and whether they are in the text is not known yet. */
  readonly isHit: boolean;
  readonly wanted: WantedText;
  readonly replacement: string;
  readonly replaces: boolean;
  /** Grows whenever the user asks for the field; 0 when nothing may take the focus. */
  readonly calls: number;
}

export const closed: FindState = {
  isOpen: false,
  isHit: false,
  wanted: { text: '', anyWord: false, matchCase: false, wholeWord: false },
  replacement: '',
  replaces: false,
  calls: 0,
};

const inWord = String.raw`[\p{L}\p{M}\p{N}_]`;

/**
 * The query for what the user wants to find. It is an expression: the library's own search for a string takes only letters for parts of
 * words, and misses the place where a letter has another length in lower case.
 */
export function findQuery({ text, anyWord, matchCase, wholeWord }: WantedText): SearchQuery {
  const texts = anyWord ? text.split(/\s+/).filter((word) => word !== '') : [text];
  // The first alternative that fits counts: the longer ones go before.
  const pattern = texts
    .toSorted((a, b) => b.length - a.length)
    .map((each) => each.replace(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/\s/g, String.raw`\s`))
    .join('|');
  const search = wholeWord && pattern !== '' ? `(?<!${inWord})(?:${pattern})(?!${inWord})` : pattern;
  return new SearchQuery({ search, regexp: true, caseSensitive: matchCase });
}
