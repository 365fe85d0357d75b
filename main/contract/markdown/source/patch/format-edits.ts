// Formatting that comes or goes: the markup at both ends of the same letters, which keep their bytes.

import { Mark } from 'prosemirror-model';
import { linkEnd } from './alignment.ts';
import type { Atom } from './atoms.ts';
import type { SourceEdit } from './draft.ts';
import type { Hunk } from './hunks.ts';
import type { Situation, Spot } from './leaf-edits.ts';
import { inStyleOf } from './style.ts';

/** What formatting is written with on both sides. */
const signs: ReadonlyMap<string, readonly string[]> = new Map([
  ['strong', ['**', '__']],
  ['em', ['*', '_']],
  ['strikethrough', ['~~', '~']],
]);

/** Whether formatting has come to letters, or gone from them, and nothing else has changed. */
export function isFormat(olds: readonly Atom[], { from, to, atoms }: Hunk): boolean {
  const old = olds.slice(from, to);
  return moreOf(atoms, old) !== null || moreOf(old, atoms) !== null;
}

/** The ways in which formatting is written that comes to the letters at `spot`, or goes; none where anything else has changed. */
export function* formatEdits(situation: Situation, spot: Spot): Generator<readonly SourceEdit[]> {
  const { olds, hunk, source } = situation;
  const { from, to, atoms } = hunk;
  const old = olds.slice(from, to);
  const coming = partsCode(olds, from) || partsCode(olds, to) ? undefined : signs.get(moreOf(atoms, old) ?? '');
  if (coming !== undefined) yield* wrapped(spot, coming, situation);
  const going = signs.get(moreOf(old, atoms) ?? '');
  if (going !== undefined) yield* unwrapped(spot, source, going);
}

/** Whether atom number `index` is in the same code as the one before it: signs between them would be letters. */
function partsCode(olds: readonly Atom[], index: number): boolean {
  const [before, after] = [olds[index - 1]?.marks, olds[index]?.marks];
  return before !== undefined && after !== undefined && Mark.sameSet(before, after) && after.some(({ type }) => type.name === 'code');
}

/** The one format that all of `some` have and none of `others` has, which are the same but for that; null where there is none. */
function moreOf(some: readonly Atom[], others: readonly Atom[]): string | null {
  const [first] = some;
  const type = first?.marks
    .map((mark) => mark.type)
    .find(({ name }) => signs.has(name) && others[0]?.marks.every((mark) => mark.type.name !== name));
  if (type === undefined || some.length !== others.length) return null;
  const isSame = some.every(({ letter, marks, node }, index) => {
    const other = others[index];
    if (other === undefined || !marks.some((mark) => mark.type === type)) return false;
    const left = marks.flatMap((mark) => (mark.type === type ? [] : [mark.type]));
    const isLike = other.marks.length === left.length && other.marks.every((mark) => left.includes(mark.type));
    return letter === other.letter && (letter !== null || node.type === other.node.type) && isLike;
  });
  return isSame ? type.name : null;
}

/** Markup that letters at the ends may have besides. Within a run of signs none begins: a long one would be read from each of them. */
export const markupBefore = /(?<![*_~`[])[*_~`[]+$/;
/** Markup that letters at the ends may have behind them, and the ends of links. */
export const markupBehind = new RegExp(`^(?:${linkEnd}|[*_~\`])+`, 'u');

/** A title in brackets that letters stand in, up to these: with signs in it, it is one no more where a backslash stands before it. */
const titleBefore = /\[\[[^[\]\n]*$/;
const maxTitleLength = 1_500;

function* wrapped(
  { from, to }: Spot,
  [plain = '', ...others]: readonly string[],
  { source, origin, reader }: Situation,
): Generator<readonly SourceEdit[]> {
  const outer = {
    from: from - (markupBefore.exec(source.slice(0, from))?.[0].length ?? 0),
    to: to + (markupBehind.exec(source.slice(to))?.[0].length ?? 0),
  };
  const [styled = plain] = inStyleOf(origin, `${plain}x${plain}`, reader.dialect).map((text) => text.slice(0, plain.length));
  const title = titleBefore.exec(source.slice(Math.max(0, from - maxTitleLength), from))?.[0];
  for (const sign of new Set([styled, plain, ...others])) {
    const around = (spot: Spot): SourceEdit[] => [
      { from: spot.from, to: spot.from, text: sign },
      { from: spot.to, to: spot.to, text: sign },
    ];
    if (title !== undefined) yield [{ from: from - title.length, to: from - title.length, text: '\\' }, ...around({ from, to })];
    for (const spot of [{ from, to }, outer, { from: outer.from, to }, { from, to: outer.to }]) yield around(spot);
  }
}

function* unwrapped({ from, to }: Spot, source: string, all: readonly string[]): Generator<readonly SourceEdit[]> {
  const [left, right] = [markupBefore.exec(source.slice(0, from))?.[0] ?? '', markupBehind.exec(source.slice(to))?.[0] ?? ''];
  for (const sign of all) {
    const [start, end] = [left.lastIndexOf(sign), right.indexOf(sign)];
    if (start < 0 || end < 0) continue;
    const [opening, closing] = [from - left.length + start, to + end];
    yield [
      { from: opening, to: opening + sign.length, text: '' },
      { from: closing, to: closing + sign.length, text: '' },
    ];
  }
}
