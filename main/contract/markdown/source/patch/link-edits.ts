// A link that is another one now, because its text has changed or its definition has: `[text][]` becomes `[texts][text]`.

import { Mark } from 'prosemirror-model';
import { noteSchema as schema } from '../../../note-schema.ts';
import { destination, titleSource } from '../../serialize/link-source.ts';
import type { Atom } from './atoms.ts';
import type { SourceEdit } from './draft.ts';
import type { Situation } from './leaf-edits.ts';

const linkOf = (atom: Atom | undefined): Mark | undefined => atom?.marks.find(({ type }) => type === schema.marks.link);

/** The link that all of these are in; null where they are in none, or in several. */
function commonLink(atoms: readonly Atom[]): Mark | null {
  const link = linkOf(atoms[0]);
  return link !== undefined && atoms.every((atom) => linkOf(atom)?.eq(link) === true) ? link : null;
}

const withoutLink = ({ marks }: Atom): readonly Mark[] => schema.marks.link.removeFromSet(marks);

/** Whether two atoms are the same but for the link that they are in. */
const isSame = (some: Atom | undefined, other: Atom | undefined): boolean =>
  some !== undefined &&
  other !== undefined &&
  some.letter === other.letter &&
  Mark.sameSet(withoutLink(some), withoutLink(other)) &&
  (some.letter !== null || some.node.mark([]).eq(other.node.mark([])));

/** What stands behind the text of a link after the markup of its last word. */
const tail = /^([`*_~]*)\](?:\[[^[\]]*\]|\([^()\n]*\))?/;

/** What a link is to end with. */
function tailOf({ attrs }: Mark): string {
  const ref = attrs['ref'] === null ? null : String(attrs['ref']);
  if (ref !== null) return ref.endsWith('[]') ? '][]' : `][${ref}]`;
  return `](${destination(String(attrs['href']))}${titleSource(attrs['title'] === null ? null : String(attrs['title']))})`;
}

/** Atoms `first` up to `end` of the old ones are one link, which is `now`. */
interface Run {
  readonly first: number;
  readonly end: number;
  readonly now: Mark;
}

/** The link that changes, as far as it goes; null where that is none or more than one. */
function runOf({ olds, hunk: { from, to, atoms } }: Situation): Run | null {
  const gone = olds.slice(from, to);
  const old = gone.length > 0 ? commonLink(gone) : (linkOf(olds[from - 1]) ?? null);
  const now = atoms.length > 0 ? commonLink(atoms) : old;
  if (old === null || now === null) return null;
  const isIn = (atom: Atom | undefined): boolean => linkOf(atom)?.eq(old) === true;
  let [first, end] = [from, to];
  while (isIn(olds[first - 1])) first--;
  while (isIn(olds[end])) end++;
  // A link that is another one is so as a whole.
  return now.eq(old) || (first === from && end === to) ? { first, end, now } : null;
}

/** Where letters of a link have changed, and what comes there; null where more than letters has. */
function lettersOf({ olds, hunk: { from, to, atoms }, spans, lines }: Situation): SourceEdit | null {
  const gone = olds.slice(from, to);
  let start = 0;
  while (start < gone.length && isSame(gone[start], atoms[start])) start++;
  let end = 0;
  while (end < Math.min(gone.length, atoms.length) - start && isSame(gone.at(-1 - end), atoms.at(-1 - end))) end++;
  const come = atoms.slice(start, atoms.length - end);
  const [first, last] = [from + start, to - end];
  const beside = olds[first - 1] ?? olds[first];
  if (beside === undefined || !come.every((atom) => atom.letter !== null && Mark.sameSet(withoutLink(atom), withoutLink(beside))))
    return null;
  const at = lines.start + ((first < last || first === 0 ? spans[first]?.start : spans[first - 1]?.end) ?? 0);
  return { from: at, to: first < last ? lines.start + (spans[last - 1]?.end ?? 0) : at, text: come.map(({ letter }) => letter).join('') };
}

/** The letters of a link that have changed, where they stand, and what has to stand around its text then. */
export function* linkEdits(situation: Situation): Generator<readonly SourceEdit[]> {
  const { spans, lines, source } = situation;
  const run = runOf(situation);
  const letters = run === null ? null : lettersOf(situation);
  if (run === null || letters === null) return;
  yield [letters];
  const before = lines.start + (spans[run.first]?.start ?? 0);
  const after = lines.start + (spans[run.end - 1]?.end ?? 0);
  const [whole, markup = ''] = tail.exec(source.slice(after, lines.end)) ?? [];
  if (whole !== undefined) yield [letters, { from: after + markup.length, to: after + whole.length, text: tailOf(run.now) }];
  else if (source[before - 1] === '<' && source[after] === '>')
    yield [{ from: before - 1, to: before, text: '[' }, letters, { from: after, to: after + 1, text: tailOf(run.now) }];
}
