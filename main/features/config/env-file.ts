// Edits the text of a .env file in dotenv's own grammar. Pure: no file, no environment.

import { isUtf8 } from 'node:buffer';
import { parse } from 'dotenv';
import { invalid } from '../../lib/app-error.ts';

// Text and back without loss, also where a file is not valid UTF-8: a comment in another encoding survives an edit.

const sequence =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|[\x80-\xFF]/g;

/** UTF-8 as text. A byte that belongs to no character becomes a lone surrogate (U+DC00 + byte), which no valid file holds. */
export function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replace(sequence, (found) =>
      found.length === 1 ? String.fromCharCode(0xdc_00 + found.charCodeAt(0)) : Buffer.from(found, 'latin1').toString('utf8'),
    );
}

/** The bytes that `decode` was given. */
export function encode(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8');
  const parts = text.split(/([\uDC80-\uDCFF])/u);
  return Buffer.concat(parts.map((part, index) => (index % 2 === 1 ? Buffer.of(part.charCodeAt(0) - 0xdc_00) : Buffer.from(part, 'utf8'))));
}

/** What dotenv reads: of a key that occurs several times, the last. */
export function parseEnv(text: string): Map<string, string> {
  return new Map(Object.entries(parse(text)));
}

/**
 * The text with these keys set, or removed where the value is null, so that dotenv reads back exactly these values.
 * Every other line stays byte for byte. Throws `validation_failed` naming the key whose value no line can carry.
 */
export function setKeys(text: string, changes: ReadonlyMap<string, string | null>): string {
  let edited = text;
  for (const [key, value] of changes) edited = setKey(edited, key, value);
  return edited;
}

function setKey(text: string, key: string, value: string | null): string {
  const wanted = parseEnv(text);
  if ((wanted.get(key) ?? null) === value) return text;
  if (value === null) wanted.delete(key);
  else wanted.set(key, value);
  // dotenv itself is the judge: also of what the new line does to the lines around it.
  for (const candidate of candidates(text, key, value)) if (sameEntries(parseEnv(candidate), wanted)) return candidate;
  throw invalid({
    path: key,
    message:
      value === null
        ? 'cannot be removed without changing other lines of the file'
        : 'mixes quotes, # or blanks in a way that no line of the file can carry',
  });
}

function sameEntries(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): boolean {
  return some.size === others.size && [...some].every(([key, value]) => others.get(key) === value);
}

function* candidates(text: string, key: string, value: string | null): Generator<string> {
  const present = assignments(text).filter((assignment) => assignment.key === key);
  if (value === null) {
    yield present.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
    return;
  }
  const winning = present.at(-1);
  for (const form of forms(value)) {
    if (winning === undefined) yield* appended(text, `${key}=${form}`);
    else yield text.slice(0, winning.valueStart) + form + text.slice(winning.valueEnd);
  }
}

function forms(value: string): string[] {
  const quoted = ["'", '"', '`']
    .toSorted((one, other) => Number(value.includes(one)) - Number(value.includes(other)))
    .map((quote) => quote + value + quote);
  // A quote at the start that is not closed would reach for the lines below, should one of them ever close it.
  return /^['"`]/.test(value) ? [...quoted, value] : [value, ...quoted];
}

function* appended(text: string, line: string): Generator<string> {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const ended = text === '' || text === '\uFEFF' || /[\r\n]$/.test(text) ? text : text + newline;
  yield ended + line + newline;
  // `KEY:` at the end would take the next line for its value, but not across an empty one.
  yield ended + newline + line + newline;
}

/** Where an assignment stands in the text. */
interface Assignment {
  readonly key: string;
  /** Its lines, the line break included. */
  readonly start: number;
  readonly end: number;
  /** The value with its quotes, without blanks around it. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

// The grammar of dotenv 18 (its LINE expression), with names. It holds for line breaks of \n alone.
const grammar =
  /^\s*(?<exported>export\s+)?(?<key>[\w.-]+)(?<separator>\s*=\s*?|:\s+?)(?<value>\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/dgm;

// What ^ and $ of an expression take for a line break.
const lineBreak = /[\n\u2028\u2029]/g;

function assignments(original: string): Assignment[] {
  const { text, origin } = withPlainLineBreaks(original);
  return [...text.matchAll(grammar)].map((match) => {
    const groups = match.indices?.groups ?? {};
    const [keyStart] = groups['key'] ?? [0, 0];
    const [firstToken] = groups['exported'] ?? [keyStart];
    const [, separatorEnd] = groups['separator'] ?? [0, 0];
    const [rawStart, rawEnd] = groups['value'] ?? [separatorEnd, separatorEnd];
    const raw = text.slice(rawStart, rawEnd);
    // Nothing but blanks: a value goes right behind the separator, and a comment keeps its distance.
    const valueStart = raw.trim() === '' ? rawStart : rawEnd - raw.trimStart().length;
    const valueEnd = raw.trim() === '' ? rawStart : rawStart + raw.trimEnd().length;
    const lastCharacter = keyStart + text.slice(keyStart, valueEnd).trimEnd().length;
    return {
      key: match.groups?.['key'] ?? '',
      start: origin(lineStart(text, firstToken)),
      end: origin(nextLine(text, lastCharacter)),
      valueStart: origin(valueStart),
      valueEnd: origin(valueEnd),
    };
  });
}

function lineStart(text: string, position: number): number {
  let start = position;
  while (start > 0 && !/[\n\u2028\u2029\uFEFF]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function nextLine(text: string, position: number): number {
  lineBreak.lastIndex = position;
  return lineBreak.test(text) ? lineBreak.lastIndex : text.length;
}

/** dotenv turns every \r\n and \r into \n first; `origin` leads from a position in that text back to the original. */
function withPlainLineBreaks(original: string): { readonly text: string; readonly origin: (position: number) => number } {
  const shortened: number[] = [];
  const text = original.replace(/\r\n?/g, (lineEnd: string, offset: number) => {
    if (lineEnd.length === 2) shortened.push(offset - shortened.length);
    return '\n';
  });
  return {
    text,
    origin: (position) => {
      const before = shortened.findIndex((at) => at >= position);
      return position + (before === -1 ? shortened.length : before);
    },
  };
}
