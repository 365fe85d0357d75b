import type { Node } from 'prosemirror-model';
import { SearchQuery } from 'prosemirror-search';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

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

/** A blank, or what the library has for anything that is no text; `isOfText` leaves what is no wrapped line. */
const blank = String.raw`[\s\uFFFC]`;

/** Whether a place holds nothing but text. The end of a wrapped line is drawn as a blank, and is one. */
function isOfText(doc: Node, from: number, to: number): boolean {
  let isText = true;
  doc.nodesBetween(from, to, (node) => {
    isText &&= !node.isLeaf || node.isText || node.type === noteSchema.nodes.soft_break;
  });
  return isText;
}

/** As it was typed, and with its accents as characters of their own or not: they look alike. */
const formsOf = (text: string): readonly string[] => [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];

/**
 * The query for what the user wants to find. It is an expression: the library's own search for a string takes only letters for parts of
 * words, and misses the place where a letter has another length in lower case.
 */
export function findQuery({ text, anyWord, matchCase, wholeWord }: WantedText): SearchQuery {
  const texts = anyWord ? text.split(/\s+/).filter((word) => word !== '') : [text];
  // The first alternative that fits counts: the longer ones go before.
  const pattern = texts
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
    .map((each) => each.replace(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s/g, blank))
    .join('|');
  const search = wholeWord && pattern !== '' ? `(?<!${inWord})(?:${pattern})(?!${inWord})` : pattern;
  return new SearchQuery({ search, regexp: true, caseSensitive: matchCase, filter: ({ doc }, { from, to }) => isOfText(doc, from, to) });
}
