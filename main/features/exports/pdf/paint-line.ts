// Draws lines of text.

import { documentAddress, type DocumentLink } from '../document.ts';
import type { Headings } from '../headings.ts';
import type { Line, PlacedPiece } from './lines.ts';
import { ink } from './look.ts';
import type { PieceLook, Piece } from './pieces.ts';
import type { PdfDocument, Tagger, TagNode } from './tags.ts';

/** What lines are drawn with. */
export interface Brush {
  readonly doc: PdfDocument;
  readonly tagger: Tagger;
  readonly headings: Headings;
}

/** Pieces that can be drawn as one text. */
interface Fragment {
  readonly x: number;
  readonly text: string;
  readonly width: number;
  readonly inkWidth: number;
  readonly piece: Piece;
}

const isRightToLeft = ({ level }: Piece): boolean => level % 2 === 1;

function fragmentsOf(pieces: readonly PlacedPiece[]): Fragment[] {
  const fragments: Fragment[] = [];
  for (const { piece, x } of pieces) {
    const last = fragments.at(-1);
    const follows =
      last !== undefined &&
      last.piece.object === null &&
      piece.object === null &&
      last.piece.face === piece.face &&
      last.piece.look === piece.look &&
      !isRightToLeft(piece) &&
      !isRightToLeft(last.piece);
    if (follows)
      fragments[fragments.length - 1] = {
        ...last,
        text: last.text + piece.text,
        width: last.width + piece.width,
        inkWidth: last.width + piece.inkWidth,
      };
    else if (piece.text !== '' || piece.object !== null)
      fragments.push({
        x: x + piece.lead,
        text: piece.text,
        width: piece.width - piece.lead,
        inkWidth: piece.inkWidth - piece.lead,
        piece,
      });
  }
  return fragments;
}

/** Points that a ground is wider than its letters on each side. */
const groundEdge = 1.2;

/** Grounds and frames of pieces, to be drawn before the text. */
function paintBack({ doc, tagger }: Brush, fragments: readonly Fragment[], x: number, baseline: number): void {
  for (const {
    piece: { look },
    x: at,
    inkWidth,
  } of fragments) {
    if ((look.back === null && !look.frame) || inkWidth === 0) continue;
    tagger.artifact();
    const top = baseline - look.rise - look.size * 0.92;
    const height = look.size * 1.24;
    if (look.back !== null) doc.rect(x + at - groundEdge, top, inkWidth + 2 * groundEdge, height).fill(look.back);
    if (look.frame)
      doc
        .roundedRect(x + at - 1.5, top - 0.5, inkWidth + 3, height + 1, 2)
        .lineWidth(0.5)
        .stroke(ink.line);
  }
}

/**
 * Text whose signs stand in another order than its letters, or are one for several: it is told besides, for those who copy it or have it
 * read.
 */
const reordered = /[\u0900-\u0DFF\u0E00-\u0EFF\u0F00-\u0FFF\u1000-\u109F\u1780-\u18AF]|\p{Emoji_Modifier}|\u200D|\p{Regional_Indicator}/u;

/** Signs for characters that no font has say nothing by themselves. */
function isMissing(text: string, { font }: Piece['face']): boolean {
  for (const character of text) if (character > '\u024F' && !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return true;
  return false;
}

function paintText({ doc }: Brush, { piece, text }: Fragment, x: number, y: number): void {
  const { face, look } = piece;
  doc.font(face.name).fontSize(look.size).fillColor(look.colour);
  if (face.fakeBold) doc.strokeColor(look.colour).lineWidth(look.size * 0.028);
  const actual = reordered.test(text) || isMissing(text, face);
  if (actual) doc.markContent('Span', { actual: text });
  doc.text(text, x, y, {
    lineBreak: false,
    baseline: 'alphabetic',
    ...(face.fakeBold ? { fill: true, stroke: true } : {}),
    ...(face.fakeEm ? { oblique: 12 } : {}),
    // As one piece: letters that join need their neighbours, and words would come in the wrong order.
    ...(isRightToLeft(piece) ? { features: [] } : {}),
  });
  if (actual) doc.endMarkedContent();
}

function paintStrokes({ doc }: Brush, look: PieceLook, x: number, width: number, y: number): void {
  if (look.strike)
    doc
      .moveTo(x, y - look.size * 0.26)
      .lineTo(x + width, y - look.size * 0.26)
      .lineWidth(0.6)
      .stroke(look.colour);
  if (look.underline)
    doc
      .moveTo(x, y + look.size * 0.14)
      .lineTo(x + width, y + look.size * 0.14)
      .lineWidth(0.45)
      .stroke(look.link === null ? look.colour : '#A9BEDD');
}

/** The area of a link, over what is seen of it on one line. */
function paintArea(
  { doc, tagger, headings }: Brush,
  tag: TagNode,
  link: DocumentLink,
  at: { readonly x: number; readonly y: number; readonly width: number; readonly size: number },
): void {
  const { x, y, width, size } = at;
  const element = tagger.content(tag, link);
  const options = {
    ...(element === null ? {} : { structParent: element }),
    Contents: new String(link.title ?? link.href),
  } as PDFKit.Mixins.AnnotationOption;
  const place = headings.placeOf(link.href);
  const top = y - size * 0.9;
  const height = size * 1.2;
  if (place !== null) doc.goTo(x, top, width, height, place, options);
  else if (!link.href.startsWith('#')) doc.link(x, top, width, height, addressOf(link.href), options);
}

/** An address in ASCII, as PDF has it; what is encoded already stays. */
function addressOf(href: string): string {
  return documentAddress(href)
    .toWellFormed()
    .replace(/[^\u0021-\u007E]/gu, (character) => encodeURIComponent(character));
}

function paintObject(brush: Brush, { piece }: Fragment, x: number, y: number, tag: TagNode): void {
  const { doc, tagger } = brush;
  const { object } = piece;
  if (object === null) return;
  const node = tag.child(object.tag.type, object.tag.alt === '' ? {} : { alt: object.tag.alt });
  const link: DocumentLink | null = object.goTo === undefined ? null : { href: object.goTo, title: object.tag.alt };
  const element = tagger.content(node, link);
  object.draw(x, y);
  if (object.place !== undefined) doc.addNamedDestination(object.place, 'XYZ', x, y - object.ascent - 20, null);
  if (object.goTo !== undefined)
    doc.goTo(x, y - object.ascent, object.width, object.ascent + object.descent, object.goTo, {
      ...(element === null ? {} : { structParent: element }),
      Contents: new String(object.tag.alt),
    } as PDFKit.Mixins.AnnotationOption);
}

/** Draws a line as text of a part of the structure; null where it is none of it. `y` is its top. */
export function paintLine(brush: Brush, line: Line, x: number, y: number, tag: TagNode | null): void {
  const { doc, tagger } = brush;
  const baseline = y + line.ascent;
  const fragments = fragmentsOf(line.pieces);
  paintBack(brush, fragments, x, baseline);
  for (const [index, fragment] of fragments.entries()) {
    const {
      piece: { look, object },
    } = fragment;
    const left = x + fragment.x;
    const at = baseline - look.rise;
    if (object !== null) {
      if (tag !== null) paintObject(brush, fragment, left, baseline, tag);
    } else {
      if (tag !== null) tagger.content(tag, look.link);
      paintText(brush, fragment, left, at);
      if (look.strike || look.underline)
        paintStrokes(
          brush,
          look,
          left,
          isRightToLeft(fragment.piece) || continues(fragments, index) ? fragment.width : fragment.inkWidth,
          at,
        );
    }
    if (tag !== null && look.link !== null && fragment.inkWidth > 0 && object?.goTo === undefined)
      paintArea(brush, tag, look.link, { x: left, y: at, width: fragment.inkWidth, size: look.size });
  }
  doc.strokeColor(ink.text);
}

/** Whether the next fragment is of the same link, so that the line below goes on under the space between. */
function continues(fragments: readonly Fragment[], index: number): boolean {
  const [here, next] = [fragments[index], fragments[index + 1]];
  return next !== undefined && here?.piece.look.link !== null && here?.piece.look.link === next.piece.look.link;
}
