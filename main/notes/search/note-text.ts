// What of a note's markdown is searched. Markup is mostly no words; the rest of it is dealt with here.

/** Stands for a character that is not shown and separates words. As a character of a note it would not be seen either. */
export const hidden = '\x7F';

/** An inline link or image whose address looks like one. Its parts are bounded, so that no text makes this slow. */
const links = /(!?\[)([^[\]\n]{0,500})(\]\((?=[^\s()]{0,2000}[:/#])<?[^\s()]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500}){0,4}>?(?:\s{1,8}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\))/g;

/** Embedded files. Nobody looks for their letters, and a picture would bring thousands of words. */
const embedded = /;base64,[\w+/=-]{40,}/g;

const hide = (text: string): string => hidden.repeat(text.length);

const withoutFiles = (markdown: string): string => (markdown.includes(';base64,') ? markdown.replace(embedded, hide) : markdown);

const withoutAddresses = (markdown: string): string =>
  markdown.includes('](') ? markdown.replace(links, (_, opening: string, text: string, address: string) => hide(opening) + text + hide(address)) : markdown;

/** The markdown as it is read: addresses of links and embedded files are hidden. Every other character stays in its place. */
export function readText(markdown: string): string {
  return withoutAddresses(withoutFiles(markdown));
}

/** The markdown as it is searched: as it is read, so that a phrase is found across a link, and then each link as it is written. */
export function searchedTexts(markdown: string): string[] {
  const written = withoutFiles(markdown);
  const read = withoutAddresses(written);
  return read === written ? [read] : [read, ...(written.match(links) ?? [])];
}
