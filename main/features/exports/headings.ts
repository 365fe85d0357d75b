// Where links within a note lead: a heading is found by its text in small letters, with dashes for spaces.

import { plainTextOf, type Block, type ExportDocument } from './document.ts';

type Heading = Extract<Block, { readonly kind: 'heading' }>;

function* headingsIn(blocks: readonly Block[]): Generator<Heading> {
  for (const block of blocks) {
    if (block.kind === 'heading') yield block;
    else if (block.kind === 'quote') yield* headingsIn(block.blocks);
    else if (block.kind === 'list') for (const item of block.items) yield* headingsIn(item.blocks);
  }
}

const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replace(/ /g, '-');

export class Headings {
  readonly #names = new Map<Heading, string>();
  readonly #bySlug = new Map<string, string>();

  constructor({ blocks }: ExportDocument) {
    for (const heading of headingsIn(blocks)) {
      const name = `h${this.#names.size + 1}`;
      this.#names.set(heading, name);
      const slug = slugOf(plainTextOf(heading.inlines));
      let free = slug;
      for (let number = 1; this.#bySlug.has(free); number += 1) free = `${slug}-${number}`;
      this.#bySlug.set(free, name);
    }
  }

  /** The name of a heading's place. */
  nameOf(heading: Heading): string | null {
    return this.#names.get(heading) ?? null;
  }

  /** The name of the place that `#…` leads to; null for other addresses, and if there is none. */
  placeOf(href: string): string | null {
    if (!href.startsWith('#')) return null;
    try {
      return this.#bySlug.get(decodeURIComponent(href.slice(1)).toLowerCase()) ?? null;
    } catch {
      return null;
    }
  }
}
