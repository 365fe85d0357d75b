// How a Word document looks: its styles, by the names that Word and other programs know.

import { AlignmentType, BorderStyle, LineRuleType, UnderlineType, type IParagraphStyleOptions, type IStylesOptions } from 'docx';
import { isRightToLeft } from '../language.ts';

/** Twentieths of a point, as Word counts. */
export const points = (count: number): number => Math.round(count * 20);

export const ink = {
  text: '1A1F24',
  heading: '1F3A5F',
  faint: '5F6B76',
  line: 'B8C1CA',
  shade: 'F3F5F7',
  header: 'E9EDF1',
  link: '1B4F9C',
} as const;

export const codeFont = { ascii: 'Consolas', hAnsi: 'Consolas', cs: 'Courier New', eastAsia: 'MS Gothic' } as const;

const eastAsian: Readonly<Record<string, string>> = { ja: 'Yu Gothic', ko: 'Malgun Gothic', 'zh-CN': 'Microsoft YaHei' };

/** Points. */
export const bodySize = 11;
export const noteSize = 9;
/** Between code and the edge of its box. */
export const codeEdge = 5;
export const titleSize = 27;
export const headingSizes = [20, 16, 13.5, 12, 11, 11] as const;

const heading = (size: number, level: number): object => ({
  run: {
    font: 'Calibri',
    size: `${size}pt`,
    sizeComplexScript: `${size}pt`,
    bold: true,
    boldComplexScript: true,
    color: ink.heading,
    ...(level === 6 ? { italics: true } : {}),
  },
  paragraph: {
    spacing: {
      before: points(level === 1 ? 22 : level === 2 ? 18 : 14),
      after: points(level < 3 ? 6 : 4),
      line: 252,
      lineRule: LineRuleType.AUTO,
    },
    keepNext: true,
    keepLines: true,
  },
});

const paragraphStyles: IParagraphStyleOptions[] = [
  { id: 'Normal', name: 'Normal', quickFormat: true },
  { id: 'BodyText', name: 'Body Text', basedOn: 'Normal', quickFormat: true, paragraph: { spacing: { after: points(8) } } },
  { id: 'Compact', name: 'Compact', basedOn: 'BodyText', quickFormat: true, paragraph: { spacing: { after: points(2) } } },
  // The last paragraph of a list that is set close.
  { id: 'CompactLast', name: 'Compact Last', basedOn: 'BodyText', paragraph: { spacing: { after: points(8) } } },
  { id: 'BlockText', name: 'Block Text', basedOn: 'BodyText', quickFormat: true, run: { color: '3D4852' } },
  {
    id: 'SourceCode',
    name: 'Source Code',
    basedOn: 'Normal',
    quickFormat: true,
    run: { font: codeFont, size: '9pt', sizeComplexScript: '9pt', noProof: true },
    paragraph: {
      spacing: { before: points(4), after: points(10), line: 252, lineRule: LineRuleType.AUTO },
      shading: { fill: ink.shade },
      border: { top: edge(5), bottom: edge(5), left: edge(codeEdge), right: edge(codeEdge) },
      // The box, which is around the text, ends where other text does.
      indent: { left: points(codeEdge), right: points(codeEdge) },
      alignment: AlignmentType.LEFT,
      contextualSpacing: true,
    },
  },
  {
    id: 'TableText',
    name: 'Table Text',
    basedOn: 'Normal',
    paragraph: { spacing: { before: 0, after: 0, line: 252, lineRule: LineRuleType.AUTO } },
  },
  {
    id: 'Formula',
    name: 'Formula',
    basedOn: 'BodyText',
    paragraph: { alignment: AlignmentType.CENTER, spacing: { before: points(4), after: points(8) } },
  },
  {
    id: 'Footer',
    name: 'footer',
    basedOn: 'Normal',
    run: { size: '8.5pt', sizeComplexScript: '8.5pt', color: ink.faint },
    paragraph: { spacing: { after: 0 } },
  },
];

function edge(space: number) {
  return { style: BorderStyle.SINGLE, size: 4, color: ink.shade, space };
}

/** For a text in this language. */
export function styles(language: string): IStylesOptions {
  const font = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial', eastAsia: eastAsian[language] ?? 'Microsoft YaHei' };
  const isEastAsian = language in eastAsian;
  const tongue = isEastAsian ? { eastAsia: language } : isRightToLeft(language) ? { bidirectional: language } : { value: language };
  return {
    default: {
      document: {
        run: {
          font,
          size: '11pt',
          sizeComplexScript: '11pt',
          color: ink.text,
          language: { value: 'en', eastAsia: 'zh-CN', bidirectional: 'ar', ...tongue },
        },
        paragraph: { spacing: { after: points(8), line: 276, lineRule: LineRuleType.AUTO } },
      },
      title: {
        run: { font: 'Calibri', size: '27pt', sizeComplexScript: '27pt', bold: true, boldComplexScript: true, color: ink.heading },
        paragraph: { spacing: { before: 0, after: points(16), line: 240, lineRule: LineRuleType.AUTO }, keepNext: true, keepLines: true },
      },
      ...Object.fromEntries(headingSizes.map((size, index) => [`heading${index + 1}`, heading(size, index + 1)])),
      listParagraph: { paragraph: { spacing: { after: points(8) } } },
      hyperlink: { run: { color: ink.link, underline: { type: UnderlineType.SINGLE, color: 'A9BEDD' } } },
      footnoteText: {
        run: { size: '9pt', sizeComplexScript: '9pt' },
        paragraph: { spacing: { after: points(2), line: 240, lineRule: LineRuleType.AUTO } },
      },
    },
    paragraphStyles,
    characterStyles: [
      {
        id: 'VerbatimChar',
        name: 'Verbatim Char',
        quickFormat: true,
        run: { font: codeFont, shading: { fill: ink.shade }, noProof: true },
      },
      {
        id: 'Key',
        name: 'Keyboard',
        run: { font: codeFont, border: { style: BorderStyle.SINGLE, size: 4, color: ink.line, space: 1 }, noProof: true },
      },
    ],
  };
}
