// Characters, as the rules about emphasis see them.

import { eastAsianWidth } from 'get-east-asian-width';
import MarkdownIt from 'markdown-it';
import { graphemesOf } from '../cut-text.ts';

const { isMdAsciiPunct, isPunctCharCode, isValidEntityCode, isWhiteSpace } = new MarkdownIt().utils;

/** The length of `text` without the characters at its end that are in `blanks`. */
export function trimmedLength(text: string, blanks: string): number {
  let end = text.length;
  while (end > 0 && blanks.includes(text.charAt(end - 1))) end--;
  return end;
}

/** Blanks at the start, the middle, blanks at the end; blanks are tabs, line ends and all Unicode spaces. */
export function splitBlanks(text: string): [string, string, string] {
  let from = 0;
  while (from < text.length && isWhiteSpace(text.charCodeAt(from))) from++;
  let to = text.length;
  while (to > from && isWhiteSpace(text.charCodeAt(to - 1))) to--;
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

export const lastCharacter = (text: string): string => {
  const last = text.at(-1) ?? '';
  return /[\uDC00-\uDFFF]/.test(last) && text.length > 1 ? text.slice(-2) : last;
};

export const firstCharacter = (text: string): string => {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
};

/** In how many columns a character stands in type whose letters are all of one width. */
const columnsOf = (character: string): number => (/^\p{RGI_Emoji}$/v.test(character) ? 2 : eastAsianWidth(codeOf(character)));

/** In how many columns a text stands in such type: signs of Chinese, Japanese and Korean, and emoji, are twice as wide as letters. */
export const widthOf = (text: string): number =>
  /^[ -~]*$/.test(text) ? text.length : [...graphemesOf(text)].reduce((width, { segment }) => width + columnsOf(segment), 0);

const codeOf = (character: string): number => character.codePointAt(0) ?? 0x20;

export function isPunctuation(character: string): boolean {
  return isMdAsciiPunct(codeOf(character)) || isPunctCharCode(codeOf(character));
}

/** Neither blank nor punctuation. The edge of a text is blank. */
export function isWordCharacter(character: string): boolean {
  return character !== '' && !isWhiteSpace(codeOf(character)) && !isPunctuation(character);
}

/** A character that no reference stands for, as control characters. */
export const isUnnameable = (character: string): boolean => character !== '' && !isValidEntityCode(codeOf(character));

/** As a character reference: `&#32;`; or as it is, if there is none. */
export function reference(character: string): string {
  return isUnnameable(character) ? character : `&#${codeOf(character)};`;
}

/** A character reference or a backslash before punctuation, for a regular expression with the flag `i` (CommonMark 2.4 and 2.5). */
export const referenceOrEscape = String.raw`&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});|\\[!-/:-@\x5B-\x60{-~]`;
