// Links and images that name a definition keep the label they were written with.

import type { StateInline } from 'markdown-it';
import { trimBlanks } from './source-lines.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** Not by a pattern for blanks around the end of a line, which would begin anew at each of many blanks. */
const trimmed = (label: string): string => label.trim().split('\n').map(trimBlanks).join('\n');

/** What is written after the text of a reference link: `[label]`, `[]` or nothing. */
function labelOf(state: StateInline, start: number, end: number): string {
  const textStart = state.src.charCodeAt(start) === 0x21 ? start + 1 : start;
  const { pos } = state;
  const textEnd = state.md.helpers.parseLinkLabel(state, textStart, textStart === start);
  state.pos = pos;
  const text = trimmed(state.src.slice(textStart + 1, textEnd));
  const rest = state.src.slice(textEnd + 1, end);
  if (rest === '') return text;
  return rest === '[]' ? `${text}[]` : trimmed(rest.slice(1, -1));
}

/**
 * As the rule given, with the source of the whole in `content` and, for a reference, its label in `info` (ending in `[]` for `[label][]`).
 */
export function keepLabels(rule: InlineRule): InlineRule {
  return (state, silent) => {
    const start = state.pos;
    const before = state.tokens.length;
    if (!rule(state, silent)) return false;
    if (silent) return true;
    const token = state.tokens.slice(before, before + 2).find(({ type }) => type === 'link_open' || type === 'image');
    if (token === undefined) return true;
    token.markup = state.src.slice(start, state.pos);
    if (token.meta?.['label'] !== undefined) token.info = labelOf(state, start, state.pos);
    return true;
  };
}
