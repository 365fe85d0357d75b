import { TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { calloutOf, highlightsIn } from '../../../renderer/features/notes/editor/callouts.ts';
import { patterns } from '../../../renderer/features/notes/editor/input-rules.ts';
import { texOf } from '../../../renderer/ui/markdown/mathml.ts';
import { editorAt, type Press } from './typed-keys.ts';

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

describe('in a callout', () => {
  const callout = '> [!warning] Careful\n> ‸one\n> two\n';
  const keys = (key: string, more: Partial<Press>): Press => ({ key, ctrlKey: true, ...more });
  const heading = keys('2', { altKey: true });
  const task = keys('9', { shiftKey: true });

  test.each([
    ['a heading', callout, heading, '> [!warning] Careful\n>\n> one\n> two\n> ---\n'],
    ['a list', callout, keys('8', { shiftKey: true }), '> [!warning] Careful\n>\n> - one\n>   two\n'],
    ['a task', '> [!todo]\n> buy‸\n', task, '> [!todo]\n>\n> - [ ] buy\n'],
    ['code', '> [!tip]- T\n> x‸\n', keys('c', { altKey: true }), '> [!tip]- T\n>\n> ```\n> x\n> ```\n'],
    ['a task further below', '> [!todo] T\n> a\n>\n> b‸\n', task, '> [!todo] T\n> a\n>\n> - [ ] b\n'],
    ['nothing of its title', '> [!todo] T‸\n> a\n', task, '> [!todo] T\n> a\n'],
    ['nothing of its title alone', '> [!todo]‸\n', heading, '> [!todo]\n'],
  ])('%s is made by a key, and its title stays', (_, before, key, after) => {
    const editor = editorAt(before);
    editor.press(key);
    expect(editor.markdown).toBe(after);
    editor.press({ key: 'z', ctrlKey: true });
    expect(editor.markdown).toBe(before.replace('‸', ''));
  });

  test.each([
    ['- ', '> [!warning] Careful\n>\n> - Xone\n>   two\n'],
    ['## ', '> [!warning] Careful\n>\n> Xone\n> two\n> ---\n'],
    ['[x] ', '> [!warning] Careful\n>\n> - [x] Xone\n>   two\n'],
    ['**b** ', '> [!warning] Careful\n> **b** Xone\n> two\n'],
  ])('%j that is typed where the body begins means the body', (typed, after) => {
    const editor = editorAt(callout);
    editor.write(`${typed}X`);
    expect(editor.markdown).toBe(after);
  });

  test.each([
    [callout, '> [!warning] Careful\n>\n> - [ ] one\n>   two\n'],
    ['> [!todo] Title\n>\n> o‸ne\n', '> [!todo] Title\n>\n> - [ ] one\n'],
  ])('of a selection from the title on only the body is changed: %j', (before, after) => {
    const editor = editorAt(before);
    const { doc, tr, selection } = editor.state;
    editor.dispatch(tr.setSelection(TextSelection.create(doc, 5, selection.head + 1)));
    editor.press(task);
    expect(editor.markdown).toBe(after);
  });
});

test('text between == is marked, but not in code, between blanks or over lines', () => {
  const marked = (markdown: string): string[] => {
    const block = blockOf(markdown);
    return highlightsIn(block).map(({ from, to }) => block.textBetween(from, to));
  };
  expect(marked('a ==b c== d ==e==')).toEqual(['==b c==', '==e==']);
  expect(marked('`==b==` a == b == c === d\n==x\ny==')).toEqual([]);
  for (const source of ['```\na ==b && c== d\n```\n', '    a ==b==\n', '<div>==b==</div>\n', '$$\n==b==\n$$\n', '---\na: ==b==\n---\n'])
    expect(marked(source)).toEqual([]);
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
