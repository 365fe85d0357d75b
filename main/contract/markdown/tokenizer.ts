// Markdown into tokens: markdown-it with the rules that notes need besides.

import MarkdownIt, { type Env, type MarkdownIt as Tokenizer, type StateCore, type Token } from 'markdown-it';
import { footnoteDefinition, footnoteReference, referenceDefinition } from './definition-rules.ts';
import { keepLabels } from './label-rules.ts';
import { inlineMath, mathBlock } from './math-rules.ts';
import { ruleNamed } from './rule-named.ts';
import { taskItems } from './task-rule.ts';

/** Blocks nested deeper than this are not modelled: they are kept as their source. */
export const deepest = 200;

function makeTokenizer(): Tokenizer {
  const tokenizer = new MarkdownIt('default', { html: true, linkify: false, maxNesting: deepest });
  const block = tokenizer.block.ruler;
  const inline = tokenizer.inline.ruler;
  tokenizer.core.ruler.disable('strip_references');
  block.at('reference', referenceDefinition(ruleNamed(block, 'reference')));
  block.before('reference', 'footnote_definition', footnoteDefinition, { alt: ['paragraph', 'reference'] });
  block.before('fence', 'math_block', mathBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  inline.at('link', keepLabels(ruleNamed(inline, 'link')));
  inline.at('image', keepLabels(ruleNamed(inline, 'image')));
  inline.before('link', 'footnote_reference', footnoteReference);
  inline.before('escape', 'math_inline', inlineMath);
  tokenizer.core.ruler.after('inline', 'task_items', taskItems);
  return tokenizer;
}

/** Rules are added above and never changed afterwards; every parse has a state of its own. */
export const tokenizer: Tokenizer = makeTokenizer();

type CoreRule = (state: StateCore) => void;

/** The rules that find blocks, and those that look at each block by itself. */
const [blockRules, inlineRules] = ((): [readonly CoreRule[], readonly CoreRule[]] => {
  const rules = tokenizer.core.ruler.getRules('');
  const inline = rules.indexOf(ruleNamed(tokenizer.core.ruler, 'inline'));
  return [rules.slice(0, inline), rules.slice(inline)];
})();

/** What stands in lines `start` up to `end`. */
export interface TopLevel {
  /** Without those of texts until `tokenizeTexts` has added them. */
  readonly tokens: Token[];
  readonly start: number;
  readonly end: number;
}

/** The top-level blocks, in order. What they define is in `env` afterwards. */
export function tokenizeBlocks(markdown: string, env: Env): TopLevel[] {
  const state = new tokenizer.core.State(markdown, tokenizer, env);
  for (const rule of blockRules) rule(state);
  const blocks: TopLevel[] = [];
  let first = 0;
  for (const [index, token] of state.tokens.entries()) {
    if (token.level !== 0 || token.nesting === 1) continue;
    const [start, end] = state.tokens[first]?.map ?? [0, 0];
    blocks.push({ tokens: state.tokens.slice(first, index + 1), start, end });
    first = index + 1;
  }
  return blocks;
}

/**
 * Adds the tokens of the texts of one block; `env` has all that the note defines. One block at a time, so that of a large note the tokens
 * of few blocks are in memory together: to collect the others took longer than to make them.
 */
export function tokenizeTexts({ tokens }: TopLevel, env: Env): void {
  const state = new tokenizer.core.State('', tokenizer, env);
  state.tokens = tokens;
  for (const rule of inlineRules) rule(state);
}
