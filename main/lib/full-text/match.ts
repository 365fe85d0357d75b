// A query in the language of the full-text index. It holds folded words, quoted, and nothing else of what was typed.

import type { WordQuery, Term } from './query.ts';

/**
 * The words of a title are indexed a second time with this before them: notes with a word in the title are then found without looking at
 * all notes with it.
 */
export const titleMark = '_';

/** A word that each entry of the other indexes holds; no user types it. */
export const everyWord = '\u007F';

/** The form of a term that the index understands. */
function phrase({ words, prefix }: Term, mark = ''): string {
  return `"${words.map((word) => mark + word).join(' ')}"${prefix ? ' *' : ''}`;
}

function wanted(terms: readonly Term[], form: (term: Term) => string, every = titleMark): string {
  return terms.length === 0 ? `"${every}"` : terms.map(form).join(' AND ');
}

function without(expression: string, unwanted: readonly string[]): string {
  return unwanted.length === 0 ? expression : `(${expression}) NOT (${unwanted.join(' OR ')})`;
}

const excluded = ({ none }: WordQuery): string[] => none.map((term) => phrase(term));
const inTitle = ({ all }: WordQuery): string => wanted(all, (term) => phrase(term, titleMark));

/** All hits. `every`: a word that each entry of the index holds; of notes the mark of titles alone. */
export function anywhere(query: WordQuery, every = titleMark): string {
  return without(
    wanted(query.all, (term) => phrase(term), every),
    excluded(query),
  );
}

/** All hits, for ranking: a whole word counts for more than the beginning of one. */
export function rankable(query: WordQuery): string {
  return without(
    wanted(query.all, (term) => (term.prefix ? `(${phrase({ ...term, prefix: false })} OR ${phrase(term)})` : phrase(term))),
    excluded(query),
  );
}

/** The hits that have all terms in the title. */
export function titled(query: WordQuery): string {
  return without(inTitle(query), excluded(query));
}

/** The same in an index whose titles are not marked: its column `title` is looked through. At least one term must be wanted. */
export function inTitleColumn({ all, none }: WordQuery): string {
  return without(`title : (${all.map((term) => phrase(term)).join(' AND ')})`, excluded({ all, none }));
}

/** The hits that have not. */
export function untitled(query: WordQuery): string {
  return without(
    wanted(query.all, (term) => phrase(term)),
    [...excluded(query), `(${inTitle(query)})`],
  );
}
