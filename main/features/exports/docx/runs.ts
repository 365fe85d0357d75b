// Inline pieces as runs of Word.

import {
  BorderStyle,
  Bookmark,
  ExternalHyperlink,
  FootnoteReferenceRun,
  ImageRun,
  InternalHyperlink,
  SoftHyphen,
  Tab,
  TextRun,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';
import { cutText } from '../../../contract/cut-text.ts';
import { levelsOf } from '../bidi.ts';
import { type Inline, type Marks, absentPicture, documentAddress } from '../document.ts';
import type { Manuscript } from '../export-note.ts';
import type { Headings } from '../headings.ts';
import { fittedSize } from '../picture-size.ts';
import { wordFormula } from './imported-xml.ts';
import { codeFont, ink } from './styles.ts';

/** What all parts of the document are written with. */
export interface DocxContext {
  readonly manuscript: Manuscript;
  readonly headings: Headings;
  /** Footnotes that the text has referred to: each can be so once. */
  readonly notesUsed: Set<number>;
  /** Within a footnote, where there can be no other. */
  readonly inNote: boolean;
}

interface RunLook {
  /** Points. */
  readonly size: number;
  /** Whether the paragraph's style does not say so already. */
  readonly ownSize?: true;
  readonly bold?: true;
  /** Points that a picture may be wide. */
  readonly room: number;
}

/** Points that a picture may be high, so that it fits a page. */
const highest = 640;

/** Code is as large as the text around it when it is a little smaller. */
const codeScale = 0.9;

const halfPoints = (size: number): number => Math.round(size * 2) / 2;

function optionsOf(marks: Marks, { size, ownSize, bold }: RunLook): IRunOptions {
  const own = halfPoints(marks.code || marks.key ? size * codeScale : size);
  return {
    ...(own === size && ownSize === undefined ? {} : { size: `${own}pt`, sizeComplexScript: `${own}pt` }),
    ...(marks.strong || bold ? { bold: true, boldComplexScript: true } : {}),
    ...(marks.em ? { italics: true, italicsComplexScript: true } : {}),
    ...(marks.strike ? { strike: true } : {}),
    ...(marks.underline ? { underline: {} } : {}),
    ...(marks.highlight ? { shading: { fill: 'FFF2A8' } } : {}),
    ...(marks.raised ? { superScript: true } : marks.lowered ? { subScript: true } : {}),
    // A run has one style, and the link's is the one that shows where it leads.
    ...(marks.link !== undefined
      ? { style: 'Hyperlink', ...(marks.code ? { font: codeFont } : {}) }
      : marks.code
        ? { style: 'VerbatimChar' }
        : marks.key
          ? { style: 'Key' }
          : {}),
  };
}

/** Tabs in the text of a run are elements of their own, and so are soft hyphens: as characters, Word shows each as a hyphen. */
function textChildren(text: string): IRunOptions {
  if (!/[\t\u00AD]/.test(text)) return { text };
  return {
    children: text
      .split(/([\t\u00AD])/)
      .flatMap((part) => (part === '' ? [] : [part === '\t' ? new Tab() : part === '\u00AD' ? new SoftHyphen() : part])),
  };
}

/** Runs of text, those from right to left marked as such. `levels` are those of the text, from `offset` on. */
export function textRuns(text: string, options: IRunOptions, levels: Uint8Array | null, offset: number): TextRun[] {
  if (levels === null) return [new TextRun({ ...options, ...textChildren(text) })];
  const runs: TextRun[] = [];
  for (let start = 0; start < text.length;) {
    const odd = (levels[offset + start] ?? 0) % 2;
    let end = start + 1;
    while (end < text.length && (levels[offset + end] ?? 0) % 2 === odd) end += 1;
    runs.push(new TextRun({ ...options, ...textChildren(text.slice(start, end)), ...(odd === 1 ? { rightToLeft: true } : {}) }));
    start = end;
  }
  return runs;
}

function picture(inline: Inline & { kind: 'image' }, look: RunLook, { manuscript }: DocxContext): ParagraphChild[] {
  const found = manuscript.pictures.get(inline.src);
  if (found === undefined) {
    const { label, href } = absentPicture(inline);
    // The link around it leads further than its own address, and links cannot be within links.
    const own = inline.marks.link === undefined ? href : null;
    const run = new TextRun({
      text: label,
      ...optionsOf({ ...inline.marks, ...(own === null ? {} : { link: { href: own, title: null } }) }, look),
      border: { style: BorderStyle.SINGLE, size: 4, color: ink.line, space: 1 },
    });
    return [own === null ? run : new ExternalHyperlink({ link: addressOf(own), children: [run] })];
  }
  const { width, height } = fittedSize({ width: found.shownWidth, height: found.shownHeight }, inline.size, {
    width: look.room,
    height: highest,
  });
  // The library wants pixels of CSS, three quarters of a point.
  const transformation = { width: Math.max(1, Math.round(width / 0.75)), height: Math.max(1, Math.round(height / 0.75)) };
  return [
    new ImageRun({
      type: found.type,
      data: found.bytes,
      transformation,
      altText: { name: cutText(inline.alt, 60), description: inline.alt, ...(inline.title === null ? {} : { title: inline.title }) },
    }),
  ];
}

function footnote(number: number, look: RunLook, context: DocxContext): ParagraphChild[] {
  if (context.inNote || context.notesUsed.has(number)) return [new TextRun({ text: String(number), ...optionsOf({ raised: true }, look) })];
  context.notesUsed.add(number);
  return [new FootnoteReferenceRun(number)];
}

function childrenOf(inline: Inline, look: RunLook, context: DocxContext, levels: Uint8Array | null, offset: number): ParagraphChild[] {
  switch (inline.kind) {
    case 'text':
      return textRuns(inline.text, optionsOf(inline.marks, look), levels, offset);
    case 'break':
      return [new TextRun({ break: 1 })];
    case 'image':
      return picture(inline, look, context);
    case 'math':
      return wordFormula(inline.tex, inline.display, context.manuscript.formulas);
    case 'footnote':
      return footnote(inline.number, look, context);
  }
}

const linkOf = (inline: Inline): Marks['link'] => (inline.kind === 'text' || inline.kind === 'image' ? inline.marks.link : undefined);

/** How long a piece is in the text whose levels are taken. */
const placeholder = (inline: Inline): string => (inline.kind === 'text' ? inline.text : inline.kind === 'break' ? '\u2028' : '\uFFFC');

interface RunContext {
  readonly children: ParagraphChild[];
  /** Whether the paragraph begins on the right. */
  readonly isRightToLeft: boolean;
}

/** The runs of a paragraph. */
export function runsOf(inlines: readonly Inline[], look: RunLook, context: DocxContext): RunContext {
  const levels = levelsOf(inlines.map(placeholder).join(''));
  const children: ParagraphChild[] = [];
  let offset = 0;
  for (let index = 0; index < inlines.length;) {
    const link = linkOf(inlines[index] as Inline);
    const within: ParagraphChild[] = [];
    // Pieces of one link, such as bold and plain ones, are one link.
    do {
      const inline = inlines[index] as Inline;
      within.push(...childrenOf(inline, look, context, levels?.of ?? null, offset));
      offset += placeholder(inline).length;
      index += 1;
    } while (link !== undefined && index < inlines.length && linkOf(inlines[index] as Inline)?.href === link.href);
    children.push(...(link === undefined ? within : linked(link.href, within, context)));
  }
  return { children, isRightToLeft: levels?.base === 1 };
}

function linked(href: string, children: ParagraphChild[], { headings }: DocxContext): ParagraphChild[] {
  const place = headings.placeOf(href);
  if (place !== null) return [new InternalHyperlink({ anchor: place, children })];
  return href.startsWith('#') ? children : [new ExternalHyperlink({ link: addressOf(href), children })];
}

/** An address in ASCII. What is encoded already stays so: decoded, it would lead elsewhere, maybe to a script or a file. */
const addressOf = (href: string): string => encodeURI(documentAddress(href).toWellFormed()).replace(/%25(?=[\da-f]{2})/gi, '%');

/** Puts a place that links lead to around these. */
export function bookmarked(name: string | null, children: ParagraphChild[]): ParagraphChild[] {
  return name === null ? children : [new Bookmark({ id: name, children })];
}
