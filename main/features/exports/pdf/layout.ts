// Blocks laid out as slices of a width.

import { type Inline, plainTextOf, type Block, type List, type ListItem } from '../document.ts';
import type { Manuscript } from '../export-note.ts';
import { type TextLook, gaps, headingLook, ink, looks } from './look.ts';
import type { InlineObject } from './object-maker.ts';
import type { Brush } from './paint-line.ts';
import type { PdfPieceContext } from './pieces.ts';
import { levelsOf } from '../bidi.ts';
import { blank, framed, stacked, type Flow, type PageSlice } from './flow.ts';
import { layoutCode } from './layout-code.ts';
import { layoutFormula } from './layout-formula.ts';
import { layoutTable, layoutProperties } from './layout-table.ts';
import { indentWithin, leastTextWidth } from '../paper.ts';
import { textFlow, type FlowPlacement } from './text-flow.ts';

/** What all layout is done with. */
export interface LayoutContext extends PdfPieceContext {
  readonly brush: Brush;
  readonly manuscript: Manuscript;
  /** As `object`, but no wider than that many points. */
  readonly objectIn: (inline: Inline, look: TextLook, width: number) => InlineObject | null;
  /** The name of a font that has the letters of a formula for which there are no outlines. */
  readonly fontFor: (text: string) => string;
  /** To be called while a heading is drawn, `y` points from the top of its page. */
  readonly outline: (level: number, title: string, place: string | null, y: number) => void;
}

/** Whether a text begins on the right. */
const beginsRight = (blocks: readonly Block[]): boolean => {
  for (const block of blocks) {
    if (block.kind === 'paragraph' || block.kind === 'heading') return levelsOf(plainTextOf(block.inlines))?.base === 1;
    if (block.kind === 'list') return beginsRight(block.items.flatMap(({ blocks }) => blocks));
    if (block.kind === 'quote') return beginsRight(block.blocks);
  }
  return false;
};

/** Blocks below each other. */
export function layout(blocks: readonly Block[], place: FlowPlacement, context: LayoutContext): Flow {
  return stacked(blocks.map((block) => layoutBlock(block, place, context)));
}

function layoutBlock(block: Block, place: FlowPlacement, context: LayoutContext): Flow {
  switch (block.kind) {
    case 'paragraph': {
      const after = place.tight ? gaps.tight : gaps.paragraph * (place.look.size / looks.body.size);
      return { slices: textFlow(block.inlines, { ...place, tag: place.tag.child('P') }, context), before: 0, after };
    }
    case 'heading':
      return layoutHeading(block, place, context);
    case 'quote':
      return layoutQuote(block.blocks, place, context);
    case 'list':
      return layoutList(block, place, context);
    case 'code':
      return layoutCode(block.text, block.language, place, context);
    case 'table':
      return layoutTable(block, place, context);
    case 'properties':
      return layoutProperties(block.rows, place, context);
    case 'math':
      return layoutFormula(block.tex, place, context);
    case 'rule':
      return {
        slices: [
          {
            ...blank(1, false),
            paint: (left, top) => {
              rule(context, left + place.x, top, place.width);
            },
          },
        ],
        before: 14,
        after: 14,
      };
  }
}

function rule({ brush: { doc, tagger } }: LayoutContext, x: number, y: number, width: number): void {
  tagger.artifact();
  doc
    .moveTo(x, y + 0.5)
    .lineTo(x + width, y + 0.5)
    .lineWidth(0.75)
    .stroke(ink.line);
}

function layoutHeading(block: Extract<Block, { kind: 'heading' }>, place: FlowPlacement, context: LayoutContext): Flow {
  const { look, before, after } = headingLook(block.level);
  const tag = place.tag.child(`H${block.level}`);
  const slices = textFlow(block.inlines, { ...place, look, tag }, context).map((slice, index): PageSlice => ({
    ...slice,
    keep: index > 0,
  }));
  const [first, ...rest] = slices;
  if (first === undefined) return { slices, before, after };
  const name = context.brush.headings.nameOf(block);
  const noted: PageSlice = {
    ...first,
    paint: (x, y, isRepeated) => {
      first.paint(x, y, isRepeated);
      context.outline(block.level, plainTextOf(block.inlines), name, y);
    },
  };
  return { slices: [noted, ...rest], before, after, leads: true };
}

function layoutQuote(blocks: readonly Block[], place: FlowPlacement, context: LayoutContext): Flow {
  const right = beginsRight(blocks);
  const indent = indentWithin(place.width, gaps.quoteIndent);
  const inner: FlowPlacement = {
    ...place,
    x: place.x + (right ? 0 : indent),
    width: place.width - indent,
    tag: place.tag.child('BlockQuote'),
    look: place.look === looks.body ? looks.quote : place.look,
    tight: false,
    turnedWidth: null,
  };
  const flow = layout(blocks, inner, context);
  return {
    ...framed(flow, { kind: 'bar', x: right ? inner.x + inner.width + gaps.quoteIndent - 2 : inner.x - gaps.quoteIndent }),
    before: 4,
    after: gaps.paragraph + 2,
  };
}

const bullets = ['•', '–'] as const;

function layoutList(list: List, place: FlowPlacement, context: LayoutContext): Flow {
  const tag = place.tag.child('L');
  const right = beginsRight(list.items.flatMap(({ blocks }) => blocks));
  const indent = widestMark(list, place, context);
  // Where there is no more room, marks stand below those of the list around.
  const back = indent - indentWithin(place.width, indent);
  const outer: FlowPlacement = { ...place, x: place.x - (right ? 0 : back), width: place.width + back };
  const flows = list.items.map((item, index) => {
    const mark =
      item.checked !== null
        ? item.checked
          ? '☑'
          : '☐'
        : list.numbers === null
          ? (bullets[place.listDepth % bullets.length] ?? '•')
          : `${list.numbers.start + index}${list.numbers.delimiter}`;
    return layoutItem(
      item,
      { ...outer, tag: tag.child('LI'), tight: list.tight, listDepth: place.listDepth + 1 },
      { mark, indent, right },
      context,
    );
  });
  const flow = stacked(
    flows.map((each) => ({ ...each, before: 0, after: list.tight ? Math.min(each.after, gaps.tight + 1) : each.after })),
  );
  return { ...flow, before: 0, after: place.listDepth > 0 && place.tight ? gaps.tight : gaps.list };
}

/** How far a list is in: far enough for its largest number. */
function widestMark({ numbers, items }: List, { look }: FlowPlacement, { measure }: LayoutContext): number {
  if (numbers === null) return gaps.listIndent * (look.size / looks.body.size);
  const last = `${numbers.start + items.length - 1}${numbers.delimiter}`;
  return Math.max(gaps.listIndent, measure.width(last, measure.fonts.primary(look), look.size) + 7);
}

/** What stands before an item, how far the item is in, and from which side. */
interface Marking {
  readonly mark: string;
  readonly indent: number;
  readonly right: boolean;
}

function layoutItem({ blocks }: ListItem, place: FlowPlacement, { mark, indent, right }: Marking, context: LayoutContext): Flow {
  const body = place.tag.child('LBody');
  const inner: FlowPlacement = { ...place, x: place.x + (right ? 0 : indent), width: place.width - indent, tag: body, turnedWidth: null };
  const flow = layout(blocks, inner, context);
  // The dot of a number stands on the side of the text.
  const label: Inline[] = [{ kind: 'text', text: right ? `\u200F${mark}` : mark, marks: {} }];
  const [markSlice] = textFlow(
    label,
    {
      ...place,
      x: right ? place.x + place.width - indent + 6 : place.x,
      width: indent - 6,
      align: right ? 'left' : 'right',
      tag: place.tag.child('Lbl'),
    },
    context,
  );
  if (markSlice === undefined) return flow;
  const first: PageSlice = flow.slices[0] ?? blank(place.look.leading, false);
  // Code, tables and the like have no line that the mark could stand beside, and far in the marks of the lists within stand in the same
  // place.
  const isCrowded =
    inner.width < leastTextWidth + 2 * gaps.listIndent &&
    blocks[0] !== undefined &&
    blocks[0].kind !== 'paragraph' &&
    blocks[0].kind !== 'heading';
  const own = first.baseline === null || isCrowded;
  const head: PageSlice = own
    ? { ...markSlice, height: markSlice.height * (flow.slices.length === 0 || isCrowded ? 1 : 0.4) }
    : {
        ...first,
        paint: (x, y, isRepeated) => {
          markSlice.paint(x, y + (first.baseline ?? 0) - (markSlice.baseline ?? 0), isRepeated);
          first.paint(x, y, isRepeated);
        },
      };
  const rest = own ? flow.slices.map((slice, index) => (index === 0 ? { ...slice, keep: true } : slice)) : flow.slices.slice(1);
  return { slices: [head, ...rest], before: flow.before, after: flow.slices.length === 0 ? gaps.tight : flow.after };
}
