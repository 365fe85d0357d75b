// Which stretch of a text is set in which font.

import { graphemesOf } from '../../../contract/cut-text.ts';
import type { Face, Fonts, HanStyle, Style } from './fonts.ts';

interface FontRun {
  readonly start: number;
  readonly end: number;
  readonly face: Face;
}

const kana = /[\u3041-\u30FF\u31F0-\u31FF]/;
const hangul = /[\u1100-\u11FF\u3130-\u318F\uAC00-\uD7A3]/;

/** How Chinese characters of a paragraph are drawn: their forms differ from country to country. */
export function hanStyleOf(text: string, language: string): HanStyle {
  if (kana.test(text)) return 'japanese';
  if (hangul.test(text)) return 'korean';
  return language === 'ja' ? 'japanese' : language === 'ko' ? 'korean' : 'chinese';
}

/** All that the fonts for text have, and no emoji or joined characters among it. */
const simple = /^[\t\n -~\u00A0-\u024F\u0400-\u045F\u2010-\u201F\u2026\u20AC]*$/;

const emojiPresentation = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Emoji_Modifier}|[0-9#*]\uFE0F?\u20E3/u;
const isText = /^\P{Emoji_Presentation}\uFE0E/u;

/** Characters that are not seen, and need no glyph: joiners, selectors, marks of direction. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/u;

/** The first character of a cluster that must be seen, else its first. */
function baseOf(cluster: string): number {
  for (const character of cluster) if (!invisible.test(character)) return character.codePointAt(0) ?? 0;
  return cluster.codePointAt(0) ?? 0;
}

/** The runs of a text, from its start to its end. What belongs together, such as a letter and its accent, is never parted. */
export function fontRuns(text: string, style: Style, fonts: Fonts, han: HanStyle): FontRun[] {
  const face = fonts.primary(style);
  if (simple.test(text)) return text === '' ? [] : [{ start: 0, end: text.length, face }];
  const runs: FontRun[] = [];
  for (const { segment, index } of graphemesOf(text)) {
    const last = runs.at(-1);
    const chosen = choose(segment, style, fonts, han, last?.face ?? face);
    if (last !== undefined && last.face === chosen) runs[runs.length - 1] = { ...last, end: index + segment.length };
    else runs.push({ start: index, end: index + segment.length, face: chosen });
  }
  return runs;
}

/** Marks of combining kinds, which need a font that has them beside their letter. */
const combining = /\p{M}/u;

function choose(cluster: string, style: Style, fonts: Fonts, han: HanStyle, before: Face): Face {
  // A blank changes no font: words in another script are then one run with their spaces. That of emoji is as wide as they are.
  if (/^\s+$/.test(cluster))
    return before.name.includes('Emoji') || !before.font.hasGlyphForCodePoint(0x20) ? fonts.primary(style) : before;
  // Marks at the end of a sentence that the scripts of India share.
  if (/^[\u0964\u0965]$/.test(cluster) && before.font.hasGlyphForCodePoint(0x0964)) return before;
  const isEmoji = emojiPresentation.test(cluster) && !isText.test(cluster);
  const face = fonts.faceFor(baseOf(cluster), style, han, isEmoji);
  if (!combining.test(cluster)) return face;
  for (const character of cluster) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (invisible.test(character) || face.font.hasGlyphForCodePoint(codePoint)) continue;
    const other = fonts.faceFor(codePoint, style, han, isEmoji);
    if (other.font.hasGlyphForCodePoint(baseOf(cluster))) return other;
  }
  return face;
}
