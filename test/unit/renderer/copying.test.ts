import { Slice, type Node, type TagParseRule } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { clipboardText } from '../../../renderer/features/notes/editor/clipboard-markdown.ts';

const docOf = (markdown: string) =>
  noteSchema.nodes.doc.create(
    null,
    parseMarkdown(markdown).blocks.map(({ node }) => node),
  );

describe('what is copied from a note, as plain text', () => {
  test.each([
    '# Title\n\nText with **bold**, *soft*, `code`, ~~gone~~ and [a link](https://example.org/).',
    '- one\n- two\n  - three',
    '1) one\n2) two',
    '- [ ] open\n- [x] done',
    '| a | b |\n| --- | --: |\n| 1 \\| 2 | $x$ |',
    '| *a* | **b** |\n| --- | --- |\n| [c](https://example.org/) and `d` | ~~e~~<br>f |',
    '[[Wiki]], [[Wiki|shown]] and \\*x\\*',
    '\\*x\\* \\[\\[a\\]\\](b)',
    '$$\na_1*b\n$$\n\nand $E=mc^2$ and x[^1]\n\n[^1]: note',
    'one\ntwo\\\nthree',
    '![A cat](https://example.org/cat.png)',
    '> said\n>\n> more',
    '```js\nlet a = 1;\n```',
    '---\ntags: [a]\n---\n\nText',
    'snake_case, array[0], 2 * 3 and $5',
    'a \\*b\\* c\n\nd',
  ])('is its markdown: %j', (markdown) => {
    const { content } = docOf(markdown);
    expect(clipboardText(new Slice(content, 0, 0))).toBe(markdown);
  });

  test('is the text alone within one block, with formulas and lines', () => {
    const doc = docOf('one **bold** $x^2$\ntwo');
    expect(clipboardText(doc.slice(1, doc.content.size - 1, true))).toBe('one bold $x^2$\ntwo');
    const code = docOf('```\nlet a;\nlet b;\n```');
    expect(clipboardText(code.slice(1, 7, true))).toBe('let a;');
  });

  test('has cells that say by an attribute how they are aligned: a style is refused by the policy of the page', () => {
    for (const type of [noteSchema.nodes.table_header, noteSchema.nodes.table_cell]) {
      const [tag, attributes] = (type.spec.toDOM?.(type.create({ align: 'right' })) ?? []) as [string, Record<string, string>];
      expect(attributes).toEqual({ dir: 'auto', align: 'right' });
      const element = { getAttribute: (name: string) => attributes[name] ?? null } as unknown as HTMLElement;
      const rule = type.spec.parseDOM?.find((each): each is TagParseRule => 'tag' in each && each.tag === tag);
      expect(rule?.getAttrs?.(element)).toEqual({ align: 'right' });
    }
  });

  test.each([
    'Foo\nbar\n===',
    'Foo\nbar\n---',
    '## one',
    'One **two**\n* * *',
    '1986\\. A year',
    'a\n\\# b',
    'a\n\\===',
    'a\n1\\) b',
    'a\\\n\\- b',
    '- Foo\n  bar\n  ===\n- b',
    '- # Foo\\\n  bar',
  ])('is the same document where it is read again: %j', (markdown) => {
    const doc = docOf(markdown);
    const text = clipboardText(new Slice(doc.content, 0, 0));
    const plain = (of: Node): unknown[] => of.children.map(String);
    expect([text, plain(docOf(text))]).toEqual([text, plain(doc)]);
  });

  test.each([
    '[[__init__]] \\*x\\*',
    '\\*x\\* [[Wiki]] `\\[\\[x\\]\\]`',
    '\\_\\_init\\_\\_ \\*x\\*',
    'a\\_\\_b\\_\\_c \\*x\\* snake_case',
    '\\\\\\_\\_a\\_\\_ `_`',
  ])('is the same text where it is read again, whatever signs it has: %j', (markdown) => {
    const doc = docOf(markdown);
    expect(docOf(clipboardText(new Slice(doc.content, 0, 0))).children.map(String)).toEqual(doc.children.map(String));
  });
});
