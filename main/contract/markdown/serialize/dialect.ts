// What markdown can write in several ways, and which of them a text has.

/** Ways of writing that differ from those of Daybook; what is absent is written as Daybook does. */
export interface Dialect {
  /** Emphasis by underscores. */
  readonly em?: '_';
  readonly strong?: '__';
  /** Lines of a text are broken by two blanks. */
  readonly lineBreak?: '  ';
  /** Code stands between tildes. */
  readonly fence?: '~';
  readonly rule?: string;
  /** `below`: headings of the first two levels have a line below them; `closed`: others end with the signs that they begin with. */
  readonly below?: true;
  readonly closed?: true;
  /** The blanks behind the markers of bulleted and of numbered lists, where there is more than one. */
  readonly bulletGap?: string;
  readonly numberGap?: string;
  /** What a list in an item stands behind: a tab, or more blanks than it needs. */
  readonly nested?: string;
}

/** The same of what stands in an item whose marker is there. */
export function withoutMarkers({ bulletGap: _bulletGap, numberGap: _numberGap, nested: _nested, ...dialect }: Dialect): Dialect {
  return dialect;
}

/** The same with emphasis as Daybook writes it. */
export function withStars({ em: _em, strong: _strong, ...dialect }: Dialect): Dialect {
  return dialect;
}

/** What makes the text above it a heading of this level, 1 or 2: as long as the text, which is `width` characters wide. */
export const lineBelow = (level: number, width: number): string => (level === 1 ? '=' : '-').repeat(Math.max(3, width));

/** As Daybook writes. */
export const plainDialect: Dialect = {};
