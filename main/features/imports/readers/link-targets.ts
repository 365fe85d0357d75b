// Where the links and pictures of a markdown text lead, and where in the text that stands. Code is passed over.

import { parserScope } from '../../../contract/markdown/references.ts';
import { frontMatterOf, sourceLines } from '../../../contract/markdown/source-lines.ts';
import { tokenizeBlocks, tokenizer } from '../../../contract/markdown/tokenizer.ts';
import { decoded } from '../../../contract/percent-encoding.ts';

/** A target in a text. */
export interface LinkTarget {
  readonly kind: 'link' | 'image' | 'html' | 'definition' | 'embed' | 'wiki';
  /** As it is meant: without angle brackets, percent-encoding, backslashes and entities. */
  readonly target: string;
  /** What follows `#` in it, the mark included; ''. */
  readonly fragment: string;
  /** Of the target, as it is written, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** The path in it, without angle brackets and fragment. */
  readonly path: SourceRange;
  /** Of all of the link, from its first bracket on. */
  readonly start: number;
  readonly end: number;
  /** What the link shows. */
  readonly label: string;
}

/** Behind a backslash, which is not one behind a backslash itself. */
const escaped = String.raw`(?<=(?<!\\)(?:\\\\)*\\)`;
/** What is in brackets in it goes with its address, if there is one: two ways to read each link of a text would double the time. */
const label = String.raw`((?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\](?:\([^()\s]*\)|(?!\([^()\s]*\))))*)`;
const destination = String.raw`\(\s*(<[^<>\n]*>|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`;
const image = new RegExp(String.raw`(?=!\[)(?!${escaped})!\[${label}\]${destination}`, 'dg');
// One can have a picture in its label, which is a target of its own.
const inlineLink = new RegExp(String.raw`(?=\[)(?<!(?!${escaped})!)(?!${escaped})\[${label}\]${destination}`, 'dg');
const definition = /^ {0,3}\[([^\]\r\n\u2028\u2029]+)\]:[ \t]*(<[^<>\n]*>|\S+)/dgm;
const codeSpan = new RegExp(String.raw`(?=\`)(?!${escaped})(?<!\`)(\`+)(?!\`)((?:(?!\n\n)[^])*?[^\`])\1(?!\`)`, 'g');
const html = /<(?:img|a|audio|video|source)\b[^<>]*?\s(?:src|href)\s*=\s*(["'])([^"']*)\1/dgi;
const wiki = /(!?)\[\[([^[\]|#\n]*)(#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g;

const recordAddress = /\b(daybook:\/\/(note|card|event)\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\da-z-])/gi;

/** Long texts of brackets would take long to be searched. */
const maxLineLength = 20_000;

/** In the order of the text. */
export function linkTargets(markdown: string): LinkTarget[] {
  const text = withoutCode(markdown);
  const found: LinkTarget[] = [];
  const collect = (pattern: RegExp, kind: LinkTarget['kind']): void => {
    for (const match of text.matchAll(pattern)) {
      const [all, shown = '', written = ''] = match;
      const [from, to] = match.indices?.[2] ?? [0, 0];
      const end = match.index + all.length;
      const isBracketed = kind !== 'html' && written.startsWith('<');
      const inside = isBracketed ? written.slice(1, -1) : written;
      const first = from + (isBracketed ? 1 : 0);
      const path: SourceRange = [first, first + pathLength(inside, kind)];
      found.push({ kind, ...meant(inside, kind), from, to, path, start: match.index, end, label: kind === 'html' ? '' : shown });
    }
  };
  collect(image, 'image');
  collect(inlineLink, 'link');
  collect(definition, 'definition');
  collect(html, 'html');
  for (const match of text.matchAll(wiki)) {
    const [all, mark = '', target = '', fragment = '', shown = ''] = match;
    const from = match.index + mark.length + 2;
    const kind = mark === '!' ? 'embed' : 'wiki';
    const end = match.index + all.length;
    const to = from + target.length;
    found.push({ kind, target: target.trim(), fragment, from, to, path: [from, to], start: match.index, end, label: shown });
  }
  return found.toSorted((a, b) => a.from - b.from);
}

/** The address of a record of Daybook in a text; `from` and `to`: of its id, in UTF-16 units. */
export interface RecordAddress {
  readonly type: 'note' | 'card' | 'event';
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** `daybook://note/ID` and the like, wherever they stand. */
export function recordAddresses(text: string): RecordAddress[] {
  return [...text.matchAll(recordAddress)].map(({ index, 1: before = '', 2: type = '', 3: id = '' }) => {
    const from = index + before.length;
    return { type: type.toLowerCase() as RecordAddress['type'], id, from, to: from + id.length };
  });
}

/** A part of a text, from and to, in UTF-16 units. */
export type SourceRange = readonly [number, number];

/** A part of a text, and what is to stand there. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface Rewritten {
  readonly text: string;
  /** Where the parts stand in it, but those that others overlap. */
  readonly placed: ReadonlyMap<TextPart, SourceRange>;
  /** Where the targets stand in it; null for one that is gone. */
  readonly targets: readonly (SourceRange | null)[];
}

/** Puts other texts in the place of parts of a text. Of parts that overlap the first counts. `targets` are in the order of the text. */
export function withTargets(text: string, parts: readonly TextPart[], targets: readonly (SourceRange | null)[]): Rewritten {
  const result: string[] = [];
  const placed = new Map<TextPart, SourceRange>();
  const kept: { readonly from: number; readonly to: number; readonly added: number }[] = [];
  let at = 0;
  let added = 0;
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    if (part.from < at) continue;
    result.push(text.slice(at, part.from), part.text);
    placed.set(part, [part.from + added, part.from + added + part.text.length]);
    at = part.to;
    added += part.text.length - (part.to - part.from);
    kept.push({ from: part.from, to: part.to, added });
  }
  let passed = 0;
  const moved = targets.map((target): SourceRange | null => {
    if (target === null) return null;
    const [from, to] = target;
    while (passed < kept.length && (kept[passed]?.to ?? 0) <= from) passed += 1;
    const by = kept[passed - 1]?.added ?? 0;
    return (kept[passed]?.from ?? Number.POSITIVE_INFINITY) < to ? null : [from + by, to + by];
  });
  return { text: [...result, text.slice(at)].join(''), placed, targets: moved };
}

/** Of what stands before the fragment. */
function pathLength(written: string, kind: LinkTarget['kind']): number {
  // One in an entity, as in `&#39;`, begins none.
  const at = written.search(kind === 'html' ? /(?<!&)#/ : /\\?(?<!&)#/);
  return at < 0 ? written.length : at;
}

function meant(written: string, kind: LinkTarget['kind']): { readonly target: string; readonly fragment: string } {
  const { unescapeAll } = tokenizer.utils;
  // HTML knows entities alone.
  const plain = kind === 'html' ? written.replaceAll(/&#?\w+;/g, unescapeAll) : unescapeAll(written);
  const at = plain.indexOf('#');
  const path = at < 0 ? plain : plain.slice(0, at);
  return { target: decoded(path), fragment: at < 0 ? '' : plain.slice(at) };
}

/** The text with blanks in the place of code: all else stands where it stood. */
function withoutCode(markdown: string): string {
  const lines = sourceLines(markdown);
  const code = codeLines(lines);
  const kept = lines.map((line, index) => (code.has(index) || line.length > maxLineLength ? blank(line) : line));
  return kept.join('').replaceAll(codeSpan, blank);
}

/** Which lines are code of their own, between fences or indented, as notes read it. */
function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const start = frontMatterOf(lines)?.lines ?? 0;
  const found = new Set<number>();
  for (const { tokens } of tokenizeBlocks(lines.slice(start).join(''), { references: parserScope({}) }))
    for (const { type, map } of tokens) {
      if ((type !== 'fence' && type !== 'code_block') || map === null) continue;
      for (let line = map[0]; line < map[1]; line++) found.add(start + line);
    }
  return found;
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ');
}
