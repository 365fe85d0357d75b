import { strings } from './strings.ts';

export type NamedColor = keyof typeof strings.colors;

/** Colours to choose from with one click, by their CSS names. */
export const palette = Object.keys(strings.colors) as readonly NamedColor[];

/** `#rrggbb` for a colour picker, of any CSS colour that the browser knows. */
export function hexOf(color: string): string {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null) return '#800080';
  canvas.fillStyle = color;
  return canvas.fillStyle;
}
