// What is told of a note while it is edited: its headings and its length. Counted block by block and remembered, so that
// a key press in a large note costs one block.

import type { Node } from 'prosemirror-model';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { locale } from '../../../ui/format.ts';

const { nodes } = noteSchema;

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly pos: number;
}

export interface NoteStats {
  readonly words: number;
  readonly characters: number;
  readonly headings: readonly Heading[];
}

interface BlockStats {
  readonly words: number;
  readonly characters: number;
}

const statsCache = new WeakMap<Node, BlockStats>();
const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
/** Words of these scripts have blanks between them; others need the segmenter, which is slower. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function countWords(text: string): number {
  if (!unspaced.test(text)) return text.match(/[\p{L}\p{N}]+(?:['’.,:_-]?[\p{L}\p{N}]+)*/gu)?.length ?? 0;
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words++;
  return words;
}

function measure(block: Node): BlockStats {
  const before = statsCache.get(block);
  if (before !== undefined) return before;
  let words = 0;
  let characters = 0;
  if (block.isTextblock) {
    const text = block.textBetween(0, block.content.size, null, ' ');
    words = countWords(text);
    characters = text.length;
  } else {
    block.forEach((child) => {
      const stats = measure(child);
      words += stats.words;
      characters += stats.characters;
    });
  }
  const stats = { words, characters };
  statsCache.set(block, stats);
  return stats;
}

/** Counts until `isLate` says so; null if it was not done by then. What was counted is remembered for the next attempt. */
export function noteStats(doc: Node, isLate: () => boolean): NoteStats | null {
  let words = 0;
  let characters = 0;
  const headings: Heading[] = [];
  let pos = 0;
  for (const block of doc.children) {
    if (isLate()) return null;
    const stats = measure(block);
    words += stats.words;
    characters += stats.characters;
    if (block.type === nodes.heading) headings.push({ level: Number(block.attrs['level']), text: block.textContent, pos });
    pos += block.nodeSize;
  }
  return { words, characters, headings };
}
