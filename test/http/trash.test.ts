import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TrashEntry, TrashList, TrashType } from '../../main/contract/trash.ts';
import { AttachmentClient, form } from '../support/attachments.ts';
import { boardClient, noId, refused, withoutRequestId, type BoardClient } from '../support/boards.ts';
import { noteClient, typed, type NoteClient } from '../support/notes.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

let service: TestService;
let boards: BoardClient;
let notes: NoteClient;
let berta: string;

beforeAll(async () => {
  service = await startTestService();
  boards = boardClient(service);
  notes = noteClient(service);
  berta = await service.signUp('berta');
});

afterAll(() => service.dispose());

const send = (method: string, path: string, body?: unknown, token = service.token()): Promise<Answer> =>
  service.request(method, path, { ...(body === undefined ? {} : { body }), token });

async function put(type: TrashType, id: string): Promise<TrashEntry> {
  const { status, body } = await send('POST', '/api/trash', { type, id });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as TrashEntry;
}

const restore = (id: string, token?: string): Promise<Answer> => send('POST', `/api/trash/${id}/restore`, undefined, token);
const list = async (query = '', token = service.token()): Promise<TrashList> =>
  (await send('GET', `/api/trash${query}`, undefined, token)).body as TrashList;
const statusOf = async (path: string): Promise<number> => (await send('GET', path)).status;

const event = async (title = 'Lunch'): Promise<{ id: string; version: number }> =>
  (await send('POST', '/api/events', { title, startTime: '2026-05-04T10:00:00Z', endTime: '2026-05-04T11:00:00Z' })).body as {
    id: string;
    version: number;
  };

const titlesIn = async (columnId: string): Promise<string[]> => (await boards.cards(columnId)).items.map(({ title }) => title);

describe('POST /api/trash', () => {
  test.each<[string, object, string]>([
    ['the type is none', { type: 'config', id: noId }, 'type'],
    ['the type is missing', { id: noId }, 'type'],
    ['the id is missing', { type: 'note' }, 'id'],
    ['a field is unknown', { type: 'note', id: noId, forever: true }, 'forever'],
  ])('400 when %s', async (_, body, path) => {
    expect(refused(await send('POST', '/api/trash', body))).toEqual([path]);
  });

  test.each<TrashType>(['note', 'card', 'column', 'project', 'event', 'calendar', 'file'])('404 for a %s that never was', async (type) => {
    expect((await send('POST', '/api/trash', { type, id: noId })).body.code).toBe('not_found');
  });

  test("404 for another user's records, as for those that never were", async () => {
    const note = await notes.create('mine');
    const column = await boards.column({ projectId: 'foreign' });
    const card = await boards.card(column.id);
    const { id } = await event();
    for (const [type, own] of [
      ['note', note.id],
      ['column', column.id],
      ['card', card.id],
      ['project', 'foreign'],
      ['event', id],
    ] as const) {
      const answer = await send('POST', '/api/trash', { type, id: own }, berta);
      expect(withoutRequestId(answer)).toEqual(withoutRequestId(await send('POST', '/api/trash', { type, id: noId }, berta)));
    }
    expect(await titlesIn(column.id)).toHaveLength(1);
  });

  test('412 when If-Match names another version, also in a batch; 400 for a file, which has none', async () => {
    const { id } = (await send('POST', '/api/events', { title: 'Mine', date: '2026-03-01', isAllDay: true })).body as { id: string };
    const note = (await send('POST', '/api/notes', { title: 'Mine', content: 'text' })).body as { id: string };
    for (const [type, record] of [
      ['event', id],
      ['note', note.id],
    ] as const) {
      const bound = (version: number) =>
        service.request('POST', '/api/trash', { body: { type, id: record }, headers: { 'If-Match': `"${version}"` } });
      expect((await bound(9)).body).toMatchObject({ code: 'version_mismatch' });
      const operations = [{ method: 'POST', path: '/api/trash', body: { type, id: record }, ifMatch: 9 }];
      expect((await send('POST', '/api/batch', { operations })).body).toMatchObject({
        applied: false,
        failed: { problem: { code: 'version_mismatch' } },
      });
      const { version } = (await send('GET', `/api/${type}s/${record}`)).body as { version: number };
      const { status, body } = await bound(version);
      expect(status).toBe(201);
      await send('DELETE', `/api/trash/${(body as TrashEntry).id}`);
    }
    const file = { body: { type: 'file', id: noId }, headers: { 'If-Match': '"1"' } };
    expect(refused(await service.request('POST', '/api/trash', file))).toEqual(['If-Match']);
  });

  test('403 without the scope for deleting such a record', async () => {
    const note = await notes.create('scoped');
    const made = await send('POST', '/api/tokens', {
      name: 'reader',
      scopes: ['notes:read', 'notes:write', 'boards:delete'],
      expiresAt: null,
    });
    const token = made.body.token as string;
    const answer = await send('POST', '/api/trash', { type: 'note', id: note.id }, token);
    expect([answer.body.code, answer.headers.get('WWW-Authenticate')]).toEqual([
      'insufficient_scope',
      'Bearer error="insufficient_scope", scope="notes:delete"',
    ]);
    await put('note', note.id);
    // It sees notes in the trash, and can bring them back; events it does not see.
    await put('event', (await event('Secret')).id);
    expect((await list('', token)).items.map(({ type }) => type)).toEqual(['note']);
    const [entry] = (await list('?type=event')).items;
    expect((await restore(entry?.id ?? '', token)).body.code).toBe('insufficient_scope');
    expect((await send('DELETE', '/api/trash', undefined, token)).body.code).toBe('insufficient_scope');
  });

  test('201 takes a note out of everything, and restoring brings it back with its history', async () => {
    const note = await notes.create('Findable words\n', { title: 'Kept' });
    await notes.change(note.id, { version: 0, clientID: 'a', steps: [typed(1, 'More ')] });
    const before = await notes.list();
    const seq = await notes.lastSeq();
    const entry = await put('note', note.id);
    expect(entry).toEqual({
      id: expect.any(String),
      type: 'note',
      recordId: note.id,
      title: 'Kept',
      trashedAt: expect.any(String),
      expiresAt: expect.any(String),
      actor: { kind: 'window', id: null, name: 'window' },
    });
    expect(Date.parse(entry.expiresAt) - Date.parse(entry.trashedAt)).toBe(30 * 86_400_000);
    expect(await notes.changesSince(seq)).toMatchObject([{ type: 'note', action: 'deleted', id: note.id, version: 1 }]);

    for (const path of ['', '?include=doc', '?since=0', '/history', '/history/0'])
      expect(await statusOf(`/api/notes/${note.id}${path}`)).toBe(404);
    const refusals = await Promise.all([
      notes.post(note.id, { version: 1, clientID: 'a', steps: [typed(1, 'x')] }),
      notes.post(note.id, { edits: [{ oldText: 'words', newText: 'x' }] }),
      send('POST', `/api/notes/${note.id}/restore`, { version: 0 }),
      send('POST', `/api/notes/${note.id}/export/pdf`),
      send('DELETE', `/api/notes/${note.id}`),
      send('POST', '/api/trash', { type: 'note', id: note.id }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await notes.list('?q=findable')).total).toBe(0);
    const without = await notes.list('?include=content');
    expect([without.total, without.items.length]).toEqual([before.total - 1, before.items.length - 1]);

    const { status, body } = await restore(entry.id);
    expect([status, body]).toEqual([200, { type: 'note', id: note.id, version: 1 }]);
    expect(await notes.read(note.id)).toMatchObject({ title: 'Kept', content: 'More Findable words\n', version: 1 });
    expect((await notes.history(note.id)).total).toBe(2);
    expect((await notes.list('?q=findable')).items.map(({ id }) => id)).toEqual([note.id]);
    expect((await notes.list()).total).toBe(before.total);
    expect((await restore(entry.id)).status).toBe(404);
    await notes.change(note.id, { version: 1, clientID: 'a', steps: [typed(1, 'x')] });
  });

  test('201 for a card, which comes back to its place with its files', async () => {
    const column = await boards.column({ projectId: 'cards' });
    const cards = [];
    for (const title of ['one', 'two', 'three']) cards.push(await boards.card(column.id, { title }));
    const [, two] = cards;
    const id = two?.id ?? '';
    const [{ url: file } = { url: '' }] = await new AttachmentClient(service).attach(id, ['file', 'kept', 'kept.txt']);
    const entry = await put('card', id);
    expect(entry.title).toBe('two');
    expect(await titlesIn(column.id)).toEqual(['one', 'three']);
    expect([await statusOf(`/api/cards/${id}`), await statusOf(file)]).toEqual([404, 404]);
    expect((await send('POST', `/api/cards/${id}/move`, { columnId: column.id })).status).toBe(404);
    expect((await send('GET', '/api/cards?q=two&projectId=cards')).body).toMatchObject({ total: 0 });
    expect((await send('GET', '/api/projects')).body.items).toContainEqual(
      expect.objectContaining({ id: 'cards', columnCount: 1, cardCount: 2 }),
    );

    expect((await restore(entry.id)).body).toEqual({ type: 'card', id, version: 2 });
    expect(await titlesIn(column.id)).toEqual(['one', 'two', 'three']);
    expect(await statusOf(file)).toBe(200);
  });

  test('201 for a file of a card, which stays on the disk until it goes for good, and comes back to its card', async () => {
    const column = await boards.column({ projectId: 'files' });
    const card = await boards.card(column.id, { title: 'with a file' });
    const client = new AttachmentClient(service);
    const [kept, lost] = await client.attach(card.id, ['file', 'kept words', 'kept.txt'], ['file', 'lost words', 'lost.txt']);
    if (kept === undefined || lost === undefined) throw new Error('nothing was attached');
    const attached = async (): Promise<{ readonly version: number; readonly names: readonly string[] }> => {
      const { body } = await send('GET', `/api/cards/${card.id}`);
      return { version: body.version as number, names: (body.attachments as { filename: string }[]).map(({ filename }) => filename) };
    };
    const before = await attached();
    const seq = await notes.lastSeq();
    const [entry, other] = [await put('file', kept.id), await put('file', lost.id)];
    expect(entry).toMatchObject({ type: 'file', recordId: kept.id, title: 'kept.txt' });
    expect([await attached(), await statusOf(kept.url)]).toEqual([{ version: before.version + 2, names: [] }, 404]);
    expect((await notes.changesSince(seq)).map(({ type, action }) => `${type} ${action}`)).toEqual([
      'file deleted',
      'card updated',
      'file deleted',
      'card updated',
    ]);
    expect((await send('POST', '/api/trash', { type: 'file', id: kept.id })).status).toBe(404);
    expect((await list('?type=file')).items.map(({ title }) => title)).toEqual(['lost.txt', 'kept.txt']);

    // Not while its card is in the trash itself.
    const ofCard = await put('card', card.id);
    expect((await restore(entry.id)).body).toMatchObject({ code: 'conflict' });
    await restore(ofCard.id);
    expect((await restore(entry.id)).body).toEqual({ type: 'file', id: kept.id, version: null });
    expect([(await attached()).names, await statusOf(kept.url)]).toEqual([['kept.txt'], 200]);

    const contents = client.filesOnDisk().kept.length;
    expect((await send('DELETE', `/api/trash/${other.id}`)).status).toBe(204);
    await vi.waitFor(
      () => {
        expect(client.filesOnDisk().kept).toHaveLength(contents - 1);
      },
      { timeout: 60_000 },
    );
    expect(await statusOf(kept.url)).toBe(200);
  });

  test('201 for a file of a note that nothing names; 409 for one that is named; an undo brings it back', async () => {
    const note = await notes.create('no picture');
    const client = new AttachmentClient(service);
    const added = await client.post(`/api/notes/${note.id}/files`, form([['file', 'words of a note', 'note.txt']]));
    const [file] = added.body.items as { readonly id: string; readonly name: string }[];
    if (file === undefined) throw new Error('nothing was added');
    const isListed = async (): Promise<boolean> =>
      ((await send('GET', '/api/files')).body.items as { id: string }[]).some(({ id }) => id === file.id);
    const seq = await notes.lastSeq();
    await put('file', file.id);
    expect(await isListed()).toBe(false);
    expect((await send('DELETE', `/api/notes/${note.id}/files/${file.id}?force=true`)).status).toBe(404);
    expect((await send('POST', '/api/undo', { changes: [seq + 1] })).body).toMatchObject({
      restored: [{ type: 'file', id: file.id, version: null }],
      skipped: [],
    });
    expect(await isListed()).toBe(true);
    expect((await list('?type=file')).items.filter(({ recordId }) => recordId === file.id)).toEqual([]);
    await notes.change(note.id, { edits: [{ append: `![](attachments/${file.name})` }] });
    expect((await send('POST', '/api/trash', { type: 'file', id: file.id })).body).toMatchObject({ code: 'conflict' });
    const foreign = await send('POST', '/api/trash', { type: 'file', id: file.id }, berta);
    expect(foreign.status).toBe(404);
  });

  test('a card comes to the nearest place when its own is gone', async () => {
    const [first, second] = [
      await boards.column({ projectId: 'near', title: 'First' }),
      await boards.column({ projectId: 'near', title: 'Second' }),
    ];
    const [a, b] = [await boards.card(second.id, { title: 'a' }), await boards.card(second.id, { title: 'b' })];
    const [entryA, entryB] = [await put('card', a.id), await put('card', b.id)];
    await send('DELETE', `/api/columns/${second.id}`);
    expect((await restore(entryA.id)).body).toEqual({ type: 'card', id: a.id, version: 2 });
    expect(await titlesIn(first.id)).toEqual(['a']);
    const { headers, body } = await send('GET', `/api/cards/${a.id}`);
    expect([headers.get('etag'), body.version, body.updatedAt > a.updatedAt]).toEqual(['"2"', 2, true]);
    await send('DELETE', '/api/projects/near');
    const seq = await boards.lastSeq();
    await restore(entryB.id);
    const columns = (await boards.columns()).items.filter(({ projectId }) => projectId === 'near');
    expect(columns).toMatchObject([{ title: 'Second', cardCount: 1, position: 0 }]);
    expect(await titlesIn(columns[0]?.id ?? '')).toEqual(['b']);
    expect(await boards.changesSince(seq)).toMatchObject([
      { type: 'project', action: 'created', id: 'near' },
      { type: 'column', action: 'created', id: columns[0]?.id, version: 1 },
      { type: 'card', action: 'created', id: b.id, version: 2 },
    ]);
  });

  test('a note and an event that come back to another place than theirs, which is gone, have another version', async () => {
    const { body: notebook } = await send('POST', '/api/notebooks', { name: 'Gone' });
    const { body: calendar } = await send('POST', '/api/calendars', { name: 'Gone' });
    const note = await notes.create('Text\n', { title: 'Moved', notebookId: notebook.id });
    const times = { startTime: '2026-05-04T10:00:00Z', endTime: '2026-05-04T11:00:00Z' };
    const { body: lunch } = await send('POST', '/api/events', { title: 'Lunch', ...times, calendarId: calendar.id });
    const entries = [await put('note', note.id), await put('event', lunch.id)];
    await send('DELETE', `/api/notebooks/${notebook.id}`);
    await send('DELETE', `/api/calendars/${calendar.id}`);
    const restored = [];
    for (const { id } of entries) restored.push((await restore(id)).body);
    expect(restored).toEqual([
      { type: 'note', id: note.id, version: 1 },
      { type: 'event', id: lunch.id, version: 2 },
    ]);
    const { body: since } = await send('GET', `/api/notes/${note.id}?since=0`);
    expect(since).toMatchObject({ version: 1, steps: [{ stepType: 'docAttr', attr: 'notebookId', value: null }] });
    expect((await send('GET', `/api/events/${lunch.id}`)).body.updatedAt > lunch.updatedAt).toBe(true);
  });

  test('201 for a column with its cards, told one by one, but not with what was in the trash before', async () => {
    const columns = [];
    for (const title of ['A', 'B', 'C']) columns.push(await boards.column({ projectId: 'columns', title }));
    const b = columns[1]?.id ?? '';
    const cards = [await boards.card(b, { title: 'one' }), await boards.card(b, { title: 'two' })];
    await put('card', cards[0]?.id ?? '');
    const seq = await boards.lastSeq();
    const entry = await put('column', b);
    expect(await boards.changesSince(seq)).toMatchObject([
      { type: 'column', action: 'deleted', id: b },
      { type: 'card', action: 'deleted', id: cards[1]?.id },
    ]);
    const placed = async (): Promise<string[]> =>
      (await boards.columns()).items
        .filter(({ projectId }) => projectId === 'columns')
        .map(({ position, title }) => `${position} ${title}`);
    expect(await placed()).toEqual(['0 A', '1 C']);
    expect([await statusOf(`/api/columns/${b}`), await statusOf(`/api/cards/${cards[1]?.id}`)]).toEqual([404, 404]);
    await restore(entry.id);
    expect(await placed()).toEqual(['0 A', '1 B', '2 C']);
    expect(await titlesIn(b)).toEqual(['two']);
  });

  test('201 for a project with all its columns', async () => {
    const columns = [await boards.column({ projectId: 'whole', title: 'A' }), await boards.column({ projectId: 'whole', title: 'B' })];
    await boards.card(columns[0]?.id ?? '', { title: 'one' });
    const entry = await put('project', 'whole');
    expect((await send('GET', '/api/projects')).body.items).not.toContainEqual(expect.objectContaining({ id: 'whole' }));
    const seq = await boards.lastSeq();
    expect((await restore(entry.id)).body).toEqual({ type: 'project', id: 'whole', version: 1 });
    const told = (await boards.changesSince(seq)) as object[];
    expect(told.slice(0, 3)).toMatchObject([
      { type: 'project', action: 'created', id: 'whole', version: 1 },
      { type: 'column', action: 'created', id: columns[0]?.id },
      { type: 'column', action: 'created', id: columns[1]?.id },
    ]);
    const back = (await boards.columns()).items.filter(({ projectId }) => projectId === 'whole');
    expect(back).toMatchObject([
      { id: columns[0]?.id, position: 0, cardCount: 1 },
      { id: columns[1]?.id, position: 1, cardCount: 0 },
    ]);
  });

  test('201 for an event', async () => {
    const { id } = await event();
    const { body: was } = await send('GET', `/api/events/${id}`);
    const entry = await put('event', id);
    expect(await statusOf(`/api/events/${id}`)).toBe(404);
    await restore(entry.id);
    expect((await send('GET', `/api/events/${id}`)).body).toEqual(was);
  });

  test('201 tells of every card of a long column, and bringing it back as well', full, async () => {
    const column = await boards.column({ projectId: 'long' });
    const operations = Array.from({ length: 150 }, () => ({
      method: 'POST',
      path: '/api/cards',
      body: { columnId: column.id, title: 'many' },
    }));
    for (let round = 0; round < 3; round++) await send('POST', '/api/batch', { operations });
    const told = async (seq: number, action: string): Promise<number> =>
      ((await boards.changesSince(seq)) as { type: string; action: string }[]).filter(
        (each) => each.type === 'card' && each.action === action,
      ).length;
    let seq = await boards.lastSeq();
    const entry = await put('column', column.id);
    await expect.poll(() => told(seq, 'deleted')).toBe(450);
    seq = await boards.lastSeq();
    await restore(entry.id);
    await expect.poll(() => told(seq, 'created')).toBe(450);
    expect((await boards.cards(column.id)).total).toBe(450);
    // With its project, and another column of it.
    await boards.card((await boards.column({ projectId: 'long', title: 'Short' })).id);
    seq = await boards.lastSeq();
    const project = await put('project', 'long');
    await expect.poll(() => told(seq, 'deleted')).toBe(451);
    seq = await boards.lastSeq();
    await restore(project.id);
    await expect.poll(() => told(seq, 'created')).toBe(451);
  });
});

describe('DELETE /api/trash', () => {
  test('404 with a slash and no id behind it, as of a script whose id is empty: nothing goes', async () => {
    const entry = await put('note', (await notes.create('stays')).id);
    for (const path of ['/api/trash/', '/api/trash/?', '/api/trash//']) {
      const { status, body } = await send('DELETE', path);
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
    expect((await list()).items).toContainEqual(entry);
    expect((await send('GET', '/api/trash/')).status).toBe(200);
    expect((await send('DELETE', `/api/trash/${entry.id}/`)).status).toBe(204);
  });

  test('404 for an entry that is not there, or of another user', async () => {
    const note = await notes.create('x');
    const { id } = await put('note', note.id);
    expect((await send('DELETE', `/api/trash/${noId}`)).status).toBe(404);
    expect((await send('DELETE', `/api/trash/${id}`, undefined, berta)).status).toBe(404);
    expect((await restore(id, berta)).status).toBe(404);
    expect((await restore(id)).status).toBe(200);
  });

  test('204 removes one for good, with what it kept', async () => {
    const column = await boards.column({ projectId: 'purged' });
    const card = await boards.card(column.id);
    const inColumn = await boards.card(column.id);
    const note = await notes.create('purged');
    const { id: eventId } = await event();
    const ofBoard = await boards.column({ projectId: 'purged-board' });
    const onBoard = await boards.card(ofBoard.id);
    const entries = [await put('card', card.id), await put('note', note.id), await put('event', eventId), await put('column', column.id)];
    entries.push(await put('project', 'purged-board'));
    const seq = await boards.lastSeq();
    for (const { id } of entries) expect((await send('DELETE', `/api/trash/${id}`)).status).toBe(204);
    for (const { id } of entries) expect((await restore(id)).status).toBe(404);
    // Of the records the feed has told when they went in: now it tells of the entries.
    const told = await boards.changesSince(seq);
    expect(told).toEqual(
      entries.map(({ id }) =>
        expect.objectContaining({
          type: 'trash',
          action: 'deleted',
          id,
          version: null,
          actor: expect.objectContaining({ kind: 'window' }),
        }),
      ),
    );
    const changes = (told as { seq: number }[]).map(({ seq: own }) => own);
    expect((await send('POST', '/api/undo', { changes })).body).toEqual({
      batchId: null,
      restored: [],
      skipped: entries.map(({ id }) => ({ type: 'trash', id, reason: 'gone' })),
    });
    // The cards of a column go in the background, and the column with the last one.
    const database = new Sqlite(join(service.dataDir, 'daybook.db'), { readonly: true });
    const ids = [card.id, inColumn.id, note.id, eventId, column.id, ofBoard.id, onBoard.id, 'purged-board'];
    const left = ['cards', 'notes', 'events', 'board_columns', 'projects'].flatMap((table) =>
      ids.map((id) => database.prepare(`SELECT count(*) FROM ${table} WHERE id = ?`).pluck().bind(id)),
    );
    await expect.poll(() => left.map((count) => count.get() as number).reduce((sum, each) => sum + each)).toBe(0);
    database.close();
  });

  test('204 empties it for its owner alone', async () => {
    await put('note', (await notes.create('x')).id);
    const foreign = await notes.create('x', {}, berta);
    await send('POST', '/api/trash', { type: 'note', id: foreign.id }, berta);
    const seq = await boards.lastSeq();
    expect((await send('DELETE', '/api/trash')).status).toBe(204);
    // Of an empty one there is nothing to tell.
    expect((await send('DELETE', '/api/trash')).status).toBe(204);
    expect(await boards.changesSince(seq)).toMatchObject([{ type: 'trash', action: 'deleted', id: null, version: null }]);
    expect(await list()).toEqual({ items: [], total: 0, limit: null, offset: 0 });
    expect((await list('', berta)).total).toBe(1);
  });

  test('what is in it goes after TRASH_DAYS, which counts at once', async () => {
    const entry = await put('note', (await notes.create('x')).id);
    expect((await send('PUT', '/api/config', { TRASH_DAYS: '0' })).body.code).toBe('validation_failed');
    expect((await send('PUT', '/api/config', { TRASH_DAYS: '90' })).status).toBe(200);
    const [listed] = (await list()).items;
    expect(Date.parse(listed?.expiresAt ?? '') - Date.parse(entry.trashedAt)).toBe(90 * 86_400_000);
  });
});

test('a restart keeps the trash', async () => {
  const note = await notes.create('over a restart');
  const { id } = await put('note', note.id);
  await service.restart();
  expect((await list()).items).toContainEqual(expect.objectContaining({ id, recordId: note.id }));
  expect((await restore(id)).status).toBe(200);
  expect((await notes.read(note.id)).content).toBe('over a restart');
});

describe('GET /api/trash › q', () => {
  test('all words in the title, whatever their case and diacritics; with type and page', async () => {
    const token = await service.signUp('clara');
    const made: string[] = [];
    for (const title of ['Zürich trip', 'Trip to ZURICH, 2026', 'Zürich', 'Straße']) {
      const { id } = (await send('POST', '/api/notes', { title, content: 'trip' }, token)).body as { id: string };
      await send('POST', '/api/trash', { type: 'note', id }, token);
      made.push(title);
    }
    const { id } = (await send('POST', '/api/events', { title: 'Trip from Zürich', date: '2026-03-01' }, token)).body as { id: string };
    await send('POST', '/api/trash', { type: 'event', id }, token);
    const found = async (query: string): Promise<unknown> => {
      const { items, total, limit, offset } = await list(query, token);
      return [items.map(({ title }) => title), total, limit, offset];
    };
    expect(await found('?q=trip%20zurich')).toEqual([['Trip from Zürich', 'Trip to ZURICH, 2026', 'Zürich trip'], 3, null, 0]);
    expect(await found('?q=trip+Z%C3%9CRICH&type=note')).toEqual([['Trip to ZURICH, 2026', 'Zürich trip'], 2, null, 0]);
    expect(await found('?q=zurich&limit=1&offset=2')).toEqual([['Trip to ZURICH, 2026'], 4, 1, 2]);
    expect(await found('?q=zurich&limit=0')).toEqual([[], 4, 0, 0]);
    expect(await found('?q=strasse')).toEqual([['Straße'], 1, null, 0]);
    expect(await found('?q=%25')).toEqual([[], 0, null, 0]);
    expect(await found('?q=%20')).toEqual([['Trip from Zürich', ...made.toReversed()], 5, null, 0]);
    expect((await list('?q=zurich', berta)).total).toBe(0);
    expect(refused(await send('GET', `/api/trash?q=${'x'.repeat(1_001)}`, undefined, token))).toEqual(['q']);
    await send('DELETE', '/api/trash', undefined, token);
    expect((await list('?q=zurich', token)).total).toBe(0);
  });

  test('of more than are looked through at once', full, async () => {
    const token = await service.signUp('dora');
    const operations = (from: number) =>
      Array.from({ length: 100 }, (_, at) => ({ method: 'POST', path: '/api/notes', body: { title: `Leaf ${from + at}.`, content: '' } }));
    for (let from = 0; from < 1_100; from += 100) {
      const { results } = (await send('POST', '/api/batch', { operations: operations(from) }, token)).body as unknown as {
        results: { body: { id: string } }[];
      };
      const puts = results.map(({ body: { id } }) => ({ method: 'POST', path: '/api/trash', body: { type: 'note', id } }));
      await send('POST', '/api/batch', { operations: puts }, token);
    }
    const { items, total } = await list('?q=leaf+5.', token);
    expect([total, items.map(({ title }) => title)]).toEqual([110, expect.arrayContaining(['Leaf 5.', 'Leaf 1095.'])]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(110);
    expect(items.map(({ trashedAt }) => trashedAt)).toEqual(
      items
        .map(({ trashedAt }) => trashedAt)
        .toSorted()
        .toReversed(),
    );
  });
});
