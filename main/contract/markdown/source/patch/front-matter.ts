// Front matter of which some lines have changed: the others, its fences among them, keep their bytes.

import type { Node } from 'prosemirror-model';
import { frontMatterOf, sourceLines } from '../../source-lines.ts';
import { withoutLineEnding, type LineEnding } from '../line-ending.ts';
import type { BlockDraft } from './draft.ts';

const endingOf = (line: string | undefined): string => (line === undefined ? '' : line.slice(withoutLineEnding(line).length));

/** The bytes of `node`, made of those of `origin`; null where one of them is no front matter, or it would not be read as that. */
export function patchedFrontMatter(origin: BlockDraft, node: Node, lineEnding: LineEnding): string | null {
  if ([origin.node, node].some(({ type }) => type.name !== 'frontmatter')) return null;
  const [open = '', ...rest] = sourceLines(origin.source);
  const [olds, close] = [rest.slice(0, -1), rest.at(-1) ?? ''];
  const news = node.content.size === 0 ? [] : node.textContent.split('\n');
  const shorter = Math.min(olds.length, news.length);
  const isKept = (at: number, from: number): boolean => withoutLineEnding(olds[from] ?? '') === news[at];
  let start = 0;
  while (start < shorter && isKept(start, start)) start += 1;
  const shift = olds.length - news.length;
  let end = news.length;
  while (end > start && end + shift > start && isKept(end - 1, end + shift - 1)) end -= 1;
  // A line ends as the one in its place did, else as the one before.
  const changed = news.slice(start, end).map((line, index) => {
    const place = Math.min(start + index, end + shift - 1);
    return line + (endingOf(olds[place < start ? start - 1 : place] ?? open) || lineEnding);
  });
  const lines = [open, ...olds.slice(0, start), ...changed, ...olds.slice(end + shift), close];
  const source = lines.join('');
  const read = sourceLines(source);
  const found = frontMatterOf(read);
  return found?.lines === read.length && found.text === node.textContent ? source : null;
}
