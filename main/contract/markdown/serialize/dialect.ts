// What markdown can write in several ways, and which of them a text has.

import type { Node } from 'prosemirror-model';

/** Ways of writing that differ from those of Daybook; what is absent is written as Daybook does. */
export interface Dialect {
  /** Emphasis by underscores. */
  readonly em?: '_';
  readonly strong?: '__';
  /** Lines of a text are broken by two blanks. */
  readonly lineBreak?: '  ';
  /** Code stands between tildes. */
  readonly fence?: '~';
  /** What code without a language stands behind that is in nothing else, in the place of fences. */
  readonly codeIndent?: string;
  readonly rule?: string;
  /** `below`: headings of the first two levels have a line below them; `closed`: others end with the signs that they begin with. */
  readonly below?: true;
  readonly closed?: true;
  /** The blanks behind the markers of bulleted and of numbered lists, where there is more than one. */
  readonly bulletGap?: string;
  readonly numberGap?: string;
  /** What lists that stand in nothing else are behind. */
  readonly bulletIndent?: string;
  readonly numberIndent?: string;
  /** All items of a numbered list have the number of the first. */
  readonly sameNumbers?: true;
  /** What a list in an item stands behind: a tab, or more blanks than it needs. */
  readonly nested?: string;
  /** Quotes without a blank behind their signs. */
  readonly quote?: '>';
  /** A list in a quote stands right below a text, where its markers let it. */
  readonly closeLists?: true;
  readonly table?: TableStyle;
}

/** How tables are written that are not as Daybook writes them. */
export interface TableStyle {
  /** No bars at the ends of rows. */
  readonly bare?: true;
  /** No blanks around cells, */
  readonly dense?: true;
  /** and none in the row below the head. */
  readonly denseRule?: true;
  /** Cells are as wide as the widest of their column, maybe but for the last one; */
  readonly padded?: true | 'but last';
  /** and their texts stand at the left, however the column is aligned. */
  readonly flushLeft?: true;
  /** How many signs each column has in the row below the head, where they are not three, or that they are as many as the head is wide. */
  readonly signs?: number | 'head';
  /** The colons of columns that are aligned stand beside these signs and not in the place of one. */
  readonly colonsBeside?: true;
}

/** The same of what stands in an item whose marker is there. */
export function withoutMarkers({ bulletGap: _bulletGap, numberGap: _numberGap, nested: _nested, ...dialect }: Dialect): Dialect {
  return dialect;
}

/** The same of what stands in something else. */
export function withoutIndents(dialect: Dialect): Dialect {
  const { bulletIndent: _bulletIndent, numberIndent: _numberIndent, codeIndent: _codeIndent, ...others } = dialect;
  return others;
}

/** What a list that stands in nothing else is behind; '' for all other blocks. */
export const indentFor = ({ type: { name } }: Node, { bulletIndent = '', numberIndent = '' }: Dialect): string =>
  name === 'bullet_list' ? bulletIndent : name === 'ordered_list' ? numberIndent : '';

/** The same with tables as Daybook writes them. */
export function withPlainTables({ table: _table, ...dialect }: Dialect): Dialect {
  return dialect;
}

/** The same with emphasis as Daybook writes it. */
export function withStars({ em: _em, strong: _strong, ...dialect }: Dialect): Dialect {
  return dialect;
}

/** A line of a quote. */
export const quoted = (line: string, { quote }: Dialect): string =>
  line === '' ? '>' : (quote === undefined || /^\s/.test(line) ? '> ' : quote) + line;

/** What makes the text above it a heading of this level, 1 or 2: as long as the text, which is `width` characters wide. */
export const lineBelow = (level: number, width: number): string => (level === 1 ? '=' : '-').repeat(Math.max(3, width));

/** As Daybook writes. */
export const plainDialect: Dialect = {};
