// Where the letters of a text have changed.

import { diffArrays } from 'diff/lib/diff/array.js';
import { Mark } from 'prosemirror-model';
import type { Atom } from './atoms.ts';
import type { SourceReader } from './draft.ts';

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

/** Where letters that stay have other marks; null where others have come or gone. */
export function markHunksOf(olds: readonly Atom[], news: readonly Atom[]): Hunk[] | null {
  const isSame = (old: Atom, now: Atom | undefined): boolean =>
    old.letter === now?.letter && (old.letter !== null || old.node.type === now.node.type);
  if (olds.length !== news.length || !olds.every((old, index) => isSame(old, news[index]))) return null;
  const hunks: Hunk[] = [];
  for (let from = 0, to = 0; from < olds.length; from = to + 1, to = from) {
    while (to < olds.length && olds[to]?.key !== news[to]?.key) to++;
    if (to > from) hunks.push({ from, to, atoms: news.slice(from, to) });
  }
  return hunks;
}

/** Where `news` differ from `olds`, letter by letter; null where too many do. */
export function hunksOf(olds: readonly Atom[], news: readonly Atom[], reader: SourceReader): Hunk[] | null {
  const ranges = compared(olds, news, reader);
  return ranges?.map(({ from, to, start, end }) => ({ from, to, atoms: news.slice(start, end) })) ?? null;
}

/**
 * The same by whole words, of which those that have changed are compared by their ends, between what both texts begin and end with. Where
 * too many differ, all from the first change to the last is one.
 */
export function manyHunksOf(olds: readonly Atom[], news: readonly Atom[], reader: SourceReader): Hunk[] {
  const middle = withoutEnds(olds, { from: 0, to: olds.length, atoms: news });
  if (middle.from === middle.to || middle.atoms.length === 0) return [middle];
  const [old, now] = [wordsOf(olds.slice(middle.from, middle.to)), wordsOf(middle.atoms)];
  const ranges = compared(old.words, now.words, reader);
  const hunks = ranges?.map(({ from, to, start, end }): Hunk => {
    const atoms = middle.atoms.slice(now.at(start), now.at(end));
    return { from: middle.from + old.at(from), to: middle.from + old.at(to), atoms };
  });
  return hunks?.map((hunk) => withoutEnds(olds, hunk)) ?? [middle];
}

const isOfWord = ({ letter }: Atom): boolean => letter !== null && /[\p{L}\p{N}]/u.test(letter);

interface Words {
  readonly words: readonly { readonly key: string }[];
  /** How many atoms stand before a word. */
  readonly at: (word: number) => number;
}

/** The letters of a word that look alike are one, and so is each other atom. */
function wordsOf(atoms: readonly Atom[]): Words {
  const starts = atoms.flatMap((atom, index) => {
    const before = atoms[index - 1];
    const goesOn = before !== undefined && isOfWord(before) && isOfWord(atom) && Mark.sameSet(before.marks, atom.marks);
    return goesOn ? [] : [index];
  });
  const at = (word: number): number => starts[word] ?? atoms.length;
  const keyOf = (part: readonly Atom[]): string => part.map(({ key }) => key).join('');
  return { words: starts.map((start, word) => ({ key: keyOf(atoms.slice(start, at(word + 1))) })), at };
}

/** Parts `from` up to `to` of the old ones, which give way to `start` up to `end` of the new ones. */
interface Range {
  readonly from: number;
  to: number;
  readonly start: number;
  end: number;
}

function compared(
  olds: readonly { readonly key: string }[],
  news: readonly { readonly key: string }[],
  reader: SourceReader,
): Range[] | null {
  const parts = diffArrays([...olds], [...news], { comparator: (some, other) => some.key === other.key, maxEditLength: maxDifferences });
  const differences = parts?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0) ?? maxDifferences;
  if (!reader.spend(comparisonWeight(differences)) || parts === undefined) return null;
  const ranges: Range[] = [];
  let [old, now] = [0, 0];
  let open: Range | null = null;
  for (const { added, removed, count } of parts) {
    if (!added && !removed) open = null;
    else if (open === null) ranges.push((open = { from: old, to: old, start: now, end: now }));
    if (!added) old += count;
    if (!removed) now += count;
    if (open !== null) [open.to, open.end] = [old, now];
  }
  return ranges;
}

/** Without what the old letters and the new ones begin and end with. */
function withoutEnds(olds: readonly Atom[], { from, to, atoms }: Hunk): Hunk {
  let start = 0;
  while (from + start < to && start < atoms.length && olds[from + start]?.key === atoms[start]?.key) start++;
  let end = 0;
  while (to - end > from + start && atoms.length - end > start && olds[to - end - 1]?.key === atoms[atoms.length - end - 1]?.key) end++;
  return { from: from + start, to: to - end, atoms: atoms.slice(start, atoms.length - end) };
}
