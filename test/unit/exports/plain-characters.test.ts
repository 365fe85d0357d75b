import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { documentOf, readNote } from '../../support/export-notes.ts';

const bad = 'a\u0001\u000B\u001F\uFFFE\uFFFFz\uD800y';

/** `§` stands for bad characters wherever a text can be. */
const markdown = [
  '---\nname: §\n---',
  '# §',
  '§ **§** `§` [§](http://example.org/§ "§") ![§](http://example.org/§ "§") $§$ &#xFFFF;&#1; <b title="§">&#xFFFE;&#2;§</b> [^note]',
  '> §',
  '- [ ] §\n- §',
  '| § |\n|---|\n| § |',
  '```js\n§ // §\n```',
  '$$\n§ \\unicode{0xFFFF} \\unicode{0x1}\n$$',
  '<div title="§">&#xFFFF;&#x1;§</div>',
  '[^note]: §',
]
  .join('\n\n')
  .replaceAll('§', bad);

test('no part of a Word document has a character that XML forbids, and the text around it stays', async () => {
  const files = Object.entries(unzipSync(await documentOf('docx', markdown, { title: bad, author: bad })));
  const parts = files.flatMap(([path, bytes]) => (/\.(?:xml|rels)$/.test(path) ? [[path, strFromU8(bytes)] as const] : []));
  expect(parts.length).toBeGreaterThan(8);
  for (const [path, xml] of parts)
    expect([
      path,
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|&#(?:x0*(?:[0-8BCEF]|1[0-9A-F]|D[89A-F]..|FFF[EF])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/i.exec(
        xml,
      )?.[0],
    ]).toEqual([path, undefined]);
  const all = new Map(parts);
  expect(all.get('docProps/core.xml')).toContain('<dc:title>az\uFFFDy</dc:title>');
  expect(all.get('word/document.xml')?.split('az\uFFFDy').length).toBeGreaterThan(12);
  expect(all.get('word/footnotes.xml')).toContain('az\uFFFDy');
});

test('text without such characters stays as it is, tabs and ends of lines in code too', () => {
  expect(readNote('```\na\tb\nc\n```\n\n日本 😀 é\u0085\n').blocks).toMatchObject([
    { text: 'a\tb\nc' },
    { inlines: [{ text: expect.stringContaining('日本 😀 é') }] },
  ]);
});

test('a PDF with them can be made', async () => {
  expect((await documentOf('pdf', markdown, { title: bad, author: bad })).length).toBeGreaterThan(1_000);
});
