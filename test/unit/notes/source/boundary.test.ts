import { describe, expect, test } from 'vitest';
import type { Node } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';

const { nodes } = noteSchema;
const text = (value: string): Node => noteSchema.text(value);
const paragraph = (value: string): Node => nodes.paragraph.create(null, text(value));
const item = (value: string): Node => nodes.list_item.create(null, paragraph(value));
const bullets = (value: string): Node => nodes.bullet_list.create(null, item(value));
const numbers = (value: string): Node => nodes.ordered_list.create(null, item(value));
const rule = (): Node => nodes.horizontal_rule.create();

/** Puts blocks in the place of the children `from` up to `to`. */
const put =
  (from: number, to: number, ...blocks: readonly Node[]) =>
  (doc: Node): Node => {
    const edge = (index: number): number => doc.children.slice(0, index).reduce((size, node) => size + node.nodeSize, 0);
    return new Transform(doc).replaceWith(edge(from), edge(to), blocks).doc;
  };

describe('blocks that would run into each other are kept apart', () => {
  test.each<[string, string, (doc: Node) => Node, string]>([
    ['a fence that was never closed is closed', '```\ncode', put(1, 1, paragraph('x')), '```\ncode\n```\n\nx'],
    ['with the fence that it has', 'a\n\n~~~~ js\ncode\n\n', put(2, 2, paragraph('x')), 'a\n\n~~~~ js\ncode\n\n~~~~\n\nx\n'],
    ['also in CRLF', '```\r\ncode\r\n', put(1, 1, paragraph('x')), '```\r\ncode\r\n```\r\n\r\nx\r\n'],
    ['as most lines end', '---\n\r\n```\r\ncode\r\n', put(2, 2, paragraph('x')), '---\n\r\n```\r\ncode\r\n```\r\n\r\nx\r\n'],
    ['whatever the first one is', '---\r\n\n```\ncode\n', put(2, 2, paragraph('x')), '---\r\n\n```\ncode\n```\n\nx\n'],
    ['which counts where as many end so', '```\r\ncode\n', put(1, 1, paragraph('x')), '```\r\ncode\n```\r\n\r\nx\r\n'],
    ['a block becomes a paragraph right above another', '# a\nb\n', put(0, 1, paragraph('a')), 'a\n\nb\n'],
    ['a heading may stand right above a paragraph', '# a\nb\n', put(0, 1, nodes.heading.create({ level: 2 }, text('a'))), '## a\nb\n'],
    ['the block between two paragraphs goes', 'a\n***\nb\n', put(1, 2), 'a\n\nb\n'],
    ['or is emptied', 'a\n# h\nb\n', put(1, 2, nodes.paragraph.create()), 'a\n\nb\n'],
    ['a lazy line would join the quote', '> a\n***\nb\n', put(1, 2), '> a\n\nb\n'],
    ['a paragraph above a rule would become a heading', '# a\n---\nb\n', put(0, 1, paragraph('a')), 'a\n\n---\nb\n'],
    ['a line below a row would join the table', '| a |\n|---|\n***\nb\n', put(1, 2), '| a |\n|---|\n\nb\n'],
    ['a definition cannot interrupt a paragraph', '# a\n[x]: /y\n', put(0, 1, paragraph('a')), 'a\n\n[x]: /y\n'],
    ['a formula would end two blocks below', 'a\n# b\nc $$\n', put(0, 1, paragraph('$$ a')), '$$ a\n# b\n\nc $$\n'],
    ['or below that', 'a\n# b\n- c\n# d\ne $$\n\nf $$\n', put(0, 1, paragraph('$$ a')), '$$ a\n# b\n- c\n# d\n\ne $$\n\nf $$\n'],
    ['but not below a blank line', 'a\n# b\n\nc $$\n', put(0, 1, paragraph('$$ a')), '$$ a\n# b\n\nc $$\n'],
    ['html goes on to the next blank line', '<p>\n\na\n', put(1, 2, nodes.raw_block.create({ kind: 'html' }, text('<p>'))), '<p>\n\n<p>\n'],
    ['a new list beside one of the same marker gets another', '- a\n\nb\n', put(1, 2, bullets('c')), '- a\n\n* c\n'],
    ['before one as well', 'b\n\n- a\n', put(0, 1, bullets('c')), '* c\n\n- a\n'],
    ['below code that an item leaves open, right below it', '- ```\n  a\n\n\nb\n', put(1, 1, bullets('c')), '- ```\n  a\n\n\n* c\n\nb\n'],
    ['between two, a third', '- a\n\nb\n\n* c\n', put(1, 2, bullets('x')), '- a\n\n+ x\n\n* c\n'],
    ['the block between two lists goes: one of them gets another marker', '- a\n\nb\n\n- c\n', put(1, 2), '- a\n\n* c\n'],
    ['numbers know two markers', '1. a\n\nb\n', put(1, 2, numbers('c')), '1. a\n\n1) c\n'],
    ['between two of either the next one changes too', '1. a\n\nb\n\n1) c\n', put(1, 2, numbers('x')), '1. a\n\n1) x\n\n1. c\n'],
    [
      'of those that nothing has touched as few as can be',
      '1. a\n\n1) b\n\n1. c\n\n1) d\n',
      put(1, 1, numbers('x')),
      '1) a\n\n1. x\n\n1) b\n\n1. c\n\n1) d\n',
    ],
    ['also where what stood between two goes', '1. a\n\nb\n\n1. c\n\n1) d\n', put(1, 2), '1) a\n\n1. c\n\n1) d\n'],
    [
      'one does not stand as far in as the first item above it, if the last stands further out',
      '   1. a\n2. b\n',
      put(1, 1, numbers('x')),
      '   1. a\n2. b\n\n1) x\n',
    ],
    ['nor do bullets', '  - a\n- b\n\n  c\n', put(1, 1, bullets('x')), '  - a\n- b\n\n  c\n\n* x\n'],
    ['indented code would go into the list above it', 'a\n\n    code\n', put(0, 1, bullets('a')), '- a\n\n```\ncode\n```\n'],
    ['it alone is written anew, if it comes to stand there', '-   a\n\nb\n\n    code\n', put(1, 2), '-   a\n\n```\ncode\n```\n'],
    ['so would HTML that is indented: the list gets room', 'a\n\n  <b>\n\nc\n', put(0, 1, bullets('a')), '-  a\n\n  <b>\n\nc\n'],
    ['and a definition, below the last item', '- a\n\nb\n\n   [x]: /y\n', put(1, 2, numbers('c')), '- a\n\n1.  c\n\n   [x]: /y\n'],
    ['a paragraph, too', '* a\n  more\n\n# b\n\n  c\n', put(1, 2), '*  a\n   more\n\n  c\n'],
    ['a rule at the very start is no front matter', 'a\n\nk: v\n\n---\n', put(0, 1, rule()), '***\n\nk: v\n\n---\n'],
    ['nor is one that comes to stand there', 'a\n\n---\nk: v\n\n---\n', put(0, 1), '***\nk: v\n\n---\n'],
    ['nor one that gets its counterpart far below', '---\nk: v\n\nb\n', put(3, 3, rule()), '***\nk: v\n\nb\n\n---\n'],
    ['a letter that would be a byte order mark comes to the start', '# a\n\uFEFFb\n', put(0, 1), '&#65279;b\n'],
    ['in a block that has changed', 'a\uFEFFb\n', (doc) => new Transform(doc).delete(1, 2).doc, '&#65279;b\n'],
    ['in one out of a list', '- \uFEFFb\n- c\n', (doc) => put(0, 1, paragraph('\uFEFFb'))(doc), '&#65279;b\n'],
    ['behind a mark it is none', '\uFEFF# a\n\uFEFFb\n', put(0, 1), '\uFEFF\uFEFFb\n'],
    [
      'blanks at the end of a note without text do not make code of what is written there',
      '\n    ',
      put(0, 1, paragraph('x')),
      '\n    \nx\n',
    ],
    ['nor do those behind a byte order mark', '\uFEFF\t', put(0, 1, paragraph('x')), '\uFEFF\t\nx\n'],
    ['two empty lines of one list item', '- a\n', put(1, 1, nodes.paragraph.create(), paragraph('b')), '- a\n\nb\n'],
  ])('%s', (_, content, change, wanted) => {
    const source = NoteSource.parse(content, 'Title');
    const after = source.advance(change(source.doc));
    expect(after.content()).toBe(wanted);
    const read = parseMarkdown(after.content()).blocks.map(({ node }) => node);
    const alike = (some: readonly Node[]): string[] =>
      some
        .filter((node) => node.content.size > 0 || node.type.name !== 'paragraph')
        .map((node) => `${node.type.name}: ${node.textContent}`);
    expect(alike(read)).toEqual(alike(after.doc.children));
  });

  const typed =
    (at: number, some: string) =>
    (doc: Node): Node =>
      new Transform(doc).insert(at, text(some)).doc;
  const without =
    (from: number, to: number) =>
    (doc: Node): Node =>
      new Transform(doc).delete(from, to).doc;

  // What is edited as its source: the document does not say what it is read as.
  test.each<[string, string, (doc: Node) => Node, string]>([
    ['a fence that is typed into a definition', '[x]: /y\n\nb\n', typed(1, '```'), '```[x]: /y\n```\n\nb\n'],
    ['or into a footnote', 'a[^1]\n\n[^1]: b\n\nc\n', typed(12, '\n~~~'), 'a[^1]\n\n[^1]: b\n~~~\n~~~\n\nc\n'],
    ['a comment without its end', '<!-- a -->\n\nb -->\n', without(7, 11), '<!-- a\n-->\n\nb -->\n'],
    ['a script without its end', '<script>\n</script>\n\nb\n', without(9, 19), '<script>\n</script>\n\nb\n'],
    ['CDATA without its end', '<![CDATA[ a ]]>\r\n\r\nb\r\n', without(13, 16), '<![CDATA[ a \r\n]]>\r\n\r\nb\r\n'],
    ['a comment in a quote', '> <!-- a -->\n>\n> _b_\n', without(8, 12), '> <!-- a\n> -->\n>\n> _b_\n'],
    ['a comment in an item', '-   <!-- a -->\n\n    _b_\n', without(9, 13), '-   <!-- a\n    -->\n\n    _b_\n'],
    ['a fence in a quote', '> [x]: /y\n>\n> _b_\n', typed(2, '```'), '> ```[x]: /y\n> ```\n>\n> _b_\n'],
    ['a comment above a definition', '> <!-- a -->\n>\n> [x]: /y\n\n[x]\n', without(8, 12), '> <!-- a\n> -->\n>\n> [x]: /y\n\n[x]\n'],
    ['but not at the end of a quote', '> <!-- a -->\n\nb\n', without(8, 12), '> <!-- a\n\nb\n'],
  ])('%s is closed above what follows', (_, content, change, wanted) => {
    const source = NoteSource.parse(content, 'Title');
    const after = source.advance(change(source.doc));
    expect(after.content()).toBe(wanted);
    expect(after.advance(source.doc).content()).toBe(content);
  });

  test.each<[string, string, (doc: Node) => Node, string]>([
    ['above it', 'T\n\n- a\n- b\n', put(1, 1, bullets('new')), 'T\n\n* new\n\n- a\n- xb\n'],
    ['above it, of what was a text', 'T\n\n- a\n- b\n', put(0, 1, bullets('T')), '* T\n\n- a\n- xb\n'],
    ['above it, of numbers', 'T\n\n3. a\n4. b\n', put(1, 1, numbers('new')), 'T\n\n1) new\n\n3. a\n4. xb\n'],
    ['below it', 'T\n\n- a\n- b\n', put(2, 2, bullets('new')), 'T\n\n- a\n- xb\n\n* new\n'],
  ])('a list in which a letter was typed keeps its markers where a new one comes %s', (_, content, change, wanted) => {
    const source = NoteSource.parse(content, 'Title');
    let at = 0;
    source.doc.descendants((node, place) => {
      if (node.text === 'b') at = place;
    });
    const edited = source.advance(typed(at, 'x')(source.doc));
    expect(edited.content()).toBe(content.replace('b', 'xb'));
    const after = edited.advance(change(edited.doc));
    expect(after.content()).toBe(wanted);
    expect(after.advance(edited.doc).content()).toBe(edited.content());
  });

  test('a long fence that was never closed, and was typed in, is closed', () => {
    const code = 'line of code\n'.repeat(1_000);
    const source = NoteSource.parse(`~~~\n${code}`, 'Title');
    const after = source.advance(put(1, 1, paragraph('y'))(typed(1, 'x')(source.doc)));
    expect(after.content()).toBe(`~~~\nx${code}~~~\n\ny\n`);
  });

  test('a repair is of one state only: what follows starts from the old bytes', () => {
    const source = NoteSource.parse('```\ncode', 'Title');
    const more = source.advance(put(1, 1, paragraph('x'))(source.doc));
    expect(more.content()).toBe('```\ncode\n```\n\nx');
    const less = more.advance(put(1, 2)(more.doc));
    expect(less.content()).toBe('```\ncode');
  });

  test('neighbours that were not touched stay as they are, even where they read badly', () => {
    const source = NoteSource.parse('- a\n- b\n***\n- c\n\ntext\n', 'Title');
    const after = source.advance(put(3, 4, paragraph('other'))(source.doc));
    expect(after.content()).toBe('- a\n- b\n***\n- c\n\nother\n');
  });
});
