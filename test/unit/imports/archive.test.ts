import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { pack, type Pack } from 'tar-stream';
import { afterAll, describe, expect, test } from 'vitest';
import type { ImportSource } from '../../../main/contract/imports.ts';
import { ArchiveBudget, archiveLimits } from '../../../main/features/imports/archive/limits.ts';
import { readPlan } from '../../../main/features/imports/plan-writer.ts';
import { readImport, type ReadResult } from '../../../main/features/imports/read-worker.ts';
import { linkTargets } from '../../../main/features/imports/readers/link-targets.ts';
import { full } from '../../support/tiers.ts';
import { importLimits, itemsOf, jex, png, zip } from '../../support/import-fixtures.ts';
import { isLong } from '../../support/property.ts';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface Read {
  readonly result: ReadResult;
  readonly folder: string;
}

async function read(bytes: Uint8Array, filename = 'notes.zip', source: ImportSource | 'auto' = 'markdown'): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-archive-'));
  folders.push(folder);
  const path = join(folder, 'sent');
  writeFileSync(path, bytes);
  return { result: await readImport({ path, filename, source, folder, limits: importLimits }), folder };
}

async function titles({ result, folder }: Read): Promise<string[]> {
  if (!result.ok) throw new Error(JSON.stringify(result));
  const items = await itemsOf(readPlan(folder));
  return items.flatMap((item) => (item.type === 'note' ? [item.title] : []));
}

const warnings = ({ result }: Read): string[] => (result.ok ? result.warnings.map(({ path, message }) => `${path}: ${message}`) : []);

const note = (text = 'text'): Uint8Array => Buffer.from(text);

/** A zip whose first name is put in the place of `name`, of the same length in bytes. */
function renamed(name: string, bytes: Buffer): Buffer {
  const zipped = Buffer.from(zipSync({ [name]: note(), 'kept.md': note() }));
  const from = Buffer.from(name);
  for (let at = zipped.indexOf(from); at >= 0; at = zipped.indexOf(from, at + 1)) bytes.copy(zipped, at);
  return zipped;
}

/** A zip of this many empty notes, in the form of Zip64, as more than 65,535 entries need. */
function emptyFiles(count: number): Buffer {
  const nameLength = 9;
  const [local, central] = [30 + nameLength, 46 + nameLength];
  const bytes = Buffer.alloc(count * (local + central) + 56 + 20 + 22);
  const directory = count * local;
  for (let at = 0; at < count; at += 1) {
    const name = `${String(at).padStart(6, '0')}.md`;
    bytes.writeUInt32LE(0x04034b50, at * local);
    bytes.writeUInt16LE(nameLength, at * local + 26);
    bytes.write(name, at * local + 30, 'latin1');
    const entry = directory + at * central;
    bytes.writeUInt32LE(0x02014b50, entry);
    bytes.writeUInt16LE(nameLength, entry + 28);
    bytes.writeUInt32LE(at * local, entry + 42);
    bytes.write(name, entry + 46, 'latin1');
  }
  const end = directory + count * central;
  bytes.writeUInt32LE(0x06064b50, end);
  bytes.writeBigUInt64LE(44n, end + 4);
  for (const offset of [24, 32]) bytes.writeBigUInt64LE(BigInt(count), end + offset);
  bytes.writeBigUInt64LE(BigInt(count * central), end + 40);
  bytes.writeBigUInt64LE(BigInt(directory), end + 48);
  bytes.writeUInt32LE(0x07064b50, end + 56);
  bytes.writeBigUInt64LE(BigInt(end), end + 64);
  bytes.writeUInt32LE(1, end + 72);
  bytes.writeUInt32LE(0x06054b50, end + 76);
  bytes.fill(0xff, end + 84, end + 96);
  return bytes;
}

describe('names in zips', () => {
  for (const [what, name, message] of [
    ['leads out of the archive', '../../etc/passwd.md', 'leads out of the archive'],
    ['leads out of it by backslashes', '..\\..\\passwd.md', 'leads out of the archive'],
    ['is absolute', '/etc/passwd.md', 'absolute path'],
    ['is absolute on Windows', 'C:\\notes\\a.md', 'absolute path'],
    ['holds control characters', 'a\u0007b.md', 'control characters'],
  ] as const)
    test(`one that ${what} is left out and told`, async () => {
      const done = await read(zipSync({ [name]: note(), 'kept.md': note() }));
      expect(await titles(done)).toEqual(['kept']);
      expect(warnings(done).join()).toContain(message);
    });

  test('those that systems leave behind are passed over in silence', async () => {
    const done = await read(zipSync({ '__MACOSX/._a.md': note(), '.DS_Store': note(), 'a/Thumbs.db': note(), 'kept.md': note() }));
    expect(await titles(done)).toEqual(['kept']);
    expect(warnings(done)).toEqual([]);
  });

  test('a letter with a colon is no drive of Windows', async () => {
    const done = await read(zipSync({ 'Q: why?.md': note() }));
    expect([await titles(done), warnings(done)]).toEqual([['Q: why?'], []]);
  });

  test('a reserved name of Windows comes in and is told', async () => {
    const done = await read(zipSync({ 'CON.md': note() }));
    expect(await titles(done)).toEqual(['CON']);
    expect(warnings(done).join()).toContain('reserved');
  });

  test('one in UTF-8 without the flag, and one in code page 437, are decoded', async () => {
    expect(await titles(await read(renamed('caf__.md', Buffer.from('café.md'))))).toEqual(['café', 'kept']);
    const dos = await read(renamed('caf_.md', Buffer.from('caf\x82.md', 'latin1')));
    expect(await titles(dos)).toEqual(['café', 'kept']);
    expect(warnings(dos).join()).toContain('code page 437');
  });

  test('one that is there twice counts once', async () => {
    const done = await read(renamed('twic.md', Buffer.from('kept.md')));
    expect(await titles(done)).toEqual(['kept']);
    expect(warnings(done).join()).toContain('twice');
  });

  test('one that is there twice counts once, in whatever form of Unicode it is', async () => {
    const [composed, decomposed] = ['Café/Café.md', 'Café/Café.md'.normalize('NFD')];
    for (const names of [
      [decomposed, decomposed],
      [composed, decomposed, decomposed],
      [decomposed, composed, decomposed, composed],
    ]) {
      const archived = pack();
      for (const name of names) archived.entry({ name }, Buffer.from(note()));
      archived.finalize();
      const chunks: Buffer[] = [];
      for await (const chunk of archived) chunks.push(chunk as Buffer);
      const done = await read(Buffer.concat(chunks), 'notes.zip');
      const others = new Set(names).size;
      expect(await titles(done)).toHaveLength(others);
      expect(warnings(done).filter((each) => each.includes('twice'))).toHaveLength(names.length - others);
    }
  });

  test('those that differ in the forms of Unicode alone come in, each with what leads to it', async () => {
    const [composed, decomposed] = ['Café', 'Café'.normalize('NFD')];
    const files = {
      [`${composed}.md`]: note('first'),
      [`${decomposed}.md`]: note(`![a](${decomposed}.png) ![b](${composed}.png)`),
      [`${composed}.png`]: png,
      [`${decomposed}.png`]: Buffer.concat([png, Buffer.from('x')]),
      [`${decomposed}/a.md`]: note('in a folder'),
      [`${composed}/a.md`]: note('in another'),
    };
    const archived = pack();
    for (const [name, content] of Object.entries(files)) archived.entry({ name }, Buffer.from(content));
    archived.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of archived) chunks.push(chunk as Buffer);
    for (const bytes of [zipSync(files), Buffer.concat(chunks)]) {
      const done = await read(bytes, 'notes.zip');
      expect(warnings(done)).toEqual([]);
      expect((await titles(done)).toSorted()).toEqual([composed, decomposed, 'a', 'a'].toSorted());
      const items = await itemsOf(readPlan(done.folder));
      const leading = items.find((item) => item.type === 'note' && item.title === decomposed);
      expect(leading).toMatchObject({ files: [{ filename: `${decomposed}.png` }, { filename: `${composed}.png` }] });
    }
  });
});

describe('entries of zips', () => {
  test('symbolic links are left out and told', async () => {
    const files: Zippable = { 'link.md': [note('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }], 'kept.md': note() };
    const done = await read(zipSync(files));
    expect(await titles(done)).toEqual(['kept']);
    expect(warnings(done).join()).toContain('symbolic link');
  });

  test('encrypted ones are refused', async () => {
    const zipped = Buffer.from(zipSync({ 'a.md': note() }));
    zipped.writeUInt16LE(1, zipped.indexOf('PK\u0001\u0002') + 8);
    const { result } = await read(zipped);
    expect(result).toMatchObject({ ok: false, code: 'validation_failed' });
    expect(JSON.stringify(result)).toContain('encrypted');
  });

  test('where none can be read, why is told', async () => {
    const zipped = Buffer.from(zipSync({ 'a.md': note() }));
    // LZMA, as 7-Zip can pack them.
    zipped.writeUInt16LE(14, zipped.indexOf('PK\u0001\u0002') + 10);
    const message = 'holds no files that can be read, such as a.md. It is packed in a way that is not known here';
    expect((await read(zipped)).result).toMatchObject({ ok: false, errors: [{ path: 'file', message }] });
    expect((await read(zipSync({ 'a/': [new Uint8Array(), {}] }))).result).toMatchObject({
      ok: false,
      errors: [{ message: 'holds no files' }],
    });
  });

  test('a file that would unpack to far more than it is, is refused', async () => {
    const zipped = Buffer.from(zipSync({ 'a.md': note('a'.repeat(10_000)) }));
    zipped.writeUInt32LE(150 * 1024 * 1024, zipped.indexOf('PK\u0001\u0002') + 24);
    const { result, folder } = await read(zipped);
    expect(result).toMatchObject({ ok: false, code: 'too_large' });
    expect(readdirSync(folder)).not.toContain('unpacked');
  });

  test.each([
    ['is larger than it says', (zipped: Buffer, at: number) => zipped.writeUInt32LE(10, at + 24)],
    ['is smaller than it says', (zipped: Buffer, at: number) => zipped.writeUInt32LE(20_000, at + 24)],
    ['cannot be unpacked', (zipped: Buffer) => zipped.fill(0xff, 36, 40)],
    ['has another checksum than it says', (zipped: Buffer, at: number) => zipped.writeUInt32LE(7, at + 16)],
  ])('one that %s is left out and told, and the others come in', async (_what, change) => {
    for (const name of ['a.md', 'a.png']) {
      const zipped = Buffer.from(zipSync({ [name]: note('a'.repeat(10_000)), 'kept.md': note(`![](${name})`) }));
      change(zipped, zipped.indexOf('PK\u0001\u0002'));
      const done = await read(zipped);
      expect(await titles(done)).toEqual(['kept']);
      expect(warnings(done)).toEqual([`${name}: It is damaged in the archive: it does not come in`]);
      expect(readdirSync(join(done.folder, 'files'))).toEqual([]);
    }
  });

  test('those that share their bytes are refused', async () => {
    const zipped = Buffer.from(zipSync({ 'a.md': note('a'.repeat(10_000)), 'b.md': note('a'.repeat(10_000)) }));
    const second = zipped.indexOf('PK\u0001\u0002', zipped.indexOf('PK\u0001\u0002') + 1);
    zipped.writeUInt32LE(0, second + 42);
    const { result } = await read(zipped);
    expect(result).toMatchObject({ ok: false, code: 'too_large', message: expect.stringContaining('one over the other') as string });
  });

  test('names that differ in their case alone are two notes, and each link leads to its own file', async () => {
    const done = await read(
      zipSync({ 'A.md': note('![](P.png)'), 'a.md': note('![](p.png)'), 'P.png': png, 'p.png': Buffer.from([...png, 0]) }),
    );
    expect(await titles(done)).toEqual(['A', 'a']);
    expect(warnings(done)).toEqual([]);
    expect(readdirSync(join(done.folder, 'files'))).toHaveLength(2);
  });

  test('what lies in two zips of a zip of zips is told', async () => {
    const done = await read(
      zipSync({ '1.zip': zipSync({ 'a.md': note('first') }), '2.zip': zipSync({ 'a.md': note('second'), 'b.md': note() }) }),
    );
    expect(await titles(done)).toEqual(['a', 'b']);
    expect(warnings(done)).toEqual(['a.md: It is there twice: that of 2.zip is left out']);
  });

  test('a bomb within a zip of zips is refused, and what was unpacked is gone', async () => {
    const bomb = Buffer.from(zipSync({ 'a.md': note() }));
    bomb.writeUInt32LE(150 * 1024 * 1024, bomb.indexOf('PK\u0001\u0002') + 24);
    const { result, folder } = await read(zipSync({ '1.zip': zipSync({ 'kept.md': note() }), '2.zip': bomb }));
    expect(result).toMatchObject({ ok: false, code: 'too_large' });
    expect(readdirSync(folder)).not.toContain('unpacked');
  });

  test('100,001 are refused before they are read one by one, and 100,000 empty ones are read', async () => {
    const bytes = emptyFiles(archiveLimits.entries + 1);
    // The first entry cannot be read: that there are too many is known before.
    bytes.fill(0, bytes.indexOf('PK\u0001\u0002'), bytes.indexOf('PK\u0001\u0002') + 4);
    const refused = await read(bytes);
    expect(refused.result).toMatchObject({ ok: false, code: 'too_large', message: expect.stringContaining('100,000 files') as string });
    expect(readdirSync(refused.folder)).not.toContain('unpacked');
    // Notes are made of all of them: that takes seconds.
    if (!isLong) return;
    const { result } = await read(emptyFiles(archiveLimits.entries));
    expect(result).toMatchObject({ ok: true, itemCount: archiveLimits.entries, found: { notes: archiveLimits.entries } });
  }, 120_000);

  test('more than 100,000, nested ones counted, are refused', () => {
    const budget = new ArchiveBudget(1_000);
    for (let entry = 0; entry < archiveLimits.entries; entry += 1) budget.take(1);
    expect(() => {
      budget.take(1);
    }).toThrow('100,000');
  });

  test('zips in zips in zips in zips are refused', async () => {
    let bytes = zipSync({ 'a.md': note() });
    for (let depth = 0; depth < 4; depth += 1) bytes = zipSync({ 'inner.zip': bytes });
    expect((await read(bytes)).result).toMatchObject({ ok: false, code: 'too_large' });
  });
});

describe('entries of tars', () => {
  async function tarOf(entries: readonly { readonly header: Parameters<Pack['entry']>[0]; readonly text?: string }[]): Promise<Buffer> {
    const archive = pack();
    for (const { header, text = '' } of entries) archive.entry(header, text);
    archive.finalize();
    return Buffer.concat((await itemsOf(archive)) as Buffer[]);
  }

  test('links, devices, pipes, and names that lead out of the archive are left out and told', async () => {
    const bytes = await tarOf([
      { header: { name: 'kept.md' }, text: 'text' },
      { header: { name: 'soft.md', type: 'symlink', linkname: '/etc/passwd' } },
      { header: { name: 'hard.md', type: 'link', linkname: 'kept.md' } },
      { header: { name: 'device.md', type: 'character-device' } },
      { header: { name: 'disk.md', type: 'block-device' } },
      { header: { name: 'pipe.md', type: 'fifo' } },
      { header: { name: '../out.md' }, text: 'text' },
      { header: { name: '/etc/absolute.md' }, text: 'text' },
      { header: { name: 'kept.md' }, text: 'again' },
      { header: { name: 'folder/', type: 'directory' } },
    ]);
    const done = await read(bytes, 'a.jex', 'markdown');
    expect(await titles(done)).toEqual(['kept']);
    expect(warnings(done)).toEqual([
      'soft.md: It is a link',
      'hard.md: It is a link',
      'device.md: It is no file',
      'disk.md: It is no file',
      'pipe.md: It is no file',
      '../out.md: Its name leads out of the archive',
      '/etc/absolute.md: Its name is an absolute path',
      'kept.md: It is there twice; the first one counts',
    ]);
  });

  test('a header that tells of more than can be is refused', async () => {
    const bytes = await tarOf([{ header: { name: 'a.md' }, text: 'text' }]);
    bytes.write('77777777777\0', 124, 'latin1');
    const sum = bytes.subarray(0, 512).reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    expect((await read(bytes, 'a.jex', 'joplin')).result).toMatchObject({ ok: false, code: 'too_large' });
  });

  test.each(['x', 'g', 'L', 'K'])('a header of type %s that is kept in memory is refused above 4 MiB', async (type) => {
    const long = 4 * 1024 * 1024 + 1;
    const bytes = await tarOf([
      { header: { name: 'a.md' }, text: 'a'.repeat(long) },
      { header: { name: 'b.md' }, text: 'text' },
    ]);
    bytes.write(type, 156, 'latin1');
    const sum = bytes.subarray(0, 512).reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    const { result, folder } = await read(bytes, 'a.jex', 'markdown');
    expect(result).toMatchObject({ ok: false, code: 'too_large', message: expect.stringContaining('larger than 4 MiB') as string });
    expect(readdirSync(folder)).not.toContain('unpacked');
  });
});

describe('what is not whole', () => {
  test('a zip that is cut is refused', async () => {
    const { bytes } = zip({ 'a.md': 'text', 'b.md': 'text' });
    for (const part of [0.3, 0.9])
      expect((await read(bytes.slice(0, bytes.length * part))).result).toMatchObject({ ok: false, code: 'validation_failed' });
  });

  test('a tar that is cut is refused', async () => {
    const { bytes } = await jex();
    expect((await read(bytes.slice(0, 1_300), 'a.jex', 'auto')).result).toMatchObject({ ok: false, code: 'validation_failed' });
  });

  test('an empty zip, and what is of no program, are refused', async () => {
    expect((await read(zipSync({}))).result).toMatchObject({ ok: false, code: 'validation_failed' });
    expect((await read(zipSync({ 'a.bin': note() }), 'a.zip', 'auto')).result).toMatchObject({ ok: false, code: 'validation_failed' });
    for (const source of ['trello', 'notion', 'ics', 'todoist'] as const)
      expect((await read(zipSync({ 'a.bin': note() }), 'a.zip', source)).result).toMatchObject({ ok: false, code: 'validation_failed' });
  });

  test('a zip of notes without one is not refused, also of Joplin’s: what is in it is told as left out', async () => {
    for (const source of ['markdown', 'joplin'] as const) {
      const done = await read(zipSync({ 'a.bin': note() }), 'a.zip', source);
      expect(done.result).toMatchObject({ ok: true, source, found: { notes: 0, files: 0 } });
      expect(warnings(done)).toEqual(['a.bin: No note leads to it: it does not come in']);
    }
  });

  test('binary that is called a note is left out and told', async () => {
    const done = await read(zipSync({ 'a.md': Buffer.from([0, 1, 2, 0xff, 0, 9, 200]), 'kept.md': note() }));
    expect(await titles(done)).toEqual(['kept']);
    expect(warnings(done).join()).toContain('It is no text');
  });
});

describe('targets of links', () => {
  test('stand where they say, code is passed over', () => {
    const text = [
      '![a](one.png) [![b](two.png "x")](three.md "three.md") <img alt="" src="four.png">',
      '`![c](no.png)` ``![c](no.png) ` `` [d](<five six.png>) [e](%C3%A9.png) [f](a\\(b\\).png)',
      '```\n![g](no.png)\n```',
      '[h]: seven.png "t"',
      '![[eight.png|200]] [[Nine#Ten|eleven]] [i](https://example.com/x.png#y)',
    ].join('\n');
    const targets = linkTargets(text);
    expect(targets.map(({ kind, target }) => `${kind} ${target}`)).toEqual([
      'image one.png',
      'image two.png',
      'link three.md',
      'html four.png',
      'link five six.png',
      'link é.png',
      'link a(b).png',
      'definition seven.png',
      'embed eight.png',
      'wiki Nine',
      'link https://example.com/x.png',
    ]);
    expect(targets.map(({ from, to }) => text.slice(from, to))).toContain('<five six.png>');
  });

  test.each([
    'text\n\n    ![a](no.png)\n',
    'text\n\n\t![a](no.png)\n',
    '- > ```\n  > ![a](no.png)\n  > ```\n',
    '- a\n  - b\n\n    ````md\n    ![a](no.png)\n    ````\n',
    '1. a\r\n\r\n   ```\r\n   ![a](no.png)\r\n   ```\r\n',
    '---\ntitle: x\n---\n\n    ![a](no.png)\n',
    '\\[a](no.pdf) \\\\\\[a](no.pdf)',
    '```\nopen ![x](no.png)\n',
  ])('%j leads nowhere', (text) => {
    expect(linkTargets(`${text}\n\n[b](yes.png)\n`).map(({ target }) => target)).toEqual(text.startsWith('```') ? [] : ['yes.png']);
  });

  test.each<[string, string]>([
    ['text\n    ![a](yes.png)\n', 'image'],
    ['- a\n\n    ![a](yes.png)\n', 'image'],
    ['\\![a](yes.png)', 'link'],
    ['\\\\[a](yes.png)', 'link'],
    ['\\`[a](yes.png)\\`', 'link'],
    ['[![a](b.png)](yes.png)', 'image'],
  ])('%j is no code', (text, kind) => {
    expect(linkTargets(text).map((link) => link.kind)).toContain(kind);
  });

  test('are found in time in texts that are nothing but marks', full, () => {
    const started = process.cpuUsage();
    for (const mark of ['[', '![', '`', '[](', '<img ', '[[', '![[', '[a]: ', '(', '\\', '\\[', '\\`', '> ', '    a\n\n'])
      linkTargets(mark.repeat(100_000));
    // A bracket that no other one closes, before links.
    const links = Array.from({ length: 27 }, (_, index) => `- [Paper ${index}](https://example.org/${index})\n`).join('');
    expect(linkTargets(`Probabilities lie in [0, 1).\n\n${links}`)).toHaveLength(27);
    const { user } = process.cpuUsage(started);
    expect(user / 1e6).toBeLessThan(10);
  });
});
