// The fonts of a PDF: which files there are, and which of them has a character.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'fontkit';
import { KeptFonts } from './kept-fonts.ts';
import type { FamilyName } from './look.ts';
import { mended } from './shaping.ts';

/** One font in one document. */
export interface Face {
  /** By which the document knows it. */
  readonly name: string;
  readonly font: Font;
  /** Made bold or slanted by drawing, where there is no such font. */
  readonly fakeBold: boolean;
  readonly fakeEm: boolean;
}

export interface Style {
  readonly family: FamilyName;
  readonly bold: boolean;
  readonly em: boolean;
}

const require = createRequire(import.meta.url);

/** File names without regular, bold, italic and bold italic, for those that have all four; otherwise one file, or two. */
interface Source {
  readonly regular: string;
  readonly bold?: string;
  readonly italic?: string;
  readonly boldItalic?: string;
}

const expo = (name: string, family: string, bold = '700Bold'): Source => {
  const file = (style: string): string => `@expo-google-fonts/${name}/${style}/${family}_${style}.ttf`;
  return { regular: file('400Regular'), bold: file(bold), italic: file('400Regular_Italic'), boldItalic: file(`${bold}_Italic`) };
};

const noto = (script: string, design: 'Sans' | 'Serif' = 'Sans'): Source => {
  const [name, family] = [`noto-${design.toLowerCase()}-${script}`, `Noto${design}${script.charAt(0).toUpperCase()}${script.slice(1)}`];
  const file = (style: string): string => `@expo-google-fonts/${name}/${style}/${family}_${style}.ttf`;
  return { regular: file('400Regular'), bold: file('700Bold') };
};

const sources = {
  serif: expo('source-serif-4', 'SourceSerif4'),
  sans: expo('source-sans-3', 'SourceSans3', '600SemiBold'),
  mono: expo('source-code-pro', 'SourceCodePro', '600SemiBold'),
  noto: expo('noto-sans', 'NotoSans'),
  arabic: {
    regular: '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
    bold: '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Bold.ttf',
  },
  hebrew: {
    regular: '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf',
    bold: '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Bold.ttf',
  },
  japanese: { regular: '@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf', bold: '@embedpdf/fonts-jp/fonts/NotoSansJP-Bold.otf' },
  chinese: { regular: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf', bold: '@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf' },
  korean: { regular: '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf', bold: '@embedpdf/fonts-kr/fonts/NotoSansKR-Bold.otf' },
  devanagari: noto('devanagari'),
  bengali: noto('bengali'),
  gurmukhi: noto('gurmukhi'),
  gujarati: noto('gujarati'),
  tamil: noto('tamil'),
  telugu: noto('telugu'),
  kannada: noto('kannada'),
  malayalam: noto('malayalam'),
  sinhala: noto('sinhala'),
  thai: noto('thai'),
  ethiopic: noto('ethiopic'),
  khmer: noto('khmer'),
  oriya: noto('oriya'),
  myanmar: noto('myanmar'),
  tibetan: noto('tibetan', 'Serif'),
  // One weight alone.
  mongolian: { regular: '@expo-google-fonts/noto-sans-mongolian/400Regular/NotoSansMongolian_400Regular.ttf' },
  cherokee: noto('cherokee'),
  emoji: {
    regular: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
    bold: '@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf',
  },
  dejavu: {
    regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
    italic: 'dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf',
    boldItalic: 'dejavu-fonts-ttf/ttf/DejaVuSans-BoldOblique.ttf',
  },
  dejavuMono: { regular: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf', bold: 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf' },
} as const satisfies Record<string, Source>;

type SourceName = keyof typeof sources;

export type HanStyle = 'japanese' | 'chinese' | 'korean';

/** Scripts with a font of their own, by the characters of their blocks. */
const scripts: readonly (readonly [source: SourceName, characters: RegExp])[] = [
  ['devanagari', /[\u0900-\u097F\u1CD0-\u1CFF\uA8E0-\uA8FF]/],
  ['bengali', /[\u0980-\u09FF]/],
  ['gurmukhi', /[\u0A00-\u0A7F]/],
  ['gujarati', /[\u0A80-\u0AFF]/],
  ['tamil', /[\u0B80-\u0BFF]/],
  ['telugu', /[\u0C00-\u0C7F]/],
  ['kannada', /[\u0C80-\u0CFF]/],
  ['malayalam', /[\u0D00-\u0D7F]/],
  ['sinhala', /[\u0D80-\u0DFF]/],
  ['thai', /[\u0E00-\u0E7F]/],
  ['ethiopic', /[\u1200-\u139F\u2D80-\u2DDF\uAB00-\uAB2F]/],
  ['khmer', /[\u1780-\u17FF\u19E0-\u19FF]/],
  ['oriya', /[\u0B00-\u0B7F]/],
  ['myanmar', /[\u1000-\u109F\uA9E0-\uA9FF\uAA60-\uAA7F]/],
  ['tibetan', /[\u0F00-\u0FFF]/],
  ['mongolian', /[\u1800-\u18AF]/],
  ['cherokee', /[\u13A0-\u13FF\uAB70-\uABBF]/],
];

const primary: Readonly<Record<FamilyName, readonly SourceName[]>> = {
  text: ['serif', 'noto'],
  heading: ['sans', 'noto'],
  code: ['mono', 'dejavuMono', 'noto'],
};

/** Where a file of a package lies. Some packages let nothing be named but their code, so that is looked for. */
function fileOf(path: string): string {
  if (!path.startsWith('@embedpdf/')) return require.resolve(path);
  const [scope = '', name = '', ...rest] = path.split('/');
  return join(dirname(require.resolve(`${scope}/${name}`)), '..', ...rest);
}

/**
 * Enough for Latin text in all styles beside Chinese, Japanese or Korean in two weights: a font for those has 4 to 9 MB, others less than
 * one.
 */
const maxKeptBytes = 24 * 1_024 * 1_024;

const keptFonts = new KeptFonts((path) => readFileSync(fileOf(path)), maxKeptBytes);

/** The fonts of one document. What was read of their files is shared with other documents. */
export class Fonts {
  readonly #faces = new Map<string, Face>();
  readonly #choices = new Map<string, Face>();
  readonly #register: (name: string, font: Font) => void;

  /** `register` tells the document of a font before its first use. */
  constructor(register: (name: string, font: Font) => void) {
    this.#register = register;
  }

  /** What most text of this style is set in. */
  primary(style: Style): Face {
    return this.#face(primary[style.family][0] ?? 'serif', style);
  }

  /** A font that has this character, else the plain letter that it is a form of; the last resort, which shows a box, if none has. */
  faceFor(codePoint: number, style: Style, han: HanStyle, isEmoji: boolean): Face {
    const key = `${codePoint} ${style.family} ${style.bold} ${style.em} ${han} ${isEmoji}`;
    const known = this.#choices.get(key);
    if (known !== undefined) return known;
    const rest: readonly SourceName[] = ['arabic', 'hebrew', han, 'chinese', 'japanese', 'korean', 'dejavu', 'emoji'];
    const character = String.fromCodePoint(codePoint);
    const own = scripts.flatMap(([source, characters]) => (characters.test(character) ? [source] : []));
    const candidates = isEmoji
      ? ['emoji' as const, ...primary[style.family], ...rest]
      : [...own, ...primary[style.family], ...(isSymbol(codePoint) ? ['dejavu' as const] : []), ...rest];
    const name = candidates.find((candidate) => this.#face(candidate, style).font.hasGlyphForCodePoint(codePoint));
    const plain = character.replace(mathLetters, plainForm);
    const face =
      name === undefined && plain !== character
        ? this.faceFor(plain.codePointAt(0) ?? 0, style, han, false)
        : this.#face(name ?? 'dejavu', style);
    this.#choices.set(key, face);
    return face;
  }

  #face(source: SourceName, { bold, em }: Style): Face {
    const { regular, ...others }: Source = sources[source];
    const path =
      (bold && em ? others.boldItalic : undefined) ??
      (bold ? others.bold : undefined) ??
      (em && !bold ? others.italic : undefined) ??
      regular;
    const key = `${source} ${bold} ${em}`;
    const known = this.#faces.get(key);
    if (known !== undefined) return known;
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    const same = [...this.#faces.values()].find((face) => face.name === name);
    const font = same?.font ?? mended(keptFonts.open(path));
    if (same === undefined) this.#register(name, font);
    const face: Face = {
      name,
      font,
      fakeBold: bold && path !== others.bold && path !== others.boldItalic,
      fakeEm:
        em && path !== others.italic && path !== others.boldItalic && source !== 'emoji' && source !== 'arabic' && source !== 'hebrew',
    };
    this.#faces.set(key, face);
    return face;
  }
}

/** Letters and digits in the looks of formulas, such as bold and script. */
const mathLetters = /[\u{1D400}-\u{1D7FF}]/gu;

const plainForm = (letter: string): string => letter.normalize('NFKC');

/** A text as a font can show it: letters in looks of formulas that it lacks are plain ones. */
export function inFont(text: string, { font }: Face): string {
  return text.replace(mathLetters, (letter) => (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : plainForm(letter)));
}

/** Signs that fonts for East Asian text have too, but twice as wide. */
const isSymbol = (codePoint: number): boolean => codePoint >= 0x2000 && codePoint < 0x2e80;

/** How wide text is. */
export class Measure {
  readonly fonts: Fonts;
  readonly #widths = new Map<Face, Map<string, number>>();
  readonly #layout: (face: Face, text: string, isRightToLeft: boolean) => number;

  /** `layout` gives the width of a text at a size of 1. */
  constructor(fonts: Fonts, layout: (face: Face, text: string, isRightToLeft: boolean) => number) {
    this.fonts = fonts;
    this.#layout = layout;
  }

  width(text: string, face: Face, size: number, isRightToLeft = false): number {
    if (text === '') return 0;
    const widths = this.#widths.get(face) ?? new Map<string, number>();
    this.#widths.set(face, widths);
    const known = widths.get(text) ?? this.#layout(face, text, isRightToLeft);
    widths.set(text, known);
    return known * size;
  }
}
