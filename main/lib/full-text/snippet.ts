// What is shown of a note that was found.

import { graphemeStart } from '../../contract/cut-text.ts';
import { escapeHtml } from '../../contract/html-text.ts';
import { bestHits, patternsOf, type Patterns, type HitRange } from './hits.ts';
import { hidden, readText } from './note-text.ts';
import type { WordQuery } from './query.ts';

/** All white space but a single blank. */
const blanks = /\s{2,}|[^\S ]/gu;

/** How long a snippet is, in characters without markup; longer only for a hit that is. */
const length = 160;
/** How much of it comes before the first hit. */
const before = 40;
/** A single hit is cut at this length. */
const maxHitLength = 320;

/**
 * HTML of one line: text around the best hits in the content, or in the title if none is there, each in `<mark>`, everything else
 * escaped. Whole words, with `…` where something is left out. Without a hit (a query that only excludes), how the content begins.
 * `known` is the content as it is read, if that is known: of a megabyte, to make it anew takes a tenth of a second.
 */
export function snippet(title: string, content: string, query: WordQuery, known: string | null = null): string {
  const read = known ?? readText(content);
  return snippetIn(read, query) ?? snippetElsewhere({ title, content, read }, query);
}

/** The snippet of a note whose text is `read`; null if the hits are not there but in an address or in the title. */
export function snippetIn(read: string, query: WordQuery): string | null {
  const patterns = patternsOfQuery(query);
  if (patterns.length === 0) return render(read, []);
  const hits = bestHits(read, patterns);
  return hits.length === 0 ? null : render(read, hits);
}

/** The snippet of a note in whose text there are no hits. */
function snippetElsewhere(
  { title, content, read }: { readonly title: string; readonly content: string; readonly read: string },
  query: WordQuery,
): string {
  const patterns = patternsOfQuery(query);
  // The content as it is written: only there are addresses.
  for (const text of read === content ? [title] : [content, title]) {
    const hits = bestHits(text, patterns);
    if (hits.length > 0) return render(text, hits);
  }
  return render(read, []);
}

/** A page of hits is shown for one query: its patterns are made once. */
const patternsCache = new WeakMap<WordQuery, Patterns>();

function patternsOfQuery(query: WordQuery): Patterns {
  const patterns = patternsCache.get(query) ?? patternsOf(query.all);
  patternsCache.set(query, patterns);
  return patterns;
}

function render(text: string, hits: readonly HitRange[]): string {
  const frame = frameOf(text, hits[0] ?? { start: 0, end: 0 });
  const shown = withoutMarkup(text, frame);
  const parts: string[] = [];
  let at = frame.start;
  const show = (end: number): string => {
    const part = shown.slice(at - frame.start, end - frame.start);
    at = end;
    return escapeHtml((part.includes(hidden) ? part.replaceAll(hidden, '') : part).replace(blanks, ' '));
  };
  for (const { start, end } of hits) {
    if (start >= frame.end) break;
    parts.push(show(start));
    const hit = show(Math.min(end, frame.end));
    if (hit !== '') parts.push(`<mark>${hit}</mark>`);
  }
  parts.push(show(frame.end));
  return `${frame.start > 0 ? '…' : ''}${parts.join('').trim()}${frame.end < text.length ? '…' : ''}`;
}

/** About `length` characters, with the hit in it. */
function frameOf(text: string, hit: HitRange): HitRange {
  const full = text.trimEnd().length;
  const end = Math.max(Math.min(full, Math.max(0, hit.start - before) + length), Math.min(hit.end, hit.start + maxHitLength));
  const start = Math.max(0, Math.min(hit.start - before, end - length));
  return { start: wordStart(text, start, hit.start), end: end >= full ? text.length : wordEnd(text, hit.end, end) };
}

/** The beginning of a word at `at` or after it, up to `until`. */
function wordStart(text: string, at: number, until: number): number {
  if (at === 0) return 0;
  const blank = text.slice(at - 1, until).search(/\s/u);
  return blank === -1 ? graphemeStart(text, at) : at + blank;
}

/** The end of a word at `at` or before it, back to `since`. */
function wordEnd(text: string, since: number, at: number): number {
  for (let blank = Math.min(at, text.length - 1); blank >= since; blank -= 1) if (/\s/u.test(text.charAt(blank))) return blank;
  return graphemeStart(text, at);
}

/** Signs at the beginning of a line, rows of hyphens, and pairs of signs around words. */
const markup = /(?<=[\n\r])[ \t]*(?:(?:>|#{1,6}|[-*+]|\[[ xX]\])[ \t]+)+|(?<=[\n\r])[ \t|:]*-{3}[-|: \t]*(?=[\n\r])|\*\*|~~|`+/g;

/** The text of the frame; frequent markup is hidden, all else is in its place. */
function withoutMarkup(text: string, { start, end }: HitRange): string {
  const previous = start === 0 ? '\n' : text.charAt(start - 1);
  return (previous + text.slice(start, end)).replace(markup, (signs) => hidden.repeat(signs.length)).slice(1);
}
