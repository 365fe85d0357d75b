// The data of a Daybook 0.1.0 that had pictures as data URIs in its notes, made by that program itself: `version-0.1.0/data.zip` is its
// folder after a clean stop, `told.json` what its interface said just before. The first program that has notes, boards and a calendar.

import { unzipSync } from 'fflate';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { form } from '../support/attachments.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { pdfPictures, requestExport, wordPictures } from '../support/export-client.ts';
import { full } from '../support/tiers.ts';
import { notesIndexed } from '../support/indexed.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface OldNote {
  readonly title: string;
  readonly content: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** By their numbers. */
  readonly versions: Readonly<Record<string, { readonly title: string; readonly content: string }>>;
  readonly steps: readonly object[];
}

interface Told {
  readonly notes: Readonly<Record<string, OldNote>>;
  readonly columns: readonly { readonly id: string }[];
  readonly cards: readonly { readonly id: string; readonly checklist: readonly object[]; readonly attachments: readonly object[] }[];
  readonly events: readonly object[];
  /** Base64 by the address. */
  readonly files: Readonly<Record<string, string>>;
  readonly changes: readonly object[];
}

const folder = join(import.meta.dirname, 'version-0.1.0');
const told = JSON.parse(readFileSync(join(folder, 'told.json'), 'utf8')) as Told;
const [lighthouse = '', others = ''] = Object.keys(told.notes);

let service: TestService;

beforeAll(async () => {
  const dataDir = makeDataDir();
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(folder, 'data.zip'))))) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true });
    writeFileSync(join(dataDir, path), bytes);
  }
  service = await startTestService({ dataDir });
  await notesIndexed(service);
});

afterAll(() => service.dispose());

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into any answer
async function read(path: string): Promise<any> {
  const { status, body } = await service.request('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body;
}

describe('data of version 0.1.0', () => {
  const notes = Object.entries(told.notes).map(([id, note]) => ({ id, ...note }));
  test.each(notes)('note “$title” › every byte, every version and every step is as it was', async ({ id, versions, steps, ...note }) => {
    const { title, content, version, createdAt, updatedAt } = note;
    expect(await read(`/api/notes/${id}`)).toMatchObject({ title, content, version, createdAt, updatedAt });
    const { items } = await read(`/api/notes/${id}/history`);
    expect(items.map((each: { version: number }) => String(each.version)).toSorted()).toEqual(Object.keys(versions).toSorted());
    for (const [number, old] of Object.entries(versions))
      expect([number, await read(`/api/notes/${id}/history/${number}`)]).toEqual([number, expect.objectContaining(old)]);
    expect((await read(`/api/notes/${id}?since=0`)).steps).toEqual(steps);
  });

  test('boards, files and events are as they were, and the change feed goes on', async () => {
    expect((await read('/api/columns')).items).toMatchObject(told.columns);
    const cards = told.cards.map((card) => ({ ...card, checklist: card.checklist.map((item) => expect.objectContaining(item) as object) }));
    expect((await read('/api/cards')).items).toMatchObject(cards);
    for (const [url, content] of Object.entries(told.files)) {
      const answer = await fetch(service.baseUrl + url, { headers: { Authorization: `Bearer ${service.token()}` } });
      expect([url, Buffer.from(await answer.arrayBuffer()).toString('base64')]).toEqual([url, content]);
    }
    expect((await read('/api/events?startDate=2026-01-01&endDate=2027-01-01')).items).toMatchObject(told.events);
    const { items } = await read('/api/changes');
    expect(items.slice(0, told.changes.length)).toMatchObject(told.changes);
  });

  test('a search finds what pictures are described by, not what they consist of', async () => {
    const found = async (q: string): Promise<string[]> =>
      (await read(`/api/search?q=${q}`)).items.map(({ type, title }: { type: string; title: string }) => `${type} ${title}`);
    expect(await found('keeper')).toEqual(['note The lighthouse']);
    expect(await found('lamp%20room')).toEqual(['note The lighthouse']);
    expect(await found('reference')).toEqual(['note By other ways']);
    expect(await found('hinges')).toEqual(['card Oil the hinges']);
    expect(await found('door')).toEqual(expect.arrayContaining(['card Paint the door', 'event Tour', 'file Door.png']));
    expect(await found('iVBORw0KGgo')).toEqual([]);
  });

  test('its pictures are in exported documents', full, async () => {
    const word = await requestExport(service, 'docx', lighthouse);
    expect([word.status, wordPictures(word.bytes).length]).toEqual([200, 2]);
    const pdf = await requestExport(service, 'pdf', lighthouse);
    expect(pdf.status).toBe(200);
    expect(pdfPictures(pdf.bytes)).toContain('3×2');
  });

  test(
    'a picture is moved into a file: the text names it, all other bytes stay, and the versions before have it as it was',
    full,
    async () => {
      const { content, version } = told.notes[lighthouse] ?? { content: '', version: 0 };
      const [uri = '', base64 = ''] = /data:image\/png;base64,([\w+/=]+)/.exec(content) ?? [];
      const sent = await fetch(`${service.baseUrl}/api/notes/${lighthouse}/files`, {
        method: 'POST',
        body: form([['file', Buffer.from(base64, 'base64'), 'stair.png']]),
        headers: { Authorization: `Bearer ${service.token()}` },
      });
      expect(sent.status).toBe(201);
      const { items } = (await sent.json()) as { items: readonly { readonly name: string; readonly url: string }[] };
      const address = `attachments/${items[0]?.name}`;
      const body = { version, edits: [{ oldText: uri, newText: address }] };
      expect((await service.request('POST', `/api/notes/${lighthouse}/delta`, { body })).status).toBe(200);
      expect((await read(`/api/notes/${lighthouse}`)).content).toBe(content.replace(uri, address));
      expect((await read(`/api/notes/${lighthouse}/history/${version}`)).content).toBe(content);
      const served = await fetch(service.baseUrl + (items[0]?.url ?? ''), { headers: { Authorization: `Bearer ${service.token()}` } });
      expect(Buffer.from(await served.arrayBuffer()).toString('base64')).toBe(base64);
      expect(wordPictures((await requestExport(service, 'docx', lighthouse)).bytes).length).toBe(2);
      expect((await read(`/api/notes/${others}`)).content).toBe(told.notes[others]?.content);
    },
  );
});
