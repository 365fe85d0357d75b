// Where the words of a query are in a text, for showing them.

import { fold, isPlain, isWordCharacterAt, wordCharacters } from './fold.ts';
import { plainPositions, Positions } from './positions.ts';
import type { Term } from './query.ts';

/** Places in the text, as JavaScript counts. */
export interface HitRange {
  readonly start: number;
  readonly end: number;
}

/** A term to look for in folded text: a word, or several as a regular expression. */
type Pattern = { readonly word: string; readonly prefix: boolean } | RegExp;

/** The terms to look for. */
export type Patterns = readonly Pattern[];

interface Hit extends HitRange {
  readonly term: number;
}

/** Hits near each other, in a part of the text; their places are those of the part's folded form. */
interface Group {
  readonly partAt: number;
  readonly part: string;
  readonly isPlain: boolean;
  readonly hits: readonly Hit[];
  readonly first: number;
  /** How many different terms are among them. */
  readonly terms: number;
}

/** Texts are gone through in parts of this length. They overlap by as much as a phrase may be long. */
const partLength = 3000;
const overlap = 1200;
/** How many parts are compared, from the first with a hit. */
const comparedParts = 8;
/** how many hits of a term are looked at in a part, */
const hitsOfTerm = 100;
/** and how many terms of a query. */
const shownTerms = 32;
/** How far hits may be from each other to be shown together, in characters. */
const nearness = 150;
/** Hits so near to those that were chosen are marked too, if they are shown. */
const surroundings = 600;

export function patternsOf(terms: readonly Term[]): Patterns {
  return terms.slice(0, shownTerms).map(({ words, prefix }) => {
    const [word = ''] = words;
    // A note has few places where the word is: to look at those takes less time than a regular expression.
    if (words.length === 1) return { word, prefix };
    return new RegExp(
      `(?<![${wordCharacters}])${words.join(`[^${wordCharacters}]+`)}${prefix ? `[${wordCharacters}]*` : `(?![${wordCharacters}])`}`,
      'g',
    );
  });
}

/**
 * The place in the text where most of the terms are near each other: their ranges and those around them, in order and apart.
 * The first such place among the first that have any. Empty if there is none.
 */
export function bestHits(text: string, patterns: Patterns): readonly HitRange[] {
  let best: Group | null = null;
  let compared = 0;
  for (const { at, part } of parts(text)) {
    const group = bestGroup(at, part, patterns);
    if (group !== null && group.terms > (best?.terms ?? 0)) best = group;
    if (best?.terms === patterns.length) break;
    if (best !== null && (compared += 1) === comparedParts) break;
  }
  return best === null ? [] : rangesOf(best);
}

function* parts(text: string): Generator<{ readonly at: number; readonly part: string }> {
  let at = 0;
  while (at < text.length) {
    yield { at, part: text.slice(at, wordEnd(text, at + partLength + overlap)) };
    at = wordEnd(text, at + partLength);
  }
}

/** A blank at `at` or soon after it; without one, a place that does not cut a character. */
function wordEnd(text: string, at: number): number {
  const blank = text.slice(at, at + 200).search(/\s/);
  if (blank !== -1) return at + blank;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function bestGroup(partAt: number, part: string, patterns: Patterns): Group | null {
  const plain = isPlain(part);
  // Underscores stay: they are no word characters either, and putting blanks in their place takes as long as finding a word.
  const folded = plain ? part.toLowerCase() : fold(part);
  const hits = hitsOfAll(folded, patterns);
  const seen = patterns.map(() => 0);
  let best = { first: 0, terms: 0 };
  let [from, terms] = [0, 0];
  for (const hit of hits) {
    seen[hit.term] = (seen[hit.term] ?? 0) + 1;
    if (seen[hit.term] === 1) terms += 1;
    for (let first = hits[from]; first !== undefined && hit.end - first.start > nearness && first !== hit; first = hits[from]) {
      seen[first.term] = (seen[first.term] ?? 0) - 1;
      if (seen[first.term] === 0) terms -= 1;
      from += 1;
    }
    if (terms > best.terms) best = { first: hits[from]?.start ?? 0, terms };
  }
  return best.terms === 0 ? null : { partAt, part, isPlain: plain, hits, ...best };
}

/** In their order. Of a word that is looked for alone the first place is the best: what is too far from it does not count. */
function hitsOfAll(folded: string, patterns: Patterns): Hit[] {
  const [only] = patterns;
  if (patterns.length === 1 && only !== undefined) return hitsOf(folded, only, 0, surroundings);
  return patterns.flatMap((pattern, term) => hitsOf(folded, pattern, term, Infinity)).toSorted((a, b) => a.start - b.start);
}

/** Those of a term, up to `distance` from the first. */
function hitsOf(folded: string, pattern: Pattern, term: number, distance: number): Hit[] {
  const hits: Hit[] = [];
  if (!(pattern instanceof RegExp)) {
    const { word, prefix } = pattern;
    for (let start = folded.indexOf(word); start !== -1 && hits.length < hitsOfTerm; start = folded.indexOf(word, start + 1)) {
      if (hits[0] !== undefined && start > hits[0].start + distance) break;
      let end = start + word.length;
      if (isWordCharacterAt(folded, start - 1) || (!prefix && isWordCharacterAt(folded, end))) continue;
      while (isWordCharacterAt(folded, end)) end += 1;
      hits.push({ term, start, end });
    }
    return hits;
  }
  for (const { 0: found, index } of folded.matchAll(pattern)) {
    if (hits.push({ term, start: index, end: index + found.length }) === hitsOfTerm) break;
  }
  return hits;
}

function rangesOf({ partAt, part, isPlain, hits, first }: Group): HitRange[] {
  const positions = isPlain ? plainPositions : new Positions(part);
  const ranges: { start: number; end: number }[] = [];
  for (const hit of hits) {
    if (hit.start < first || hit.start > first + surroundings) continue;
    const [start, end] = [partAt + positions.start(hit.start), partAt + positions.end(hit.end)];
    const last = ranges.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
