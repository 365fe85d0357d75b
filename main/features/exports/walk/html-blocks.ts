// A block of HTML as blocks of text: what it says, without scripts, styles and anything that would be fetched.

import { parseDocument } from 'htmlparser2';
import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import type { Block, Cell, Inline, List, ListItem } from '../document.ts';
import { isWord, tagOf } from './inline-tags.ts';
import { InlineWriter, silentTags } from './inline-writer.ts';
import { columnSpan, rowSpan, tableOfParts } from './table-grid.ts';

const blockTags = new Set([
  'address',
  'article',
  'aside',
  'body',
  'blockquote',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'optgroup',
  'p',
  'pre',
  'search',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'title',
  'tr',
  'ul',
]);

/** Deeper elements are read as text alone. */
const deepest = 60;

/** Elements whose content the parser gives as it is written. That of the first ones is HTML for those who do not show the element. */
const unparsed = new Set(['iframe', 'noembed', 'noframes']);
const unparsedText = new Set(['script', 'style', 'title', 'textarea', 'xmp']);

const tableParts = new Set(['tr', 'thead', 'tbody', 'tfoot', 'caption', 'colgroup', 'col']);

const isFilled = (node: ChildNode): boolean => isTag(node) || (isText(node) && node.data.trim() !== '');

/** A piece of HTML, and where in it elements stand. */
class Source {
  readonly children: readonly ChildNode[];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.children = parseDocument(text, { withStartIndices: true, withEndIndices: true }).children;
  }

  /** Whether it has its own end tag. */
  isClosed({ tagName, endIndex }: Element): boolean {
    const end = (endIndex ?? 0) + 1;
    // With a few blanks before its bracket.
    return this.#text
      .slice(Math.max(0, end - tagName.length - 13), end)
      .toLowerCase()
      .replace(/\s+>$/, '>')
      .endsWith(`</${tagName}>`);
  }

  /** What looks like the start of this element but is a word of the text; null if it is a tag. */
  wordOf(element: Element): string | null {
    const start = element.startIndex ?? 0;
    const end = this.#text.indexOf('>', start) + 1;
    const source = this.#text.slice(start, end === 0 ? undefined : end);
    const tag = tagOf(source);
    return tag !== null && isWord(tag, this.isClosed(element), /[\p{L}\p{N}_]/u.test(this.#text.charAt(start - 1))) ? source : null;
  }

  textIn(nodes: readonly ChildNode[]): string {
    const texts: string[] = [];
    const waiting = nodes.toReversed();
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (isText(node)) texts.push(node.data);
      else if (isTag(node)) {
        const word = this.wordOf(node);
        if (word !== null) texts.push(word);
        if (word !== null || !silentTags.has(node.tagName)) waiting.push(...node.children.toReversed());
      } else if ('children' in node) waiting.push(...node.children.toReversed());
    }
    return texts.join('');
  }
}

class HtmlReader {
  readonly blocks: Block[] = [];
  #source: Source;
  #inline = new InlineWriter();

  constructor(source: Source) {
    this.#source = source;
  }

  /** Ends the paragraph that is being written. */
  flush(): void {
    const { inlines, isEmpty } = this.#inline;
    this.#inline = new InlineWriter();
    if (!isEmpty) this.blocks.push({ kind: 'paragraph', inlines: trimmed(inlines) });
  }

  read(nodes: readonly ChildNode[], depth: number): void {
    if (depth > deepest) {
      this.#inline.text(this.#source.textIn(nodes).replace(/\s+/g, ' '));
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

  #inlineElement(element: Element, depth: number): void {
    const { tagName, attribs } = element;
    const word = this.#source.wordOf(element);
    if (word !== null) this.#text(word);
    else this.#inline.open(tagName, attribs);
    this.#content(element, word !== null, depth);
    if (word === null) this.#inline.close(tagName);
  }

  #content({ tagName, children }: Element, isWord: boolean, depth: number): void {
    if (!unparsed.has(tagName) && !(isWord && unparsedText.has(tagName))) {
      this.read(children, depth + 1);
      return;
    }
    const outer = this.#source;
    for (const [index, paragraph] of children
      .map((child) => (isText(child) ? child.data : ''))
      .join('')
      .split(/\n[ \t]*\n/)
      .entries()) {
      if (index > 0) this.flush();
      this.#source = new Source(paragraph);
      this.read(this.#source.children, depth + 1);
    }
    this.#source = outer;
  }

  #block(element: Element, depth: number): void {
    const { tagName, children } = element;
    const word = this.#source.wordOf(element);
    if (word !== null) {
      this.#inline.text(word);
      this.#content(element, true, depth);
      return;
    }
    this.flush();
    const within = (): Block[] => this.#blocksIn(children, depth + 1);
    switch (tagName) {
      case 'hr':
        this.blocks.push({ kind: 'rule' });
        break;
      case 'pre':
        this.blocks.push({ kind: 'code', text: this.#source.textIn(children).replace(/^\n|\n$/g, ''), language: '' });
        break;
      case 'blockquote':
        this.blocks.push({ kind: 'quote', blocks: within() });
        break;
      case 'ul':
      case 'menu':
      case 'ol':
        this.#list(element, depth);
        break;
      case 'table':
        this.#table(element, depth);
        break;
      case 'title':
        break;
      case 'summary':
      case 'dt':
      case 'caption':
      case 'legend':
        this.#bold(children, depth);
        break;
      default:
        if (/^h[1-6]$/.test(tagName)) this.#heading(Number(tagName[1]), children, depth);
        else this.blocks.push(...within());
    }
  }

  #heading(level: number, children: readonly ChildNode[], depth: number): void {
    for (const block of this.#blocksIn(children, depth + 1))
      this.blocks.push(block.kind === 'paragraph' ? { ...block, kind: 'heading', level } : block);
  }

  #bold(children: readonly ChildNode[], depth: number): void {
    for (const block of this.#blocksIn(children, depth + 1)) {
      if (block.kind !== 'paragraph') this.blocks.push(block);
      else
        this.blocks.push({
          ...block,
          inlines: block.inlines.map((inline) =>
            inline.kind === 'text' ? { ...inline, marks: { ...inline.marks, strong: true } } : inline,
          ),
        });
    }
  }

  #list({ tagName, attribs, children }: Element, depth: number): void {
    const items = children
      .filter(isFilled)
      .map((child): ListItem => ({ checked: null, blocks: this.#blocksIn(isTag(child) ? child.children : [child], depth + 2) }));
    if (items.length === 0) return;
    const start = Number.parseInt(attribs['start'] ?? '1', 10);
    this.blocks.push({
      kind: 'list',
      numbers: tagName === 'ol' ? { start: start >= 0 ? start : 1, delimiter: '.' } : null,
      tight: true,
      items,
    });
  }

  #table({ children }: Element, depth: number): void {
    const all = children.filter(isTag);
    const parts = partsOf(all).map(({ isHead, rows }) => ({ isHead, rows: rows.map((row) => this.#cells(row, depth)) }));
    for (const caption of all.filter(({ tagName }) => tagName === 'caption')) this.#bold(caption.children, depth);
    // What stands between rows comes before the table.
    this.blocks.push(
      ...this.#blocksIn(
        children.filter((child) => !isTag(child) || !tableParts.has(child.tagName)),
        depth + 1,
      ),
    );
    const table = tableOfParts(parts);
    if (table !== null) this.blocks.push(table);
  }

  #cells(row: Element, depth: number): Cell[] {
    return row.children.filter(isFilled).map((cell): Cell => {
      const { attribs, children } = isTag(cell) ? cell : { attribs: {} as Element['attribs'], children: [cell] };
      const inlines = linesOf(this.#blocksIn(children, depth + 3));
      const align = /left|right|center/.exec(attribs['align'] ?? attribs['style'] ?? '')?.[0] as Cell['align'];
      return { inlines, align: align ?? null, columns: columnSpan(attribs['colspan']), rows: rowSpan(attribs['rowspan']) };
    });
  }

  #blocksIn(nodes: readonly ChildNode[], depth: number): Block[] {
    return blocksIn(nodes, this.#source, depth);
  }
}

/** The parts of a table; rows that stand in none are one together. */
function partsOf(elements: readonly Element[]): { readonly isHead: boolean; readonly rows: Element[] }[] {
  const parts: { isHead: boolean; rows: Element[]; isOpen: boolean }[] = [];
  for (const each of elements) {
    const last = parts.at(-1);
    if (['thead', 'tbody', 'tfoot'].includes(each.tagName))
      parts.push({ isHead: each.tagName === 'thead', rows: each.children.filter(isTag), isOpen: false });
    else if (each.tagName === 'tr' && last?.isOpen === true) last.rows.push(each);
    else if (each.tagName === 'tr') parts.push({ isHead: false, rows: [each], isOpen: true });
  }
  return parts.filter(({ rows }) => rows.length > 0);
}

const lineBreak: Inline = { kind: 'break' };

/** Lines of inline pieces, one below the other. */
const below = (lines: readonly (readonly Inline[])[]): Inline[] =>
  lines.flatMap((line, index) => [...(index === 0 ? [] : [lineBreak]), ...line]);

const plain = (text: string): Inline => ({ kind: 'text', text, marks: {} });

/** What stands before an item in a text, in which there are no lists. */
function signOf({ numbers }: List, { checked }: ListItem, index: number): string {
  if (checked !== null) return checked ? '☑ ' : '☐ ';
  return numbers === null ? '• ' : `${numbers.start + index}${numbers.delimiter} `;
}

/** Blocks as lines of one text, for a cell: it holds no others. */
const linesOf = (blocks: readonly Block[]): Inline[] => below(blocks.map(linesOfBlock).filter((line) => line.length > 0));

function linesOfBlock(block: Block): Inline[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return [...block.inlines];
    case 'list':
      return below(block.items.map((item, index) => [plain(signOf(block, item, index)), ...linesOf(item.blocks)]));
    case 'quote':
      return linesOf(block.blocks);
    case 'table':
      return below(
        [block.header, ...block.rows].map((row) => row.flatMap(({ inlines }, index) => [...(index === 0 ? [] : [plain(' ')]), ...inlines])),
      );
    case 'code':
      return below(block.text.split('\n').map((text): Inline[] => (text === '' ? [] : [{ kind: 'text', text, marks: { code: true } }])));
    case 'math':
      return [plain(block.tex)];
    case 'properties':
    case 'rule':
      return [];
  }
}

function trimmed(inlines: readonly Inline[]): readonly Inline[] {
  const last = inlines.at(-1);
  if (last?.kind !== 'text') return last?.kind === 'break' ? trimmed(inlines.slice(0, -1)) : inlines;
  return [...inlines.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}

function blocksIn(nodes: readonly ChildNode[], source: Source, depth: number): Block[] {
  const reader = new HtmlReader(source);
  reader.read(nodes, depth);
  reader.flush();
  return reader.blocks;
}

/** What a piece of HTML says; nothing for comments, and for tags without content. */
export function htmlBlocks(text: string): Block[] {
  const source = new Source(text);
  return blocksIn(source.children, source, 0);
}
