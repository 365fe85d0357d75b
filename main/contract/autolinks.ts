// Addresses that are written out in a text: GitHub Flavored Markdown's extended autolinks (GFM 0.29, section 6.9). The text stays as it
// is typed; what shows it makes the links.

import MarkdownIt from 'markdown-it';

/**
 * An address within a text: from `from` up to `to`, in UTF-16 code units. `href` is what it leads to, encoded as in a link that markdown
 * says.
 */
export interface Autolink {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

const markdown = new MarkdownIt();

/** Where an address may begin, or what stands in the middle of a mail address. */
const sign = /https?:\/\/|ftp:\/\/|www\.|@/gi;
const isLetter = /[a-z]/i;
const isAlphanumeric = /[a-z0-9]/i;
/** The characters of a mail address before its `@`, and those after it. */
const isLocal = /[a-z0-9.+_-]/i;
const mailHost = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)+/iy;
const mailSchemes = ['mailto:', 'xmpp:'] as const;
const xmppResource = /\/[a-z0-9@.]+/iy;
/** A host ends at a blank and at any punctuation but these three; no host is longer. */
const host = /(?:[^\s\p{P}\p{S}]|[-_.]){1,255}/uy;

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

/** No underscores in the last two parts of a host; `parts` is how many there must be. */
function isHost(name: string, parts: number): boolean {
  const all = name.replace(/\.+$/, '').split('.');
  return all.length >= parts && all.at(-1) !== '' && all[0] !== '' && !all.slice(-2).join('').includes('_');
}

/** Without the punctuation that belongs to the sentence around an address, and without a closing bracket that the address did not open. */
function endOfAddress(text: string, from: number, to: number): number {
  let open = 0;
  for (let at = from; at < to; at++) open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  let end = to;
  while (end > from) {
    const last = text[end - 1] ?? '';
    if (last === ';') {
      let start = end - 1;
      while (start > from && isAlphanumeric.test(text[start - 1] ?? '')) start--;
      end = start < end - 1 && text[start - 1] === '&' ? start - 1 : end - 1;
    } else if (last === ')') {
      if (open >= 0) break;
      open++;
      end--;
    } else if ('?!.,:*_~\'"'.includes(last)) end--;
    else break;
  }
  return end;
}

function webAddress(text: string, from: number, scheme: string, before: string): Autolink | null {
  const isWww = scheme.toLowerCase() === 'www.';
  if (isWww ? !/^[\s*_~(]?$/.test(before) : isLetter.test(before)) return null;
  const start = isWww ? from : from + scheme.length;
  if (!isHost(matchAt(host, text, start), isWww ? 2 : 1)) return null;
  let stop = start;
  while (stop < text.length && !/[\s<]/.test(text[stop] ?? '')) stop++;
  const to = endOfAddress(text, from, stop);
  if (to <= start) return null;
  return { from, to, href: markdown.normalizeLink(`${isWww ? 'http://' : ''}${text.slice(from, to)}`) };
}

/** The mail address around an `@`, none of which lies before `least`. */
function mailAddress(text: string, at: number, least: number): Autolink | null {
  let from = at;
  while (from > least && isLocal.test(text[from - 1] ?? '')) from--;
  const name = matchAt(mailHost, text, at + 1);
  if (from === at || name === '' || /[-_]$/.test(name)) return null;
  const scheme = mailSchemes.find((each) => from - each.length >= least && text.slice(from - each.length, from).toLowerCase() === each);
  const end = at + 1 + name.length;
  const to = scheme === 'xmpp:' ? endOfAddress(text, from, end + matchAt(xmppResource, text, end).length) : end;
  if (text[to] === '@') return null;
  const start = scheme === undefined ? from : from - scheme.length;
  return { from: start, to, href: markdown.normalizeLink(`${scheme === undefined ? 'mailto:' : ''}${text.slice(start, to)}`) };
}

/**
 * The addresses in a run of plain text, in their order: `https://…`, `http://…`, `ftp://…`, `www.…` and mail addresses. `before` is the
 * character that stands before the run, '' at the beginning of a line. What is code, or a link already, is for the caller to leave out.
 * Takes time in proportion to the text.
 */
export function autolinksIn(text: string, before = ''): readonly Autolink[] {
  const found: Autolink[] = [];
  let end = 0;
  for (const { 0: matched, index } of text.matchAll(sign)) {
    if (index < end) continue;
    const link =
      matched === '@' ? mailAddress(text, index, end) : webAddress(text, index, matched, index === 0 ? before : (text[index - 1] ?? ''));
    if (link === null) continue;
    found.push(link);
    end = link.to;
  }
  return found;
}
