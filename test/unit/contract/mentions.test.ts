import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  canBeLinked,
  mentionsIn,
  foldName,
  isTag,
  mentionParts,
  mentionsInText,
  parentTags,
  splitTarget,
} from '../../../main/contract/mentions.ts';
import { writeTitle } from '../../../main/contract/footnote-text.ts';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { full } from '../../support/tiers.ts';
import { runs } from '../../support/property.ts';

/** What a text says, in short. */
function said(markdown: string): string[] {
  const { blocks } = parseMarkdown(markdown);
  const doc = noteSchema.nodes.doc.create(
    null,
    blocks.map(({ node }) => node),
  );
  return mentionsIn(doc).map((mention) => {
    const text = doc.textBetween(mention.from, mention.to, '', ' ');
    if (mention.kind === 'tag') expect(text).toBe(`#${mention.tag}`);
    if (mention.kind === 'title') expect(text).toMatch(/^\[\[.*\]\]$/);
    if (mention.kind === 'file') return `](${mention.target}`;
    return mention.kind === 'tag' ? text : mention.kind === 'title' ? `[[${mention.target}` : `${mention.type}/${mention.id}`;
  });
}

describe('tags', () => {
  test.each<[string, string[]]>([
    ['#tag', ['#tag']],
    ['a #tag, (#in-brackets) "#quoted" and #last.', ['#tag', '#in-brackets', '#quoted', '#last']],
    ['#area/sub #a/b/c', ['#area/sub', '#a/b/c']],
    ['#snake_case #with-dash #1984 #y1984 #2026-11 #2026/11 #- #--', ['#snake_case', '#with-dash', '#y1984', '#2026-11']],
    ['#größe #日本語 #Ελλάδα #नमस्ते', ['#größe', '#日本語', '#Ελλάδα', '#नमस्ते']],
    ['# heading\n\n## another #tag', ['#tag']],
    ['##no a#no &#35; /#no', []],
    ['#a#b', ['#a']],
    ['#trailing/ #double//slash', ['#trailing', '#double']],
    ['`#code` and ``#more``\n\n```\n#fence\n```\n\n    #indented', []],
    ['$#math$ and\n\n$$\n#math\n$$', []],
    ['<a href="#x">#text</a>\n\n<div>\n#html\n</div>', ['#text']],
    ['https://example.org/#part www.example.org/#part <https://example.org/#part>', []],
    ['[#label](https://example.org/#part) ![#alt](x.png#y)', []],
    ['- [ ] call #home\n- [x] *#marked*\n\n| #cell |\n|---|\n| #b |\n\n> #quoted', ['#home', '#marked', '#cell', '#b', '#quoted']],
    ['[[Note#Heading]] [[#Own]] #tag', ['[[Note#Heading', '[[#Own', '#tag']],
    ['line\n#second *#third*', ['#second', '#third']],
    [`#${'x'.repeat(201)}`, []],
    ['color=#fff mail@#x', []],
    ['---\ntags: [front]\n---\n\n#body', ['#body']],
  ])('%j', (markdown, expected) => {
    expect(said(markdown)).toEqual(expected);
  });

  test.each(['a', 'A/b', 'ü_1', '2026-11'])('%s can be one', (name) => {
    expect(isTag(name)).toBe(true);
  });

  test.each(['', '1', '1/2', 'a b', '/a', 'a/', 'a//b', '#a', '-', 'a.b', 'x'.repeat(201)])('%j cannot be one', (name) => {
    expect(isTag(name)).toBe(false);
  });

  test('the tags that hold one, from the outermost on', () => {
    expect([parentTags('a/b/c'), parentTags('a')]).toEqual([['a', 'a/b'], []]);
  });
});

describe('links', () => {
  test.each<[string, string[]]>([
    ['[[Title]]', ['[[Title']],
    ['see [[ Title | shown ]], [[Title#Heading]] and [[Title#Heading|x]]', ['[[Title', '[[Title#Heading', '[[Title#Heading']],
    ['[[]] [[ ]] [[|x]] [[a] ] [ [b]]', []],
    ['`[[code]]` $[[math]]$ <b title="[[x]]">', []],
    ['**[[bold]]** ~~[[gone]]~~', ['[[bold', '[[gone']],
    ['| a |\n|---|\n| [[Title\\|shown]] |', ['[[Title']],
    ['[[over\nlines]] [[a\\*b]] #t*a*g', ['[[over lines', '[[a*b', '#tag']],
    ['[[__init__]] ![[*a*|*b*]] [[~~x~~#_y_]] [[$z$]]', ['[[__init__', '[[*a*', '[[~~x~~#_y_', '[[$z$']],
    ['[[*a*]](/x) [[^*b*]] [[*c*]]\n\n[*c*]: /x', []],
    ['[[a]] [[b]][[c]]', ['[[a', '[[b', '[[c']],
    ['[text](daybook://note/1a) <daybook://card/2b> daybook://event/3c.', ['note/1a', 'card/2b', 'event/3c']],
    ['Daybook://NOTE/1a [x](daybook://board/1) [y](daybook://note/) xdaybook://note/1', ['note/1a']],
    ['[a](Other%20note.md) [b](<../x/Ö.md#A b> "t") [c][r]\n\n[r]: ./y.MD', ['](Other note.md', '](../x/Ö.md#A b', '](./y.MD']],
    ['[a](https://x.org/a.md) [b](//x.org/a.md) [c](mailto:a.md) [d](a.mdx) [e](.md) [f](x/.md) [g](#a.md) [h](a.txt)', []],
    ['[a](attachments/20261122-114300-3fa9c1d2.md) ![b](b.md) `[c](c.md)` [d](100%.md?x=1#%)', ['](100%.md#%']],
    ['[a](Other%20note) [b](../x/Ö#A.b) [c](v1%2E2) [d](<a b>)', ['](Other note', '](../x/Ö#A.b', '](v1.2', '](a b']],
    ['[a](/Note) [b](//x.org/Note) [c](note:x) [d](Note?x) [e](x/) [f](..) [g](x.y) [h](#Note)', []],
    ['[a *b* c](daybook://note/1)', ['note/1', 'note/1', 'note/1']],
    ['`daybook://note/1`', []],
  ])('%j', (markdown, expected) => {
    expect(said(markdown)).toEqual(expected);
  });

  test('tell what is to be shown', () => {
    expect(mentionsInText('[[a|b]] [[a|]] [[a]]').map((each) => (each.kind === 'title' ? each.shown : ''))).toEqual(['b', '', null]);
  });

  test('a target is a title and a section', () => {
    expect([splitTarget('a'), splitTarget('a # b'), splitTarget('#b')]).toEqual([
      { title: 'a', section: null },
      { title: 'a', section: 'b' },
      { title: '', section: 'b' },
    ]);
  });

  test('not every title can stand in one', () => {
    expect(['C# & co', 'a|b', '[a]', ' ', '#tag', ' # x'].map(canBeLinked)).toEqual([true, false, false, false, false, false]);
  });
});

describe('in footnotes', () => {
  test.each<[string, string[]]>([
    ['see [[FT]] #ftag', ['[[FT', '#ftag']],
    ['*see [[A b#C|d]]*, (#x/y) and #1', ['[[A b#C', '#x/y']],
    ['`[[A]] #a` ``b ` #b`` #c', ['#c']],
    ['[#a](https://x.y/#b) [n](Note.md) [m](<A b.md#c> "t") [r](daybook://card/7) #d', ['](Note.md', '](A b.md#c', 'card/7', '#d']],
    ['![x #a](u) <b title="#b"> <https://x.y/#c> $#d$ \\#e \\` #f `', ['#f']],
    ['x\n\n    more [[B]]\n    #b\n\n        #code [[C]]\n\n    #d', ['[[B', '#b', '#d']],
    ['x\n\n    ```\n    #code\n    ```\n    #b\n\n    > ~~~\n    > [[C]]\n    > ~~~\n\n    [[D]]', ['#b', '[[D']],
    ['https://x.y/#a www.x.y/#b #c', ['#c']],
    ['[[Costs $a$ now]] [[a *b* _c_]] [[C & D]] [[a < b|$x$]]', ['[[Costs $a$ now', '[[a *b* _c_', '[[C & D', '[[a < b']],
    [
      String.raw`[[Array\<T\> notes]] [[The \`map\` \$a\$]] [[x &amp; y]] [[A\&amp;]]`,
      ['[[Array<T> notes', '[[The `map` $a$', '[[x & y', '[[A&amp;'],
    ],
    ['[[Array<T> notes]] [[The `map`]] [[x|`y`]] #b', ['[[x', '#b']],
  ])('%j', (text, expected) => {
    expect(said(`x[^1]\n\n[^1]: ${text}\n`)).toEqual(expected);
    const quoted = `> - x[^1]\n>\n>   [^1]: ${text.replaceAll('\n', '\n>   ')}\n`;
    expect(said(quoted)).toEqual(expected);
  });

  test('a title that is written there is read again', () => {
    const title = fc.string({ unit: fc.constantFrom(...Array.from('ab /.#!&;<>`*_~$\\"\'')), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(title, fc.constantFrom('', 'x', '`', '$', '<b>', '&amp;', '\\'), (name, after) => {
        const trimmed = name.trim();
        fc.pre(canBeLinked(trimmed));
        expect(said(`[^1]: see [[${writeTitle(trimmed)}]]${after}\n`)).toContain(`[[${trimmed}`);
      }),
      runs(300, 48),
    );
  });

  test('takes time in proportion to the text', full, () => {
    const startedAt = performance.now();
    for (const part of ['`a``b', '[', '[[a](', '<a ', '$a', '\\[', '[[a#b|', '(<', '    ```\n\n']) said(`[^1]: ${part.repeat(20_000)}\n`);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

test('names are the same whatever their case, and however accents are encoded', () => {
  expect(new Set([foldName('Straße'), foldName('STRASSE'), foldName(' strasse ')]).size).toBe(1);
  expect(foldName('e\u0301')).toBe(foldName('É'));
});

test('takes time in proportion to the text', full, () => {
  const started = process.cpuUsage();
  mentionsInText('[[a '.repeat(50_000));
  mentionsInText('[['.repeat(50_000));
  mentionsInText('[[a]] #b daybook://note/1 www.a.b '.repeat(20_000));
  mentionsInText(`#${'a/'.repeat(100_000)}`);
  const { user } = process.cpuUsage(started);
  expect(user / 1000).toBeLessThan(3_000);
});

test('a long text says the same in parts, none of which is large', full, () => {
  const { paragraph } = noteSchema.nodes;
  const word = fc.constantFrom(
    '#a ',
    '#b/c',
    ' ',
    'word ',
    '[[b c|d e]]',
    '[[',
    ']] ',
    '[x] ',
    'https://a.b/#c ',
    'daybook://note/1 ',
    'me@a.b',
    'x',
  );
  const some = fc.array(word, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(some, fc.constantFrom('', ' '), (words, end) => {
      const text = (words.join('') + end).repeat(Math.ceil(60_000 / (words.join('').length + 1)));
      const parts = [...mentionParts(paragraph.create(null, noteSchema.text(text)))];
      expect(parts.flat()).toEqual(mentionsInText(text));
      if (text.includes(' ') && !text.includes('[')) expect(parts.length).toBeGreaterThan(1);
    }),
    runs(40, 12),
  );
});

test('parts begin at no blank within a link by a title', () => {
  const { paragraph } = noteSchema.nodes;
  const link = `[[${'a '.repeat(700)}]]`;
  const parts = [...mentionParts(paragraph.create(null, noteSchema.text(`${link} `.repeat(50))))];
  expect(parts.flat().length).toBe(50);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(15);
  expect([...mentionParts(paragraph.create(null, noteSchema.text('[[a '.repeat(20_000))))].length).toBeGreaterThan(4);
});

test('a place tells the same whatever stands in other blocks', () => {
  const block = fc.constantFrom('#a [[b]]', '# #c', '- #d\n- [[e|f]]', '```\n#g\n```', '> daybook://note/1', 'plain');
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
      expect(said(blocks.join('\n\n<!-- -->\n\n'))).toEqual(blocks.flatMap(said));
    }),
    runs(50, 21),
  );
});

test('a text of signs that begin no tag is passed over at one go', () => {
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  const found = mentionsInText('#a'.repeat(1_000));
  const matches = exec.mock.calls.length;
  exec.mockRestore();
  expect(found).toEqual([{ kind: 'tag', from: 0, to: 2, tag: 'a' }]);
  expect(matches).toBeGreaterThan(0);
  expect(matches).toBeLessThan(10);
});
