// Blocks that become others: what has only moved, or is the same text, keeps its bytes.

import { setBlockType, splitBlock, wrapIn } from 'prosemirror-commands';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { after, bold, command, type Case, type Change } from './change.ts';

const { nodes } = noteSchema;

const span = (change: Change, text: string): readonly [number, number] => {
  const { from, to } = change.around(text);
  return [from, to];
};

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

describe('a part that moves keeps its bytes, and so do those that it passes', () => {
  /** Part number `from` of the block comes to stand at `to`. */
  const moved =
    (from: number, to: number) =>
    ({ tr }: Change): void => {
      const [block] = tr.doc.children;
      if (block === undefined) return;
      const parts = block.children.toSpliced(from, 1).toSpliced(to, 0, block.child(from));
      tr.replaceWith(1, block.nodeSize - 1, parts);
    };
  const list = '*   a \\<19 _x_\n*   b &copy; - c  \n    x\n*   c __d__\n';
  const table = '| a | b |\n|--|--|\n| _x_  | &copy; |\n|y|__z__|\n| t | u |\n';
  test.each<Case>([
    ['the last item, first', list, moved(2, 0), '*   c __d__\n*   a \\<19 _x_\n*   b &copy; - c  \n    x\n'],
    ['the first item, below the next', list, moved(0, 1), '*   b &copy; - c  \n    x\n*   a \\<19 _x_\n*   c __d__\n'],
    ['an item with a number', '1. a _x_\n2. b\n3. c &amp;\n', moved(2, 0), '1. c &amp;\n2. a _x_\n3. b\n'],
    ['the first item with a number', '4) a _x_\n5) b\n6) c &amp;\n', moved(0, 2), '4) b\n5) c &amp;\n6) a _x_\n'],
    ['a row', table, moved(1, 2), '| a | b |\n|--|--|\n|y|__z__|\n| _x_  | &copy; |\n| t | u |\n'],
    ['the last row', table, moved(3, 1), '| a | b |\n|--|--|\n| t | u |\n| _x_  | &copy; |\n|y|__z__|\n'],
    ['a block of a quote', '> a _x_\n> b\n>\n> ~~~\n> c\n> ~~~\n', moved(1, 0), '> ~~~\n> c\n> ~~~\n>\n> a _x_\n> b\n'],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test.each<Case>([
    ['go on', '1. a\n2. b\n   more\n3. c\n', (change) => void change.tr.delete(...span(change, 'b')), '1. a\n2. c\n'],
    ['stay where they did not', '1. a\n1. b\n1. c\n', (change) => void change.tr.delete(...span(change, 'b')), '1. a\n1. c\n'],
  ])('when an item has gone, numbers %s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

describe('a list that is nested by tabs stays so', () => {
  const list = '- a\n\t- b\n\t- c\n\t  id:: x\n\t\t- d _x_\n\t- e\n- f\n';
  const [sunk, lifted] = [sinkListItem(nodes.list_item), liftListItem(nodes.list_item)];
  test.each<Case>([
    ['where an item goes in with all below it', list, command('c', sunk), '- a\n\t- b\n\t\t- c\n\t\t  id:: x\n\t\t\t- d _x_\n\t- e\n- f\n'],
    ['where it comes out', list, command('c', lifted), '- a\n\t- b\n- c\n  id:: x\n\t- d _x_\n\t- e\n- f\n'],
    ['in a list with numbers', '1. a\n\t- b\n2. c\n3. d\n', command('d', sunk), '1. a\n\t- b\n2. c\n\t1. d\n'],
    ['of tasks', '- [ ] a\n\t- [ ] b\n- [x] c\n- [x] d\n', command('d', sunk), '- [ ] a\n\t- [ ] b\n- [x] c\n\t- [x] d\n'],
    ['in a quote', '> - a\n> \t- b\n> - c\n> - d\n', command('d', sunk), '> - a\n> \t- b\n> - c\n> \t- d\n'],
    ['but not where none is', '- a\n- b\n  - c\n- d\n- e\n', command('e', sunk), '- a\n- b\n  - c\n- d\n  - e\n'],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
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
    const paragraphs = Array.from({ length: 9 }, (_, index) => `__a__ &#${index + 48};\n`);
    const wrapped = ({ tr }: Change): void => {
      const [first] = tr.doc.children;
      tr.replaceWith(0, tr.doc.content.size, first?.children.flatMap((item) => item.children) ?? []);
    };
    const listed = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('');
    expect(after(listed(paragraphs.slice(1)), wrapped)).toBe(paragraphs.slice(1).join('\n'));
    expect(after(listed(paragraphs), wrapped)).toContain('__a__ 8');
  });
});

describe('a paragraph in an item of a list without blank lines that is split leaves the other lines', () => {
  const split =
    (text: string) =>
    (change: Change): void =>
      void change.tr.split(change.at(text));
  test.each<Case>([
    ['beside a lazy one', '1. a\n2. one\n   two `x`\n3. b\nlazy\n', split('two'), '1. a\n2. one\n\n   two `x`\n3. b\nlazy\n'],
    ['with its bytes', '*   one, two &amp; x\n*   b _c_\n', split('two'), '*   one,\n\n    two &amp; x\n*   b _c_\n'],
    ['in a list in an item', '- a\n  - one, two\n  - n _x_\n- b\n', split('two'), '- a\n  - one,\n\n    two\n  - n _x_\n- b\n'],
    ['behind the end of a line', '* a\n  b\n* one\n  `two`\n* c\n', split('two'), '* a\n  b\n* one\n\n  `two`\n* c\n'],
    ['of a task, in a quote', '> - [ ] one, two\n> - [x] &amp;\n', split('two'), '> - [ ] one,\n>\n>   two\n> - [x] &amp;\n'],
    [
      'twice',
      '- one, two, three\n  - x\n- &copy;\nlazy\n',
      (change) => void change.tr.split(change.at('three')).split(change.at('two')),
      '- one,\n\n  two,\n\n  three\n  - x\n- &copy;\nlazy\n',
    ],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

describe('an item that comes leaves the lines beside it, and is parted from them as they are from each other', () => {
  const paragraph = (text: string): Node => nodes.paragraph.create(null, noteSchema.text(text));
  const added =
    (text: string, ...paragraphs: readonly string[]) =>
    (change: Change): void =>
      void change.tr.insert(change.around(text).to, nodes.list_item.create(null, paragraphs.map(paragraph)));
  test.each<Case>([
    ['with two paragraphs', '- a\n- b &amp;\nlazy\n- c\n', added('a', 'x', 'y'), '- a\n- x\n\n  y\n- b &amp;\nlazy\n- c\n'],
    ['the same in an item', '- a\n  1. b\n  2. c\n- d\n', added('c', 'x', 'y'), '- a\n  1. b\n  2. c\n  3. x\n\n     y\n- d\n'],
    ['beside those that stand below each other', '- a\n\n  b\n- c\n- d\n', added('d', 'x'), '- a\n\n  b\n- c\n- d\n- x\n'],
    ['beside those that do not', '- a\n- b\n\n- c\n', added('c', 'x'), '- a\n- b\n\n- c\n\n- x\n'],
    ['by a split', '- a\n\n  b\n- c, d\n- e\n', command('d', splitListItem(nodes.list_item)), '- a\n\n  b\n- c,\n- d\n- e\n'],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

describe('a line that goes on lazily stays as it is', () => {
  const list = '- a\n- b\nlazy _x_\n- c\n';
  const moved = ({ tr }: Change): void => {
    const [block] = tr.doc.children;
    if (block !== undefined) tr.replaceWith(1, block.nodeSize - 1, [block.child(1), block.child(0), block.child(2)]);
  };
  const marked = (change: Change): void => void change.tr.addMark(change.at('"b"'), change.at('"b"') + 3, bold);
  test.each<Case>([
    ['in an item that moves', list, moved, '- b\nlazy _x_\n- a\n- c\n'],
    ['in one that goes in', list, command('b', sinkListItem(nodes.list_item)), '- a\n  - b\nlazy _x_\n- c\n'],
    ['in one that comes out', '- a\n  - b\nlazy _x_\n- c\n', command('b', liftListItem(nodes.list_item)), '- a\n- b\nlazy _x_\n- c\n'],
    ['in a paragraph that is quoted', list, command('b', wrapIn(nodes.blockquote)), '- a\n- > b\nlazy _x_\n- c\n'],
    ['in a quote that comes into an item', '> b\nlazy _x_\n', command('b', wrapInList(nodes.bullet_list)), '> - b\nlazy _x_\n'],
    ['in a text that is written anew', '> a "b"c\nlazy &amp;\n> d\n', marked, '> a **"b"**&#99;\nlazy &\n> d\n'],
    ['but not where another line is alike', '- a\n- b\nlazy\n- c\n  lazy\n', moved, '- b\n  lazy\n- a\n- c\n  lazy\n'],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

describe('lines of a paragraph that is written anew stay as deep as they are', () => {
  const marked = (change: Change): void => void change.tr.addMark(change.at('"x"'), change.at('"x"') + 3, bold);
  test.each<Case>([
    ['below each other', 'a "x"y b\n   more c\n\td\n', marked, 'a **"x"**&#121; b\n   more c\n\td\n'],
    ['in an item', '- a "x"y b\r\n    more c\r\n  d\r\n', marked, '- a **"x"**&#121; b\r\n    more c\r\n  d\r\n'],
    [
      'where a link and text below it become bold',
      '[ref] a b\n   more c\n  d\n\n[ref]: /u\n',
      (change) => void change.tr.addMark(change.at('ef'), change.at('more') + 6, bold),
      '[r**ef**][ref] **a b\n   more c**\n  d\n\n[ref]: /u\n',
    ],
    [
      'where a link and others become bold',
      '- a [a b][ref] x\n      more c\nd\n\n[ref]: /u\n',
      (change) => void change.tr.addMark(change.at('b'), change.at('c') + 1, bold),
      '- a [a **b**][ref] **x\n      more c**\nd\n\n[ref]: /u\n',
    ],
    [
      'where the end of a link, and all below it, become bold',
      '- a [other]\n    b [ref][]\n\n[ref]: /u\n[other]: /o\n',
      (change) => void change.tr.addMark(change.at('her'), change.at('ref') + 3, bold),
      '- a [ot**her**][other]\n    **b [ref][]**\n\n[ref]: /u\n[other]: /o\n',
    ],
    [
      'where a link and the beginning of the next one do',
      'a b c.\n    [d][other] [e f][ref]\n\n[ref]: /u\n[other]: /o\n',
      (change) => void change.tr.addMark(change.at('b c'), change.at('e') + 1, bold),
      'a **b c.\n    [d][other]** [**e** f][ref]\n\n[ref]: /u\n[other]: /o\n',
    ],
    [
      'where a link does with the blank behind it',
      'a "b"\n    [c d](</e f>) g\n',
      (change) => void change.tr.addMark(change.at('"b"'), change.at('g'), bold),
      'a **"b"\n    [c d](</e f>)** g\n',
    ],
    ['in a quote', '> "x"y b\n>    more c\n>d\n', marked, '> **"x"**&#121; b\n>    more c\n>d\n'],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

test('a word of a link by title that becomes bold leaves the links beside it', () => {
  const before = '[[One]]\n[[Two b]] [[Three]] _c_ \\_\n[[Four]]\n[[Five]]\n';
  const marked = (change: Change): void => void change.tr.addMark(change.at('Two'), change.at('Two') + 3, bold);
  expect(after(before, marked)).toBe(before.replace('[[Two b]]', '\\[[__Two__ b]]'));
});

test('a link over a bold word and the blank behind it leaves another one that reads the same as it is', () => {
  const link = noteSchema.marks.link.create({ href: '/l' });
  const linked = (change: Change): void => void change.tr.addMark(change.at('b c'), change.at('b c') + 4, link);
  expect(after('__a__ **b c** **b c** f\n', linked)).toBe('__a__ [__b c__ ](/l)**b c** f\n');
});

describe('a list that gets another marker, as the one beside it has its own, keeps its bytes otherwise', () => {
  const joined = ({ tr }: Change): void => {
    const [first, between] = tr.doc.children;
    if (first !== undefined && between !== undefined) tr.delete(first.nodeSize, first.nodeSize + between.nodeSize);
  };
  test.each<Case>([
    ['with a bullet', '*   a\n\nb\n\n*   c &amp; d\n    * e\n\n*  f\nlazy\n', joined, '*   a\n\n+   c &amp; d\n    * e\n\n+  f\nlazy\n'],
    ['with numbers', '1.  a\n\nb\n\n3.  c __d__\n4. e\n', joined, '1.  a\n\n3)  c __d__\n4) e\n'],
    ['with tasks', '-  a\n\nb\n\n-  [x] c __d__\n-   [ ] e\n', joined, '-  a\n\n*  [x] c __d__\n*   [ ] e\n'],
    ['but not where that would be a rule', '- a\n\nb\n\n- * *\n- c\n', joined, '- a\n\n*\n  * *\n* c\n'],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

test('an item without text that becomes a heading leaves blocks of other items right below each other, in lists behind tabs', () => {
  const before = '- # One\n  key:: a\n\t- b &amp; c\n\t  ```\n\t  d\n\t  ```\n\t  $$\n\t  e\n\t  $$\n\t- f\n\t-\n- # Two\n  g\n';
  const headed = (change: Change): void => {
    const empty = change.at('f') + 4;
    change.tr.setNodeMarkup(empty, nodes.heading, { level: 2 });
  };
  expect(after(before, headed)).toBe(before.replace('\t-\n', '\t- ##\n'));
});
