// What is asked of every markdown text: that its slices are its bytes, and that it can be written anew and still says the same.

import MarkdownIt from 'markdown-it';
import type { Node } from 'prosemirror-model';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { parseMarkdown, type ParsedMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { serializeBlock, serializeDocument } from '../../../../main/contract/markdown/serialize/serialize.ts';
import { tokenizer } from '../../../../main/contract/markdown/tokenizer.ts';

/**
 * Judges that render markdown: one that knows nothing of our rules, and one that shows formulas, footnotes and definitions as their source.
 */
const judges = {
  stock: new MarkdownIt('default', { html: true, maxNesting: 200 }),
  notes: new MarkdownIt('default', { html: true, maxNesting: 200 }),
};

for (const type of ['math_block', 'math_inline', 'footnote_definition', 'footnote_reference', 'reference_definition']) {
  judges.notes.renderer.rules[type] = (tokens, index) => `<i>${judges.notes.utils.escapeHtml(tokens[index]?.content ?? '')}</i>\n`;
}

export type Judge = keyof typeof judges;

function rendered(markdown: string, judge: Judge): string {
  if (judge === 'stock') return judges.stock.render(markdown);
  const env = { references: {} };
  return judges.notes.renderer.render(tokenizer.parse(markdown, env), judges.notes.options, env);
}

export function documentOf({ blocks }: ParsedMarkdown): Node {
  return noteSchema.nodes.doc.create(
    null,
    blocks.map(({ node }) => node),
  );
}

export const slicesOf = ({ lead, blocks }: ParsedMarkdown): string => lead + blocks.map(({ source, gap }) => source + gap).join('');

/** Tags that open or close side by side, in one order: which of two marks over the same text is the outer one says nothing. */
function inOneOrder(html: string): string {
  return html
    .replace(/(?:<(?:em|strong|s|a(?: [^<>]*)?)>){2,}/g, (tags) => (tags.match(/<[^<>]*>/g) ?? []).toSorted().join(''))
    .replace(/(?:<\/(?:em|strong|s|a)>){2,}/g, (tags) => (tags.match(/<[^<>]*>/g) ?? []).toSorted().join(''));
}

/** What a reader sees of it. */
export function shown(markdown: string, judge: Judge = 'stock'): string {
  // The line ending of the last line says nothing, but a renderer may repeat it inside of code and HTML.
  const html = rendered(markdown.replace(/^\uFEFF/, '').replace(/[^\r\n]$/, '$&\n'), judge)
    // Code without a line and code of one empty line look alike, and so do both ways to tick a box.
    .replace(/(<code[^<>]*>)\n<\/code>/g, '$1</code>')
    .replace(/(<li>(?:\n?<p>)?\[)X(\] )/g, '$1x$2')
    .replace(/[ \t]+(?=\n)/g, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
  return inOneOrder(html);
}

export type Miss = 'bytes' | 'schema' | 'document' | 'html' | 'block' | 'unstable';

/** The first thing that does not hold for a text, or null. `blocks`: at most this many are replaced one at a time. */
export function missOf(markdown: string, blocks = Number.POSITIVE_INFINITY, judge: Judge = 'stock'): Miss | null {
  const parsed = parseMarkdown(markdown);
  if (slicesOf(parsed) !== markdown) return 'bytes';
  const document = documentOf(parsed);
  try {
    document.check();
  } catch {
    return 'schema';
  }
  const written = serializeDocument(document, parsed.references);
  const again = parseMarkdown(written);
  if (!documentOf(again).eq(document)) return 'document';
  if (serializeDocument(documentOf(again), again.references) !== written) return 'unstable';
  const html = shown(markdown, judge);
  if (shown(written, judge) !== html) return 'html';
  const step = Math.max(1, Math.floor(parsed.blocks.length / blocks));
  for (let index = 0; index < parsed.blocks.length; index += step)
    if (shown(withBlockWritten(parsed, index), judge) !== html) return 'block';
  return null;
}

/**
 * The text with one of its blocks written anew, and a blank line around it. A neighbour below that is indented is written with it, lest
 * it goes into a list.
 */
export function withBlockWritten({ lead, blocks, references }: ParsedMarkdown, replaced: number): string {
  const parts = blocks.map(({ node, source, gap }, index) => {
    const indented = index === replaced + 1 && /^[ \t]/.test(source);
    if (index === replaced || indented) return `${serializeBlock(node, { references, first: index === 0 })}\n${gap}`;
    return index === replaced - 1 ? `${source}\n${gap}` : source + gap;
  });
  return lead + parts.join('');
}
