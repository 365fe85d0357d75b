// The bookmarks of a PDF, from its headings.

import type { PdfDocument } from './tags.ts';

type Item = PDFKit.PDFOutline;

export class Outline {
  readonly #doc: PdfDocument;
  /** The latest item of each level that is still open, outermost first. */
  #open: { readonly level: number; readonly item: Item }[] = [];

  constructor(doc: PdfDocument) {
    this.#doc = doc;
  }

  /** A heading on the page that is open, `y` points from its top. A level that is left out is no item of its own. */
  add(level: number, title: string, place: string | null, y: number): void {
    const doc = this.#doc;
    this.#open = this.#open.filter((each) => each.level < level);
    const parent = this.#open.at(-1)?.item ?? doc.outline;
    // The library counts `left` from the right edge.
    const item = parent.addItem(title.trim() === '' ? '–' : title, {
      fit: false,
      top: Math.max(0, y - 12),
      left: doc.page.width,
      expanded: level < 2,
    } as { expanded?: boolean });
    this.#open.push({ level, item });
    if (place !== null) doc.addNamedDestination(place, 'XYZ', 0, Math.max(0, y - 12), null);
  }
}
