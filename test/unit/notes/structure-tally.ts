// What changes of structure come to in documents: which lines, and whether their inverse gives the old bytes.

import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import type { NoteSource } from '../../../main/features/notes/note-source.ts';
import { applied } from './source/edits.ts';
import type { Kind, Random } from './structural-changes.ts';

const linesOf = (markdown: string): readonly string[] => markdown.split(/(?<=\n)/);

/** The lines that two texts do not share at their beginning and end. */
function difference(before: string, now: string): readonly [gone: readonly string[], come: readonly string[]] {
  const [olds, news] = [linesOf(before), linesOf(now)];
  const least = Math.min(olds.length, news.length);
  let start = 0;
  while (start < least && olds[start] === news[start]) start++;
  let end = 0;
  while (end < least - start && olds.at(-1 - end) === news.at(-1 - end)) end++;
  return [olds.slice(start, olds.length - end), news.slice(start, news.length - end)];
}

export interface Tally {
  tried: number;
  local: number;
  said: number;
  readonly missed: string[];
  /** Whose inverse does not give the old bytes. */
  readonly notUndone: string[];
}

/** One change of a kind in each of the documents. */
export function tryKind({ change, isLocal }: Kind, sources: readonly (readonly [string, NoteSource])[], random: Random): Tally {
  const tally: Tally = { tried: 0, local: 0, said: 0, missed: [], notUndone: [] };
  for (const [name, source] of sources) {
    const made = change(source.doc, random);
    if (made === null || made.doc.eq(source.doc)) continue;
    const { doc } = made;
    tally.tried++;
    const changed = source.advance(doc);
    const content = changed.content();
    const [gone, come] = difference(source.content(), content);
    if (isLocal(gone, come)) tally.local++;
    else tally.missed.push(`${name}: ${JSON.stringify([gone.slice(0, 3), come.slice(0, 3)])}`);
    const { blocks } = parseMarkdown(content);
    const inverse = made.steps.map((step, index) => step.invert(made.docs[index] ?? doc)).toReversed();
    if (changed.advance(applied(doc, inverse)).content() !== source.content()) tally.notUndone.push(name);
    if (blocks.length === doc.childCount && blocks.every(({ node }, index) => node.eq(doc.child(index)))) tally.said++;
  }
  return tally;
}
