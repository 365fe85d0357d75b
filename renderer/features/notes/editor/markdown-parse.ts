// Markdown that is pasted, as a document. The service reads what is stored; this only has to understand what people paste.

import MarkdownIt from 'markdown-it';
import type { Node } from 'prosemirror-model';
import { MarkdownParser } from 'prosemirror-markdown';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

interface Token {
  type: string;
  tag: string;
  content: string;
  info: string;
  markup: string;
  hidden: boolean;
  meta: unknown;
  children: Token[] | null;
  attrGet: (name: string) => string | null;
}

/** Set on the token of an item that is a task. */
interface Task {
  readonly checked: boolean;
}

const isTask = (meta: unknown): meta is Task => typeof meta === 'object' && meta !== null && 'checked' in meta;

/** Takes `[ ]` off the text of items and notes it on them. */
function taskItems({ tokens }: { readonly tokens: readonly Token[] }): void {
  for (const [index, token] of tokens.entries()) {
    const inline = tokens[index + 2];
    const first = inline?.children?.[0];
    if (token.type !== 'list_item_open' || inline?.type !== 'inline' || first?.type !== 'text') continue;
    const box = /^\[([ xX])\] /.exec(first.content);
    if (box === null) continue;
    first.content = first.content.slice(box[0].length);
    token.meta = { checked: box[1] !== ' ' } satisfies Task;
  }
}

function isTight(tokens: readonly Token[], index: number): boolean {
  return tokens[index + 2]?.hidden === true;
}

const cellAlign = (token: Token): { align: string | null } => ({ align: /text-align:(left|center|right)/.exec(token.attrGet('style') ?? '')?.[1] ?? null });

const source = (kind: string) => (token: Token) => ({ kind, source: token.content });

const specs = {
  paragraph: { block: 'paragraph' },
  blockquote: { block: 'blockquote' },
  heading: { block: 'heading', getAttrs: ({ tag }: Token) => ({ level: Number(tag.slice(1)) }) },
  hr: { node: 'horizontal_rule' },
  bullet_list: { block: 'bullet_list', getAttrs: ({ markup }: Token, tokens: readonly Token[], index: number) => ({ bullet: markup, tight: isTight(tokens, index) }) },
  ordered_list: {
    block: 'ordered_list',
    getAttrs: (token: Token, tokens: readonly Token[], index: number) => ({ order: Number(token.attrGet('start') ?? 1), delim: token.markup, tight: isTight(tokens, index) }),
  },
  list_item: { block: 'list_item', getAttrs: ({ meta }: Token) => ({ checked: isTask(meta) ? meta.checked : null }) },
  code_block: { block: 'code_block', noCloseToken: true },
  fence: { block: 'code_block', noCloseToken: true, getAttrs: ({ info }: Token) => ({ params: info.trim() }) },
  html_block: { block: 'raw_block', noCloseToken: true, attrs: { kind: 'html' } },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'table_row' },
  th: { block: 'table_header', getAttrs: cellAlign },
  td: { block: 'table_cell', getAttrs: cellAlign },
  em: { mark: 'em' },
  strong: { mark: 'strong' },
  s: { mark: 'strikethrough' },
  link: { mark: 'link', getAttrs: (token: Token) => ({ href: token.attrGet('href'), title: token.attrGet('title') }) },
  code_inline: { mark: 'code', noCloseToken: true },
  image: { node: 'image', getAttrs: (token: Token) => ({ src: token.attrGet('src'), alt: token.content, title: token.attrGet('title') }) },
  softbreak: { node: 'soft_break' },
  hardbreak: { node: 'hard_break' },
  html_inline: { node: 'raw_inline', getAttrs: source('html') },
} as const;

function makeParser(): MarkdownParser {
  const tokenizer = new MarkdownIt('default', { html: true, linkify: false, maxNesting: 100 });
  tokenizer.core.ruler.after('inline', 'task_items', taskItems as never);
  return new MarkdownParser(noteSchema, tokenizer, specs);
}

let parser: MarkdownParser | null = null;

/** Null if it cannot be read as a document of notes. */
export function parseMarkdown(markdown: string): Node | null {
  parser ??= makeParser();
  try {
    const doc = parser.parse(markdown);
    doc.check();
    return doc;
  } catch {
    return null;
  }
}
