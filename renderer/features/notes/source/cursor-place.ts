// Where the cursor stands in the markdown of a note, and in its text: as far as the letters of both say it.

import type { Node } from 'prosemirror-model';
import MarkdownIt from 'markdown-it';
import { blockStarts } from '../../../../main/contract/markdown/parse.ts';
import { storable } from '../../../../main/contract/note-attributes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes } = noteSchema;
const { unescapeAll } = new MarkdownIt().utils;

export interface MarkdownPlace {
  readonly markdown: string;
  /** Before the character with this index. */
  readonly at: number;
}

/** A letter of a block: where it stands in its document, behind the start of the block, and in its source. */
interface Letter {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  /** In units, of which an emoji has two. */
  readonly length: number;
}

const sourceOf = ({ type, attrs, text = '' }: Node): string => {
  if (type === nodes.image) return `![${String(attrs['alt'])}](${String(attrs['src'])}`;
  if (type === nodes.raw_inline) return String(attrs['source']);
  return type === nodes.soft_break || type === nodes.hard_break ? '\n' : text;
};

/** Where a source says letters by references, as `&#32;` and `&lt;`, by the letter, the last one first. */
function referencesIn(source: string): ReadonlyMap<string, { readonly at: number; readonly length: number }[]> {
  const found = new Map<string, { readonly at: number; readonly length: number }[]>();
  const letters = new Map<string, string>();
  for (const { 0: reference, index: at } of source.matchAll(/&#?\w{1,32};/g)) {
    const letter = letters.get(reference) ?? unescapeAll(reference);
    letters.set(reference, letter);
    if (letter === reference) continue;
    const places = found.get(letter);
    if (places === undefined) found.set(letter, [{ at, length: reference.length }]);
    else places.push({ at, length: reference.length });
  }
  for (const places of found.values()) places.reverse();
  return found;
}

/** Letters stand in the source in the order of the text, with signs between them. Those that it writes otherwise are left out. */
function lettersOf(block: Node, source: string): readonly Letter[] {
  const found: Letter[] = [];
  /** What is not in the rest of the source, which is not to be searched through each time. */
  const missing = new Set<string>();
  const references = referencesIn(source);
  let next = 0;
  const add = (node: Node, from: number): void => {
    let offset = from;
    for (const letter of sourceOf(node)) {
      const said = references.get(letter);
      while ((said?.at(-1)?.at ?? next) < next) said?.pop();
      const reference = said?.at(-1);
      // What lies behind the reference is not to be searched through each time either.
      const within = reference === undefined ? -1 : source.slice(next, reference.at).indexOf(letter);
      const literal = reference === undefined && !missing.has(letter) ? source.indexOf(letter, next) : within < 0 ? -1 : next + within;
      const { at, length } = literal < 0 && reference !== undefined ? reference : { at: literal, length: letter.length };
      const to = offset + letter.length;
      if (at >= 0) {
        found.push(node.isText ? { from: offset, to, at, length } : { from, to: from + node.nodeSize, at, length });
        next = at + length;
      } else missing.add(letter);
      offset = to;
    }
  };
  if (block.isLeaf) add(block, 0);
  block.descendants((node, pos) => {
    if (node.isInline) add(node, pos + 1);
  });
  return found;
}

/** A document may have empty paragraphs, of which markdown says nothing. */
export const isSaid = (block: Node): boolean => block.type !== nodes.paragraph || block.content.size > 0;

interface Block {
  /** Where its source begins. */
  readonly start: number;
  /** With the blank lines after it. */
  readonly source: string;
}

/** The blocks in order, up to the one that `isLast` says, if any is. */
function blocksOf(markdown: string, isLast: (end: number, index: number) => boolean): readonly Block[] {
  const text = storable(markdown);
  const found: Block[] = [];
  let start: number | null = null;
  for (const end of blockStarts(text)) {
    if (start !== null) found.push({ start, source: text.slice(start, end) });
    if (start !== null && isLast(end, found.length - 1)) return found;
    start = end;
  }
  return start === null ? found : [...found, { start, source: text.slice(start) }];
}

/** Where in the markdown of a document a position of it is. */
export function inMarkdown(markdown: string, doc: Node, pos: number): number {
  const $pos = doc.resolve(pos);
  const index = doc.children.slice(0, $pos.index(0)).filter(isSaid).length;
  const block = blocksOf(markdown, (_, each) => each === index)[index];
  const node = doc.maybeChild($pos.index(0));
  if (block === undefined || node === null) return markdown.length;
  const offset = pos - $pos.posAtIndex($pos.index(0), 0);
  const letters = lettersOf(node, block.source);
  const next = letters.find(({ from }) => from >= offset);
  const before = letters.findLast(({ to }) => to <= offset);
  // At the start of a line it is before what follows.
  if (next?.from === offset && (before === undefined || before.to < offset)) return block.start + next.at;
  if (before !== undefined) return block.start + before.at + before.length;
  return block.start + (next?.at ?? 0);
}

/** Where in a document a place of its markdown is: a position that need not be one of text. */
export function inDocument({ markdown, at: place }: MarkdownPlace, doc: Node): number {
  const blocks = blocksOf(markdown, (end) => end > place);
  const index = Math.max(
    0,
    blocks.findLastIndex(({ start }) => start <= place),
  );
  let [count, pos] = [0, 0];
  for (const child of doc.children) {
    if (isSaid(child) && count++ === index) {
      const { source, start } = blocks[index] ?? { source: '', start: 0 };
      const letters = lettersOf(child, source);
      const before = letters.findLast(({ at }) => at < place - start);
      const next = letters.find(({ at }) => at >= place - start);
      const isAtStart =
        next !== undefined &&
        (next.at === place - start || before === undefined) &&
        (before === undefined || before.at + before.length !== place - start);
      return pos + (isAtStart ? next.from : (before?.to ?? next?.from ?? 1));
    }
    pos += child.nodeSize;
  }
  return doc.content.size;
}
