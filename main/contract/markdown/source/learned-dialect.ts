// How the blocks around a block are written: what is new is written in the same way.

import type { Node } from 'prosemirror-model';
import { plainDialect, type Dialect } from '../serialize/dialect.ts';
import { nestedBlanks } from './patch/style.ts';
import type { BlockRecord, OriginalBlock } from './records.ts';
import { closenessBelow, closenessIn } from './learned-closeness.ts';
import { tableStyleIn } from './learned-table.ts';

/** The ways of one kind of markup that a source has; null where it does not tell. */
type Learn = (source: string) => Dialect | null;

const emphasis = /(?<![\w*_\\])([*_])(?![\s*_])/;
const strong = /(?<![\w*_\\])(\*\*|__)(?![\s*_])/;
const bullets = /^( {0,3})[-+*]( {1,4})(?=\S)/m;
const numbers = /^( {0,3})\d{1,9}[.)]( {1,4})(?=\S)/m;
/** The first two items of a numbered list, of which the second stands as deep as the first. */
const twoNumbers = /^( {0,3})(\d{1,9})[.)][ \t][^]*?^\1(\d{1,9})[.)][ \t]/m;

/** A quote, maybe in an item or another quote, without a blank behind its sign. */
const quote = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(?:>[ \t]?)*>(?=[^\s>])/m;

function nestedIn(source: string): Dialect {
  const nested = nestedBlanks(source);
  return nested === null ? plainDialect : { nested };
}

/** What can stand before a block in a line: signs of quotes and markers of items. */
const within = /(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t]))*[ \t]*/;

/** Of headings of a level, of a heading itself or of the first one in a list or a quote, as its first lines tell. */
function headingsOf(level: string): Learn {
  const opened = new RegExp(`^${within.source}#${level}(?:[ \t].*)?$`, 'm');
  // One hyphen below a text is mostly an item that is still empty.
  const below = /^[ \t>]*(?:=+|--+)[ \t]*$/m;
  return (source) => {
    const line = opened.exec(source)?.[0];
    if (line !== undefined) return /\S[ \t]+#+[ \t]*$/.test(line) ? { closed: true } : plainDialect;
    return below.test(source) ? { below: true } : null;
  };
}

const anyHeading = headingsOf('{1,6}');

function bulletsIn(source: string): Dialect | null {
  const [whole, indent = '', gap = ''] = bullets.exec(source) ?? [];
  return whole === undefined ? null : { ...(indent === '' ? {} : { bulletIndent: indent }), ...(gap === ' ' ? {} : { bulletGap: gap }) };
}

function numbersIn(source: string): Dialect | null {
  const [whole, indent = '', gap = ''] = numbers.exec(source) ?? [];
  if (whole === undefined) return null;
  const [, , first, second] = twoNumbers.exec(source) ?? [];
  return {
    ...(indent === '' ? {} : { numberIndent: indent }),
    ...(gap === ' ' ? {} : { numberGap: gap }),
    ...(first !== undefined && first === second ? { sameNumbers: true } : {}),
  };
}

/** A rule that stands in nothing else. */
const ruleAlone = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})[\r\n]*$/;

/** Of code that stands in nothing else. */
function codeIn(source: string): Dialect | null {
  const codeIndent = /^(?: {4}|\t)/.exec(source)?.[0];
  return codeIndent !== undefined ? { codeIndent } : /^ {0,3}(?:```|~~~)/.test(source) ? plainDialect : null;
}

/**
 * By the name of the node or mark that is written in several ways. Lists within items are called `nested`, and what code stands between is
 * its `fence`; how lists in quotes stand below texts is their `closeness`. Headings of the first two levels have names of their own: they
 * can have lines below.
 */
const ways: Readonly<Record<string, Learn>> = {
  em: (source) => {
    const sign = emphasis.exec(source)?.[1];
    return sign === undefined ? null : sign === '_' ? { em: '_' } : plainDialect;
  },
  strong: (source) => {
    const sign = strong.exec(source)?.[1];
    return sign === undefined ? null : sign === '__' ? { strong: '__' } : plainDialect;
  },
  hard_break: (source) => (/ {2}\r?\n/.test(source) ? { lineBreak: '  ' } : /\\\r?\n/.test(source) ? plainDialect : null),
  code_block: codeIn,
  fence: (source) => (/^ {0,3}~~~/.test(source) ? { fence: '~' } : /^ {0,3}```/.test(source) ? plainDialect : null),
  // In an item, where hyphens would make a text above a heading, it is not as others are.
  horizontal_rule: (source) => (!ruleAlone.test(source) ? null : source.trim() === '---' ? plainDialect : { rule: source.trim() }),
  heading1: headingsOf('{1}'),
  heading2: headingsOf('{2}'),
  heading: headingsOf('{3,6}'),
  bullet_list: bulletsIn,
  ordered_list: numbersIn,
  nested: nestedIn,
  blockquote: (source) => (quote.test(source) ? { quote: '>' } : plainDialect),
  closeness: closenessIn,
  table: (source) => {
    const table = tableStyleIn(source);
    if (table === null) return null;
    return Object.keys(table).length === 0 ? plainDialect : { table };
  },
};

/** A block of more than this, as ProseMirror counts sizes, is written as Daybook does: what is learned is read again. */
const maxSize = 8 * 1024;
/** How many blocks on each side are looked at, and how much of each. */
const maxBlocks = 24;
const maxCharacters = 2_000;

const kinds = new WeakMap<Node, ReadonlySet<string>>();

function nameOf({ type: { name }, attrs }: Node): string {
  const level = name === 'heading' ? Number(attrs['level']) : 0;
  return level === 1 || level === 2 ? name + String(level) : name;
}

const isHeading = (kind: string): boolean => kind.startsWith('heading');

/** The names of `ways` that a block has parts of. */
function kindsOf(block: Node): ReadonlySet<string> {
  const known = kinds.get(block);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const look = (node: Node, parent: Node | null, above?: Node | null): void => {
    const name = nameOf(node);
    if (name in ways) found.add(name);
    if (name === 'code_block') found.add('fence');
    if (name.endsWith('_list') && parent?.type.name === 'list_item') found.add('nested');
    if (name.endsWith('_list') && parent?.type.name === 'blockquote' && above?.type.name === 'paragraph') found.add('closeness');
    for (const mark of node.marks) if (mark.type.name in ways) found.add(mark.type.name);
  };
  look(block, null);
  block.descendants((node, _place, parent, index) => {
    look(node, parent, parent?.maybeChild(index - 1));
  });
  kinds.set(block, found);
  return found;
}

/** What a record has of bytes that were given. */
const givenOf = (record: BlockRecord): OriginalBlock | null => (record.kind === 'clean' ? record : record.origin);

/** Bytes that tell how something is written. `closeness`: how the list below them stands there, if there is one. */
interface Told extends Pick<OriginalBlock, 'node' | 'source'> {
  readonly closeness: Dialect | null;
}

/** Those before a place, the last one first, then those behind it. */
function* placesAround(at: number, count: number): Generator<number> {
  for (let place = at - 1; place >= Math.max(0, at - maxBlocks); place -= 1) yield place;
  for (let place = at; place < Math.min(count, at + maxBlocks); place += 1) yield place;
}

/** The own bytes, then those nearest to a place: before it, the last one first, then behind it. */
function* around(own: OriginalBlock | null, records: readonly BlockRecord[], at: number): Generator<Told> {
  if (own !== null && own.node.nodeSize <= maxSize) yield { node: own.node, source: own.source, closeness: null };
  for (const place of placesAround(at, records.length)) {
    const record = records[place];
    const given = record === undefined ? null : givenOf(record);
    if (record === undefined || given === null || given.node.nodeSize > maxSize) continue;
    const below = records[place + 1];
    const list = below === undefined || given.source === '' ? null : givenOf(below);
    yield { node: given.node, source: given.source, closeness: closenessBelow(given.node, record.gap, list?.node) };
  }
}

/**
 * The ways in which what the block was before writes what it has, and else the blocks around place `at`. They follow from bytes that were
 * given alone.
 */
export function dialectFor(block: Node, own: OriginalBlock | null, records: readonly BlockRecord[], at: number): Dialect {
  if (block.nodeSize > maxSize) return plainDialect;
  const missing = new Set(kindsOf(block));
  let dialect = plainDialect;
  if (missing.size === 0) return dialect;
  for (const { node, source, closeness } of around(own, records, at)) {
    const known = kindsOf(node);
    for (const kind of missing) {
      const below = kind === 'closeness' ? closeness : null;
      const learned = below ?? (known.has(kind) ? ways[kind]?.(source.slice(0, maxCharacters)) : null);
      if (learned === null || learned === undefined) continue;
      dialect = { ...dialect, ...learned };
      missing.delete(kind);
    }
    if (missing.size === 0) return dialect;
  }
  // Where no heading of its level tells, any does.
  if (![...missing].some(isHeading)) return dialect;
  for (const { node, source } of around(own, records, at)) {
    const learned = [...kindsOf(node)].some(isHeading) ? anyHeading(source.slice(0, maxCharacters)) : null;
    if (learned !== null) return { ...dialect, ...learned };
  }
  return dialect;
}
