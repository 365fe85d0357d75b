// The title of a note, in its document.

import { textOf, type Block } from './document.ts';

/** What fits into the footer beside the page number. */
export const shortened = (title: string): string => (title.length <= 80 ? title : `${title.slice(0, 79).trimEnd()}…`);

/** Whether the text begins with its title, so that it need not be said twice. */
export function beginsWithTitle(blocks: readonly Block[], title: string): boolean {
  const first = blocks.find(({ kind }) => kind !== 'properties');
  return first?.kind === 'heading' && first.level === 1 && textOf(first.inlines).trim() === title.trim();
}
