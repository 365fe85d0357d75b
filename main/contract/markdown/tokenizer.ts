// Markdown into tokens: markdown-it with the rules that notes need besides.

import MarkdownIt, { type Ruler, type Env, type MarkdownIt as Tokenizer, type StateCore, type Token } from 'markdown-it';
import { footnoteDefinition, footnoteReference, referenceDefinition } from './references.ts';
import { blocksOfTags, tagsWithin } from './html-rules.ts';
import { parseLinkLabel } from './label-ends.ts';
import { keepLabels } from './label-rules.ts';
import { inlineMath, mathBlock } from './math-rules.ts';
import { taskItems } from './task-rule.ts';
import { linkedTitle } from './title-rule.ts';

type Rule<Args extends unknown[], Result> = (...args: Args) => Result;

/** The rule of that name. A ruler does not give rules out by name, so this looks which one is gone once it is disabled. */
function ruleNamed<Args extends unknown[], Result>(ruler: Ruler<Args, Result>, name: string): Rule<Args, Result> {
  const all = [...ruler.getRules('')];
  ruler.disable(name);
  const others = new Set(ruler.getRules(''));
  ruler.enable(name);
  const rule = all.find((each) => !others.has(each));
  if (rule === undefined) throw new Error(`there is no rule ${name}`);
  return rule;
}

/** Blocks nested deeper than this are not modelled: they are kept as their source. */
export const deepest = 200;

function makeTokenizer(): Tokenizer {
  const tokenizer = new MarkdownIt('default', { html: true, linkify: false, maxNesting: deepest });
  const block = tokenizer.block.ruler;
  const inline = tokenizer.inline.ruler;
  tokenizer.helpers = { ...tokenizer.helpers, parseLinkLabel };
  tokenizer.core.ruler.disable('strip_references');
  block.at('reference', referenceDefinition(ruleNamed(block, 'reference')));
  block.before('reference', 'footnote_definition', footnoteDefinition, { alt: ['paragraph', 'reference'] });
  block.before('fence', 'math_block', mathBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  block.at('html_block', blocksOfTags(ruleNamed(block, 'html_block')), { alt: ['paragraph', 'reference', 'blockquote'] });
  inline.at('html_inline', tagsWithin(ruleNamed(inline, 'html_inline')));
  inline.at('link', keepLabels(ruleNamed(inline, 'link')));
  inline.at('image', keepLabels(ruleNamed(inline, 'image')));
  inline.before('link', 'footnote_reference', footnoteReference);
  inline.after('link', 'linked_title', linkedTitle);
  inline.before('escape', 'math_inline', inlineMath);
  tokenizer.core.ruler.before('inline', 'task_items', taskItems);
  return tokenizer;
}

/** Rules are added above and never changed afterwards; every parse has a state of its own. */
export const tokenizer: Tokenizer = makeTokenizer();

type CoreRule = (state: StateCore) => void;

/** The rules before those that find blocks, and those that look at each block by itself. */
const [textRules, inlineRules] = ((): [readonly CoreRule[], readonly CoreRule[]] => {
  const rules = tokenizer.core.ruler.getRules('');
  const at = (name: string): number => rules.indexOf(ruleNamed(tokenizer.core.ruler, name));
  return [rules.slice(0, at('block')), rules.slice(at('task_items'))];
})();

/** What stands in lines `start` up to `end`. */
export interface TopLevel {
  /** Without those of texts until `tokenizeTexts` has added them. */
  readonly tokens: Token[];
  readonly start: number;
  readonly end: number;
}

/**
 * The top-level blocks, in order, each found when it is asked for. What one defines is in `env` then. A list of them all would keep the
 * tokens of the whole note in memory together.
 */
export function* tokenizeBlocks(markdown: string, env: Env): Generator<TopLevel, void, void> {
  const whole = new tokenizer.core.State(markdown, tokenizer, env);
  for (const rule of textRules) rule(whole);
  const state = new tokenizer.block.State(whole.src, tokenizer, env, []);
  const rules = tokenizer.block.ruler.getRules('');
  const end = state.lineMax;
  for (let line = state.skipEmptyLines(0); line < end; line = state.skipEmptyLines(state.line)) {
    state.line = line;
    state.tokens = [];
    if (!rules.some((rule) => rule(state, line, end, false))) throw new Error(`Line ${line} is no block`);
    yield* divided(state.tokens);
  }
}

function* divided(tokens: readonly Token[]): Generator<TopLevel, void, void> {
  let first = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting === 1) continue;
    const [start, end] = tokens[first]?.map ?? [0, 0];
    yield { tokens: tokens.slice(first, index + 1), start, end };
    first = index + 1;
  }
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
