// Text that goes from within bold words, links and the like, and text that is parted in them: what stays keeps its bytes.

import { Selection } from 'prosemirror-state';
import { Transform } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';

/** The markdown, and the places in its document of the bars in it, which are no part of it. Words stand around each bar. */
function marked(markdown: string): { readonly source: NoteSource; readonly places: readonly number[] } {
  const sign = 'QQ';
  const places: number[] = [];
  NoteSource.parse(markdown.replaceAll('¦', sign), 'Note').doc.descendants((node, at) => {
    for (const { index } of (node.text ?? '').matchAll(/QQ/g)) places.push(at + index - sign.length * places.length);
  });
  return { source: NoteSource.parse(markdown.replaceAll('¦', ''), 'Note'), places };
}

describe('a text', () => {
  test.each<readonly [string, string]>([
    ['&copy; a ¦b _b c¦d &amp; e_ f', '&copy; a _d &amp; e_ f'],
    ['&copy; a __b¦c__ d¦ \\*', '&copy; a __b__ \\*'],
    ['&copy; __a b¦c__ f _g¦ h_', '&copy; __a b__ _h_'],
    ['&copy; _a b¦c_ f _g¦ h_ &amp;', '&copy; _a b h_ &amp;'],
    ['&copy; a ¦b [c¦d](u "t") __e__', '&copy; a [d](u "t") __e__'],
    ['&copy; u¦ d `a b¦c` __e__', '&copy; u`c` __e__'],
    ['> * &copy; ~~a¦b~~ c __d¦e__', '> * &copy; ~~a~~__e__'],
    ['# a ¦b ***c¦d*** __e__ &copy; #', '# a ***d*** __e__ &copy; #'],
    ['| &copy; a ¦b __c¦d__ | e |\n|--|:-:|', '| &copy; a __d__ | e |\n|--|:-:|'],
    // An underscore beside a letter would mark nothing: the word alone is written otherwise.
    ['&copy; a¦ b_c_ _b c¦d e_ __f__', '&copy; a*d e* __f__'],
  ])('goes from %j', (before, after) => {
    const { source, places } = marked(`${before}\n`);
    const [from = 0, to = 0] = places;
    expect(source.advance(new Transform(source.doc).delete(from, to).doc).content()).toBe(`${after}\n`);
  });

  test.each<readonly [before: string, place: number, after: string]>([
    ['_a_ b &copy; c', 2, '*a*y b &copy; c'],
    ['&copy; _a b_ __c__', 3, '&copy; y*a b* __c__'],
    ['* d __aa__ &copy;\n* _c_', 7, '* d **aa**y &copy;\n* _c_'],
  ])('that comes right beside a word with underscores has that word with stars: %j', (before, place, after) => {
    const source = NoteSource.parse(`${before}\n`, 'Note');
    const typed = new Transform(source.doc).insert(place, noteSchema.text('y'));
    expect(source.advance(typed.doc).content()).toBe(`${after}\n`);
  });

  test.each<[before: string, after: string, depth?: number]>([
    ['a _b c¦d e_ &copy; f', 'a _b c_\n\n_d e_ &copy; f'],
    ['Title _a c¦d_ &copy;  b __c__\n====', 'Title _a c_\n====\n\n_d_ &copy;  b __c__\n===='],
    ["see [x](<u v> 't')¦ and `` `c` `` &amp;", "see [x](<u v> 't')\n\n&#32;and `` `c` `` &amp;"],
    ['a _b_ c¦- d &copy;', 'a _b_ c\n\n\\- d &copy;'],
    ['> a _b d¦c f_ __d__ &copy;', '> a _b d_\n>\n> _c f_ __d__ &copy;'],
    ['> a &amp; ¦> d \\*', '> a &amp;\n>\n> \\> d \\*'],
    ['- a &amp; ¦- d \\*', '- a &amp;\n- \\- d \\*', 2],
    ['- a &amp; ¦2) d \\*', '- a &amp;\n- 2\\) d \\*', 2],
    ['1. x\n\n   a _b_ c¦d &copy;\n\n2. y', '1. x\n\n   a _b_ c\n\n   d &copy;\n\n2. y'],
    ['* a _b d¦c f_ __d__ &copy;\n* next', '* a _b d_\n* _c f_ __d__ &copy;\n* next', 2],
    ['1) a [b d¦c](u) __d__\n2) b', '1) a [b d](u)\n2) [c](u) __d__\n3) b', 2],
    ['* a _b_ c¦ d __d__ &copy;', '* a _b_ c\n* &#32;d __d__ &copy;', 2],
    ['> a _b_ c¦ d __d__ &copy;', '> a _b_ c\n>\n> &#32;d __d__ &copy;'],
    ['- [x] a _b d¦c_ __d__\n- [x] b', '- [x] a _b d_\n- [ ] _c_ __d__\n- [x] b', 2],
  ])('is parted in %j', (before, after, depth = 1) => {
    const { source, places } = marked(`${before}\n`);
    const parted = new Transform(source.doc).split(places[0] ?? 0, depth);
    // A new task is not done yet, as the editor makes it.
    const { doc } = before.startsWith('- [x]') ? parted.setNodeAttribute((places[0] ?? 0) + 2, 'checked', false) : parted;
    expect(source.advance(doc).content()).toBe(`${after}\n`);
  });
});

test.each<readonly [before: string, after: string]>([
  ['a &amp; b\n¦c¦ d \\* e', 'a &amp; b\n&#32;d \\* e'],
  ['- a &amp; b\n  ¦**c**¦ _d_ \\* e', '- a &amp; b\n  &#32;_d_ \\* e'],
  ['- a &amp; b\\\n  ¦c¦ _d_ \\* e', '- a &amp; b\\\n  &#32;_d_ \\* e'],
  ['- a &amp; b\\\n  ¦**c**¦ _d_ \\* e', '- a &amp; b\\\n  &#32;_d_ \\* e'],
  ['> **a** &amp; b  \r\n> ¦**c**¦ d \\*\\\r\n> e', '> **a** &amp; b  \r\n> &#32;d \\*\\\r\n> e'],
  ['a &amp; _b_  \n¦**c** ¦_d_ \\* e', 'a &amp; _b_  \n_d_ \\* e'],
  ['a &amp; b  \n¦[c](u)¦ _d_ \\* e', 'a &amp; b  \n&#32;_d_ \\* e'],
  ['a &amp; b\r\n¦c¦ **d** \\* e', 'a &amp; b\r\n&#32;**d** \\* e'],
  ['> a &amp; b\n> ¦c ¦- d \\* e', '> a &amp; b\n> \\- d \\* e'],
  ['a &amp; b\nlazy\n¦c ¦# d \\* e', 'a &amp; b\nlazy\n\\# d \\* e'],
  ['a &amp; b\n¦c ¦1. d \\* e', 'a &amp; b\n1\\. d \\* e'],
  ['¦c ¦1. d &amp; e', '1\\. d &amp; e'],
])('the first word of a line that goes leaves the other bytes of its text: %j', (before, after) => {
  const { source, places } = marked(`${before}\n`);
  const [from = 0, to = 0] = places;
  expect(source.advance(new Transform(source.doc).delete(from, to).doc).content()).toBe(`${after}\n`);
});

test.each<readonly [before: string, typed: string, after: string]>([
  ['__a__ ¦b¦  \nc \\*  \nd', '', '__a__ \\\nc \\*  \nd'],
  ['> __a__ ¦b¦  \r\n> c \\*  \r\n> d', '', '> __a__ \\\r\n> c \\*  \r\n> d'],
  ['- __a__  \n  c \\*¦¦  \n  d', ' ', '- __a__  \n  c \\* \\\n  d'],
  ['__a__  \nc \\*¦¦  \nd', ' xy ', '__a__  \nc \\* xy \\\nd'],
])('a blank that comes to stand last on a line that two blanks break leaves the other lines: %j', (before, typed, after) => {
  const { source, places } = marked(`${before}\n`);
  const [from = 0, to = 0] = places;
  const { doc } = new Transform(source.doc).replaceWith(from, to, typed === '' ? [] : noteSchema.text(typed));
  expect(source.advance(doc).content()).toBe(`${after}\n`);
});

test.each<readonly [before: string, typed: string, after: string]>([
  ['**a:** b¦  \nc __d__ \\*  \ne', '', '**a:** b\n\n\\\nc __d__ \\*  \ne'],
  ['**a:** b¦  \nc __d__ \\*  \ne', 'x', '**a:** b\n\nx  \nc __d__ \\*  \ne'],
  ['_a_  \r\n**b**¦  \r\nc \\*\\\r\nd\r', '', '_a_  \r\n**b**\r\n\r\n\\\r\nc \\*\\\r\nd\r'],
  ['> a **b**¦  \n> c \\*  \n> d', '', '> a **b**\n>\n> \\\n> c \\*  \n> d'],
  ['> a **b**¦  \n> c \\*  \n> d', 'x', '> a **b**\n>\n> x  \n> c \\*  \n> d'],
  ['- a **b**¦  \n  c \\*  \n  d\n- e', '', '- a **b**\n- \\\n  c \\*  \n  d\n- e'],
  ['- a **b**¦  \n  c \\*  \n  d\n- e', 'x', '- a **b**\n- x  \n  c \\*  \n  d\n- e'],
])('a text that is parted before a break, which two blanks made, keeps its other breaks and bytes: %j', (before, typed, after) => {
  const { source, places } = marked(`${before}\n`);
  const [place = 0] = places;
  const parted = new Transform(source.doc).split(place, before.startsWith('-') ? 2 : 1);
  const { doc } = typed === '' ? parted : parted.insert(Selection.near(parted.doc.resolve(place + 1)).from, noteSchema.text(typed));
  const next = source.advance(doc);
  expect(next.content()).toBe(`${after}\n`);
  expect(NoteSource.parse(next.content(), 'Note').doc.eq(doc)).toBe(true);
  expect(next.advance(source.doc).content()).toBe(`${before.replace('¦', '')}\n`);
});

test.each<readonly [before: string, after: string]>([
  ['x __b__ $a$¦ and ¦$b$ \\*', 'x __b__ $a$ $b$ \\*'],
  ['$a$¦ or ¦$$b$$ &amp; x', '$a$ $$b$$ &amp; x'],
  ['> **$a$¦ or ¦$b$** \\*  \n> c', '> **$a$ $b$** \\*  \n> c'],
  ['| $a$¦ or ¦$b$ | &amp; |\n|--|:-:|', '| $a$ $b$ | &amp; |\n|--|:-:|'],
  ['$$a$$¦ or ¦$b$ &amp; x', '$$a$$$b$ &amp; x'],
])('formulas that come to stand side by side are formulas still: %j', (before, after) => {
  const source = NoteSource.parse(`${before.replaceAll('¦', '')}\n`, 'Note');
  const ends: number[] = [];
  source.doc.descendants(({ type, nodeSize }, at) => {
    if (type.name === 'raw_inline') ends.push(at, at + nodeSize);
  });
  const parted = new Transform(source.doc).delete(ends[1] ?? 0, ends[2] ?? 0);
  const next = source.advance(parted.doc);
  expect(next.content()).toBe(`${after}\n`);
  expect(next.advance(source.doc).content()).toBe(`${before.replaceAll('¦', '')}\n`);
  // So they are where more is typed.
  const typed = next.advance(parted.insert((ends[1] ?? 0) + 1, noteSchema.text(' x')).doc);
  expect(typed.content()).toBe(`${after.replace(/\$+b\$+\**/, (formula) => `${formula} x`)}\n`);
});

describe('texts that are joined', () => {
  test.each<readonly [string, string]>([
    ['a _b_ &copy;¦\n\n¦c __d__ &copy; \\*', 'a _b_ &copy;c __d__ &copy; \\*'],
    ['a\n\n\n¦b &copy; [x](<u> "t")', 'ab &copy; [x](<u> "t")'],
    ['# a _b_ x #\n\n¦c __d__ &copy;', '# a _b_ xc __d__ &copy; #'],
    ['Title _a_ x\n===\n\n¦c __d__ &copy;', 'Title _a_ xc __d__ &copy;\n==='],
    ['> a _b_ x\n>\n> ¦c __d__ &copy;', '> a _b_ xc __d__ &copy;'],
    ['* a _b_ x\n\n¦c\n__d__ &copy;', '* a _b_ xc\n  __d__ &copy;'],
    ['a &copy; ¦x\n\n* y\n\nz\n\nw¦ _b_ &amp;', 'a &copy;  _b_ &amp;'],
  ])('keep the bytes of both in %j', (before, after) => {
    const { source, places } = marked(`${before}\n`);
    const to = places.at(-1) ?? 0;
    // From the end of the text before, or from the first place.
    const above = source.doc.resolve(source.doc.resolve(to).before());
    const from = places.length > 1 ? (places[0] ?? 0) : Selection.near(above, -1).to;
    expect(source.advance(new Transform(source.doc).delete(from, to).doc).content()).toBe(`${after}\n`);
  });
});

test.each<readonly [string, string]>([
  ['* a _b_ c¦d &copy;\nlazy _line_\n* next', '* a _b_ c\n* xd &copy;\nlazy _line_\n* next'],
  ['- a **_b_** c¦\n  d **[e](u)**\n\n  more _f_\n\n- next', '- a **_b_** c\n\n- xd **[e](u)**\n\n  more _f_\n\n- next'],
  ['1. a ```b c¦d``` e\n   - __f__\n2. g', '1. a ```b c```\n2. ```xd``` e\n   - __f__\n3. g'],
  ['> a _b_ d¦ c &copy;\n> d', '> a _b_ d\n>\n> &#32;xc &copy;\n> d'],
])('an item or quote that is split in %j, and typed in before it is written, keeps its bytes', (before, after) => {
  const { source, places } = marked(`${before}\n`);
  const [place = 0] = places;
  const isItem = !before.startsWith('>');
  const { doc } = source;
  const isAtBreak = doc.nodeAt(place)?.type.name === 'soft_break';
  const parted = new Transform(doc).delete(place, isAtBreak ? place + 1 : place).split(place, isItem ? 2 : 1);
  const start = place + (isItem ? 4 : 2) + (isItem ? 0 : 1);
  const { doc: typed } = parted.insert(
    start,
    noteSchema.text('x', parted.doc.resolve(start).marksAcross(parted.doc.resolve(start + 1)) ?? []),
  );
  expect(source.advance(typed).content()).toBe(`${after}\n`);
});

test.each([false, true])('what is typed after that changes no other byte; stored in between: %s', (isLoaded) => {
  let note = NoteSource.parse('a _b_ d __e__ &copy; f\n\n* g\n\nk _h_ &amp;\n', 'Note');
  const change = (make: (made: Transform) => Transform): string => {
    note = note.advance(make(new Transform(note.doc)).doc);
    if (isLoaded) note = NoteSource.load(note.content(), note.state(), 'Note');
    return note.content();
  };
  const after = (text: string): number => {
    let place = -1;
    note.doc.descendants((node, at) => {
      const index = (node.text ?? '').indexOf(text);
      if (index >= 0) place = at + index + text.length;
    });
    return place;
  };
  expect(change((made) => made.split(after('b') + 1))).toBe('a _b_\n\nd __e__ &copy; f\n\n* g\n\nk _h_ &amp;\n');
  expect(change((made) => made.insert(after('d'), noteSchema.text('x')))).toBe('a _b_\n\ndx __e__ &copy; f\n\n* g\n\nk _h_ &amp;\n');
  expect(change((made) => made.split(after('e')))).toBe('a _b_\n\ndx __e__\n\n&#32;&copy; f\n\n* g\n\nk _h_ &amp;\n');
  expect(change((made) => made.insert(after('f'), noteSchema.text('y')))).toContain('\n\n&#32;&copy; fy\n\n');
  expect(change((made) => made.delete(after('fy'), after('g')))).toContain('\n\n&#32;&copy; fy\n\nk _h_ &amp;\n');
  expect(change((made) => made.delete(after('fy'), after('k') - 1))).toContain('\n\n&#32;&copy; fyk _h_ &amp;\n');
  expect(change((made) => made.insert(after(' &'), noteSchema.text('z')))).toBe('a _b_\n\ndx __e__\n\n&#32;&copy; fyk _h_ &amp;z\n');
});

test('what is begun below a paragraph takes none of its bytes', () => {
  let note = NoteSource.parse('see &copy; _x_\n', 'Note');
  note = note.advance(new Transform(note.doc).split(note.doc.content.size - 1).doc);
  for (const letter of '© is') note = note.advance(new Transform(note.doc).insert(note.doc.content.size - 1, noteSchema.text(letter)).doc);
  expect(note.content()).toBe('see &copy; _x_\n\n© is\n');
  expect(note.state()).not.toContain('models');
});

test('the block that several came out of is stored once, also where the note was loaded in between', () => {
  const parted = (note: NoteSource, text: string): NoteSource => {
    let place = 0;
    note.doc.descendants((node, at) => {
      if (node.text?.includes(text) === true) place = at + node.text.indexOf(text);
    });
    return note.advance(new Transform(note.doc).split(place).doc);
  };
  const once = parted(NoteSource.parse('one &copy; two &copy; three &copy;\n', 'Note'), 'two');
  const state = parted(once, 'three').state();
  expect(state?.match(/one &copy; two/g)).toHaveLength(2);
  expect(parted(NoteSource.load(once.content(), once.state(), 'Note'), 'three').state()).toBe(state);
});
