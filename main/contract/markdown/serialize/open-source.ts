// What closes a block that is left open: it reaches to the end of what it stands in, and so takes in whatever follows it there.

import type { Node } from 'prosemirror-model';
import { closingOf } from '../html-starts.ts';
import { parseNodes } from '../parse.ts';
import type { WrittenBlock } from './separation.ts';

/** What closes a fence: the first that begins a line of code, the last of what is edited as its source. */
function closingFence(source: string, isRaw: boolean): string | null {
  const fences = [...source.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)];
  return fences.at(isRaw ? -1 : 0)?.[1] ?? null;
}

/** The line that closes a block, if it is left open: code without a second fence, as source can be as well, and HTML of some kinds. */
export function closingLineOf({ type: { name } }: Node, source: string): string | null {
  const isRaw = name === 'raw_block';
  if (!isRaw && name !== 'code_block') return null;
  return (isRaw ? closingOf(source.replace(/^ {1,3}/, '')) : null) ?? closingFence(source, isRaw);
}

/** Whether a paragraph that follows these lines is one. */
const isClosed = (lines: readonly string[]): boolean => {
  const below = parseNodes([...lines, '', 'x'].join('\n'), {}).at(-1);
  return below?.type.name === 'paragraph' && below.textContent === 'x';
};

/** What is edited as its source, closed if it is left open. */
export function closedAbove(block: WrittenBlock): WrittenBlock {
  const { node, lines } = block;
  const closing = node.type.name === 'raw_block' ? closingLineOf(node, lines.join('\n')) : null;
  if (closing === null || isClosed(lines)) return block;
  const closed = [...lines, closing];
  return isClosed(closed) ? { ...block, lines: closed } : block;
}
