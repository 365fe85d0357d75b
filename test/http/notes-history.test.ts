import { Node } from 'prosemirror-model';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { History } from '../../main/features/notes/history.ts';
import { CooperativeScheduler } from '../../main/lib/cooperative-scheduler.ts';
import { noId, refused } from '../support/boards.ts';
import { full } from '../support/tiers.ts';
import { noteClient, typed, type NoteClient } from '../support/notes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let notes: NoteClient;

beforeAll(async () => {
  service = await startTestService();
  notes = noteClient(service);
});

afterAll(() => service.dispose());

const restore = (id: string, body: unknown, headers = {}) => service.request('POST', `/api/notes/${id}/restore`, { body, headers });

/** A note with a delta of each kind, and what it was after each: by version. */
async function lived(): Promise<{ id: string; was: Map<number, { title: string; content: string }> }> {
  const { id, title, content } = await notes.create('# One\r\n\r\ntwo *three*\n\n\nlast');
  const was = new Map([[0, { title, content }]]);
  const deltas: object[] = [
    { version: 0, steps: [typed(1, 'N°'), typed(1, '«')], clientID: 'window' },
    { title: 'Renamed' },
    { edits: [{ oldText: 'two', newText: '2' }, { append: '\n\n- [ ] list\n' }], clientID: 12 },
    { edits: [{ oldText: '*three*', newText: '__3__' }], title: 'Again' },
  ];
  for (const delta of deltas) {
    const { version } = await notes.change(id, delta);
    const note = await notes.read(id);
    was.set(version, { title: note.title, content: note.content });
  }
  const { version } = await notes.change(id, { version: Math.max(...was.keys()), content: 'all\nnew\n===\n' });
  was.set(version, { title: 'Again', content: 'all\nnew\n===\n' });
  return { id, was };
}

describe('GET /api/notes/:id/history', () => {
  test.each(['?limit=-1', '?limit=201', '?offset=x', '?since=0'])('400 for %s', async (query) => {
    const { id } = await notes.create();
    refused(await service.request('GET', `/api/notes/${id}/history${query}`));
  });

  test('404 for a note that is not there', async () => {
    expect((await service.request('GET', `/api/notes/${noId}/history`)).status).toBe(404);
  });

  test('200 with one entry for each delta, newest first, and the creation', async () => {
    const { id, was } = await lived();
    const { items, ...rest } = await notes.history(id);
    expect(rest).toEqual({ total: 6, limit: 50, offset: 0 });
    expect(items.map(({ version, title, size }) => ({ version, title, size }))).toEqual(
      [...was].toReversed().map(([version, { title, content }]) => ({ version, title, size: Buffer.byteLength(content) })),
    );
    expect(items.map(({ clientID }) => clientID)).toEqual([null, null, 12, null, 'window', null]);
    expect(items.map(({ author }) => author)).toEqual(Array.from({ length: 6 }, () => 'owner'));
    const note = await notes.read(id);
    expect([items[0]?.at, items[5]?.at]).toEqual([note.updatedAt, note.createdAt]);
  });

  test('200 with pages, the same before and after a restart', async () => {
    const { id } = await lived();
    const { items } = await notes.history(id);
    const pages = async () =>
      (await Promise.all([0, 1, 2, 3, 4, 5, 6].map((offset) => notes.history(id, `?limit=1&offset=${offset}`)))).flatMap(
        (page) => page.items,
      );
    expect(await pages()).toEqual(items);
    expect(await notes.history(id, '?limit=0')).toEqual({ items: [], total: 6, limit: 0, offset: 0 });
    await service.restart();
    expect(await pages()).toEqual(items);
    expect((await notes.history(id, '?limit=4&offset=3')).items).toEqual(items.slice(3));
  });
});

describe('GET /api/notes/:id/history/:version', () => {
  test('404 for what is no version, one to come, and one in the middle of a delta', async () => {
    const { id } = await lived();
    for (const version of ['x', '-1', '1.5', '00', '0x1', '1e0', '99', '1', '9'.repeat(30)]) {
      const { status, body } = await service.request('GET', `/api/notes/${id}/history/${version}`);
      expect([version, status, body.code]).toEqual([version, 404, 'not_found']);
    }
  });

  test('200 with the bytes of every version, before and after a restart', async () => {
    const { id, was } = await lived();
    const all = async () => Promise.all([...was.keys()].map((version) => notes.version(id, version)));
    const versions = await all();
    expect((await service.request('GET', `/api/notes/${id}/history/2`)).headers.get('ETag')).toBe('"2"');
    expect(versions.map(({ title, content }) => ({ title, content }))).toEqual([...was.values()]);
    expect(versions[1]).toEqual({
      id,
      version: 2,
      at: expect.any(String),
      author: 'owner',
      clientID: 'window',
      title: 'Note',
      size: Buffer.byteLength(was.get(2)?.content ?? ''),
      content: was.get(2)?.content,
    });
    await service.restart();
    expect(await all()).toEqual(versions);
    expect((await notes.history(id)).items.toReversed()).toEqual(
      versions.map(({ version, at, author, clientID, title, size }) => ({ version, at, author, clientID, title, size })),
    );
  });
});

describe('POST /api/notes/:id/restore', () => {
  test.each<[unknown, string]>([
    [{}, 'version'],
    [{ version: -1 }, 'version'],
    [{ version: '0' }, 'version'],
    [{ version: 0, title: 'x' }, 'title'],
  ])('400 for %j', async (body, path) => {
    const { id } = await notes.create();
    expect(refused(await restore(id, body))).toEqual([path]);
  });

  test('400 for a version in the middle of a delta', async () => {
    const { id } = await lived();
    expect(refused(await restore(id, { version: 1 }))).toEqual(['version']);
  });

  test('404 for a note that is not there', async () => {
    expect((await restore(noId, { version: 0 })).status).toBe(404);
  });

  test('409 for a version ahead of the note', async () => {
    const { id } = await notes.create();
    const { status, body } = await restore(id, { version: 1 });
    expect([status, body.code, body.version]).toEqual([409, 'stale_version', 0]);
  });

  test('412 when If-Match names another version', async () => {
    const { id } = await lived();
    const { status, body } = await restore(id, { version: 0 }, { 'If-Match': '"0"' });
    expect([status, body.code]).toEqual([412, 'version_mismatch']);
  });

  test('200: title and content are as they were, as a new delta with an entry in the feed', async () => {
    const { id, was } = await lived();
    const before = await notes.read(id);
    for (const [version, { title, content }] of [...was, ...[...was].toReversed()]) {
      const seq = await notes.lastSeq();
      const from = (await notes.read(id)).version;
      const { status, headers, body } = await restore(id, { version }, { 'If-Match': `"${from}"` });
      expect([status, headers.get('ETag')]).toEqual([200, `"${body.version}"`]);
      expect(await notes.read(id)).toMatchObject({ title, content, version: body.version });
      expect(body.steps).toHaveLength(body.version - from);
      const entries = body.version === from ? [] : [expect.objectContaining({ action: 'updated', id, version: body.version })];
      expect(await notes.changesSince(seq)).toEqual(entries);
    }
    await service.restart();
    expect(await notes.read(id)).toMatchObject({ content: '# One\r\n\r\ntwo *three*\n\n\nlast' });
    expect((await notes.version(id, before.version)).content).toBe(before.content);
  });

  describe('of a large note', () => {
    const paragraphs = (name: string, length = 2_000): string =>
      Array.from({ length }, (_, index) => `Paragraph ${index} of *${index % 2 === 0 ? 'all' : name}*\n`).join('\n');
    afterEach(() => {
      vi.restoreAllMocks();
    });

    test('compares no blocks inside the write, and lets others run between any two blocks before it', full, async () => {
      const { id } = await notes.create(paragraphs('one'));
      await notes.change(id, { version: 0, content: paragraphs('another') });
      const compared = vi.spyOn(Node.prototype, 'eq');
      const slices = vi.spyOn(CooperativeScheduler.prototype, 'yieldIfDue');
      // Each look at the clock finds that a slice is over.
      let now = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 50));
      const apply = History.prototype.restore; // Called with its own object below.
      const inWrite: number[] = [];
      vi.spyOn(History.prototype, 'restore').mockImplementation(function (this: History, ...args) {
        const before = compared.mock.calls.length;
        const reply = apply.apply(this, args);
        inWrite.push(compared.mock.calls.length - before);
        return reply;
      });
      expect((await restore(id, { version: 0 })).status).toBe(200);
      expect(inWrite).toEqual([0]);
      expect(slices.mock.calls.length).toBeGreaterThan(2000);
      expect((await notes.read(id)).content).toBe(paragraphs('one'));
    });

    test('starts anew when the note is changed between preparing and writing', full, async () => {
      const { id } = await notes.create(paragraphs('one', 3_000));
      await notes.change(id, { version: 0, content: paragraphs('another', 3_000) });
      const prepare = History.prototype.prepareRestore; // Called with its own object below.
      const prepared = vi.spyOn(History.prototype, 'prepareRestore').mockImplementationOnce(async function (this: History, ...args) {
        const result = await prepare.apply(this, args);
        await notes.change(id, { edits: [{ append: '\n\nlate\n' }] });
        return result;
      });
      expect((await restore(id, { version: 0 })).status).toBe(200);
      expect(prepared).toHaveBeenCalledTimes(2);
      expect((await notes.read(id)).content).toBe(paragraphs('one', 3_000));
    });

    test('reads its history delta by delta, letting others run after each', full, async () => {
      const { id } = await notes.create(paragraphs('one'));
      for (let count = 0; count < 20; count++) await notes.change(id, { edits: [{ append: `\n\n${count}\n` }] });
      const { version } = await notes.read(id);
      const slices = vi.spyOn(CooperativeScheduler.prototype, 'yieldIfDue');
      // Each look at the clock finds that a slice is over.
      let now = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 50));
      await notes.version(id, 0);
      const without = slices.mock.calls.length;
      await notes.version(id, version);
      expect(slices.mock.calls.length - without).toBeGreaterThanOrEqual(without + 19);
    });
  });
});
