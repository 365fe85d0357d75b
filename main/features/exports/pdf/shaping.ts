// Shaping by fontkit, mended: https://github.com/foliojs/fontkit/issues/367.

import type { Font, GlyphRun } from 'fontkit';
import { hasRightToLeftLetter } from '../bidi.ts';

interface Mark {
  readonly markAnchor: object | null;
}

/** What the library's types leave out: that which places marks on letters, and that which puts signs in the place of others. */
interface Inside {
  readonly _layoutEngine: {
    readonly engine: {
      readonly GPOSProcessor?: { applyAnchor: (mark: Mark, anchor: object | null, index: number) => void };
      readonly GSUBProcessor?: { applyLookup: (type: number, table: object) => unknown };
    } | null;
  };
}

/** Substitutions that a text may take, for each of its characters: rules that put in signs for which they hold again would never end. */
const maxSubstitutions = 2_000;

/** Lets substitutions fail beyond a number; gives what sets the number. */
function boundSubstitutions(font: Font): (count: number) => void {
  const {
    _layoutEngine: { engine },
  } = font as unknown as Inside;
  const processor = engine?.GSUBProcessor;
  let left = Infinity;
  if (processor !== undefined && processor !== null) {
    const apply = processor.applyLookup.bind(processor);
    processor.applyLookup = (type, table) => {
      left -= 1;
      if (left < 0) throw new RangeError('The rules of the font do not end for this text');
      return apply(type, table);
    };
  }
  return (count) => {
    left = count;
  };
}

/** A font may say that a mark has no place on a letter, which the library takes for an error. */
function mendAnchors(font: Font): void {
  const {
    _layoutEngine: { engine },
  } = font as unknown as Inside;
  const positioner = engine?.GPOSProcessor;
  if (positioner === undefined || positioner === null) return;
  const apply = positioner.applyAnchor.bind(positioner);
  positioner.applyAnchor = (mark, anchor, index) => {
    if (anchor !== null && mark.markAnchor !== null) apply(mark, anchor, index);
  };
}

/** Each character by its own sign, one beside the other. */
function unshaped(font: Font, text: string): GlyphRun {
  const glyphs = font.glyphsForString(text);
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  return { glyphs, positions, advanceWidth: glyphs.reduce((total, { advanceWidth }) => total + advanceWidth, 0) } as unknown as GlyphRun;
}

/** Thai and Lao vowels with a ring above: the ring stands below a sign of tone, which the library does not know. */
const withRing = /([\u0E48-\u0E4B]*)\u0E33|([\u0EC8-\u0ECB]*)\u0EB3/g;

const ordered = (text: string): string =>
  text.replace(withRing, (vowel, thai: string | undefined, lao: string | undefined) =>
    vowel.endsWith('\u0E33') ? `\u0E4D${thai ?? ''}\u0E32` : `\u0ECD${lao ?? ''}\u0EB2`,
  );

/**
 * Features of fonts for Burmese, which the library has no rules for (https://learn.microsoft.com/typography/script-development/myanmar).
 */
const burmeseFeatures = ['blws', 'abvs', 'pres', 'psts', 'dist', 'abvm', 'blwm'];

/** A syllable: the sign that stands over it, its consonant, and what belongs to that; a consonant after U+1039 stands below. */
const burmese =
  /([\u1004\u101B\u105A]\u103A\u1039)?([\u1000-\u102A\u103F\u1050-\u1055\u105A-\u105D\u1061\u1065\u1066\u106E-\u1070\u1075-\u1081\u108E\uAA60-\uAA7A])((?:[\u102B-\u103E\u1056-\u1060\u1062-\u1064\u1067-\u106D\u1071-\u1074\u1082-\u108D\u108F\u109A-\u109D\uAA7B-\uAA7D]|(?<=\u1039)[\u1000-\u102A\u103F\u1050-\u108E])*)/gu;

const isBurmese = /[\u1000-\u109F\uAA60-\uAA7F]/;

/** Burmese in the order in which it is drawn: some vowels, and then the R, stand before the consonant that they follow when spoken. */
const asDrawn = (text: string): string =>
  text.replace(
    burmese,
    (_, over: string | undefined, consonant: string, rest: string) =>
      rest.replace(/[^\u1031\u1084]/gu, '') +
      rest.replace(/[^\u103C]/gu, '') +
      consonant +
      (over ?? '') +
      rest.replace(/[\u1031\u1084\u103C]/gu, ''),
  );

/** Mongolian signs that only choose a form: the library does not know them, and would show a box. */
const selectors = /[\u180B-\u180D\u180F]/g;

/** The same font, which sets any text: where a text cannot be shaped, it is set as it is. */
export function mended(font: Font): Font {
  mendAnchors(font);
  const allow = boundSubstitutions(font);
  const layout = font.layout.bind(font);
  font.layout = (source, features?: string[] | Readonly<Record<string, boolean>>) => {
    const text = isBurmese.test(source) ? asDrawn(source) : ordered(source).replace(selectors, '');
    allow((text.length + 10) * maxSubstitutions);
    try {
      if (isBurmese.test(source)) return layout(text, [...(Array.isArray(features) ? features : []), ...burmeseFeatures]);
      // The library goes by the script alone, and would turn Arabic digits, which run from left to right.
      return layout(text, features, undefined, undefined, hasRightToLeftLetter(text) ? 'rtl' : 'ltr');
    } catch {
      return unshaped(font, text);
    }
  };
  return font;
}
