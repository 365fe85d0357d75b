// Word documents as other programs read them.

import mammoth from 'mammoth';
import { unzipSync, strFromU8 } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspect, pagesOfDocx } from '../support/document-tools.ts';
import { documentOf, missingWords, readNote, sharedDocumentOf, textsOf } from '../support/export-notes.ts';
import { goldenNotes, longNote } from '../support/golden-notes.ts';

const notes: readonly (readonly [string, () => string])[] = [...Object.entries(goldenNotes), ['20 KB', () => longNote(20_000)]];

const forbidden = 'be\uFFFE\uFFFF\u0001fore';
/** What LibreOffice makes of each note, and at last of one with characters that XML forbids. */
let shownPages: readonly (Uint8Array | null)[];
beforeAll(async () => {
  const documents = await Promise.all(notes.map(([, markdown]) => sharedDocumentOf('docx', markdown())));
  const text = `# ${forbidden}\n\n[${forbidden}](https://example.org/${forbidden} "${forbidden}") \`${forbidden}\` &#xFFFF;\n\n| ${forbidden} |\n|---|\n`;
  shownPages = pagesOfDocx([...documents, await documentOf('docx', text, { title: forbidden })]);
}, 120_000);

/** The text of the pages of this document. */
function shownText(index: number): string {
  const pages = shownPages.at(index);
  if (pages === null || pages === undefined) throw new Error('LibreOffice does not open it');
  return inspect('pdftotext', pages, 'pdf', ['-raw', 'FILE', '-']);
}

describe.each(notes.map(([name, markdown], index) => [name, markdown, index] as const))(
  'the note “%s” as a Word document',
  (_, markdown, index) => {
    test('LibreOffice opens it, and shows all that the note says', () => {
      const shown = shownText(index);
      // What is right to left, or set in fonts of last resort, comes out of a PDF in another order; pandoc reads it below.
      const ordered = textsOf(readNote(markdown())).filter(
        (text) => !/[\u0530-\u06FF\u0980-\u10FF\u1200-\u17FF]|\p{Script=Egyptian_Hieroglyphs}|\p{Emoji_Presentation}|\uFE0F/u.test(text),
      );
      expect(missingWords(ordered.join('\n'), shown)).toEqual([]);
    });

    test('pandoc finds all that the note says', async () => {
      const text = inspect('pandoc', await sharedDocumentOf('docx', markdown()), 'docx', [
        '-f',
        'docx',
        '-t',
        'plain',
        '--wrap=none',
        'FILE',
      ]);
      expect(missingWords(textsOf(readNote(markdown())).join('\n'), text.replaceAll('~~', ''))).toEqual([]);
    });
  },
);

test('mammoth finds headings, lists, tables, links, pictures and notes where the note has them', async () => {
  const { value, messages } = await mammoth.convertToHtml({
    buffer: Buffer.from(await sharedDocumentOf('docx', goldenNotes['constructs']?.() ?? '')),
  });
  const count = (pattern: RegExp): number => value.match(pattern)?.length ?? 0;
  expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
  expect([1, 2, 3, 4, 5, 6].map((level) => count(new RegExp(`<h${level}>`, 'g')))).toEqual([1, 9, 1, 1, 1, 1]);
  expect(count(/<img /g)).toBe(2);
  expect(value).toContain('alt="A small red square"');
  expect(count(/<a href="https:\/\/example\.org\/a\?b=c&amp;d=e"/g)).toBe(1);
  expect(count(/<a href="#h\d+"/g)).toBe(1);
  expect(count(/id="footnote-\d+"/g)).toBe(2);
  expect(count(/<table>/g)).toBe(3);
  expect(count(/<thead>/g)).toBe(2);
  expect(value).toMatch(/<ol><li>Numbered in it<\/li><li>Twice<\/li><\/ol>/);
  expect(count(/type="checkbox"/g)).toBe(5);
  expect(count(/checked="checked"/g)).toBe(2);
  expect(value).not.toContain('never');
});

test('LibreOffice opens one with characters that XML forbids', () => {
  expect(shownText(-1).match(/before/g)?.length).toBeGreaterThanOrEqual(4);
});

test('what only looks like HTML stays', async () => {
  const text = 'In C# use List<object> for items, then fill in <template> and <style>.';
  for (const [format, program, args] of [
    ['docx', 'pandoc', ['-f', 'docx', '-t', 'plain', '--wrap=none', 'FILE']],
    ['pdf', 'pdftotext', ['-raw', 'FILE', '-']],
  ] as const)
    expect(inspect(program, await documentOf(format, text), format, args)).toContain(text);
});

test('numbers of lists start and end as in the note', async () => {
  const text = inspect(
    'pandoc',
    await documentOf('docx', '7) seven\n8) eight\n\ntext\n\n3. three\n   1. inner\n   2. inner two\n4. four\n'),
    'docx',
    ['-f', 'docx', '-t', 'markdown', 'FILE'],
  );
  for (const line of ['7)  seven', '8)  eight', '3.  three', '1.  inner', '2.  inner two', '4.  four']) expect(text).toContain(line);
});

test('title, author and times are those of the note', async () => {
  const core = strFromU8(unzipSync(await documentOf('docx', 'text'))['docProps/core.xml'] ?? new Uint8Array());
  for (const part of [
    '<dc:title>A note &amp; more</dc:title>',
    '<dc:creator>Ana Pérez</dc:creator>',
    '>2026-01-02T03:04:05Z</dcterms:created>',
    '>2026-02-03T04:05:06Z</dcterms:modified>',
  ])
    expect(core).toContain(part);
});

test('no file of it comes from elsewhere', async () => {
  const files = unzipSync(await sharedDocumentOf('docx', goldenNotes['constructs']?.() ?? ''));
  const external = Object.entries(files)
    .filter(([path]) => path.endsWith('.rels'))
    .flatMap(([, bytes]) => strFromU8(bytes).match(/<Relationship [^>]*TargetMode="External"[^>]*>/g) ?? []);
  expect(external.length).toBeGreaterThan(5);
  expect(external.filter((relationship) => !relationship.includes('/relationships/hyperlink"'))).toEqual([]);
});

test('the header row of a table is one that Word repeats, and a wide table turns the page', async () => {
  const xml = strFromU8(
    unzipSync(await sharedDocumentOf('docx', goldenNotes['wide-table']?.() ?? ''))['word/document.xml'] ?? new Uint8Array(),
  );
  expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(5);
  expect(xml.match(/w:orient="landscape"/g)).toHaveLength(2);
  const widest = Math.max(...Array.from(xml.matchAll(/<w:tblW w:type="dxa" w:w="(\d+)"\/>/g), ([, width]) => Number(width)));
  expect(widest).toBeLessThanOrEqual(Math.round((841.89 - 142) * 20) + 40);
});
