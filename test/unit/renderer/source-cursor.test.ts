import { expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { inDocument, inMarkdown } from '../../../renderer/features/notes/source/cursor-place.ts';
import { editorAt } from './typed-keys.ts';

test.each([
  ['in a paragraph', 'one\n\nfoo *bar* b‸az\n\nend\n'],
  ['behind bold words', 'a **bold‸** b\n'],
  ['before what a heading says', '# ‸Head\n\nx\n'],
  ['behind a link', 'see [the page](https://example.org/a) and ‸more\n'],
  ['behind a picture and a formula', '![cat](attachments/a.png) $x^2$ tail‸\n'],
  ['at the start of an item', '- one\n-   ‸two\n  - one\n'],
  ['at the end of an item', '- one‸\n- one\n'],
  ['in a cell', '| a | b |\n| --- | --- |\n| c‸ | a |\n'],
  ['in code', 'x\n\n```js\nlet a;\n‸let b;\n```\n'],
  ['on a line of its own', '> one\n> t‸wo\n'],
  ['behind letters of two units', '\u{1F389}\u{1F389} x‸ y\n'],
  ['behind an emoji at the end', 'so \u{1F389}‸'],
  ['behind front matter', '---\na: one\n---\n\none ‸two\n'],
  ['behind a byte order mark and blank lines', '\uFEFF\n\none\n\n\ntwo ‸three\n\nend\n'],
  ['behind a blank that is written as a reference', 'x **&#32;one and Zw‸One.** Two more and one\n'],
  ['behind signs that are', 'no &lt;b&gt; he‸re, but <b>there</b>\n'],
  ['in code with what looks so', '`&lt; a‸b` < <b>\n'],
  ['where lines end as in Windows', 'a\r\nb\r\n\r\n* c\r\n* d‸d\r\n'],
])('the cursor is at the same place in the markdown as in the text, and the other way round: %s', (_, marked) => {
  const { state } = editorAt(marked);
  const markdown = marked.replace('‸', '');
  const { head } = state.selection;
  expect(inMarkdown(markdown, state.doc, head)).toBe(marked.indexOf('‸'));
  expect(inDocument({ markdown, at: marked.indexOf('‸') }, state.doc)).toBe(head);
});

test('a place that only one of them has is near it in the other', () => {
  const { doc } = editorAt('one\n\n***\n\ntwo\n').state;
  const markdown = 'one\n\n***\n\ntwo\n';
  const at = (place: number): string => doc.textBetween(0, inDocument({ markdown, at: place }, doc), '|', '-');
  expect([at(4), at(7), at(9), at(markdown.length)]).toEqual(['one', 'one|-', 'one|-', 'one|-|two']);
  // An empty paragraph is none of the markdown.
  const { state } = editorAt('one\n\ntwo\n');
  const typing = state.apply(state.tr.insert(5, state.schema.nodes['paragraph']?.create() ?? [])).doc;
  expect(inMarkdown('one\n\ntwo\n', typing, 9)).toBe(6);
  expect(inMarkdown('', typing, 9)).toBe(0);
});

test('letters that the source writes otherwise are not looked for again and again', () => {
  const count = 200_000;
  const doc = noteSchema.node('doc', null, noteSchema.node('paragraph', null, noteSchema.text(`${'\u00A0'.repeat(count)}x`)));
  const markdown = `${'&nbsp;'.repeat(count)}x\n`;
  const before = process.cpuUsage();
  expect(inMarkdown(markdown, doc, count + 2)).toBe(markdown.length - 1);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
});
