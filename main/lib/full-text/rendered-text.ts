// Markdown with its words as a reader sees them: marks within a word do not part it, and character references are the characters that
// they name.
//
// A note is not parsed for this: it is read line by line, each in one pass. Where a line alone does not tell, its words are given both
// ways.

import { referenceOrEscape } from '../../contract/markdown/characters.ts';
import { frontMatterOf, sourceLines } from '../../contract/markdown/source-lines.ts';
import { tokenizer } from '../../contract/markdown/tokenizer.ts';

/** Stands for a character that is not shown and separates words. As a character of a note it would not be seen either. */
export const hidden = '\x7F';

interface RenderedText {
  readonly text: string;
  /** Lines that have other words as they are written: parts of words, or code that may as well be text. */
  readonly written: readonly string[];
}

/** A stretch of a line. One that joins is not seen, and does not part the words beside it. */
interface TextRun {
  readonly text: string;
  joins: boolean;
}

const inlineTags =
  'a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr';

/** Escapes, character references, backticks, `*` and `~`, tags within text, what was hidden, and the edges of table cells. */
const signs = new RegExp(String.raw`${referenceOrEscape}|\x60+|\*+|~+|</?(?:${inlineTags})(?:[\s/][^<>]{0,500})?>|${hidden}+|\|`, 'gi');
/** A line in which something stands between two words, or may stand for a character. In all others nothing is to be done. */
const mayMatter =
  /[^\0-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F\s][*~\x60\x7F]*(?:[*~\x60\x7F][^\0-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F\s]|<)|&[#\da-z]/i;

const kinds = { blank: 0, punctuation: 1, word: 2 } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

function kindOf(character: string): Kind {
  if (/^\s?$/u.test(character)) return kinds.blank;
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? kinds.word : kinds.punctuation;
}

const asciiKinds = Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/** Of the character before a place in the text, and of the one at it; blank beyond its ends. */
function kindBefore(text: string, at: number): Kind {
  const ascii = asciiKinds[text.charCodeAt(at - 1)];
  if (ascii !== undefined) return ascii;
  const code = text.codePointAt(at - 2) ?? 0;
  return kindOf(code > 0xffff ? String.fromCodePoint(code) : text.charAt(at - 1));
}
function kindAt(text: string, at: number): Kind {
  return asciiKinds[text.charCodeAt(at)] ?? kindOf(String.fromCodePoint(text.codePointAt(at) ?? 0x20));
}

/** What a run of `*` or `~` can be (CommonMark 6.2). */
function flanking(line: string, start: number, end: number): { readonly opens: boolean; readonly closes: boolean } {
  const [previous, next] = [kindBefore(line, start), kindAt(line, end)];
  return {
    opens: next === kinds.word || (next === kinds.punctuation && previous !== kinds.word),
    closes: previous === kinds.word || (previous === kinds.punctuation && next !== kinds.word),
  };
}

/** Where runs of backticks are, by what they are, the last first. */
function tickPlaces(line: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const some = places.get(run);
    if (some === undefined) places.set(run, [index]);
    else some.push(index);
  }
  for (const some of places.values()) some.reverse();
  return places;
}

/** The pieces of a line, from front to back. */
class LinePieces {
  readonly pieces: TextRun[] = [];
  readonly #line: string;
  /** Runs that may begin emphasis, by what they are. */
  #open = new Map<string, TextRun[]>();
  #ticks: Map<string, number[]> | null = null;

  constructor(line: string) {
    this.#line = line;
    let at = 0;
    signs.lastIndex = 0;
    for (let found = signs.exec(line); found !== null; found = signs.exec(line)) {
      this.#add(line.slice(at, found.index));
      at = this.#sign(found[0], found.index);
      signs.lastIndex = at;
    }
    this.#add(line.slice(at));
  }

  /** The piece that was added. */
  #add(text: string, joins = false): TextRun {
    const piece = { text, joins };
    if (text !== '') this.pieces.push(piece);
    return piece;
  }

  /** Takes in a sign; where it ends. */
  #sign(sign: string, at: number): number {
    const end = at + sign.length;
    switch (sign.charAt(0)) {
      case '&':
        this.#add(tokenizer.utils.unescapeAll(sign));
        return end;
      case '`':
        return this.#code(sign, at);
      case '*':
      case '~':
        this.#run(sign, at);
        return end;
      case '|':
        this.#open = new Map();
        this.#add(sign);
        return end;
      default:
        this.#add(sign, sign.startsWith('<') || sign.startsWith(hidden));
        return end;
    }
  }

  #code(ticks: string, at: number): number {
    const start = at + ticks.length;
    const places = (this.#ticks ??= tickPlaces(this.#line)).get(ticks) ?? [];
    while (places.length > 0 && (places.at(-1) ?? start) < start) places.pop();
    const close = places.at(-1);
    this.#add(ticks, close !== undefined);
    if (close === undefined) return start;
    this.#add(this.#line.slice(start, close));
    this.#add(ticks, true);
    return close + ticks.length;
  }

  #run(run: string, at: number): void {
    const piece = this.#add(run);
    if (run === '~') return;
    const { opens, closes } = flanking(this.#line, at, at + run.length);
    const open = this.#open.get(run) ?? [];
    this.#open.set(run, open);
    const opener = closes ? open.pop() : undefined;
    if (opener !== undefined) opener.joins = piece.joins = true;
    else if (opens) open.push(piece);
  }
}

interface SeenLine {
  readonly text: string;
  /** The same with everything that was left out. */
  readonly written: string;
}

function seenLine(line: string): SeenLine {
  let [text, written, joint] = ['', '', ''];
  let isAfterWord = false;
  for (const piece of new LinePieces(line).pieces) {
    written += piece.text;
    if (piece.joins) {
      joint += piece.text;
      continue;
    }
    if (joint !== '' && !(isAfterWord && kindAt(piece.text, 0) === kinds.word)) text += joint;
    joint = '';
    text += piece.text;
    isAfterWord = kindBefore(piece.text, piece.text.length) === kinds.word;
  }
  return { text: text + joint, written };
}

/** A fence that is open: its sign, and whether it stands in a quote. */
interface Fence {
  readonly sign: string;
  readonly isQuoted: boolean;
}

const fenceStart = /^([\s>]{0,100}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,100}){0,20})(`{3,}(?=[^`]*$)|~{3,})/;
const fenceEnd = /^[\s>]*(`{3,}|~{3,})\s*$/;
const isQuote = /^\s{0,3}>/;

function fenceAt(line: string): Fence | null {
  const [, prefix = '', sign] = fenceStart.exec(line) ?? [];
  return sign === undefined ? null : { sign, isQuoted: prefix.includes('>') };
}

const closes = ({ sign }: Fence, line: string): boolean => fenceEnd.exec(line)?.[1]?.startsWith(sign) === true;

/** Lines that are code, unless they are part of a list. */
const isIndented = /^(?: {4}| {0,3}\t)/;

export function renderedText(markdown: string): RenderedText {
  if (!mayMatter.test(markdown)) return { text: markdown, written: [] };
  const all = sourceLines(markdown);
  const literal = markdown.startsWith('---') ? (frontMatterOf(all)?.lines ?? 0) : 0;
  const lines = all.slice(0, literal);
  const written: string[] = [];
  let fence: Fence | null = null;
  for (const line of all.slice(literal)) {
    if (fence?.isQuoted === true && !isQuote.test(line)) fence = null;
    if (fence !== null) {
      lines.push(line);
      if (closes(fence, line)) fence = null;
      continue;
    }
    fence = fenceAt(line);
    if (fence !== null || !mayMatter.test(line)) {
      lines.push(line);
      continue;
    }
    const seen = seenLine(line);
    lines.push(seen.text);
    if (seen.text !== seen.written) written.push(seen.written);
    if (isIndented.test(line) && seen.written !== line) written.push(line);
  }
  return { text: lines.join(''), written };
}
