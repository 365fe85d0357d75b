// Lines where one title is expected: those that were pasted, and those that the service did not take. Pure.

import { cutText } from '../../../main/contract/cut-text.ts';
import { textLimits } from '../../../main/contract/limits.ts';

/** Each line that says something, whole, without what a list has before its items. */
export function pastedLines(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .replace(/^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+)?/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** The titles in a field, each on a line of its own: what was refused stands above what is typed. */
export function titlesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** The start of a text that fits a title; a character of two code units is not cut in half. */
export function asTitle(text: string): string {
  return cutText(text, textLimits.title);
}

/** The titles of cards that the lines become, and how many of them are only the start of their line. */
export function titlesOf(lines: readonly string[]): { readonly titles: readonly string[]; readonly cut: number } {
  return { titles: lines.map(asTitle), cut: lines.filter((line) => line.length > textLimits.title).length };
}
