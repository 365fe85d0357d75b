// Descriptions in HTML: Google Calendar writes them so, into a property that is plain text (RFC 5545, 3.8.1.5).

import { Parser } from 'htmlparser2';

/** Elements that editors of descriptions write. Of others a text may speak. */
const opening = /<(a|b|i|u|p|ul|ol|li|em|div|span|strong|html-blob)(?:\s[^<>]*)?>/gi;
const closing = /<\/(a|b|i|u|p|ul|ol|li|em|div|span|strong|html-blob)>/gi;

const namesIn = (text: string, tag: RegExp): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(tag), ([, name = '']) => name.toLowerCase()));

/** Whether a text has a break of a line, or an element with its end. */
export function isHtml(text: string): boolean {
  if (/<br\s*\/?>/i.test(text)) return true;
  const closed = namesIn(text, closing);
  return closed.size > 0 && [...namesIn(text, opening)].some((name) => closed.has(name));
}

const blocks = new Set(['p', 'div', 'ul', 'ol', 'table', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre']);
const unseen = new Set(['script', 'style', 'title']);
const address = /^(?:https?|mailto|tel):/i;

/** Longer ones stay as they are. In characters. */
const maxLength = 100_000;

/** The words of a description, with its lines, items and the addresses of its links; a text that is no HTML as it is. */
export function plainDescription(text: string): string {
  return text.length <= maxLength && isHtml(text) ? wordsOf(text) : text;
}

function wordsOf(html: string): string {
  const parts: string[] = [];
  let hidden = 0;
  const lists: { count: number | null }[] = [];
  let link: { readonly href: string; readonly from: number } | null = null;
  const onNewLine = (): void => {
    if (parts.length > 0 && parts.at(-1)?.endsWith('\n') === false) parts.push('\n');
  };
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (unseen.has(name)) hidden += 1;
      if (name === 'br') parts.push('\n');
      if (blocks.has(name)) onNewLine();
      if (name === 'ul' || name === 'ol') lists.push({ count: name === 'ol' ? 0 : null });
      if (name === 'a') link = { href, from: parts.length };
      if (name !== 'li') return;
      onNewLine();
      const list = lists.at(-1);
      parts.push(list === undefined || list.count === null ? '- ' : `${(list.count += 1)}. `);
    },
    ontext(words) {
      if (hidden === 0 && words !== '') parts.push(words);
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden -= 1;
      if (blocks.has(name) || name === 'li') onNewLine();
      if (name === 'ul' || name === 'ol') lists.pop();
      if (name !== 'a' || link === null) return;
      const { href, from } = link;
      link = null;
      const words = parts.slice(from).join('').trim();
      if (!address.test(href) || words === href || `mailto:${words}` === href) return;
      parts.push(words === '' ? href : ` (${href})`);
    },
  });
  parser.end(html);
  return parts.join('').replaceAll('\u00a0', ' ').trim();
}
