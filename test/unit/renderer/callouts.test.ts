import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { calloutOf, highlightsIn } from '../../../renderer/features/notes/editor/callouts.ts';
import { patterns } from '../../../renderer/features/notes/editor/input-rules.ts';
import { texOf } from '../../../renderer/features/notes/math/mathml.ts';

const blockOf = (markdown: string) => {
  const [first] = parseMarkdown(markdown).blocks;
  if (first === undefined) throw new Error('There is no block');
  return first.node;
};

test.each([
  ['> [!note]\n> x', { look: 'note', name: 'Note', fold: null, signLength: 7, titleEnd: 7 }],
  ['> [!WARNING] Mind\n> x', { look: 'warning', name: 'Warning', fold: null, signLength: 11, titleEnd: 15 }],
  ['> [!bug]- Folded', { look: 'danger', fold: 'folded', titleEnd: 14 }],
  ['> [!tip]+ Open', { look: 'tip', fold: 'open' }],
  ['> [!own-kind] x', { look: 'note', name: 'Own-kind' }],
])('%j is a callout', (markdown, expected) => {
  expect(calloutOf(blockOf(markdown))).toMatchObject(expected);
});

test.each(['> quote', '> x [!note]', '> # [!note]', '> [! note]'])('%j is an ordinary quote', (markdown) => {
  expect(calloutOf(blockOf(markdown))).toBeNull();
});

test('text between == is marked, but not in code, between blanks or over lines', () => {
  const marked = (markdown: string): string[] => {
    const block = blockOf(markdown);
    return highlightsIn(block).map(({ from, to }) => block.textBetween(from, to));
  };
  expect(marked('a ==b c== d ==e==')).toEqual(['==b c==', '==e==']);
  expect(marked('`==b==` a == b == c === d\n==x\ny==')).toEqual([]);
});

test.each([
  ['x $a$', true],
  ['$a + b$', true],
  ['costs 5$ and 6$', false],
  ['$5 and $', false],
  ['\\$a$', false],
  ['a$b$', false],
])('a formula ends %j: %s', (typed, isOne) => {
  expect(patterns.math.test(typed)).toBe(isOne);
});

test('a formula is what stands between its signs', () => {
  expect(texOf('$a$')).toEqual({ tex: 'a', display: false });
  expect(texOf('$$\na\n$$')).toEqual({ tex: 'a', display: true });
  expect(texOf('$$\na')).toEqual({ tex: 'a', display: true });
});
