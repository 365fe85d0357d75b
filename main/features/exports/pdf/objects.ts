// What stands in a line like a large letter.

/** Something to draw: `x` and the baseline `y` in points from the top left of the page. */
export interface InlineObject {
  readonly width: number;
  /** Above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly draw: (x: number, y: number) => void;
  /** For those who cannot see it: its kind, and what it says. */
  readonly tag: { readonly type: 'Figure' | 'Formula' | 'Reference'; readonly alt: string };
  /** A place in the document to which it leads, and a name for the place where it stands. */
  readonly goTo?: string;
  readonly place?: string;
}
