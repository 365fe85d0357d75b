// What stands in the parts of a Word file, without a program that opens it.

import { describe, expect, test } from 'vitest';
import { wordPart } from '../../support/export-client.ts';
import { documentOf } from '../../support/export-notes.ts';
import { full } from '../../support/tiers.ts';

interface WordLink {
  readonly target: string;
  readonly text: string;
}

/** The links of a document, in order: where they lead, and their text. */
async function linksOf(markdown: string): Promise<WordLink[]> {
  const bytes = await documentOf('docx', markdown);
  const targets = new Map(
    Array.from(
      wordPart(bytes, 'word/_rels/document.xml.rels').matchAll(/<Relationship Id="([^"]*)"[^>]*Target="([^"]*)"/g),
      ([, id = '', target = '']) => [id, target],
    ),
  );
  return Array.from(
    wordPart(bytes, 'word/document.xml').matchAll(/<w:hyperlink [^>]*r:id="([^"]*)"[^>]*>(.*?)<\/w:hyperlink>/gs),
    ([, id = '', content = '']) => ({ target: targets.get(id) ?? '', text: content.replace(/<[^>]*>/g, '') }),
  );
}

describe('a picture that cannot be embedded', () => {
  test('keeps the link around it', full, async () => {
    const links = await linksOf(
      '[![Build](https://img.example.org/ci.svg)](https://ci.example.org/daybook) [![npm](https://img.example.org/npm.svg)](https://npm.example.org/)',
    );
    expect(links).toEqual([
      { target: 'https://ci.example.org/daybook', text: 'Build (https://img.example.org/ci.svg)' },
      { target: 'https://npm.example.org/', text: 'npm (https://img.example.org/npm.svg)' },
    ]);
  });

  test('is one link with the words beside it', async () => {
    expect(await linksOf('[before ![a](https://img.example.org/a.svg) after](https://example.org/)')).toEqual([
      { target: 'https://example.org/', text: 'before a (https://img.example.org/a.svg) after' },
    ]);
  });

  test('leads to its own address where there is no link', async () => {
    expect(await linksOf('![a](https://img.example.org/a.svg)')).toEqual([
      { target: 'https://img.example.org/a.svg', text: 'a (https://img.example.org/a.svg)' },
    ]);
  });
});

test('what an address has encoded stays so', async () => {
  const links = await linksOf(
    '[a](java%73cript:alert%281%29) [b](f%69le:///etc/passwd) [c](https://example.org/%C3%A4/ä/100%/%7Eb/%2525?q=a%26b) [d](x%FFy)',
  );
  expect(links.map(({ target }) => target)).toEqual([
    'java%73cript:alert%281%29',
    'f%69le:///etc/passwd',
    'https://example.org/%C3%A4/%C3%A4/100%25/%7Eb/%2525?q=a%26b',
    'x%FFy',
  ]);
});

test('an address without a scheme leads to the web, not to a share of the local network', async () => {
  const links = await linksOf('[a](//example.org/x) <a href="\\\\example.org\\y">b</a> [c](/z)');
  expect(links.map(({ target }) => target)).toEqual(['https://example.org/x', 'https://example.org/y', '/z']);
});

test('properties are read from the right where they begin so', async () => {
  const xml = wordPart(await documentOf('docx', '---\nauthor: אדה!\nb: x\n---\n'), 'word/document.xml');
  const paragraphs = Array.from(xml.matchAll(/<w:p>(?:(?!<\/w:p>).)*<w:pStyle w:val="TableText"\/>.*?<\/w:p>/gs), ([each]) => each);
  expect(paragraphs.slice(0, 4).map((each) => [each.includes('<w:bidi/>'), each.includes('<w:rtl/>')])).toEqual([
    [false, false],
    [true, true],
    [false, false],
    [false, false],
  ]);
});

/** The markup of the only formula, texts of its runs alone. */
async function formulaText(tex: string): Promise<string> {
  const xml = wordPart(await documentOf('docx', `$${tex}$`), 'word/document.xml');
  return Array.from(xml.matchAll(/<m:t(?: [^>]*)?>([^<]*)<\/m:t>/g), ([, text]) => text ?? '').join('');
}

describe('a formula', () => {
  test.each([
    [String.raw`\mathbb{R}\,\mathcal{L}\quad x`, 'ℝ\u2009ℒ\u2003x'],
    [String.raw`\mathbb{A1}\mathfrak{gC}\mathscr{F}\mathcal{b}`, '𝔸𝟙𝔤ℭℱ𝒷'],
    [String.raw`\mathsf{x9}\mathtt{y0}`, '𝗑𝟫𝚢𝟶'],
    [String.raw`a\;b\:c\qquad d\!e`, 'a\u2004b\u2005c\u2003\u2003de'],
    [String.raw`a\text{ }b`, 'a\u00A0b'],
  ])('keeps the form of letters and the spaces: %s', async (tex, text) => {
    expect(await formulaText(tex)).toBe(text);
  });

  test.each([
    ['below', String.raw`\underbrace{a}_{n}`, 'limLow', '<m:chr m:val="⏟"/><m:pos m:val="bot"/><m:vertJc m:val="top"/>'],
    ['above', String.raw`\overbrace{a}^{n}`, 'limUpp', '<m:chr m:val="⏞"/><m:pos m:val="top"/><m:vertJc m:val="bot"/>'],
  ])('has a brace %s its base, and the label beyond the brace', async (_, tex, limit, properties) => {
    const xml = wordPart(await documentOf('docx', `$${tex}$`), 'word/document.xml').replaceAll(' xml:space="preserve"', '');
    const [, formula] = /<m:oMath>(.*)<\/m:oMath>/.exec(xml) ?? [];
    const letter = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
    expect(formula).toBe(
      `<m:${limit}><m:e><m:groupChr><m:groupChrPr>${properties}</m:groupChrPr><m:e>${letter('a')}</m:e></m:groupChr></m:e><m:lim>${letter('n')}</m:lim></m:${limit}>`,
    );
  });
});

test('a picture has the size that HTML gives it', async () => {
  const xml = wordPart(await documentOf('docx', '<img src="/api/cards/c1/attachments/a1" width="96" height="48">'), 'word/document.xml');
  // An inch has 914,400 units and 96 pixels.
  expect(xml).toContain('<wp:extent cx="914400" cy="457200"/>');
});

test('cells of an HTML table reach over columns and rows', async () => {
  const xml = wordPart(
    await documentOf(
      'docx',
      '<table><tr><th rowspan=2>Name</th><th colspan=2>Score</th></tr><tr><th>A</th><th>B</th></tr><tr><td>Ann</td><td>1</td><td>2</td></tr></table>',
    ),
    'word/document.xml',
  );
  const rows = xml
    .slice(xml.indexOf('<w:tbl>'))
    .split('</w:tr>')
    .slice(0, -1)
    .map((row) =>
      row
        .split('</w:tc>')
        .slice(0, -1)
        .map((cell) =>
          [...cell.matchAll(/<w:(gridSpan w:val="\d+"|vMerge w:val="\w+")|<w:t(?: [^>]*)?>([^<]*)/g)]
            .map(([, span, text]) => span ?? text)
            .join(' '),
        ),
    );
  expect(rows).toEqual([
    ['vMerge w:val="restart" Name', 'gridSpan w:val="2" Score'],
    ['vMerge w:val="continue"', 'A', 'B'],
    ['Ann', '1', '2'],
  ]);
  expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(2);
});

describe('the page', () => {
  const bodyOf = async (markdown: string): Promise<string> => wordPart(await documentOf('docx', markdown), 'word/document.xml');

  test('columns have room for fonts that are wider than those of Word, where the page has it', async () => {
    const columns = async (text: string): Promise<number[]> =>
      Array.from((await bodyOf(`| Name | ${text} |\n|-|-|\n| a | b |`)).matchAll(/<w:gridCol w:w="(\d+)"\/>/g), ([, width]) =>
        Number(width),
      );
    const [, short = 0] = await columns('Center');
    // In points: the word in bold DejaVu Sans of 9.5 is 36 wide, in Calibri 30; there are 5 on each side of it.
    expect(short / 20).toBeGreaterThan(36 + 10);
    // Where all of the page is needed, it is no smaller and the page is not turned for that.
    const words = 'word'.repeat(20);
    const xml = await bodyOf(`| ${words} | b |\n|-|-|\n| a | b |`);
    expect([xml.includes('landscape'), /<w:tbl>.*?<w:sz w:val="([^"]*)"/.exec(xml)?.[1]]).toEqual([false, '9.5pt']);
  });

  test('a list within an item has room behind it where text follows', async () => {
    const xml = await bodyOf('- a\n\n  - b\n  - c\n\n  text\n- d');
    const styles = Array.from(xml.matchAll(/<w:p>.*?<\/w:p>/g), ([paragraph]) => [
      /<w:pStyle w:val="([^"]*)"/.exec(paragraph)?.[1],
      paragraph.replaceAll(/<[^>]*>/g, ''),
    ]);
    expect(styles.filter(([, text]) => ['b', 'c', 'text'].includes(text ?? ''))).toEqual([
      ['Compact', 'b'],
      ['CompactLast', 'c'],
      ['ListParagraph', 'text'],
    ]);
  });
});

test('where a word may be parted is an element, and no hyphen that is always seen', async () => {
  const xml = wordPart(await documentOf('docx', '**Donau\u00ADdampf**\u00ADschiff\n'), 'word/document.xml');
  expect(xml).toMatch(/>Donau<\/w:t><w:softHyphen\/><w:t [^>]*>dampf</);
  expect(xml).toMatch(/<w:softHyphen\/><w:t [^>]*>schiff</);
  expect(xml).not.toContain('\u00AD');
});
