// Formulas drawn from the outlines that MathJax gives.

import { Parser } from 'htmlparser2';
import { LRUCache } from 'lru-cache';
import type { PdfDocument } from './tags.ts';
import { ink } from './look.ts';

/** A formula at a size of 1; the part above the baseline and the part below. */
interface FormulaBox {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  readonly svg: string;
}

const numbers = (text: string | undefined): number[] =>
  (text ?? '')
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map(Number);

/** The measures that an SVG of MathJax tells of; thousandths of an em there. */
export function formulaBox(svg: string): FormulaBox {
  const [, top = 0, width = 0, height = 0] = numbers(/viewBox="([^"]*)"/.exec(svg)?.[1]);
  return { width: width / 1000, ascent: -top / 1000, descent: (height + top) / 1000, svg };
}

/** Outlines of letters, which come again and again; those of a large table of formulas take less than a megabyte. */
const smooth = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (drawn, path) => 2 * (drawn.length + path.length) + 200,
});

/**
 * Curves that go on smoothly (T), with the point that they bend to said (Q): the library bends some of them the wrong way. MathJax writes
 * absolute commands.
 */
function withoutSmooth(path: string): string {
  const known = smooth.get(path);
  if (known !== undefined) return known;
  let [x, y, bendX, bendY] = [0, 0, 0, 0];
  const result = path.replace(/([A-Z])([^A-Z]*)/g, (whole, command: string, list: string) => {
    const values = numbers(list.replace(/(?<=\d)-/g, ' -'));
    const [before, after] = [values.at(-2) ?? 0, values.at(-1) ?? 0];
    let drawn = whole;
    if (command === 'T') {
      [bendX, bendY] = [2 * x - bendX, 2 * y - bendY];
      drawn = `Q${bendX} ${bendY} ${before} ${after}`;
    }
    if (command === 'Q') [bendX = 0, bendY = 0] = values;
    if (command === 'H') x = after;
    else if (command === 'V') y = after;
    else if (command !== 'Z') [x, y] = [before, after];
    if (command !== 'Q' && command !== 'T') [bendX, bendY] = [x, y];
    return drawn;
  });
  smooth.set(path, result);
  return result;
}

type Attributes = Readonly<Record<string, string>>;

function transform(doc: PdfDocument, attribute: string | undefined): void {
  for (const [, name, list] of (attribute ?? '').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b] = numbers(list);
    if (name === 'translate') doc.translate(a, b ?? 0);
    else if (name === 'scale') doc.scale(a, b ?? a);
    else if (name === 'rotate') doc.rotate(a);
    else if (name === 'matrix') doc.transform(...(numbers(list) as [number, number, number, number, number, number]));
  }
}

/** A picture within the picture: signs that are stretched. */
function inner(doc: PdfDocument, { x, y, width, height, viewBox }: Attributes): void {
  const [left = 0, top = 0, wide = 1, high = 1] = numbers(viewBox);
  doc.translate(Number(x ?? 0), Number(y ?? 0));
  doc.rect(0, 0, Number(width ?? wide), Number(height ?? high)).clip();
  doc.scale(Number(width ?? wide) / (wide || 1), Number(height ?? high) / (high || 1));
  doc.translate(-left, -top);
}

function shape(doc: PdfDocument, name: string, attributes: Attributes): void {
  const value = (key: string): number => Number.parseFloat(attributes[key] ?? '0') || 0;
  const strokeWidth = value('stroke-width');
  switch (name) {
    case 'path':
      doc.path(withoutSmooth(attributes['d'] ?? ''));
      break;
    case 'rect':
      doc.rect(value('x'), value('y'), value('width'), value('height'));
      break;
    case 'line':
      doc.moveTo(value('x1'), value('y1')).lineTo(value('x2'), value('y2'));
      break;
    case 'ellipse':
      doc.ellipse(value('cx'), value('cy'), value('rx'), value('ry'));
      break;
    case 'polygon':
    case 'polyline': {
      const list = numbers(attributes['points']);
      doc.polygon(...Array.from({ length: Math.floor(list.length / 2) }, (_, index) => [list[index * 2] ?? 0, list[index * 2 + 1] ?? 0]));
      break;
    }
    default:
      return;
  }
  const stroked = name === 'line' || attributes['fill'] === 'none' || strokeWidth > 0;
  if (stroked) doc.lineWidth(strokeWidth || 60).stroke(ink.text);
  else doc.fill(ink.text);
}

/** Draws a formula of this size with its baseline at `y`. */
export function drawFormula(
  doc: PdfDocument,
  { svg }: FormulaBox,
  at: { readonly size: number; readonly x: number; readonly y: number },
  fontFor: (text: string) => string,
): void {
  doc.save();
  doc.translate(at.x, at.y);
  doc.scale(at.size / 1000);
  let depth = 0;
  let text: Attributes | null = null;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        doc.save();
        transform(doc, attributes['transform']);
        if (name === 'svg') depth += 1;
        if (name === 'svg' && depth > 1) inner(doc, attributes);
        else if (name === 'text') text = attributes;
        else shape(doc, name, attributes);
      },
      // Letters for which MathJax has no outlines.
      ontext: (data) => {
        if (text === null || data.trim() === '') return;
        const fontSize = Number.parseFloat(text['font-size'] ?? '1000') || 1000;
        doc.font(fontFor(data)).fontSize(fontSize).fillColor(ink.text).text(data, 0, 0, { lineBreak: false, baseline: 'alphabetic' });
      },
      onclosetag: (name) => {
        if (name === 'svg') depth -= 1;
        if (name === 'text') text = null;
        doc.restore();
      },
    },
    { xmlMode: true },
  );
  parser.write(svg);
  parser.end();
  doc.restore();
}
