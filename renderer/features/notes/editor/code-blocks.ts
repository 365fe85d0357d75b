// Blocks that become code, and code that becomes text. Code has text alone: what else stands in a block becomes the markdown that says it.

import { setBlockType } from 'prosemirror-commands';
import { InputRule } from 'prosemirror-inputrules';
import { Fragment, type Attrs, type Mark, type Node, type ResolvedPos } from 'prosemirror-model';
import type { Command, Transaction } from 'prosemirror-state';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { isBlock } from './blocks.ts';

const { nodes, marks } = noteSchema;

const target = (address: unknown, { title }: Attrs): string => `(${String(address)}${title === null ? '' : ` "${String(title)}"`})`;

function leafText({ type, attrs, text = '' }: Node): string {
  if (type === nodes.image) return `![${String(attrs['alt'])}]${target(attrs['src'], attrs)}`;
  if (type === nodes.raw_inline) return String(attrs['source']);
  return type === nodes.soft_break || type === nodes.hard_break ? '\n' : text;
}

/** The inline content of a block as text: pictures and links as markdown, words without their signs. */
function codeOf(block: Node): string {
  const parts: { readonly link: Mark | undefined; text: string }[] = [];
  block.forEach((node) => {
    const link = marks.link.isInSet(node.marks);
    const last = parts.at(-1);
    if (last !== undefined && link !== undefined && last.link?.eq(link) === true) last.text += leafText(node);
    else parts.push({ link, text: leafText(node) });
  });
  return parts
    .map(({ link, text }) =>
      link === undefined || link.attrs['href'] === text ? text : `[${text}]${target(link.attrs['href'], link.attrs)}`,
    )
    .join('');
}

const isPlain = (block: Node): boolean => block.children.every((node) => node.isText && !marks.link.isInSet(node.marks));

const canBecomeCode = ($before: ResolvedPos): boolean =>
  $before.parent.canReplaceWith($before.index(), $before.index() + 1, nodes.code_block);

/** The blocks between two places with text alone, where they had more. */
export function plainened(tr: Transaction, from: number, to: number): Transaction {
  const found: (readonly [at: number, block: Node])[] = [];
  tr.doc.nodesBetween(from, to, (node, at) => {
    if (node.isTextblock && !isPlain(node) && canBecomeCode(tr.doc.resolve(at))) found.push([at, node]);
    return !node.isTextblock;
  });
  for (const [at, block] of found.toReversed()) {
    const text = codeOf(block);
    tr.replaceWith(at + 1, at + 1 + block.content.size, text === '' ? Fragment.empty : noteSchema.text(text));
  }
  return tr;
}

/** Makes the code blocks between two places that stand right below each other one, with a blank line where they were apart. */
function joined(tr: Transaction, from: number, to: number): Transaction {
  const ends: number[] = [];
  tr.doc.nodesBetween(from, to, (node, at, parent, index) => {
    if (node.type === nodes.code_block && at >= from && parent?.maybeChild(index - 1)?.type === nodes.code_block) ends.push(at);
    return !node.isTextblock;
  });
  for (const end of ends.toReversed()) tr.insertText('\n\n', end - 1).join(end + 2);
  return tr;
}

/** Parts the texts between two places where they have blank lines. */
function partedAtBlankLines(tr: Transaction, from: number, to: number): Transaction {
  const found: (readonly [from: number, to: number])[] = [];
  tr.doc.nodesBetween(from, to, (block, at) => {
    if (block.type !== nodes.paragraph) return true;
    const isBreak = (index: number): boolean => block.maybeChild(index)?.type === nodes.hard_break;
    let start = at + 1;
    block.forEach((node, offset, index) => {
      if (!isBreak(index)) return;
      if (!isBreak(index - 1)) start = at + 1 + offset;
      if (isBreak(index - 1) && !isBreak(index + 1)) found.push([start, at + 1 + offset + node.nodeSize]);
    });
    return false;
  });
  for (const [start, end] of found.toReversed()) tr.delete(start, end).split(start);
  return tr;
}

function hasCode(doc: Node, from: number, to: number): boolean {
  let found = false;
  doc.nodesBetween(from, to, (node) => {
    found ||= node.type === nodes.code_block;
    return !node.isTextblock;
  });
  return found;
}

/** Makes the blocks paragraphs. The lines of code stay lines, and what stands between blank lines is a paragraph. */
export const becomeText: Command = (state, dispatch) => {
  if (!setBlockType(nodes.paragraph)(state)) return false;
  const { tr } = state;
  for (const { $from, $to } of state.selection.ranges) {
    const [from, to] = [tr.mapping.map($from.pos, -1), tr.mapping.map($to.pos)];
    const isCode = hasCode(tr.doc, from, to);
    tr.setBlockType(from, to, nodes.paragraph);
    if (isCode) partedAtBlankLines(tr, from, to);
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Makes the blocks code, those that stand below each other one block; or text if they are code already. */
export const toggleCode: Command = (state, dispatch) => {
  if (isBlock(state, nodes.code_block)) return becomeText(state, dispatch);
  if (!setBlockType(nodes.code_block)(state)) return false;
  const { tr } = state;
  for (const { $from, $to } of state.selection.ranges) plainened(tr, $from.pos, $to.pos);
  for (const { $from, $to } of tr.selection.ranges) {
    tr.setBlockType($from.pos, $to.pos, nodes.code_block);
    joined(tr, $from.pos, $to.pos);
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Three backticks or tildes, a language and a space at the beginning of a block. */
export const codeRule = new InputRule(/^(?:```|~~~)([\w+#.-]*)\s$/, (state, match, start, end) => {
  const $start = state.doc.resolve(start);
  if ($start.depth === 0 || !canBecomeCode(state.doc.resolve($start.before()))) return null;
  // The language would lose where a link leads.
  if (state.doc.rangeHasMark(start, end, noteSchema.marks.link)) return null;
  return plainened(state.tr.delete(start, end), start, start).setBlockType(start, start, nodes.code_block, { params: match[1] ?? '' });
});
