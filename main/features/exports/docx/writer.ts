// A note as a Word document.

import {
  AlignmentType,
  Document,
  Footer,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  Tab,
  Table,
  TabStopType,
  TextRun,
  type ISectionOptions,
} from 'docx';
import { type Block, type Inline, beginsWithTitle, footerTitle } from '../document.ts';
import type { Manuscript } from '../export-note.ts';
import { Headings } from '../headings.ts';
import { BlockWriter, type DocxBlock, type BlockPlacement } from './blocks.ts';
import { Lists } from './lists.ts';
import { reproducible } from './package.ts';
import { runsOf, type DocxContext } from './runs.ts';
import { sheetOf, textWidth, turnedWidth, type Sheet } from '../paper.ts';
import { bodySize, noteSize, points, styles, titleSize } from './styles.ts';
import { turned } from './tables.ts';

const bodyOf = (sheet: Sheet): BlockPlacement => ({
  indent: 0,
  listDepth: 0,
  quoteDepth: 0,
  tight: false,
  mark: null,
  width: textWidth(sheet),
  turnedWidth: turnedWidth(sheet),
  style: 'BodyText',
  size: bodySize,
});

function footer(title: string, width: number): Footer {
  return new Footer({
    children: [
      new Paragraph({
        style: 'Footer',
        tabStops: [{ type: TabStopType.RIGHT, position: points(width) }],
        children: [
          new TextRun(footerTitle(title)),
          new TextRun({ children: [new Tab(), PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  });
}

/** Parts of the document whose pages stand upright or are turned. */
function sectionsOf(blocks: readonly DocxBlock[], title: string, sheet: Sheet): ISectionOptions[] {
  const sections: { turned: boolean; children: DocxBlock[] }[] = [{ turned: false, children: [] }];
  for (const block of blocks) {
    const isTurned = block instanceof Table && turned.has(block);
    const last = sections.at(-1);
    // The gap after a turned table stays with it.
    const follows = last?.turned === true && block instanceof Paragraph && last.children.at(-1) instanceof Table;
    if (last === undefined || (last.turned !== isTurned && !follows)) sections.push({ turned: isTurned, children: [block] });
    else last.children.push(block);
  }
  return sections
    .filter(({ children }) => children.length > 0)
    .map(({ turned, children }) => ({
      properties: {
        page: {
          size: {
            width: points(sheet.width),
            height: points(sheet.height),
            orientation: turned ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
          },
          margin: {
            top: points(sheet.top),
            bottom: points(sheet.bottom),
            left: points(sheet.side),
            right: points(sheet.side),
            footer: points(sheet.footer),
          },
        },
      },
      footers: { default: footer(title, turned ? turnedWidth(sheet) : textWidth(sheet)) },
      children,
    }));
}

function footnotesOf({ footnotes, paper }: Manuscript, context: DocxContext, lists: Lists): Record<string, { children: Paragraph[] }> {
  const writer = new BlockWriter({ ...context, inNote: true }, lists);
  const place: BlockPlacement = { ...bodyOf(sheetOf(paper)), turnedWidth: null, style: 'FootnoteText', size: noteSize };
  return Object.fromEntries(
    footnotes.map((blocks, index) => {
      const written = writer.write(spaced(blocks), place);
      // A note of Word may hold tables too, whatever the library's types say.
      return [
        String(index + 1),
        { children: (written.length === 0 ? [new Paragraph({ style: 'FootnoteText' })] : written) as Paragraph[] },
      ];
    }),
  );
}

/** Footnotes that nothing in the text refers to: at its end, so that they are not lost. */
function leftOver({ footnotes, paper }: Manuscript, context: DocxContext, writer: BlockWriter): DocxBlock[] {
  return footnotes.flatMap((blocks, index) =>
    context.notesUsed.has(index + 1)
      ? []
      : writer.write(
          begun(blocks, [
            { kind: 'text', text: String(index + 1), marks: { raised: true } },
            { kind: 'text', text: ' ', marks: {} },
          ]),
          bodyOf(sheetOf(paper)),
        ),
  );
}

/** The number of a note stands right before its text. */
const spaced = (blocks: readonly Block[]): Block[] => begun(blocks, [{ kind: 'text', text: ' ', marks: {} }]);

/** These blocks with something before their first words. */
function begun(blocks: readonly Block[], inlines: readonly Inline[]): Block[] {
  const [first, ...rest] = blocks;
  return first?.kind === 'paragraph'
    ? [{ ...first, inlines: [...inlines, ...first.inlines] }, ...rest]
    : [{ kind: 'paragraph', inlines }, ...blocks];
}

/** The bytes of the file. The same manuscript gives the same bytes. */
export async function writeDocx(manuscript: Manuscript): Promise<Uint8Array<ArrayBuffer>> {
  const { title, author, language, blocks } = manuscript;
  const context: DocxContext = { manuscript, headings: new Headings(manuscript), notesUsed: new Set(), inNote: false };
  const lists = new Lists();
  const writer = new BlockWriter(context, lists);
  const heading = beginsWithTitle(blocks, title) ? [] : [new Paragraph({ style: 'Title', ...titleRuns(title, context) })];
  const written = [...heading, ...writer.write(blocks, bodyOf(sheetOf(manuscript.paper)))];
  const children = [...written, ...leftOver(manuscript, context, writer)];
  const document = new Document({
    title,
    ...(author === null ? {} : { creator: author, lastModifiedBy: author }),
    styles: styles(language),
    footnotes: footnotesOf(manuscript, context, lists),
    numbering: { config: lists.config },
    sections: sectionsOf(children, title, sheetOf(manuscript.paper)),
    compatibility: { version: 15 },
  });
  return reproducible(await Packer.toBuffer(document), manuscript);
}

function titleRuns(title: string, context: DocxContext) {
  const { children, isRightToLeft } = runsOf(
    [{ kind: 'text', text: title, marks: {} }],
    { size: titleSize, room: textWidth(sheetOf(context.manuscript.paper)) },
    context,
  );
  return { children, ...(isRightToLeft ? { bidirectional: true, alignment: AlignmentType.START } : {}) };
}
