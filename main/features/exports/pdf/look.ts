// How a PDF looks: measures in points.

export const ink = {
  text: '#1A1F24',
  heading: '#1F3A5F',
  faint: '#5F6B76',
  line: '#B8C1CA',
  shade: '#F3F5F7',
  header: '#E9EDF1',
  link: '#1B4F9C',
  quote: '#3D4852',
  mark: '#FFF2A8',
} as const;

export type FamilyName = 'text' | 'heading' | 'code';

/** A kind of text: its face, its size, and how far its lines are apart. */
export interface TextLook {
  readonly family: FamilyName;
  readonly size: number;
  readonly leading: number;
  readonly colour: string;
  readonly bold: boolean;
  readonly em: boolean;
}

const text = (size: number, leading: number): TextLook => ({ family: 'text', size, leading, colour: ink.text, bold: false, em: false });

export const looks = {
  body: text(10.8, 15.6),
  quote: { ...text(10.8, 15.6), colour: ink.quote },
  note: text(9, 12.4),
  title: { family: 'heading', size: 26, leading: 31, colour: ink.heading, bold: true, em: false },
  code: { family: 'code', size: 8.6, leading: 12.2, colour: ink.text, bold: false, em: false },
  footer: { family: 'heading', size: 8.4, leading: 11, colour: ink.faint, bold: false, em: false },
} as const satisfies Record<string, TextLook>;

const headingSizes = [20, 16, 13.6, 12, 11, 11] as const;

interface HeadingLook {
  readonly look: TextLook;
  readonly before: number;
  readonly after: number;
}

export function headingLook(level: number): HeadingLook {
  const size = headingSizes[level - 1] ?? 11;
  return {
    look: { family: 'heading', size, leading: size * 1.22, colour: ink.heading, bold: true, em: level === 6 },
    before: level === 1 ? 26 : level === 2 ? 21 : 16,
    after: level < 3 ? 6 : 4,
  };
}

export const gaps = { paragraph: 8, tight: 2, list: 8, code: 11, table: 12, quoteIndent: 15, listIndent: 20 } as const;
