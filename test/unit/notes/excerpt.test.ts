import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { tokenizer } from '../../../main/contract/markdown/tokenizer.ts';
import { excerptOf, excerptSource } from '../../../main/features/notes/excerpt.ts';
import { runs } from '../../support/property.ts';

test.each<[string, string, string]>([
  ['text without markup', '# Title\n\nSome *strong* [link](https://example.org/) and `code`.\n', 'Title Some strong link and code.'],
  ['tasks', '- [ ] bread\n- [x] milk\n', 'bread milk'],
  ['a table', '| a | b |\n|---|---|\n| c | d |\n', 'a b c d'],
  [
    'links by titles, as they are read',
    '[[Note|words]], [[Other]], ![[map.png]]; `[[code]]`\n\n    [[code]]\n',
    'words, Other, map.png; [[code]] [[code]]',
  ],
  ['nothing', '', ''],
  ['blanks', ' \n\n\t\n', ''],
  ['front matter, which is passed over', '---\ntitle: x\n---\nText\n', 'Text'],
  ['front matter after a byte order mark, with CRLF', '\uFEFF---\r\ntitle: x\r\n---\r\nText\r\n', 'Text'],
  ['long front matter', `---\n${'key: value\n'.repeat(450)}---\n\nText\n`, 'Text'],
  ['no markup that would be shown', '<b>bold</b> &amp; more', 'bold & more'],
])('the excerpt of %s', (_, content, excerpt) => {
  expect(excerptOf(content)).toBe(excerpt);
});

test('a long text is cut between words', () => {
  const excerpt = excerptOf('word '.repeat(1000));
  expect(excerpt).toMatch(/^(?:word )+word…$/);
  expect(excerpt.length).toBeLessThanOrEqual(201);
});

test('a text without blanks is cut between characters', () => {
  expect(excerptOf('😀'.repeat(5000))).toBe(`${'😀'.repeat(100)}…`);
  expect(excerptOf(`a${'😀'.repeat(5000)}`)).toBe(`a${'😀'.repeat(99)}…`);
});

const paragraph = 'A paragraph of words that say nothing in particular, line by line.\n\n';

test.each<[string, string, RegExp]>([
  [
    'a link whose address is defined far below',
    `See [the plan][p] first.\n\n${paragraph.repeat(20)}[p]: https://example.org/\n`,
    /^See the plan first\. A/,
  ],
  ['a footnote that is told far below', `Text[^1] here.\n\n${paragraph.repeat(20)}[^1]: told\n`, /^Text here\. A/],
  ['code whose fence is closed far below', `~~~\n${'# no heading *at all*\n\n'.repeat(60)}~~~\n`, /^# no heading \*at all\* # no/],
  ['a long list after front matter', `---\ntitle: x\n---\n${'- *one* of many things\n'.repeat(80)}`, /^one of many things one of/],
])('the excerpt of %s is that of the whole', (_, content, excerpt) => {
  expect(excerptOf(content)).toMatch(excerpt);
});

test('of an ordinary note no more than its first kilobyte is parsed', () => {
  using parse = vi.spyOn(tokenizer.block, 'State');
  expect(excerptOf(`# Title\n\n${paragraph.repeat(50)}`)).toMatch(/^Title A paragraph/);
  expect(parse.mock.calls.reduce((sum, [markdown]) => sum + markdown.length, 0)).toBeLessThanOrEqual(1024);
});

test.each([
  ['of 500 columns whose rows have no cells', 500, 131],
  ['of 100 columns whose rows have no cells', 100, 700],
])('a table %s is not made for its excerpt', (_, columns, rows) => {
  using cells = vi.spyOn(tokenizer.block.State.prototype, 'push');
  const content = `# Head\n\n|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'|\n'.repeat(rows)}`;
  expect(excerptOf(content)).toMatch(/^Head\b/);
  expect(excerptOf(`---\ntitle: ${'['.repeat(5_000)}\n---\n${content}`)).toMatch(/^Head\b/);
  expect(cells.mock.calls.length).toBeLessThan(20_000);
});

test('only the beginning of a note counts', () => {
  const content = 'A line of text that is long enough to matter here.\n\n'.repeat(2000);
  expect(excerptOf(content)).toBe(excerptOf(content.slice(0, excerptSource)));
});

test('any text has an excerpt of one line', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          '-',
          '\n',
          '#',
          ' ',
          'a',
          '`',
          '>',
          '[',
          ']',
          '(',
          ')',
          '|',
          ':',
          '*',
          '😀',
          '\r',
          '<',
          '&',
          '\t',
          '1.',
          '---\n',
        ),
        maxLength: 400,
      }),
      (content) => {
        const excerpt = excerptOf(content);
        expect(excerpt.length).toBeLessThanOrEqual(201);
        expect(excerpt).not.toMatch(/[\r\n]/);
      },
    ),
    runs(500, 5),
  );
});
