// What of a note's markdown is searched. Markup is mostly no words; the rest of it is dealt with here.

import { hidden, renderedText } from './rendered-text.ts';

export { hidden };

/** An inline link or image whose address looks like one. Its parts are bounded, so that no text makes this slow. */
const inlineLinks =
  /(!?\[)([^[\]\n]{0,500})(\]\((?=[^\s()]{0,2000}[:/#])<?[^\s()]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500}){0,4}>?(?:\s{1,8}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\))/g;

/** Embedded files. Their letters are not searched for, and a picture would bring thousands of words. */
const embedded = /;base64,[\w+/=-]{40,}/g;

const hide = (text: string): string => hidden.repeat(text.length);

const withoutFiles = (markdown: string): string => (markdown.includes(';base64,') ? markdown.replace(embedded, hide) : markdown);

const withoutAddresses = (markdown: string): string =>
  markdown.includes('](')
    ? markdown.replace(inlineLinks, (_, opening: string, text: string, address: string) => hide(opening) + text + hide(address))
    : markdown;

/** The markdown as it is read: addresses of links and embedded files are hidden, words are whole, and characters are themselves. */
export function readText(markdown: string): string {
  return renderedText(withoutAddresses(withoutFiles(markdown))).text;
}

/**
 * The markdown as it is searched: as it is read, so that a word or phrase is found across a link and marks, and then each link, and parts
 * of words, as they are written.
 */
export function searchedTexts(markdown: string): string[] {
  const written = withoutFiles(markdown);
  const read = withoutAddresses(written);
  const links = read === written ? [] : (written.match(inlineLinks) ?? []);
  return [read, ...links].map(renderedText).flatMap((seen) => [seen.text, ...seen.written]);
}
