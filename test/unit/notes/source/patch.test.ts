// A change within a block changes the bytes of that change, written as the bytes around it are.

import { Transform } from 'prosemirror-transform';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem } from 'prosemirror-schema-list';
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test, vi } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { parseNodes } from '../../../../main/contract/markdown/parse.ts';
import { tokenizer } from '../../../../main/contract/markdown/tokenizer.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { UnwrittenSource } from '../../../../main/contract/markdown/source/unwritten-source.ts';
import { full } from '../../../support/tiers.ts';
import { after, bold, Change, type Case } from './change.ts';

const { nodes, marks } = noteSchema;

const paragraph = (text: string): Node => nodes.paragraph.create(null, noteSchema.text(text));
const item = (text: string): Node => nodes.list_item.create(null, paragraph(text));
const row = (...cells: readonly string[]): Node =>
  nodes.table_row.create(
    null,
    cells.map((text) => nodes.table_cell.create(null, noteSchema.text(text))),
  );

const task =
  (text: string, checked: boolean | null) =>
  (change: Change): void => {
    change.tr.setNodeMarkup(change.around(text).from, null, { checked });
  };
const itemAfter =
  (text: string, added = 'new') =>
  (change: Change): void => {
    change.tr.insert(change.around(text).to, item(added));
  };
const withoutItem =
  (text: string) =>
  (change: Change): void => {
    const { from, to } = change.around(text);
    change.tr.delete(from, to);
  };
const typed =
  (before: string, letters = 'x', offset = 0) =>
  (change: Change): void => {
    const at = change.at(before) + offset;
    change.tr.insert(at, noteSchema.text(letters, change.tr.doc.resolve(offset === 0 ? at + 1 : at).marks()));
  };

const unmarked =
  (before: string, offset = 0) =>
  (change: Change): void => {
    change.tr.insert(change.at(before) + offset, noteSchema.text('x'));
  };

describe('a letter', () => {
  const cases: readonly Case[] = [
    ['beside emphasis with underscores', '_REQUIRED_ and __more__\n', typed('and'), '_REQUIRED_ xand __more__\n'],
    ['within it', '_REQUIRED_ and\n', typed('QUIRED'), '_RExQUIRED_ and\n'],
    ['behind a reference of two letters', '&copy; &ngE;\n', ({ tr }) => void tr.insert(5, noteSchema.text('x')), '&copy; &ngE;x\n'],
    ['in what is a reference of no character then', 'a &#87654321;\n', ({ tr }) => void tr.delete(5, 6), 'a \\&#7654321;\n'],
    ['beside character references', '&copy; 2026 &amp; on\n', typed('2026'), '&copy; x2026 &amp; on\n'],
    ['beside escapes', 'a\\_b\\* c\n', typed('c'), 'a\\_b\\* xc\n'],
    ['of many signs, of which one needs an escape', 'a c\n', typed('c', 'C:\\*.txt '), 'a C:\\\\*.txt c\n'],
    ['of signs that are markup together', 'a c\n', typed('c', '[b](d), "<e>" or *f* '), 'a \\[b](d), "\\<e>" or \\*f* c\n'],
    ['of signs beside escapes', 'a\\_b\\* c\n', typed('c', '<b> '), 'a\\_b\\* \\<b> c\n'],
    ['in a heading that is underlined', 'Title _x_\n======\n', typed('Title'), 'xTitle _x_\n======\n'],
    ['after a break of two spaces', 'one  \ntwo _x_\n', typed('two'), 'one  \nxtwo _x_\n'],
    ['before what is bold, after such a break', 'one  \n**two** _x_\n', unmarked('two'), 'one  \nx**two** _x_\n'],
    ['behind what is bold, before such a break', '**one**  \ntwo _x_\n', unmarked('one', 3), '**one**x  \ntwo _x_\n'],
    ['before what is bold, after such a break in a quote', '> *a*  \n> **two** _x_\n', unmarked('two'), '> *a*  \n> x**two** _x_\n'],
    ['in an indented list', '   *   one\n   *   two\n\n       more\n', typed('more'), '   *   one\n   *   two\n\n       xmore\n'],
    ['in a lazy line of a quote', '> one\ntwo\n', typed('two'), '> one\nxtwo\n'],
    ['in a table', '|a|b|\n|--------|:-:|\n|1|__2__|\n', typed('1'), '|a|b|\n|--------|:-:|\n|x1|__2__|\n'],
    ['that must be escaped in a table', 'a | b\n---|---\n1 | 2\n', typed('2', 'y|'), 'a | b\n---|---\n1 | y\\|2\n'],
    ['in indented code', '    one\n      two\n', typed('two'), '    one\n      xtwo\n'],
    [
      'on a blank line of indented code',
      '    one\n\n    two\n',
      (change) => void change.tr.insert(change.at('one') + 4, noteSchema.text('x')),
      '    one\n    x\n    two\n',
    ],
    ['in code between tildes', '~~~js\n\\[a\\]\n~~~\n', typed('a'), '~~~js\n\\[xa\\]\n~~~\n'],
    ['with the line ends of Windows', '* _a_\r\n* b\r\n', typed('b'), '* _a_\r\n* xb\r\n'],
    [
      'in two places',
      'a _b_ __c__ &copy; d\n',
      (change) => {
        typed('d')(change);
        typed('a')(change);
      },
      'xa _b_ __c__ &copy; xd\n',
    ],
    ['that markdown would take for a marker', 'a _b_\n', typed('a', '# '), '\\# a _b_\n'],
    [
      'at the end of a link with a long address',
      '|[a](https://example.org/)  |b|\n|-|-|\n',
      typed('a', 'x', 1),
      '|[a](https://example.org/)x  |b|\n|-|-|\n',
    ],
    [
      'at the end of bold that ends in a link',
      '_a_ __[b](https://example.org/)__\n',
      typed('b', 'x', 1),
      '_a_ __[b](https://example.org/)x__\n',
    ],
    [
      'in a table that is padded',
      `| a ${' '.repeat(900)} | b |\n| :-- | --- |\n| 1 ${' '.repeat(900)} | __2__ |\n`,
      typed('1'),
      `| a ${' '.repeat(900)} | b |\n| :-- | --- |\n| x1 ${' '.repeat(900)} | __2__ |\n`,
    ],
    [
      'among lines that are far indented',
      `ab _c_\n${`${' '.repeat(10)}d\n`.repeat(60)}`,
      typed('ab'),
      `xab _c_\n${`${' '.repeat(10)}d\n`.repeat(60)}`,
    ],
    ['and in a quote', `> ab\n${`>${' '.repeat(10)}d\n`.repeat(60)}`, typed('ab'), `> xab\n${`>${' '.repeat(10)}d\n`.repeat(60)}`],
    [
      'in a list of 20,000 characters',
      `* _a_ b\n${'* _an_ __item__\n'.repeat(1300)}`,
      typed('b'),
      `* _a_ xb\n${'* _an_ __item__\n'.repeat(1300)}`,
    ],
  ];
  test.each(cases)('%s changes its own bytes', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test('that markdown does not keep, a space at the end of a line, changes no bytes', () => {
    expect(after('a _b_ c\n', (change) => void change.tr.insert(change.at('c') + 1, noteSchema.text(' ')))).toBe('a _b_ c\n');
  });
});

describe('a letter in a link', () => {
  test.each<Case>([
    ['that is its own label', '__a__ [foo] _b_\n\n[foo]: /x\n', typed('oo'), '__a__ [fxoo][foo] _b_\n\n[foo]: /x\n'],
    ['with empty brackets', '__a__ [`foo`][] _b_\n\n[`foo`]: /x\n', typed('oo'), '__a__ [`fxoo`][`foo`] _b_\n\n[`foo`]: /x\n'],
    ['in a table', '|a|b|\n|--|-|\n|[cd][]|__e__|\n\n[cd]: /x\n', typed('cd', 'x', 1), '|a|b|\n|--|-|\n|[cxd][cd]|__e__|\n\n[cd]: /x\n'],
    ['that shows its address', '__a__ <https://a.example/b> _c_\n', typed('/b'), '__a__ [https://a.examplex/b](https://a.example/b) _c_\n'],
  ])('%s changes besides what the link needs then', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test('whose definition has changed since leaves it to the definition', () => {
    const typedIn = (source: NoteSource, text: string): NoteSource => {
      const change = new Change(source.doc);
      typed(text)(change);
      return source.advance(change.tr.doc);
    };
    const markdown = '__a__ [foo] ![p][foo] b\n\n[foo]: /x\n';
    const source = typedIn(typedIn(NoteSource.parse(markdown, 'Note'), '/x'), ' b');
    expect(source.content()).toBe('__a__ [foo] ![p][foo]x b\n\n[foo]: x/x\n');
    // A link that came with the change leads where it says.
    const link = noteSchema.text('new', [marks.link.create({ href: '/other', title: null, ref: 'foo' })]);
    const change = new Change(source.doc);
    change.tr.insert(change.at(' b') + 1, link);
    expect(source.advance(change.tr.doc).content()).toContain('[new](/other)');
  });
});

describe('a head', () => {
  const level =
    (text: string, to: number) =>
    (change: Change): void =>
      void change.tr.setNodeMarkup(change.around(text, 0).from, null, { level: to });
  const language =
    (text: string) =>
    (change: Change): void =>
      void change.tr.setNodeMarkup(change.around(text, 0).from, null, { params: 'js' });
  test.each<Case>([
    ['of a heading', '>## a\\_b _c_ ##\n>*d*\n', level('a_b', 4), '>#### a\\_b _c_ ####\n>*d*\n'],
    ['of a heading that is underlined', 'a _b_\n=====\n', level('a', 2), 'a _b_\n-----\n'],
    ['of code in an item', '*  a\n   ~~~~ css\n   b\n   ~~~~\n', language('b'), '*  a\n   ~~~~js\n   b\n   ~~~~\n'],
  ])('%s changes its own bytes', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test.each([
    ['- a\n\n  | b |\n  |---|\n  | c |\n- d &amp;\n', '- a\n\n  | b |\n  |---|\n  | c |\n'],
    ['* a\n  1. b\n\n     | c |\n     |---|\n     | e |\n* d &amp;\n', '* a\n  1. b\n\n     | c |\n     |---|\n     | e |\n'],
  ])('an item that goes from below a table leaves no word behind its row: %j', (before, expected) => {
    expect(after(before, (change) => void change.tr.delete(change.around('d &').from, change.around('d &').to))).toBe(expected);
  });

  test('of items that are joined leaves what is below as it is', () => {
    expect(after('* _a_ one\n* two\n\t- b\n', (change) => void change.tr.join(change.around('two').from, 2))).toBe('* _a_ onetwo\n\t- b\n');
  });
});

describe('a task', () => {
  const list = '*   one\n*   [ ] two\n    _more_\n';
  const cases: readonly Case[] = [
    ['that is done', list, task('two', true), '*   one\n*   [x] two\n    _more_\n'],
    ['that is none any more', list, task('two', null), '*   one\n*   two\n    _more_\n'],
    ['that an item becomes', list, task('one', false), '*   [ ] one\n*   [ ] two\n    _more_\n'],
    ['within another list', '- a\n  1) [X] b __c__\n', task('b', false), '- a\n  1) [ ] b __c__\n'],
    ['in a note with a definition of x', '- [ ] a\n\n[x]: /b\n', task('a', true), '- [x] a\n\n[x]: /b\n'],
  ];
  test.each(cases)('%s changes its box alone', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test('is none that begins with a link by the label x', () => {
    const linked = (change: Change): void => {
      const { from, to } = change.around('x', 0);
      const item = nodes.list_item.create(null, change.tr.doc.slice(from, to).content);
      change.tr.insert(change.tr.doc.child(0).nodeSize, nodes.bullet_list.create(null, item));
    };
    expect(after('[x] a\n\n[x]: /b\n', linked)).toBe('[x] a\n\n- [x][x] a\n\n[x]: /b\n');
  });
});

describe('many tasks', () => {
  const list = (box: string): string => `*  ${box}one _x_ &auml;\n   1)  ${box}two\n`.repeat(60);
  const all =
    (checked: boolean | null) =>
    ({ tr }: Change): void => {
      tr.doc.descendants((node, place) => {
        if (node.type === nodes.list_item) tr.setNodeAttribute(place, 'checked', checked);
      });
    };

  test.each<[string, string, boolean | null, string]>([
    ['are done', '[ ] ', true, '[x] '],
    ['are to be done', '[x] ', false, '[ ] '],
    ['come', '', false, '[ ] '],
    ['go', '[x] ', null, ''],
  ])('%s: their boxes alone change', (_, before, checked, expected) => {
    expect(after(list(before), all(checked))).toBe(list(expected));
  });
});

describe('an item', () => {
  const cases: readonly Case[] = [
    ['with the marker and the indent of the others', '*   one _a_\n*   two\n', itemAfter('one'), '*   one _a_\n*   new\n*   two\n'],
    ['at the distance of the others', '- a\n\n- b _c_\n\n- d\n', itemAfter('b'), '- a\n\n- b _c_\n\n- new\n\n- d\n'],
    ['in a list within a list', '- a\n  * b _c_\n  * d\n- e\n', itemAfter('b'), '- a\n  * b _c_\n  * new\n  * d\n- e\n'],
    ['in a quote', '> 1. one _a_\n> 2. two\n', itemAfter('two'), '> 1. one _a_\n> 2. two\n> 3. new\n'],
    ['with its number, and those below count on', '1) a _b_\n2) c\n3) d\n', itemAfter('a'), '1) a _b_\n2) new\n3) c\n4) d\n'],
    ['with the number that all have', '1. a _b_\n1. c\n1. d\n', itemAfter('c'), '1. a _b_\n1. c\n1. new\n1. d\n'],
    ['with the line ends of Windows', '* a _b_\r\n* c\r\n', itemAfter('c'), '* a _b_\r\n* c\r\n* new\r\n'],
    ['at the end of a note without a line ending', '* a _b_\n* c', itemAfter('c'), '* a _b_\n* c\n* new'],
    [
      'that is split',
      '*   one _a_ two\n*   three\n',
      (change) => void change.tr.split(change.at('two'), 2),
      '*   one _a_\n*   two\n*   three\n',
    ],
    [
      'that is split above a list of its own',
      '1. one two\n\t- _a_\n2. three\n',
      (change) => void change.tr.split(change.at('two'), 2),
      '1. one\n2. two\n\t- _a_\n3. three\n',
    ],
  ];
  test.each(cases)('comes %s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test('that moves into the one before keeps its underscores', () => {
    const moving = (change: Change): void => {
      const { from, to } = change.around('two');
      const moved = change.tr.doc.slice(from, to).content;
      change.tr.delete(from, to).insert(from - 1, nodes.bullet_list.create({ tight: true, bullet: '*' }, moved));
    };
    expect(after('* one\n* **two** _a_\n* b\n', moving)).toBe('* one\n  * **two** _a_\n* b\n');
  });

  test.each<Case>([
    ['in the middle', '- a\n  * b _c_\n  * d\n- e\n', withoutItem('b'), '- a\n  * d\n- e\n'],
    ['at the end', '- a\n\n- b _c_\n\n- d\n\nend\n', withoutItem('d'), '- a\n\n- b _c_\n\nend\n'],
  ])('that goes %s leaves the others as they are', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test('keeps its lines when it moves into the item above, and when it moves out with those that follow it', () => {
    const into = after('* a\n* __b__ \\| &lt;c&gt;\n  d\n* e\n', ({ tr }) => {
      const state = EditorState.create({ doc: tr.doc });
      const there = state.apply(state.tr.setSelection(TextSelection.create(tr.doc, 9)));
      sinkListItem(nodes.list_item)(there, (made) => made.steps.forEach((step) => tr.step(step)));
    });
    expect(into).toBe('* a\n  - __b__ \\| &lt;c&gt;\n    d\n* e\n');
    const out = after('* a\n    * __b__\n    * _c_ \\| d\n    * *e*\n', ({ tr }) => {
      const state = EditorState.create({ doc: tr.doc });
      const there = state.apply(state.tr.setSelection(TextSelection.create(tr.doc, 8)));
      liftListItem(nodes.list_item)(there, (made) => made.steps.forEach((step) => tr.step(step)));
    });
    expect(out).toBe('* a\n* __b__\n    * _c_ \\| d\n    * *e*\n');
  });

  test('keeps lines below that are not indented when it is split, and when it is joined', () => {
    const split = after('1. one two\nlazy _line_\n2. three\n', (change) => {
      const at = change.at(' two');
      change.tr.delete(at, at + 1).split(at, 2);
    });
    expect(split).toBe('1. one\n2. two\nlazy _line_\n3. three\n');
    const joined = after('* one\n* two\nlazy _line_\n', (change) => void change.tr.join(change.around('two').from, 2));
    expect(joined).toBe('* onetwo\nlazy _line_\n');
  });

  test('has a list of its own below it', () => {
    const sub = nodes.bullet_list.create({ tight: true, bullet: '-' }, item('sub'));
    expect(after('*   one _a_\n*   two\n', (change) => void change.tr.insert(change.around('one', 0).to, sub))).toBe(
      '*   one _a_\n    -   sub\n*   two\n',
    );
  });
});

describe('a row', () => {
  const below =
    (text: string) =>
    (change: Change): void =>
      void change.tr.insert(change.around(text).to, row('x', 'y'));
  test.each<Case>([
    ['without bars at the ends', 'a | b\n---|---\n1 | _2_\n', below('1'), 'a | b\n---|---\n1 | _2_\nx | y\n'],
    ['without spaces', '|a|b|\n|--------|-|\n|1|_2_|\n', below('1'), '|a|b|\n|--------|-|\n|1|_2_|\n|x|y|\n'],
    ['below the head', '| a   | b |\n|--------|---|\n| 1 | _2_ |\n', below('a'), '| a   | b |\n|--------|---|\n| x | y |\n| 1 | _2_ |\n'],
  ])('is written as the one before it: %s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  test('that goes leaves the others as they are', () => {
    expect(after('a | b\n---|---\n1 | _2_\n3 | 4\n', withoutItem('3'))).toBe('a | b\n---|---\n1 | _2_\n');
  });
});

describe('a cell', () => {
  const em = (text: string) => (change: Change) =>
    void change.tr.addMark(change.at(text), change.at(text) + text.length, marks.em.create({ depth: 1 }));
  const emptied = (text: string) => (change: Change) => void change.tr.delete(change.at(text), change.at(text) + text.length);
  const wide = (cells: string): string => `|  a|b|\n|------|:-|\n${cells}\n| 5|__6__|\n`;
  test.each<Case>([
    ['of code', wide('|`x`|  __2__  |'), em('x'), wide('|*`x`*|  __2__  |')],
    ['without bars at the ends', 'a|b\n-|-\n`x`|2  \n3|__4__\n', em('x'), 'a|b\n-|-\n*`x`*|2  \n3|__4__\n'],
    ['beside more cells than columns', wide('|`x`|2|three|'), em('x'), wide('|*`x`*|2|three|')],
    ['beside an empty one', wide('| 1 |  |\t'), em('1'), wide('| *1* |  |\t')],
    [
      'that was empty',
      wide('| 1 | |'),
      (change) => void change.tr.insert(change.around('1', 0).to + 1, noteSchema.text('x')),
      wide('| 1 |x |'),
    ],
    ['that is empty then, at an end without a bar', 'a|b\n-|-\nx|2\n3|__4__\n', emptied('x'), 'a|b\n-|-\n| |2|\n3|__4__\n'],
    ['in a quote in a list', '* > `h`|b\n  > -|:-:\n  > 1|__2__\n', em('h'), '* > *`h`*|b\n  > -|:-:\n  > 1|__2__\n'],
  ])('%s changes, and the others keep their bytes', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

describe('a column', () => {
  const table = (change: Change): { readonly at: number; readonly node: Node } => {
    const at = change.around('a', 2).from;
    return { at, node: change.tr.doc.nodeAt(at) ?? change.tr.doc };
  };
  /** In each row, from the last. */
  const inRows = (change: Change, make: (at: number, row: Node) => void): void => {
    const { at, node } = table(change);
    const starts: [number, Node][] = [];
    node.forEach((line, offset) => starts.push([at + 1 + offset, line]));
    for (const [start, line] of starts.toReversed()) make(start, line);
  };
  const added = (index: number) => (change: Change) =>
    inRows(change, (start, line) => {
      const before = line.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
      change.tr.insert(start + 1 + before, line.child(0).type.create());
    });
  const gone = (index: number) => (change: Change) =>
    inRows(change, (start, line) => {
      const before = line.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
      change.tr.delete(start + 1 + before, start + 1 + before + line.child(index).nodeSize);
    });
  const aligned = (align: string | null) => (change: Change) =>
    inRows(change, (start, line) => change.tr.setNodeAttribute(start + 1 + line.child(0).nodeSize, 'align', align));
  const before = '| a |b|\n|-----|-|\n| __1__|2|3|\n|5|\n';
  test.each<Case>([
    ['that comes', before, added(1), '| a |   |b|\n|-----|---|-|\n| __1__|   |2|3|\n|5| |\n'],
    ['that comes first', 'a|b\n-|-\n__1__|2\n', added(0), '| |a|b|\n|---|-|-|\n| |__1__|2|\n'],
    ['that goes', before, gone(0), '|b|\n|-|\n|2|3|\n||\n'],
    ['that is aligned', before, aligned('center'), '| a |b|\n|-----|:-:|\n| __1__|2|3|\n|5|\n'],
    ['with room for its colon', 'a | b\n--|-----\n__1__|2\n', aligned('right'), 'a | b\n--|----:\n__1__|2\n'],
    ['that is not aligned any more', '> a | b\n> --|:--\n> __1__|2\n', aligned(null), '> a | b\n> --|---\n> __1__|2\n'],
  ])('%s leaves the others as they are', (_, start, change, expected) => {
    expect(after(start, change)).toBe(expected);
  });

  test('that comes in a table of which a cell was changed before', () => {
    const change = (made: Change): void => {
      typed('1')(made);
      added(1)(made);
    };
    expect(after('|a|b|\n|--|-|\n|1|__2__|\n', change)).toBe('|a| |b|\n|--|---|-|\n|x1| |__2__|\n');
  });
});

describe('formatting', () => {
  test.each<Case>([
    [
      'that comes',
      'a _b_ word &copy;\n',
      (change) => void change.tr.addMark(change.at('word'), change.at('word') + 4, bold),
      'a _b_ __word__ &copy;\n',
    ],
    [
      'in a note that has stars',
      'a *b* word &copy;\n',
      (change) => void change.tr.addMark(change.at('word'), change.at('word') + 4, bold),
      'a *b* **word** &copy;\n',
    ],
    [
      'that goes',
      'a _b_ __word__ &copy;\n',
      (change) => void change.tr.removeMark(change.at('word'), change.at('word') + 4, bold),
      'a _b_ word &copy;\n',
    ],
    [
      'of an item',
      '*   a _b_ word\n    more\n',
      (change) => void change.tr.addMark(change.at('word'), change.at('word') + 4, bold),
      '*   a _b_ __word__\n    more\n',
    ],
  ])('%s changes the bytes of its words', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  /** From the first letter of the text up to the last one. */
  const over = (change: Change, [first, last]: readonly [string, string]): readonly [number, number] => [
    change.at(first),
    change.at(last) + last.length,
  ];
  const em = marks.em.create({ depth: 1 });

  test.each<[string, readonly [string, string], string]>([
    ['a &copy; b\n', ['a', 'b'], '**a &copy; b**\n'],
    ['a &copy; _b_\n', ['a', 'b'], '__a &copy; _b___\n'],
    ['_a_ &copy; _b_ c\n', ['a', 'b'], '___a_ &copy; _b___ c\n'],
    ["x [a &copy;](/x 't') b z\n", ['a', ' b'], "x **[a &copy;](/x 't') b** z\n"],
    ['snake_case &amp; b\n', ['case', 'b'], 'snake_**case &amp; b**\n'],
    ['> a &copy;\\\n> b c\n', ['a', 'b'], '> **a &copy;\\\n> b** c\n'],
  ])('that comes to what has markup of its own stands around it: %j', (before, ends, expected) => {
    expect(after(before, (change) => void change.tr.addMark(...over(change, ends), bold))).toBe(expected);
  });

  test.each<[string, readonly [string, string], string]>([
    ['__a &copy; b__ c\n', ['a', 'b'], 'a &copy; b c\n'],
    ['__a _&copy; b___ c\n', ['a', 'b'], 'a _&copy; b_ c\n'],
    ['**_a_ &copy; b** c\n', ['a', 'b'], '_a_ &copy; b c\n'],
    ['***a &copy;*** c\n', ['a', '\u00A9'], '*a &copy;* c\n'],
  ])('that goes leaves what has markup of its own: %j', (before, ends, expected) => {
    expect(after(before, (change) => void change.tr.removeMark(...over(change, ends), marks.strong))).toBe(expected);
  });

  test('that comes behind a very long run of signs takes time in proportion to it', () => {
    const markdown = `* \`${'*'.repeat(100_000)}\`\n* &copy; and some text before the word and behind it\n`;
    const started = process.cpuUsage();
    expect(after(markdown, (change) => void change.tr.addMark(...over(change, ['word', 'word']), bold))).toBe(
      markdown.replace('word', '**word**'),
    );
    const { user } = process.cpuUsage(started);
    expect(user / 1000).toBeLessThan(3_000);
  });

  test('of all cells and items keeps their bytes', full, () => {
    const all = (change: Change): Transform => change.tr.addMark(0, change.tr.doc.content.size, em);
    const lines = (count: number, line: string): string => `${line}\n`.repeat(count);
    expect(after(lines(60, '*  one __x__ &auml;'), all)).toBe(lines(60, '*  *one __x__ &auml;*'));
    expect(after(`a|b\n-|-\n${lines(60, 'one &auml;|two')}`, all)).toBe(`*a*|*b*\n-|-\n${lines(60, '*one &auml;*|*two*')}`);
  });

  test('a link that is typed behind a blank stands behind it', () => {
    const link = noteSchema.text('there', [marks.link.create({ href: '/there', title: null, ref: null })]);
    expect(after('`code` and\n', (change) => void change.tr.insert(change.at('and') + 3, [noteSchema.text(' '), link]))).toBe(
      '`code` and [there](/there)\n',
    );
    expect(after('a _b_ c\n', (change) => void change.tr.insert(change.at('c'), [link, noteSchema.text(' ')]))).toBe(
      'a _b_ [there](/there) c\n',
    );
  });

  test('a line that is broken in a quote goes on in the quote', () => {
    const breaking = (change: Change): void =>
      void change.tr.replaceWith(change.at('two') - 1, change.at('two'), nodes.soft_break.create());
    expect(after('> one _x_ two\n', breaking)).toBe('> one _x_\n> two\n');
  });

  test('a paragraph in a quote stands apart as the others do', () => {
    expect(after('>a _b_\n>\n>c\n', (change) => void change.tr.insert(change.around('a', 0).to, paragraph('new')))).toBe(
      '>a _b_\n>\n>new\n>\n>c\n',
    );
  });
});

describe('a word that is replaced everywhere', () => {
  /** As *Replace all* of the editor does, and a rename of a note that many links name. */
  function replaced(markdown: string, from: string, to: string): string {
    return after(markdown, ({ tr }) => {
      const places: { readonly at: number; readonly node: Node }[] = [];
      tr.doc.descendants((node, place) => {
        for (const { index } of node.isText ? (node.text ?? '').matchAll(new RegExp(from, 'g')) : [])
          places.push({ at: place + index, node });
      });
      for (const { at, node } of places.toReversed()) tr.replaceWith(at, at + from.length, noteSchema.text(to, node.marks));
    });
  }
  const times = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => line(index)).join('');

  test.each<[string, string]>([
    ['in a paragraph', `start _z_ ${times(100, (index) => `[[old name]] &copy; word${index} `)}_end_ __b__\n`],
    ['in a list', times(200, (index) => `*  one _x_ old ${index}\n   __b__ &auml; old and old\n`)],
    ['in a table', `a | b\n-|-\n${times(200, (index) => `old ${index} | _x_ old\n`)}`],
    ['in a quote', times(50, (index) => `> _q_ old ${index}\\\n`) + '> end\n'],
    ['at the beginnings of lines', times(60, (index) => `*  one _x_ ${index}\n     old\n   - in\n     old and\n     old\n`)],
    ['in code', `~~~ c\n${times(200, (index) => `old ${index}\n`)}~~~\n`],
  ])('%s changes its own letters', (_, markdown) => {
    expect(replaced(markdown, 'old', 'newer')).toBe(markdown.replaceAll('old', 'newer'));
    expect(replaced(markdown, 'old', 'very old')).toBe(markdown.replaceAll('old', 'very old'));
  });
});

test('a long text that comes into a paragraph changes nothing of what stands around it', () => {
  const markdown = 'start _z_ &copy; __b__ here, and _end_\\\nlast\n';
  const long = 'A sentence of some words. '.repeat(40);
  const change = (made: Change): Transform => made.tr.insert(made.at(', and'), noteSchema.text(long));
  expect(after(markdown, change)).toBe(markdown.replace(', and', `${long}, and`));
});

test('a block whose bytes cannot be kept is written anew once', () => {
  const [node] = parseNodes('one [two] *three* four_ five', {});
  if (node === undefined) throw new Error('there is no block');
  const tokenizing = vi.spyOn(tokenizer.block, 'State');
  const counted = (...had: UnwrittenSource['block']['had']): number => {
    tokenizing.mockClear();
    const { text } = new UnwrittenSource({ node, had, writing: { references: {}, lineEnding: '\n' }, first: false });
    expect(text).toContain('three');
    return tokenizing.mock.calls.filter(([markdown]) => markdown.trim() === text.trim()).length;
  };
  const once = counted();
  expect(once).toBeGreaterThan(0);
  // Bytes that are not those of the block: nothing that is tried in them is read as it.
  expect(counted({ node: paragraph('one'), source: '# one\n' })).toBe(once + 1);
  tokenizing.mockRestore();
});

describe('front matter keeps the lines that did not change', () => {
  const mixed = '---\r\na: 1\nb: 2\r\nc: 3\n---\nText\r\nmore\r\n';
  test.each<Case>([
    ['blanks on its fences', '---  \ntitle: x\ntags: [qq]\n--- \n# T\n', typed('qq'), '---  \ntitle: x\ntags: [xqq]\n--- \n# T\n'],
    ['another end of its last line', '---\ntags: a\n---\r\nbody\r\n', typed('tags'), '---\nxtags: a\n---\r\nbody\r\n'],
    ...['теги', '日期', 'été', '«a»', '—', '.a', '$a', '📅'].map((key): Case => [
      `its fences, with a key that is renamed to ${key}`,
      '---\ntags: [a]\n---\nText\n',
      ({ tr }) => void tr.replaceWith(1, 5, noteSchema.text(key)),
      `---\n${key}: [a]\n---\nText\n`,
    ]),
    ['its ends of lines, with a letter', mixed, typed('b:'), mixed.replace('b', 'xb')],
    ['its ends of lines, with a line more', mixed, typed('c:', 'y: 1\n'), mixed.replace('c:', 'y: 1\r\nc:')],
    ['its ends of lines, with a line less', mixed, ({ tr }) => void tr.delete(6, 11), mixed.replace('b: 2\r\n', '')],
    ['its ends of lines, with a first line more', mixed, typed('a:', '\ny: 1\n'), mixed.replace('a:', '\r\ny: 1\r\na:')],
  ])('%s', (_, content, edit, wanted) => {
    expect(after(content, edit)).toBe(wanted);
  });

  test('but what is none any more is written as before', () => {
    expect(after(mixed, ({ tr }) => void tr.insert(1, noteSchema.text('---\n')))).toContain('```');
  });
});

test.each<[string, (tr: Transform, end: number) => Transform, string]>([
  ['is written on', (tr, end) => tr.insert(end, noteSchema.text('on')), 'B _i_ \\! __q__ there on\n'],
  ['gets a letter', (tr, end) => tr.insert(end - 2, noteSchema.text('x')), 'B _i_ \\! __q__ therxe\n'],
  ['loses the blank', (tr, end) => tr.delete(end - 1, end), 'B _i_ \\! __q__ there\n'],
])(
  'a text that ended with a blank when a script changed the note %s with the spelling and the line end that it has',
  (_, change, wanted) => {
    const source = NoteSource.parse('a\n\nB _i_ \\! __q__ there\n', 'Title');
    const live = source.advance(new Transform(source.doc).insert(source.doc.content.size - 1, noteSchema.text(' ')).doc);
    const next = live.rewrite(live.content().replace('a', 'b'))?.source ?? live;
    expect(next.advance(change(new Transform(next.doc), next.doc.content.size - 1).doc).content()).toBe(`b\n\n${wanted}`);
  },
);
