// Pictures, formulas and references to notes, as what stands in a line.

import type { Inline } from '../document.ts';
import type { Manuscript } from '../export-note.ts';
import { sheetOf, textHeight } from '../paper.ts';
import { fittedSize } from '../picture-size.ts';
import { stacked, type Flow, type PageSlice } from './flow.ts';
import { drawFormula, formulaBox } from './formula.ts';
import { layout, type LayoutContext } from './layout.ts';
import { textFlow, type FlowPlacement } from './text-flow.ts';
import { gaps, ink, looks, type TextLook } from './look.ts';
import type { Measure } from './fonts.ts';
import type { PdfDocument } from './tags.ts';

/** What stands in a line like a large letter: `x` and the baseline `y` in points from the top left of the page. */
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

export class Objects {
  readonly #doc: PdfDocument;
  readonly #manuscript: Manuscript;
  readonly #measure: Measure;
  readonly #fontFor: (text: string) => string;
  readonly #pictures = new Map<string, unknown>();
  readonly #referred = new Set<number>();

  constructor(doc: PdfDocument, manuscript: Manuscript, measure: Measure, fontFor: (text: string) => string) {
    this.#doc = doc;
    this.#manuscript = manuscript;
    this.#measure = measure;
    this.#fontFor = fontFor;
  }

  /** What is to be drawn, no wider than `room` points; null for text, and for what can only be shown as text. */
  of(inline: Inline, look: TextLook, room: number): InlineObject | null {
    switch (inline.kind) {
      case 'image':
        return this.#picture(inline, room);
      case 'math':
        return this.#formula(inline.tex, inline.display, look, room);
      case 'footnote':
        return this.#reference(inline.number, look);
      default:
        return null;
    }
  }

  #picture({ src, alt, size }: Inline & { kind: 'image' }, room: number): InlineObject | null {
    const picture = this.#manuscript.pictures.get(src);
    if (picture === undefined) return null;
    const { width, height } = fittedSize({ width: picture.shownWidth, height: picture.shownHeight }, size, {
      width: room,
      height: textHeight(sheetOf(this.#manuscript.paper)) - 20,
    });
    const draw = (x: number, y: number): void => {
      const image = this.#pictures.get(src) ?? (this.#doc as unknown as { openImage(bytes: Uint8Array): unknown }).openImage(picture.bytes);
      this.#pictures.set(src, image);
      this.#doc.image(image as PDFKit.Mixins.ImageSrc, x, y - height, { width, height });
    };
    return { width, ascent: height, descent: 0, draw, tag: { type: 'Figure', alt } };
  }

  #formula(tex: string, display: boolean, look: TextLook, room: number): InlineObject | null {
    const svg = this.#manuscript.formulas.svg(tex, display);
    if (svg === null) return null;
    const box = formulaBox(svg);
    const size = Math.min(look.size * 1.02, room / Math.max(box.width, 0.1));
    return {
      width: box.width * size,
      ascent: box.ascent * size,
      descent: box.descent * size,
      draw: (x, y) => {
        drawFormula(this.#doc, box, { size, x, y }, this.#fontFor);
      },
      tag: { type: 'Formula', alt: tex },
    };
  }

  #reference(number: number, look: TextLook): InlineObject {
    const face = this.#measure.fonts.primary(look);
    const size = look.size * 0.66;
    const text = String(number);
    const isFirst = !this.#referred.has(number);
    this.#referred.add(number);
    return {
      width: this.#measure.width(text, face, size) + 0.6,
      ascent: look.size * 0.8,
      descent: 0,
      draw: (x, y) => {
        this.#doc
          .font(face.name)
          .fontSize(size)
          .fillColor(ink.link)
          .text(text, x + 0.3, y - look.size * 0.36, { lineBreak: false, baseline: 'alphabetic' });
      },
      tag: { type: 'Reference', alt: text },
      goTo: `note-${number}`,
      ...(isFirst ? { place: `note-${number}-from` } : {}),
    };
  }
}

/** The notes, below a line at the end of the document. */
export function notesFlow({ footnotes }: Manuscript, place: FlowPlacement, context: LayoutContext): Flow {
  const { doc, tagger } = context.brush;
  if (footnotes.length === 0) return { slices: [], before: 0, after: 0 };
  const indent = 18;
  const flows = footnotes.map((blocks, index): Flow => {
    const tag = place.tag.child('Note');
    const flow = layout(
      blocks,
      { ...place, x: place.x + indent, width: place.width - indent, look: looks.note, tag, turnedWidth: null },
      context,
    );
    const [label] = textFlow(
      [{ kind: 'text', text: `${index + 1}`, marks: {} }],
      { ...place, width: indent - 6, align: 'right', look: looks.note, tag: tag.child('Lbl') },
      context,
    );
    const [first, ...rest] = flow.slices;
    if (label === undefined) return flow;
    const head: PageSlice = {
      ...(first ?? label),
      paint: (x, y, isRepeated) => {
        label.paint(x, y + (first?.baseline ?? label.baseline ?? 0) - (label.baseline ?? 0), isRepeated);
        doc.addNamedDestination(`note-${index + 1}`, 'XYZ', 0, Math.max(0, y - 12), null);
        first?.paint(x, y, isRepeated);
      },
    };
    return { slices: [head, ...rest], before: 0, after: 3 };
  });
  const separator: PageSlice = {
    height: 8,
    gap: 0,
    keep: false,
    baseline: null,
    frames: [],
    repeat: [],
    turned: false,
    paint: (x, y) => {
      tagger.artifact();
      doc
        .moveTo(x, y)
        .lineTo(x + 120, y)
        .lineWidth(0.5)
        .stroke(ink.line);
    },
  };
  const notes = stacked(flows);
  return {
    slices: [separator, ...notes.slices.map((slice, index) => (index === 0 ? { ...slice, keep: true } : slice))],
    before: gaps.paragraph * 3,
    after: 0,
  };
}
