// A real, small file of each kind that may be attached to a card.

import { crc32, gzipSync } from 'node:zlib';
import { encode } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A ZIP file of these files, not compressed. */
export function zipFile(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    table.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]));
    bodies.push(body);
    offset += body.length;
  }
  const length = Buffer.concat(table).length;
  const end = Buffer.alloc(18);
  end.writeUInt16LE(table.length, 4);
  end.writeUInt16LE(table.length, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...table, Buffer.from('PK\x05\x06'), end]);
}

function officeFile(folder: string, part: string, type: string): Buffer {
  return zipFile({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${folder}/${part}.xml" ContentType="application/vnd.${type}.main+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>`,
    [`${folder}/${part}.xml`]: `${xml}<root/>`,
  });
}

const openXml = 'openxmlformats-officedocument';
export const wordFile = (type = `${openXml}.wordprocessingml.document`): Buffer => officeFile('word', 'document', type);

/** A compound file whose streams have these names and nothing in them. */
export function compoundFile(...streams: string[]): Buffer {
  const sector = 512;
  const header = Buffer.alloc(sector, 0xff);
  header.fill(0, 0, 76);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(0xffff_fffe, 60);
  header.writeUInt32LE(0xffff_fffe, 68);
  header.writeUInt32LE(0, 76);
  const names = ['Root Entry', ...streams];
  const directorySectors = Math.ceil(names.length / 4);
  const allocation = Buffer.alloc(sector, 0xff);
  allocation.writeUInt32LE(0xffff_fffd, 0);
  for (let index = 1; index <= directorySectors; index += 1)
    allocation.writeUInt32LE(index === directorySectors ? 0xffff_fffe : index + 1, 4 * index);
  const directory = Buffer.alloc(directorySectors * sector);
  for (const [index, name] of names.entries()) {
    const start = 128 * index;
    directory.write(name, start, 'utf16le');
    directory.writeUInt16LE(2 * name.length + 2, start + 64);
    directory.writeUInt8(index === 0 ? 5 : 2, start + 66);
    directory.writeInt32LE(-1, start + 68);
    directory.writeInt32LE(-1, start + 72);
    directory.writeInt32LE(index === 0 && streams.length > 0 ? 1 : -1, start + 76);
  }
  return Buffer.concat([header, allocation, directory]);
}

export function tarFile(name: string, text: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  const content = Buffer.alloc(512);
  content.write(text);
  return Buffer.concat([header, content, Buffer.alloc(1024)]);
}

const svg = `${xml}<!-- drawn by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="teal"/></svg>\n`;
const pdf = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj
trailer << /Root 1 0 R >>
%%EOF
`;

/** A picture of `width` × `height` pixels, half teal and half orange. */
export function picture(width = 40, height = 20): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3, background: 'orange' } } as const;
  return sharp({ create: { width, height, channels: 3, background: 'teal' } }).composite([{ input: half, left: 0, top: 0 }]);
}

export async function bmpFile(width = 40, height = 20): Promise<Buffer> {
  const data = await picture(width, height).ensureAlpha().raw().toBuffer();
  const reversed = Buffer.from(data);
  // The encoder takes alpha, blue, green, red.
  for (let index = 0; index < data.length; index += 4)
    reversed.set([data[index + 3] ?? 0, data[index + 2] ?? 0, data[index + 1] ?? 0, data[index] ?? 0], index);
  return encode({ data: reversed, width, height }).data;
}

export interface Sample {
  readonly filename: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** One file of every kind of the specification, and every extension that is common for it. */
export async function sampleFiles(): Promise<Sample[]> {
  const sample = (filename: string, mimeType: string, content: Buffer | string): Sample => ({
    filename,
    mimeType,
    content: Buffer.from(content),
  });
  const jpeg = await picture().jpeg().toBuffer();
  const text = 'Grüße, 你好!\n';
  return [
    sample('picture.png', 'image/png', await picture().png().toBuffer()),
    sample('picture.jpg', 'image/jpeg', jpeg),
    sample('PICTURE.JPEG', 'image/jpeg', jpeg),
    sample('picture.gif', 'image/gif', await picture().gif().toBuffer()),
    sample('picture.webp', 'image/webp', await picture().webp().toBuffer()),
    sample('picture.svg', 'image/svg+xml', svg),
    sample('picture.bmp', 'image/bmp', await bmpFile()),
    sample('letter.pdf', 'application/pdf', pdf),
    sample('letter.docx', `application/vnd.${openXml}.wordprocessingml.document`, wordFile()),
    sample('sums.xlsx', `application/vnd.${openXml}.spreadsheetml.sheet`, officeFile('xl', 'workbook', `${openXml}.spreadsheetml.sheet`)),
    sample(
      'talk.pptx',
      `application/vnd.${openXml}.presentationml.presentation`,
      officeFile('ppt', 'presentation', `${openXml}.presentationml.presentation`),
    ),
    sample('letter.doc', 'application/msword', compoundFile('WordDocument', '1Table')),
    sample('sums.xls', 'application/vnd.ms-excel', compoundFile('\u0005SummaryInformation', 'Some', 'Other', 'Streams', 'Workbook')),
    sample('talk.ppt', 'application/vnd.ms-powerpoint', compoundFile('PowerPoint Document')),
    sample('notes.txt', 'text/plain', text),
    sample('notes.md', 'text/plain', `# ${text}`),
    sample('page.html', 'text/html', '<!DOCTYPE html><title>Hi</title><script>alert(1)</script>\n'),
    sample('page.htm', 'text/html', '<p>Hi'),
    sample('style.css', 'text/css', 'p { color: teal }\n'),
    sample('code.js', 'text/javascript', 'export const one = 1;\n'),
    sample('data.json', 'application/json', '{ "one": 1 }\n'),
    sample('data.xml', 'application/xml', `${xml}<data/>\n`),
    sample('data.csv', 'text/csv', 'name;age\nZoë;7\n'),
    sample('folder.zip', 'application/zip', zipFile({ 'a.txt': 'a' })),
    sample('folder.rar', 'application/vnd.rar', Buffer.from('526172211a0700cf907300000d00000000000000c43d7b00400700', 'hex')),
    sample(
      'folder.7z',
      'application/x-7z-compressed',
      Buffer.from('377abcaf271c00048d9bd50f0000000000000000000000000000000000000000', 'hex'),
    ),
    sample('folder.tar', 'application/x-tar', tarFile('a.txt', 'a')),
    sample('notes.txt.gz', 'application/gzip', gzipSync(text)),
    sample('folder.tgz', 'application/gzip', gzipSync(tarFile('a.txt', 'a'))),
  ];
}

/** A tone of `seconds`, which every browser plays. */
export function wavFile(seconds = 0.1): Buffer {
  const rate = 8_000;
  const samples = Math.round(rate * seconds);
  const file = Buffer.alloc(44 + samples);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  for (let index = 0; index < samples; index += 1) file.writeUInt8(128 + Math.round(40 * Math.sin(index / 3)), 44 + index);
  return file;
}

const container = (brand: string): Buffer => {
  const file = Buffer.alloc(64);
  file.writeUInt32BE(24, 0);
  file.write(`ftyp${brand}`, 4);
  file.write(`${brand}isom`, 16);
  return file;
};

const ogg = (codec: string): Buffer => {
  const file = Buffer.alloc(80);
  file.write('OggS\0\x02', 'latin1');
  file.writeUInt8(1, 26);
  file.writeUInt8(30, 27);
  file.write(codec, 28, 'latin1');
  return file;
};

/** The beginning of a file of sound or video of each kind that notes can hold. */
export function mediaFiles(): Sample[] {
  const mp3 = Buffer.alloc(1_044);
  for (const frame of [0, 417]) mp3.write('fffb9000', frame, 'hex');
  const webm = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff', 'hex');
  return [
    { filename: 'talk.mp3', mimeType: 'audio/mpeg', content: mp3 },
    { filename: 'talk.m4a', mimeType: 'audio/mp4', content: container('M4A ') },
    { filename: 'talk.ogg', mimeType: 'audio/ogg', content: ogg('OpusHead') },
    { filename: 'song.ogg', mimeType: 'audio/ogg', content: ogg('\x01vorbis') },
    { filename: 'tone.wav', mimeType: 'audio/wav', content: wavFile() },
    { filename: 'clip.mp4', mimeType: 'video/mp4', content: container('isom') },
    { filename: 'clip.webm', mimeType: 'video/webm', content: webm },
  ];
}

/** What Windows runs: it begins with "MZ". */
export const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1'), Buffer.alloc(200), Buffer.from('PE\0\0')]);
