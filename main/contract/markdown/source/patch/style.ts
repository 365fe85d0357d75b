// How lines are written anew: with the quotes, items and indents that stood before their text, and with the marks that the block has.

import { Fragment, type Node } from 'prosemirror-model';
import { parseNodes } from '../../parse.ts';
import { plainDialect, type Dialect } from '../../serialize/dialect.ts';
import { serializeBlock, type SerializeContext } from '../../serialize/serialize.ts';

/** Whether nothing stands on a line, but for the signs of quotes. */
export const isBlankInQuotes = (line: string): boolean => /^[>\s]*$/.test(line);

/** What the lines below begin with: quotes go on, markers become spaces. */
export const continued = (head: string): string => head.replace(/[^>\t]/g, ' ');

/** A line behind a head; a blank one ends with it, without blanks. */
export const behind = (head: string, line: string): string => (line === '' ? head.trimEnd() : head + line);

const heads = [
  /^[ \t]*(?:>[ \t]*)*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+(?:>[ \t]*)*|$))*(?:\[[ xX]\][ \t]+)?/,
  /^[ \t]*(?:>[ \t]*)*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+(?:>[ \t]*)*|$))*/,
  /^[ \t]*/,
];

/** What can stand before the text of a line, the likeliest first: what looks like a box or a marker can be text. */
export function headsOf(line: string): string[] {
  return [...new Set(heads.map((head) => head.exec(line)?.[0] ?? ''))];
}

/** What code that is indented stands behind without its own indent, by its first line: in an item, one blank stays behind the marker. */
export function headsOfCode(line: string): string[] {
  const [head = ''] = headsOf(line);
  return [...new Set([head.replace(/(?: {4}|\t)$/, ''), head.replace(/([-+*]|\d[.)])[ \t]+$/, '$1 ')])].filter((each) => each !== head);
}

/**
 * A block as it is written without its old bytes, in the ways of a dialect, where these say the same. Its lines end in `\n`; '' for an
 * empty paragraph.
 */
export function inDialect(node: Node, { dialect = plainDialect, ...context }: SerializeContext): string {
  const plain = serializeBlock(node, context);
  if (Object.keys(dialect).length === 0) return plain;
  const read = (source: string): Fragment => Fragment.from(parseNodes(source, context.references));
  let said: Fragment | null = null;
  const saysTheSame = (source: string): boolean => read(source).eq((said ??= read(plain)));
  const styled = serializeBlock(node, { ...context, dialect });
  return inStyleOf('', styled, dialect).find((source) => source === plain || saysTheSame(source)) ?? plain;
}

/** What the text of a line stands behind: blanks, and signs of quotes. */
export const leadOf = (line: string): string => /^[ \t>]*/.exec(line)?.[0] ?? '';

/** A list that stands behind a tab in an item of another one, in a quote as well. */
const behindTab = /^(?:> ?)*\t+(?:[-+*]|\d{1,9}[.)])[ \t]/m;
/** One four blanks deep in an item whose text stands two or three deep, below other lines of that. */
const behindBlanks =
  /^((?:> ?)*)(?:[-+*]|\d[.)]) \S.*\r?\n(?:\1(?: {2,}(?!(?:[-+*]|\d{1,9}[.)])[ \t])\S.*)?\r?\n)*\1 {4}(?:[-+*]|\d{1,9}[.)])[ \t]/m;

/** What lists in items stand behind: a tab, or more blanks than they need; null where there is no such list. */
export function nestedBlanks(source: string): string | null {
  return behindTab.test(source) ? '\t' : behindBlanks.test(source) ? '    ' : null;
}

const starredEm = /(?<![\w*\\])\*(?![\s*])/;
const em = /(?<![\w_\\])_(?=[^\s_])/;
const strong = /(?<![\w_\\])__(?=[^\s_])/;
const starred = /(?<![\w*\\])(\*{1,2})(?![\s*])([^*\n]*[^*\s\\])\1(?![\w*])/g;

/**
 * The text with the marks for emphasis that `origin` has, or else the dialect, underscores where there are such, and the text as it is: the
 * former may say something else.
 */
export function inStyleOf(origin: string, text: string, dialect: Dialect): string[] {
  const hasEm = em.test(origin) || (dialect.em !== undefined && !starredEm.test(origin));
  const hasStrong = strong.test(origin) || (!origin.includes('**') && (dialect.strong !== undefined || em.test(origin)));
  if (!hasEm && !hasStrong) return [text];
  const styled = text.replace(starred, (whole, { length }: string, inner: string) =>
    (length === 1 ? hasEm : hasStrong) ? '_'.repeat(length) + inner + '_'.repeat(length) : whole,
  );
  return styled === text ? [text] : [styled, text];
}
