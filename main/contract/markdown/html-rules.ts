// Rules for tags of HTML in the place of those of markdown-it, whose patterns can take days; see `html-starts.ts`.

import type { StateInline } from 'markdown-it';
import { interruptsAsHtml, loneTag, tagHere } from './html-starts.ts';
import type { BlockRule } from './references.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

const tagStart = /<\/?[a-z]/iy;

function mayStartAt(text: string, at: number): boolean {
  tagStart.lastIndex = at;
  return tagStart.test(text);
}

/** Tags within a text. `library` finds comments, instructions and the rest. */
export const tagsWithin =
  (library: InlineRule): InlineRule =>
  (state, silent) => {
    const { src, pos, posMax } = state;
    if (!mayStartAt(src, pos) || pos + 2 >= posMax) return library(state, silent);
    tagHere.lastIndex = pos;
    const tag = tagHere.exec(src)?.[0];
    if (tag === undefined) return false;
    // The library counts those of links, for rules that are left out here.
    if (!silent) state.push('html_inline', '', 0).content = tag;
    state.pos += tag.length;
    return true;
  };

/** Blocks that begin with a line of one tag. `library` finds the others. */
export const blocksOfTags =
  (library: BlockRule): BlockRule =>
  (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if (!mayStartAt(state.src, start)) return library(state, startLine, endLine, silent);
    const line = state.src.slice(start, state.eMarks[startLine]);
    if (interruptsAsHtml(line)) return library(state, startLine, endLine, silent);
    if (silent || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !loneTag.test(line)) return false;
    let end = startLine + 1;
    while (end < endLine && (state.sCount[end] ?? 0) >= state.blkIndent && !state.isEmpty(end)) end += 1;
    state.line = end;
    const token = state.push('html_block', '', 0);
    token.map = [startLine, end];
    token.content = state.getLines(startLine, end, state.blkIndent, true);
    return true;
  };
