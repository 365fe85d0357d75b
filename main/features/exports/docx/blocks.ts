// Blocks as paragraphs and tables of Word.

import {
  BorderStyle,
  ImportedXmlComponent,
  Paragraph,
  Tab,
  TextRun,
  HeadingLevel,
  type IParagraphOptions,
  type ParagraphChild,
  type Table,
} from 'docx';
import type { CodePiece } from '../code-colours.ts';
import type { Block, List, ListItem } from '../document.ts';
import { indentWithin } from '../paper.ts';
import { wordFormula, importedXml } from './imported-xml.ts';
import { listIndent, type ItemPlace, type Lists } from './lists.ts';
import { bookmarked, runsOf, type DocxContext } from './runs.ts';
import { codeEdge, headingSizes, ink, points } from './styles.ts';
import { gap, propertyTable, tables } from './tables.ts';

export type DocxBlock = Paragraph | Table;

/** Where a block stands. */
export interface BlockPlacement {
  /** Points from the left. */
  readonly indent: number;
  readonly listDepth: number;
  readonly quoteDepth: number;
  /** In an item of a tight list. */
  readonly tight: boolean;
  /** What the first paragraph of a list item begins with. */
  readonly mark: (ItemPlace & { readonly checked: boolean | null }) | null;
  /** Points that there are from side to side. */
  readonly width: number;
  /** Points that a table may be wide if the page is turned for it. */
  readonly turnedWidth: number | null;
  /** The style of ordinary paragraphs. */
  readonly style: string;
  /** Its size in points. */
  readonly size: number;
  /** Ends a list after which more space follows than between its items. */
  readonly isLast?: true;
}

const headingLevels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

const quoteIndent = 14;

const furtherIn = ({ indent, width }: BlockPlacement, more: number): number => indent + indentWithin(width - indent, more);

/** Lines of code in one paragraph. */
const linesTogether = 150;

export class BlockWriter {
  readonly #context: DocxContext;
  readonly #lists: Lists;

  constructor(context: DocxContext, lists: Lists) {
    this.#context = context;
    this.#lists = lists;
  }

  /** Never empty where a mark is to be shown. */
  write(blocks: readonly Block[], place: BlockPlacement): DocxBlock[] {
    if (blocks.length === 0) return place.mark === null ? [] : [this.#paragraph([], place, {})];
    return blocks.flatMap((block, index) => {
      const { isLast, ...rest } = index === 0 ? place : { ...place, mark: null };
      const isEnd = index === blocks.length - 1 ? isLast === true : block.kind === 'list' && !place.tight;
      const written = this.#block(block, isEnd ? { ...rest, isLast: true } : rest);
      // Two blocks of code below each other would be one.
      return block.kind === 'code' && blocks[index - 1]?.kind === 'code' ? [gap(), ...written] : written;
    });
  }

  #block(block: Block, place: BlockPlacement): DocxBlock[] {
    // Where an item begins with something that takes no mark, the mark gets a paragraph of its own.
    if (place.mark !== null && block.kind !== 'paragraph' && block.kind !== 'heading')
      return [this.#paragraph([], place, {}), ...this.#block(block, { ...place, mark: null })];
    switch (block.kind) {
      case 'paragraph': {
        const { children, isRightToLeft } = runsOf(block.inlines, { size: place.size, room: place.width - place.indent }, this.#context);
        return [this.#paragraph(children, place, isRightToLeft ? { bidirectional: true } : {})];
      }
      case 'heading':
        return [this.#heading(block, place)];
      case 'quote':
        return this.write(block.blocks, {
          ...place,
          indent: furtherIn(place, quoteIndent),
          quoteDepth: place.quoteDepth + 1,
          tight: false,
          style: place.quoteDepth === 0 && place.style === 'BodyText' ? 'BlockText' : place.style,
        });
      case 'list':
        return this.#list(block, place);
      case 'code':
        return this.#code(block.text, block.language, place);
      case 'table':
        return tables(block, place, this.#context);
      case 'properties':
        return propertyTable(block.rows, place);
      case 'rule':
        return [
          new Paragraph({
            style: 'BodyText',
            indent: { left: points(place.indent) },
            spacing: { before: points(6), after: points(14), line: 120 },
            border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: ink.line, space: 1 } },
          }),
        ];
      case 'math':
        return [
          new Paragraph({
            style: 'Formula',
            indent: { left: points(place.indent) },
            children: displayed(wordFormula(block.tex, true, this.#context.manuscript.formulas)),
          }),
        ];
    }
  }

  #heading(block: Extract<Block, { kind: 'heading' }>, place: BlockPlacement): Paragraph {
    const { children, isRightToLeft } = runsOf(
      block.inlines,
      { size: headingSizes[block.level - 1] ?? place.size, room: place.width - place.indent },
      this.#context,
    );
    const heading = headingLevels[block.level - 1] ?? HeadingLevel.HEADING_6;
    return new Paragraph({
      heading,
      ...this.#position(place, '', isRightToLeft),
      ...(isRightToLeft ? { bidirectional: true } : {}),
      children: [...this.#box(place), ...bookmarked(this.#context.headings.nameOf(block), children)],
    });
  }

  #paragraph(children: readonly ParagraphChild[], place: BlockPlacement, options: IParagraphOptions): Paragraph {
    // By this style programs know what goes on with an item of a list.
    const style =
      place.mark === null && place.listDepth > 0 && place.style === 'BodyText'
        ? 'ListParagraph'
        : place.style === 'FootnoteText' || !place.tight
          ? place.style
          : place.isLast === true
            ? 'CompactLast'
            : 'Compact';
    return new Paragraph({
      ...this.#position(place, style, options.bidirectional === true),
      ...options,
      children: [...this.#box(place), ...children],
    });
  }

  /** The style, the indent, the line beside a quote, and the number or bullet. */
  #position({ indent, quoteDepth, mark, listDepth }: BlockPlacement, style: string, isRightToLeft: boolean): IParagraphOptions {
    const hanging = mark === null ? {} : { hanging: points(listIndent - 3) };
    const numbering =
      mark === null ? {} : { numbering: { reference: mark.reference, instance: mark.instance, level: mark.level, custom: true } };
    const isPlain =
      indent === 0 || (mark !== null && quoteDepth === 0 && indent === listDepth * listIndent && mark.level === listDepth - 1);
    return {
      ...(style === '' ? {} : { style }),
      ...numbering,
      ...(isPlain ? {} : { indent: { left: points(indent), ...hanging } }),
      ...(quoteDepth > 0
        ? { border: { [isRightToLeft ? 'right' : 'left']: { style: BorderStyle.SINGLE, size: 18, color: ink.line, space: 8 } } }
        : {}),
    };
  }

  #box({ mark }: BlockPlacement): ParagraphChild[] {
    if (mark === null || mark.checked === null) return [];
    return [checkBox(mark.checked), new TextRun({ children: [new Tab()] })];
  }

  #list(list: List, place: BlockPlacement): DocxBlock[] {
    const { isLast: _, ...outer } = place;
    const inner: BlockPlacement = {
      ...outer,
      indent: furtherIn(place, listIndent),
      listDepth: place.listDepth + 1,
      tight: list.tight,
      mark: null,
    };
    const numbered = this.#lists.place(list, place.listDepth);
    const ends = place.listDepth === 0 || place.isLast === true;
    return list.items.flatMap((item: ListItem, index) =>
      this.write(item.blocks, {
        ...inner,
        mark: {
          ...(item.checked === null ? numbered : this.#lists.place({ numbers: null }, place.listDepth, true)),
          checked: item.checked,
        },
        ...(ends && index === list.items.length - 1 ? { isLast: true } : {}),
      }),
    );
  }

  /** In several paragraphs that look like one if there are many lines: programs take long to set a paragraph of thousands. */
  #code(text: string, language: string, place: BlockPlacement): Paragraph[] {
    const lines = this.#context.manuscript.code.lines(text, language);
    return Array.from({ length: Math.ceil(lines.length / linesTogether) }, (_, part) =>
      this.#codeParagraph(lines.slice(part * linesTogether, (part + 1) * linesTogether), place),
    );
  }

  #codeParagraph(lines: readonly CodePiece[][], place: BlockPlacement): Paragraph {
    const children = lines.flatMap((line, index) => {
      const runs = line.map(
        ({ text, colour, em }) =>
          new TextRun({
            children: text.split('\t').flatMap((part, at) => [...(at > 0 ? [new Tab()] : []), part]),
            ...(colour === null ? {} : { color: colour }),
            ...(em ? { italics: true } : {}),
          }),
      );
      return index === 0 ? runs : [new TextRun({ break: 1 }), ...runs];
    });
    return new Paragraph({
      style: 'SourceCode',
      ...(place.indent === 0 ? {} : { indent: { left: points(place.indent + codeEdge) } }),
      children,
    });
  }
}

/**
 * A box that can be ticked in Word, with Word's own signs. The library's own has a symbol in it, which programs that read the text do not
 * see.
 */
function checkBox(checked: boolean): ParagraphChild {
  const font = 'MS Gothic';
  const state = `<w14:checkbox><w14:checked w14:val="${checked ? 1 : 0}"/><w14:checkedState w14:val="2612" w14:font="${font}"/><w14:uncheckedState w14:val="2610" w14:font="${font}"/></w14:checkbox>`;
  const run = `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}" w:cs="${font}"/></w:rPr><w:t>${checked ? '☒' : '☐'}</w:t></w:r>`;
  return importedXml(`<w:sdt><w:sdtPr>${state}</w:sdtPr><w:sdtContent>${run}</w:sdtContent></w:sdt>`) as unknown as ParagraphChild;
}

/** A formula on a line of its own. */
function displayed(children: ParagraphChild[]): ParagraphChild[] {
  const [only] = children;
  if (!(only instanceof ImportedXmlComponent)) return children;
  const outer = new ImportedXmlComponent('m:oMathPara');
  outer.push(only);
  return [outer as unknown as ParagraphChild];
}
