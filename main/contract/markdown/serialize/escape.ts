// Text that shall mean itself.

import MarkdownIt from 'markdown-it';
import { reference } from '../characters.ts';
import { beginsHtml, interruptsAsHtml } from '../html-starts.ts';
import { parseWeight } from '../parse-weight.ts';
import { titlesWithSigns } from '../title-rule.ts';

const { unescapeAll } = new MarkdownIt().utils;

/**
 * `plain` escapes what can hardly be meant otherwise, and is to be verified; `brackets` leaves those alone, but for titles that have
 * formatted words; `full` is safe.
 */
export type Escaping = 'plain' | 'brackets' | 'full';

interface Neighbours {
  /** The characters beside the text, empty at the edge of a block or line. */
  readonly before: string;
  readonly after: string;
}

const special = /[\\`*_[\]~<&$!^\n\r]/;
const characterReference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y;
const asciiPunctuation = /[!-/:-@[-`{-~]/;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** `&amp;`, and any number: one of no character is read as U+FFFD. But not `&nope;`. */
function isEntity(text: string, at: number): boolean {
  characterReference.lastIndex = at;
  const source = characterReference.exec(text)?.[0];
  return source !== undefined && (source.startsWith('&#') || unescapeAll(source) !== source);
}

/** Underscores within a word are no emphasis. */
function isWithinWord(text: string, at: number): boolean {
  let from = at;
  let to = at;
  while (text[from] === '_') from--;
  while (text[to] === '_') to++;
  return letterOrDigit.test(text[from] ?? '') && letterOrDigit.test(text[to] ?? '');
}

/** What an address of mail in angle brackets begins with: signs can stand first. */
const mail = /<[\w.!#$%&'*+/=?^`{|}~-]+@/y;

function isMail(text: string, at: number): boolean {
  mail.lastIndex = at;
  return mail.test(text);
}

interface Site {
  readonly text: string;
  readonly at: number;
  readonly before: string;
  readonly next: string;
  readonly escaping: Escaping;
}

/** When a character needs a backslash, by character. */
const needsEscape: Readonly<Record<string, (site: Site) => boolean>> = {
  '\\': ({ next }) => next === '' || next === '\n' || next === '\r' || asciiPunctuation.test(next),
  '`': ({ escaping }) => escaping !== 'plain',
  '*': ({ escaping }) => escaping !== 'plain',
  $: ({ escaping }) => escaping !== 'plain',
  // A title in brackets that has formatted words would be one as it stands.
  '[': ({ escaping, text, at, next }) => escaping === 'full' || (escaping === 'brackets' && next === '[' && !text.includes(']]', at)),
  ']': ({ escaping }) => escaping === 'full',
  _: ({ escaping, text, at }) => escaping !== 'plain' && !isWithinWord(text, at),
  '~': ({ escaping, before, next }) => escaping !== 'plain' && (before === '~' || next === '~'),
  '<': ({ escaping, text, at, next }) => escaping !== 'plain' && (/[a-zA-Z/!?]/.test(next) || isMail(text, at)),
  '&': ({ text, at }) => isEntity(text, at),
  // At the start of a link's text it would make a footnote of it.
  '^': ({ at, before }) => at === 0 && before === '[',
  '!': ({ text, at, next }) => at === text.length - 1 && next === '[',
};

/** Long runs of underscores are escaped without looking at what is around them: looking costs their length each time. */
const longRun = /_{20}/;

/** `text` as markdown that means just this text, on one line. */
export function escapeText(text: string, escaping: Escaping, { before, after }: Neighbours): string {
  if (!special.test(text)) return text;
  const run = longRun.test(text);
  const titles = escaping === 'brackets' ? titlesWithSigns(text) : null;
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    at = titles?.get(at) ?? at;
    const character = text.charAt(at);
    const lineEnd = character === '\n' || character === '\r';
    const rule = needsEscape[character];
    if (rule === undefined && !lineEnd) continue;
    const site = { text, at, before: text[at - 1] ?? before, next: text[at + 1] ?? after, escaping };
    if (!lineEnd && !(run && character === '_') && rule?.(site) !== true) continue;
    parts.push(text.slice(from, at), lineEnd ? reference(character) : `\\${character}`);
    from = at + 1;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

const escapes = /\\[!-/:-@[-`{-~]/g;

interface Lessening {
  /** Whether a source still says what it is to say. */
  readonly says: (source: string) => boolean;
  /** How much may be read for it, in units of `parseWeight`; a source that is heavier stays as it is. */
  readonly maxWeight: number;
}

/**
 * `source` without the escapes from `start` up to `end` that change nothing. Of signs that are markup together the first keeps its own, as
 * the last are tried first.
 */
export function withFewerEscapes(source: string, { says, maxWeight }: Lessening, start = 0, end = source.length): string {
  const placesIn = (text: string): number[] =>
    Array.from(text.slice(start, end + text.length - source.length).matchAll(escapes), ({ index }) => start + index).toReversed();
  let places = placesIn(source);
  let tries = places.length === 0 ? 0 : Math.floor(maxWeight / parseWeight(source));
  let fewer = source;
  // One that was needed may not be any more once another is gone.
  for (let before = ''; before !== fewer; places = placesIn(fewer)) {
    before = fewer;
    for (const at of places) {
      if (tries-- <= 0) return fewer;
      const tried = fewer.slice(0, at) + fewer.slice(at + 1);
      if (says(tried)) fewer = tried;
    }
  }
  return fewer;
}

function guardFirst(line: string): string | null {
  if (/^(?:#{1,6}(?=[ \t]|$)|>|[-+*](?=[ \t]|$)|-(?:[ \t]*-){2,}[ \t]*$)/.test(line)) return `\\${line}`;
  return numbered(line, /^(\d{1,9})[.)](?=[ \t]|$)/);
}

/** A line within a paragraph: only what may interrupt one, or makes it a heading or the head of a table. */
function guardNext(line: string, before: string): string | null {
  if (/^(?:#{1,6}(?=[ \t]|$)|>|[-+*](?=[ \t]+[^ \t])|-(?:[ \t]*-){2,}[ \t]*$|(?:=+|-+)[ \t]*$)/.test(line)) return `\\${line}`;
  if (before.includes('|') && /^[|:-][-:| \t]*$/.test(line)) return `\\${line}`;
  return numbered(line, /^(0{0,8}1)[.)](?=[ \t]+[^ \t])/);
}

function numbered(line: string, pattern: RegExp): string | null {
  const digits = pattern.exec(line)?.[1];
  return digits === undefined ? null : `${digits}\\${line.slice(digits.length)}`;
}

/** Lines of a paragraph, so that none begins a block of another kind. `behindMarker`: the first one has the box of a task before it. */
export function guardLines(lines: readonly string[], behindMarker: boolean): string[] {
  const mayBeHtml = !behindMarker && beginsHtml(lines[0] ?? '');
  return lines.map((line, index) => {
    // So far in, nothing interrupts a paragraph, and what begins HTML is a part of the text.
    if (index > 0 && !mayBeHtml && interruptsAsHtml(line)) return `    ${line}`;
    const guarded = index > 0 ? guardNext(line, lines[index - 1] ?? '') : behindMarker ? null : guardFirst(line);
    return (guarded ?? line).replace(/^(\[\^?[^\][\\]+\]):/, '$1\\:');
  });
}
