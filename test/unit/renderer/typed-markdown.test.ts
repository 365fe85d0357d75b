// What is typed becomes what it means, and text again by undo or Backspace right after.

import type { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { parseNodes } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { serializeDocument } from '../../../main/contract/markdown/serialize/serialize.ts';
import { editorAt, TypedEditor, type Press } from './typed-keys.ts';

const { nodes } = noteSchema;
const backspace: Press = { key: 'Backspace' };
const undo: Press = { key: 'z', ctrlKey: true };

function typed(text: string, ...presses: readonly Press[]): string {
  return typedIn(nodes.doc.create(null, nodes.paragraph.create()), text, ...presses);
}

function typedIn(doc: Node, text: string, ...presses: readonly Press[]): string {
  const editor = new TypedEditor(doc);
  editor.click(0);
  for (const letter of text) {
    if (letter === '\n') editor.press({ key: 'Enter' });
    else editor.type(letter);
  }
  for (const press of presses) editor.press(press);
  return serializeDocument(editor.state.doc);
}

test.each([
  ['a formula in a line', 'a $x$', 'a $x$\n', 'a \\$x$\n'],
  ['a formula of its own, by Enter', '$$\n', '$$\n$$\n', '\\$$\n'],
  ['a formula of its own, by its last sign', '$$x$$', '$$x$$\n', '\\$$x$$\n'],
  ['the header of a table', '| **a** | b | c |\n', '| **a** | b | c |\n| --- | --- | --- |\n|   |   |   |\n', '| **a** | b | c |\n'],
  ['a table in a list', '- |a|b|\n', '- | a | b |\n  | --- | --- |\n  |   |   |\n', '- |a|b|\n'],
  ['a reference to a footnote', 'a[^1]', 'a[^1]\n', 'a\\[^1]\n'],
  ['the text of a footnote', '[^1]: ', '[^1]: \n', '[^1]\\:\n'],
  ['a fence', '```js\n', '```js\n```\n', '\\```js\n'],
])('%s', (_, text, meant, before) => {
  expect(typed(text)).toBe(meant);
  expect([typed(text, backspace), typed(text, undo)].map((each) => each.trimEnd())).toEqual([before.trimEnd(), before.trimEnd()]);
});

test.each([
  ['[wiki](https://en.wikipedia.org/wiki/Go_(game))x', '[wiki](https://en.wikipedia.org/wiki/Go_(game))x\n'],
  ['([a](https://a.org/x(y(z))))', '([a](https://a.org/x(y(z))))\n'],
  ['([a](https://a.org/x))', '([a](https://a.org/x))\n'],
  ['[a](<a b.md>)x', '[a](a%20b.md)x\n'],
  ['![p](<a (b).png> "t")x', '![p](a%20(b).png "t")x\n'],
  ['![p](a_(1).png)', '![p](a_(1).png)\n'],
])('%j is a link or a picture', (text, meant) => {
  const editor = new TypedEditor(nodes.doc.create(null, nodes.paragraph.create()));
  editor.write(text);
  expect(editor.markdown).toBe(meant);
  expect(editor.state.doc.firstChild?.children.some(({ isText, marks }) => !isText || marks.length > 0)).toBe(true);
});

test.each(['[a](x(y)', '[a](<javascript:x y>)', '[a](<x)'])('%j is no link', (text) => {
  const editor = new TypedEditor(nodes.doc.create(null, nodes.paragraph.create()));
  editor.write(text);
  expect(editor.state.doc.textContent).toBe(text);
});

test.each([
  ['$$\nE=mc^2\n$$\nb', '$$\nE=mc^2\n$$\n\nb\n'],
  ['$$\n$$\nb', '$$\n$$\n\nb\n'],
  ['$$x$$\nb', '$$x$$\n\nb\n'],
  ['$$\na $$\nb', '$$\na $$\nb\n$$\n'],
])('a formula ends at its closing sign, also where that is typed: %j', (text, meant) => {
  expect(typed(text)).toBe(meant);
});

test.each([
  ['```js\nlet a;\n```\nb', '```js\nlet a;\n```\n\nb\n'],
  ['```\n```\nb', '```\n```\n\nb\n'],
  ['~~~py\nx\n~~~\nb', '```py\nx\n```\n\nb\n'],
  ['~~~ x\n```\nb', '```\nx\n```\n\nb\n'],
  ['```\na ```\nb', '````\na ```\nb\n````\n'],
  ['```md\n```\nb', '````md\n```\nb\n````\n'],
])('code ends at a fence that is typed behind it: %j', (text, meant) => {
  expect(typed(text)).toBe(meant);
});

test('a fence that has closed code is text of it again by Backspace', () => {
  expect(typed('```\na\n```\n', backspace)).toBe('````\na\n```\n````\n');
});

test('front matter ends at the sign that is typed behind it, also where it is empty', () => {
  const editor = editorAt('---\na: 1‸\n---\n\nb\n');
  editor.write('\n---\nx');
  expect(editor.markdown).toBe('---\na: 1\n---\n\nx\n\nb\n');

  const emptied = editorAt('---\na‸: 1\n---\n\nb\n');
  emptied.dispatch(emptied.state.tr.delete(1, 5));
  emptied.write('---\nx');
  expect(emptied.markdown).toBe('---\n---\n\nx\n\nb\n');
});

// A rule on the first line is written by stars: by hyphens it could begin front matter.
test.each([
  ['bold and italic words of stars', '***so*** b', '***so*** b\n\nnext\n'],
  ['bold and italic words of underscores', '___so___ b', '***so*** b\n\nnext\n'],
  ['a rule of hyphens', '---b', '***\n\nb\n\nnext\n'],
  ['a rule of stars, by Enter', '***\nb', '***\n\nb\n\nnext\n'],
  ['a rule of underscores, by a blank', '___ b', '***\n\nb\n\nnext\n'],
  ['front matter', '---\ntitle: x\ntags: [a]\n---b', '---\ntitle: x\ntags: [a]\n---\n\nb\n\nnext\n'],
  ['front matter with a list', '---\ntags:\n- a\nb\n\nkey: x\n---c', '---\ntags:\n- a\n- b\nkey: x\n---\n\nc\n\nnext\n'],
  ['a list alone between rules', '---\n\n- eggs: 6\n\n---c', '***\n\n- eggs: 6\n\n---\n\nc\n\nnext\n'],
  ['a list of other signs between rules', '---\nkey: x\n* a\n\n---c', '***\n\nkey: x\n\n* a\n\n---\n\nc\n\nnext\n'],
  ['two rules around words', '---\n(none)\n---b', '***\n\n(none)\n\n---\n\nb\n\nnext\n'],
  ['two rules right around words', '---title: x\n---b', '***\n\ntitle: x\n\n---\n\nb\n\nnext\n'],
])('%s, and what is typed next, above other text', (_, text, meant) => {
  expect(typedIn(nodes.doc.create(null, [nodes.paragraph.create(), ...parseNodes('next\n', {})]), text)).toBe(meant);
});

test('a task has the bullet of the other lists', () => {
  const doc = nodes.doc.create(null, [nodes.paragraph.create(), ...parseNodes('x\n\n* a\n', {})]);
  expect(typedIn(doc, '[ ] b')).toBe('* [ ] b\n\nx\n\n* a\n');
});

test('the line below the header of a table aligns its columns where the table is made already', () => {
  expect(typed('| a | b |\n|:-|-:|\nx')).toBe('| a | b |\n| :-- | --: |\n| x |   |\n');
});

test.each([['| a |\n'], ['a | b |\n'], ['| a | b\n'], ['$$ x\n'], ['$5 and $6\n'], ['`$x$`\n'], ['[[A|b]]\n']])('%j stays text', (text) => {
  expect(typed(text)).not.toMatch(/---|^\$\$/m);
});

test.each([
  ['[[__init__]] *b*', '[[__init__]] *b*\n'],
  ['![[*a* $x$ ~~c~~.png]]', '![[*a* $x$ ~~c~~.png]]\n'],
  ['[[a|*b*]]', '[[a|*b*]]\n'],
])('%j is a link by its title, which is text', (text, meant) => {
  expect(typed(text)).toBe(meant);
});

test.each([['`if [[ -f` *b* $x$'], ['a [[ b\\\n*c* **d**'], ['a [[ b `c` ~~d~~']])(
  'brackets in code or on another line begin no title: %j',
  (text) => {
    const editor = new TypedEditor(nodes.doc.create(null, nodes.paragraph.create()));
    editor.click(0);
    for (const letter of text.replace('\\\n', '\n'))
      if (letter === '\n') editor.press({ key: 'Enter', shiftKey: true });
      else editor.type(letter);
    expect(editor.markdown).toBe(`${text}\n`);
  },
);

test.each([
  ['bold around code', '**see `foo` now**'],
  ['bold that is code alone', '**`foo`**'],
  ['italic around code', '*see `foo` now*'],
  ['struck out around code', '~~see `foo` now~~'],
  ['bold and italic', '***both***'],
  ['bold and italic around code', '***see `foo`***'],
  ['italic around code with stars', '*see `a*b` and `**c`*'],
  ['bold around code with stars', '**see `a*b` now**'],
  ['struck out around code with its signs', '~~see `~~` now~~'],
])('%s is made as it is typed', (_, text) => {
  expect(typed(`a ${text}`)).toBe(`a ${text}\n`);
  expect(typed(`a ${text}`, undo)).not.toBe(`a ${text}\n`);
});

test('code that is typed over other code stays text, and so do signs around an apostrophe that is a backtick', () => {
  expect(typed('`b` c *it`s*')).toBe('`b` c *it`s*\n');
  const editor = editorAt('\\`a `b` c‸');
  editor.type('`');
  expect(editor.markdown).toBe('\\`a `b` c`\n');
});

test('italic is made right before code', () => {
  const editor = editorAt('*see‸`b`');
  editor.type('*');
  expect(editor.markdown).toBe('*see*`b`\n');
});

test('underscores mark as they are typed, also around code', () => {
  expect(typed('a ___both___ x _see `foo`_ y')).toBe('a ***both*** x *see `foo`* y\n');
});

test.each([
  ['begin in code', 'a `**b` c*‸', 'a `**b` c**\n'],
  ['end in code', 'a **b `c*‸`', 'a **b `c**`\n'],
  ['begin and end in code', 'a `**b*‸`', 'a `**b**`\n'],
])('signs that %s are text', (_, markdown, expected) => {
  const editor = editorAt(markdown);
  editor.type('*');
  expect(editor.markdown).toBe(expected);
});

test.each([
  ['<https://x.org/a‸b>\n', '**c**', '<https://x.org/a**c**b>\n'],
  ['<https://x.org/a‸b>\n', '`c`', '<https://x.org/a`c`b>\n'],
  ['<https://x.org/*ab> c‸\n', 'd*', '<https://x.org/*ab> cd*\n'],
  ['see <https://x.org/ab> c‸\n', '*d*', 'see <https://x.org/ab> c*d*\n'],
  ['*see <https://x.org/ab> c‸\n', '*', '*see <https://x.org/ab> c*\n'],
])('signs in an address in angle brackets are part of it: %j and %j', (markdown, typedText, expected) => {
  const editor = editorAt(markdown);
  editor.write(typedText);
  expect(editor.markdown).toBe(expected);
});

test('redo with Caps Lock takes nothing back where there is nothing to redo', () => {
  const redo: Press = { key: 'z', ctrlKey: true, shiftKey: true };
  expect(typed('a b', redo)).toBe('a b\n');
  expect(typed('a b', undo, redo)).toBe('a b\n');
});

// As dictation, input methods and the clipboards of keyboards put them in.
test.each([
  ['a paragraph', 'one‸ end', 'one a\n\nb c end\n'],
  ['code', '```js\none‸\ntwo\n```', '```js\none a\nb c\ntwo\n```\n'],
  ['HTML', '<div>‸</div>', '<div> a\nb c</div>\n'],
  ['a list', '- one‸\n- two', '- one a\n- b c\n- two\n'],
  ['a cell', '| one‸ | x |\n| --- | --- |', '| one a<br>b c | x |\n| --- | --- |\n'],
])('several lines at once are all written in %s, and the cursor is behind them', (_where, markdown, expected) => {
  const editor = editorAt(markdown);
  expect(editor.input('insertText', ' a\r\nb c')).toBe(true);
  expect(editor.markdown).toBe(expected);
  editor.type('!');
  expect(editor.markdown).toBe(expected.replace('c', 'c!'));
});
