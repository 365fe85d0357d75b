// An answer as a tree: the tokens of markdown-it come one after the other.

import MarkdownIt, { type StateBlock, type StateInline, type Token } from 'markdown-it';
import { maxFormula } from '../../../main/contract/formulas.ts';
import { inlineMath, mathBlock } from '../../../main/contract/markdown/math-rules.ts';
import { taskItems } from '../../../main/contract/markdown/task-rule.ts';

const closings: Readonly<Record<string, string>> = { '(': '\\)', '[': '\\]' };

export interface Branch {
  readonly token: Token;
  readonly children: readonly Branch[];
}

/** A formula between `\(` and `\)`, or `\[` and `\]`. */
function latexInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const closing = src[pos] === '\\' ? closings[src[pos + 1] ?? ''] : undefined;
  if (closing === undefined) return false;
  const rest = src.slice(pos + 2, Math.min(posMax, pos + maxFormula));
  const tex = rest.slice(0, Math.max(0, rest.indexOf(closing)));
  const isApart = closing === '\\]';
  // Within a line, brackets that say nothing of their own may be text that Markdown would take for a link.
  if (tex.trim() === '' || (isApart && !/[\\^_=]/.test(tex))) return false;
  const signs = isApart ? '$$' : '$';
  if (!silent) state.push('math_inline', '', 0).content = signs + tex.trim() + signs;
  state.pos += tex.length + 4;
  return true;
}

/** A formula of more lines stays its source. */
const maxLines = 200;

/** Lines from `\[` to `\]`, up to the next blank one. */
function latexBlock(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4 || !lineAt(start).startsWith('\\[')) return false;
  const last = Math.min(endLine, start + maxLines);
  let end = start;
  while (end < last && !state.isEmpty(end) && !lineAt(end).endsWith('\\]')) end += 1;
  if (end >= last || state.isEmpty(end)) return false;
  const tex = state
    .getLines(start, end + 1, state.blkIndent, false)
    .trim()
    .slice(2, -2);
  // A number in brackets is that of a source.
  if (tex.includes('\\]') || /^[\d\s,]*$/.test(tex)) return false;
  if (silent) return true;
  state.line = end + 1;
  const token = state.push('math_block', '', 0);
  token.map = [start, state.line];
  token.content = `$$${tex.trim()}$$`;
  return true;
}

/** Tasks and formulas as notes have them, and formulas between the signs of LaTeX, which most models write. */
const parser = new MarkdownIt({ html: false, linkify: true, breaks: true });
const interrupts = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
parser.block.ruler.before('fence', 'math_block', mathBlock, interrupts);
parser.block.ruler.before('fence', 'latex_block', latexBlock, interrupts);
parser.inline.ruler.before('escape', 'math_inline', inlineMath);
parser.inline.ruler.before('escape', 'latex_inline', latexInline);
parser.core.ruler.before('inline', 'task_items', taskItems);

export const parse = (text: string): readonly Branch[] => treeOf(parser.parse(text, {}));

/** What an answer says, without the signs of markdown: one line for each line, cell and block. */
export function plainText(text: string): string {
  return linesOf(parse(text));
}

function linesOf(branches: readonly Branch[]): string {
  const texts = branches.map(({ token, children }) => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
    return children.length === 0 ? token.content.replace(/\n$/, '') : linesOf(children);
  });
  const areBlocks = branches.some(({ token }) => token.block);
  return areBlocks ? texts.filter((each) => each !== '').join('\n') : texts.join('');
}

/** Blocks with what is in them; the pieces of a line are the children of what holds the line. */
export function treeOf(tokens: readonly Token[]): readonly Branch[] {
  const roots: Branch[] = [];
  const open: Branch[][] = [roots];
  for (const token of tokens) {
    const level = open.at(-1) ?? roots;
    if (token.nesting === -1) {
      if (open.length > 1) open.pop();
    } else if (token.type === 'inline') level.push(...treeOf(token.children ?? []));
    else {
      const children: Branch[] = [];
      level.push({ token, children });
      if (token.nesting === 1) open.push(children);
    }
  }
  return roots;
}
