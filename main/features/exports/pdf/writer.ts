// A note as a PDF.

import type { Font } from 'fontkit';
import PdfKit from 'pdfkit';
import { escapeHtml } from '../../../contract/html-text.ts';
import { type Block, type Inline, beginsWithTitle, footerTitle } from '../document.ts';
import type { Manuscript } from '../export-note.ts';
import { Headings } from '../headings.ts';
import { stacked, type Flow } from './flow.ts';
import { Fonts, Measure } from './fonts.ts';
import { fontRuns } from './font-runs.ts';
import { layout, type LayoutContext } from './layout.ts';
import { textFlow, type FlowPlacement } from './text-flow.ts';
import { layOutLines } from './lines.ts';
import { sheetOf, textHeight, textWidth, turnedHeight, turnedWidth } from '../paper.ts';
import { looks } from './look.ts';
import { notesFlow, Objects } from './object-maker.ts';
import { withObjectStreams } from './object-streams.ts';
import { Outline } from './outline.ts';
import { paginate } from './paginate.ts';
import { paintLine, type Brush } from './paint-line.ts';
import { paintPage } from './paint-page.ts';
import { paragraphPieces } from './pieces.ts';
import { Tagger, TagNode, type PdfDocument } from './tags.ts';

/** The library writes texts into XML as they are; as text of PDF they must not be escaped. */
function metadataText(text: string): string {
  return Object.assign(new String(text), { toString: () => escapeHtml(text) }) as unknown as string;
}

/** No font of the library's own. */
const noText = null as unknown as string;

function open({ title, author, language, createdAt, updatedAt }: Manuscript): PdfDocument {
  return new PdfKit({
    autoFirstPage: false,
    font: noText,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: {
      Title: metadataText(title),
      ...(author === null ? {} : { Author: metadataText(author) }),
      Creator: 'Daybook',
      Producer: 'Daybook',
      CreationDate: new Date(createdAt),
      ModDate: new Date(updatedAt),
    },
  });
}

function contextOf(doc: PdfDocument, manuscript: Manuscript, outline: Outline): LayoutContext {
  const fonts = new Fonts((name, font) => {
    doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  });
  const measure = new Measure(fonts, (face, text, isRightToLeft) =>
    doc
      .font(face.name)
      .fontSize(1)
      .widthOfString(text, isRightToLeft ? { features: [] } : {}),
  );
  const brush: Brush = { doc, tagger: new Tagger(doc), headings: new Headings(manuscript) };
  const fontFor = (text: string): string =>
    fontRuns(text, { family: 'text', bold: false, em: false }, fonts, 'chinese')[0]?.face.name ?? fonts.primary(looks.body).name;
  const objects = new Objects(doc, manuscript, measure, fontFor);
  return {
    measure,
    language: manuscript.language,
    manuscript,
    brush,
    fontFor,
    outline: (level, title, place, y) => {
      outline.add(level, title, place, y);
    },
    object: (inline, look) => objects.of(inline, look, textWidth(sheetOf(manuscript.paper))),
    objectIn: (inline, look, width) => objects.of(inline, look, width),
  };
}

function titleFlow(blocks: readonly Block[], title: string, place: FlowPlacement, context: LayoutContext): Flow {
  if (beginsWithTitle(blocks, title)) return { slices: [], before: 0, after: 0 };
  const inlines: Inline[] = [{ kind: 'text', text: title, marks: {} }];
  const slices = textFlow(inlines, { ...place, look: looks.title, tag: place.tag.child('H1') }, context);
  return { slices: slices.map((slice, index) => ({ ...slice, keep: index > 0 })), before: 0, after: 18, leads: true };
}

/**
 * The library tells the width of the sign for missing characters in units of the font, where it has to be in thousandths. To be called
 * when all is drawn.
 */
function mendWidths(doc: PdfDocument): void {
  const { _fontFamilies: fonts } = doc as unknown as {
    readonly _fontFamilies: Readonly<Record<string, { readonly font: Font; readonly widths: number[] }>>;
  };
  for (const { font, widths } of Object.values(fonts)) widths[0] = (font.getGlyph(0).advanceWidth * 1000) / font.unitsPerEm;
}

/** The title on the left, the number of the page on the right. */
function footer(context: LayoutContext, title: string, number: number, count: number, turned: boolean): void {
  const { brush, measure, manuscript } = context;
  const sheet = sheetOf(manuscript.paper);
  const width = turned ? turnedWidth(sheet) : textWidth(sheet);
  const y = (turned ? sheet.width : sheet.height) - sheet.footer - looks.footer.leading;
  const put = (text: string, align: 'left' | 'right'): void => {
    const { pieces, isRightToLeft } = paragraphPieces([{ kind: 'text', text, marks: {} }], looks.footer, context);
    const [line] = layOutLines(pieces, {
      width: align === 'left' ? width - 60 : width,
      leading: looks.footer.leading,
      size: looks.footer.size,
      align,
      isRightToLeft,
      measure,
    });
    if (line !== undefined) paintLine(brush, line, sheet.side, y, null);
  };
  put(footerTitle(title), 'left');
  put(`${number} / ${count}`, 'right');
}

/** The bytes of the file. The same manuscript gives the same bytes. */
export async function writePdf(manuscript: Manuscript): Promise<Uint8Array<ArrayBuffer>> {
  const { title, blocks } = manuscript;
  const sheet = sheetOf(manuscript.paper);
  const doc = open(manuscript);
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc
      .on('data', (chunk: Uint8Array) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject);
  });
  const outline = new Outline(doc);
  const context = contextOf(doc, manuscript, outline);
  const root = new TagNode('Document', null);
  const place: FlowPlacement = {
    x: 0,
    width: textWidth(sheet),
    tag: root,
    look: looks.body,
    tight: false,
    listDepth: 0,
    turnedWidth: turnedWidth(sheet),
  };
  const flow = stacked([titleFlow(blocks, title, place, context), layout(blocks, place, context), notesFlow(manuscript, place, context)]);
  const pages = paginate(flow.slices, { upright: textHeight(sheet), turned: turnedHeight(sheet) });
  for (const [index, content] of pages.entries()) {
    doc.addPage({ size: [sheet.width, sheet.height], layout: content.turned ? 'landscape' : 'portrait', margin: 0 });
    paintPage(context.brush, content, sheet, () => {
      footer(context, title, index + 1, pages.length, content.turned);
    });
  }
  root.element?.end();
  mendWidths(doc);
  doc.end();
  await ended;
  return withObjectStreams(Buffer.concat(chunks));
}
