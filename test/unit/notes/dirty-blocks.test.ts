// The promise of notes, on markdown of every sort: a letter typed into a block changes the bytes of that block and no others,
// and taking it out again gives back the very bytes.

import type { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { full } from '../../support/tiers.ts';
import { NoteLog, liveNote } from './delta/note-log.ts';
import { seeded, times } from '../../support/property.ts';
import { examples } from './markdown/commonmark-examples.ts';
import { corpus } from './markdown/corpus.ts';
import { gfmDocuments } from './markdown/gfm-documents.ts';
import type { LiveNote } from '../../../main/features/notes/live-note.ts';
import { parseMarkdown as parsed } from '../../../main/contract/markdown/parse.ts';

interface Verdict {
  readonly name: string;
  readonly why: string;
}

const letter = { content: [{ type: 'text', text: 'x' }] };

/** Where a letter can be typed into the block at `index`: the start of its first text; null if it holds none. */
function maybePlace(doc: Node, index: number): number | null {
  let at = 0;
  for (let before = 0; before < index; before++) at += doc.child(before).nodeSize;
  let place: number | null = null;
  doc.child(index).descendants((node, offset) => {
    if (place === null && node.isText && !node.marks.some(({ type }) => type.name === 'code')) place = at + 1 + offset;
    return place === null;
  });
  return doc.child(index).isTextblock && place === null ? at + 1 : place;
}

/** What goes wrong with typing into the block at `index` of the note of this markdown; null if nothing does, or if it holds no text. */
function maybeFault(markdown: string, note: LiveNote, index: number): string | null {
  const log = new NoteLog(note);
  const { doc } = log.note.source;
  const place = maybePlace(doc, index);
  if (place === null) return null;
  const blocks = doc.children;
  log.send({ version: 0, steps: [{ stepType: 'replace', from: place, to: place, slice: letter }] });
  const typed = log.note.source.content();
  if (!log.note.source.doc.children.every((block, at) => at === index || block === blocks[at])) return 'another block was replaced';
  const [before, after] = ends(markdown, typed);
  const changed = markdown.length - before - after;
  // The block as it was, as far as its slice goes: what changes must lie within it.
  const [from, to] = sliceOf(markdown, index);
  if (before < from || markdown.length - after > to)
    return `bytes outside the block changed: ${changed} from ${before}, the block has ${from} to ${to}`;
  log.send({ version: 1, steps: [{ stepType: 'replace', from: place, to: place + 1 }] });
  return log.note.source.content() === markdown ? null : 'the bytes did not come back';
}

/** How many characters two texts share at their beginnings and at their ends. */
function ends(one: string, two: string): readonly [number, number] {
  const most = Math.min(one.length, two.length);
  let before = 0;
  while (before < most && one[before] === two[before]) before++;
  let after = 0;
  while (after < most - before && one.at(-1 - after) === two.at(-1 - after)) after++;
  return [before, after];
}

function sliceOf(markdown: string, index: number): readonly [number, number] {
  const { lead, blocks } = parsed(markdown);
  let from = lead.length;
  for (const { source, gap } of blocks.slice(0, index)) from += source.length + gap.length;
  const block = blocks[index];
  // A block at the very end may get the line ending that it lacks.
  return [from, from + (block === undefined ? 0 : block.source.length + block.gap.length)];
}

function faults(documents: Iterable<readonly [string, string]>): { readonly count: number; readonly faults: readonly Verdict[] } {
  const found: Verdict[] = [];
  let count = 0;
  for (const [name, markdown] of documents) {
    const note = liveNote(markdown);
    for (const index of new Set([0, 3, 11].map((turn) => turn % note.source.doc.childCount))) {
      count++;
      const why = maybeFault(markdown, note, index);
      if (why !== null) found.push({ name: `${name}, block ${index}`, why });
    }
  }
  return { count, faults: found };
}

describe('a letter typed and taken out again', () => {
  it('in every example of CommonMark', full, () => {
    expect(faults(examples.map(({ number, markdown }) => [`example ${number}`, markdown] as const)).faults).toEqual([]);
  });

  it('in documents with tables, tasks, footnotes and the like', full, () => {
    expect(faults(Object.entries(gfmDocuments)).faults).toEqual([]);
  });

  it('in documents of every sort', full, () => {
    const found = faults(corpus(seeded(21), times(60_000, 1_500_000), times(20_000, 60_000)));
    expect(found.count).toBeGreaterThan(100);
    expect(found.faults).toEqual([]);
  });
});
