// The words around a link, to be shown where the link leads to. Pure.

import type { Node } from 'prosemirror-model';
import { frontMatterOf, sourceLines } from '../../contract/markdown/source-lines.ts';
import { mentionsIn, type Mention } from '../../contract/mentions.ts';
import { noteSchema } from '../../contract/note-schema.ts';
import { maxFrontMatter, propertyTexts } from './front-matter.ts';
import { mentionTarget } from './summary.ts';

/** How many characters a snippet has, and of these before the link. */
const length = { all: 200, before: 80 } as const;
/** Places that look like the link and are looked at, and characters on either side of each that are read. */
const places = 8;
const around = 2_000;

interface SnippetOptions {
  /** As in the index: `[[Title`, `](Note.md`, or `note/ID`. */
  readonly target: string;
  readonly title: string | null;
  /** The blocks of a short piece of markdown; null where even that takes long. */
  readonly maybeParse: (markdown: string) => readonly Node[] | null;
}

/**
 * The text around the first of these links in the markdown; empty if it is not found near where it should stand. Of front matter it is the
 * property, once the library is loaded (see `loadYaml`).
 */
export function linkSnippet(markdown: string, { target, title, maybeParse }: SnippetOptions): string {
  const property = textAround(propertiesIn(markdown), target);
  if (property !== null) return property;
  const written = title ?? target;
  const folded = markdown.toLowerCase();
  // An address can be encoded as a whole, or its blanks alone.
  const forms = new Set([written, encodeURI(written), written.replaceAll(' ', '%20')].map((form) => form.toLowerCase()));
  let from = 0;
  for (let tries = 0; tries < places; tries++) {
    const found = [...forms].map((form) => folded.indexOf(form, from)).filter((place) => place >= 0);
    if (found.length === 0) return '';
    const at = Math.min(...found);
    from = at + written.length;
    const text = textAround(maybeParse(paragraphAround(markdown, at)) ?? [], target);
    if (text !== null) return text;
  }
  return '';
}

/** The properties in which links may stand, as texts of their own. */
function propertiesIn(markdown: string): Node[] {
  // Twice as much: lines can end in two characters.
  const beginning = markdown.slice(0, 2 * maxFrontMatter).replace(/^\uFEFF/, '');
  if (!beginning.startsWith('---')) return [];
  const text = frontMatterOf(sourceLines(beginning))?.text ?? '';
  return propertyTexts(text).map(({ name, value }) => noteSchema.node('paragraph', null, noteSchema.text(`${name}: ${value}`)));
}

/** The lines around a place up to blank ones, no longer than what is read at once. */
function paragraphAround(markdown: string, at: number): string {
  const before = markdown.slice(Math.max(0, at - around), at);
  const after = markdown.slice(at, at + around);
  const start = Math.max(...[...before.matchAll(/\n[ \t>]*\r?\n/g)].map(({ 0: gap, index }) => index + gap.length), 0);
  const line = before.lastIndexOf('\n') + 1;
  const end = after.search(/\n[ \t>]*\r?\n/);
  // What precedes within the paragraph may be cut, which can change how it is read: then its own line alone tells.
  const from = before.length < around || start > 0 ? start : line;
  return before.slice(from) + (end < 0 ? after : after.slice(0, end));
}

function textAround(blocks: readonly Node[], target: string): string | null {
  for (const block of blocks) {
    const mention = mentionsIn(block).find((each) => each.kind !== 'tag' && mentionTarget(each) === target);
    if (mention !== undefined) return cut(block, mention);
  }
  return null;
}

function cut(block: Node, { from }: Mention): string {
  const text = (start: number, end: number): string =>
    block.textBetween(Math.max(0, start), Math.min(block.content.size, end), ' ', (leaf) => (leaf.type.name.endsWith('_break') ? ' ' : ''));
  const before = text(from - length.before, from);
  const after = text(from, from + length.all - before.length);
  const beginning = from > length.before ? `…${before.replace(/^\S*\s/, '')}` : before;
  const isCut = from + length.all - before.length < block.content.size;
  return `${beginning}${isCut ? `${after.replace(/\s\S*$/, '')}…` : after}`.replace(/\s+/g, ' ').trim();
}
