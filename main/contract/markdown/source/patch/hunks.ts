// Where the letters of a text have changed.

import { diffArrays } from 'diff/lib/diff/array.js';
import { sameMarks, type Atom } from './atoms.ts';
import type { Reader } from './draft.ts';

/** Atoms `from` up to `to` of a leaf, which give way to `atoms`. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly atoms: readonly Atom[];
}

/** How many letters, or words, may be without a counterpart in the other text before the comparison is given up. */
export const maxDifferences = 400;

/** What comparing two texts takes that differ by this many letters, in units of `parseWeight`. */
export const comparisonWeight = (differences: number): number => (differences * differences) / 10;

/** Where `news` differ from `olds`, letter by letter; null where too many do. */
export const hunksOf = (olds: readonly Atom[], news: readonly Atom[], reader: Reader): Hunk[] | null =>
  compared(olds.map(alone), news.map(alone), reader);

/**
 * The same by whole words, of which those that have changed are compared by their ends, between what both texts begin and end with. Where
 * too many differ, all from the first change to the last is one.
 */
export function manyHunksOf(olds: readonly Atom[], news: readonly Atom[], reader: Reader): Hunk[] {
  const middle = withoutEnds(olds, { from: 0, to: olds.length, atoms: news });
  if (middle.from === middle.to || middle.atoms.length === 0) return [middle];
  const hunks = compared(wordsOf(olds.slice(middle.from, middle.to)), wordsOf(middle.atoms), reader);
  const moved = hunks?.map(({ from, to, atoms }) => ({ from: middle.from + from, to: middle.from + to, atoms })) ?? [middle];
  return moved.map((hunk) => withoutEnds(olds, hunk));
}

/** Atoms that are compared as one. */
interface Part {
  readonly atoms: readonly Atom[];
  readonly key: string;
}

const alone = (atom: Atom): Part => ({ atoms: [atom], key: atom.key });

const isOfWord = ({ letter }: Atom): boolean => letter !== null && /[\p{L}\p{N}]/u.test(letter);

/** The letters of a word that look alike are one part, and so is each other atom. */
function wordsOf(atoms: readonly Atom[]): Part[] {
  const words: Atom[][] = [];
  for (const [index, atom] of atoms.entries()) {
    const before = atoms[index - 1];
    const goesOn = before !== undefined && isOfWord(before) && isOfWord(atom) && sameMarks(before.marks, atom.marks);
    if (goesOn) words.at(-1)?.push(atom);
    else words.push([atom]);
  }
  return words.map((word) => ({ atoms: word, key: word.map(({ key }) => key).join('') }));
}

function compared(olds: Part[], news: Part[], reader: Reader): Hunk[] | null {
  const parts = diffArrays(olds, news, { comparator: (some, other) => some.key === other.key, maxEditLength: maxDifferences });
  const differences = parts?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0) ?? maxDifferences;
  if (!reader.spend(comparisonWeight(differences)) || parts === undefined) return null;
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { readonly from: number; to: number; readonly atoms: Atom[] } | null = null;
  for (const { added, removed, value } of parts) {
    const atoms = value.flatMap((part) => part.atoms);
    if (!added && !removed) {
      open = null;
      at += atoms.length;
      continue;
    }
    if (open === null) hunks.push((open = { from: at, to: at, atoms: [] }));
    if (added) open.atoms.push(...atoms);
    else open.to = at += atoms.length;
  }
  return hunks;
}

/** Without what the old letters and the new ones begin and end with. */
function withoutEnds(olds: readonly Atom[], { from, to, atoms }: Hunk): Hunk {
  let start = 0;
  while (from + start < to && start < atoms.length && olds[from + start]?.key === atoms[start]?.key) start++;
  let end = 0;
  while (to - end > from + start && atoms.length - end > start && olds[to - end - 1]?.key === atoms[atoms.length - end - 1]?.key) end++;
  return { from: from + start, to: to - end, atoms: atoms.slice(start, atoms.length - end) };
}
