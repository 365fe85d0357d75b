import { strings } from './strings.ts';

/** Colours to choose from with one click, by their CSS names. */
export const palette = Object.keys(strings.colors) as readonly (keyof typeof strings.colors)[];
