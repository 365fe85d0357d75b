// The sheets that documents are made for. Points.

import type { Paper } from '../../contract/exports.ts';

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Left and right of the text, above and below it, and from the footer to the edge. */
  readonly side: number;
  readonly top: number;
  readonly bottom: number;
  readonly footer: number;
}

const margins = { side: 71, top: 68, bottom: 76, footer: 40 } as const;

const sheets: Readonly<Record<Paper, Sheet>> = {
  a4: { width: 595.28, height: 841.89, ...margins },
  letter: { width: 612, height: 792, ...margins },
};

export const sheetOf = (paper: Paper): Sheet => sheets[paper];

/** How wide text is, on an upright page and on a turned one. */
export const textWidth = ({ width, side }: Sheet): number => width - 2 * side;
export const turnedWidth = ({ height, side }: Sheet): number => height - 2 * side;

/** How high the text of a page is. */
export const textHeight = ({ height, top, bottom }: Sheet): number => height - top - bottom;
export const turnedHeight = ({ width, top, bottom }: Sheet): number => width - top - bottom;

/** Points that text keeps from side to side however many lists and quotes it stands in: from there on it is not moved further in. */
export const leastTextWidth = 170;

/** How far in something goes that wants to go `indent` points further into a width. */
export const indentWithin = (width: number, indent: number): number => Math.min(indent, Math.max(0, width - leastTextWidth));
