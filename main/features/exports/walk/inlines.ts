// The inline content of a node: text with its marks, and what stands between.

import { Parser } from 'htmlparser2';
import { mentionsInText } from '../../../contract/mentions.ts';
import { highlighted } from '../../../contract/note-signs.ts';
import type { Inline, Marks } from '../document.ts';
import { embedsIn } from '../embeds.ts';
import type { Footnotes } from './footnotes.ts';
import { isWord, pairedTags, tagOf, type Tag } from './inline-tags.ts';
import { InlineWriter } from './inline-writer.ts';
import { textAttribute, type NodeJson } from './node.ts';

const markNames: Readonly<Record<string, Marks>> = {
  strong: { strong: true },
  em: { em: true },
  strikethrough: { strike: true },
  code: { code: true },
};

function marksOf({ marks = [] }: NodeJson): Marks {
  let result: Marks = {};
  for (const mark of marks) {
    if (mark.type === 'link')
      result = { ...result, link: { href: textAttribute(mark, 'href'), title: textAttribute(mark, 'title') || null } };
    else result = { ...result, ...markNames[mark.type] };
  }
  return result;
}

/** TeX without the dollar signs around it. */
export function texOf(source: string): { readonly tex: string; readonly display: boolean } {
  const trimmed = source.trim();
  const display = trimmed.startsWith('$$');
  const width = display ? 2 : 1;
  return { tex: trimmed.slice(width, trimmed.endsWith('$$') || !display ? -width : undefined).trim(), display };
}

/**
 * Markdown's parser takes drawings in `data:` addresses for text, as a page that shows them might be harmed; a document only draws them.
 */
const drawing = /!\[([^[\]]*)\]\((data:image\/svg\+xml(?:[^\s()]|\([^\s()]*\))*)(?:\s+"([^"]*)")?\)/gi;

function textWithDrawings(text: string, marks: Marks, writer: InlineWriter): void {
  if (marks.code === true) {
    writer.withAutolinks(text, marks);
    return;
  }
  let end = 0;
  for (const { 0: source, 1: alt = '', 2: src = '', 3: title, index } of text.includes('](data:') ? text.matchAll(drawing) : []) {
    textWithEmbeds(text.slice(end, index), marks, writer);
    writer.image(src, alt, title ?? null, marks);
    end = index + source.length;
  }
  textWithEmbeds(text.slice(end), marks, writer);
}

/** The parser takes embeds of files for text as well. */
function textWithEmbeds(text: string, marks: Marks, writer: InlineWriter): void {
  let end = 0;
  for (const { index, length, filename, address, size } of embedsIn(text)) {
    textWithMarked(text.slice(end, index), marks, writer);
    writer.image(address, filename, null, marks, size);
    end = index + length;
  }
  textWithMarked(text.slice(end), marks, writer);
}

/** So it does words between `==`, */
function textWithMarked(text: string, marks: Marks, writer: InlineWriter): void {
  let end = 0;
  for (const { 0: source, 1: words = '', index } of text.matchAll(highlighted)) {
    textWithTitles(text.slice(end, index), marks, writer);
    textWithTitles(words, { ...marks, highlight: true }, writer);
    end = index + source.length;
  }
  textWithTitles(text.slice(end), marks, writer);
}

/** and links to notes by their titles, of which it shows what the page does. */
function textWithTitles(text: string, marks: Marks, writer: InlineWriter): void {
  let end = 0;
  for (const mention of marks.link === undefined ? mentionsInText(text) : []) {
    if (mention.kind !== 'title') continue;
    const { from, to, target, shown } = mention;
    writer.withAutolinks(text.slice(end, text.charAt(from - 1) === '!' ? from - 1 : from), marks);
    writer.text(shown === null || shown === '' ? target : shown, marks);
    end = to;
  }
  writer.withAutolinks(text.slice(end), marks);
}

/** One tag. */
function htmlTag(source: string, { name, kind }: Tag, writer: InlineWriter): void {
  if (kind === 'close') return writer.close(name);
  const parser = new Parser({
    onopentag: (opened, attributes) => {
      writer.open(opened, attributes);
    },
  });
  parser.write(source);
  if (kind === 'alone') writer.close(name);
}

/** `[](address)`: the address stands for the text that is missing. */
function emptyLink(source: string, writer: InlineWriter): void {
  const href = /^\[\]\(\s*<?([^\s>)]*)/.exec(source)?.[1] ?? '';
  if (href !== '') writer.text(href, { link: { href, title: null } });
}

function raw(node: NodeJson, writer: InlineWriter, footnotes: Footnotes): void {
  const source = textAttribute(node, 'source');
  switch (textAttribute(node, 'kind')) {
    case 'math':
      return writer.add({ kind: 'math', ...texOf(source) });
    case 'link':
      return emptyLink(source, writer);
    case 'footnote': {
      const number = footnotes.refer(source);
      // Without a definition it is what it looks like.
      if (number === null) writer.text(source, marksOf(node));
      else writer.add({ kind: 'footnote', number });
      return;
    }
    default:
      writer.text(source, { code: true });
  }
}

const isHtml = (node: NodeJson | undefined): boolean =>
  node !== undefined && node.text === undefined && textAttribute(node, 'kind') === 'html';

/** Whether what stands before this node ends in a letter or a digit. */
const isBehindWord = (before: NodeJson | undefined): boolean => before?.type === 'text' && /[\p{L}\p{N}_]$/u.test(before.text ?? '');

/**
 * The inline pieces of a node's content. Tags of HTML count from where they are opened to where they are closed, or to the end; comments
 * say nothing. What only looks like a tag is text.
 */
export function inlinesOf(content: readonly NodeJson[], footnotes: Footnotes): Inline[] {
  const writer = new InlineWriter();
  const tags = content.map((node) => (isHtml(node) ? tagOf(textAttribute(node, 'source')) : null));
  const paired = pairedTags(tags);
  for (const [index, node] of content.entries()) {
    const tag = tags[index] ?? null;
    if (isHtml(node)) {
      const source = textAttribute(node, 'source');
      if (tag !== null && isWord(tag, paired.has(index), isBehindWord(content[index - 1]))) writer.text(source, marksOf(node));
      else if (tag !== null) htmlTag(source, tag, writer);
      continue;
    }
    switch (node.type) {
      case 'text':
        textWithDrawings(node.text ?? '', marksOf(node), writer);
        break;
      case 'soft_break':
        writer.softBreak();
        break;
      case 'hard_break':
        writer.add({ kind: 'break' });
        break;
      case 'image':
        writer.image(textAttribute(node, 'src'), textAttribute(node, 'alt'), textAttribute(node, 'title') || null, marksOf(node));
        break;
      default:
        raw(node, writer, footnotes);
    }
  }
  return writer.inlines;
}
