// Formulas: `$…$`, `$$…$$` within a paragraph, and blocks between lines of `$$`. They are kept as source.

import type { StateBlock, StateInline } from 'markdown-it';

const dollar = 0x24;
const backslash = 0x5c;

/** Lines `from` up to `to` end no formula; asked for again by every line of a paragraph that begins with `$$`. */
interface Unclosed {
  readonly from: number;
  readonly to: number;
  readonly indent: number;
  readonly endLine: number;
}

const unclosedKey: unique symbol = Symbol('an unclosed formula');

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/**
 * The line after the formula that begins at `start`, or -1. Looks no further than the next blank line, so that what comes below cannot
 * change what stands above.
 */
function endOfMath(state: StateBlock, start: number, endLine: number): number {
  const rest = lineOf(state, start).slice(2).trimEnd();
  if (rest.length > 2 && rest.indexOf('$$') === rest.length - 2) return start + 1;
  if (rest.includes('$$')) return -1;
  // A formula that interrupts the paragraph of a list item may belong to the list around it.
  const indent = Math.min(state.blkIndent, state.sCount[start] ?? 0);
  const known = state.env[unclosedKey] as Unclosed | undefined;
  if (known !== undefined && known.from <= start && start < known.to && indent >= known.indent && endLine <= known.endLine) return -1;
  let line = start + 1;
  for (; line < endLine && !state.isEmpty(line) && (state.sCount[line] ?? 0) >= indent; line++) {
    if (lineOf(state, line).trimEnd().endsWith('$$')) return line + 1;
  }
  state.env[unclosedKey] = { from: start, to: line, indent, endLine } satisfies Unclosed;
  return -1;
}

export function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!state.src.startsWith('$$', start) || start + 2 > (state.eMarks[startLine] ?? 0)) return false;
  const end = endOfMath(state, startLine, endLine);
  if (end < 0) return false;
  if (silent) return true;
  state.line = end;
  const token = state.push('math_block', '', 0);
  token.map = [startLine, end];
  token.content = state.getLines(startLine, end, state.blkIndent, false);
  token.hidden = true;
  return true;
}

/** Where the next `$` stands that no backslash goes before, or -1. A `$…$` stays on its line. */
function nextDollar(text: string, from: number, to: number, oneLine: boolean): number {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === dollar) return at;
    if (code === backslash) at++;
    else if (oneLine && code === 0x0a) return -1;
  }
  return -1;
}

const isBlank = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

/** The position after the formula at `start`, or -1. No formula holds an unescaped dollar sign, so this reads as far as the next one. */
function endOfInlineMath(text: string, start: number, max: number): number {
  const double = text.charCodeAt(start + 1) === dollar;
  const from = start + (double ? 2 : 1);
  if (from >= max || isBlank(text[from])) return -1;
  const close = nextDollar(text, from, max, !double);
  if (close <= from || isBlank(text[close - 1])) return -1;
  if (double) return close + 1 < max && text.charCodeAt(close + 1) === dollar ? close + 2 : -1;
  return close + 1 < max && /[\d$]/.test(text[close + 1] ?? '') ? -1 : close + 1;
}

export function inlineMath(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== dollar) return false;
  const end = endOfInlineMath(state.src, state.pos, state.posMax);
  if (end < 0) return false;
  if (!silent) {
    const token = state.push('math_inline', '', 0);
    token.content = state.src.slice(state.pos, end);
  }
  state.pos = end;
  return true;
}
