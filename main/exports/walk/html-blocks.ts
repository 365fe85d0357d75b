// A block of HTML as blocks of text: what it says, without scripts, styles and anything that would be fetched.

import { parseDocument } from 'htmlparser2';
import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import type { Block, Cell, Inline, ListItem } from '../document.ts';
import { InlineWriter } from './inline-writer.ts';

const blockTags = new Set([
  'address', 'article', 'aside', 'body', 'blockquote', 'caption', 'center', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5',
  'h6', 'header', 'hr', 'html', 'legend', 'li', 'main', 'menu', 'nav', 'ol', 'optgroup', 'p', 'pre', 'search', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'title', 'tr', 'ul',
]);

/** Deeper elements are read as text alone. */
const deepest = 60;

function textIn(nodes: readonly ChildNode[]): string {
  const texts: string[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isText(node)) texts.push(node.data);
    else if ('children' in node && !(isTag(node) && ['script', 'style', 'template'].includes(node.tagName))) waiting.push(...node.children.toReversed());
  }
  return texts.join('');
}

class HtmlReader {
  readonly blocks: Block[] = [];
  #inline = new InlineWriter();

  /** Ends the paragraph that is being written. */
  flush(): void {
    const { inlines, isEmpty } = this.#inline;
    this.#inline = new InlineWriter();
    if (!isEmpty) this.blocks.push({ kind: 'paragraph', inlines: trimmed(inlines) });
  }

  read(nodes: readonly ChildNode[], depth: number): void {
    if (depth > deepest) {
      this.#inline.text(textIn(nodes).replace(/\s+/g, ' '));
      return;
    }
    for (const node of nodes) {
      if (isText(node)) this.#text(node.data);
      else if (isTag(node)) {
        if (blockTags.has(node.tagName)) this.#block(node, depth);
        else this.#inlineElement(node, depth);
      } else if ('children' in node) this.read(node.children, depth + 1);
    }
  }

  #text(data: string): void {
    const collapsed = data.replace(/[\t\n\f\r ]+/g, ' ');
    if (collapsed !== ' ' || !this.#inline.isEmpty) this.#inline.text(this.#inline.isEmpty ? collapsed.trimStart() : collapsed);
  }

  #inlineElement({ tagName, attribs, children }: Element, depth: number): void {
    this.#inline.open(tagName, attribs);
    this.read(children, depth + 1);
    this.#inline.close(tagName);
  }

  #block(element: Element, depth: number): void {
    this.flush();
    const { tagName, children } = element;
    const within = (): Block[] => blocksIn(children, depth + 1);
    switch (tagName) {
      case 'hr': this.blocks.push({ kind: 'rule' }); break;
      case 'pre': this.blocks.push({ kind: 'code', text: textIn(children).replace(/^\n|\n$/g, ''), language: '' }); break;
      case 'blockquote': this.blocks.push({ kind: 'quote', blocks: within() }); break;
      case 'ul':
      case 'menu':
      case 'ol': this.#list(element, depth); break;
      case 'table': this.#table(element, depth); break;
      case 'title': break;
      case 'summary':
      case 'dt':
      case 'caption':
      case 'legend': this.#bold(children, depth); break;
      default:
        if (/^h[1-6]$/.test(tagName)) this.#heading(Number(tagName[1]), children, depth);
        else this.blocks.push(...within());
    }
  }

  #heading(level: number, children: readonly ChildNode[], depth: number): void {
    for (const block of blocksIn(children, depth + 1)) this.blocks.push(block.kind === 'paragraph' ? { ...block, kind: 'heading', level } : block);
  }

  #bold(children: readonly ChildNode[], depth: number): void {
    for (const block of blocksIn(children, depth + 1)) {
      if (block.kind !== 'paragraph') this.blocks.push(block);
      else this.blocks.push({ ...block, inlines: block.inlines.map((inline) => (inline.kind === 'text' ? { ...inline, marks: { ...inline.marks, strong: true } } : inline)) });
    }
  }

  #list({ tagName, attribs, children }: Element, depth: number): void {
    const items = children.filter(isTag).map(({ children }): ListItem => ({ checked: null, blocks: blocksIn(children, depth + 2) }));
    if (items.length === 0) return;
    const start = Number.parseInt(attribs['start'] ?? '1', 10);
    this.blocks.push({ kind: 'list', numbers: tagName === 'ol' ? { start: start >= 0 ? start : 1, delimiter: '.' } : null, tight: true, items });
  }

  #table({ children }: Element, depth: number): void {
    const all = children.filter(isTag);
    const rows = all.flatMap((each) => (each.tagName === 'tr' ? [each] : ['thead', 'tbody', 'tfoot'].includes(each.tagName) ? each.children.filter(isTag) : [])).map((row) => cellsOf(row, depth));
    for (const caption of all.filter(({ tagName }) => tagName === 'caption')) this.#bold(caption.children, depth);
    const width = Math.max(0, ...rows.map((row) => row.length));
    if (width === 0) return;
    const [header = [], ...rest] = rows.map((row) => [...row, ...Array.from({ length: width - row.length }, (): Cell => ({ inlines: [], align: null }))]);
    this.blocks.push({ kind: 'table', header, rows: rest });
  }
}

function cellsOf(row: Element, depth: number): Cell[] {
  return row.children.filter(isTag).flatMap(({ attribs, children }) => {
    const inlines = blocksIn(children, depth + 3).flatMap((block, index) => [...(index === 0 ? [] : [{ kind: 'break' as const }]), ...('inlines' in block ? block.inlines : [{ kind: 'text' as const, text: textOfBlock(block), marks: {} }])]);
    const align = /left|right|center/.exec(attribs['align'] ?? attribs['style'] ?? '')?.[0] as Cell['align'];
    const span = Math.min(Math.max(1, Number.parseInt(attribs['colspan'] ?? '1', 10) || 1), 50);
    return [{ inlines, align: align ?? null }, ...Array.from({ length: span - 1 }, (): Cell => ({ inlines: [], align: null }))];
  });
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'list': return block.items.map(({ blocks }) => `• ${blocks.map(textOfBlock).join(' ')}`).join(' ');
    case 'quote': return block.blocks.map(textOfBlock).join(' ');
    case 'table': return [block.header, ...block.rows].map((row) => row.map(({ inlines }) => inlines.map((inline) => (inline.kind === 'text' ? inline.text : ' ')).join('')).join(' ')).join(' ');
    case 'code': return block.text;
    case 'paragraph':
    case 'heading': return block.inlines.map((inline) => (inline.kind === 'text' ? inline.text : ' ')).join('');
    case 'math': return block.tex;
    case 'properties':
    case 'rule': return '';
  }
}

function trimmed(inlines: readonly Inline[]): readonly Inline[] {
  const last = inlines.at(-1);
  if (last?.kind !== 'text') return last?.kind === 'break' ? trimmed(inlines.slice(0, -1)) : inlines;
  return [...inlines.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}

function blocksIn(nodes: readonly ChildNode[], depth: number): Block[] {
  const reader = new HtmlReader();
  reader.read(nodes, depth);
  reader.flush();
  return reader.blocks;
}

/** What a piece of HTML says; nothing for comments, and for tags without content. */
export function htmlBlocks(source: string): Block[] {
  return blocksIn(parseDocument(source).children, 0);
}
