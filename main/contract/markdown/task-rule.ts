// Task items: `- [ ] text`, `- [x] text`, and `- [ ]` with nothing after it, as a new one stands there. A box is no link, whatever the note
// defines: else a task that is ticked would be one where the note has `[x]: /url`.

import type { StateCore } from 'markdown-it';

const box = /^\[([ xX])\](?:[ \t]+(?![ \t\n])|$)/;

/** Runs before texts are read: takes the boxes off, and puts `{ checked }` on the tokens of their items. */
export function taskItems({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const item = tokens[index - 2];
    if (token.type !== 'inline' || item?.type !== 'list_item_open' || tokens[index - 1]?.type !== 'paragraph_open') continue;
    const [marker, letter] = box.exec(token.content) ?? [];
    if (marker === undefined) continue;
    token.content = token.content.slice(marker.length);
    item.meta = { checked: letter !== ' ' };
  }
}
