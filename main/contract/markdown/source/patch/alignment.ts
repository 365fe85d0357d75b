// Which bytes of a block's source each of its letters stands in.

import { diffArrays } from 'diff/lib/diff/array.js';
import { Mark } from 'prosemirror-model';
import { referenceOrEscape } from '../../characters.ts';
import { tokenizer } from '../../tokenizer.ts';
import { isSeparator, type Atom } from './atoms.ts';
import type { SourceReader } from './draft.ts';
import { comparisonWeight, maxDifferences, type Hunk } from './hunks.ts';

/** From `start` up to `end` of the source, in UTF-16 code units. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
}

/** A leaf of more atoms is not aligned as a whole. */
const maxAtoms = 4000;
/** What an atom is looked for by, letter by letter. */
function lookOf({ letter, node }: Atom): readonly string[] {
  if (letter !== null) return [letter];
  switch (node.type.name) {
    case 'soft_break':
      return ['\n'];
    case 'raw_inline':
      return Array.from(String(node.attrs['source']));
    case 'table_cell':
      return ['|'];
    case 'image':
      return ['!', '['];
    default:
      return [];
  }
}

/**
 * For each atom its place in the source. That of a letter that is written otherwise, `&copy;` say, is all that stands between its
 * neighbours. `reading`: whether what looks like the end of a link is one, and whether what lines are indented by is a part of the end
 * of the line before, of which there can be more than of letters. null where there is nothing to go by: too much differs.
 */
export function align(
  atoms: readonly Atom[],
  source: string,
  reading: keyof typeof units,
  reader: SourceReader,
): readonly SourceSpan[] | null {
  if (atoms.length > maxAtoms) return null;
  const looks = atoms.map(lookOf);
  const found = unitsOf(source, reading, atoms.some(isSeparator));
  const hunks = diffArrays(
    looks.flat(),
    found.map(({ means }) => means),
    { maxEditLength: maxDifferences },
  );
  const differences = hunks?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0) ?? maxDifferences;
  if (!reader.spend(comparisonWeight(differences)) || hunks === undefined) return null;
  const places: (number | null)[] = [];
  let next = 0;
  for (const { added, removed, count } of hunks) {
    if (removed) for (let index = 0; index < count; index++) places.push(null);
    else if (added) next += count;
    else for (let index = 0; index < count; index++) places.push(next++);
  }
  const spans: (SourceSpan | null)[] = [];
  let unit = 0;
  for (const look of looks) {
    const own = places.slice(unit, unit + look.length).filter((place) => place !== null);
    unit += look.length;
    const [first, last] = [own[0], own.at(-1)];
    spans.push(first === undefined || last === undefined ? null : { start: found[first]?.start ?? 0, end: found[last]?.end ?? 0 });
  }
  return filled(spans, atoms, source);
}

/** By how many letters before and after it a change is looked for, and how many it takes. */
const surroundings = { max: 24, min: 8 };

/**
 * The places of the atoms beside each hunk, by the letters around it, which stand in the source once and without markup between them.
 * null where that is not so.
 */
export function alignBySurroundings(atoms: readonly Atom[], hunks: readonly Hunk[], source: string): readonly SourceSpan[] | null {
  const spans: SourceSpan[] = [];
  for (const { from, to } of hunks) {
    let first = from;
    while (first > 0 && from - first < surroundings.max && isPlain(atoms[first - 1], atoms[from - 1])) first--;
    let last = to;
    while (last < atoms.length && last - to < surroundings.max && isPlain(atoms[last], atoms[to])) last++;
    const part = atoms.slice(first, last);
    const text = part.map(({ letter }) => letter ?? '\uFFFF').join('');
    const at = source.indexOf(text);
    const isEdge = (from > 0 && first === from) || (to < atoms.length && last === to);
    if (isEdge || text.length < surroundings.min || at < 0 || source.includes(text, at + 1)) return null;
    let start = at;
    for (const [index, { letter }] of part.entries()) spans[first + index] = { start, end: (start += letter?.length ?? 0) };
  }
  return spans;
}

const isPlain = (atom: Atom | undefined, beside: Atom | undefined): boolean =>
  atom !== undefined && beside !== undefined && atom.letter !== null && beside.letter !== null && Mark.sameSet(atom.marks, beside.marks);

/**
 * For each letter of a code, or of anything that is kept as it is written, its place in the source: lines end as those of the source do.
 * null where they do not.
 */
export function alignLiteral(atoms: readonly Atom[], source: string): readonly SourceSpan[] | null {
  const sources = [...source.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)];
  const spans: SourceSpan[] = [];
  const texts = atoms
    .map(({ letter }) => letter)
    .join('')
    .split('\n');
  for (const [index, text] of texts.entries()) {
    const line = sources[index];
    const [, content = '', ending = ''] = line ?? [];
    if (line === undefined || !content.endsWith(text)) return null;
    let at = line.index + content.length - text.length;
    for (const letter of text) spans.push({ start: at, end: (at += letter.length) });
    if (index < texts.length - 1) spans.push({ start: at, end: at + ending.length });
  }
  return spans;
}

/** A part of the source that is read as one letter, `&copy;` or `\\*` say, and that letter. */
interface Unit extends SourceSpan {
  readonly means: string;
}

const target = String.raw`<[^<>\n]{0,2000}>|[^()\s<][^()\s]{0,2000}(?:\([^()\s]{0,500}\)[^()\s]{0,500}){0,4}`;
const title = String.raw`"(?:\\[^]|[^"\\]){0,500}"|'(?:\\[^]|[^'\\]){0,500}'|\((?:\\[^]|[^()\\]){0,500}\)`;
export const linkEnd = String.raw`\]\(\s{0,8}(?:${target})?(?:\s{1,8}(?:${title}))?\s{0,8}\)|\]\[[^[\]]{0,1000}\]`;

/** A bar with the blanks that cells are padded with: there can be more of them than letters. */
const bar = String.raw`(?<![ \t])[ \t]*\|(?:[ \t]+(?=[^\s|]))?`;

/** Character references, escapes, what stands behind the text of a link, and any other letter; `plain`: without those of links. */
const units = {
  links: new RegExp(`${referenceOrEscape}|${linkEnd}|[^]`, 'giu'),
  plain: new RegExp(`${referenceOrEscape}|[^]`, 'giu'),
  indented: new RegExp(`${referenceOrEscape}|${linkEnd}|\\n[ \\t>]+|[^]`, 'giu'),
};
/** The same within a row of a table. */
const rowUnits = {
  links: new RegExp(`${referenceOrEscape}|${bar}|${linkEnd}|[^]`, 'giu'),
  plain: new RegExp(`${referenceOrEscape}|${bar}|[^]`, 'giu'),
};
/** Behind the end of a line: its indent, and the signs of quotes. */
const indent = /^\n[ \t>]+$/;

/** What a number is read as that no character has. */
const ofNoCharacter = '\uFFFD';

function unitsOf(source: string, reading: keyof typeof units, isRow: boolean): Unit[] {
  const unit = isRow ? rowUnits[reading === 'plain' ? reading : 'links'] : units[reading];
  return [...source.matchAll(unit)].flatMap(({ index, 0: text }): Unit[] => {
    const [first] = text;
    if (indent.test(text)) return [{ start: index, end: index + text.length, means: '\n' }];
    if (isRow && text.trim() === '|') return [{ start: index, end: index + text.length, means: '|' }];
    if (text === first) return [{ start: index, end: index + text.length, means: text === '\r' ? '' : text }];
    const means = first === ']' ? '' : tokenizer.utils.unescapeAll(text);
    if (means === text && text.startsWith('&#')) return [{ start: index, end: index + text.length, means: ofNoCharacter }];
    // What looks like a reference and is none.
    if (means === text) return text.split('').map((letter, at) => ({ start: index + at, end: index + at + 1, means: letter }));
    // `&ngE;` is two letters, which stand in the same place.
    return Array.from(means === '' ? [''] : means, (letter) => ({ start: index, end: index + text.length, means: letter }));
  });
}

/** What breaks a line, also in a cell. */
const lineBreak = /(?: {2,}|\\)(?:\r\n|\r|\n)|<br[ \t]*\/?>/i;

/** Atoms without a place get what lies between their neighbours; a break without the markup beside it. */
function filled(found: readonly (SourceSpan | null)[], atoms: readonly Atom[], source: string): SourceSpan[] {
  const spans: SourceSpan[] = [];
  for (const [index, span] of found.entries()) {
    if (span !== null) {
      spans.push(span);
      continue;
    }
    const start = spans.at(-1)?.end ?? 0;
    const end = Math.max(start, found.slice(index + 1).find((each) => each !== null)?.start ?? source.length);
    const own = atoms[index]?.node.type.name === 'hard_break' ? lineBreak.exec(source.slice(start, end)) : null;
    spans.push(own === null ? { start, end } : { start: start + own.index, end: start + own.index + own[0].length });
  }
  return spans;
}
