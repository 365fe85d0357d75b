// From the document of a note to what both writers write: one walk, so that neither can lose what the other keeps.

import { infoString } from '../../../contract/note-signs.ts';
import type { Alignment, Block, Cell, ExportDocument, ListItem } from '../document.ts';
import { calloutIn } from './callouts.ts';
import { readFootnote, Footnotes } from './footnotes.ts';
import { htmlBlocks } from './html-blocks.ts';
import { inlinesOf, texOf } from './inlines.ts';
import { numberAttribute, textAttribute, textContent, type NodeJson } from './node.ts';

/** The blocks of a piece of markdown that stands within the note, such as a footnote. */
type ParseBlocks = (markdown: string) => readonly NodeJson[];

class Walk {
  readonly #footnotes: Footnotes;

  constructor(footnotes: Footnotes) {
    this.#footnotes = footnotes;
  }

  blocks(nodes: readonly NodeJson[]): Block[] {
    return nodes.flatMap((node) => this.#block(node));
  }

  #block(node: NodeJson): Block[] {
    const { type, content = [] } = node;
    switch (type) {
      case 'paragraph': {
        const inlines = inlinesOf(content, this.#footnotes);
        return inlines.length === 0 ? [] : [{ kind: 'paragraph', inlines }];
      }
      case 'heading':
        return [{ kind: 'heading', level: numberAttribute(node, 'level', 1), inlines: inlinesOf(content, this.#footnotes) }];
      case 'blockquote':
        return [{ kind: 'quote', blocks: this.blocks(calloutIn(content) ?? content) }];
      case 'horizontal_rule':
        return [{ kind: 'rule' }];
      case 'code_block':
        return [{ kind: 'code', text: textContent(node), language: infoString(textAttribute(node, 'params')).language }];
      case 'bullet_list':
      case 'ordered_list':
        return [this.#list(node)];
      case 'table':
        return this.#table(content);
      case 'frontmatter':
        return propertiesOf(textContent(node));
      default:
        return this.#raw(node);
    }
  }

  #raw(node: NodeJson): Block[] {
    const source = textContent(node);
    switch (textAttribute(node, 'kind')) {
      case 'definition':
      case 'footnote':
        return [];
      case 'html':
        return htmlBlocks(source);
      case 'math':
        return [{ kind: 'math', tex: texOf(source).tex }];
      default:
        return [{ kind: 'code', text: source, language: '' }];
    }
  }

  #list(node: NodeJson): Block {
    const items = (node.content ?? []).map(({ attrs, content = [] }): ListItem => {
      const checked = attrs?.['checked'];
      return { checked: typeof checked === 'boolean' ? checked : null, blocks: this.blocks(content) };
    });
    const numbers =
      node.type === 'ordered_list'
        ? { start: numberAttribute(node, 'order', 1), delimiter: textAttribute(node, 'delim') === ')' ? (')' as const) : ('.' as const) }
        : null;
    return { kind: 'list', numbers, tight: node.attrs?.['tight'] !== false, items };
  }

  #table(content: readonly NodeJson[]): Block[] {
    const rows = content.map((row) =>
      (row.content ?? []).map((cell): Cell => ({
        inlines: inlinesOf(cell.content ?? [], this.#footnotes),
        align: (textAttribute(cell, 'align') || null) as Alignment | null,
      })),
    );
    const width = Math.max(...rows.map((row) => row.length));
    const [header = [], ...rest] = rows.map((row) => [
      ...row,
      ...Array.from({ length: width - row.length }, (): Cell => ({ inlines: [], align: null })),
    ]);
    return [{ kind: 'table', header, rows: rest }];
  }
}

function definitionsIn(nodes: readonly NodeJson[], footnotes: Footnotes): void {
  for (const node of nodes) {
    if (node.type === 'raw_block' && textAttribute(node, 'kind') === 'footnote') {
      const definition = readFootnote(textContent(node));
      if (definition !== null) footnotes.define(definition);
    } else if (node.content !== undefined && node.type !== 'paragraph') definitionsIn(node.content, footnotes);
  }
}

/** All that these top-level blocks of a note say. `parse` reads the text of footnotes. */
export function walk(nodes: readonly NodeJson[], parse: ParseBlocks): ExportDocument {
  const footnotes = new Footnotes();
  definitionsIn(nodes, footnotes);
  const walking = new Walk(footnotes);
  const blocks = walking.blocks(nodes);
  return { blocks, footnotes: footnotes.write((markdown) => walking.blocks(parse(markdown))) };
}

const entry = /^([^\s#:][^:]*):(?:[ \t]+(.*))?$/;

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;

/**
 * Front matter as a small table of names and values; the source as code if it is anything else, and nothing where it is empty. It is not
 * read as YAML: what a person wrote is what is shown.
 */
function propertiesOf(text: string): Block[] {
  if (/^\s*\{\s*\}\s*$/.test(text)) return [];
  const rows: [string, string][] = [];
  for (const line of text.split('\n')) {
    const [, name, value = ''] = entry.exec(line) ?? [];
    const last = rows.at(-1);
    if (name !== undefined) rows.push([unquoted(name.trim()), unquoted(value.trim())]);
    else if (line.trim() === '' || line.startsWith('#')) continue;
    else if (last === undefined || !/^[\s-]/.test(line)) return [{ kind: 'code', text, language: 'yaml' }];
    else last[1] += `${last[1] === '' ? '' : '\n'}${line.replace(/^ {1,2}/, '')}`;
  }
  return rows.length === 0 ? [] : [{ kind: 'properties', rows }];
}
