// PDFs as other programs read them.

import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspect, runProgram, withFolder } from '../support/document-tools.ts';
import { documentOf, missingWords, readNote, sharedDocumentOf, textsOf } from '../support/export-notes.ts';
import { goldenNotes, longNote } from '../support/golden-notes.ts';

const notes: readonly (readonly [string, () => string])[] = [...Object.entries(goldenNotes), ['20 KB', () => longNote(20_000)]];

/** Pages as pictures, a pixel for each point. */
function pagePictures(bytes: Uint8Array): { data: Buffer; width: number; height: number }[] {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-pages-'));
  try {
    writeFileSync(join(folder, 'document.pdf'), bytes);
    runProgram('pdftoppm', ['-r', '72', '-gray', '-l', '12', 'document.pdf', 'page'], { cwd: folder });
    const pages = readdirSync(folder)
      .filter((name) => name.endsWith('.pgm'))
      .toSorted();
    return pages.map((name) => pgm(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pgm(file: Buffer): { data: Buffer; width: number; height: number } {
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1')) ?? [];
  return { data: file.subarray(head.length), width: Number(width), height: Number(height) };
}

describe.each(notes)('the note “%s” as a PDF', (_, markdown) => {
  test('qpdf finds nothing wrong with it', async () => {
    expect(inspect('qpdf', await sharedDocumentOf('pdf', markdown()), 'pdf', ['--check', 'FILE'])).toContain(
      'No syntax or stream encoding errors found',
    );
  });

  test('it shows all that the note says', async () => {
    const shown = inspect('pdftotext', await sharedDocumentOf('pdf', markdown()), 'pdf', ['-raw', 'FILE', '-']);
    const ordered = textsOf(readNote(markdown()))
      .filter((text) => !/[\u0590-\u06FF]/u.test(text))
      .join('\n');
    expect(missingWords(ordered, shown)).toEqual([]);
  });

  test('nothing stands beyond the margins', async () => {
    for (const { data, width, height } of pagePictures(await sharedDocumentOf('pdf', markdown()))) {
      const dark: string[] = [];
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1)
          if ((data[y * width + x] ?? 255) < 200 && (x < 66 || x > width - 66 || y < 60 || y > height - 36)) dark.push(`${x},${y}`);
      expect(dark).toEqual([]);
    }
  });

  test('all fonts are in it', async () => {
    const lines = inspect('pdffonts', await sharedDocumentOf('pdf', markdown()), 'pdf', ['FILE'])
      .trim()
      .split('\n')
      .slice(2);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/ yes +yes +yes +\d+ +\d+$/);
  });
});

test.each<[string, string]>([
  ['Burmese', 'မြန်မာ'],
  ['Tibetan', 'བོད་ཡིག'],
  ['Odia', 'ଓଡ଼ିଆ'],
  ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ'],
  ['Cherokee', 'ᏣᎳᎩ'],
])('%s has a font of its own', async (_, text) => {
  const bytes = await documentOf('pdf', text);
  expect(inspect('pdffonts', bytes, 'pdf', ['FILE'])).toMatch(/Noto(?:Sans|Serif)(?:Myanmar|Tibetan|Oriya|Mongolian|Cherokee)/);
  expect(inspect('pdftotext', bytes, 'pdf', ['FILE', '-'])).toContain(text);
});

test.each(notes)('the note “%s” as a PDF is no larger than qpdf makes it by object streams', async (_, markdown) => {
  const bytes = await sharedDocumentOf('pdf', markdown());
  const smaller = withFolder((folder) => {
    writeFileSync(join(folder, 'large.pdf'), bytes);
    runProgram('qpdf', ['--object-streams=generate', 'large.pdf', 'small.pdf'], { cwd: folder });
    return statSync(join(folder, 'small.pdf')).size;
  });
  expect(bytes.byteLength).toBeLessThanOrEqual(smaller * 1.03);
});

test('it is tagged, has a language, and tells title, author and times', async () => {
  const bytes = await sharedDocumentOf('pdf', goldenNotes['constructs']?.() ?? '');
  const info = inspect('pdfinfo', bytes, 'pdf', ['-isodates', 'FILE']);
  expect(info).toMatch(/Title: +A note & more\n/);
  expect(info).toMatch(/Author: +Ana Pérez\n/);
  expect(info).toMatch(/CreationDate: +2026-01-02T03:04:05/);
  expect(info).toMatch(/ModDate: +2026-02-03T04:05:06/);
  expect(info).toMatch(/Tagged: +yes/);
  const qdf = inspect('qpdf', bytes, 'pdf', ['--qdf', '--object-streams=disable', 'FILE', '-']);
  expect(qdf).toContain('/Lang (en)');
  expect(qdf).toContain('/DisplayDocTitle true');
  // The description in XML is well-formed although the title is not plain.
  expect(qdf).toContain('<rdf:li xml:lang="x-default">A note &amp; more</rdf:li>');
});

test('its structure is that of the note', async () => {
  const structure = inspect('pdfinfo', await sharedDocumentOf('pdf', goldenNotes['constructs']?.() ?? ''), 'pdf', ['-struct-text', 'FILE']);
  for (const [type, least] of [
    ['H1', 2],
    ['H2', 9],
    ['H3', 1],
    ['L', 10],
    ['LI', 20],
    ['Lbl', 20],
    ['LBody', 20],
    ['Table', 3],
    ['TR', 6],
    ['TH', 6],
    ['TD', 12],
    ['BlockQuote', 3],
    ['Code', 4],
    ['Figure', 2],
    ['Formula', 3],
    ['Link', 8],
    ['Note', 3],
    ['P', 20],
  ] as const) {
    expect([type, structure.match(new RegExp(`^ *${type}\\b`, 'gm'))?.length ?? 0]).toSatisfy(([, count]) => (count as number) >= least);
  }
  // In the order in which it is to be read.
  const order = [
    'Every construct',
    'Third level',
    'Starts at seven',
    'A quote within',
    'Tables and alignment',
    'A claim',
    'Last paragraph.',
    'The first note',
  ];
  const places = order.map((text) => structure.indexOf(text));
  expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
});

test('headings are its bookmarks', async () => {
  const json = JSON.parse(
    inspect('qpdf', await documentOf('pdf', '# One\n\n## Two\n\ntext\n\n### Three\n\n# Four\n'), 'pdf', [
      '--json',
      '--json-key=outlines',
      'FILE',
    ]),
  ) as { outlines: Outline[] };
  interface Outline {
    readonly title: string;
    readonly kids: Outline[];
  }
  const titles = (items: readonly Outline[]): unknown[] => items.map(({ title, kids }) => [title, titles(kids)]);
  expect(titles(json.outlines)).toEqual([
    ['One', [['Two', [['Three', []]]]]],
    ['Four', []],
  ]);
});

test('links lead where the note says, and within the document', async () => {
  const qdf = inspect(
    'qpdf',
    await documentOf('pdf', '[a](https://example.org/ä?b=c) and [there](#below), <mail@example.org>\n\n# Below\n'),
    'pdf',
    ['--qdf', '--object-streams=disable', 'FILE', '-'],
  );
  expect(qdf).toContain('/URI (https://example.org/%C3%A4?b=c)');
  expect(qdf).toContain('/URI (mailto:mail@example.org)');
  expect(qdf).toMatch(/\/D \(h1\)\s+\/S \/GoTo/);
  expect(qdf).not.toMatch(/\/S \/(?:Launch|JavaScript|ImportData|SubmitForm)/);
});

test('the dot behind a number stands between it and its item, also where the list begins on the right', async () => {
  const shown = inspect('pdftotext', await documentOf('pdf', '1. ראשון\n2. שני\n\ntext\n\n7. first\n'), 'pdf', ['-raw', 'FILE', '-']);
  expect(shown.match(/\.?\d\.?/g)).toEqual(expect.arrayContaining(['.1', '.2', '7.']));
});

test('Arabic and Hebrew come out in the order in which they are read', async () => {
  const text = inspect(
    'pdftotext',
    await documentOf('pdf', 'שלום עולם\n\nשלום עולם 123 טוב\n\nمرحبا بالعالم\n\nEnglish שלום text\n'),
    'pdf',
    ['FILE', '-'],
  )
    .normalize('NFKC')
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');
  expect(text).toContain('שלום עולם');
  expect(text).toContain('مرحبا بالعالم');
  // The program parts such a line where a number or a word of the other direction stands in it.
  expect(missingWords('שלום עולם 123 טוב English שלום text', text)).toEqual([]);
});

test('Arabic and Persian numbers run from left to right, and keep the blank after them', async () => {
  const text = inspect(
    'pdftotext',
    await documentOf(
      'pdf',
      'الرقم ١٢٣٤٥ هنا\n\nوالسعر ٩٫٩٩ ريال\n\nLatin then ٠١٢٣٤ end\n\nفارسی ۶۷۸۹ است\n\n```\nx = "رقم٦٧٨ قيمة";\nمرحبا بالعالم\n```\n',
    ),
    'pdf',
    ['FILE', '-'],
  )
    .normalize('NFKC')
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');
  for (const shown of ['١٢٣٤٥', '٩٫٩٩', 'Latin then ٠١٢٣٤ end', '۶۷۸۹', '٦٧٨', 'مرحبا بالعالم']) expect(text).toContain(shown);
});

test('letters in the looks of formulas that no font has are plain ones', async () => {
  const bytes = await documentOf('pdf', 'See 𝐁𝓸𝗹𝟏 and 𝔸.\n\n```\n𝐀𝟐 = 1\n```\n');
  const text = inspect('pdftotext', bytes, 'pdf', ['FILE', '-']);
  expect(text).toContain('See Bol1 and 𝔸.');
  expect(text).toContain('A2 = 1');
});

test('the header of a table stands on each of its pages', async () => {
  const bytes = await sharedDocumentOf('pdf', goldenNotes['long-table']?.() ?? '');
  const pages = inspect('pdftotext', bytes, 'pdf', ['-layout', 'FILE', '-'])
    .split('\f')
    .filter((page) => page.trim() !== '');
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).toMatch(/Name +Text +Amount/);
});

test('no page ends right after a heading', async () => {
  // Headings at all heights of a page.
  for (let lines = 30; lines < 42; lines += 1) {
    const bytes = await documentOf(
      'pdf',
      `${Array.from({ length: lines }, (_, index) => `Line ${index}\\`).join('\n')}\nlast\n\n## The heading\n\nText below it.\n`,
      { title: 'T' },
    );
    const pages = inspect('pdftotext', bytes, 'pdf', ['FILE', '-']).split('\f');
    const page = pages.find((each) => each.includes('The heading')) ?? '';
    expect(page).toContain('Text below it.');
  }
});

test('a picture that nearly fills the page and a drawing are shown, a damaged one is told of', async () => {
  const tall = `data:image/png;base64,${(
    await sharp({ create: { width: 300, height: 3000, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })
      .png()
      .toBuffer()
  ).toString('base64')}`;
  const drawing = new Uint8Array(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="teal"/></svg>'),
  );
  const bytes = await documentOf(
    'pdf',
    `![tall](${tall})\n\n![drawing](/api/cards/c1/attachments/a2)\n\n![damaged](data:image/png;base64,iVBORw0KGgo=)\n`,
    { files: new Map([['/api/cards/c1/attachments/a2', drawing]]) },
  );
  expect(inspect('pdftotext', bytes, 'pdf', ['FILE', '-'])).toContain('damaged');
  const structure = inspect('pdfinfo', bytes, 'pdf', ['-struct', 'FILE']);
  expect(structure.match(/Figure/g)).toHaveLength(2);
});

test('paper can be of the American size', async () => {
  expect(inspect('pdfinfo', await documentOf('pdf', 'text', { paper: 'letter' }), 'pdf', ['FILE'])).toMatch(
    /Page size: +612 x 792 pts \(letter\)/,
  );
});

test('code in a sentence touches the sign after it', async () => {
  const text = inspect('pdftotext', await documentOf('pdf', 'Call `run`. Then (`stop`), `a b`; or *`x`*!\n'), 'pdf', ['FILE', '-']);
  expect(text).toContain('Call run. Then (stop), a b; or x!');
});

test('cells of an HTML table stand below their own headers', async () => {
  const table =
    '<table><tr><th rowspan=2>Name</th><th colspan=2>Score</th></tr><tr><th>Alpha</th><th>Beta</th></tr><tr><td>Ann</td><td>111</td><td>222</td></tr></table>';
  const boxes = inspect('pdftotext', await documentOf('pdf', table), 'pdf', ['-bbox', 'FILE', '-']);
  const left = (word: string): number => Number(new RegExp(`xMin="([\\d.]+)"[^>]*>${word}<`).exec(boxes)?.[1]);
  expect([left('Name'), left('Score'), left('Beta')]).toEqual([left('Ann'), left('111'), left('222')]);
  expect(left('Alpha')).toBe(left('111'));
  expect(left('Ann')).toBeLessThan(left('111'));
});

test('a drawing in a data address and measures of HTML are heeded', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="teal"/></svg>',
  ).toString('base64');
  const bytes = await documentOf(
    'pdf',
    `![drawing](data:image/svg+xml;base64,${svg})\n\n<img src="/api/cards/c1/attachments/a1" width="96" height="48">\n`,
  );
  expect(inspect('pdftotext', bytes, 'pdf', ['FILE', '-'])).not.toContain('base64');
  const qdf = inspect('qpdf', bytes, 'pdf', ['--qdf', '--object-streams=disable', 'FILE', '-']);
  // How wide and high pictures are drawn, in points.
  expect(
    Array.from(qdf.matchAll(/^([\d.]+) 0 0 -([\d.]+) [\d.]+ [\d.]+ cm\n\/I\d+ Do/gm), ([, width, height]) => `${width}×${height}`),
  ).toEqual(['150×75', '72×36']);
});
