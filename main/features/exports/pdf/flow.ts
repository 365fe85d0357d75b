// What a document is made of before it has pages: slices, one below the other, between which a page may end.

/** Behind and beside slices: drawn once for all that follow each other on a page. */
export type Frame =
  | { readonly kind: 'fill'; readonly x: number; readonly width: number; readonly colour: string }
  | { readonly kind: 'bar'; readonly x: number }
  /** Lines at these places, and above and below: from the first to the last, or for these stretches. */
  | { readonly kind: 'grid'; readonly xs: readonly number[]; readonly above?: readonly Stretch[]; readonly below?: readonly Stretch[] };

export type Stretch = readonly [from: number, to: number];

export interface PageSlice {
  readonly height: number;
  /** Above it, but not at the top of a page. */
  readonly gap: number;
  /** No page ends right before it. */
  readonly keep: boolean;
  /** From its top, for what stands beside its first line. */
  readonly baseline: number | null;
  readonly frames: readonly Frame[];
  /** Draws it; `x` and `y` are the left of the text and the slice's top. `isRepeated` for a header that was drawn before. */
  readonly paint: (x: number, y: number, isRepeated: boolean) => void;
  /** What is drawn again when a page begins with this slice. */
  readonly repeat: readonly PageSlice[];
  /** Goes on with what began on the page before, right below the header that is repeated. */
  readonly continues?: true;
  /** On a turned page. */
  readonly turned: boolean;
}

/** Slices with the space that they want around them. */
export interface Flow {
  readonly slices: readonly PageSlice[];
  readonly before: number;
  readonly after: number;
  /** Belongs to what follows, and stays on its page. */
  readonly leads?: true;
}

const emptyFlow: Flow = { slices: [], before: 0, after: 0 };

/** Flows below each other; of two spaces that meet the larger one counts. */
export function stacked(flows: readonly Flow[]): Flow {
  const filled = flows.filter(({ slices }) => slices.length > 0);
  const [first] = filled;
  if (first === undefined) return emptyFlow;
  const slices: PageSlice[] = [];
  for (const [index, { slices: next, before, leads }] of filled.entries()) {
    const last = filled[index - 1];
    const gap = last === undefined ? 0 : Math.max(before, last.after);
    // What leads to something on a turned page goes there with it.
    const turned = leads === true && filled[index + 1]?.slices[0]?.turned === true;
    for (const [at, slice] of next.entries())
      slices.push({ ...slice, ...(at === 0 ? { gap, keep: slice.keep || last?.leads === true } : {}), ...(turned ? { turned } : {}) });
  }
  const { after, leads } = filled.at(-1) ?? first;
  return { slices, before: first.before, after, ...(leads === true ? { leads } : {}) };
}

/** These slices with frames around all of them. */
export function framed(flow: Flow, ...frames: readonly Frame[]): Flow {
  return { ...flow, slices: flow.slices.map((slice) => ({ ...slice, frames: [...frames, ...slice.frames] })) };
}

/** Lines of text may be parted, but not one from the others, at the top or at the bottom. */
export function keepsOf(count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => index > 0 && (index === 1 || index === count - 1));
}

export function blank(height: number, keep: boolean): PageSlice {
  return { height, gap: 0, keep, baseline: null, frames: [], paint: () => undefined, repeat: [], turned: false };
}
