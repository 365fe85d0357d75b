// What is new in a note is written as the blocks around it are.

import { wrapIn, setBlockType, splitBlock } from 'prosemirror-commands';
import type { Node } from 'prosemirror-model';
import { splitListItem, wrapInList } from 'prosemirror-schema-list';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { after, bold, command, type Case, type Change } from './change.ts';

const { nodes, marks } = noteSchema;

const text = (words: string, ...of: readonly ReturnType<typeof marks.em.create>[]): Node => noteSchema.text(words, of);
const paragraph = (...content: readonly Node[]): Node => nodes.paragraph.create(null, content);
const item = (...content: readonly Node[]): Node => nodes.list_item.create(null, content);
const slanted = marks.em.create({ depth: 1 });

/** Puts blocks at the end of the note. */
const added =
  (...blocks: readonly Node[]) =>
  ({ tr }: Change): void => {
    tr.insert(tr.doc.content.size, blocks);
  };

const words = paragraph(text('One '), text('two', slanted), text(' and '), text('three', bold));
const nested = (type = nodes.bullet_list): Node =>
  nodes.bullet_list.create({ tight: true }, [item(paragraph(text('a')), type.create({ tight: true }, [item(paragraph(text('b')))]))]);

const heading = (level: number): Node => nodes.heading.create({ level }, text('b'));
const bullet = (): Node => nodes.bullet_list.create({ tight: true }, item(paragraph(text('y'))));
/** A text and a list in a quote; with numbers from `order` on. */
const listed = (order?: number): Node =>
  nodes.blockquote.create(null, [
    paragraph(text('x')),
    order === undefined ? bullet() : nodes.ordered_list.create({ tight: true, order }, item(paragraph(text('y')))),
  ]);
const code = (source: string, params = ''): Node => nodes.code_block.create({ params }, source === '' ? null : text(source));

const table = (rows: readonly (readonly string[])[], aligns: readonly (string | null)[] = []): Node =>
  nodes.table.create(
    null,
    rows.map((row, index) =>
      nodes.table_row.create(
        null,
        row.map((cell, column) =>
          (index === 0 ? nodes.table_header : nodes.table_cell).create({ align: aligns[column] ?? null }, cell === '' ? null : text(cell)),
        ),
      ),
    ),
  );
const cellsOf = (...cells: readonly string[]): readonly Node[] =>
  cells.map((cell, column) => nodes.table_cell.create({ align: column === 2 ? 'right' : null }, cell === '' ? null : text(cell)));
const small = table(
  [
    ['Name', 'Of what'],
    ['x', 'longer than that'],
  ],
  [null, 'right'],
);
const empty = table([
  ['', ''],
  ['', ''],
]);
const quoted = nodes.blockquote.create(null, [paragraph(text('b')), nodes.blockquote.create(null, paragraph(text('c')))]);

/** A note with a table, to which another one comes. */
const tables = (name: string, before: string, come: Node, lines: readonly string[]): Case => [
  name,
  before,
  added(come),
  `${before}\n${lines.join('\n')}\n`,
];

const cases: readonly Case[] = [
  ['emphasis by underscores', 'An _a_ and a __b__\n', added(words), 'An _a_ and a __b__\n\nOne _two_ and __three__\n'],
  ['slanted by underscores, bold by stars', 'An _a_\n\nA **b**\n', added(words), 'An _a_\n\nA **b**\n\nOne _two_ and **three**\n'],
  ['emphasis by stars', 'An *a*\n', added(words), 'An *a*\n\nOne *two* and **three**\n'],
  [
    'emphasis within a word, which underscores do not say',
    'An _a_\n',
    added(paragraph(text('o'), text('n', slanted), text('e'))),
    'An _a_\n\no*n*e\n',
  ],
  [
    'underscores in code and addresses, which are no emphasis',
    '`_a_` and <https://a.b/_c_>\n\n```\n_d_\n```\n',
    added(words),
    '`_a_` and <https://a.b/_c_>\n\n```\n_d_\n```\n\nOne *two* and **three**\n',
  ],
  [
    'what is nearest above counts first',
    'An *a*\n\nAn _b_\n\nc\n\nAn *d*\n',
    (change) => {
      change.tr.addMark(change.at('c'), change.at('c') + 1, slanted);
    },
    'An *a*\n\nAn _b_\n\n_c_\n\nAn *d*\n',
  ],
  [
    'what is below, where nothing is above',
    'c\n\nAn _d_\n',
    (change) => {
      change.tr.addMark(change.at('c'), change.at('c') + 1, slanted);
    },
    '_c_\n\nAn _d_\n',
  ],
  [
    'a paragraph has its own ways',
    'An _a_\n\nAn *b* c\n',
    (change) => {
      change.tr.addMark(change.at(' c') + 1, change.at(' c') + 2, slanted);
    },
    'An _a_\n\nAn *b* *c*\n',
  ],
  ['lines that are broken by blanks', 'a  \nb\n', added(paragraph(text('c'), nodes.hard_break.create(), text('d'))), 'a  \nb\n\nc  \nd\n'],
  [
    'a break in a paragraph that has none yet',
    'a  \nb\n\nc d\n',
    (change) => {
      change.tr.replaceWith(change.at(' d'), change.at(' d') + 1, nodes.hard_break.create());
    },
    'a  \nb\n\nc  \nd\n',
  ],
  [
    'lines that are broken by backslashes',
    'a\\\nb\n',
    added(paragraph(text('c'), nodes.hard_break.create(), text('d'))),
    'a\\\nb\n\nc\\\nd\n',
  ],
  ['code between tildes', '~~~js\na\n~~~\n', added(nodes.code_block.create({ params: 'c' }, text('b'))), '~~~js\na\n~~~\n\n~~~c\nb\n~~~\n'],
  ['code that is indented', '    a\n\nb\n', added(code('c\n\n  d')), '    a\n\nb\n\n    c\n\n      d\n'],
  ['code behind a tab', '\ta\n\nb\n', added(code(' c')), '\ta\n\nb\n\n\t c\n'],
  ['code as what is nearest', '    a\n\n```\nb\n```\n\nc\n', added(code('d')), '    a\n\n```\nb\n```\n\nc\n\n```\nd\n```\n'],
  ['a paragraph becomes such code', '    a\n\nx\n\nb\n', command('b', setBlockType(nodes.code_block)), '    a\n\nx\n\n    b\n'],
  ['with a language', '~~~\nx\n~~~\n\n    a\n\nb\n', added(code('c', 'js')), '~~~\nx\n~~~\n\n    a\n\nb\n\n~~~js\nc\n~~~\n'],
  ['that is empty yet', '    a\n\nb\n', added(code('')), '    a\n\nb\n\n```\n```\n'],
  ['with a blank line at its end', '    a\n\nb\n', added(code('c\n')), '    a\n\nb\n\n```\nc\n\n```\n'],
  ['below a list, which it would go into', '    a\n\n- b &amp;\n', added(code('c')), '    a\n\n- b &amp;\n\n```\nc\n```\n'],
  ['below such code', '    a\n', added(code('c')), '    a\n\n```\nc\n```\n'],
  ['above such code', 'x\n\n    a\n', ({ tr }) => void tr.insert(3, code('c')), 'x\n\n```\nc\n```\n\n    a\n'],
  ['in an item', '    a\n\n- b\n', ({ tr }) => void tr.insert(tr.doc.content.size - 2, code('c')), '    a\n\n- b\n  ```\n  c\n  ```\n'],
  [
    'where a paragraph stood right above another block',
    '    a\n\nb\n# h\n',
    ({ tr }) => void tr.insert(6, code('c')),
    '    a\n\nb\n\n    c\n\n# h\n',
  ],
  ['a line of stars', 'a\n\n* * *\n\nb\n', added(nodes.horizontal_rule.create()), 'a\n\n* * *\n\nb\n\n* * *\n'],
  [
    'a heading above a line',
    'Plan\n====\n\na\n',
    added(nodes.heading.create({ level: 2 }, text('What to do')), nodes.heading.create({ level: 3 }, text('b'))),
    'Plan\n====\n\na\n\nWhat to do\n----------\n\n### b\n',
  ],
  [
    'a paragraph becomes such a heading',
    'Plan\n====\n\na b\n',
    command('a b', setBlockType(nodes.heading, { level: 2 })),
    'Plan\n====\n\na b\n---\n',
  ],
  [
    'a heading as those of its level',
    'Plan\n====\n\n## One\n\n### Two ###\n\na\n',
    added(...[1, 2, 3].map((level) => nodes.heading.create({ level }, text('b')))),
    'Plan\n====\n\n## One\n\n### Two ###\n\na\n\nb\n===\n\n## b\n\n### b ###\n',
  ],
  ['closed headings', '## Plan ##\n\na\n', added(nodes.heading.create({ level: 3 }, text('b'))), '## Plan ##\n\na\n\n### b ###\n'],
  [
    'headings as the nearest of their level, which can stand in a quote or an item',
    '> [!note]\n> # One\n> a\n\n- ## Two ##\n\t- b\n\n> Three\n> ---\n',
    added(heading(1), heading(2), heading(3)),
    '> [!note]\n> # One\n> a\n\n- ## Two ##\n\t- b\n\n> Three\n> ---\n\n# b\n\nb\n---\n\n### b\n',
  ],
  [
    'a heading of an item that is split, though an empty item below a text makes that one with a line below',
    '- # One two\n- ## Three\n- Four\n\t-\n',
    command('two', splitListItem(nodes.list_item)),
    '- # One\n- # two\n- ## Three\n- Four\n\t-\n',
  ],
  [
    'a rule as those that stand alone',
    '* * *\n\n> a\n>\n> ***\n',
    added(nodes.horizontal_rule.create()),
    '* * *\n\n> a\n>\n> ***\n\n* * *\n',
  ],
  ['lists with wide markers', '*   a\n*   b\n\nc\n', added(nested()), '*   a\n*   b\n\nc\n\n-   a\n    -   b\n'],
  ['lists that are nested by tabs', '- a\n\t- b\n\nc\n', added(nested()), '- a\n\t- b\n\nc\n\n- a\n\t- b\n'],
  ['lists behind blanks', '  * a\n  * b\n\nc\n', added(nested()), '  * a\n  * b\n\nc\n\n  - a\n    - b\n'],
  [
    'a text that becomes such a list',
    '  1. a\n\nx\n\nb &copy;\nc\n',
    command('b', wrapInList(nodes.ordered_list, { order: 1 })),
    '  1. a\n\nx\n\n  1. b &copy;\n     c\n',
  ],
  [
    'a list in a quote, though others stand behind blanks',
    '  - a\n\n> c\n',
    ({ tr }) => void tr.insert(tr.doc.content.size - 1, nested()),
    '  - a\n\n> c\n>\n> - a\n>   - b\n',
  ],
  [
    'numbers that do not go on',
    '1. a\n   1. b\n1. c\n\nd\n',
    added(nodes.ordered_list.create({ tight: true, order: 4 }, [item(paragraph(text('e'))), item(paragraph(text('f')))])),
    '1. a\n   1. b\n1. c\n\nd\n\n4. e\n4. f\n',
  ],
  [
    'numbers that go on',
    '1. a\n   1. b\n2. c\n\nd\n',
    added(nodes.ordered_list.create({ tight: true, order: 4 }, [item(paragraph(text('e'))), item(paragraph(text('f')))])),
    '1. a\n   1. b\n2. c\n\nd\n\n4. e\n5. f\n',
  ],
  [
    'lists that are nested by four blanks below more lines',
    '- a\n  more\n\n    - b\n\nc\n',
    added(nested()),
    '- a\n  more\n\n    - b\n\nc\n\n- a\n    - b\n',
  ],
  [
    'lists that are nested by four blanks',
    '- a\n    - b\n\nc\n',
    added(nested(nodes.ordered_list)),
    '- a\n    - b\n\nc\n\n- a\n    1. b\n',
  ],
  ['quotes without blanks', '>a\n', added(quoted), '>a\n\n>b\n>\n>>c\n'],
  ['quotes without blanks in a list', '- a\n  >>b\n\nc\n', command('c', wrapIn(nodes.blockquote)), '- a\n  >>b\n\n>c\n'],
  ['quotes with blanks, though a line of code looks otherwise', '> a\n>\n>     >b\n', added(quoted), '> a\n>\n>     >b\n\n> b\n>\n> > c\n'],
  ['a block has its own ways, whatever stands above', '> a\n\n- >b\n- c\n', command('c', wrapIn(nodes.blockquote)), '> a\n\n- >b\n- >c\n'],
  ['a list in a quote right below a text, as the other', '> a\n> - b\n\nc\n', added(listed()), '> a\n> - b\n\nc\n\n> x\n> - y\n'],
  ['as one outside of quotes', 'a\n* b\n\nc\n', added(listed()), 'a\n* b\n\nc\n\n> x\n> - y\n'],
  ['as what is nearest', 'a\n- b\n\nc\n\n- d\n', added(listed()), 'a\n- b\n\nc\n\n- d\n\n> x\n>\n> - y\n'],
  ['though a list within another one stands right below its text', '- a\n  - b\n', added(listed()), '- a\n  - b\n\n> x\n>\n> - y\n'],
  ['but for a number that would go on as text', 'a\n- b\n\nc\n', added(listed(2)), 'a\n- b\n\nc\n\n> x\n>\n> 2. y\n'],
  [
    'that comes below such a text',
    '> a\n> - b\n\n> c\n',
    ({ tr }) => void tr.insert(tr.doc.content.size - 1, bullet()),
    '> a\n> - b\n\n> c\n> - y\n',
  ],
  [
    'a text and a list that are quoted',
    'a\n- b &amp;\n',
    ({ tr }) => void tr.replaceWith(0, tr.doc.content.size, nodes.blockquote.create(null, tr.doc.children)),
    '> a\n> - b &\n',
  ],
  [
    'a text and a list that goes on with another number',
    'a\n- b\n\n__c__\n\n2. d &amp;\n',
    ({ tr }) => {
      const [first, second, ...others] = tr.doc.children;
      const size = (first?.nodeSize ?? 0) + (second?.nodeSize ?? 0);
      tr.replaceWith(size, tr.doc.content.size, nodes.blockquote.create(null, others));
    },
    'a\n- b\n\n> __c__\n>\n> 2. d &\n',
  ],
  tables('tables as Daybook writes them', '| a | b |\n| --- | --- |\n', small, [
    '| Name | Of what |',
    '| --- | --: |',
    '| x | longer than that |',
  ]),
  tables('tables without bars at their ends', 'a | b\n-- | --\n1 | 2\n', small, ['Name | Of what', '-- | -:', 'x | longer than that']),
  tables('tables without blanks', '|a|b|\n|-|-|\n|1|2|\n', small, ['|Name|Of what|', '|-|-:|', '|x|longer than that|']),
  tables('tables with a line of hyphens alone', '| a | b |\n|---|---|\n| 1 | 2 |\n', small, [
    '| Name | Of what |',
    '|---|--:|',
    '| x | longer than that |',
  ]),
  tables('a line of hyphens as long as the head', '| Nam | Value |\n|-----|-------|\n| 1 | 2 |\n', small, [
    '| Name | Of what |',
    '|------|--------:|',
    '| x | longer than that |',
  ]),
  tables('the same with blanks', '| Name | V |\n| ---- | --- |\n| 1 | 2 |\n', small, [
    '| Name | Of what |',
    '| ---- | ------: |',
    '| x | longer than that |',
  ]),
  tables('cells as wide as their column', '| Name | V   |\n|------|-----|\n| 1    | 234 |\n', small, [
    '| Name |          Of what |',
    '|------|-----------------:|',
    '| x    | longer than that |',
  ]),
  tables('the same but for the last column', '| Name | V |\n|------|---|\n| 1    | 234 |\n| 23   | 4 |\n', small, [
    '| Name | Of what |',
    '|------|--------:|',
    '| x    | longer than that |',
  ]),
  tables('texts at the left of such cells', '| Name | V   |\n| ---- | --: |\n| 1    | 2   |\n| 3    | 456 |\n', small, [
    '| Name | Of what          |',
    '| ---- | ---------------: |',
    '| x    | longer than that |',
  ]),
  tables('such cells but for a row', '| Name | V   |\n| ---- | --- |\n| 1    | 2   |\n| 3 | 4567 |\n', table([['a', 'bcde']]), [
    '| a   | bcde |',
    '| --- | ---- |',
  ]),
  tables(
    'such cells with signs as wide as two letters',
    '| 名前 | V   |\n| ---- | --- |\n| 😀   | 234 |\n',
    table([
      ['日本語', 'b'],
      ['x', '漢'],
    ]),
    ['| 日本語 | b   |', '| ------ | --- |', '| x      | 漢  |'],
  ),
  tables('the same without bars', 'Name | V\n---- | ---\n1    | 234\n', small, [
    'Name |          Of what',
    '---- | ---------------:',
    'x    | longer than that',
  ]),
  tables('colons beside the hyphens', '|a|b|\n|:---|---|\n|1|2|\n', small, ['|Name|Of what|', '|---|---:|', '|x|longer than that|']),
  tables('bars where a row begins with an empty cell', 'a|b\n-|-\n1|2\n', empty, ['| | |', '|-|-|', '| | |']),
  tables('as a table in a list', '- x\n\n  a | b\n  -|-\n  1 | 2\n\ny\n', small, ['Name | Of what', '-|-:', 'x | longer than that']),
  [
    'a row of a table whose cells are as wide as their column',
    '> | Name | V   |    N |\n> |------|-----|-----:|\n> | 1    | 234 |   56 |\n',
    ({ tr }) => void tr.insert(tr.doc.content.size - 2, nodes.table_row.create(null, cellsOf('ab', '', 'c'))),
    '> | Name | V   |    N |\n> |------|-----|-----:|\n> | 1    | 234 |   56 |\n> | ab   |     |    c |\n',
  ],
  [
    'such a row with signs as wide as two letters',
    '| Name | V   |\n|------|-----|\n| 名前 | 234 |\n',
    ({ tr }) => void tr.insert(tr.doc.content.size - 1, nodes.table_row.create(null, cellsOf('猫', 'b'))),
    '| Name | V   |\n|------|-----|\n| 名前 | 234 |\n| 猫   | b   |\n',
  ],
  [
    'line ends of Windows',
    'An _a_  \r\nb\r\n',
    added(paragraph(text('c', slanted), nodes.hard_break.create(), text('d'))),
    'An _a_  \r\nb\r\n\r\n_c_  \r\nd\r\n',
  ],
  [
    'in a quote',
    'An _a_\n\nb\n',
    (change) => {
      command('b', wrapIn(nodes.blockquote))(change);
      change.tr.addMark(change.tr.doc.content.size - 3, change.tr.doc.content.size - 2, slanted);
    },
    'An _a_\n\n> _b_\n',
  ],
  [
    'the end of a paragraph that is split',
    'An _a_\n\nb c\n',
    (change) => {
      command('c', splitBlock)(change);
      change.tr.addMark(change.tr.doc.content.size - 2, change.tr.doc.content.size - 1, slanted);
    },
    'An _a_\n\nb\n\n_c_\n',
  ],
];

test.each(cases)('%s', (_name, before, change, wanted) => {
  expect(after(before, change)).toBe(wanted);
});

test('a quote beside a line of signs and wide blanks is written in time', () => {
  const before = `- item\n\n  > a\n\n  ${Array(14).fill('*').join('    ')}\n\nText\n`;
  const started = process.cpuUsage();
  expect(after(before, added(quoted))).toBe(`${before}\n> b\n>\n> > c\n`);
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(3);
});
