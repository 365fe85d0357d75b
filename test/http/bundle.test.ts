// The bundle at work, in a process of its own: what is loaded late or runs in a thread is found where the bundle lies.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBundle } from '../support/bundle.ts';
import { pdfObjects, requestExport, wordPart } from '../support/export-client.ts';
import { full } from '../support/tiers.ts';
import { startServiceProcess, type ServiceProcess } from '../support/process.ts';

describe('the bundled service', () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'daybook-bundled-')), 'data');
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>Elsewhere</title><meta property="og:title" content="A page">');
  });
  let environment: Record<string, string>;
  let service: ServiceProcess;
  let address: string;

  const send = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(service.info.baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${service.info.token}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
    });
  // oxlint-disable-next-line typescript/no-explicit-any -- each test names what it expects
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await send(method, path, body);
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    return response.status === 204 ? undefined : response.json();
  };

  beforeAll(async () => {
    ensureBundle();
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    environment = { LINK_PREVIEW_ALLOW_ORIGINS: address };
    service = await startServiceProcess(dataDir, { environment });
  });

  afterAll(async () => {
    await service.end('SIGTERM');
    site.close();
    rmSync(join(dataDir, '..'), { recursive: true, force: true });
  });

  test('makes documents, with formulas, code and pictures', full, async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#cc8844' } })
      .png()
      .toBuffer();
    const image = `![](data:image/png;base64,${picture.toString('base64')})`;
    const content = `A formula $e^{i\\pi} + 1 = 0$ and 日本語.\n\n\`\`\`js\nconst day = 1;\n\`\`\`\n\n${image}\n`;
    const { id } = await call('POST', '/api/notes', { title: 'Exported', content });
    const one = { baseUrl: service.info.baseUrl, token: () => service.info.token };
    const pdf = await requestExport(one, 'pdf', id);
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(pdfObjects(pdf.bytes)).toContain('SourceCodePro-Regular');
    const docx = await requestExport(one, 'docx', id);
    expect(wordPart(docx.bytes, 'word/document.xml')).toContain('<m:oMath');
    expect(wordPart(docx.bytes, '[Content_Types].xml')).toContain('image/png');
  });

  test('makes thumbnails', full, async () => {
    const column = await call('POST', '/api/columns', { title: 'To do', projectId: 'bundled' });
    const form = new FormData();
    form.append('title', 'With a picture');
    form.append('columnId', column.id);
    const picture = sharp({ create: { width: 200, height: 100, channels: 3, background: '#cc8844' } }).png();
    form.append('attachments', new Blob([new Uint8Array(await picture.toBuffer())]), 'picture.png');
    const card = await call('POST', '/api/cards', form);
    const thumbnail = await send('GET', `/api/cards/${card.id}/attachments/${card.attachments[0].id}?size=64`);
    expect(await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).toMatchObject({ width: 64, height: 32 });
  });

  test('reads large notes in a thread', async () => {
    const { id } = await call('POST', '/api/notes', { title: 'Large', content: 'A walk along the *canal*.\n\n'.repeat(4_000) });
    expect((await call('GET', `/api/notes/${id}`)).id).toBe(id);
    expect((await call('GET', '/api/notes?q=canal')).items).toMatchObject([{ id }]);
  });

  test('looks at pages that notes point to', full, async () => {
    expect(await call('POST', '/api/notes/link-preview', { url: `${address}/` })).toMatchObject({ title: 'A page' });
  });

  test('lets users log in', full, async () => {
    const response = await send('POST', '/api/auth/login', { username: 'nobody-here', password: 'wrong password' });
    expect(response.status).toBe(401);
  });

  test('works out events that repeat', async () => {
    await call('POST', '/api/events', { title: 'Run', date: '2026-03-01', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
    expect((await call('GET', '/api/events?startDate=2026-03-01&endDate=2026-05-01')).total).toBe(3);
  });

  test('shows the documentation of its interface', async () => {
    expect((await send('GET', '/api/docs/swagger-ui.css')).status).toBe(200);
  });

  test('makes a backup, and brings it back at the next start', async () => {
    const { id } = await call('POST', '/api/notes', { title: 'Before', content: 'kept\n' });
    const { file } = await call('POST', '/api/backups');
    expect(existsSync(join(dataDir, 'backups', file))).toBe(true);
    const after = await call('POST', '/api/notes', { title: 'After', content: 'lost\n' });
    await call('POST', '/api/backups/restore', { file });
    await service.end('SIGTERM');
    service = await startServiceProcess(dataDir, { environment });
    expect((await send('GET', `/api/notes/${id}`)).status).toBe(200);
    expect((await send('GET', `/api/notes/${after.id}`)).status).toBe(404);
  });
});
