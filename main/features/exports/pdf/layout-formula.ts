// Formulas on a line of their own.

import { blank, type Flow } from './flow.ts';
import { drawFormula, formulaBox } from './formula.ts';
import { layoutCode } from './layout-code.ts';
import type { LayoutContext } from './layout.ts';
import type { FlowPlacement } from './text-flow.ts';

/** In the middle, and smaller if it is too wide; its source where it cannot be read. */
export function layoutFormula(tex: string, place: FlowPlacement, context: LayoutContext): Flow {
  const svg = context.manuscript.formulas.svg(tex, true);
  if (svg === null) return layoutCode(`$$\n${tex}\n$$`, '', place, context);
  const box = formulaBox(svg);
  const size = Math.min(place.look.size * 1.05, place.width / Math.max(box.width, 0.1));
  const height = (box.ascent + box.descent) * size;
  const tag = place.tag.child('P').child('Formula', { alt: tex });
  const { doc, tagger } = context.brush;
  const left = place.x + (place.width - box.width * size) / 2;
  return {
    slices: [
      {
        ...blank(height, false),
        paint: (x, y) => {
          tagger.content(tag, null);
          drawFormula(doc, box, { size, x: x + left, y: y + box.ascent * size }, context.fontFor);
        },
      },
    ],
    before: 6,
    after: 12,
  };
}
