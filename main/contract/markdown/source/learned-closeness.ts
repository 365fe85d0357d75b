// Whether lists stand right below texts, or below a line without text.

import type { Node } from 'prosemirror-model';
import { plainDialect, type Dialect } from '../serialize/dialect.ts';
import { holdsLine } from './line-ending.ts';

const close: Dialect = { closeLists: true };

const quoteSigns = /^(?: {0,3}> ?)+/;
const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]/;
/** What begins no text. */
const noText = /^(?:[ \t]|#{1,6}[ \t]|```|~~~|[|<])/;

/** How the first list that stands below a text in a quote does; null where the source of a quote does not tell. */
export function closenessIn(source: string): Dialect | null {
  let above: 'text' | 'blank line below a text' | 'list' | 'other' = 'other';
  for (const line of source.split(/\r?\n/)) {
    const text = line.slice(quoteSigns.exec(line)?.[0].length ?? line.length);
    if (marker.test(text)) {
      if (above === 'text') return close;
      if (above === 'blank line below a text') return plainDialect;
      above = 'list';
    } else if (text.trim() === '') above = above === 'text' ? 'blank line below a text' : 'other';
    else if (above !== 'list') above = noText.test(text) ? 'other' : 'text';
  }
  return null;
}

/** How a list stands below a block that has a gap below it; null unless that is a paragraph, and a list below it. */
export function closenessBelow(block: Node, gap: string, below: Node | undefined): Dialect | null {
  if (block.type.name !== 'paragraph' || below?.type.name.endsWith('_list') !== true) return null;
  return holdsLine(gap) ? plainDialect : close;
}
