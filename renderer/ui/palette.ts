import { defaultColor, ownPurple, paletteColors } from '../../main/contract/events.ts';

/** Names of the colours that boards, labels, calendars and events can have with one click, by their CSS names. */
export const colorNames = {
  purple: 'Purple',
  royalblue: 'Blue',
  teal: 'Teal',
  seagreen: 'Green',
  goldenrod: 'Yellow',
  darkorange: 'Orange',
  crimson: 'Red',
  hotpink: 'Pink',
  slategray: 'Grey',
} as const satisfies Record<(typeof paletteColors)[number], string>;

/** These colours, in the order in which they are shown. */
export const palette: readonly (keyof typeof colorNames)[] = paletteColors;

/** One of them as an event's own colour: by its usual name purple means that of the calendar. */
export function ownColor(name: keyof typeof colorNames): string {
  return name === defaultColor ? ownPurple : name;
}
