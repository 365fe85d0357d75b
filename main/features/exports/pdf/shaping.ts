// Shaping by fontkit, mended: https://github.com/foliojs/fontkit/issues/367.

import type { Font, GlyphRun } from 'fontkit';
import { hasRightToLeftLetter } from '../bidi.ts';

interface Mark {
  readonly markAnchor: object | null;
}

interface Sign {
  readonly codePoints: readonly number[];
  /** What it takes part in, by the tags of features. */
  readonly features: Record<string, unknown>;
}

interface Substitutions {
  readonly glyphs: readonly Sign[];
  /** Where in them it is. */
  readonly glyphIterator: { index: number };
  applyLookup: (type: number, table: object) => unknown;
  applyLookups: (lookups: readonly object[], glyphs: readonly Sign[], ...more: unknown[]) => unknown;
  match: (from: number, sequence: readonly unknown[], ...how: unknown[]) => unknown;
}

/** What the library's types leave out: that which places marks on letters, and that which puts signs in the place of others. */
interface Inside {
  readonly _layoutEngine: {
    readonly engine: {
      readonly GPOSProcessor?: { applyAnchor: (mark: Mark, anchor: object | null, index: number) => void };
      readonly GSUBProcessor?: Substitutions;
    } | null;
  };
}

function engineOf(font: Font): Inside['_layoutEngine']['engine'] {
  const { _layoutEngine: inside } = font as unknown as Inside;
  return inside.engine;
}

/** Substitutions that a text may take, for each of its characters: rules that put in signs for which they hold again would never end. */
const maxSubstitutions = 2_000;

/** Lookups that hold for a sign among others: https://learn.microsoft.com/typography/opentype/spec/gsub. */
const contextual = new Set([5, 6]);

/** Vowels of India that are drawn before their consonant: one at the beginning of a word can have a form of its own. */
const drawnBefore = /[\u0900-\u0DFF]/;
const withinWord = /[\p{L}\p{M}\p{Cf}]/u;

const isOf = (pattern: RegExp, sign: Sign | undefined): boolean => {
  const codePoint = sign?.codePoints[0];
  return codePoint !== undefined && pattern.test(String.fromCodePoint(codePoint));
};

/**
 * Three faults of the library. What stands before a sign is told from the nearest on, and it reads it the other way round. Where a rule
 * for signs among others has put in signs, it goes back to what it began with, and finds the same rule again. And it takes each syllable
 * for the beginning of a word.
 */
function mendSubstitutions(font: Font): void {
  const processor = engineOf(font)?.GSUBProcessor;
  if (processor === undefined || processor === null) return;
  const match = processor.match.bind(processor);
  processor.match = (from, sequence, ...how) => match(from, from < 0 ? Array.from(sequence).toReversed() : sequence, ...how);
  const apply = processor.applyLookup.bind(processor);
  processor.applyLookup = (type, table) => {
    const { length } = processor.glyphs;
    const applied = apply(type, table);
    if (contextual.has(type)) processor.glyphIterator.index += Math.max(0, processor.glyphs.length - length);
    return applied;
  };
  const applyAll = processor.applyLookups.bind(processor);
  processor.applyLookups = (lookups, glyphs, ...more) => {
    for (const [index, sign] of glyphs.entries())
      if ('init' in sign.features && isOf(drawnBefore, sign) && isOf(withinWord, glyphs[index - 1])) delete sign.features['init'];
    return applyAll(lookups, glyphs, ...more);
  };
}

/** Lets substitutions fail beyond a number; gives what sets the number. */
function boundSubstitutions(font: Font): (count: number) => void {
  const processor = engineOf(font)?.GSUBProcessor;
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
  const positioner = engineOf(font)?.GPOSProcessor;
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
const burmeseFeatures = ['blwf', 'blws', 'abvs', 'pres', 'psts', 'dist', 'abvm', 'blwm'];

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
  mendSubstitutions(font);
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
