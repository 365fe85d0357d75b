// What a user searches for, read from what they typed. Anything can be read: there are no errors.

import { words } from './fold.ts';

/** Words that stand next to each other; usually one. */
export interface Term {
  readonly words: readonly string[];
  /** The last of the words may go on. */
  readonly prefix: boolean;
}

/** Notes with all terms of `all` and no term of `none`. Without any term nothing is found; with `none` alone every other note is. */
export interface WordQuery {
  readonly all: readonly Term[];
  readonly none: readonly Term[];
}

/**
 * A phrase in any double quotes or up to the end, or what stands between blanks. A hyphen before it excludes, but not `->`, `--` or a
 * hyphen in a word.
 */
const pieces = /((?<=^|\s)[-\uFF0D](?![-\uFF0D>\s]))?(?:["“”„‟＂]([^"“”„‟＂]*)(["“”„‟＂])?|(\S+))/gu;

/**
 * Null if `q` is blank, which is no search. Parts of a word that punctuation separates (`foo-bar`, `v1.2`, `don't`) are found next
 * to each other. The last word that is wanted may go on, also in a phrase that is not closed yet.
 */
export function parseQuery(q: string): WordQuery | null {
  if (q.trim() === '') return null;
  const all: Term[] = [];
  const none: Term[] = [];
  let open = false;
  for (const [, minus, phrase, closing, plain] of q.matchAll(pieces)) {
    const term = { words: words(phrase ?? plain ?? ''), prefix: false };
    if (term.words.length === 0) continue;
    if (minus !== undefined) none.push(term);
    else {
      all.push(term);
      open = closing === undefined;
    }
  }
  const last = all.at(-1);
  if (last !== undefined && open) all[all.length - 1] = { ...last, prefix: true };
  return { all: distinct(all), none: distinct(none) };
}

/** The folded words of a query that stand for themselves: not in quotes, not excluded, and not apart in pieces. */
export function plainWords(q: string): string[] {
  return [...q.matchAll(pieces)].flatMap(([, minus, , , plain]) => {
    const found = minus === undefined && plain !== undefined ? words(plain) : [];
    return found.length === 1 ? found : [];
  });
}

function distinct(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [`${term.words.join(' ')}${term.prefix ? '*' : ''}`, term])).values()];
}
