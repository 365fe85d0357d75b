// What a document says, without what markdown cannot say: the narrow sense in which a document and its markdown are the same.

import type { Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../../../main/contract/note-schema.ts';
import { tokenizer } from '../../../../main/contract/markdown/tokenizer.ts';

const { nodes } = schema;

/** One character, break, image or raw markup, and what it is marked with. */
interface Unit {
  readonly value: string;
  readonly kind: 'text' | 'blank' | 'soft' | 'hard' | 'break' | 'atom';
  readonly code: boolean;
  readonly link: string;
  readonly emphasis: string;
}

const address = (href: unknown): string => tokenizer.normalizeLink(String(href));

function units(block: Node, tags: boolean): Unit[] {
  const all: Unit[] = [];
  // Beside a control character, which has no reference, emphasis may have no way to be said.
  const unsayable = /[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(block.textContent.toWellFormed().replace(/[\t\n\f\r]/g, ''));
  block.forEach((node) => {
    const count = (name: string): number => node.marks.filter((mark) => mark.type.name === name).length;
    const emphasis = unsayable ? '' : `${count('em')}${count('strong')}${count('strikethrough')}`;
    const code = count('code') > 0;
    const linked = node.marks.find((mark) => mark.type.name === 'link');
    const link = linked === undefined ? '' : JSON.stringify([address(linked.attrs['href']), linked.attrs['title'] ?? '']);
    const add = (value: string, kind: Unit['kind']): void => {
      all.push({ value, kind, code, link, emphasis: kind === 'text' || kind === 'atom' ? emphasis : '' });
    };
    if (node.isText) {
      // A code span has no line ends.
      const text = (node.text ?? '').toWellFormed();
      for (const character of code ? text.replace(/\r\n?|\n/g, ' ') : text)
        add(character, !code && /[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/.test(character) ? 'blank' : 'text');
    } else if (node.type === nodes.soft_break) add(tags ? ' ' : '', tags ? 'blank' : 'soft');
    else if (node.type === nodes.hard_break) add('', tags ? 'break' : 'hard');
    else if (node.type === nodes.image)
      add(JSON.stringify([address(node.attrs['src']), node.attrs['alt'], node.attrs['title'] ?? '']), 'atom');
    // No link goes around what begins with a bracket itself.
    else if (String(node.attrs['source']).startsWith('['))
      all.push({ value: String(node.attrs['source']), kind: 'atom', code, link: '', emphasis });
    else add(String(node.attrs['source']), 'atom');
  });
  return all;
}

const isBlank = (unit: Unit | undefined): boolean => unit?.kind === 'blank' && /[ \t]/.test(unit.value);

/**
 * Outside of links: no blanks at the end, no breaks at either end, no two line ends without a text between. No blanks before a line end.
 */
function withoutInvisible(all: readonly Unit[]): Unit[] {
  const kept: Unit[] = [];
  for (const unit of all) {
    if (unit.kind === 'soft') {
      while (kept.at(-1)?.kind === 'blank' && kept.at(-1)?.value === ' ' && kept.at(-1)?.link === unit.link) kept.pop();
      const last = kept.at(-1);
      if ((last === undefined && unit.link === '') || last?.kind === 'soft' || last?.kind === 'hard') continue;
    }
    kept.push(unit);
  }
  for (
    let last = kept.at(-1);
    last !== undefined && last.link === '' && (isBlank(last) || last.kind === 'soft' || last.kind === 'hard');
    last = kept.at(-1)
  )
    kept.pop();
  return kept;
}

function saidInline(block: Node, tags: boolean): unknown[] {
  return withoutInvisible(units(block, tags)).map(({ value, kind, code, link, emphasis }) => [value, kind, code, link, emphasis]);
}

const lines = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n');

/** Whether nothing but `tight` decides if there are blank lines: one paragraph in each item. */
const showsTight = (list: Node): boolean =>
  list.childCount > 1 &&
  list.children.every((item) => {
    const content = saidItem(item);
    return content.length === 1 && (content[0] === null || (content[0] as unknown[])[0] === 'paragraph');
  });

/** A task begins with a paragraph. */
function saidItem(item: Node): unknown[] {
  const content = saidBlocks(item);
  return item.attrs['checked'] !== null && item.firstChild?.type !== nodes.paragraph ? [null, ...content] : content;
}

function saidBlock(node: Node, before: Node | null): unknown {
  const { name } = node.type;
  switch (node.type) {
    case nodes.paragraph: {
      const content = saidInline(node, false);
      return content.length === 0 ? null : [name, content];
    }
    case nodes.heading:
      return [name, node.attrs['level'], saidInline(node, Number(node.attrs['level']) > 2)];
    case nodes.code_block:
      return [name, String(node.attrs['params']).trim(), lines(node.textContent)];
    case nodes.raw_block:
    case nodes.frontmatter:
      return [name, node.attrs['kind'] ?? '', lines(node.textContent)];
    case nodes.horizontal_rule:
      return [name];
    case nodes.table: {
      const columns = Math.max(...node.children.map(({ childCount }) => childCount));
      const aligns = Array.from({ length: columns }, (_, column) => node.firstChild?.maybeChild(column)?.attrs['align'] ?? null);
      return [
        name,
        aligns,
        node.children.map((row) =>
          Array.from({ length: columns }, (_, column) => (row.maybeChild(column) === null ? [] : saidInline(row.child(column), true))),
        ),
      ];
    }
    case nodes.list_item:
      return [name, node.attrs['checked'], saidItem(node)];
    default: {
      // Two lists of a kind, one after the other, are told apart by their markers.
      const marker = before?.type === node.type ? '' : [node.attrs['bullet'], node.attrs['delim']];
      return [
        name,
        marker,
        node.attrs['order'] ?? '',
        node.type !== nodes.blockquote && showsTight(node) ? node.attrs['tight'] : '',
        saidBlocks(node),
      ];
    }
  }
}

/** Empty paragraphs are not said, except behind the box of a task. */
function saidBlocks(parent: Node): unknown[] {
  const all: unknown[] = [];
  let before: Node | null = null;
  parent.forEach((child, _, index) => {
    const content = saidBlock(child, before);
    if (content === null && !(parent.attrs['checked'] !== null && parent.type === nodes.list_item && index === 0)) return;
    all.push(content);
    before = child;
  });
  return all;
}

export function said(document: Node): unknown[] {
  return saidBlocks(document);
}
