// Shaping by fontkit, mended: https://github.com/foliojs/fontkit/issues/367.

import type { Font, GlyphRun } from 'fontkit';

interface Mark {
  readonly markAnchor: object | null;
}

/** What the library's types leave out: that which places marks on letters. */
interface Inside {
  readonly _layoutEngine: { readonly engine: { readonly GPOSProcessor?: { applyAnchor: (mark: Mark, anchor: object | null, index: number) => void } } | null };
}

/** A font may say that a mark has no place on a letter, which the library takes for an error. */
function mendAnchors(font: Font): void {
  const { _layoutEngine: { engine } } = font as unknown as Inside;
  const positioner = engine?.GPOSProcessor;
  if (positioner === undefined || positioner === null) return;
  const apply = positioner.applyAnchor.bind(positioner);
  positioner.applyAnchor = (mark, anchor, index) => { if (anchor !== null && mark.markAnchor !== null) apply(mark, anchor, index); };
}

/** Each character by its own sign, one beside the other. */
function unshaped(font: Font, text: string): GlyphRun {
  const glyphs = font.glyphsForString(text);
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  return { glyphs, positions, advanceWidth: glyphs.reduce((total, { advanceWidth }) => total + advanceWidth, 0) } as unknown as GlyphRun;
}

/** Thai and Lao vowels with a ring above: the ring stands below a sign of tone, which the library does not know. */
const withRing = /([\u0E48-\u0E4B]*)\u0E33|([\u0EC8-\u0ECB]*)\u0EB3/g;

const ordered = (text: string): string => text.replace(withRing, (vowel, thai: string | undefined, lao: string | undefined) => (vowel.endsWith('\u0E33') ? `\u0E4D${thai ?? ''}\u0E32` : `\u0ECD${lao ?? ''}\u0EB2`));

/** The same font, which sets any text: where a text cannot be shaped, it is set as it is. */
export function mended(font: Font): Font {
  mendAnchors(font);
  const layout = font.layout.bind(font);
  font.layout = (source, ...options: []) => {
    const text = ordered(source);
    try {
      return layout(text, ...options);
    } catch {
      return unshaped(font, text);
    }
  };
  return font;
}
