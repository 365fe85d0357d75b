import { afterAll, describe, expect, test, vi } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { tokenizer } from '../../../main/contract/markdown/tokenizer.ts';
import { runAtOnce } from '../../../main/lib/cooperative-scheduler.ts';
import type { JsonText } from '../../../main/lib/sliced-json.ts';
import { documentJson, documentText, fromPieces, toPieces } from '../../../main/features/notes/note-pieces.ts';
import { Transform } from 'prosemirror-transform';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { NoteParser, parsedAtOnce } from '../../../main/features/notes/note-parser.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { full } from '../../support/tiers.ts';
import { examples } from './markdown/commonmark-examples.ts';
import { parseWeight } from '../../../main/contract/markdown/parse-weight.ts';
import { indexEntry } from '../../../main/features/notes/search/index-entry.ts';

const parser = new NoteParser();
afterAll(() => parser.stop());

const sample = `---
title: x
---

# Title [link][x]

* one
  * two **three**

    - [x] four

| a | b |
|---|:-:|
| c | \`d\` |

\`\`\`js
code
\`\`\`

> quote\\
> line

[x]: https://example.org/ "T"

<div>raw</div>

![image](a.png) H^2^ $$x$$

Last`;

const samples: [string, string][] = [
  ['many blocks of all kinds', `${sample}\n\n`.repeat(150)],
  ['one long list', `- item *with* text\n  - inner\n`.repeat(5_000)],
  ['one long paragraph', `word *word* [link](b.md) \\\n`.repeat(5_000)],
  ['one long text', 'x'.repeat(200_000)],
  ['one long code block', `\`\`\`\n${'line\n'.repeat(40_000)}\`\`\`\n`],
  ['one large table', `| a | b |\n|---|---|\n${'| c *d* | e |\n'.repeat(5_000)}`],
  ['CRLF after a byte order mark and empty lines', `\uFEFF\r\n\r\n${'Text\r\n\r\n\r\n'.repeat(6_000)}`],
  ['blanks', ' \n'.repeat(50_000)],
];

describe.each(samples)('%s', (_, markdown) => {
  const parsed = parseMarkdown(markdown);

  test('comes out of the thread as it would have been parsed here', full, async () => {
    expect(NoteParser.isSmall(markdown)).toBe(false);
    const there = await parser.parse(markdown);
    expect(there.lead).toBe(parsed.lead);
    expect(there.blocks.map(({ source, gap }) => [source, gap])).toEqual(parsed.blocks.map(({ source, gap }) => [source, gap]));
    expect(there.blocks.every(({ node }, index) => parsed.blocks[index]?.node.eq(node))).toBe(true);
    expect(there.references).toEqual({ ...parsed.references });
  });

  test('is cut into pieces none of which is large, unless a single text is', full, async () => {
    const { pieces } = toPieces(parsed);
    const longestText = Math.max(
      0,
      ...parsed.blocks.map(({ node }) => {
        let longest = 0;
        node.descendants((inner) => {
          longest = Math.max(longest, inner.text?.length ?? 0);
        });
        return longest;
      }),
    );
    expect(Math.max(...pieces.map((piece) => (piece !== null && 'nodes' in piece ? piece.nodes.length : 0)))).toBeLessThan(
      1_000_000 + 2 * longestText,
    );
    expect((await fromPieces(markdown, toPieces(parsed))).blocks.length).toBe(parsed.blocks.length);
  });

  test('is a document as text', () => {
    const nodes = parsed.blocks.map(({ node }) => node);
    const text = documentText(toPieces(parsed), 'Title').parts.join('');
    expect(text === JSON.stringify(noteSchema.nodes.doc.create({ title: 'Title' }, nodes))).toBe(true);
  });
});

test.each([
  ['short blocks', '## A *b*\n\n- c\n  - d\n\n> e\n\n'.repeat(3_000)],
  ['a list of very many items', '- a\n'.repeat(20_000)],
  ['a paragraph of very many texts', '**a** '.repeat(40_000)],
  ['an item that holds very many paragraphs', `- a\n\n${'  b\n\n'.repeat(30_000)}- c\n`],
])('a large document of %s is written as text, in parts none of which is large', full, (_, markdown) => {
  const doc = noteSchema.nodes.doc.create(
    { title: 'T "1"' },
    [...parseMarkdown(markdown).blocks].map(({ node }) => node),
  );
  const json = runAtOnce(documentJson(doc)) as JsonText;
  expect(json.parts.join('') === JSON.stringify(doc)).toBe(true);
  expect(Math.max(...json.parts.map(({ length }) => length))).toBeLessThan(100_000);
});

test('a small document is written as objects', () => {
  const doc = noteSchema.nodes.doc.create(
    { title: 'T' },
    [...parseMarkdown(sample).blocks].map(({ node }) => node),
  );
  expect(runAtOnce(documentJson(doc))).toEqual(doc.toJSON());
});

test('the document as text is that of each example of CommonMark', () => {
  for (const { markdown } of examples) {
    const parsed = parseMarkdown(markdown);
    const doc = noteSchema.nodes.doc.create(
      { title: 'T' },
      parsed.blocks.map(({ node }) => node),
    );
    expect(documentText(toPieces(parsed), 'T').parts.join('')).toBe(JSON.stringify(doc));
  }
});

test.each([
  ['a paragraph of very many texts', '**a** '.repeat(6_000), 11_999],
  ['a list of very many items', '- a\n'.repeat(12_000), 12_000],
])('of %s a piece holds no more than is read in no time', (_, markdown, count) => {
  const { pieces } = toPieces(parseMarkdown(markdown));
  const texts = pieces.map((piece) => (piece !== null && 'nodes' in piece ? piece.nodes.split('"text":').length - 1 : 0));
  expect(texts.reduce((sum, some) => sum + some, 0)).toBe(count);
  expect(Math.max(...texts)).toBeLessThanOrEqual(2_000);
});

test('notes are parsed one after the other, each with its own result', async () => {
  const markdown = [1, 2, 3, 4].map((number) => `${number}\n\n${'x'.repeat(70_000)}\n`);
  expect(markdown.some((each) => NoteParser.isSmall(each))).toBe(false);
  const parsed = await Promise.all(markdown.map((each) => parser.parse(each)));
  expect(parsed.map(({ blocks }) => blocks[0]?.node.textContent)).toEqual(['1', '2', '3', '4']);
});

test('a stopped parser refuses what is large and still does what is small', async () => {
  const stopped = new NoteParser();
  await stopped.stop();
  await expect(stopped.parse('x\n'.repeat(50_000))).rejects.toMatchObject({ code: 'unavailable' });
  expect((await stopped.parse('x\n')).blocks).toHaveLength(1);
});

describe('a long block that steps have touched', () => {
  const markdown = '**a** `b` <c> \\* '.repeat(1_500);
  const source = NoteSource.parse(`${markdown}\n\nshort\n`, 'Title');
  const typedIn = (): NoteSource => source.advance(new Transform(source.doc).insert(1, noteSchema.text('word')).doc);

  test('is written in the thread, as it would be here', full, async () => {
    const [here, there] = [typedIn(), typedIn()];
    expect(there.unwritten()).toHaveLength(1);
    await parser.prewrite(there);
    expect(there.unwritten()).toEqual([]);
    expect(there.content()).toBe(here.content());
    expect(there.content()).toMatch(/^\*{0,2}word/);
  });

  test('is told apart from what stands before it in the thread', full, async () => {
    const beside = NoteSource.parse(`[a]: /b\n\n${'**a** [a] '.repeat(2_000)}\n`, 'Title');
    const touched = beside.advance(new Transform(beside.doc).insert(20, noteSchema.text('word')).doc);
    await parser.prewrite(touched);
    const reading = vi.spyOn(tokenizer.block, 'State').mockClear();
    const content = touched.content();
    expect(reading.mock.calls.filter(([text]) => text.length > 16_000)).toEqual([]);
    expect(NoteSource.parse(content, 'Title').doc.eq(touched.doc)).toBe(true);
  });

  test('is not written here when that fails', async () => {
    const stopped = new NoteParser();
    await stopped.stop();
    const touched = typedIn();
    await expect(stopped.prewrite(touched)).rejects.toMatchObject({ code: 'unavailable' });
    expect(touched.unwritten()).toHaveLength(1);
  });

  test('is not told apart here from what stands before it when that fails', full, async () => {
    const beside = NoteSource.parse(`[a]: /b\n\n${'**a** [a] '.repeat(2_000)}\n`, 'Title');
    const touched = beside.advance(new Transform(beside.doc).insert(20, noteSchema.text('word')).doc);
    for (const block of touched.unwritten()) block.write();
    expect(touched.heavyBoundaries()).toHaveLength(1);
    const stopped = new NoteParser();
    await stopped.stop();
    await expect(stopped.prewrite(touched)).rejects.toMatchObject({ code: 'unavailable' });
    expect(touched.heavyBoundaries()).toHaveLength(1);
  });

  test('is indexed in the thread with the words that it would have here', async () => {
    const content = markdown.repeat(5);
    expect(content.length).toBeGreaterThan(parsedAtOnce);
    expect(await parser.indexEntry({ title: 'Title', content })).toEqual(indexEntry({ title: 'Title', content }));
  });
});

describe('a short block that takes long to be read', () => {
  const markdown = `x ${'[*`'.repeat(1_200)} end\n`;
  const source = NoteSource.parse(`${markdown}\nshort\n`, 'Title');
  const typedIn = (at: number): NoteSource => source.advance(new Transform(source.doc).insert(at, noteSchema.text('word')).doc);
  const reads = (): number => reading.mock.calls.filter(([text]) => text.includes('[*`')).length;
  const reading = vi.spyOn(tokenizer.block, 'State');

  test('is changed in the thread, where its other bytes stay as they are', full, async () => {
    const touched = typedIn(2);
    reading.mockClear();
    expect(touched.unwritten().map(({ isHeavy }) => isHeavy)).toEqual([true]);
    await parser.prewrite(touched);
    expect(touched.unwritten()).toEqual([]);
    expect(touched.content()).toBe(`${markdown.slice(0, 1)}word${markdown.slice(1)}\nshort\n`);
    expect(reads()).toBe(0);
  });

  test('is parsed in the thread', async () => {
    const long = markdown.repeat(2);
    expect(NoteParser.isSmall(long)).toBe(false);
    reading.mockClear();
    expect((await parser.parse(long)).blocks).toHaveLength(1);
    expect(reads()).toBe(0);
  });

  test('is not read in order to store what it was', full, () => {
    const touched = typedIn(2);
    const content = touched.content();
    reading.mockClear();
    expect(NoteSource.load(content, touched.state(), 'Title').doc.eq(touched.doc)).toBe(true);
    expect(reading.mock.calls.filter(([text]) => text === markdown)).toEqual([]);
  });

  test('beside ordinary ones, which are read and written at once', () => {
    const ordinary = 'The quick _brown_ fox jumps over the **lazy** [dog](https://example.org/), and `writes` a line.\n';
    expect(parseWeight(ordinary) / ordinary.length).toBeLessThan(2.5);
    expect(parseWeight('['.repeat(100)) / 100).toBeGreaterThan(20);
    const head = (columns: number): string => `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n`;
    // The cells that rows lack are made, too.
    expect(NoteParser.isSmall(`${head(500)}${'|\n'.repeat(131)}`)).toBe(false);
    expect(NoteParser.isSmall(`- > ${head(500).replace('\n', '\n  > ')}${'  > a\n'.repeat(131)}`)).toBe(false);
    expect(NoteParser.isSmall(`${head(500)}\n${'a\n'.repeat(131)}`)).toBe(true);
    expect(parseWeight(`${head(20)}${`|${' a |'.repeat(20)}\n`.repeat(100)}`)).toBeLessThan(25_000);
    const note = NoteSource.parse(ordinary.repeat(40), 'Title');
    const touched = note.advance(new Transform(note.doc).insert(1, noteSchema.text('word')).doc);
    expect(touched.unwritten().map(({ isHeavy }) => isHeavy)).toEqual([false]);
  });
});

test('texts of one formatting in a large block share its marks once they have come out of the thread', async () => {
  const { link, em, strong } = noteSchema.marks;
  const formats = [
    () => [],
    () => [strong.create()],
    () => [link.create({ href: '/c', title: 'd' })],
    () => [em.create(), strong.create()],
  ];
  const texts = Array.from({ length: 20_000 }, (_, at) => noteSchema.text('a', formats[at % formats.length]?.()));
  const node = noteSchema.nodes.paragraph.create(null, texts);
  const [block] = (await fromPieces('source', toPieces({ lead: '', blocks: [{ node, source: 'source', gap: '' }], references: {} })))
    .blocks;
  expect(block?.node.eq(node)).toBe(true);
  const marks = new Set(block?.node.children.flatMap((text) => text.marks));
  expect(Array.from(marks, ({ type }) => type.name).toSorted()).toEqual(['em', 'link', 'strong', 'strong']);
});

test('a note of brackets keeps other large notes waiting no longer than its own', { ...full, timeout: 120_000 }, async () => {
  const order: string[] = [];
  const told = (name: string, markdown: string) => parser.parseInThread(markdown).then(() => order.push(name));
  await Promise.all([told('brackets', '!['.repeat(60_000)), told('prose', 'A text of some words.\n\n'.repeat(5_000))]);
  expect(order).toEqual(['prose', 'brackets']);
});
