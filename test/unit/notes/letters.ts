// Letters typed and taken out at random places: what comes of the bytes.

import type { Node } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import MarkdownIt from 'markdown-it';
import { parseMarkdown, parseNodes, type ParsedMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { followAddresses, followDefinitions, haveDefinitionsChanged } from '../../../renderer/features/notes/editor/definitions.ts';
import { times } from '../../support/property.ts';

interface Edit {
  readonly doc: Node;
  /** Where, in the document before. */
  readonly at: number;
  /** The letter that goes; null: an `x` comes. */
  readonly gone: string | null;
}

function placesOf(doc: Node): readonly number[] {
  const places: number[] = [];
  doc.descendants((node, at) => {
    if (node.isText) for (let offset = 0; offset <= node.nodeSize; offset++) places.push(at + offset);
  });
  return places;
}

/** As the editor has it: links follow the definitions that they name, and addresses in angle brackets their texts. */
function live(tr: Transform, before: Node): Node {
  if (haveDefinitionsChanged(before, tr.doc)) followDefinitions(tr);
  followAddresses(tr, before);
  return tr.doc;
}

/** A letter typed or taken out somewhere; null for a place where that would take more than the letter. */
function edit(doc: Node, places: readonly number[], random: () => number): Edit | null {
  const at = places[Math.floor(random() * places.length)];
  if (at === undefined) return null;
  const place = doc.resolve(at);
  const isGoing = random() < 0.4;
  if (!isGoing) {
    const marks = place.parent.type.spec.marks === '' ? [] : place.marks();
    return { doc: live(new Transform(doc).insert(at, noteSchema.text('x', marks)), doc), at, gone: null };
  }
  const text = place.nodeAfter?.text ?? '';
  const gone = String.fromCodePoint(text.codePointAt(0) ?? 32);
  // The last letter takes its block's bytes with it, and markdown keeps no spaces at the ends of lines.
  if (/\s/.test(gone) || text.length === gone.length) return null;
  return { doc: live(new Transform(doc).delete(at, at + gone.length), doc), at, gone };
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

/** Looking for a place takes a parse for each. */
const longestLookedThrough = times(400, 6_000);

/**
 * Whether some bytes that differ by the letter alone are read as the document, where its other blocks stay as they are. Looks at each place
 * of the block; null for a long one.
 */
function couldBeLocal({ lead, blocks, references }: ParsedMarkdown, { doc, at, gone }: Edit): boolean | null {
  const index = doc.resolve(at).index(0);
  const [source = '', wanted] = [blocks[index]?.source, doc.maybeChild(index)];
  if (source.length > longestLookedThrough) return null;
  const others = (from: number, to?: number): string =>
    blocks
      .slice(from, to)
      .map((block) => block.source + block.gap)
      .join('');
  const [above, below] = [lead + others(0, index), (blocks[index]?.gap ?? '') + others(index + 1)];
  const staysApart = (next: string): boolean => {
    const read = parseMarkdown(above + next + below).blocks;
    return read.length === blocks.length && blocks.every(({ node }, each) => each === index || read[each]?.node.eq(node) === true);
  };
  for (let from = 0; from <= source.length; from++) {
    const lengths = gone === null ? [0] : [gone.length, gone.length + 1, ...(source[from] === '&' ? [4, 5, 6, 7, 8] : [])];
    for (const length of lengths) {
      const next = source.slice(0, from) + (gone === null ? 'x' : '') + source.slice(from + length);
      if (!isLocal(source, next, gone)) continue;
      const [only, ...more] = parseNodes(next, references);
      if (more.length === 0 && wanted !== null && only?.eq(wanted) === true && staysApart(next)) return true;
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

const html = new MarkdownIt({ html: true });
const shown = (part: string): string => html.utils.unescapeAll(part.replace(/<\/?(?:code|em|strong|s)>/g, ''));

/** A page on which a link that begins what is bold, slanted or struck stands around its own part of that: it looks the same. */
const withLinksOutside = (page: string): string => page.replace(/<(strong|em|s)>(<a [^>]*>)([^<]*)<\/a>/g, '$2<$1>$3</$1></a><$1>');

/** A page without the addresses of links that show them. */
const withoutOwnAddresses = (page: string): string =>
  page.replace(/<a href="([^"]*)">([^<]*)<\/a>/g, (link, href: string, text: string) => {
    const own = html.utils.escapeHtml(
      html.normalizeLink(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')),
    );
    return href === own || href === `mailto:${own}` ? `<a>${text}</a>` : link;
  });

/** Whether a page differs by the letter alone, which may have markup of its own, from the page before. */
function meansTheSame(before: string, after: string, gone: string | null): boolean {
  const [longer, shorter] = gone === null ? [after, before] : [before, after];
  const letter = gone ?? 'x';
  const length = longer.length - shorter.length;
  let prefix = 0;
  while (prefix < shorter.length && longer[prefix] === shorter[prefix]) prefix++;
  for (let from = prefix; from >= Math.max(0, prefix - Math.max(1, length)); from--) {
    if (longer.slice(0, from) + longer.slice(from + length) === shorter && shown(longer.slice(from, from + length)) === letter) return true;
  }
  return false;
}

/** The same, where an address in angle brackets leads where it says now, or a link stands within what it stood around. */
const isShownAlone = (before: string, after: string, gone: string | null): boolean =>
  [(page: string) => page, withoutOwnAddresses, withLinksOutside].some((same) => meansTheSame(same(before), same(after), gone));

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

export interface Tally {
  tried: number;
  local: number;
  /** Read back as the very document. */
  said: number;
  /** Where one letter could say it, but does not. */
  readonly missed: string[];
  /** Where a page shows more than the letter. */
  readonly meant: string[];
  /** Where no single letter says it, by their reasons. */
  readonly reasons: Map<string, number>;
}

/** `each` letters in each of the documents, `most` in all. */
export function tryLetters(
  documents: Iterable<readonly [string, string]>,
  { each, most = Infinity }: { readonly each: number; readonly most?: number },
  random: () => number,
): Tally {
  const tally: Tally = { tried: 0, local: 0, said: 0, missed: [], meant: [], reasons: new Map() };
  for (const [name, markdown] of documents) {
    const parsed = parseMarkdown(markdown);
    const source = NoteSource.fromParsed(parsed, 'Note');
    const places = placesOf(source.doc);
    const page = html.render(markdown);
    for (let count = 0; count < each; count++) {
      const made = edit(source.doc, places, random);
      if (made === null) continue;
      tally.tried++;
      const content = source.advance(made.doc).content();
      if (saysIt(content, made.doc)) tally.said++;
      const isMeant = isSource(source.doc, made.at) || isShownAlone(page, html.render(content), made.gone);
      if (!isMeant) tally.meant.push(`${name} at ${made.at}: ${made.gone ?? 'x'} ${JSON.stringify(changedLines(markdown, content))}`);
      if (isLocal(markdown, content, made.gone)) {
        tally.local++;
        continue;
      }
      const why = reason(made, source.doc);
      if (couldBeLocal(parsed, made) ?? why === null) {
        tally.missed.push(`${name} at ${made.at}: ${made.gone ?? 'x'} ${JSON.stringify(changedLines(markdown, content))}`);
        continue;
      }
      const known = why ?? 'markup that may not stand beside a letter';
      tally.reasons.set(known, (tally.reasons.get(known) ?? 0) + 1);
    }
    if (tally.tried >= most) break;
  }
  return tally;
}

/** Of all letters, and of those that one letter can say. */
export const share = ({ tried, local }: Tally): number => local / tried;
export const shareOfPossible = ({ local, missed }: Tally): number => local / (local + missed.length);
