// The packed app at work, on Electron's double: what it needs is inside, and libraries are loaded from where they lie.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { latestVersion, migrations, schemaVersion } from '../../main/storage/migrate.ts';
import { openDatabase } from '../../main/storage/database.ts';
import { pdfObjects, pdfPictures, wordPart, wordText } from '../support/export-client.ts';
import { freePort, libraryFault } from '../support/model.ts';
import { launchPacked, type PackedApp } from '../support/packed-app.ts';
import type { Packaging } from '../support/packaging-setup.ts';
import { tinyReply, writeTinyGguf } from '../support/tiny-gguf.ts';

const packaging = inject('packaging');
beforeEach((context) => {
  if (packaging === null) context.skip('packages are made on 64-bit Linux alone');
});
const { archive } = packaging ?? ({} as Packaging);

const folder = mkdtempSync(join(tmpdir(), 'daybook-packed-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The libraries of the package that a process has loaded, by their paths beside the archive. */
function loadedLibraries(pid: number): readonly string[] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .map((line) => line.slice(73));
  return [
    ...new Set(
      maps.filter((path) => path.startsWith(`${archive}.unpacked/`)).map((path) => path.slice(archive.length + '.unpacked/'.length)),
    ),
  ];
}

describe('the packed app', () => {
  let app: PackedApp;
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>Elsewhere</title><meta property="og:title" content="A page">');
  });
  let address: string;
  beforeAll(async () => {
    if (packaging === null) return;
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    app = await launchPacked(packaging, join(folder, 'fresh'), { LINK_PREVIEW_ALLOW_ORIGINS: address });
  });
  afterAll(async () => {
    await (app as PackedApp | undefined)?.close();
    site.close();
  });

  test('shows its page', async () => {
    const window = await app.electron.firstWindow();
    await window.waitForURL(/^http:/);
    await window.locator('#root :is(nav, main)').first().waitFor();
    expect(await window.title()).toContain('Daybook');
  });

  test('keeps notes and events, and finds them', async () => {
    const note = await app.request('POST', '/api/notes', { title: 'Packed', content: 'A walk along the canal\n' });
    expect(note.status).toBe(201);
    const event = await app.request('POST', '/api/events', {
      title: 'Boat',
      startTime: '2026-12-01T10:00:00Z',
      endTime: '2026-12-01T11:00:00Z',
    });
    expect(event.status).toBe(201);
    expect((await app.request('GET', '/api/notes?q=canal')).body.items).toMatchObject([{ id: note.body.id }]);
    expect((await app.request('GET', '/api/events?startDate=2026-12-01T00:00:00Z&endDate=2026-12-02T00:00:00Z')).body.items).toMatchObject([
      { title: 'Boat' },
    ]);
  });

  test('has SQLite from beside the archive', () => {
    expect(loadedLibraries(app.pid)).toContain('node_modules/better-sqlite3/prebuilds/linux-x64.node');
  });

  test('makes documents in a process of its own, with formulas, code, pictures and type for other scripts', async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#4488cc' } })
      .png()
      .toBuffer();
    const content = `# Exported\n\nA formula $e^{i\\pi} + 1 = 0$, 日本語, עברית, العربية.\n\n\`\`\`js\nconst day = 1;\n\`\`\`\n\n![](data:image/png;base64,${picture.toString('base64')})\n`;
    const { body } = await app.request('POST', '/api/notes', { title: 'Exported', content });
    const pdf = await app.bytes('POST', `/api/notes/${body.id}/export/pdf`);
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const fonts = [...pdfObjects(pdf.bytes).matchAll(/\/BaseFont \/(?:[A-Z]{6}\+)?(\S+)/g)].map(([, name]) => name);
    expect(pdfPictures(pdf.bytes)).toEqual(['30×20']);
    expect(loadedLibraries(app.pid).filter((path) => path.startsWith('node_modules/@img/'))).toEqual([]);
    expect(fonts).toEqual(expect.arrayContaining(['NotoNaskhArabic', 'SourceCodePro-Regular', 'SourceSans3-Regular']));
    const docx = await app.bytes('POST', `/api/notes/${body.id}/export/docx`);
    expect(wordText(docx.bytes)).toContain('const day = 1;');
    expect(wordPart(docx.bytes, 'word/document.xml')).toContain('<m:oMath');
  });

  test('makes thumbnails', async () => {
    const column = await app.request('POST', '/api/columns', { title: 'To do', projectId: 'packed' });
    const form = new FormData();
    form.append('title', 'With a picture');
    form.append('columnId', column.body.id as string);
    const picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#cc8844' } })
      .png()
      .toBuffer();
    form.append('attachments', new Blob([new Uint8Array(picture)]), 'picture.png');
    const card = await app.send('POST', '/api/cards', form);
    expect(card.status).toBe(201);
    const thumbnail = await app.bytes('GET', `/api/cards/${card.body.id}/attachments/${card.body.attachments[0].id}?size=64`);
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ width: 64, height: 32 });
    expect(loadedLibraries(app.pid).some((path) => path.startsWith('node_modules/@img/sharp-libvips-linux-x64/'))).toBe(true);
  });

  test('looks at pages that notes point to', async () => {
    expect(await app.request('POST', '/api/notes/link-preview', { url: `${address}/` })).toMatchObject({
      status: 200,
      body: { title: 'A page' },
    });
  });

  test('makes a backup', async () => {
    expect(await app.request('POST', '/api/backups')).toMatchObject({ status: 201, body: { kind: 'daily' } });
  });

  test('shows the documentation of its interface', async () => {
    const page = await app.bytes('GET', '/api/docs');
    for (const [, path] of page.bytes.toString().matchAll(/(?:src|href)="(\/[^"]+)"/g))
      expect((await app.bytes('GET', path ?? '')).status).toBe(200);
    expect(page.bytes.toString()).toContain('swagger-ui-bundle.js');
  });

  test('lets a model of its own answer', async (context) => {
    const fault = await libraryFault();
    if (fault !== null) context.skip(fault);
    const file = join(folder, 'tiny.gguf');
    writeTinyGguf(file);
    await app.request('PUT', '/api/config', { LOCAL_MODEL_PATH: file, LLAMA_SERVER_PORT: String(await freePort()) });
    expect(await app.request('POST', '/api/ai/local/start')).toMatchObject({ status: 200 });
    await expect.poll(async () => (await app.request('GET', '/api/ai/local')).body, { timeout: 90_000 }).toMatchObject({ state: 'ready' });
    const { pid } = (await app.request('GET', '/api/ai/local')).body as { readonly pid: number };
    expect(loadedLibraries(pid)).toContain('node_modules/@node-llama-cpp/linux-x64/bins/linux-x64/llama-addon.node');
    const answer = await app.request('POST', '/api/ai/chat', { messages: [{ role: 'user', content: 'Hello' }], temperature: 0 });
    expect(answer.body.choices[0].message.content).toBe(tinyReply.join(''));
  });
});

describe('the packed app on the data of an earlier version', () => {
  const dataDir = join(folder, 'earlier');
  const earlier = 2;
  let app: PackedApp;
  beforeAll(async () => {
    if (packaging === null) return;
    await writeEarlierData(dataDir, earlier);
    app = await launchPacked(packaging, dataDir);
  });
  afterAll(async () => {
    await (app as PackedApp | undefined)?.close();
  });

  test('has everything, and keeps a copy of what was there', async () => {
    expect((await app.request('GET', '/api/events')).body.items).toMatchObject([
      { id: 'event-1', title: 'From before', description: 'Kept' },
    ]);
    expect((await app.request('GET', '/api/columns?projectId=p')).body.items).toMatchObject([{ id: 'column-1', title: 'Old column' }]);
    const { items } = (await app.request('GET', '/api/backups')).body as {
      readonly items: readonly { readonly kind: string; readonly file: string }[];
    };
    expect(items).toMatchObject([{ kind: 'upgrade' }]);
    expect(schemaOf(join(dataDir, 'backups', items[0]?.file ?? ''))).toBe(earlier);
  });

  test('and can do what is new', async () => {
    expect(schemaOf(join(dataDir, 'daybook.db'))).toBe(latestVersion(migrations));
    expect((await app.request('POST', '/api/notes', { title: 'New', content: 'note' })).status).toBe(201);
  });
});

function schemaOf(file: string): number {
  const database = new Sqlite(file, { readonly: true });
  try {
    return schemaVersion(database);
  } finally {
    database.close();
  }
}

/** A data directory as the version of Daybook with these first migrations left it. */
async function writeEarlierData(directory: string, version: number): Promise<void> {
  mkdirSync(directory, { mode: 0o700 });
  const database = openDatabase(directory, { migrations: migrations.slice(0, version) });
  const at = Date.UTC(2026, 0, 5);
  await database.write(() => {
    database.prepare('INSERT INTO users VALUES (?, ?, ?, NULL, 1, ?, ?)').run('owner-1', 'owner', 'owner', at, at);
    database
      .prepare('INSERT INTO events VALUES (?, ?, ?, ?, NULL, ?, 0, ?, ?, ?, 0, 1, ?, ?)')
      .run('event-1', 'owner-1', 'From before', 'Kept', '#3366cc', at, at + 3_600_000, 'UTC', at, at);
    database.prepare('INSERT INTO board_columns VALUES (?, ?, ?, ?, 0, 1, ?, ?)').run('column-1', 'owner-1', 'p', 'Old column', at, at);
  });
  database.close();
}
