// Blocks that become others: what has only moved, or is the same text, keeps its bytes.

import { setBlockType, splitBlock, wrapIn } from 'prosemirror-commands';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { after, bold, command, type Case, type Change } from './change.ts';

const { nodes } = noteSchema;

describe('a block that becomes one of another kind leaves those beside it as they are', () => {
  const list = '  * one\nlazy\n  * two `x`\n  * three\n';
  test.each<Case>([
    ['a heading in a list', list, command('two', setBlockType(nodes.heading, { level: 2 })), list.replace('two', '## two')],
    ['a quote in a list', list, command('two', wrapIn(nodes.blockquote)), list.replace('two', '> two')],
    [
      'code in a list',
      '  * one\nlazy\n  * two\n',
      command('two', setBlockType(nodes.code_block)),
      '  * one\nlazy\n  * ```\n    two\n    ```\n',
    ],
    ['code in a quote', '> *   a\n>\n>     b\n', command('b', setBlockType(nodes.heading, { level: 1 })), '> *   a\n>\n>     # b\n'],
    ['a text of a heading', '1. a\n   - ## b &amp;\n\n2. c\n', command('b', setBlockType(nodes.paragraph)), '1. a\n   - b &amp;\n\n2. c\n'],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

describe('a text that becomes a heading, or one no more, keeps its bytes', () => {
  const text = 'b &amp; _c_ \\* __d__ [x](<a b>)';
  const heading = (level: number): Command => setBlockType(nodes.heading, { level });
  const plain = setBlockType(nodes.paragraph);
  test.each<Case>([
    ['with signs before it', `${text}\n`, command('b', heading(3)), `### ${text}\n`],
    ['in an item of a list in a quote', `> - ${text}\n> - x\n`, command('b', heading(2)), `> - ## ${text}\n> - x\n`],
    ['of several lines', `- ${text}\r\n  more _e_\r\n`, command('b', heading(2)), `- ${text}\r\n  more _e_\r\n  ---\r\n`],
    ['of several lines, without an end', `${text}\nmore _e_`, command('b', heading(1)), `${text}\nmore _e_\n===`],
    ['without the signs around it', `##  ${text} ##\n`, command('b', plain), `${text}\n`],
    ['without the line below it', `> ${text}\n> ----\n`, command('b', plain), `> ${text}\n`],
    ['in a list', `1. x\n   - # ${text}\n`, command('b', plain), `1. x\n   - ${text}\n`],
    ['that looks like an item', '## - _c_\n', command('- ', plain), '\\- _c_\n'],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test('when it is made anew it keeps the line below it', () => {
    const marked = (change: Change): void => void change.tr.addMark(change.at('-19'), change.at('-19') + 3, bold);
    expect(after('2015-06-19\n----------\n', marked)).toBe('2015-0&#54;**-19**\n----------\n');
    expect(after('> 2015-06-19\n> ----------\n', marked)).toBe('> 2015-0&#54;**-19**\n> ----------\n');
  });
});

test('formatting of a part of code in a long table changes its cell alone', () => {
  const lines = (cell: string): string =>
    [
      '| Name | Value  |',
      '|------|--------|',
      ...Array.from({ length: 40 }, (_, index) => `| n${index}  | ${index === 20 ? cell : '**x** '} |`),
      '',
    ].join('\n');
  expect(after(lines('`http://a.b/c`'), (made) => void made.tr.addMark(made.at('://a'), made.at('://a') + 4, bold))).toBe(
    lines('`http`**`://a`**`.b/c`'),
  );
});

describe('what comes to stand in another block, or out of one, keeps its lines', () => {
  const list = '*   __one__ &mdash; a\n*   two _b_\n*   three __c__ \\| d\n    more _e_\n';
  test.each<Case>([
    ['a paragraph in a quote', 'a __b__ &mdash; _c_\n', command('a', wrapIn(nodes.blockquote)), '> a __b__ &mdash; _c_\n'],
    ['in a list', 'a __b__\r\nmore  \r\nx\r\n', command('a', wrapInList(nodes.bullet_list)), '- a __b__\r\n  more  \r\n  x\r\n'],
    [
      'in a list, above a paragraph that is empty yet',
      'a __b__\n',
      ({ tr }) => {
        const kept = tr.doc.child(0);
        const held = nodes.list_item.create(null, [kept, nodes.paragraph.create()]);
        void tr.replaceWith(0, kept.nodeSize, nodes.bullet_list.create(null, held));
      },
      '- a __b__\n',
    ],
    [
      'an item that goes out of the middle of its list, and those below it',
      list,
      command('two', liftListItem(nodes.list_item)),
      '*   __one__ &mdash; a\n\ntwo _b_\n\n*   three __c__ \\| d\n    more _e_\n',
    ],
    ['the end of a paragraph that is split', 'a __b__ c _d_ &copy; x\n', command('c ', splitBlock), 'a __b__\n\nc _d_ &copy; x\n'],
    [
      'items of which one is quoted',
      list,
      command('two', wrapIn(nodes.blockquote)),
      '*   __one__ &mdash; a\n*   > two _b_\n*   three __c__ \\| d\n    more _e_\n',
    ],
    [
      'items of a list of another kind',
      '* __a__\n* &copy; b\n',
      ({ tr }) => void tr.setNodeMarkup(0, nodes.ordered_list, { tight: true }),
      '1. __a__\n2. &copy; b\n',
    ],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test('but for one of very many that come at once', () => {
    const paragraphs = Array.from({ length: 9 }, (_, index) => `__a__ ${index}\n`);
    const wrapped = ({ tr }: Change): void => {
      const [first] = tr.doc.children;
      tr.replaceWith(0, tr.doc.content.size, first?.children.flatMap((item) => item.children) ?? []);
    };
    const listed = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('');
    expect(after(listed(paragraphs.slice(1)), wrapped)).toBe(paragraphs.slice(1).join('\n'));
    expect(after(listed(paragraphs), wrapped)).toContain('**a** 8');
  });
});
