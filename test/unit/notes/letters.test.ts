// A letter that comes or goes changes its own bytes and no others, in markdown of every sort, wherever markdown can say it with those.

import type { Node } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { isLong, seeded, times } from '../../support/property.ts';
import { examples } from './markdown/commonmark-examples.ts';
import { corpus, randomNumbers } from './markdown/corpus.ts';
import { gfmDocuments } from './markdown/gfm-documents.ts';

interface Edit {
  readonly doc: Node;
  /** The letter that goes; null: an `x` comes. */
  readonly gone: string | null;
}

/** A letter typed or taken out somewhere; null for a place where that would take more than the letter. */
function edit(doc: Node, random: () => number): Edit | null {
  const places: number[] = [];
  doc.descendants((node, at) => {
    if (node.isText) for (let offset = 0; offset <= node.nodeSize; offset++) places.push(at + offset);
  });
  const at = places[Math.floor(random() * places.length)];
  if (at === undefined) return null;
  const place = doc.resolve(at);
  const isGoing = random() < 0.4;
  if (!isGoing) {
    const marks = place.parent.type.spec.marks === '' ? [] : place.marks();
    return { doc: new Transform(doc).insert(at, noteSchema.text('x', marks)).doc, gone: null };
  }
  const text = place.nodeAfter?.text ?? '';
  const gone = String.fromCodePoint(text.codePointAt(0) ?? 32);
  // The last letter takes its block's bytes with it, and markdown keeps no spaces at the ends of lines.
  if (/\s/.test(gone) || text.length === gone.length) return null;
  return { doc: new Transform(doc).delete(at, at + gone.length).doc, gone };
}

const saysIt = (markdown: string, doc: Node): boolean => {
  const { blocks } = parseMarkdown(markdown);
  return blocks.length === doc.childCount && blocks.every(({ node }, index) => node.eq(doc.child(index)));
};

/** Whether the bytes differ by the letter alone: as it is, behind a backslash, or as a character reference. */
function isLocal(before: string, after: string, gone: string | null): boolean {
  const [longer, shorter, letter] = gone === null ? [after, before, 'x'] : [before, after, gone];
  let prefix = 0;
  while (prefix < shorter.length && longer[prefix] === shorter[prefix]) prefix++;
  const length = longer.length - shorter.length;
  if (length <= 0) return false;
  // Equal letters beside each other: which of them came cannot be told.
  for (let from = prefix; from >= 0 && from >= prefix - length; from--) {
    const part = longer.slice(from, from + length);
    if (
      longer.slice(0, from) + longer.slice(from + length) === shorter &&
      (part === letter || part === `\\${letter}` || /^&#?\w+;$/.test(part))
    )
      return true;
  }
  return false;
}

/** Whether some bytes that differ by the letter alone are read as the document. Looks at each place. */
function couldBeLocal(markdown: string, { doc, gone }: Edit): boolean {
  for (let at = 0; at <= markdown.length; at++) {
    const lengths = gone === null ? [0] : [gone.length, gone.length + 1, ...(markdown[at] === '&' ? [4, 5, 6, 7, 8] : [])];
    for (const length of lengths) {
      const next = markdown.slice(0, at) + (gone === null ? 'x' : '') + markdown.slice(at + length);
      if (saysIt(next, doc) && isLocal(markdown, next, gone)) return true;
    }
  }
  return false;
}

/** Looking for a place takes a parse for each. */
const longestLookedThrough = 400;

interface Tally {
  tried: number;
  local: number;
  readonly missed: string[];
}

function tryLetters(documents: Iterable<readonly [string, string]>, each: number, random: () => number): Tally {
  const tally: Tally = { tried: 0, local: 0, missed: [] };
  for (const [name, markdown] of documents) {
    const source = NoteSource.parse(markdown, 'Note');
    for (let count = 0; count < each; count++) {
      const made = edit(source.doc, random);
      if (made === null) continue;
      tally.tried++;
      const content = source.advance(made.doc).content();
      if (isLocal(markdown, content, made.gone)) tally.local++;
      else if (markdown.length < longestLookedThrough && couldBeLocal(markdown, made))
        tally.missed.push(`${name}: ${JSON.stringify(content)}`);
    }
  }
  return tally;
}

/** What others have written: the Markdown files of the packages that are installed, as different as their authors. */
function* foreign(count: number, random: () => number): Generator<readonly [string, string]> {
  const files = globSync(isLong ? 'node_modules/**/*.md' : 'node_modules/*/README.md').toSorted();
  for (let index = 0; index < count; index++) {
    const file = files[Math.floor(random() * files.length)] ?? '';
    const markdown = readFileSync(file, 'utf8');
    if (markdown.length < times(8_000, 60_000) && !markdown.includes('\0')) yield [file, markdown];
  }
}

const share = ({ tried, local }: Tally): number => local / tried;

describe('a letter at a random place', { timeout: 60_000 }, () => {
  test('changes its own bytes in the examples of CommonMark, as far as markdown can say it so', () => {
    const documents = examples.map(({ number, markdown }) => [`example ${number}`, markdown] as const);
    const tally = tryLetters(documents, times(1, 10), randomNumbers(seeded(3)));
    expect(tally.tried).toBeGreaterThan(500);
    // What is left are letters that would change what stands beside them: a fence, a rule, the text of an autolink.
    expect(share(tally)).toBeGreaterThan(0.92);
    expect(tally.missed.length / tally.tried, tally.missed.slice(0, 10).join('\n')).toBeLessThan(0.004);
  });

  test('changes its own bytes in documents with tables, tasks, footnotes and the like', () => {
    const tally = tryLetters(Object.entries(gfmDocuments), times(5, 200), randomNumbers(seeded(5)));
    expect(tally.missed).toEqual(isLong ? expect.anything() : []);
    expect(share(tally)).toBeGreaterThan(0.9);
  });

  test('changes its own bytes in documents of every sort', () => {
    const tally = tryLetters(corpus(seeded(31), times(60_000, 1_000_000), 6_000), times(6, 40), randomNumbers(seeded(7)));
    expect(tally.tried).toBeGreaterThan(60);
    expect(share(tally)).toBeGreaterThan(0.9);
  });

  test('changes its own bytes in the files of others', { timeout: times(60_000, 1_800_000) }, () => {
    const tally = tryLetters(foreign(times(40, 5_000), randomNumbers(seeded(41))), 10, randomNumbers(seeded(43)));
    expect(tally.tried).toBeGreaterThan(200);
    expect(share(tally)).toBeGreaterThan(0.98);
  });
});
