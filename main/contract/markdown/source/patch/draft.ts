// Bytes of a block that are changed step by step, each time read again.

import type { Node } from 'prosemirror-model';
import { parseNodes, type References } from '../../parse.ts';
import { sourceLines } from '../../source-lines.ts';
import { parseWeight } from '../../parse-weight.ts';
import { plainDialect, withoutIndents, withStars, type Dialect } from '../../serialize/dialect.ts';
import type { LineEnding } from '../line-ending.ts';
import type { SourceSpan } from './alignment.ts';
import type { KnownTexts } from './known-texts.ts';
import type { KnownLines } from './reused-lines.ts';
import { inDialect } from './style.ts';

/** Bytes, and the block that they are read as. */
export interface BlockDraft {
  readonly node: Node;
  readonly source: string;
}

/** Code units `from` up to `to` of the source give way to `text`. */
export interface SourceEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What every change of a block needs: the reader of what is tried, and how the note ends its lines. */
export interface Patching {
  readonly reader: SourceReader;
  readonly lineEnding: LineEnding;
  /** The bytes of the block before all changes. */
  readonly origin: string;
  /** The lines of its parts. */
  readonly known: KnownLines;
  /** Texts that may have been joined in it. */
  readonly texts: KnownTexts;
  /** What the block is to become with all its changes. */
  readonly goal: Node;
}

/** How many ways of writing a change are read before it is given up. */
const maxTries = 16;

/** Reads what is tried, up to `maxRead` units of `parseWeight` in all. */
export class SourceReader {
  readonly references: References;
  /** How what is new is written. */
  readonly dialect: Dialect;
  /** What sources are read as: several ways of writing a change can be the same. */
  readonly #read = new Map<string, readonly Node[]>();
  #left: number;

  constructor(references: References, maxRead: number, dialect = plainDialect) {
    this.references = references;
    this.dialect = dialect;
    this.#left = maxRead;
  }

  /** Takes what some other work weighs off what is left to be read; false where nothing is left. */
  spend(weight: number): boolean {
    return (this.#left -= weight) >= 0;
  }

  /** Whether a source is read as just these blocks. */
  readsAs(source: string, wanted: readonly Node[]): boolean {
    let nodes = this.#read.get(source);
    if (nodes === undefined) {
      if (!this.spend(parseWeight(source))) return false;
      this.#read.set(source, (nodes = parseNodes(source, this.references)));
    }
    return nodes.length === wanted.length && nodes.every((node, index) => node.eq(wanted[index] as Node));
  }

  /** The draft after the first of the edits that makes it `wanted`; null if none does. */
  firstThatMakes({ source }: BlockDraft, wanted: Node, ways: Iterable<readonly SourceEdit[]>): BlockDraft | null {
    let tries = 0;
    for (const edits of ways) {
      const next = edited(source, edits);
      if ((!this.#read.has(next) && (tries += 1) > maxTries) || this.#left < 0) return null;
      if (this.readsAs(next, [wanted])) return { node: wanted, source: next };
    }
    return null;
  }
}

/** `edits` in any order, apart from each other. What is inserted stands before what is replaced at the same place. */
function edited(source: string, edits: readonly SourceEdit[]): string {
  let next = source;
  for (const { from, to, text } of edits.toSorted((some, other) => other.from - some.from || other.to - some.to))
    next = next.slice(0, from) + text + next.slice(to);
  return next;
}

type Writer = Pick<SourceReader, 'references' | 'dialect'>;

/** The lines of a block as it is written without its old bytes, without their endings. */
export function writtenLines(node: Node, { references, dialect }: Writer): string[] {
  return inDialect(node, { references, dialect: withoutIndents(dialect), first: false })
    .replace(/\n$/, '')
    .split('\n');
}

/** The same with emphasis by stars, which can stand within words: to be tried in the ways of `inStyleOf`. */
export function starredLines(node: Node, { references, dialect }: Writer): string[] {
  return writtenLines(node, { references, dialect: withStars(dialect) });
}

/** Where the lines of a source begin, and at last its end. */
export function lineStarts(source: string): number[] {
  let at = 0;
  return [0, ...sourceLines(source).map((line) => (at += line.length))];
}

/** Where lines `from` up to `to` stand. */
export function spanOfLines(source: string, from: number, to: number): SourceSpan {
  const starts = lineStarts(source);
  const at = (line: number): number => starts[Math.min(line, starts.length - 1)] ?? source.length;
  return { start: at(from), end: at(to) };
}
