// Task items: `- [ ] text`, `- [x] text`, and `- [ ]` with nothing after it, as a new one stands there.

import type { StateCore, Token } from 'markdown-it';

const box = /^\[([ xX])\](?:[ \t]+|$)/;

/** Takes the box off the first text of an item. What is escaped is a token of its own, so it is no box. */
function takeBox(children: Token[]): boolean | null {
  const first = children[0];
  if (first?.type !== 'text') return null;
  const match = box.exec(first.content);
  if (match === null) return null;
  const [marker, letter] = match;
  const rest = first.content.slice(marker.length);
  const alone = rest === '' && children.length === 1;
  if (!alone && (marker.length === 3 || (rest === '' && children[1]?.type === 'softbreak'))) return null;
  if (rest === '') children.shift();
  else first.content = rest;
  return letter !== ' ';
}

/** Runs before escaped text is joined with its neighbours. Puts `{ checked }` on the item's token. */
export function taskItems({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const item = tokens[index - 2];
    if (
      token.type !== 'inline' ||
      item?.type !== 'list_item_open' ||
      tokens[index - 1]?.type !== 'paragraph_open' ||
      token.children === null
    )
      continue;
    const checked = takeBox(token.children);
    if (checked !== null) item.meta = { checked };
  }
}
