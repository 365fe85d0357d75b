// Whether one block can follow another without a blank line between them.

import type { Node } from 'prosemirror-model';
import { isList } from '../../note-nodes.ts';
import { noteSchema as schema } from '../../note-schema.ts';
import { closedKinds, interruptsAsHtml } from '../html-starts.ts';
import { parseNodes } from '../parse.ts';
import { endsInHtml } from './html-lines.ts';

const { nodes } = schema;

/**
 * A block with its lines. `open`: it ends in a paragraph, or what goes on like one, so that the next line would be taken for a part of it.
 * `runsOn`: it ends in what is read as HTML, so that any block would, up to a blank line.
 */
export interface WrittenBlock {
  readonly node: Node;
  readonly lines: readonly string[];
  readonly open: boolean;
  readonly runsOn?: boolean;
}

/** Whether this HTML is closed in its last line. Other kinds go on until a blank line. */
function endsItself(html: string): boolean {
  const [start, end] = closedKinds.find(([begin]) => begin.test(html)) ?? [];
  const opening = start?.exec(html)?.[0] ?? '';
  return end?.test(html.slice(Math.max(opening.length, html.lastIndexOf('\n') + 1))) === true;
}

/** The first line of what may interrupt a paragraph: heading, quote, list that is not empty, rule, fence, formula, footnote. */
const interrupting = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|>|(?:[-+*]|1[.)])[ \t]+[^ \t]|\*\*\*|```|~~~|\$\$|\[\^[^\s\]]+\]:)/;

const isInterrupting = (line: string): boolean => interrupting.test(line) || interruptsAsHtml(line.replace(/^ {0,3}/, ''));

/** What a definition holds after edits can be anything, as a footnote that was joined to it. */
const definesAll = (text: string): boolean => parseNodes(text, {}).every(({ attrs }) => attrs['kind'] === 'definition');

/** The last of raw lines goes on with the next one. */
export function isOpenRaw({ attrs, textContent }: Node): boolean {
  const { kind } = attrs;
  return kind === 'footnote' || kind === 'too_deep' || (kind === 'definition' && !definesAll(textContent));
}

/** Whether `next` is still a block of its own when it begins on the line after `previous`, within the same container. */
export function canFollow(previous: WrittenBlock, next: WrittenBlock): boolean {
  if (previous.runsOn === true) return false;
  const [from, to] = [previous.node, next.node];
  if (from.type === nodes.raw_block && from.attrs['kind'] === 'html') return endsItself(previous.lines.join('\n').replace(/^ {0,3}/, ''));
  if (from.type === nodes.blockquote && to.type === nodes.blockquote) return false;
  if (isList(from) && isList(to)) return true;
  // These end a paragraph, but not the rows of a table or a quote whose markers were left out.
  if (to.type === nodes.table || to.attrs['kind'] === 'footnote') return from.type === nodes.paragraph || !previous.open;
  const interrupts =
    (to.type !== nodes.heading || next.lines.length === 1) && to.type !== nodes.paragraph && isInterrupting(next.lines[0] ?? '');
  // A table goes on until a line that could not be a row of it, and a definition might find its title below.
  if (from.type === nodes.raw_block && from.attrs['kind'] === 'definition')
    return interrupts || (to.type === nodes.raw_block && !previous.open);
  return !previous.open || interrupts;
}

/** A block with lines that it already had. */
export function knownBlock(node: Node, lines: readonly string[]): WrittenBlock {
  let last = node;
  while (last.lastChild !== null && !last.isTextblock && last.type !== nodes.table) last = last.lastChild;
  const open = last.type === nodes.paragraph || last.type === nodes.table || (last.type === nodes.raw_block && isOpenRaw(last));
  return { node, lines, open, runsOn: node.type === nodes.paragraph && endsInHtml(lines) };
}
