import { expect, test } from 'vitest';
import { withObjectStreams } from '../../../main/features/exports/pdf/object-streams.ts';
import { pdfObjects } from '../../support/export-client.ts';
import { documentOf } from '../../support/export-notes.ts';

test('objects of a PDF are compressed together, all of them', async () => {
  const bytes = Buffer.from(await documentOf('pdf', `# One\n\n${'A [link](https://example.org/) in a paragraph.\n\n'.repeat(200)}`));
  const written = bytes.toString('latin1');
  expect([written.match(/\/Type \/ObjStm/g)?.length, written.match(/\/Type \/XRef/g)?.length, /\nxref\n/.test(written)]).toEqual([
    5,
    1,
    false,
  ]);
  const objects = pdfObjects(bytes);
  expect([
    objects.match(/\/S \/URI/g)?.length,
    objects.match(/\/Type \/Annot/g)?.length,
    objects.match(/\/Type \/Catalog/g)?.length,
  ]).toEqual([200, 200, 1]);
  // Each has a number of its own, from 1 to the last.
  const numbers = Array.from(objects.matchAll(/^(\d+) 0 obj$/gm), ([, number]) => Number(number)).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
});

test('an address without a scheme leads to the web, not to a share of the local network', async () => {
  const objects = pdfObjects(Buffer.from(await documentOf('pdf', '[a](//example.org/x) <a href="\\\\example.org\\y">b</a> [c](/z)')));
  expect(Array.from(objects.matchAll(/\/URI \(([^)]*)\)/g), ([, target]) => target)).toEqual([
    'https://example.org/x',
    'https://example.org/y',
    '/z',
  ]);
});

test('a file that the library would not write is refused', () => {
  const file = (body: string): Uint8Array => {
    const start = `%PDF-1.7\n${body}`;
    return Buffer.from(
      `${start}xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n<<\n/Size 2\n/Root 1 0 R\n>>\nstartxref\n${start.length}\n%%EOF\n`,
      'latin1',
    );
  };
  expect(() => withObjectStreams(file('1 0 obj\n<<\n/Type /Catalog\n>>\nendobj\n'))).not.toThrow();
  for (const bad of [Buffer.from('%PDF-1.7\n'), file('2 0 obj\n<<\n>>\nendobj\n'), file('1 0 obj\n<<\n>>\nend\n')])
    expect(() => withObjectStreams(bad)).toThrow('not written as this version');
});

test('the table of several hundred thousand objects, as a long table makes them, is read to its end', () => {
  const body = '%PDF-1.7\n1 0 obj\n<<\n>>\nend\n';
  const table = `xref\n0 500000\n${'0000000009 00000 n \n'.repeat(500_000)}`;
  const file = `${body}${table}trailer\n<<\n/Size 500000\n>>\nstartxref\n${body.length}\n%%EOF\n`;
  // Not for the table, but for what it leads to.
  expect(() => withObjectStreams(Buffer.from(file, 'latin1'))).toThrow('not written as this version');
});
