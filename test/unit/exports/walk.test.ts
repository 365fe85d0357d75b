import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf, type Block, type Inline } from '../../../main/exports/document.ts';
import { readNote, textsOf } from '../../support/export-notes.ts';

const blocks = (markdown: string): readonly Block[] => readNote(markdown).blocks;
const inlines = (markdown: string): readonly Inline[] => {
  const [first] = blocks(markdown);
  return first !== undefined && 'inlines' in first ? first.inlines : [];
};

describe('inline pieces', () => {
  test('text keeps its marks', () => {
    expect(inlines('a *b **c*** ~~d~~ `e`')).toEqual([
      { kind: 'text', text: 'a ', marks: {} },
      { kind: 'text', text: 'b ', marks: { em: true } },
      { kind: 'text', text: 'c', marks: { em: true, strong: true } },
      { kind: 'text', text: ' ', marks: {} },
      { kind: 'text', text: 'd', marks: { strike: true } },
      { kind: 'text', text: ' ', marks: {} },
      { kind: 'text', text: 'e', marks: { code: true } },
    ]);
  });

  test('the end of a line is a space, but none between Chinese and Japanese characters', () => {
    expect(textOf(inlines('one\ntwo'))).toBe('one two');
    expect(textOf(inlines('日本\n語'))).toBe('日本語');
    expect(textOf(inlines('한국\n어'))).toBe('한국 어');
  });

  test('tags of HTML are marks, from where they open to where they close', () => {
    expect(inlines('H<sub>2</sub>O <b>x *y*</b> <a href="https://example.org/">z</a>')).toEqual([
      { kind: 'text', text: 'H', marks: {} },
      { kind: 'text', text: '2', marks: { lowered: true } },
      { kind: 'text', text: 'O ', marks: {} },
      { kind: 'text', text: 'x ', marks: { strong: true } },
      { kind: 'text', text: 'y', marks: { strong: true, em: true } },
      { kind: 'text', text: ' ', marks: {} },
      { kind: 'text', text: 'z', marks: { link: { href: 'https://example.org/', title: null } } },
    ]);
  });

  test('scripts say nothing, and no link leads to one', () => {
    expect(textOf(inlines('a <script>alert(1)</script> b'))).toBe('a  b');
    expect(inlines('<a href="javascript:alert(1)">x</a>')).toEqual([{ kind: 'text', text: 'x', marks: {} }]);
    expect(inlines('a<br>b')).toEqual([{ kind: 'text', text: 'a', marks: {} }, { kind: 'break' }, { kind: 'text', text: 'b', marks: {} }]);
  });

  test('formulas come without their dollar signs', () => {
    expect(inlines('$x^2$')).toEqual([{ kind: 'math', tex: 'x^2', display: false }]);
    expect(blocks('$$\nx\n$$')).toEqual([{ kind: 'math', tex: 'x' }]);
  });
});

describe('blocks', () => {
  test('what only defines is left out', () => {
    expect(blocks('[a]: https://example.org/\n\ntext\n')).toMatchObject([{ kind: 'paragraph' }]);
  });

  test('lists keep their start, their sign and their tasks', () => {
    expect(blocks('3) a\n4) b\n')).toMatchObject([{ kind: 'list', numbers: { start: 3, delimiter: ')' }, tight: true }]);
    expect(blocks('- [ ] a\n- [x] b\n- c\n')).toMatchObject([{ numbers: null, items: [{ checked: false }, { checked: true }, { checked: null }] }]);
    expect(blocks('- a\n\n- b\n')).toMatchObject([{ tight: false }]);
  });

  test('front matter is names and values, and code where it is more', () => {
    expect(blocks('---\ntitle: "A"\ntags:\n  - x\n  - y\n---\n')).toMatchObject([{ kind: 'properties', rows: [['title', 'A'], ['tags', '- x\n- y']] }]);
  });

  test('HTML is what it says', () => {
    expect(blocks('<details><summary>S</summary>T</details>')).toEqual([
      { kind: 'paragraph', inlines: [{ kind: 'text', text: 'S', marks: { strong: true } }] },
      { kind: 'paragraph', inlines: [{ kind: 'text', text: 'T', marks: {} }] },
    ]);
    expect(blocks('<ul><li>a</li><li>b</li></ul>')).toMatchObject([{ kind: 'list', items: [{}, {}] }]);
    expect(blocks('<table><tr><th>a</th></tr><tr><td>b</td><td>c</td></tr></table>')).toMatchObject([{ kind: 'table', header: [{}, {}], rows: [[{}, {}]] }]);
    expect(blocks('<!-- nothing -->')).toEqual([]);
    expect(blocks(`${'<div>'.repeat(5_000)}deep`)).toMatchObject([{ inlines: [{ text: 'deep' }] }]);
  });
});

describe('footnotes', () => {
  test('are numbered as the text refers to them, and none is lost', () => {
    const { blocks, footnotes } = readNote('a[^x] b[^y] c[^x] d[^none]\n\n[^y]: second\n[^unused]: third\n[^x]: first\n');
    expect(blocks[0]).toMatchObject({ inlines: [{ text: 'a' }, { number: 1 }, { text: ' b' }, { number: 2 }, { text: ' c' }, { number: 1 }, { text: ' d[^none]' }] });
    expect(footnotes.map((note) => textsOf({ blocks: note, footnotes: [] }))).toEqual([['first'], ['second'], ['third']]);
  });

  test('have blocks of their own, and can refer to others', () => {
    const { footnotes } = readNote('a[^x]\n\n[^x]: one[^y]\n\n    - list\n\n[^y]: two\n');
    expect(footnotes).toMatchObject([[{ kind: 'paragraph', inlines: [{ text: 'one' }, { number: 2 }] }, { kind: 'list' }], [{ kind: 'paragraph' }]]);
  });
});

test('any text can be read', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom('# ', '- ', '> ', '`', '```', '*', '**', '[^a]', '[^a]: ', '$', '$$', '<b>', '</b>', '<div>', '|', '---', '\n', '\n\n', 'word ', '![a](b)', '[c](d)', '1. ', '  ')), (parts) => {
    expect(readNote(parts.join('')).blocks).toBeInstanceOf(Array);
  }), { seed: 7, numRuns: 300 });
});
