// Slices on pages.

import type { PageSlice } from './flow.ts';

export interface PlacedSlice {
  readonly slice: PageSlice;
  /** Points from the top of the text. */
  readonly y: number;
  /** Drawn before on another page. */
  readonly isRepeated: boolean;
}

export interface PageContent {
  readonly turned: boolean;
  readonly slices: readonly PlacedSlice[];
}

/** What no page may end within, first to last. */
function* units(slices: readonly PageSlice[]): Generator<PageSlice[]> {
  let unit: PageSlice[] = [];
  for (const slice of slices) {
    if (unit.length > 0 && (!slice.keep || unit[0]?.turned !== slice.turned)) {
      yield unit;
      unit = [];
    }
    unit.push(slice);
  }
  if (unit.length > 0) yield unit;
}

const heightOf = (slices: readonly PageSlice[], isFirst: boolean): number =>
  slices.reduce((total, { height, gap }, index) => total + height + (isFirst && index === 0 ? 0 : gap), 0);

/** Points between a repeated header and a row that goes on. */
const belowHeader = 3;

class Pages {
  readonly done: PageContent[] = [];
  readonly #heights: Readonly<Record<'upright' | 'turned', number>>;
  #page: PlacedSlice[] = [];
  #turned = false;
  #y = 0;

  constructor(heights: Readonly<Record<'upright' | 'turned', number>>) {
    this.#heights = heights;
  }

  get height(): number {
    return this.#turned ? this.#heights.turned : this.#heights.upright;
  }

  end(): void {
    if (this.#page.length > 0) this.done.push({ turned: this.#turned, slices: this.#page });
    this.#page = [];
    this.#y = 0;
  }

  put(unit: readonly PageSlice[]): void {
    const [first] = unit;
    if (first === undefined) return;
    if (first.turned !== this.#turned) {
      this.end();
      this.#turned = first.turned;
    }
    if (this.#page.length > 0 && this.#y + heightOf(unit, false) > this.height) this.end();
    for (const slice of unit) {
      // What is larger than a page is parted where the page ends.
      if (this.#page.length > 0 && this.#y + slice.gap + slice.height > this.height) this.end();
      if (this.#page.length === 0) this.#repeat(slice.repeat);
      if (this.#page.length > 0) this.#y += this.#page.at(-1)?.isRepeated !== true ? slice.gap : slice.continues === true ? belowHeader : 0;
      this.#place(slice, false);
    }
  }

  #repeat(slices: readonly PageSlice[]): void {
    for (const slice of slices) this.#place(slice, true);
  }

  #place(slice: PageSlice, isRepeated: boolean): void {
    this.#page.push({ slice, y: this.#y, isRepeated });
    this.#y += slice.height;
  }
}

/** The pages of these slices; heights in points. At least one. */
export function paginate(slices: readonly PageSlice[], heights: Readonly<Record<'upright' | 'turned', number>>): PageContent[] {
  const pages = new Pages(heights);
  for (const unit of units(slices)) pages.put(unit);
  pages.end();
  return pages.done.length > 0 ? pages.done : [{ turned: false, slices: [] }];
}
