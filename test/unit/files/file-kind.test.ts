import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileKind as foundKind, kindOfKept, type FileOwner } from '../../../main/features/files/file-kind.ts';
import { compoundFile, picture, program, sampleFiles, wordFile, zipFile } from '../../support/sample-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-kinds-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const samples = await sampleFiles();
const png = await picture().png().toBuffer();
const content = (filename: string): Buffer => samples.find((sample) => sample.filename === filename)?.content ?? Buffer.alloc(0);

async function kindOf(filename: string, bytes: Buffer | string, owner: FileOwner = 'card'): Promise<string> {
  // Under a name that tells nothing, as uploads lie there.
  const path = join(folder, 'upload');
  writeFileSync(path, bytes);
  return (await foundKind(path, filename, owner)).mimeType;
}

describe('allowed', () => {
  test('an old Word file whose chains of sectors go round: what its content does not tell is told by the extension', async () => {
    const directory = compoundFile('Workbook');
    // The sector of the directory is followed by itself.
    directory.writeUInt32LE(1, 512 + 4);
    expect(await kindOf('letter.doc', directory)).toBe('application/msword');
    const allocation = compoundFile('WordDocument');
    // So is the first further sector of the allocation table.
    allocation.writeUInt32LE(0, 68);
    allocation.writeUInt32LE(0, 2 * 512 - 4);
    expect(await kindOf('letter.doc', allocation)).toBe('application/msword');
  });

  test.each(samples.map(({ filename, mimeType, content }) => [filename, mimeType, content] as const))(
    '%s is %s',
    async (filename, mimeType, bytes) => {
      expect(await kindOf(filename, bytes)).toBe(mimeType);
    },
  );

  test.each<[string, string, Buffer | string, string]>([
    ['a text that begins like a bitmap', 'car.txt', 'BMW\n', 'text/plain'],
    ['a text that begins like a program', 'name.txt', 'MZ is short for Mark Zbikowski\n', 'text/plain'],
    ['UTF-8 with a byte order mark', 'data.csv', '\uFEFFa;b\n', 'text/csv'],
    ['UTF-16', 'data.csv', Buffer.from('\uFEFFa;ü\n', 'utf16le'), 'text/csv'],
    ['UTF-16, the other way round', 'data.txt', Buffer.from('\uFEFFa;ü\n', 'utf16le').swap16(), 'text/plain'],
    ['Windows-1252, as Excel writes CSV', 'data.csv', Buffer.from('Name;Stra\xDFe \x80\r\n', 'latin1'), 'text/csv'],
    ['Shift_JIS', 'notes.txt', Buffer.from('93fa967b8cea', 'hex'), 'text/plain'],
    ['a script in Latin-1', 'old.js', Buffer.from('// gr\xFC\xDFe', 'latin1'), 'text/javascript'],
    ['XML in Latin-1', 'a.xml', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xFC</a>', 'latin1'), 'application/xml'],
    ['SVG in Latin-1', 'a.svg', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><!-- \xFC --><svg/>', 'latin1'), 'image/svg+xml'],
    ['a text that ends within a character', 'notes.txt', Buffer.from('Grüße').subarray(0, 3), 'text/plain'],
    ['a text that is cut between chunks within a character', 'long.txt', `x${'ü'.repeat(100_000)}`, 'text/plain'],
    ['SVG without a declaration', 'a.svg', '<svg/>', 'image/svg+xml'],
    [
      'SVG with a prefix, a document type and comments',
      'a.svg',
      '\n<!-- <html> --><!DOCTYPE svg PUBLIC "-//W3C" "x>y" [ <!ENTITY a "]b"> ]>\n<?x y?><s:svg xmlns:s="http://www.w3.org/2000/svg">',
      'image/svg+xml',
    ],
    ['JSON that does not parse', 'half.json', '{ "one":', 'application/json'],
    ['a document called a ZIP file', 'letter.zip', wordFile(), 'application/zip'],
    ['an empty ZIP file', 'none.zip', zipFile({}), 'application/zip'],
    [
      'a Word file that does not name its main part',
      'odd.docx',
      zipFile({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' }),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'a Word file with a password',
      'secret.docx',
      compoundFile('EncryptionInfo', 'EncryptedPackage'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a Word file with a sheet in it', 'mixed.doc', compoundFile('ObjectPool', 'Workbook', 'WordDocument'), 'application/msword'],
    ['a PDF behind line breaks', 'letter.pdf', Buffer.concat([Buffer.from('\r\n\n'), content('letter.pdf')]), 'application/pdf'],
    [
      'a PDF behind what a printer is told',
      'letter.pdf',
      Buffer.concat([Buffer.from('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'), content('letter.pdf')]),
      'application/pdf',
    ],
    ['no extension', 'picture', png, 'image/png'],
    ['an unknown extension', 'letter.backup', content('letter.pdf'), 'application/pdf'],
    ['an old document without an extension', 'sums', content('sums.xls'), 'application/vnd.ms-excel'],
    ['SVG without an extension', 'drawing', content('picture.svg'), 'image/svg+xml'],
    ['a path as its name', '..\\..\\photos/a.png', png, 'image/png'],
  ])('%s', async (_, filename, bytes, mimeType) => {
    expect(await kindOf(filename, bytes)).toBe(mimeType);
  });
});

describe('refused', () => {
  test.each<[string, string, Buffer | string]>([
    ['a program called a picture', 'photo.png', program],
    ['a program called a text', 'readme.txt', program],
    ['a program called a document', 'letter.docx', program],
    ['a program called by its name', 'setup.exe', program],
    ['a program without an extension', 'setup', program],
    ['an ELF program', 'run.gz', Buffer.from('\x7fELF\x02\x01\x01' + '\0'.repeat(60), 'latin1')],
    ['a program that ends like a ZIP file', 'tool.zip', Buffer.concat([program, zipFile({ 'a.txt': 'a' })])],
    ['a PNG called PDF', 'letter.pdf', png],
    ['a PNG called JPEG', 'photo.jpg', png],
    ['a PNG called SVG', 'photo.svg', png],
    ['a PNG called a program', 'photo.exe', png],
    ['a JPEG called text', 'photo.txt', content('picture.jpg')],
    ['a PDF called text', 'letter.txt', content('letter.pdf')],
    ['a PDF behind a line break called text', 'letter.txt', Buffer.concat([Buffer.from('\n'), content('letter.pdf')])],
    ['a PDF that begins too late', 'letter.pdf', Buffer.concat([Buffer.alloc(1024, '\n'), content('letter.pdf')])],
    ['a program that says it is a PDF', 'letter.pdf', Buffer.concat([program, content('letter.pdf')])],
    ['a PNG that says it is a PDF', 'letter.pdf', Buffer.concat([png, content('letter.pdf')])],
    ['HTML called PNG', 'photo.png', '<!DOCTYPE html><script>alert(1)</script>'],
    ['HTML called SVG', 'photo.svg', '<html><svg/></html>'],
    ['SVG that is XML of another kind', 'photo.svg', '<?xml version="1.0"?><svgs/>'],
    ['SVG called PNG', 'photo.png', content('picture.svg')],
    ['text called PDF', 'letter.pdf', 'Dear all'],
    ['text called a ZIP file', 'folder.zip', 'PK, he said'],
    ['a ZIP file called Word', 'letter.docx', zipFile({ 'a.txt': 'a' })],
    ['a Word file called Excel', 'sums.xlsx', wordFile()],
    ['a Word file with macros called Word', 'letter.docx', wordFile('ms-word.document.macroEnabled')],
    ['a Word file with macros', 'letter.docm', wordFile('ms-word.document.macroEnabled')],
    ['an old Word file called Excel', 'sums.xls', content('letter.doc')],
    ['an installer called Word', 'letter.doc', compoundFile('_Tables', '_Columns')],
    ['an old container called Word 2007', 'letter.docx', content('letter.doc')],
    ['text with a NUL character', 'notes.txt', 'one\0two'],
    ['text with control characters', 'notes.txt', 'one\x01two'],
    ['text in another encoding with a control character', 'notes.txt', Buffer.from('Grüße\x02', 'latin1')],
    ['UTF-16 with a NUL character', 'notes.txt', Buffer.from('\uFEFFone\0two', 'utf16le')],
    ['UTF-16 without a byte order mark', 'notes.txt', Buffer.from('notes', 'utf16le')],
    ['a text without an extension', 'README', 'Read me\n'],
    ['a script', 'run.sh', '#!/bin/sh\n'],
    ['a sound', 'a.mp3', Buffer.from('ID3\x04\0\0\0\0\0\0')],
    ['a film called GIF', 'a.gif', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    ['a TIFF image without an extension', 'a', Buffer.from('II*\0\x08\0\0\0\0\0\0\0', 'latin1')],
    ['nothing but an extension', '.png', 'text'],
    ['the beginning of a PNG', 'a.jpg', png.subarray(0, 8)],
  ])('%s', async (_, filename, bytes) => {
    await expect(kindOf(filename, bytes)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining(filename),
    });
  });

  test('whatever is cut, without another error than that', async () => {
    for (const { filename, content } of samples) {
      for (const length of [1, 3, 9, 30, 100, 513, 600]) {
        await kindOf(filename, content.subarray(0, length)).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'unsupported_media_type' });
        });
      }
    }
  });
});

test('a picture of another program that is of another kind than its extension says is what its content says, and nothing else is', async () => {
  const path = join(folder, 'kept');
  const keptAs = async (filename: string, bytes: Buffer | string): Promise<string> => {
    writeFileSync(path, bytes);
    return await kindOfKept(path, filename, 'note').then(
      ({ mimeType, extension }) => `${mimeType} ${extension}`,
      (error: unknown) => (error as { code?: string }).code ?? '',
    );
  };
  expect(await keptAs('photo.png', await picture().jpeg().toBuffer())).toBe('image/jpeg jpg');
  expect(await keptAs('photo.JPEG', png)).toBe('image/png png');
  expect(await keptAs('photo.jpeg', await picture().jpeg().toBuffer())).toBe('image/jpeg jpeg');
  for (const [filename, bytes] of [
    ['photo.pdf', png],
    ['photo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['photo.png', program],
  ] as const)
    expect(await keptAs(filename, bytes)).toBe('unsupported_media_type');
});
