// Reads what a page says of itself. It runs in a worker: the parser needs a minute for some pages of a hundred kilobytes.

import { Parser } from 'htmlparser2';
import type { OpenGraphScraperOptions, SuccessResult } from 'open-graph-scraper/types';
import { maxAddressLength } from './address-length.ts';

/** How deep elements may be nested, and how many there may be: the scraper's parser takes time that grows with their product. */
export const maxDepth = 256;
export const maxElements = 30_000;

/** The page up to the element that goes beyond the limits: what it says of itself stands at its beginning. */
export function withinLimits(html: string): string {
  let depth = 0;
  let elements = 0;
  let end: number | null = null;
  const parser = new Parser({
    onopentag: () => {
      depth += 1;
      elements += 1;
      if (end !== null || (depth <= maxDepth && elements <= maxElements)) return;
      end = parser.startIndex;
      parser.pause();
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.write(html);
  return end === null ? html : html.slice(0, end);
}

/** Texts are tidy and short; addresses are as the page writes them. */
export interface OpenGraph {
  readonly title: string | null;
  readonly description: string | null;
  readonly siteName: string | null;
  readonly url: string | null;
  /** The best first. */
  readonly images: readonly string[];
  readonly favicon: string | null;
}

/** How much of a text is kept, in characters. */
const maxLengths = { title: 300, description: 1_000, siteName: 200 };

/** What the scraper would guess from the page's text; an image that it finds there is as likely one that counts visitors. */
const notGuessed: NonNullable<Exclude<OpenGraphScraperOptions['onlyGetOpenGraphInfo'], boolean>> = [
  'image',
  'audioUrl',
  'locale',
  'logo',
  'date',
];

/** Tags of which a page may have several: the scraper keeps the last one, while the first is to be preferred (ogp.me). */
const firstOnes = ['og:title', 'og:description', 'og:site_name', 'og:url', 'twitter:title', 'twitter:description'] as const;

type FirstOne = (typeof firstOnes)[number];

/** What the first of each of these tags says that says anything. The scraper's own lists of them take time that grows with their square. */
function firstOf(html: string): ReadonlyMap<FirstOne, string> {
  const found = new Map<FirstOne, string>();
  const parser = new Parser({
    onopentag: (element, { property, name, content, value }) => {
      // As the scraper reads them.
      const called = (property || name)?.toLowerCase();
      const tag = element === 'meta' ? firstOnes.find((each) => each === called) : undefined;
      const said = content || value || '';
      if (tag !== undefined && !found.has(tag) && said.trim() !== '') found.set(tag, said);
    },
  });
  // As HTML has it.
  parser.write(html.replaceAll('\0', '\uFFFD'));
  return found;
}

/** All null for a page that says nothing. Throws what the scraper throws. */
export async function readOpenGraph(page: string): Promise<OpenGraph> {
  const html = withinLimits(page);
  const head = headOf(html);
  const ofHead = head === null ? null : await scrape(head);
  if (ofHead !== null && ofHead.title !== null && (ofHead.description !== null || ofHead.images.length > 0)) return ofHead;
  return scrape(html);
}

/** The page up to the end of its head, where nearly all pages say all; null if that is not marked. */
function headOf(html: string): string | null {
  const end = html.search(/<\/head\s*>/i);
  return end < 0 ? null : html.slice(0, end);
}

async function scrape(html: string): Promise<OpenGraph> {
  const { default: scraper } = await import('open-graph-scraper');
  // Without any text the scraper would look for an address to fetch. And it guesses the charset of a page that names none, slowly.
  const { result } = (await scraper({
    html: `<meta charset="utf-8">${html.trimStart()}`,
    onlyGetOpenGraphInfo: notGuessed,
  })) as SuccessResult;
  const first = firstOf(html);
  const images = [...(result.ogImage ?? []), ...(result.twitterImage ?? [])];
  return {
    title: tidyText(first.get('og:title') ?? result.ogTitle ?? first.get('twitter:title'), maxLengths.title),
    description: tidyText(first.get('og:description') ?? result.ogDescription ?? first.get('twitter:description'), maxLengths.description),
    siteName: tidyText(first.get('og:site_name'), maxLengths.siteName),
    url: address(first.get('og:url') ?? result.ogUrl),
    images: images.map(({ url }) => address(url)).filter((url) => url !== null),
    favicon: address(result.favicon),
  };
}

/** One line without control characters, nor those that turn the direction of writing; null if nothing is left. */
function tidyText(text: string | undefined, most: number): string | null {
  // Spaces may be collapsed; a text in which they are nearly all is not worth more.
  const start = (text ?? '').slice(0, 20 * most).toWellFormed();
  const line = start
    .replaceAll(/(?!\s)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  const cut = characters.length > most ? characters.slice(0, most).join('').trimEnd() : line;
  return cut === '' ? null : cut;
}

function address(url: string | undefined): string | null {
  const trimmed = url?.trim() ?? '';
  return trimmed === '' || trimmed.length > maxAddressLength ? null : trimmed;
}
