// What of the source of a footnote is its text: footnotes are kept as markdown, and the text in them is found by its marks. Pure.

import MarkdownIt from 'markdown-it';

const { unescapeAll } = new MarkdownIt().utils;

/** Characters that stand where they stand in the source; `&` is in place of each that says nothing, as no tag follows that. */
interface FootnoteText {
  readonly from: number;
  readonly text: string;
}

/** Where a link of markdown leads; `from` and `to` are those of its address in the source. */
interface FootnoteLink {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

interface FootnoteParts {
  readonly texts: readonly FootnoteText[];
  readonly links: readonly FootnoteLink[];
}

/** A longer paragraph is not looked at. */
const maxParagraph = 16_000;

const label = /^\[\^[^\s\]]{1,200}\]:/;
const fenceStart = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})/;
/** Right after a blank line: four blanks are those of the footnote, four more make code. */
const indentedCode = /^(?: {4}|\t)(?: {4}|\t)/;
const code = '(?<ticks>`+)(?!`)[^]{0,1000}?(?<!`)\\k<ticks>(?!`)';
const html = '<!--[^]{0,1000}?-->|</?[a-z][^<>]{0,1000}>|<[a-z][a-z\\d+.-]*:[^<>\\s]{0,1000}>';
const math = '\\$\\$[^$]{1,1000}\\$\\$|\\$(?! )[^$\\n]{1,1000}(?<! )\\$(?!\\d)';
const address = '<[^<>\\n]{0,1500}>|[^\\s()<>]{1,1500}(?:\\([^\\s()]{0,500}\\)[^\\s()]{0,500})?';
const title = '"[^"]{0,500}"|\'[^\']{0,500}\'|\\([^()]{0,500}\\)';
const link = `(?<before>!?\\[(?:[^[\\]\\\\]|\\\\[^]){0,1000}\\]\\(\\s*)(?<address>${address})(?:\\s+(?:${title}))?\\s*\\)`;
const reference = '\\[[^[\\]]{1,1000}\\]\\[[^[\\]]{0,1000}\\]';
/** As in other texts, signs in a title of `[[Title]]` make no formula; one with escapes, code or tags is read with these. */
const plainTitle = '(?:[^[\\]|\\n\\\\`<&]|&(?!#?\\w+;)){1,1500}';
const titleStart = `\\[\\[${plainTitle}(?=(?:\\|[^[\\]\\n]{0,1500})?\\]\\])`;
const silent = new RegExp(`\\\\[^]|(?<title>${titleStart})|${code}|${html}|${math}|${link}|${reference}`, 'gi');
const isPlainTitle = new RegExp(`^${plainTitle}$`, 'i');

/** The parts of a paragraph that begins at `from`. */
function partsOf(paragraph: string, from: number, links: FootnoteLink[]): FootnoteText {
  const text = paragraph.replaceAll(silent, (...args) => {
    const [source] = args;
    const at = Number(args.at(-3));
    const { before, address: written, title: linked } = args.at(-1) as Record<string, string | undefined>;
    if (source.startsWith('\\') || linked !== undefined) return source;
    if (before !== undefined && written !== undefined && !before.startsWith('!')) {
      const isBracketed = written.startsWith('<');
      const start = from + at + before.length + (isBracketed ? 1 : 0);
      const href = isBracketed ? written.slice(1, -1) : written;
      links.push({ from: start, to: start + href.length, href });
    }
    return '&'.repeat(source.length);
  });
  return { from, text };
}

/** The title that is written so in a link of a footnote. */
export function readTitle(source: string): string {
  return isPlainTitle.test(source) ? source : unescapeAll(source);
}

/** How a title is written in a link of a footnote. */
export function writeTitle(title: string): string {
  return isPlainTitle.test(title) ? title : title.replaceAll(/[\\`*_~$<>&]/g, String.raw`\$&`);
}

/** The texts of a footnote by its paragraphs, and the links in them; what stands in code, HTML, formulas and links is no text. */
export function partsOfFootnote(source: string): FootnoteParts {
  const texts: FootnoteText[] = [];
  const links: FootnoteLink[] = [];
  let at = label.exec(source)?.[0].length ?? 0;
  let start: number | null = null;
  let fence: string | null = null;
  let isCode = false;
  const end = (to: number): void => {
    if (start !== null && to - start <= maxParagraph) texts.push(partsOf(source.slice(start, to), start, links));
    start = null;
  };
  for (const line of source.slice(at).split(/(?<=\n)/)) {
    const isBlank = line.trim() === '';
    isCode = start === null && fence === null && (isCode && isBlank ? true : texts.length > 0 && indentedCode.test(line));
    const opens: string | undefined = fence === null && !isCode ? fenceStart.exec(line)?.[1] : undefined;
    if (fence !== null) {
      if (line.replace(/^[ \t>]*/, '').startsWith(fence)) fence = null;
    } else if (opens !== undefined) {
      end(at);
      fence = opens;
    } else if (isBlank || isCode) end(at);
    else start ??= at;
    at += line.length;
  }
  end(at);
  return { texts, links };
}
