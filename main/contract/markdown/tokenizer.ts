// Markdown into tokens: markdown-it with the rules that notes need besides.

import MarkdownIt, { type Env, type MarkdownIt as Tokenizer, type Token } from 'markdown-it';
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

export function tokenize(markdown: string, env: Env): Token[] {
  return tokenizer.parse(markdown, env);
}
