// What a note says, as both writers read it: blocks and inline pieces without any memory of markdown.

import { shortened } from '../../contract/cut-text.ts';
import type { WantedSize } from './picture-size.ts';

/** How a piece of text is set. Absent is no. */
export interface Marks {
  readonly strong?: true;
  readonly em?: true;
  readonly strike?: true;
  readonly underline?: true;
  readonly code?: true;
  /** A key of a keyboard. */
  readonly key?: true;
  readonly highlight?: true;
  readonly raised?: true;
  readonly lowered?: true;
  readonly link?: DocumentLink;
}

export interface DocumentLink {
  readonly href: string;
  readonly title: string | null;
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly marks: Marks }
  | { readonly kind: 'break' }
  | {
      readonly kind: 'image';
      readonly src: string;
      readonly alt: string;
      readonly title: string | null;
      readonly marks: Marks;
      readonly size: WantedSize | null;
    }
  /** TeX without its dollar signs. */
  | { readonly kind: 'math'; readonly tex: string; readonly display: boolean }
  /** Refers to `ExportDocument.footnotes[number - 1]`. */
  | { readonly kind: 'footnote'; readonly number: number };

export type Alignment = 'left' | 'center' | 'right';

export interface Cell {
  readonly inlines: readonly Inline[];
  readonly align: Alignment | null;
  /** Columns and rows over which it reaches, its own included; absent is 1. */
  readonly columns?: number;
  readonly rows?: number;
  /**
   * Another cell reaches over this place, from the left in the same row, or from the row above: then nothing stands in it. `columns` of
   * one from above are the other's.
   */
  readonly covered?: 'left' | 'above';
}

export interface ListItem {
  /** Null for an ordinary item; a task is done or not. */
  readonly checked: boolean | null;
  readonly blocks: readonly Block[];
}

export interface List {
  readonly kind: 'list';
  /** Null for bullets. */
  readonly numbers: { readonly start: number; readonly delimiter: '.' | ')' } | null;
  readonly tight: boolean;
  readonly items: readonly ListItem[];
}

export interface Table {
  readonly kind: 'table';
  /** As many cells as `header` in each row. */
  readonly header: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
  /** The first rows of `rows` that belong to the header too; absent is 0. */
  readonly headRows?: number;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | List
  /** `language` is that of a fence's info string, '' without one. */
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | Table
  | { readonly kind: 'rule' }
  | { readonly kind: 'math'; readonly tex: string }
  /** Front matter: names and what stands behind them. */
  | { readonly kind: 'properties'; readonly rows: readonly (readonly [name: string, value: string])[] };

export interface ExportDocument {
  readonly blocks: readonly Block[];
  /** In the order in which the text refers to them first; those that nothing refers to come last. */
  readonly footnotes: readonly (readonly Block[])[];
}

/** The text of inline pieces, as a person would read it aloud. */
export function plainTextOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return inline.text;
        case 'break':
          return ' ';
        case 'image':
          return inline.alt;
        case 'math':
          return inline.tex;
        case 'footnote':
          return '';
      }
    })
    .join('');
}

/** Of the title of a note, what fits into the footer beside the page number. */
export const footerTitle = (title: string): string => shortened(title, 80);

/** Whether the text begins with its title, so that it need not be said twice. */
export function beginsWithTitle(blocks: readonly Block[], title: string): boolean {
  const first = blocks.find(({ kind }) => kind !== 'properties');
  return first?.kind === 'heading' && first.level === 1 && plainTextOf(first.inlines).trim() === title.trim();
}

/**
 * An address without a scheme that begins with a host is one of the web, as the page reads it: programs that open a document of this
 * machine take it for a share of the local network, and tell it who the user is.
 */
export const documentAddress = (href: string): string => (/^[/\\]{2}/.test(href) ? `https://${href.slice(2).replaceAll('\\', '/')}` : href);

/**
 * What stands for a picture that is not to be had: its alternative text and its address. `href` is null for one that a reader cannot
 * follow.
 */
export function absentPicture({ src, alt }: Pick<Inline & { kind: 'image' }, 'src' | 'alt'>): {
  readonly label: string;
  readonly href: string | null;
} {
  if (src.startsWith('data:')) return { label: alt === '' ? 'Image' : alt, href: null };
  const href = /^https?:/i.test(src) ? src : null;
  return { label: alt === '' ? src : src === '' ? alt : `${alt} (${src})`, href };
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/**
 * The text without characters that XML 1.0 forbids (https://www.w3.org/TR/xml/#charsets): no Word document with one of them can be opened.
 * Halves of surrogate pairs become U+FFFD.
 */
export const plainCharacters = (text: string): string => text.toWellFormed().replace(forbidden, '');

/** The same value with all of its texts so. For plain objects and arrays. */
export function withPlainCharacters<T>(value: T): T {
  if (typeof value === 'string') return plainCharacters(value) as T;
  if (Array.isArray(value)) return value.map(withPlainCharacters) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPlainCharacters<unknown>(each)])) as T;
}
