// Letters that go from within marks, or are parted within them: the markup at the other ends of these marks stays, or comes twice.

import type { Mark } from 'prosemirror-model';
import type { SourceSpan } from './alignment.ts';
import { areBlanks, isSeparator, type Atom } from './atoms.ts';
import type { SourceEdit } from './draft.ts';
import { markupBefore, markupBehind } from './format-edits.ts';
import type { Hunk } from './hunks.ts';
import type { Situation, Spot } from './leaf-edits.ts';
import { leadOf } from './style.ts';

/** The text of a leaf without the end of its last line, and where its atoms stand in it. */
interface AlignedText {
  readonly olds: readonly Atom[];
  readonly spans: readonly SourceSpan[];
  readonly source: string;
}

/** Where the markup stands before atom number `index`, behind the one before it. null where that is not known. */
function gapBefore({ olds, spans, source }: AlignedText, index: number): SourceSpan | null {
  const [before, next] = [spans[index - 1], spans[index]];
  if ((before === undefined && index > 0) || (next === undefined && index < olds.length)) return null;
  const end = next?.start ?? (before?.end ?? 0) + (markupBehind.exec(source.slice(before?.end))?.[0].length ?? 0);
  const start = before === undefined ? end - (markupBefore.exec(source.slice(0, end))?.[0].length ?? 0) : behindLead(source, before.end);
  return start <= end && end <= source.length ? { start, end } : null;
}

/** The place itself, or at the start of a line behind what its text stands behind. */
function behindLead(source: string, at: number): number {
  return /[\r\n]/.test(source[at - 1] ?? '') ? at + leadOf(source.slice(at)).length : at;
}

const hasMark = (atom: Atom | undefined, mark: Mark): boolean => atom?.marks.some((other) => other.eq(mark)) === true;

/** The markup of each of these places once, in their order. null where one is not known. */
function markupAt(text: AlignedText, places: readonly number[]): string | null {
  const gaps = [...new Set(places)].toSorted((some, other) => some - other).map((index) => gapBefore(text, index));
  return gaps.every((gap) => gap !== null) ? gaps.map(({ start, end }) => text.source.slice(start, end)).join('') : null;
}

type IsMeant = (mark: Mark) => boolean;

const all: IsMeant = () => true;

/** What closes the marks of atom number `index`, where they end. null where that is not known. */
export function closingMarkup(text: AlignedText, index: number, isMeant = all): string | null {
  const { olds } = text;
  const ends = (olds[index]?.marks ?? []).filter(isMeant).map((mark) => {
    let end = index + 1;
    while (hasMark(olds[end], mark)) end++;
    return end;
  });
  return markupAt(text, ends);
}

/** What opens the marks of atom number `index`, where they begin. null where that is not known. */
export function openingMarkup(text: AlignedText, index: number, isMeant = all): string | null {
  const { olds } = text;
  const starts = (olds[index]?.marks ?? []).filter(isMeant).map((mark) => {
    let start = index;
    while (hasMark(olds[start - 1], mark)) start--;
    return start;
  });
  return markupAt(text, starts);
}

/** The bytes of atoms `from` up to `to` with the markup that they need by themselves. null where they are not known. */
export function sourceBetween(text: AlignedText, from: number, to: number): string | null {
  const [opening, closing] = [openingMarkup(text, from), closingMarkup(text, to - 1)];
  const [first, last] = [text.spans[from], text.spans[to - 1]];
  if (opening === null || closing === null || first === undefined || last === undefined) return null;
  return opening + text.source.slice(first.start, last.end) + closing;
}

const textOf = ({ olds, spans, lines, source }: Situation): AlignedText => ({
  ...{ olds, spans },
  source: source.slice(lines.start, lines.end).trimEnd(),
});

/** All that stands between the atom before number `from` and number `to`. null where it is not known. */
function spotBetween(text: AlignedText, from: number, to: number, { lines }: Situation): Spot | null {
  const [first, last] = [gapBefore(text, from), gapBefore(text, to)];
  return first === null || last === null ? null : { from: lines.start + first.start, to: lines.start + last.end };
}

const punctuation = /[!-/:-@[-`{-~]/;

/**
 * How a text is written from an atom on that comes to stand first on its line, where it would be a blank or markup there: what its bytes up
 * to `end` give way to. null for any other text.
 */
export function lineBeginning({ olds, spans }: Pick<AlignedText, 'olds' | 'spans'>, at: number): { text: string; end: number } | null {
  const letters = olds.slice(at, at + 10).map(({ letter }) => letter ?? '\uFFFC');
  const [first] = letters;
  const sign = first !== undefined && punctuation.test(first) ? '' : /^\d{1,9}(?=[.)])/.exec(letters.join(''))?.[0];
  if (first === ' ') return areBlanks(olds.slice(at)) ? null : { text: '&#32;', end: spans[at]?.end ?? 0 };
  const span = sign === undefined ? undefined : spans[at + sign.length];
  return span === undefined ? null : { text: `${sign}\\`, end: span.start };
}

/** Whether what follows this atom is the first of a line. */
const beginsLine = (before: Atom | undefined): boolean =>
  before === undefined || before.node.type.name === 'soft_break' || before.node.type.name === 'hard_break';

/** The ways in which letters go, or give way to others, of which only a part has a mark: its markup stays. */
export function* acrossMarks(situation: Situation): Generator<readonly SourceEdit[]> {
  const { olds, hunk, lines, old } = situation;
  const { from, to, atoms } = hunk;
  const [left, right] = [olds[from - 1], olds[to]];
  // The border of a cell has blanks that belong to the cells.
  const isInCell = old.type.name !== 'table_row' || ![left, ...olds.slice(from, to), right].some((atom) => !atom || isSeparator(atom));
  if (!isInCell || atoms.some(({ letter }) => letter === null)) return;
  const text = textOf(situation);
  const spot = spotBetween(text, from, to, situation);
  const closing = closingMarkup(text, from - 1, (mark) => !hasMark(right, mark));
  const opening = openingMarkup(text, to, (mark) => !hasMark(left, mark));
  if (spot === null || closing === null || opening === null) return;
  const letters = atoms.map(({ letter }) => letter).join('');
  const texts = [closing + letters + opening, letters + closing + opening, closing + opening + letters];
  for (const each of new Set(texts)) yield [{ ...spot, text: each }];
  if (!beginsLine(left) || letters !== '') return;
  const begun = lineBeginning(text, to);
  if (begun === null) return;
  const lead = left === undefined ? '' : (/^[ \t>]+/.exec(situation.source.slice(spot.from, spot.to))?.[0] ?? '');
  yield [{ from: spot.from, to: lines.start + begun.end, text: lead + opening.replace(/^[ \t>]+/, '') + begun.text }];
}

/** The blanks that this break is written with; '' where it is another atom, or a backslash. */
const breakingBlanks = ({ olds, spans, source }: AlignedText, at: number): string =>
  olds[at]?.node.type.name === 'hard_break' ? (/^ {2,}(?=[\r\n])/.exec(source.slice(spans[at]?.start))?.[0] ?? '') : '';

/** How a text that was broken by blanks is written from that break on, which comes to stand first: by a backslash. null for any other. */
export function breakBeginning(text: AlignedText, at: number): { text: string; end: number } | null {
  const blanks = breakingBlanks(text, at);
  return blanks === '' ? null : { text: '\\', end: (text.spans[at]?.start ?? 0) + blanks.length };
}

/** Letters that come or go so that a blank, or nothing, stands before a break made of blanks: a backslash breaks that line then. */
export function* behindBlank(situation: Situation): Generator<readonly SourceEdit[]> {
  const { olds, hunk, lines } = situation;
  const { from, to, atoms } = hunk;
  const last = atoms.at(-1) ?? olds[from - 1];
  if ((last !== undefined && last.letter !== ' ') || atoms.some(({ letter }) => letter === null)) return;
  const text = textOf(situation);
  const [beginning, start] = [breakBeginning(text, to), from === 0 ? gapBefore(text, 0)?.start : text.spans[from - 1]?.end];
  if (beginning === null || start === undefined) return;
  const letters = atoms.map(({ letter }) => letter).join('');
  yield [{ from: lines.start + start, to: lines.start + beginning.end, text: letters + beginning.text }];
}

/** Letters that come before the break that a text begins with since it was split: blanks write it, as they did before. */
export function* beforeFirstBreak({ olds, spans, hunk, lines, source, origin }: Situation): Generator<readonly SourceEdit[]> {
  const { to, atoms } = hunk;
  if (to > 0 || olds[0]?.node.type.name !== 'hard_break' || /\\[\r\n]/.test(origin) || !/ {2}[\r\n]/.test(origin)) return;
  const at = lines.start + (spans[0]?.start ?? 0);
  const isWritten = source[at] === '\\' && atoms.every(({ letter, marks }) => letter !== null && marks.length === 0);
  if (isWritten) yield [{ from: at, to: at + 1, text: `${atoms.map(({ letter }) => letter).join('')}  ` }];
}

/** The change and all beside it that has marks, up to where none is; null where that is the whole text. */
export function runsAround(situation: Situation): { readonly hunk: Hunk; readonly spot: Spot } | null {
  const { olds, hunk } = situation;
  const isMarked = (index: number): boolean => (olds[index]?.marks.length ?? 0) > 0;
  let { from, to } = hunk;
  while (isMarked(from - 1)) from--;
  while (isMarked(to)) to++;
  const spot = from === 0 && to === olds.length ? null : spotBetween(textOf(situation), from, to, situation);
  const atoms = [...olds.slice(from, hunk.from), ...hunk.atoms, ...olds.slice(hunk.to, to)];
  return spot === null ? null : { hunk: { from, to, atoms }, spot };
}
