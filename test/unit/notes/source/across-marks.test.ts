// Text that goes from within bold words, links and the like, and text that is parted in them: what stays keeps its bytes.

import { Transform } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
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

  test.each<[before: string, after: string, depth?: number]>([
    ['a _b c¦d e_ &copy; f', 'a _b c_\n\n_d e_ &copy; f'],
    ['Title _a c¦d_ &copy;  b __c__\n====', 'Title _a c_\n====\n\n_d_ &copy;  b __c__\n===='],
    ["see [x](<u v> 't')¦ and `` `c` `` &amp;", "see [x](<u v> 't')\n\n&#32;and `` `c` `` &amp;"],
    ['a _b_ c¦- d &copy;', 'a _b_ c\n\n\\- d &copy;'],
    ['> a _b d¦c f_ __d__ &copy;', '> a _b d_\n>\n> _c f_ __d__ &copy;'],
    ['1. x\n\n   a _b_ c¦d &copy;\n\n2. y', '1. x\n\n   a _b_ c\n\n   d &copy;\n\n2. y'],
    ['* a _b d¦c f_ __d__ &copy;\n* next', '* a _b d_\n* _c f_ __d__ &copy;\n* next', 2],
    ['1) a [b d¦c](u) __d__\n2) b', '1) a [b d](u)\n2) [c](u) __d__\n3) b', 2],
    ['- [x] a _b d¦c_ __d__\n- [x] b', '- [x] a _b d_\n- [ ] _c_ __d__\n- [x] b', 2],
  ])('is parted in %j', (before, after, depth = 1) => {
    const { source, places } = marked(`${before}\n`);
    const parted = new Transform(source.doc).split(places[0] ?? 0, depth);
    // A new task is not done yet, as the editor makes it.
    const { doc } = before.startsWith('- [x]') ? parted.setNodeAttribute((places[0] ?? 0) + 2, 'checked', false) : parted;
    expect(source.advance(doc).content()).toBe(`${after}\n`);
  });
});
