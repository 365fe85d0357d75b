// Tokens into the blocks of a note.

import type { Token } from 'markdown-it';
import type { Attrs, Node, NodeType } from 'prosemirror-model';
import { noteSchema as schema } from '../note-schema.ts';
import { trimmedLength } from './characters.ts';
import { nodesOfTokens, Unmodelled } from './inline-nodes.ts';
import { deepest, tokenizer } from './tokenizer.ts';

interface Frame {
  readonly type: NodeType;
  readonly attrs: Attrs | null;
  readonly content: Node[];
}

const textOf = (content: string): Node | null => (content === '' ? null : schema.text(content));
const withoutLastBreak = (content: string): string => (content.endsWith('\n') ? content.slice(0, -1) : content);

/** Without the blank lines at its end. */
function withoutBlankEnd(content: string): string {
  const lineEnd = content.indexOf('\n', trimmedLength(content, ' \t\n'));
  return lineEnd < 0 ? content : content.slice(0, lineEnd);
}

const rawBlockKind: Readonly<Record<string, string>> = {
  html_block: 'html',
  reference_definition: 'definition',
  footnote_definition: 'footnote',
  math_block: 'math',
};

/** The info string as it is meant: without escapes, on one line. */
const infoOf = (token: Token): string =>
  tokenizer.utils
    .unescapeAll(token.info.trim())
    .replace(/[\r\n]+/g, ' ')
    .toWellFormed()
    .replaceAll('\0', '\uFFFD');

function leaf(token: Token): Node {
  switch (token.type) {
    case 'hr':
      return schema.nodes.horizontal_rule.create();
    case 'fence':
      return schema.nodes.code_block.create({ params: infoOf(token) }, textOf(withoutLastBreak(token.content)));
    case 'code_block':
      return schema.nodes.code_block.create(null, textOf(withoutLastBreak(token.content)));
    default: {
      const kind = rawBlockKind[token.type];
      if (kind === undefined) throw new Unmodelled(`there is no block for ${token.type}`);
      return schema.nodes.raw_block.create({ kind }, textOf(withoutBlankEnd(token.content)));
    }
  }
}

/** A list is tight when the paragraphs right inside its items are hidden; without such paragraphs nothing shows it. */
function isTight(tokens: readonly Token[], open: number): boolean {
  const level = tokens[open]?.level ?? 0;
  for (let index = open + 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || (token.level === level && token.nesting < 0)) break;
    if (token.type === 'paragraph_open' && token.level === level + 2) return token.hidden;
  }
  return true;
}

const cellAttributes = (token: Token): Attrs => ({ align: /left|right|center/.exec(String(token.attrGet('style') ?? ''))?.[0] ?? null });

function frame(tokens: readonly Token[], index: number, token: Token): Frame {
  const of = (type: NodeType, attrs: Attrs | null = null): Frame => ({ type, attrs, content: [] });
  switch (token.type) {
    case 'paragraph_open':
      return of(schema.nodes.paragraph);
    case 'heading_open':
      return of(schema.nodes.heading, { level: Number(token.tag.slice(1)) });
    case 'blockquote_open':
      return of(schema.nodes.blockquote);
    case 'bullet_list_open':
      return of(schema.nodes.bullet_list, { tight: isTight(tokens, index), bullet: token.markup });
    case 'ordered_list_open':
      return of(schema.nodes.ordered_list, {
        order: Number(token.attrGet('start') ?? 1),
        tight: isTight(tokens, index),
        delim: token.markup,
      });
    case 'list_item_open':
      return of(schema.nodes.list_item, { checked: token.meta?.['checked'] ?? null });
    case 'table_open':
      return of(schema.nodes.table);
    case 'tr_open':
      return of(schema.nodes.table_row);
    case 'th_open':
      return of(schema.nodes.table_header, cellAttributes(token));
    case 'td_open':
      return of(schema.nodes.table_cell, cellAttributes(token));
    default:
      throw new Unmodelled(`there is no block for ${token.type}`);
  }
}

/** Lines can be broken in paragraphs, and in headings that are underlined: those of the first two levels. */
function lineBreaksIn(type: NodeType, attrs: Attrs | null): 'lines' | 'tags' {
  return type === schema.nodes.paragraph || (type === schema.nodes.heading && Number(attrs?.['level']) < 3) ? 'lines' : 'tags';
}

const withoutNode = new Set(['thead_open', 'thead_close', 'tbody_open', 'tbody_close']);

function closed({ type, attrs, content }: Frame): Node {
  if (content.length === 0 && (type === schema.nodes.list_item || type === schema.nodes.blockquote))
    content.push(schema.nodes.paragraph.create());
  return type.create(attrs, content);
}

/** The one block that these tokens make: those of a top-level block. Throws `Unmodelled` for what the model cannot hold. */
export function blockNode(tokens: readonly Token[]): Node {
  const stack: Frame[] = [{ type: schema.nodes.doc, attrs: null, content: [] }];
  const add = (node: Node): void => {
    stack.at(-1)?.content.push(node);
  };
  for (const [index, token] of tokens.entries()) {
    if (withoutNode.has(token.type)) continue;
    if (token.type === 'inline') {
      const top = stack.at(-1);
      for (const node of nodesOfTokens(token.children ?? [], top === undefined ? 'lines' : lineBreaksIn(top.type, top.attrs)))
        top?.content.push(node);
    } else if (token.nesting === 0) add(leaf(token));
    else if (token.nesting === 1) {
      if (token.level >= deepest - 1) throw new Unmodelled('blocks are nested too deeply');
      stack.push(frame(tokens, index, token));
    } else {
      const top = stack.pop();
      if (top !== undefined) add(closed(top));
    }
  }
  const node = stack[0]?.content[0];
  if (node === undefined || stack.length !== 1) throw new Unmodelled('no block');
  return node;
}
