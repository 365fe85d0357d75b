// What the full-text index keeps of a note.

import { fold, words } from '../../../lib/full-text/fold.ts';
import { titleMark } from '../../../lib/full-text/match.ts';
import { searchedTexts } from '../../../lib/full-text/note-text.ts';

/** What the index keeps of a note: its words, folded, and the text as it is read. */
export interface IndexEntry {
  readonly title: string;
  readonly body: string;
  readonly text: string;
}

/** Takes long for a long note; needs no database. */
export function indexEntry({ title, content }: { readonly title: string; readonly content: string }): IndexEntry {
  const marked = words(title).map((word) => titleMark + word);
  const texts = searchedTexts(content);
  return {
    // The mark also keeps phrases from running on from one text into the next.
    title: [fold(title), titleMark, ...marked].join(' '),
    body: texts.map(fold).join(` ${titleMark} `),
    text: texts[0] ?? '',
  };
}
