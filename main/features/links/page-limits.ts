// Bounds what of a page is parsed as a tree.

import { Parser } from 'htmlparser2';

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
