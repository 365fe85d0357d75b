// Whether a change touches definitions is told from what changed.

import { Node } from 'prosemirror-model';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defineAlike, readingReferences, referencesOf } from '../../../../main/contract/markdown/definitions.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const nodesOf = (markdown: string): Node[] => parseMarkdown(markdown).blocks.map(({ node }) => node);

describe('blocks define alike', () => {
  test.each([
    ['nothing at all', 'a\n', 'b\n\nc\n', true],
    ['the same in other blocks', '[a]: /b\n\nx\n', 'y\n\n[a]: /b\n', true],
    ['the same in another order', '[a]: /b\n\nx\n\n[c]: /d\n', '[c]: /d\n\n[a]: /b\n', false],
    ['the same in a list and in a quote', '- [a]: /b\n', '> [a]: /b\n', true],
    ['another address in a list in a quote', '> - [a]: /b\n', '> - [a]: /c\n', false],
    ['one more, within a list', '- x\n- [a]: /b\n', '- x\n- [c]: /d\n- [a]: /b\n', false],
    ['one that moved out of a list', '- [a]: /b\n', '- x\n\n[a]: /b\n', true],
  ])('where they define %s: %j, %j', (_, some, others, alike) => {
    expect(defineAlike(nodesOf(some), nodesOf(others))).toBe(alike);
    expect(defineAlike(nodesOf(others), nodesOf(some))).toBe(alike);
  });
});

test('of a long list only the items that changed are looked at', () => {
  const [before] = nodesOf('- [a]: /b\n'.repeat(500));
  const items = before?.children ?? [];
  const listOf = (some: readonly Node[]): Node => noteSchema.nodes.bullet_list.create(before?.attrs, some);
  const paragraph = noteSchema.nodes.paragraph.create(null, noteSchema.text('x'));
  const changed = listOf(items.with(250, noteSchema.nodes.list_item.create(items[250]?.attrs, paragraph)));
  const texts = vi.spyOn(Node.prototype, 'textContent', 'get');
  expect(defineAlike([listOf(items)], [changed])).toBe(false);
  expect(defineAlike([listOf(items)], [listOf(items.toSpliced(10, 1))])).toBe(false);
  expect(defineAlike([listOf(items)], [listOf(items)])).toBe(true);
  expect(texts.mock.calls.length).toBeLessThan(10);
});

test('the references of very many definitions are put together in several turns, also where each was read before', () => {
  const nodes = nodesOf(Array.from({ length: 3_000 }, (_, index) => `[a${index % 2_900}]: /b${index}\n`).join('\n'));
  const expected = referencesOf(noteSchema.nodes.doc.create(null, nodes));
  const work = readingReferences(nodes);
  let turns = 1;
  let step = work.next();
  for (; step.done !== true; step = work.next()) turns += 1;
  expect(step.value).toEqual(expected);
  expect(expected['A5']?.href).toBe('/b5');
  expect(turns).toBeGreaterThan(4);
});
