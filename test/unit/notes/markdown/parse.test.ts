import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, parseNodes, parsePiece } from '../../../../main/contract/markdown/parse.ts';
import { texts } from './documents.ts';
import { gfmDocuments } from './gfm-documents.ts';
import { documentOf, slicesOf } from './round-trip.ts';
import { runs } from '../../../support/property.ts';

const shapes = (markdown: string): string[] => parseMarkdown(markdown).blocks.map(({ node }) => node.toString());
const slices = (markdown: string): [string, string][] => parseMarkdown(markdown).blocks.map(({ source, gap }) => [source, gap]);

describe('parseMarkdown', () => {
  it.for<[string, string, string[]]>([
    ['a paragraph', 'a *b*\nc\n', ['paragraph("a ", em("b"), soft_break, "c")']],
    ['nested emphasis of one kind', '*foo *bar**\n', ['paragraph(em("foo "), em(em("bar")))']],
    ['a link without a text', '[](/x)\n', ['paragraph(raw_inline)']],
    ['a task', '- [x] a\n- [ ]\n', ['bullet_list(list_item(paragraph("a")), list_item(paragraph))']],
    ['a box with a line below', '- [x]  \n  a\n', ['bullet_list(list_item(paragraph("[x]", hard_break, "a")))']],
    ['a box, not its label', '- [x] a\n\n[x]: /b\n', ['bullet_list(list_item(paragraph("a")))', 'raw_block("[x]: /b")']],
    ['a definition', '[a]: /b\n', ['raw_block("[a]: /b")']],
    ['a footnote', '[^a]: b\n    c\n', ['raw_block("[^a]: b\\n    c")']],
    ['a formula', '$$\nx\n$$\n', ['raw_block("$$\\nx\\n$$")']],
    ['a formula in text', 'a $x$ b $5 and $6\n', ['paragraph("a ", raw_inline, " b $5 and $6")']],
    ['a title with signs', '[[__init__|_b_]] *[[*c*]]* $', ['paragraph("[[__init__|", em("b"), "]] ", em("[[*c*]]"), " $")']],
    ['a title with signs in a link', '[a [[*b*]] c](/x)', ['paragraph(link("a [[*b*]] c"))']],
    ['a link in brackets', '[[*a*]](/x)', ['paragraph(link("["), link(em("a")), link("]"))']],
    ['a link by its label in brackets', '[[*a*]]\n\n[*a*]: /x', ['paragraph("[", link(em("a")), "]")', 'raw_block("[*a*]: /x")']],
    ['a break in a table', '| a<br>b |\n|---|\n', ['table(table_row(table_header("a", hard_break, "b")))']],
    ['an empty item and an empty quote', '-\n\n>\n', ['bullet_list(list_item(paragraph))', 'blockquote(paragraph)']],
    ['front matter', '---\na: b\n---\nc\n', ['frontmatter("a: b")', 'paragraph("c")']],
    ['front matter in any script', '---\n标签: [a]\n---\nc\n', ['frontmatter("标签: [a]")', 'paragraph("c")']],
    ['front matter below a comment', '---\n# x\nété: 1\nb\n---\n', ['frontmatter("# x\\nété: 1\\nb")', 'paragraph']],
    ['front matter with an emoji', '---\n📅: 1\n---\n', ['frontmatter("📅: 1")', 'paragraph']],
    ['front matter with a sign', '---\n$id: 1\n@type: 2\n---\n', ['frontmatter("$id: 1\\n@type: 2")', 'paragraph']],
    ['empty front matter', '---\n---\na\n', ['frontmatter', 'paragraph("a")']],
    ['front matter of a blank line', '---\n\n---\n', ['frontmatter', 'paragraph']],
    ['empty front matter in braces', '---\n{}\n---\n', ['frontmatter("{}")', 'paragraph']],
    ['front matter in braces', '---\n{"a":1,\n b: {c: 2}}\n---\n', ['frontmatter("{\\"a\\":1,\\n b: {c: 2}}")', 'paragraph']],
    ['braces that are text', '---\n{a} b: c\n---\n', ['horizontal_rule', 'heading("{a} b: c")']],
    ['braces of a template', '---\n{{ a: b }}\n---\n', ['horizontal_rule', 'heading("{{ a: b }}")']],
    ['a heading below a rule', '---\nДва слова\n---\n', ['horizontal_rule', 'heading("Два слова")']],
    ['a formula below a rule', '---\n$$\na: b\n$$\n---\n', ['horizontal_rule', 'raw_block("$$\\na: b\\n$$")', 'horizontal_rule']],
    ['front matter alone', '---\na: b\n---', ['frontmatter("a: b")', 'paragraph']],
    ['two rules', '---\n\njust text\n\n---\n', ['horizontal_rule', 'paragraph("just text")', 'horizontal_rule']],
    ['nothing', '', ['paragraph']],
    ['blank lines', '\n \n', ['paragraph']],
  ])('reads %s', ([, markdown, expected]) => {
    expect(shapes(markdown)).toEqual(expected);
  });

  it.for<[string, string, [string, string][]]>([
    [
      'blank lines after a block to its gap',
      'a\n\n\n# b\nc\n\n',
      [
        ['a\n', '\n\n'],
        ['# b\n', ''],
        ['c\n', '\n'],
      ],
    ],
    [
      'the blank lines of an open fence to its source',
      'a\n\n```\nx\n\n',
      [
        ['a\n', '\n'],
        ['```\nx\n\n', ''],
      ],
    ],
    [
      'blank lines after a list to its gap',
      '- a\n\n- b\n\n\nc',
      [
        ['- a\n\n- b\n', '\n\n'],
        ['c', ''],
      ],
    ],
    [
      'line ends of every kind to the line they end',
      'a\r\n\r\nb\rc\r\r# d',
      [
        ['a\r\n', '\r\n'],
        ['b\rc\r', '\r'],
        ['# d', ''],
      ],
    ],
    ['a line separator to the text', 'a\u2028b\n', [['a\u2028b\n', '']]],
    [
      'front matter to a block of its own',
      '---\na: b\n---\n\nc\n',
      [
        ['---\na: b\n---\n', '\n'],
        ['c\n', ''],
      ],
    ],
  ])('gives %s', ([, markdown, expected]) => {
    expect(slices(markdown)).toEqual(expected);
  });

  it('keeps a byte order mark and blank lines at the start apart', () => {
    expect(parseMarkdown('\uFEFF\n \n# a').lead).toBe('\uFEFF\n \n');
    expect(parseMarkdown('\uFEFF---\na: b\n---\n').lead).toBe('\uFEFF');
    expect(parseMarkdown('\n\n')).toMatchObject({ lead: '\n\n', blocks: [{ source: '', gap: '' }] });
  });

  it('remembers how a link named its definition', () => {
    const refs: unknown[] = [];
    for (const { node } of parseMarkdown('[a][b] [b] [b][] ![b] ![x][b] <https://e.org> [c](/d)\n\n[b]: /u\n').blocks) {
      node.descendants((child) => {
        const attrs = child.type.name === 'image' ? child.attrs : child.marks.find(({ type }) => type.name === 'link')?.attrs;
        if (attrs !== undefined) refs.push(attrs['ref']);
      });
    }
    expect(refs).toEqual(['b', 'b', 'b[]', 'b', 'b', '<>', null]);
  });

  it('keeps what is nested too deeply as its source', () => {
    const quotes = `${'> '.repeat(300)}a\n`;
    const emphasis = `${'*a '.repeat(30)}${'b*'.repeat(30)}\n`;
    const { blocks } = parseMarkdown(`x\n\n${quotes}\n${emphasis}\ny\n`);
    expect(blocks.map(({ node }) => [node.type.name, node.attrs['kind']])).toEqual([
      ['paragraph', undefined],
      ['raw_block', 'too_deep'],
      ['raw_block', 'too_deep'],
      ['paragraph', undefined],
    ]);
    expect(blocks[1]?.node.textContent).toBe(quotes.trimEnd());
  });

  it('models lists that are deeper than twenty levels', () => {
    const markdown = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}\n`).join('');
    const [block] = parseMarkdown(markdown).blocks;
    expect(block?.node.type.name).toBe('bullet_list');
    expect(block?.node.textContent).toContain('level 59');
  });

  it('reads any text, keeps its bytes, and makes a document that the schema allows', () => {
    const anything = fc.array(
      fc.oneof(
        texts,
        fc.constantFrom(
          '\n',
          '\n\n',
          '\r\n',
          '\r',
          '\t',
          '> ',
          '- ',
          '   ',
          '\uD800',
          '\uDC00',
          '\uFEFF',
          '---\n',
          '[a]: /b\n',
          '<!--',
          '$$\n',
          '|---|\n',
          '![\uD800](a\uD800 "\uDFFF")',
        ),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(anything, (parts) => {
        const markdown = parts.join('').replaceAll('\0', '');
        const parsed = parseMarkdown(markdown);
        expect(slicesOf(parsed)).toBe(markdown);
        expect(parsed.blocks.length).toBeGreaterThan(0);
        documentOf(parsed).check();
      }),
      runs(500, 30),
    );
  });

  it.for(Object.entries(gfmDocuments))('keeps the bytes of documents, cut off anywhere: %s', ([, markdown]) => {
    for (let length = 0; length < markdown.length; length += 1 + (markdown.length >> 9))
      expect(slicesOf(parseMarkdown(markdown.slice(0, length)))).toBe(markdown.slice(0, length));
  });
});

describe('parsePiece', () => {
  it('takes front matter and a byte order mark at the start only', () => {
    const known = {};
    expect(parsePiece('---\na: b\n---\n', { known, atStart: false }).blocks.map(({ node }) => node.type.name)).toEqual([
      'horizontal_rule',
      'heading',
    ]);
    expect(parsePiece('\uFEFFa', { known, atStart: false })).toMatchObject({ lead: '', blocks: [{ source: '\uFEFFa' }] });
  });

  it('knows references from elsewhere, which win, and tells those that it defines itself', () => {
    const known = { A: { href: '/known', title: '' } };
    const { blocks, references } = parsePiece('[a] [b]\n\n[a]: /own\n[b]: /two "t"\n[b]: /three\n', { known, atStart: false });
    const hrefs: unknown[] = [];
    blocks[0]?.node.forEach((child) => hrefs.push(child.marks[0]?.attrs['href']));
    expect(hrefs).toEqual(['/known', undefined, '/two']);
    expect(references).toEqual({ A: { href: '/own', title: '' }, B: { href: '/two', title: 't' } });
    expect(known).toEqual({ A: { href: '/known', title: '' } });
  });
});

describe('parseNodes', () => {
  it('gives the blocks alone, and none for blank text', () => {
    expect(parseNodes('a\n\n# b', {}).map(String)).toEqual(['paragraph("a")', 'heading("b")']);
    expect(parseNodes('---\na: b\n---\n', {})[0]?.type.name).toBe('horizontal_rule');
    expect(parseNodes(' \n\n', {})).toEqual([]);
  });
});
