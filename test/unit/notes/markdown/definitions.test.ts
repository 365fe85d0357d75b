// Whether a change touches definitions is told from what changed.

import fc from 'fast-check';
import { Node } from 'prosemirror-model';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  defineAlike,
  flatReferences,
  readingReferences,
  referencesOf,
  rememberingReferences,
} from '../../../../main/contract/markdown/definitions.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { runAtOnce } from '../../../../main/lib/cooperative-scheduler.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { runs } from '../../../support/property.ts';

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

const rawBlock = (text: string): Node => noteSchema.nodes.raw_block.create({ kind: 'definition' }, noteSchema.text(text));
const docOf = (blocks: readonly Node[]): Node => noteSchema.nodes.doc.create(null, blocks);

test('a definition that is seen to be plain is what markdown-it makes of it', () => {
  const words = ['a', 'B7', 'x_y', '.', '-', '/'];
  const odd = ['ß', 'ſ', '//', '~', 'https://', 'HTTP://', 'a.b/', ':', '"', '" "', ' ', '^', '%41', '\\', '\n', '<', '>'];
  const word = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, fc.constantFrom(...odd));
  const part = fc.array(word, { minLength: 1, maxLength: 4 }).map((some) => some.join(''));
  const text = fc
    .tuple(part, part, fc.option(part, { nil: null }))
    .map(([label, href, title]) => `[${label}]: ${href}${title === null ? '' : ` "${title}"`}`);
  fc.assert(
    fc.property(text, (markdown) => {
      expect(referencesOf(docOf([rawBlock(markdown)]))).toEqual(parseMarkdown(`x\n\n${markdown}`).references);
    }),
    runs(500, 41),
  );
});

test('what is defined after a change of some blocks is what all blocks define', () => {
  const label = fc.constantFrom('a', 'A', 'b', 'c', 'c  d', 'C d', 'ß');
  const definition = fc.tuple(label, fc.constantFrom('/x', '/y', '<z>')).map(([name, href]) => rawBlock(`[${name}]: ${href}`));
  const other = fc.constantFrom('x', '- [a]: /in\n- x', '> [b]: /in').map((markdown) => nodesOf(markdown)[0] as Node);
  const blocks = (minLength: number): fc.Arbitrary<Node[]> => fc.array(fc.oneof(definition, other), { minLength, maxLength: 6 });
  const changes = fc.array(fc.tuple(fc.nat(6), fc.nat(3), blocks(0)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(blocks(1), changes, (first, all) => {
      let nodes: readonly Node[] = first;
      let references = referencesOf(docOf(nodes));
      for (const [from, count, come] of all) {
        const start = Math.min(from, nodes.length);
        const olds = nodes.slice(start, start + count);
        nodes = nodes.toSpliced(start, count, ...come);
        const doc = docOf(nodes);
        runAtOnce(rememberingReferences(doc, { before: references, olds, start, end: start + come.length }));
        references = referencesOf(doc);
        expect(flatReferences(references)).toEqual(referencesOf(docOf(nodes)));
      }
    }),
    runs(300, 42),
  );
});
