// What is copied, as plain text: markdown, since that is what other programs can make the same of.

import { defaultMarkdownSerializer, MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown';
import { DOMSerializer, Fragment, type Node, type Slice } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { parsePiece } from '../../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { noteSign } from '../paste/foreign-html.ts';

const { nodes } = noteSchema;
const stock = defaultMarkdownSerializer;

/** Writes lines as they are, each behind the signs of the quotes and lists around it. */
function writeLines(state: MarkdownSerializerState, node: Node, text: string): void {
  state.text(text, false);
  state.closeBlock(node);
}

const isBreak = (node: Node | null): boolean => node?.type === nodes.soft_break || node?.type === nodes.hard_break;

/** The text that a line within a block begins with, so that no block begins there. */
const escapedLine = (state: MarkdownSerializerState, text: string): string =>
  state
    .esc(text, true)
    .replace(/^=+\s*$/, '\\$&')
    .replace(/^(\s*\d+)(?=\)(?:\s|$))/, '$1\\');

/** Of the first two levels there are headings of several lines, with a line of signs below them; of others the lines are one. */
function writeHeading(state: MarkdownSerializerState, heading: Node): void {
  const level = Number(heading.attrs['level']);
  const hasLines = heading.children.some(isBreak);
  if (hasLines && level <= 2) {
    state.renderInline(heading);
    state.text(level === 1 ? '\n===' : '\n---', false);
  } else {
    const oneLine = heading.children.map((node) => (isBreak(node) ? noteSchema.text(' ') : node));
    state.write(`${'#'.repeat(level)} `);
    state.renderInline(heading.copy(Fragment.fromArray(oneLine)), false);
  }
  state.closeBlock(heading);
}

/** Of what it is given the serializer writes what is within; of texts alone it would write no marks. */
const inCell = (cell: Node, serializer: MarkdownSerializer): string =>
  serializer
    .serialize(nodes.doc.create(null, nodes.paragraph.create(null, cell.content)))
    .replace(/\\?\n/g, '<br>')
    .replaceAll('|', '\\|');

const signs: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

function tableText(table: Node, serializer: MarkdownSerializer): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [head, ...rows] = table.children.map((row) => line(row.children.map((cell) => inCell(cell, serializer))));
  const align = line(table.child(0).children.map(({ attrs }) => signs[String(attrs['align'])] ?? '---'));
  return [head, align, ...rows].join('\n');
}

function makeSerializer(escapes: boolean): MarkdownSerializer {
  const made: MarkdownSerializer = new MarkdownSerializer(
    {
      ...stock.nodes,
      text: (state, { text = '' }, parent, index) => {
        if (escapes && isBreak(parent.maybeChild(index - 1))) state.text(escapedLine(state, text), false);
        else state.text(text, escapes);
      },
      heading: writeHeading,
      // The stock one knows no other sign than a full stop behind a number.
      ordered_list: (state, node) => {
        const first = Number(node.attrs['order']);
        const width = String(first + node.childCount - 1).length + 2;
        state.renderList(node, ' '.repeat(width), (index) => `${first + index}${String(node.attrs['delim'])} `.padEnd(width));
      },
      list_item: (state, node) => {
        if (node.attrs['checked'] !== null) state.write(node.attrs['checked'] === true ? '[x] ' : '[ ] ');
        state.renderContent(node);
      },
      frontmatter: (state, node) => {
        writeLines(state, node, `---\n${node.textContent}\n---`);
      },
      raw_block: (state, node) => {
        writeLines(state, node, node.textContent);
      },
      table: (state, node) => {
        writeLines(state, node, tableText(node, made));
      },
      image: (state, { attrs }) => {
        state.text(
          `![${state.esc(String(attrs['alt']))}](${String(attrs['src'])}${attrs['title'] === null ? '' : ` "${String(attrs['title'])}"`})`,
          false,
        );
      },
      raw_inline: (state, { attrs }) => {
        state.text(String(attrs['source']), false);
      },
      hard_break: (state) => {
        state.text('\\\n', false);
      },
      soft_break: (state) => {
        state.text('\n', false);
      },
    },
    { ...stock.marks, strikethrough: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true } },
    // The stock escapes take an underscore beside another for one within a word.
    { escapeExtraCharacters: /(?<!\\)_(?=\\?_)|(?<=_)_/g },
  );
  return made;
}

const plain = makeSerializer(false);
const escaped = makeSerializer(true);

/** What markdown is read as; null for anything but one block. */
function blockOf(text: string): Node | null {
  const { blocks } = parsePiece(text, { known: {}, atStart: false });
  return blocks.length === 1 ? (blocks[0]?.node ?? null) : null;
}

const linksBetweenNotes = /\\\[\\\[((?:[^[\]\\\n]|\\[^[\]\n])+)\\\]\\\]/g;

/** One block: as it reads, or with backslashes where it would be read as something else. Links between notes stay such if they can. */
function blockText(block: Node): string {
  const alone = nodes.doc.create(null, block);
  const text = plain.serialize(alone);
  const read = blockOf(text);
  if (read?.textContent === block.textContent && read.type === block.type) return text;
  const safe = escaped.serialize(alone);
  const linked = safe.replace(linksBetweenNotes, '[[$1]]');
  return blockOf(linked)?.eq(block) === true ? linked : safe;
}

/**
 * Text of one block that was copied as text, or a line of code, is given as it reads, without signs. Anything larger is markdown. Block
 * by block, since the serializer reads all that it has written again.
 */
export function clipboardText({ content, openStart, openEnd }: Slice): string {
  let inner: Fragment = content;
  for (let depth = 0; depth < Math.min(openStart, openEnd) && inner.childCount === 1 && inner.firstChild?.isBlock === true; depth++) {
    if (inner.firstChild.inlineContent) return inner.firstChild.textBetween(0, inner.firstChild.content.size, '\n', leafText);
    inner = inner.firstChild.content;
  }
  const isWhole = content.firstChild?.type.spec.group === 'block' || content.firstChild?.type === nodes.frontmatter;
  if (!isWhole) return content.textBetween(0, content.size, '\n', leafText);
  return content.content.map(blockText).join('\n\n');
}

function leafText({ type, attrs }: Node): string {
  if (type === nodes.soft_break || type === nodes.hard_break) return '\n';
  return type === nodes.raw_inline ? String(attrs['source']) : String(attrs['alt'] ?? '');
}

/** HTML of the schema, which says that it is of a note. */
class NoteSerializer extends DOMSerializer {
  override serializeFragment(...args: Parameters<DOMSerializer['serializeFragment']>): ReturnType<DOMSerializer['serializeFragment']> {
    const made = super.serializeFragment(...args);
    // It is called for what is within each node as well, with the element of that.
    if (args[2] === undefined) made.firstElementChild?.setAttribute(noteSign, '');
    return made;
  }
}

const { nodes: nodesAsHtml, marks: marksAsHtml } = DOMSerializer.fromSchema(noteSchema);

export function clipboardMarkdown(): Plugin {
  const clipboardSerializer = new NoteSerializer(nodesAsHtml, marksAsHtml);
  return new Plugin({ props: { clipboardSerializer, clipboardTextSerializer: clipboardText } });
}
