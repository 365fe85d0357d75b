// How wide text is.

import type { Face, Fonts } from './fonts.ts';

export class Measure {
  readonly fonts: Fonts;
  readonly #widths = new Map<Face, Map<string, number>>();
  readonly #layout: (face: Face, text: string, isRightToLeft: boolean) => number;

  /** `layout` gives the width of a text at a size of 1. */
  constructor(fonts: Fonts, layout: (face: Face, text: string, isRightToLeft: boolean) => number) {
    this.fonts = fonts;
    this.#layout = layout;
  }

  width(text: string, face: Face, size: number, isRightToLeft = false): number {
    if (text === '') return 0;
    const widths = this.#widths.get(face) ?? new Map<string, number>();
    this.#widths.set(face, widths);
    const known = widths.get(text) ?? this.#layout(face, text, isRightToLeft);
    widths.set(text, known);
    return known * size;
  }
}
