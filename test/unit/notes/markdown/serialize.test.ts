import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../../../main/contract/note-schema.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { serializeBlock, serializeDocument } from '../../../../main/contract/markdown/serialize/serialize.ts';
import { documentOf } from './round-trip.ts';
import { runs } from '../../../support/property.ts';

const { nodes, marks } = schema;
const paragraph = (...content: (Node | string)[]): Node =>
  nodes.paragraph.create(
    null,
    content.map((part) => (typeof part === 'string' ? schema.text(part) : part)),
  );
const item = (...content: Node[]): Node => nodes.list_item.create(null, content);
const bullets = (...items: Node[]): Node => nodes.bullet_list.create(null, items);
const written = (...blocks: Node[]): string => serializeDocument(nodes.doc.create(null, blocks));
const em = (text: string): Node => schema.text(text, [marks.em.create()]);
const strong = (text: string): Node => schema.text(text, [marks.strong.create()]);

describe('text that was typed', () => {
  it.for<[string, string]>([
    ['https://example.org/a_b_c?d=e&f=g*h', 'https://example.org/a_b_c?d=e&f=g*h'],
    ['snake_case_name and _private', 'snake_case_name and _private'],
    ['[[page]] and [[page|name]] and [x]', '[[page]] and [[page|name]] and [x]'],
    ['[[page]] and *stars*', '[[page]] and \\*stars*'],
    ['[[__init__]], *stars* and [[*a*|*b*]]', '[[__init__]], \\*stars* and [[*a*|\\*b*]]'],
    ['2 * 3 * 4 < 5 & 6 > 7', '2 * 3 * 4 < 5 & 6 > 7'],
    ['C:\\path\\to', 'C:\\path\\to'],
    ['C:\\path\\to *here*', 'C:\\path\\to \\*here*'],
    ['C:\\', 'C:\\'],
    ['5*3, f(*a) and [x](y)', '5*3, f(*a) and \\[x](y)'],
    ['&amp; &nope; &', '\\&amp; &nope; &'],
    ['*not em*', '\\*not em*'],
    ['<b>', '\\<b>'],
    ['`code`', '\\`code`'],
    ['[a](b)', '\\[a](b)'],
    ['# a', '\\# a'],
    ['#tag', '#tag'],
    ['- a', '\\- a'],
    ['+1', '+1'],
    ['1. a', '1\\. a'],
    ['1.5', '1.5'],
    ['> a', '\\> a'],
    ['---', '\\---'],
    ['| a | b |', '| a | b |'],
    ['  two blanks', '&#32; two blanks'],
    ['a\u00a0b', 'a\u00a0b'],
    ['$5 and $6', '$5 and $6'],
    ['$x$', '\\$x$'],
    ['one\ntwo', 'one&#10;two'],
    ['😀 👩‍💻', '😀 👩‍💻'],
  ])('is written with no more escapes than it needs: %s', ([text, expected]) => {
    expect(written(paragraph(text))).toBe(`${expected}\n`);
  });

  it('keeps links as links beside one that has a bold word, however many there are', () => {
    const links = Array.from({ length: 40 }, (_, index) => `[[Note ${index}]]`).join(' ');
    expect(written(paragraph(`${links} [[`, strong('b'), ` c]] ${links}`))).toBe(`${links} \\[[**b** c]] ${links}\n`);
  });

  it('is read as it was typed, and would not be without any of its escapes', () => {
    const signs = [
      'a',
      'b1',
      ' ',
      '*',
      '**',
      '_',
      '`',
      '\\',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '$',
      '~~',
      '#',
      '-',
      '1.',
      '|',
      '!',
      '&lt;',
      '^',
    ];
    const typed = fc
      .array(fc.constantFrom(...signs, 'C:'), { minLength: 1, maxLength: 12 })
      .map((parts) => parts.join('').trim())
      // Two dollar signs at the beginning are for the blocks around to decide.
      .filter((text) => text !== '' && !text.startsWith('$$'));
    fc.assert(
      fc.property(typed, (text) => {
        const document = nodes.doc.create(null, paragraph(text));
        const markdown = serializeDocument(document);
        const isSaidBy = (source: string): boolean => documentOf(parseMarkdown(source)).eq(document);
        expect(isSaidBy(markdown), markdown).toBe(true);
        for (const { index } of markdown.matchAll(/\\[!-/:-@[-`{-~]/g))
          expect(isSaidBy(markdown.slice(0, index) + markdown.slice(index + 1)), markdown).toBe(false);
      }),
      runs(800, 31),
    );
  });

  it('is guarded at the start of each line, and only there', () => {
    const lines = paragraph(
      'a',
      nodes.soft_break.create(),
      '2019. b',
      nodes.soft_break.create(),
      '1. c',
      nodes.soft_break.create(),
      '===',
      nodes.soft_break.create(),
      '- d - e',
    );
    expect(written(lines)).toBe('a\n2019. b\n1\\. c\n\\===\n\\- d - e\n');
  });
});

describe('emphasis', () => {
  it.for<[string, Node, string]>([
    ['blanks are taken out of it', paragraph('a', em(' b '), 'c'), 'a *b* c'],
    ['within a word', paragraph('a', em('b'), 'c'), 'a*b*c'],
    ['around quotation marks within a word', paragraph('a', strong('"b"'), 'c'), '&#97;**"b"**&#99;'],
    ['two kinds side by side', paragraph(strong('a'), em('b')), '**a**_b_'],
    ['two kinds at once', paragraph(schema.text('a', [marks.em.create(), marks.strong.create()])), '***a***'],
    [
      'one in the other',
      paragraph(schema.text('a', [marks.strong.create()]), schema.text('b', [marks.em.create(), marks.strong.create()])),
      '**a*b***',
    ],
    ['nested in its own kind', paragraph(em('a '), schema.text('b', [marks.em.create(), marks.em.create({ depth: 2 })])), '*a *b**'],
    ['a depth without what is around it', paragraph(schema.text('b', [marks.em.create({ depth: 7 })])), '*b*'],
  ])('%s', ([, node, expected]) => {
    expect(written(node)).toBe(`${expected}\n`);
  });
});

describe('links', () => {
  const references = { LABEL: { href: '/x', title: 't' } };
  const link = (text: string, attrs: object): Node => paragraph(schema.text(text, [marks.link.create(attrs)]));
  const around = (node: Node): Node => {
    const set = [marks.link.create({ href: '/x' })];
    return paragraph(schema.text('a', set), node.mark(set), schema.text(' b', set));
  };
  it.for<[string, Node, string]>([
    ['by label', link('a', { href: '/x', title: 't', ref: 'label' }), '[a][label]'],
    ['by the label as it was written', link('a', { href: '/x', title: 't', ref: 'Label' }), '[a][Label]'],
    ['whose text is the label', link('label', { href: '/x', title: 't', ref: 'label' }), '[label]'],
    ['whose text is the label, with brackets', link('label', { href: '/x', title: 't', ref: 'label[]' }), '[label][]'],
    ['whose text was changed', link('labels', { href: '/x', title: 't', ref: 'label[]' }), '[labels][label]'],
    ['whose definition leads elsewhere', link('a', { href: '/y', title: 't', ref: 'label' }), '[a](/y "t")'],
    ['whose definition is missing', link('a', { href: '/x', ref: 'other' }), '[a](/x)'],
    ['with blanks in the address', link('a', { href: '/b c' }), '[a](/b%20c)'],
    ['with odd parentheses', link('a', { href: '/b)(' }), '[a](/b\\)\\()'],
    ['in another script', link('a', { href: '/%C3%A9' }), '[a](/é)'],
    ['in another script, from elsewhere', link('a', { href: 'https://e.org/%C3%A9' }), '[a](https://e.org/%C3%A9)'],
    ['with quotation marks in the title', link('a', { href: '/b', title: 'c "d"' }), `[a](/b 'c "d"')`],
    ['that show their address', link('https://e.org', { href: 'https://e.org', ref: '<>' }), '<https://e.org>'],
    ['that no longer show their address', link('here', { href: 'https://e.org', ref: '<>' }), '[here](https://e.org)'],
    [
      'around a footnote, which stands in none',
      around(nodes.raw_inline.create({ kind: 'footnote', source: '[^1]' })),
      '[a](/x)[^1][ b](/x)',
    ],
    ['around a link without a text', around(nodes.raw_inline.create({ kind: 'link', source: '[](/y)' })), '[a](/x)[](/y)[ b](/x)'],
    ['around a formula', around(nodes.raw_inline.create({ kind: 'math', source: '$x$' })), '[a$x$ b](/x)'],
    ['that are pictures', paragraph(nodes.image.create({ src: '/x', alt: 'a*b', title: 't', ref: 'label' })), '![a*b][label]'],
  ])('%s', ([, node, expected]) => {
    expect(serializeBlock(node, { references, first: false })).toBe(`${expected}\n`);
  });
});

describe('blocks', () => {
  it.for<[string, Node[], string]>([
    ['an empty paragraph is nothing', [paragraph('a'), paragraph(), paragraph('b')], 'a\n\nb\n'],
    [
      'two lists of a kind take turns with their markers',
      [bullets(item(paragraph('a'))), bullets(item(paragraph('b'))), bullets(item(paragraph('c')))],
      '- a\n\n* b\n\n- c\n',
    ],
    [
      'a fence is longer than what it holds',
      [nodes.code_block.create({ params: 'md' }, schema.text('```\na\n```'))],
      '````md\n```\na\n```\n````\n',
    ],
    ['an info string with a backtick', [nodes.code_block.create({ params: '`' }, schema.text('a'))], '~~~`\na\n~~~\n'],
    ['a heading that ends in number signs', [nodes.heading.create({ level: 2 }, schema.text('a ##'))], '## a #\\#\n'],
    [
      'a heading of two lines',
      [nodes.heading.create({ level: 1 }, [schema.text('a'), nodes.hard_break.create(), schema.text('b')])],
      'a\\\nb\n===\n',
    ],
    [
      'a heading of two lines that has no underline',
      [nodes.heading.create({ level: 3 }, [schema.text('a'), nodes.hard_break.create(), schema.text('b')])],
      '### a<br>b\n',
    ],
    ['a rule at the start would be front matter', [nodes.horizontal_rule.create(), nodes.horizontal_rule.create()], '***\n\n---\n'],
    [
      'a task that begins with code',
      [bullets(nodes.list_item.create({ checked: true }, nodes.code_block.create(null, schema.text('a'))))],
      '- [x]\n  ```\n  a\n  ```\n',
    ],
    ['an item that begins with code', [bullets(item(nodes.code_block.create(null, schema.text('a'))))], '- ```\n  a\n  ```\n'],
    ['items within items with nothing in them', [bullets(item(bullets(item(bullets(item(paragraph()))))))], '-\n  - -\n'],
    ['front matter that is none', [nodes.frontmatter.create(null, schema.text('no yaml')), paragraph('a')], '```yaml\nno yaml\n```\n\na\n'],
    [
      'front matter that holds a fence',
      [nodes.frontmatter.create(null, schema.text('a: b\n---\nc: d')), paragraph('a')],
      '```yaml\na: b\n---\nc: d\n```\n\na\n',
    ],
    [
      'a table with bars and breaks',
      [
        nodes.table.create(null, [
          nodes.table_row.create(null, [
            nodes.table_header.create({ align: 'right' }, [
              schema.text('a|b', [marks.code.create()]),
              nodes.hard_break.create(),
              schema.text('c|d'),
            ]),
          ]),
          nodes.table_row.create(null, [nodes.table_cell.create(), nodes.table_cell.create(null, schema.text('e'))]),
        ]),
      ],
      '| `a\\|b`<br>c\\|d |   |\n| --: | --- |\n|   | e |\n',
    ],
    [
      'a cell that begins with what is written as a reference, where stars open no emphasis behind the character itself',
      [nodes.table.create(null, nodes.table_row.create(null, nodes.table_header.create(null, schema.text('\uFEFF*__ b*'))))],
      '| &#65279;\\*__ b* |\n| --- |\n',
    ],
  ])('%s', ([, blocks, expected]) => {
    expect(written(...blocks)).toBe(expected);
  });

  it('needs no blank lines in a tight list, unless two blocks would become one', () => {
    const code = nodes.code_block.create(null, schema.text('x'));
    const tight = (...content: Node[]): string =>
      written(nodes.bullet_list.create({ tight: true }, [item(...content), item(paragraph('z'))]));
    expect(tight(paragraph('a'), code, bullets(item(paragraph('b'))))).toBe('- a\n  ```\n  x\n  ```\n  - b\n- z\n');
    expect(tight(paragraph('a'), paragraph('b'))).toBe('- a\n\n  b\n\n- z\n');
    const definition = (source: string): Node => nodes.raw_block.create({ kind: 'definition' }, schema.text(source));
    expect(tight(definition('[x]: /y'), definition('[z]: /y'))).toBe('- [x]: /y\n  [z]: /y\n- z\n');
    // What a definition has become by an edit need not be one.
    expect(tight(definition('[^x]: a'), definition('[z]: /y'))).toBe('- [^x]: a\n\n  [z]: /y\n\n- z\n');
  });

  it('keeps an address of mail in angle brackets that is text from being a link', () => {
    expect(written(paragraph('a <1@b.c> d'))).toBe('a \\<1@b.c> d\n');
    expect(written(paragraph('<#@0>'))).toBe('\\<#@0>\n');
  });

  it('starts no note with what would be a byte order mark', () => {
    expect(written(paragraph('\uFEFFa'))).toBe('&#65279;a\n');
    expect(serializeBlock(paragraph('\uFEFFa'), { references: {}, first: false })).toBe('\uFEFFa\n');
  });

  it('leaves what it wrote as it is', () => {
    const markdown =
      '# A\n\n- [ ] b\n- [x] c `d`\n\n1. e\n2. f\n\n| g | h |\n| --- | :-: |\n| i | *j* |\n\n> k\n\n```js\nl\n```\n\n[m](/n), ![o](/p "q")\n';
    expect(serializeDocument(documentOf(parseMarkdown(markdown)))).toBe(markdown);
  });
});
