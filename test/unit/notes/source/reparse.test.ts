import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { commonEnds } from '../../../../main/lib/common-ends.ts';
import { maybeReparse, type Parsed } from '../../../../main/features/notes/source/reparse.ts';
import { changedLines, lineEdits, markdown } from './next-text.ts';
import { runs } from '../../../support/property.ts';

const reparse = (known: Parsed, next: string): Parsed => maybeReparse(known, next, Infinity) as Parsed;

const plain = (content: string): unknown => {
  const { lead, blocks, references } = parseMarkdown(content);
  return told(lead, blocks, references);
};

const told = (lead: string, blocks: ReturnType<typeof parseMarkdown>['blocks'], references: object): unknown => ({
  lead,
  blocks: blocks.map(({ node, source, gap }) => ({ node: node.toJSON() as unknown, source, gap })),
  references: { ...references },
});

const again = (before: string, after: string): unknown => {
  const { lead, blocks, references } = reparse({ content: before, markdown: parseMarkdown(before) }, after).markdown;
  return told(lead, blocks, references);
};

test('parsing the difference gives what parsing all of it gives', () => {
  fc.assert(
    fc.property(markdown, lineEdits, (before, edits) => {
      const after = changedLines(before, edits);
      expect(again(before, after)).toEqual(plain(after));
    }),
    runs(300, 11),
  );
});

const long = Array.from({ length: 40 }, (_, index) => `paragraph ${index}\n\n`).join('');

describe('what a change far away decides', () => {
  test.each([
    ['a fence that is opened', `a\n\n${long}b\n`, `a\n\n\`\`\`\n${long}b\n`],
    ['a fence that is closed', `\`\`\`\n${long}b\n`, `\`\`\`\n${long}\`\`\`\nb\n`],
    ['a comment that is opened', long + long, `${long}<!--\n${long}`],
    ['front matter that is closed', `---\na: b\n\n${long}`, `---\na: b\n\n${long}---\n`],
    ['front matter that is no more', `---\na: b\n---\n${long}`, `---\na: b\n--\n${long}`],
    ['the beginning of front matter', `\n---\na: b\n---\n${long}`, `---\na: b\n---\n${long}`],
    ['a definition', `[x]\n\n${long}[y]: /z\n`, `[x]\n\n${long}[x]: /z\n`],
    ['a definition that is gone', `[x]\n\n${long}[x]: /z\n\nend\n`, `[x]\n\n${long}end\n`],
    ['one definition before another', `[x]\n\n${long}[x]: /z\n`, `[x]\n\n[x]: /first\n\n${long}[x]: /z\n`],
    [
      'the end of a formula below blocks without blank lines',
      `${long}$$\n# a\n# b\n# c\n# d\n# e\n# f\n# g\nend\n${long}`,
      `${long}$$\n# a\n# b\n# c\n# d\n# e\n# f\n# g\nend $$\n${long}`,
    ],
    ['a line that becomes the head of a table', `${long}a | b\n---\nx\n${long}`, `${long}a | b\n---|---\nx\n${long}`],
    ['a list that goes on', `${long}- a\n\nb\n\n${long}`, `${long}- a\n\n  b\n\n${long}`],
    ['a line ending in two halves', `${long}a\r\rb\r\r${long}`, `${long}a\r\r\nb\r\r${long}`],
    ['everything', long, 'x'],
    ['nothing that is left', long, ''],
  ])('%s', (_, before, after) => {
    expect(again(before, after)).toEqual(plain(after));
    expect(again(after, before)).toEqual(plain(before));
  });
});

test('blocks away from the difference are the same objects', () => {
  const known = { content: long, markdown: parseMarkdown(long) };
  const { blocks } = reparse(known, long.replace('paragraph 20', 'Paragraph 20')).markdown;
  expect(blocks.filter((block, index) => block === known.markdown.blocks[index]).length).toBeGreaterThan(30);
});

test('common ends never overlap, and what is between them makes one text of the other', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }),
    fc.nat(3).map((times) => 'ab'.repeat(2_100 * times)),
  );
  fc.assert(
    fc.property(text, text, text, text, (start, end, from, to) => {
      const [some, other] = [start + from + end, start + to + end];
      const { prefix, suffix, delta } = commonEnds(some, other);
      expect(delta).toBe(other.length - some.length);
      expect(prefix + suffix).toBeLessThanOrEqual(Math.min(some.length, other.length));
      expect(prefix + suffix).toBeGreaterThanOrEqual(Math.min(start.length + end.length, Math.min(some.length, other.length)));
      expect(some.slice(0, prefix) + other.slice(prefix, other.length - suffix) + some.slice(some.length - suffix)).toBe(other);
    }),
    runs(100, 12),
  );
});

test('parses no more than it may at a time', () => {
  const content = `${'paragraph\n\n'.repeat(1_000)}${'long '.repeat(1_000)}\n\n${'paragraph\n\n'.repeat(1_000)}[x]: /y\n`;
  const known = { content, markdown: parseMarkdown(content) };
  expect(maybeReparse(known, content.replace('paragraph', 'Paragraph'), 1_000)?.content).toMatch(/^Paragraph/);
  expect(maybeReparse(known, content.replace('long', 'Long'), 1_000)).toBeNull();
  expect(maybeReparse(known, content.replace('long', 'Long'), 10_000)?.content).toContain('Long');
  expect(maybeReparse(known, content.replace('/y', '/z'), 10_000)).toBeNull();
});
