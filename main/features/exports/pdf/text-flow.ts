// Text as slices.

import type { Inline } from '../document.ts';
import { blank, keepsOf, type PageSlice } from './flow.ts';
import type { LayoutContext } from './layout.ts';
import { layOutLines, type LineAlignment } from './lines.ts';
import type { TextLook } from './look.ts';
import { paintLine } from './paint-line.ts';
import { paragraphPieces } from './pieces.ts';
import type { TagNode } from './tags.ts';

/** Where a block stands: points from the left of the text. */
export interface FlowPlacement {
  readonly x: number;
  readonly width: number;
  readonly tag: TagNode;
  readonly look: TextLook;
  readonly tight: boolean;
  readonly listDepth: number;
  /** Points that a table may be wide on a turned page; null where it cannot have one. */
  readonly turnedWidth: number | null;
}

/** Text as slices, a line each. */
export function textFlow(
  inlines: readonly Inline[],
  place: FlowPlacement & { readonly align?: LineAlignment | null },
  context: LayoutContext,
): PageSlice[] {
  const { x, width, tag, look } = place;
  const { pieces, isRightToLeft } = paragraphPieces(inlines, look, {
    ...context,
    object: (inline, each) => context.objectIn(inline, each, width),
  });
  const lines = layOutLines(pieces, {
    width,
    leading: look.leading,
    size: look.size,
    align: place.align ?? (isRightToLeft ? 'right' : 'left'),
    isRightToLeft,
    measure: context.measure,
  });
  const keeps = keepsOf(lines.length);
  return lines.map((line, index): PageSlice => ({
    ...blank(line.ascent + line.descent, keeps[index] ?? false),
    baseline: line.ascent,
    paint: (left, top) => {
      paintLine(context.brush, line, left + x, top, tag);
    },
  }));
}
