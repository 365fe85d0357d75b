import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainTextOf, type Block, type Inline } from '../../../main/features/exports/document.ts';
import { readNote, textsOf } from '../../support/export-notes.ts';
import { runs } from '../../support/property.ts';

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

  test('links by titles show what the page does, and words between == are marked', () => {
    expect(plainTextOf(inlines('See [[Plan]], [[Home/Plan#Week|the week]] and `[[Plan]]`.'))).toBe('See Plan, the week and [[Plan]].');
    expect(inlines('a ==b [[C]]== d == e `==f==`')).toEqual([
      { kind: 'text', text: 'a ', marks: {} },
      { kind: 'text', text: 'b C', marks: { highlight: true } },
      { kind: 'text', text: ' d == e ', marks: {} },
      { kind: 'text', text: '==f==', marks: { code: true } },
    ]);
  });

  test('callouts have a title in bold type, and no sign', () => {
    const said = (markdown: string): unknown =>
      blocks(markdown).map((block) =>
        block.kind === 'quote' ? block.blocks.map((each) => ('inlines' in each ? each.inlines : each.kind)) : block,
      );
    const bold = (text: string): object => ({ kind: 'text', text, marks: { strong: true } });
    const plain = (text: string): object => ({ kind: 'text', text, marks: {} });
    expect(said('> [!note]- Title\n> text\n>\n> - item\n')).toEqual([[[bold('Title')], [plain('text')], 'list']]);
    expect(said('> [!WARNING]\n> text')).toEqual([[[bold('Warning')], [plain('text')]]]);
    expect(said('> [!tip]')).toEqual([[[bold('Tip')]]]);
    expect(said('> [no] callout')).toEqual([[[plain('[no] callout')]]]);
  });

  test('the end of a line is a space, but none between Chinese and Japanese characters', () => {
    expect(plainTextOf(inlines('one\ntwo'))).toBe('one two');
    expect(plainTextOf(inlines('日本\n語'))).toBe('日本語');
    expect(plainTextOf(inlines('한국\n어'))).toBe('한국 어');
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
    expect(plainTextOf(inlines('a <script>alert(1)</script> b'))).toBe('a  b');
    expect(inlines('<a href="javascript:alert(1)">x</a>')).toEqual([{ kind: 'text', text: 'x', marks: {} }]);
    expect(inlines('a<br>b')).toEqual([{ kind: 'text', text: 'a', marks: {} }, { kind: 'break' }, { kind: 'text', text: 'b', marks: {} }]);
  });

  test.each([
    'In C# use List<object> for items, then call it twice.',
    'Fill in <template> and <style> as the name of the file, please.',
    'The <script> tag and its closing form </script matter.',
    'a <head> b <iframe> c <noembed> d <noframes> e',
    'Map<link> and Vec<u>, Set<string> and </T>, <Button/>',
    'an <img> or an <input> of it',
  ])('what only looks like a tag is text: %s', (markdown) => {
    expect(plainTextOf(inlines(markdown))).toBe(markdown);
    expect(textsOf(readNote(`# ${markdown}\n\n- ${markdown}\n\n| ${markdown} |\n|---|\n`))).toEqual([markdown, markdown, markdown]);
  });

  test('a word that looks like a tag has the marks around it', () => {
    expect(inlines('**List<object>** x')).toEqual([
      { kind: 'text', text: 'List<object>', marks: { strong: true } },
      { kind: 'text', text: ' x', marks: {} },
    ]);
  });

  test('tags that come in pairs, that shape text or have attributes are not shown, their content is', () => {
    expect(plainTextOf(inlines('<object>a</object> <template>b</template> <iframe src="x">c</iframe> <custom-tag>d</custom-tag>'))).toBe(
      'a b c d',
    );
    expect(plainTextOf(inlines('H<sub>2</sub>O, x<sub>2, <b>bold, one<p>two, <Foo a="b"/></i><!-- <object> -->'))).toBe(
      'H2O, x2, bold, onetwo, ',
    );
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
    expect(blocks('- [ ] a\n- [x] b\n- c\n')).toMatchObject([
      { numbers: null, items: [{ checked: false }, { checked: true }, { checked: null }] },
    ]);
    expect(blocks('- a\n\n- b\n')).toMatchObject([{ tight: false }]);
  });

  test('front matter is names and values, and code where it is more', () => {
    expect(blocks('---\ntitle: "A"\ntags:\n  - x\n  - y\n---\n')).toMatchObject([
      {
        kind: 'properties',
        rows: [
          ['title', 'A'],
          ['tags', '- x\n- y'],
        ],
      },
    ]);
    for (const none of ['---\n---\n', '---\n{ }\n---\n']) expect(blocks(`${none}text`)).toMatchObject([{ kind: 'paragraph' }]);
  });

  test('code has the language that the editor reads, also within braces', () => {
    const languages = ['js x', '{r, echo=FALSE}', '{#one .python .numberLines}', '{1,3}', ''];
    expect(blocks(languages.map((info) => `~~~${info}\nx\n~~~\n`).join('\n'))).toMatchObject(
      ['js', 'r', 'python', '{1,3}', ''].map((language) => ({ kind: 'code', language })),
    );
  });

  test('HTML is what it says', () => {
    expect(blocks('<details><summary>S</summary>T</details>')).toEqual([
      { kind: 'paragraph', inlines: [{ kind: 'text', text: 'S', marks: { strong: true } }] },
      { kind: 'paragraph', inlines: [{ kind: 'text', text: 'T', marks: {} }] },
    ]);
    expect(blocks('<ul><li>a</li><li>b</li></ul>')).toMatchObject([{ kind: 'list', items: [{}, {}] }]);
    expect(blocks('<table><tr><th>a</th></tr><tr><td>b</td><td>c</td></tr></table>')).toMatchObject([
      { kind: 'table', header: [{}, {}], rows: [[{}, {}]] },
    ]);
    expect(blocks('<!-- nothing -->')).toEqual([]);
    expect(blocks('<script>\nalert(1)\n</script>\n\n<style>\na {}\n</style>')).toEqual([]);
    expect(blocks(`${'<div>'.repeat(5_000)}deep`)).toMatchObject([{ inlines: [{ text: 'deep' }] }]);
  });

  test.each<[string, string[]]>([
    ['<object>\nblock text\n</object>\n\nafter', ['block text', 'after']],
    ['<template>\nblock text\n</template>', ['block text']],
    ['<iframe src="x"><p>fallback <b>words</b></p></iframe> tail', ['fallback words', 'tail']],
    ['<script> tag\n\nmore <b>words</b>', ['<script> tag', 'more words']],
    ['<div>\nUse List<string>, <c++>, Map<link> and <title> in it\n</div>', ['Use List<string>, <c++>, Map<link> and <title> in it']],
    ['<ul>text<li>item</li></ul>', ['text', 'item']],
    ['<table>above<tr>word<td>cell</td></tr></table>', ['above', 'word', 'cell']],
    [`${'<div>'.repeat(80)}List<object> and <b>more</b>`, ['List<object> and more']],
  ])('HTML loses no text: %j', (markdown, texts) => {
    expect(textsOf(readNote(markdown))).toEqual(texts);
  });
});

describe('footnotes', () => {
  test('are numbered as the text refers to them, and none is lost', () => {
    const { blocks, footnotes } = readNote('a[^x] b[^y] c[^x] d[^none]\n\n[^y]: second\n[^unused]: third\n[^x]: first\n');
    expect(blocks[0]).toMatchObject({
      inlines: [{ text: 'a' }, { number: 1 }, { text: ' b' }, { number: 2 }, { text: ' c' }, { number: 1 }, { text: ' d[^none]' }],
    });
    expect(footnotes.map((note) => textsOf({ blocks: note, footnotes: [] }))).toEqual([['first'], ['second'], ['third']]);
  });

  test('have blocks of their own, and can refer to others', () => {
    const { footnotes } = readNote('a[^x]\n\n[^x]: one[^y]\n\n    - list\n\n[^y]: two\n');
    expect(footnotes).toMatchObject([
      [{ kind: 'paragraph', inlines: [{ text: 'one' }, { number: 2 }] }, { kind: 'list' }],
      [{ kind: 'paragraph' }],
    ]);
  });
});

test('any text can be read', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '# ',
          '- ',
          '> ',
          '`',
          '```',
          '*',
          '**',
          '[^a]',
          '[^a]: ',
          '$',
          '$$',
          '<b>',
          '</b>',
          '<div>',
          '|',
          '---',
          '\n',
          '\n\n',
          'word ',
          '![a](b)',
          '[c](d)',
          '1. ',
          '  ',
        ),
      ),
      (parts) => {
        expect(readNote(parts.join('')).blocks).toBeInstanceOf(Array);
      },
    ),
    runs(100, 7),
  );
});

describe('addresses that are written out', () => {
  const links = (markdown: string): (string | undefined)[][] =>
    inlines(markdown).flatMap((inline) =>
      inline.kind === 'text' && inline.marks.link !== undefined ? [[inline.text, inline.marks.link.href]] : [],
    );

  test('are links, without the signs around them', () => {
    expect(links('See https://example.org/a_b, (www.example.org) and **me@example.org**.')).toEqual([
      ['https://example.org/a_b', 'https://example.org/a_b'],
      ['www.example.org', 'http://www.example.org'],
      ['me@example.org', 'mailto:me@example.org'],
    ]);
    expect(links('one\nwww.example.org')).toHaveLength(1);
  });

  test('are none in code and within another link', () => {
    expect(links('`https://example.org` <kbd>www.example.org</kbd>')).toEqual([]);
    expect(
      links('[www.example.org](https://other.example/) <a href="https://other.example/">me@example.org</a>').map(([, href]) => href),
    ).toEqual(['https://other.example/', 'https://other.example/']);
  });

  test('and the words around them say the same as before', () => {
    expect(plainTextOf(inlines('a https://example.org b@c.de, xhttps://d.example'))).toBe(
      'a https://example.org b@c.de, xhttps://d.example',
    );
  });
});

describe('pictures', () => {
  const svg = 'data:image/svg+xml;base64,PHN2Zy8+';

  test('a drawing in a data address is a picture, with the text and the link around it', () => {
    expect(inlines(`a ![alt](${svg} "t") b`)).toMatchObject([
      { text: 'a ' },
      { kind: 'image', src: svg, alt: 'alt', title: 't' },
      { text: ' b' },
    ]);
    expect(inlines('![](data:image/svg+xml,%3Csvg%20fill=%22url(#a)%22/%3E)')).toMatchObject([
      { kind: 'image', src: 'data:image/svg+xml,%3Csvg%20fill=%22url(#a)%22/%3E' },
    ]);
    expect(inlines(`[![alt](${svg})](https://example.org/)`)).toMatchObject([
      { kind: 'image', marks: { link: { href: 'https://example.org/' } } },
    ]);
    expect(inlines(`\`![alt](${svg})\``)).toEqual([{ kind: 'text', text: `![alt](${svg})`, marks: { code: true } }]);
  });

  test('a file that is embedded in Obsidian’s way is a picture by its name, with its size; a note is none', () => {
    expect(inlines('a ![[Media/My Photo.PNG|300x200]] *![[my photo.png|wide]]*')).toMatchObject([
      { text: 'a ' },
      {
        kind: 'image',
        src: '![[my photo.png]]',
        alt: 'My Photo.PNG',
        size: { width: { value: 300, unit: 'px' }, height: { value: 200, unit: 'px' } },
      },
      { text: ' ' },
      { kind: 'image', src: '![[my photo.png]]', alt: 'my photo.png', size: null, marks: { em: true } },
    ]);
    expect(inlines('![[Some note]] `![[a.png]]`')).toMatchObject([{ text: 'Some note ' }, { text: '![[a.png]]', marks: { code: true } }]);
  });

  test.each([
    ['width=50 height="20"', { width: { value: 50, unit: 'px' }, height: { value: 20, unit: 'px' } }],
    ['width="50%" height="30%"', { width: { value: 50, unit: '%' }, height: null }],
    ['width="10" style="max-width: 5px; width: 33.5px"', { width: { value: 33.5, unit: 'px' }, height: null }],
    ['width="auto" height="-3"', null],
    ['', null],
  ])('have the size that HTML gives them: %s', (attributes, size) => {
    expect(inlines(`a <img src="https://example.org/x.png" ${attributes}>`)).toMatchObject([{}, { kind: 'image', size }]);
    expect(blocks(`<p><img src="https://example.org/x.png" ${attributes}></p>`)).toMatchObject([{ inlines: [{ kind: 'image', size }] }]);
  });
});

describe('tables of HTML', () => {
  /** A word for each place: `<` and `^` are covered from the left and from above. */
  const shape = (html: string): { rows: string[]; headRows: number } => {
    const [table] = blocks(html);
    if (table?.kind !== 'table') throw new Error('no table');
    return {
      rows: [table.header, ...table.rows].map((row) =>
        row
          .map(
            ({ inlines, columns, rows, covered }) =>
              `${covered === undefined ? plainTextOf(inlines) : covered === 'left' ? '<' : '^'}${columns === undefined ? '' : `:${columns}`}${rows === undefined ? '' : `/${rows}`}`,
          )
          .join(' '),
      ),
      headRows: table.headRows ?? 0,
    };
  };

  test('have each cell below its own header where cells reach over columns and rows', () => {
    expect(
      shape(
        '<table><tr><th rowspan=2>Name</th><th colspan=2>Score</th></tr><tr><th>A</th><th>B</th></tr><tr><td>Ann</td><td>1</td><td>2</td></tr></table>',
      ),
    ).toEqual({ rows: ['Name/2 Score:2 <', '^ A B', 'Ann 1 2'], headRows: 1 });
    expect(
      shape('<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td colspan=2 rowspan=2>x</td><td>1</td></tr><tr><td>2</td></tr></table>'),
    ).toEqual({ rows: ['a b c', 'x:2/2 < 1', '^:2 < 2'], headRows: 0 });
  });

  test('have all rows of a head, and no cell reaches out of its part', () => {
    expect(
      shape(
        '<table><thead><tr><th>a</th></tr><tr><th rowspan=9>b</th></tr></thead><tbody><tr><td rowspan=0>c</td></tr><tr></tr></tbody></table>',
      ),
    ).toEqual({ rows: ['a', 'b', 'c/2', '^'], headRows: 1 });
  });

  test('are no wider than their cells', () => {
    expect(shape('<table><tr><th>a</th><th>b</th></tr><tr><td colspan=1000>all</td></tr></table>')).toEqual({
      rows: ['a b', 'all:2 <'],
      headRows: 0,
    });
  });

  test('keep what lists and code in their cells say: lines, links and pictures', () => {
    const cells =
      '<ul><li><a href="https://example.org/a">A link</a></li><li>with <img src="/p.png" alt="Picture"><ol start=3><li>in</li></ol></li></ul>|' +
      '<pre>one\n  two</pre>|<blockquote><p>said <b>so</b></p></blockquote>';
    const [block] = readNote(`<table><tr>${cells.replace(/^|\|/g, '<td>')}</tr></table>`).blocks;
    const table = block?.kind === 'table' ? block : null;
    const said = table?.header.map(({ inlines }) =>
      inlines
        .map((inline) => {
          if (inline.kind === 'break') return '\n';
          if (inline.kind !== 'text') return inline.kind === 'image' ? `(${inline.src})` : '';
          return inline.marks.link === undefined ? inline.text : `[${inline.text}](${inline.marks.link.href})`;
        })
        .join(''),
    );
    expect(said).toEqual(['• [A link](https://example.org/a)\n• with (/p.png)\n3. in', 'one\n  two', 'said so']);
    expect(table?.header[2]?.inlines.at(-1)).toMatchObject({ text: 'so', marks: { strong: true } });
  });
});
