// Random documents that the schema allows, with whatever a person may type.

import fc, { type Arbitrary } from 'fast-check';
import type { Mark, Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../../../main/contract/note-schema.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const { nodes, marks } = schema;

const markup = [
  ...Array.from('*_~`[]()<>!#+-=|\\&$^:;.,"\'/@{}% \t\n'),
  '  ',
  '**',
  '__',
  '~~',
  '``',
  '$$',
  '![',
  '](',
  '[^1]',
  '[[',
  ']]',
  '- ',
  '1. ',
  '> ',
  '# ',
  '```',
  '---',
  '===',
  '&amp;',
  '&#32;',
  '<b>',
  '<!--',
  '\\*',
  'a',
  'b',
  '1',
  'é',
  '漢',
  '\u00a0',
  '\u2003',
  '\u2028',
  '\ufeff',
  '😀',
  '👩‍💻',
  '\u0301',
  '\r',
  '\r\n',
  '\f',
  '\u200b',
  '“',
  '€',
];

const typed = fc.constantFrom(
  'word',
  'two words',
  'snake_case_name',
  '[[wiki link]]',
  '[[__init__]]',
  '[[*a*|_b_]]',
  'https://example.org/a_b?c=d&e=f',
  '[zq]',
  '[x] done',
  '[ ] open',
  '2 * 3 * 4',
  'C:\\path\\*',
  'Array<string>',
  '5$ and 6$',
  '1. first',
  '- item',
  '#tag',
  '# no heading',
  '> quoted',
  '| a | b |',
  '|---|---|',
  '    four blanks',
  'trailing  ',
  'a: b',
  '---',
  '===',
  '```js',
  '~~~',
  '$$',
  '&copy;',
  '<div>',
  '[^1]: note',
  '[zq]: /url',
  '!',
  '\\',
  '_',
  'foo_',
  '*foo',
  '+ plus',
  '10) ten',
);

export const texts: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: typed },
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...markup), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }).map((text) => text.replaceAll('\0', '')) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
);

const hrefs = fc.constantFrom(
  '',
  '/a',
  'https://example.org/(x)',
  '/a%20b',
  '/with blank',
  '#anchor',
  'a_b*c',
  '/%C3%A9',
  'https://example.org/%C3%A9',
  '/é',
  'mailto:a@b.org',
  '/\\x',
  '/a"b',
  '&amp;',
  '/)(',
  '<>',
);
const titles = fc.option(fc.oneof(fc.constantFrom('', 'title', 'a "b" c', "it's", 'a\nb', '\\', '&lt;', ')'), texts), { freq: 2 });
const refs = fc.constantFrom(null, null, null, 'zq', 'zq[]', 'ZQ', '<>', 'unknown', '^1', 'a]b', '', '[]', '`');

const link: Arbitrary<Mark> = fc.oneof(
  fc
    .record({ href: hrefs, title: titles, ref: refs })
    .map((attrs) => marks.link.create({ ...attrs, title: attrs.title === null ? null : attrs.title.toWellFormed() })),
  fc.constantFrom(null, 'zq', 'zq[]').map((ref) => marks.link.create({ href: '/target', title: 'of zq', ref })),
);

const emphasis: Arbitrary<Mark> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(marks.em.create()) },
  { weight: 3, arbitrary: fc.constant(marks.strong.create()) },
  { weight: 2, arbitrary: fc.constant(marks.strikethrough.create()) },
);

const markSets = (of: Arbitrary<Mark>): Arbitrary<readonly Mark[]> =>
  fc.array(of, { maxLength: 3 }).map((all) => all.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), []));

/** Emphasised text begins and ends with a letter, for there may be no way to emphasise punctuation next to other emphasis. */
const lettered = (text: string, set: readonly Mark[]): string => (set.some(({ type }) => type.name !== 'link') ? `w${text}w` : text);

/** Raw markup follows a letter, for on a line of its own it may well be a block. */
const inlines = (marked: Arbitrary<readonly Mark[]>): Arbitrary<Node[]> =>
  fc
    .array(
      fc.oneof(
        {
          weight: 8,
          arbitrary: fc.tuple(texts, marked).map(([text, set]) => (text === '' ? [] : [schema.text(lettered(text, set), set)])),
        },
        {
          weight: 1,
          arbitrary: fc
            .tuple(texts, marked)
            .map(([text, set]) => (text === '' ? [] : [schema.text(text, marks.code.create().addToSet(set))])),
        },
        { weight: 1, arbitrary: marked.map((set) => [nodes.soft_break.create(null, null, set)]) },
        { weight: 1, arbitrary: marked.map((set) => [nodes.hard_break.create(null, null, set)]) },
        {
          weight: 1,
          arbitrary: fc.record({ src: hrefs, alt: texts, title: titles, ref: refs }).map((attrs) => [
            nodes.image.create({
              ...attrs,
              alt: attrs.alt.toWellFormed(),
              title: attrs.title === null ? null : attrs.title.toWellFormed(),
            }),
          ]),
        },
        {
          weight: 1,
          arbitrary: fc
            .tuple(
              fc.constantFrom(
                ['html', '<b>'],
                ['html', '<!-- c -->'],
                ['html', '<br/>'],
                ['footnote', '[^1]'],
                ['math', '$x$'],
                ['link', '[](/a)'],
              ),
              marked,
            )
            .map(([[kind, source], set]) => [
              schema.text('a', set),
              nodes.raw_inline.create({ kind, source }, null, set),
              schema.text('z', set),
            ]),
        },
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.flat());

const marked = markSets(fc.oneof({ weight: 3, arbitrary: emphasis }, { weight: 1, arbitrary: link }));

export const inlineContents: Arbitrary<Node[]> = fc.oneof(
  { weight: 1, arbitrary: inlines(fc.constant([])) },
  { weight: 2, arbitrary: inlines(marked) },
);

const textNode = (text: string): Node | null => (text === '' ? null : schema.text(text));

const rawBlocks = fc.constantFrom(
  ['html', '<div>\nx\n</div>'],
  ['html', '<!-- a\n\nb -->'],
  ['definition', '[zq]: /target "of zq"'],
  ['footnote', '[^1]: text\n\n    more'],
  ['math', '$$\nx\n$$'],
);

const leaves: Arbitrary<Node> = fc.oneof(
  { weight: 6, arbitrary: inlineContents.map((content) => nodes.paragraph.create(null, content)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 6 }), inlineContents).map(([level, content]) => nodes.heading.create({ level }, content)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('', 'js', 'a b', '`', '~', '&amp;', '\\*', ' x '), texts)
      .map(([params, text]) => nodes.code_block.create({ params }, textNode(text))),
  },
  { weight: 1, arbitrary: rawBlocks.map(([kind, source]) => nodes.raw_block.create({ kind }, schema.text(source ?? ''))) },
  { weight: 1, arbitrary: fc.constant(nodes.horizontal_rule.create()) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.array(fc.tuple(fc.constantFrom(null, 'left', 'center', 'right'), inlineContents), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((rows) =>
        nodes.table.create(
          null,
          rows.map((cells, row) =>
            nodes.table_row.create(
              null,
              cells.map(([align, content]) => (row === 0 ? nodes.table_header : nodes.table_cell).create({ align }, content)),
            ),
          ),
        ),
      ),
  },
);

const blocks = (depth: number): Arbitrary<Node> => {
  if (depth === 0) return leaves;
  const inner = fc.array(blocks(depth - 1), { minLength: 1, maxLength: 3 });
  const items = fc
    .array(fc.tuple(fc.constantFrom(null, null, true, false), inner), { minLength: 1, maxLength: 3 })
    .map((all) => all.map(([checked, content]) => nodes.list_item.create({ checked }, content)));
  return fc.oneof(
    { weight: 5, arbitrary: leaves },
    { weight: 1, arbitrary: inner.map((content) => nodes.blockquote.create(null, content)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.boolean(), fc.constantFrom('-', '*', '+'), items)
        .map(([tight, bullet, content]) => nodes.bullet_list.create({ tight, bullet }, content)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.boolean(), fc.constantFrom('.', ')'), fc.constantFrom(0, 1, 2, 999_999_999), items)
        .map(([tight, delim, order, content]) => nodes.ordered_list.create({ tight, delim, order }, content)),
    },
  );
};

export const documents: Arbitrary<Node> = fc
  .tuple(fc.option(fc.constantFrom('title: x', 'a: b\nc: [d]'), { freq: 3 }), fc.array(blocks(3), { minLength: 1, maxLength: 4 }))
  .map(([yaml, content]) =>
    nodes.doc.create(null, [...(yaml === null ? [] : [nodes.frontmatter.create(null, schema.text(yaml))]), ...content]),
  );

const anyEmphasis: Arbitrary<Mark> = fc.oneof(
  emphasis,
  fc.integer({ min: 1, max: 200 }).map((depth) => marks.em.create({ depth })),
  fc.integer({ min: 1, max: 200 }).map((depth) => marks.strong.create({ depth })),
  hrefs.map((href) => marks.link.create({ href })),
);

/** Paragraphs, headings and cells with any emphasis on any text, lone surrogates among it. */
export const unruly: Arbitrary<Node> = fc
  .array(fc.tuple(fc.oneof(texts, fc.constant('\ud800')), markSets(anyEmphasis)), { maxLength: 6 })
  .map((parts) => parts.flatMap(([text, set]) => (text === '' ? [] : [schema.text(text, set)])))
  .chain((content) =>
    fc.constantFrom(
      nodes.paragraph.create(null, content),
      nodes.heading.create({ level: 2 }, content),
      nodes.heading.create({ level: 4 }, content),
      nodes.bullet_list.create(null, nodes.list_item.create({ checked: null }, nodes.paragraph.create(null, content))),
      nodes.bullet_list.create(null, nodes.list_item.create({ checked: true }, nodes.paragraph.create(null, content))),
      nodes.table.create(null, nodes.table_row.create(null, nodes.table_header.create(null, content))),
    ),
  )
  .map((block) => nodes.doc.create(null, block));

/** What `[zq]` means in these documents. */
export const zq = { ZQ: { href: '/target', title: 'of zq' } };
