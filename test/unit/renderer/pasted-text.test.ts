// Plain text that is pasted into a note, by what the note is afterwards.

import type { Node, Slice } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import { describe, expect, test, vi } from 'vitest';
import { editorAt } from './typed-keys.ts';

function pasted(markdown: string, ...texts: readonly string[]): string {
  const editor = editorAt(markdown);
  for (const text of texts) editor.paste(text);
  editor.write('X');
  return editor.markdown;
}

describe('an address that is pasted', () => {
  test.each([
    ['into the text of a link', '[he‸re](http://a)\n', '[he](http://a)<https://b.example/>X[re](http://a)\n'],
    ['at the end of a link', '[here](http://a)‸\n', '[here](http://a)<https://b.example/>X\n'],
    ['at the start of a link', '‸[here](http://a)\n', '<https://b.example/>X[here](http://a)\n'],
    ['into bold text', '**bo‸ld**\n', '**bo<https://b.example/>Xld**\n'],
    ['into an address', '<https://a.ex‸ample/>\n', '<https://a.ex><https://b.example/>X[ample/](https://a.example/)\n'],
  ])('%s is a link of its own', (_, markdown, expected) => {
    expect(pasted(markdown, 'https://b.example/')).toBe(expected);
  });
});

/** What is copied from a note between its two signs for the cursor. */
function copied(markdown: string): Slice {
  const editor = editorAt(markdown.replace(/‸([\s\S]*)‸/, '$1‸'));
  const { from: end } = editor.state.selection;
  const { from: start } = editorAt(markdown.replace(/‸([\s\S]*)‸/, '‸$1')).state.selection;
  return editor.state.doc.slice(start, end, true);
}

describe('source and tables at the end of what is pasted', () => {
  test.each([
    ['code', '‸one\n\n```\na\nb‸\n```\n', 'Before one\n\n```\na\nb\n```\n\nafter\n'],
    ['a definition', '‸one\n\n[a]: /b‸\n', 'Before one\n\n[a]: /b\n\nafter\n'],
    ['a footnote', '‸one\n\n[^1]: note‸\n', 'Before one\n\n[^1]: note\n\nafter\n'],
    ['HTML', '‸one\n\n<div>\n</div>‸\n', 'Before one\n\n<div>\n</div>\n\nafter\n'],
    ['nothing but code', '```js\n‸a\nb‸\n```\n', 'Before\n\n```js\na\nb\n```\n\nafter\n'],
    ['code in a list', '‸one\n\n- ```\n  a‸\n  ```\n', 'Before one\n\n- ```\n  a\n  ```\n\nafter\n'],
    ['code in a quote', '‸one\n\n> ```\n> a‸\n> ```\n', 'Before one\n\n> ```\n> a\n> ```\n\nafter\n'],
    [
      'a table up to a cell',
      '‸one\n\n| a | b |\n| --- | --- |\n| c‸ | d |\n',
      'Before one\n\n| a | b |\n| --- | --- |\n| c |   |\n\nafter\n',
    ],
    ['a table in a quote', '‸one\n\n> | a |\n> | --- |\n> | c‸ |\n', 'Before one\n\n> | a |\n> | --- |\n> | c |\n\nafter\n'],
  ])('takes in nothing of the paragraph behind it: %s', (_, markdown, expected) => {
    const editor = editorAt('Before ‸after\n');
    editor.paste(copied(markdown));
    expect(editor.markdown.replace(/\n+/g, '\n')).toBe(expected.replace(/\n+/g, '\n'));
    expect(editor.state.doc.lastChild?.toString()).toBe('paragraph("after")');
  });

  test('is text where it is a part of one line', () => {
    const editor = editorAt('Before ‸after\n');
    editor.paste(copied('```\none ‸two‸\nthree\n```\n'));
    expect(editor.markdown).toBe('Before twoafter\n');
  });

  test.each([
    ['code in a list', '- ```\n  b\n  ```', '- Before ‸after\n', '- Before\n\n  ```\n  b\n  ```\n\n  after\n'],
    ['code in an empty paragraph', '```\nb\n```', 'a\n\n‸\n', 'a\n\n```\nb\n```\n'],
  ])('is a block of its own: %s', (_, text, markdown, expected) => {
    const editor = editorAt(markdown);
    editor.paste(text);
    expect(editor.markdown.replace(/\n+/g, '\n')).toBe(expected.replace(/\n+/g, '\n'));
  });
});

describe('markdown that is pasted behind text', () => {
  test.each([
    ['a fence of one line', '```js\nx\n```', 'before\n\n```js\nx\n```\n\nXafter\n'],
    ['a list', '- a\n  - b\n- c', 'before\n\n- a\n  - b\n- cX\n\nafter\n'],
    ['tasks', '- [x] a\n- [ ] b', 'before\n\n- [x] a\n- [ ] bX\n\nafter\n'],
    ['a heading and text', '# H\n\nb', 'before\n\n# H\n\nbX\n\nafter\n'],
    ['a quote', '> a\n> b', 'before\n\n> a\n> bX\n\nafter\n'],
    ['a callout', '> [!note] T\n> b', 'before\n\n> [!note] T\n> bX\n\nafter\n'],
    ['details', '<details>\n<summary>s</summary>\n</details>', 'before\n\n<details>\n<summary>s</summary>\n</details>\n\nXafter\n'],
    ['bold words', 'a **b**', 'beforea **bX**\n\nafter\n'],
  ])('stays what it is: %s', (_, text, expected) => {
    expect(pasted('before‸\n\nafter\n', text)).toBe(expected);
  });

  test('stays what it is between words, and goes on with the list that it is pasted into', () => {
    expect(pasted('bef‸ore\n', '- a\n- b')).toBe('bef\n\n- a\n- b\n\nXore\n');
    expect(pasted('- one‸\n- two\n', '- a\n- b')).toBe('- onea\n- bX\n- two\n');
  });
});

describe('code of an editor of code', () => {
  const code = 'if (a) {\n    b();\n\n    c();\n}';
  const lines = code.split('\n').map((line) => `<div><span style="color: #111;">${line}</span></div>`);
  const html = `<meta charset='utf-8'><div style="font-family: Menlo;white-space: pre;">${lines.join('')}</div>`;
  const plain = pasted('a ‸b\n', code);

  test.each([
    ['of VS Code', { 'text/html': html, 'vscode-editor-data': '{"version":1}' }],
    ['that says so', { 'text/html': html }],
  ])('%s is its plain text, with the blanks of its lines', (_, beside) => {
    const editor = editorAt('a ‸b\n');
    editor.paste(code, beside);
    editor.write('X');
    expect(editor.markdown).toBe(plain);
    expect(plain).toMatch(/(?:&#32;|&nbsp;| ){4}b\(\)/);
  });
});

describe('code of VS Code with its language', () => {
  const python = 'def f(x):\n    # twice\n    return *x*';
  const html = `<div style="white-space: pre;"><div>${python.replaceAll('\n', '</div><div>')}</div></div>`;
  const from = (mode: string, source = html): Readonly<Record<string, string>> => ({
    ...(source === '' ? {} : { 'text/html': source }),
    'vscode-editor-data': JSON.stringify({ version: 1, isFromEmptySelection: false, mode }),
  });
  const pastedFrom = (markdown: string, text: string, beside: Readonly<Record<string, string>>): string => {
    const editor = editorAt(markdown);
    editor.paste(text, beside);
    return editor.markdown;
  };

  test.each([
    ['between words', 'a‸b\n', python, from('python'), `a\n\n\`\`\`python\n${python}\n\`\`\`\n\nb\n`],
    ['without HTML', 'a‸\n', `${python}\n`, from('python', ''), `a\n\n\`\`\`python\n${python}\n\`\`\`\n`],
    ['in an empty note', '‸\n', '<A />\r\n<B />', from('typescriptreact'), '```tsx\n<A />\n<B />\n```\n'],
    ['in a list', '- a\n- ‸\n', '*p\n*q', from('c'), '- a\n- ```c\n  *p\n  *q\n  ```\n'],
  ])('is a block of it, %s', (_, markdown, text, beside, expected) => {
    expect(pastedFrom(markdown, text, beside)).toBe(expected);
  });

  test.each([
    ['a part of a line stays in the line, and is no markdown', 'a ‸b\n', '**kwargs', from('python'), 'a **kwargsb\n'],
    ['an address is a link', 'a ‸\n', 'https://a.org/b', from('python'), 'a <https://a.org/b>\n'],
    ['markdown is markdown', 'a\n\n‸\n', '- b\n- *c*', from('markdown'), 'a\n\n- b\n- *c*\n'],
    ['text is text', 'a\n\n‸\n', 'b\nc', from('plaintext'), 'a\n\nb\nc\n'],
    ['in code it is plain', '```\n‸\n```\n', 'b\nc', from('python', ''), '```\nb\nc\n```\n'],
  ])('%s', (_, markdown, text, beside, expected) => {
    expect(pastedFrom(markdown, text, beside)).toBe(expected);
  });
});

describe('a label that the note has for something else', () => {
  const linked = '‸\n\nsee [a][1] and ![p][1]\n\n[1]: /old\n';
  const noted = '‸\n\nold[^1] and[^2]\n\n[^1]: old\n';

  test.each([
    ['links', linked, 'x [b][1] [1] ![q][1]\n\n[1]: /new', 'x [b][2] [1][2] ![q][2]\n\n[2]: /new\n'],
    ['links, beside the next number', linked, 'x [b][1] [c][2]\n\n[1]: /new\n\n[2]: /c', 'x [b][3] [c][2]\n\n[3]: /new\n\n[2]: /c\n'],
    [
      'links in a footnote',
      linked,
      'x[^1]\n\n[^1]: see [b][1], [1][], [1] and [1](/c)\n\n[1]: /new',
      'x[^1]\n\n[^1]: see [b][2], [1][2], [1][2] and [1](/c)\n\n[2]: /new\n',
    ],
    ['links without a text', linked, '# x [][1]\n\n[1]: /new', '# x [][2]\n\n[2]: /new\n'],
    ['links to the same', linked, 'x [b][1]\n\n[1]: /old', 'x [b][1]\n\n[1]: /old\n'],
    ['footnotes', noted, 'new[^1]\n\n[^1]: new[^1]', 'new[^3]\n\n[^3]: new[^3]\n'],
    ['footnotes that are the same', noted, 'new[^1]\n\n[^1]: old', 'new[^1]\n\n[^1]: old\n'],
    ['references alone', noted, 'new[^1] `x`', 'new[^1] `x`\n'],
  ])('is another one in what is pasted: %s', (_, markdown, text, expected) => {
    const editor = editorAt(markdown);
    const before = editor.state.doc;
    editor.paste(text);
    const { doc } = editor.state;
    const below = ({ children }: Node): unknown[] => children.slice(1 - before.childCount).map((block) => block.toJSON() as unknown);
    expect(below(doc)).toEqual(below(before));
    expect(editor.markdown).toBe(`${expected}${markdown.replace('‸\n', '')}`);
  });

  test('is that of a word with a number', () => {
    const editor = editorAt('‸\n\nsee [a][here]\n\n[Here]: /old\n');
    editor.paste('x [here]\n\n[here]: /new "t"');
    expect(editor.markdown).toBe('x [here][here-2]\n\n[here-2]: /new "t"\n\nsee [a][here]\n\n[Here]: /old\n');
  });

  test('stays as it is where the note loses its own', () => {
    const editor = editorAt('see [a][1]\n\n[1]: /old‸\n');
    editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, 1, editor.state.selection.head)));
    editor.paste('x [b][1]\n\n[1]: /new');
    expect(editor.markdown).toBe('x [b][1]\n\n[1]: /new\n');
  });
});

describe('a whole note with front matter', () => {
  const note = '---\ntitle: x\ntags: [a]\n---\n\n# T\n\ntext\n';
  const asCode = '```yaml\ntitle: x\ntags: [a]\n```\n\n# T\n\ntext';
  const { doc } = editorAt(note).state;

  test.each([
    ['below text', 'one\n\n‸\n', `one\n\n${asCode}\n`],
    ['behind text', 'before‸\n', `before\n\n${asCode}\n`],
    ['into a list', '- one‸\n- two\n', '- one\n\n  ```yaml\n  title: x\n  tags: [a]\n  ```\n\n  # T\n\n  text\n- two\n'],
    ['above front matter', '---\na: b\n---\n\n‸\n', `---\na: b\n---\n\n${asCode}\n`],
    ['at the start', '‸\n\nrest\n', '---\ntitle: x\ntags: [a]\n---\n\n# T\n\ntext\n\nrest\n'],
  ])('%s has it as code, if not at the start', (_, markdown, expected) => {
    for (const copy of [note, doc.slice(0, doc.content.size)]) {
      const editor = editorAt(markdown);
      editor.paste(copy);
      expect(editor.markdown.replace(/\n+/g, '\n')).toBe(expected.replace(/\n+/g, '\n'));
    }
  });
});

test.each([
  ['footnotes', (label: number, text: string) => `[^${label}]: ${text}\n`],
  ['definitions', (label: number, text: string) => `[${label}]: /${text}\n`],
])('%s by the hundred get free numbers without looking for each through all the others', (_, one) => {
  const many = (text: string): string => Array.from({ length: 500 }, (__, index) => one(index + 1, text)).join('\n');
  const has = vi.spyOn(Set.prototype, 'has');
  const editor = editorAt(`${many('a')}\n‸\n`);
  editor.paste(many('b'));
  expect(editor.markdown).toContain(one(1000, 'b'));
  expect(has.mock.calls.filter(([key]) => typeof key === 'string').length).toBeLessThan(20_000);
  has.mockRestore();
});
