// A letter that comes or goes changes its own bytes and no others, in markdown of every sort, wherever markdown can say it with those.

import type { Node } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { isLong, seeded, times } from '../../support/property.ts';
import { examples } from './markdown/commonmark-examples.ts';
import { corpus, randomNumbers } from './markdown/corpus.ts';
import { foreign } from './markdown/foreign.ts';
import { gfmDocuments } from './markdown/gfm-documents.ts';

interface Edit {
  readonly doc: Node;
  /** Where, in the document before. */
  readonly at: number;
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
    return { doc: new Transform(doc).insert(at, noteSchema.text('x', marks)).doc, at, gone: null };
  }
  const text = place.nodeAfter?.text ?? '';
  const gone = String.fromCodePoint(text.codePointAt(0) ?? 32);
  // The last letter takes its block's bytes with it, and markdown keeps no spaces at the ends of lines.
  if (/\s/.test(gone) || text.length === gone.length) return null;
  return { doc: new Transform(doc).delete(at, at + gone.length).doc, at, gone };
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

/** The first of the lines that came. */
function changedLines(before: string, after: string): readonly string[] {
  const known = new Set(before.split('\n'));
  return after
    .split('\n')
    .filter((line) => !known.has(line))
    .slice(0, 2);
}

/** Looking for a place takes a parse for each. */
const longestLookedThrough = 400;

const html = new MarkdownIt({ html: true });
const shown = (part: string): string => html.utils.unescapeAll(part.replace(/<\/?(?:code|em|strong|s)>/g, ''));

/** Whether a page of it differs by the letter alone, which may have markup of its own, from a page of the markdown before. */
function meansTheSame(before: string, after: string, gone: string | null): boolean {
  const [longer, shorter] = gone === null ? [html.render(after), html.render(before)] : [html.render(before), html.render(after)];
  const letter = gone ?? 'x';
  const length = longer.length - shorter.length;
  let prefix = 0;
  while (prefix < shorter.length && longer[prefix] === shorter[prefix]) prefix++;
  for (let from = prefix; from >= Math.max(0, prefix - Math.max(1, length)); from--) {
    if (longer.slice(0, from) + longer.slice(from + length) === shorter && shown(longer.slice(from, from + length)) === letter) return true;
  }
  return false;
}

/** Whether a place is in what is kept as it was written, where a letter can mean anything. */
const isSource = (doc: Node, at: number): boolean => ['raw_block', 'frontmatter'].includes(doc.resolve(at).parent.type.name);

/** Why a letter takes more bytes than its own, as far as markdown leaves no choice. */
function reason({ doc, at, gone }: Edit, before: Node): string | null {
  const place = before.resolve(at);
  if (isSource(before, at)) return 'a definition or the like that is none any more stands apart from those below';
  const around = [place.nodeBefore, place.nodeAfter].flatMap((node) => (node === null ? [] : [node.marks]));
  const link = around.flat().find(({ type, attrs }) => type.name === 'link' && attrs['ref'] !== null);
  if (link !== undefined) return link.attrs['ref'] === '<>' ? 'an address is not its text any more' : 'a label is not its text any more';
  const own = doc.resolve(at).nodeAfter?.marks ?? [];
  if (gone === null && !around.some((set) => set.length === own.length && set.every((mark) => mark.isInSet(own)))) return 'its own markup';
  return null;
}

interface Tally {
  tried: number;
  local: number;
  /** Read back as the very document. */
  said: number;
  readonly missed: string[];
  /** Where a page shows more than the letter. */
  readonly meant: string[];
  /** Not local, by their reasons. */
  readonly reasons: Map<string, number>;
}

function tryLetters(documents: Iterable<readonly [string, string]>, each: number, random: () => number): Tally {
  const tally: Tally = { tried: 0, local: 0, said: 0, missed: [], meant: [], reasons: new Map() };
  for (const [name, markdown] of documents) {
    const source = NoteSource.parse(markdown, 'Note');
    for (let count = 0; count < each; count++) {
      const made = edit(source.doc, random);
      if (made === null) continue;
      tally.tried++;
      const content = source.advance(made.doc).content();
      if (saysIt(content, made.doc)) tally.said++;
      const isMeant = isSource(source.doc, made.at) || meansTheSame(markdown, content, made.gone);
      if (!isMeant) tally.meant.push(`${name} at ${made.at}: ${made.gone ?? 'x'} ${JSON.stringify(changedLines(markdown, content))}`);
      if (isLocal(markdown, content, made.gone)) {
        tally.local++;
        continue;
      }
      const why = reason(made, source.doc) ?? `other: ${name} at ${made.at}`;
      tally.reasons.set(why, (tally.reasons.get(why) ?? 0) + 1);
      if (markdown.length < longestLookedThrough && couldBeLocal(markdown, made)) tally.missed.push(`${name}: ${JSON.stringify(content)}`);
    }
  }
  return tally;
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

  test(
    'changes its own bytes in the files of others, and what they say by that letter alone',
    { timeout: times(60_000, 1_800_000) },
    () => {
      const documents = foreign({ count: times(40, 5_000), longest: times(8_000, 60_000) }, randomNumbers(seeded(41)));
      const tally = tryLetters(documents, 12, randomNumbers(seeded(43)));
      if (isLong) console.info({ ...tally, local: share(tally), said: tally.said / tally.tried });
      expect(tally.tried).toBeGreaterThan(200);
      expect(share(tally)).toBeGreaterThan(0.99);
      const others = [...tally.reasons].filter(([why]) => why.startsWith('other'));
      expect(others.length / tally.tried, others.join('\n')).toBeLessThan(0.001);
      expect(tally.meant.length / tally.tried, tally.meant.slice(0, 10).join('\n')).toBeLessThan(0.001);
    },
  );
});
