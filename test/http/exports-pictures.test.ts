// Pictures of an exported note: the caller's own are in the document, and nothing else is ever read or fetched.

import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentPath } from '../../main/storage/files.ts';
import { AttachmentClient, form } from '../support/attachments.ts';
import { pdfObjects, pdfPictures, requestExport, wordPart, wordPictures, wordText } from '../support/export-client.ts';
import { full } from '../support/tiers.ts';
import { noteClient, type NoteClient } from '../support/notes.ts';
import { picture } from '../support/sample-files.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let notes: NoteClient;
let client: AttachmentClient;
let berta: string;
let server: Server;
let origin: string;
let connections = 0;
let folder: string;
let secretFile: string;

beforeAll(async () => {
  service = await startTestService();
  notes = noteClient(service);
  berta = await service.signUp('berta');
  client = new AttachmentClient(service);
  await client.open();
  const png = await picture(37, 23).png().toBuffer();
  server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'image/png').end(png);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'daybook-pictures-'));
  secretFile = join(folder, 'secret.png');
  writeFileSync(
    secretFile,
    await sharp({ create: { width: 37, height: 23, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer(),
  );
});
beforeEach(() => {
  connections = 0;
});
afterAll(async () => {
  await service.dispose();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Attaches a file to a new card, and gives its address. */
async function attached(content: Buffer, filename: string, token = service.token()): Promise<string> {
  const column = await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'p' }, token });
  const card = await client.newCard(token, column.body.id as string);
  const { status, body } = await client.post(`/api/cards/${card.id}/attachments`, form([['file', content, filename]]), { token });
  expect(status).toBe(201);
  return body.items[0].url as string;
}

const png = (): Promise<Buffer> => picture(37, 23).png().toBuffer();

/** The sizes of the pictures in the document of a note; each docx must be free of pictures that are elsewhere. */
async function picturesIn(format: 'docx' | 'pdf', markdown: string, token = service.token()): Promise<{ sizes: string[]; bytes: Buffer }> {
  const { id } = await notes.create(markdown, {}, token);
  const { status, bytes } = await requestExport(service, format, id, { token });
  expect(status).toBe(200);
  if (format === 'pdf') return { sizes: pdfPictures(bytes), bytes };
  expect(wordPart(bytes, 'word/_rels/document.xml.rels')).not.toMatch(
    /relationships\/image"[^>]*TargetMode="External"|TargetMode="External"[^>]*relationships\/image"/,
  );
  const sizes = await Promise.all(
    wordPictures(bytes).map(async (file) => {
      const { width, height } = await sharp(file).metadata();
      return `${width}×${height}`;
    }),
  );
  return { sizes, bytes };
}

describe.each(['docx', 'pdf'] as const)('POST /api/notes/:id/export/%s', (format) => {
  test('an attachment of the caller’s card is in the document, also named by reference and twice', full, async () => {
    const url = await attached(await png(), 'a.png');
    expect((await picturesIn(format, `![A picture](${url})\n`)).sizes).toEqual(['37×23']);
    expect((await picturesIn(format, `![A picture][1] and again ![again](${url} "title")\n\n[1]: ${url}\n`)).sizes).toEqual(['37×23']);
  });

  test(
    'a file of the note that it embeds in Obsidian’s way is in the document; one that it has not is told by its name',
    full,
    async () => {
      const note = await notes.create('![[a.png#center|50]] and ![[Folder/A.png|100]], ![[none.png]]\n');
      const added = await client.post(`/api/notes/${note.id}/files`, form([['file', await png(), 'a.png']]), { token: service.token() });
      expect(added.status).toBe(201);
      const { bytes } = await requestExport(service, format, note.id, { token: service.token() });
      if (format === 'pdf') expect(pdfPictures(bytes)).toEqual(['37×23']);
      else {
        expect(wordPictures(bytes)).toHaveLength(1);
        expect(wordText(bytes)).toContain('none.png');
      }
    },
  );

  test('a file of the note is in the document, also where the address says where it is to stand', async () => {
    const note = await notes.create('');
    const added = await client.post(`/api/notes/${note.id}/files`, form([['file', await png(), 'a.png']]), { token: service.token() });
    await notes.change(note.id, { edits: [{ append: `![A picture](attachments/${added.body.items[0].name}#center)\n` }] });
    const { bytes } = await requestExport(service, format, note.id, { token: service.token() });
    expect(format === 'pdf' ? pdfPictures(bytes) : wordPictures(bytes)).toHaveLength(1);
  });

  test('a picture in the note itself is in the document', async () => {
    const { sizes } = await picturesIn(format, `![A picture](data:image/png;base64,${(await png()).toString('base64')})\n`);
    expect(sizes).toEqual(['37×23']);
  });

  test('another user’s attachment is not, not even for the owner; its alternative text is', async () => {
    const mine = await attached(await png(), 'a.png');
    const hers = await attached(await png(), 'a.png', berta);
    expect((await picturesIn(format, `![Hers](${hers})\n`, berta)).sizes).toEqual(['37×23']);
    for (const [url, token] of [
      [hers, service.token()],
      [mine, berta],
    ] as const) {
      const { sizes, bytes } = await picturesIn(format, `![Stranger](${url})\n`, token);
      expect(sizes).toEqual([]);
      if (format === 'docx') expect(wordText(bytes)).toContain('Stranger');
    }
  });

  test('nor is one under another card’s name, one that is deleted, a file that is no picture, or a broken one', async () => {
    const url = await attached(await png(), 'a.png');
    const other = await client.newCard();
    expect((await picturesIn(format, `![x](${url.replace(/cards\/[^/]+/, `cards/${other.id}`)})\n`)).sizes).toEqual([]);
    expect((await service.request('DELETE', url)).status).toBe(204);
    expect((await picturesIn(format, `![x](${url})\n`)).sizes).toEqual([]);
    const text = await attached(Buffer.from('some text\n'), 'a.txt');
    const cut = await attached((await png()).subarray(0, 60), 'cut.png');
    expect((await picturesIn(format, `![x](${text}) ![y](${cut})\n`)).sizes).toEqual([]);
  });

  test('nor one whose content is cut or cannot be read', async () => {
    const bytes = await picture(37, 23).jpeg().toBuffer();
    const url = await attached(bytes, 'a.jpg');
    const path = contentPath(join(service.dataDir, 'attachments'), createHash('sha256').update(bytes).digest('hex'));
    const inner = dirname(path);
    renameSync(inner, `${inner}-aside`);
    symlinkSync(inner, inner);
    expect((await picturesIn(format, `![x](${url})\n`)).sizes).toEqual([]);
    rmSync(inner);
    renameSync(`${inner}-aside`, inner);
    truncateSync(path, 10);
    expect((await picturesIn(format, `![x](${url})\n`)).sizes).toEqual([]);
    rmSync(path);
  });

  test('nothing is fetched from the network or the disk, whatever a picture’s address is', async () => {
    const { port } = new URL(origin);
    const addresses = [
      `${origin}/a.png`,
      `http://localhost:${port}/a.png`,
      `https://127.0.0.1:${port}/a.png`,
      `//127.0.0.1:${port}/a.png`,
      `ftp://127.0.0.1:${port}/a.png`,
      `ws://127.0.0.1:${port}/`,
      `\\\\127.0.0.1@${port}\\a.png`,
      'javascript:alert(1)',
      'vbscript:x',
      'data:text/html,<script>alert(1)</script>',
      'data:image/png,',
      `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`,
      pathToFileURL(secretFile).href,
      `file://localhost${pathToFileURL(secretFile).pathname}`,
      secretFile.replaceAll('\\', '/'),
      '../../../../../../../../etc/passwd',
      '/api/notes',
      `/api/cards/../../${secretFile}`,
      `${origin}/api/cards/a/attachments/b`,
      '/api/cards/%2e%2e/attachments/%2e%2e',
    ];
    const markdown = [
      ...addresses.map((address, index) => `![picture ${index}](<${address}>)`),
      `![by reference][r]`,
      `<img src="${origin}/html.png" alt="html">`,
      `Text with <img src="${origin}/inline.png"> in it`,
      `[r]: ${origin}/r.png`,
    ].join('\n\n');
    const { sizes, bytes } = await picturesIn(format, markdown);
    expect(sizes).toEqual([]);
    expect(connections).toBe(0);
    // The addresses can be told, but none is something that a reader runs or opens by itself.
    if (format === 'docx') {
      const targets = [
        ...wordPart(bytes, 'word/_rels/document.xml.rels').matchAll(
          /Target="([^"]*)" TargetMode="External"|TargetMode="External" Target="([^"]*)"/g,
        ),
      ].map(([, a, b]) => a ?? b ?? '');
      expect(targets.filter((target) => !/^(?:https?|mailto|tel):/.test(target))).toEqual([]);
      expect(wordPart(bytes, 'word/document.xml')).not.toMatch(/INCLUDEPICTURE|w:altChunk|r:link=/);
      for (const index of addresses.keys()) expect(wordText(bytes)).toContain(`picture ${index}`);
    } else {
      expect(pdfObjects(bytes)).not.toMatch(
        /\/S \/(?:JavaScript|Launch|ImportData|GoToR|SubmitForm)\b|\/JS\b|\/OpenAction|\/AA\b|\/URI \((?!https?:|mailto:|tel:)/,
      );
    }
    // The server would have told.
    expect([(await fetch(`${origin}/a.png`)).status, connections]).toEqual([200, 1]);
    server.closeAllConnections();
  });

  test('a drawing reads nothing either', async () => {
    const file = pathToFileURL(secretFile).href;
    const svg = [
      `<?xml version="1.0"?><?xml-stylesheet href="${origin}/a.css"?>`,
      `<!DOCTYPE svg [<!ENTITY outside SYSTEM "${origin}/entity">]>`,
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" width="36" height="22">',
      `<style>@import url("${origin}/b.css"); @font-face { font-family: x; src: url("${origin}/c.ttf") } text { font-family: x }</style>`,
      '<rect width="36" height="22" fill="#00ff00"/>',
      ...[`${origin}/d.png`, file, secretFile].map(
        (address) => `<image width="36" height="22" href="${address}" xlink:href="${address}"/>`,
      ),
      `<use href="${origin}/e.svg#a"/><xi:include href="${file}"/><script href="${origin}/f.js"/>`,
      '</svg>',
    ];
    const plain = svg.filter((line) => !line.startsWith('<?') && !line.startsWith('<!')).join('');
    const url = await attached(Buffer.from(plain), 'drawing.svg');
    const inline = (text: string): string => `![drawing](data:image/svg+xml;base64,${Buffer.from(text).toString('base64')})`;
    const { sizes, bytes } = await picturesIn(format, `![drawing](${url})\n\n${inline(svg.join('\n'))}\n\n${inline(`${plain} `)}\n`);
    expect(connections).toBe(0);
    // One at least is drawn, at twice its size: else this would not say anything.
    expect(new Set(sizes)).toEqual(new Set(['72×44']));
    if (format !== 'docx') return;
    for (const file of wordPictures(bytes)) {
      const { channels } = await sharp(file).stats();
      // All green: the red picture from the disk is not over it.
      expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).toEqual([0, 255, 0]);
    }
  });
});
