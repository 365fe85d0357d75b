// What all layout is done with.

import type { Inline } from '../document.ts';
import type { Manuscript } from '../export-note.ts';
import type { TextLook } from './look.ts';
import type { InlineObject } from './object-maker.ts';
import type { Brush } from './paint-line.ts';
import type { PieceContext } from './pieces.ts';

export interface LayoutContext extends PieceContext {
  readonly brush: Brush;
  readonly manuscript: Manuscript;
  /** As `object`, but no wider than that many points. */
  readonly objectIn: (inline: Inline, look: TextLook, width: number) => InlineObject | null;
  /** The name of a font that has the letters of a formula for which there are no outlines. */
  readonly fontFor: (text: string) => string;
  /** To be called while a heading is drawn, `y` points from the top of its page. */
  readonly outline: (level: number, title: string, place: string | null, y: number) => void;
}
