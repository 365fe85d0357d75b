import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Undone } from '../../main/contract/undo.ts';
import { boardClient, noId, refused, type BoardClient } from '../support/boards.ts';
import { noteClient, typed, type NoteClient } from '../support/notes.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

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

const { send, must } = requestsTo(() => service);

const undo = async (body: object): Promise<Undone> => (await must(200, 'POST', '/api/undo', body)) as Undone;
const undoBatch = (batchId: string | null): Promise<Undone> => undo({ batchId });

/** The seqs of what `work` changes. */
async function seqsOf(work: () => Promise<unknown>): Promise<number[]> {
  const since = await boards.lastSeq();
  await work();
  return ((await boards.changesSince(since)) as { seq: number }[]).map(({ seq }) => seq);
}

const titlesIn = async (columnId: string): Promise<string[]> => (await boards.cards(columnId)).items.map(({ title }) => title);
const statusOf = async (path: string): Promise<number> => (await send('GET', path)).status;
const times = { startTime: '2026-05-04T10:00:00.000Z', endTime: '2026-05-04T11:00:00.000Z' };

describe('POST /api/undo', () => {
  test.each<[string, object, string]>([
    ['nothing is named', {}, 'batchId'],
    ['a batch and changes are named', { batchId: noId, changes: [1] }, 'batchId'],
    ['there are no changes', { changes: [] }, 'changes'],
    ['a seq is none', { changes: [1.5] }, 'changes.0'],
    ['a field is unknown', { changes: [1], dryRun: true }, 'dryRun'],
  ])('400 when %s', async (_, body, path) => {
    expect(refused(await send('POST', '/api/undo', body))).toEqual([path]);
  });

  test("404 for a batch and for changes that are not there, or another user's", async () => {
    const [seq = 0] = await seqsOf(() => notes.create('mine'));
    expect((await send('POST', '/api/undo', { batchId: noId })).body.code).toBe('not_found');
    expect((await send('POST', '/api/undo', { changes: [seq, 999_999_999] })).body.code).toBe('not_found');
    expect((await send('POST', '/api/undo', { changes: [seq] }, berta)).body.code).toBe('not_found');
  });

  test('403 without the scope of what would be done, and nothing is done', async () => {
    const { id } = await must(201, 'POST', '/api/events', { title: 'Lunch', ...times });
    const seqs = await seqsOf(() => must(200, 'PUT', `/api/events/${id}`, { title: 'Dinner' }));
    const { token } = await must(201, 'POST', '/api/tokens', { name: 'n', scopes: ['notes:write', 'calendar:read'], expiresAt: null });
    const answer = await send('POST', '/api/undo', { changes: seqs }, token);
    expect([answer.body.code, answer.body.detail]).toEqual(['insufficient_scope', expect.stringContaining('calendar:write')]);
    expect((await must(200, 'GET', `/api/events/${id}`)).title).toBe('Dinner');
  });

  test('403 without that scope also for what is gone, was changed since, or is undone already', async () => {
    const tokenOf = async (scope: string): Promise<string> =>
      (await must(201, 'POST', '/api/tokens', { name: scope, scopes: ['notes:write', scope], expiresAt: null })).token;
    const [writes, deletes] = [await tokenOf('calendar:write'), await tokenOf('calendar:delete')];
    const event = { title: 'Lunch', ...times };
    const { id } = await must(201, 'POST', '/api/events', event);
    const changed = await seqsOf(() => must(200, 'PUT', `/api/events/${id}`, { title: 'Dinner' }));
    await must(200, 'PUT', `/api/events/${id}`, { title: 'Supper' });
    const codeOf = async (changes: readonly number[], token: string): Promise<unknown> =>
      (await send('POST', '/api/undo', { changes }, token)).body.code ?? 200;
    expect([await codeOf(changed, deletes), await codeOf(changed, writes)]).toEqual(['insufficient_scope', 200]);
    await must(204, 'DELETE', `/api/events/${id}`);
    expect([await codeOf(changed, deletes), await codeOf(changed, writes)]).toEqual(['insufficient_scope', 200]);
    const made = await seqsOf(() => must(201, 'POST', '/api/events', event));
    expect([await codeOf(made, writes), await codeOf(made, deletes)]).toEqual(['insufficient_scope', 200]);
    expect([await codeOf(made, writes), await codeOf(made, deletes)]).toEqual(['insufficient_scope', 200]);
  });

  test('200 gives a card back what an update replaced, as a new version', async () => {
    const column = await boards.column({ projectId: 'cards' });
    const { id } = await boards.card(column.id, { title: 'one', description: 'text', dueDate: '2026-03-01' });
    const seqs = await seqsOf(() => must(200, 'PUT', `/api/cards/${id}`, { title: 'two', description: null, dueDate: null, progress: 40 }));
    const { batchId, restored, skipped } = await undo({ changes: seqs });
    expect([restored, skipped]).toEqual([[{ type: 'card', id, version: 3 }], []]);
    expect(await must(200, 'GET', `/api/cards/${id}`)).toMatchObject({
      title: 'one',
      description: 'text',
      dueDate: '2026-03-01',
      progress: 0,
      version: 3,
    });
    expect((await send('GET', '/api/cards?dueBefore=2026-03-02&projectId=cards')).body.total).toBe(1);
    // Once more: there is nothing left to undo.
    expect(await undo({ changes: seqs })).toEqual({
      batchId: null,
      restored: [],
      skipped: [{ type: 'card', id, reason: 'already_undone' }],
    });
    // An undo of the undo, and then the change can be undone again.
    await undoBatch(batchId);
    expect(await must(200, 'GET', `/api/cards/${id}`)).toMatchObject({ title: 'two', description: null, progress: 40 });
    expect((await undo({ changes: seqs, force: true })).restored).toMatchObject([{ id }]);
    expect(await must(200, 'GET', `/api/cards/${id}`)).toMatchObject({ title: 'one', progress: 0 });
  });

  test('200 gives a checklist back, and tells what is lost for good', async () => {
    const column = await boards.column({ projectId: 'cards' });
    const { id } = await boards.card(column.id);
    await must(200, 'PUT', `/api/cards/${id}/checklist`, { checklist: [{ text: 'a', completed: false }] });
    const seqs = await seqsOf(() => must(200, 'PUT', `/api/cards/${id}/checklist`, { checklist: [] }));
    await undo({ changes: seqs });
    expect((await must(200, 'GET', `/api/cards/${id}`)).checklist).toMatchObject([{ text: 'a', completed: false }]);
    const changes = await seqsOf(() => must(204, 'DELETE', `/api/cards/${id}`));
    expect((await undo({ changes })).skipped).toEqual([{ type: 'card', id, reason: 'gone' }]);
  });

  test('200 moves a card back between its neighbours', async () => {
    const [from, to] = [await boards.column({ projectId: 'moves' }), await boards.column({ projectId: 'moves' })];
    const cards = [];
    for (const title of ['a', 'b', 'c']) cards.push(await boards.card(from.id, { title }));
    const id = cards[1]?.id ?? '';
    const seqs = await seqsOf(() => must(200, 'POST', `/api/cards/${id}/move`, { columnId: to.id, position: 0 }));
    await undo({ changes: seqs });
    expect([await titlesIn(from.id), await titlesIn(to.id)]).toEqual([['a', 'b', 'c'], []]);
    const within = await seqsOf(() => must(200, 'POST', `/api/cards/${id}/move`, { columnId: from.id, position: 2 }));
    await undo({ changes: within });
    expect(await titlesIn(from.id)).toEqual(['a', 'b', 'c']);
    // A column that is gone takes nothing back.
    const away = await seqsOf(() => must(200, 'POST', `/api/cards/${id}/move`, { columnId: to.id }));
    await must(204, 'DELETE', `/api/columns/${from.id}`);
    expect((await undo({ changes: away })).skipped).toEqual([{ type: 'card', id, reason: 'gone' }]);
    expect(await titlesIn(to.id)).toEqual(['b']);
  });

  test('200 gives columns their title and their order back', async () => {
    const columns = [];
    for (const title of ['A', 'B', 'C', 'D']) columns.push(await boards.column({ projectId: 'order', title }));
    const ids = columns.map(({ id }) => id);
    const titles = async (): Promise<string[]> =>
      (await boards.columns()).items.filter(({ projectId }) => projectId === 'order').map(({ title }) => title);
    const order = await seqsOf(() => must(200, 'PUT', '/api/columns/order', { columnIds: [ids[3], ids[1], ids[0], ids[2]] }));
    expect(await titles()).toEqual(['D', 'B', 'A', 'C']);
    await undo({ changes: order });
    expect(await titles()).toEqual(['A', 'B', 'C', 'D']);
    const rename = await seqsOf(() => must(200, 'PUT', `/api/columns/${ids[0]}`, { title: 'Z' }));
    await undo({ changes: rename });
    expect(await titles()).toEqual(['A', 'B', 'C', 'D']);
  });

  test('200 gives an event its times and its texts back', async () => {
    const made = await must(201, 'POST', '/api/events', { title: 'Lunch', location: 'Here', ...times });
    const seqs = await seqsOf(() =>
      must(200, 'PUT', `/api/events/${made.id}`, { date: '2026-06-01', isAllDay: true, location: null, color: 'red' }),
    );
    await undo({ changes: seqs });
    const now = await must(200, 'GET', `/api/events/${made.id}`);
    expect(now).toEqual({ ...made, version: 3, updatedAt: now.updatedAt });
    expect((await must(200, 'GET', '/api/events?startDate=2026-06-01&endDate=2026-06-02')).items).toEqual([]);
  });

  test('200 gives a note its bytes and its title back, and leaves one alone that was changed since', async () => {
    const { id } = await notes.create('* one\n* two\n', { title: 'Was' });
    const first = await seqsOf(() => notes.change(id, { title: 'Is', edits: [{ oldText: 'two', newText: 'TWO' }] }));
    const second = await seqsOf(() => notes.change(id, { edits: [{ oldText: 'one', newText: 'ONE' }] }));
    expect(await undo({ changes: first })).toMatchObject({ batchId: null, skipped: [{ type: 'note', id, reason: 'changed_since' }] });
    expect((await undo({ changes: [...first, ...second] })).restored).toMatchObject([{ type: 'note', id }]);
    expect(await notes.read(id)).toMatchObject({ title: 'Was', content: '* one\n* two\n' });
  });

  test('200 leaves a note alone whose text another change has changed in between, until that is undone itself', async () => {
    const { id } = await notes.create('text\n');
    const append = (line: string): Promise<number[]> => seqsOf(() => notes.change(id, { edits: [{ append: `${line}\n` }] }));
    const [first, between, last] = [await append('first'), await append('between'), await append('last')];
    const both = { changes: [...first, ...last] };
    const alone = { batchId: null, restored: [], skipped: [{ type: 'note', id, reason: 'changed_since' }] };
    expect(await undo(both)).toEqual(alone);
    expect((await notes.read(id)).content).toBe('text\nfirst\nbetween\nlast\n');
    await undo({ changes: last });
    await undo({ changes: between });
    expect((await undo({ changes: first })).skipped).toEqual([]);
    expect((await notes.read(id)).content).toBe('text\n');
  });

  test('200 with force also takes along what has changed in between', async () => {
    const { id } = await notes.create('text\n');
    const retitle = (title: string): Promise<number[]> => seqsOf(() => notes.change(id, { title }));
    const [first, , last] = [await retitle('first'), await retitle('between'), await retitle('last')];
    expect((await undo({ changes: [...first, ...last] })).skipped).toMatchObject([{ reason: 'changed_since' }]);
    expect((await undo({ changes: [...first, ...last], force: true })).skipped).toEqual([]);
    expect((await notes.read(id)).title).toBe('Note');
  });

  test('200 gives a card back what it was, and leaves it what others have changed in between', async () => {
    const column = await boards.column({ projectId: 'between' });
    const { id } = await boards.card(column.id, { title: 'was' });
    const put = (fields: object): Promise<number[]> => seqsOf(() => must(200, 'PUT', `/api/cards/${id}`, fields));
    const [one, , two] = [await put({ title: 'one' }), await put({ progress: 40 }), await put({ title: 'two' })];
    expect((await undo({ changes: [...one, ...two] })).skipped).toEqual([]);
    expect(await must(200, 'GET', `/api/cards/${id}`)).toMatchObject({ title: 'was', progress: 40 });
    const [three, mine, four] = [await put({ title: 'three' }), await put({ title: 'mine' }), await put({ description: 'four' })];
    expect((await undo({ changes: [...three, ...four] })).skipped).toEqual([{ type: 'card', id, reason: 'changed_since' }]);
    expect(await must(200, 'GET', `/api/cards/${id}`)).toMatchObject({ title: 'mine', description: 'four' });
    // An undo of it that was undone itself stands no longer, and neither does what it has undone.
    const undone = await undo({ changes: four });
    await undoBatch(undone.batchId);
    expect((await undo({ changes: [...three, ...mine, ...four] })).skipped).toEqual([]);
    expect(await must(200, 'GET', `/api/cards/${id}`)).toMatchObject({ title: 'was', description: null });
  });

  test('200 puts what was created into the trash, and brings back what is there', async () => {
    const note = await notes.create('x');
    const put = await seqsOf(() => must(201, 'POST', '/api/trash', { type: 'note', id: note.id }));
    expect((await undo({ changes: put })).restored).toEqual([{ type: 'note', id: note.id, version: 0 }]);
    expect((await notes.read(note.id)).content).toBe('x');
    const column = await boards.column({ projectId: 'created' });
    const made = await seqsOf(() => boards.card(column.id, { title: 'made' }));
    const { batchId, restored } = await undo({ changes: made });
    expect(restored).toMatchObject([{ type: 'card', version: null }]);
    expect(await titlesIn(column.id)).toEqual([]);
    await undoBatch(batchId);
    expect(await titlesIn(column.id)).toEqual(['made']);
  });

  test('200 brings a column and a whole project back with their cards', async () => {
    const columns = [await boards.column({ projectId: 'went', title: 'A' }), await boards.column({ projectId: 'went', title: 'B' })];
    const [a = { id: '' }] = columns;
    await boards.card(a.id, { title: 'card' });
    for (const record of [
      { type: 'column', id: a.id },
      { type: 'project', id: 'went' },
    ]) {
      const seqs = await seqsOf(() => must(201, 'POST', '/api/trash', record));
      expect(await statusOf(`/api/columns/${a.id}`)).toBe(404);
      const { skipped } = await undo({ changes: seqs });
      expect(skipped).toEqual([]);
      expect(await titlesIn(a.id)).toEqual(['card']);
      expect((await boards.columns()).items.filter(({ projectId }) => projectId === 'went').map(({ title }) => title)).toEqual(['A', 'B']);
    }
    expect((await must(200, 'GET', '/api/trash?type=project')).total).toBe(0);
  });

  test('200 takes the labels of a board that came back out of one that was made in its place, and gives them again', async () => {
    const labels = async (): Promise<string[]> =>
      ((await must(200, 'GET', '/api/projects/again')) as { labels: { name: string }[] }).labels.map(({ name }) => name);
    await must(201, 'POST', '/api/columns', { title: 'Old', projectId: 'again' });
    await must(201, 'POST', '/api/projects/again/labels', { name: 'old' });
    const { id: entry } = (await must(201, 'POST', '/api/trash', { type: 'project', id: 'again' })) as { id: string };
    await must(201, 'POST', '/api/columns', { title: 'New', projectId: 'again' });
    const changes = await seqsOf(() => must(200, 'POST', `/api/trash/${entry}/restore`));
    expect(await labels()).toEqual(['old']);
    const undone = await undo({ changes });
    expect(undone.skipped).toEqual([]);
    expect(await labels()).toEqual([]);
    expect((await undoBatch(undone.batchId)).skipped).toEqual([]);
    expect(await labels()).toEqual(['old']);
  });

  test('200 undoes a batch as a whole, and does it again', async () => {
    const column = await boards.column({ projectId: 'batch', title: 'Before' });
    const card = await boards.card(column.id, { title: 'moved' });
    const note = await notes.create('one\n');
    const { batchId } = await must(200, 'POST', '/api/batch', {
      operations: [
        { method: 'POST', path: '/api/columns', body: { title: 'New', projectId: 'batch' }, ref: 'new' },
        { method: 'POST', path: `/api/cards/${card.id}/move`, body: { columnId: '{{new.id}}' } },
        { method: 'PUT', path: `/api/cards/${card.id}`, body: { progress: 50 } },
        { method: 'POST', path: '/api/cards', body: { columnId: '{{new.id}}', title: 'also' } },
        { method: 'PUT', path: `/api/columns/${column.id}`, body: { title: 'After' } },
        { method: 'POST', path: `/api/notes/${note.id}/delta`, body: { edits: [{ oldText: 'one', newText: 'two' }] } },
        { method: 'POST', path: `/api/notes/${note.id}/delta`, body: { version: 1, clientID: 'c', steps: [typed(1, 'x')] } },
        { method: 'POST', path: '/api/events', body: { title: 'Made', ...times } },
      ],
    });
    const state = async (): Promise<unknown> => [
      (await boards.columns()).items.filter(({ projectId }) => projectId === 'batch').map(({ title, cardCount }) => [title, cardCount]),
      (await must(200, 'GET', `/api/cards/${card.id}`)).progress,
      (await notes.read(note.id)).content,
    ];
    const undone = await undoBatch(batchId);
    expect(undone.skipped).toEqual([]);
    expect(await state()).toEqual([[['Before', 1]], 0, 'one\n']);
    const redone = await undoBatch(undone.batchId);
    expect(redone.skipped).toEqual([]);
    const after = [
      [
        ['After', 0],
        ['New', 2],
      ],
      50,
      'xtwo\n',
    ];
    expect(await state()).toEqual(after);
    await undoBatch(redone.batchId);
    expect(await state()).toEqual([[['Before', 1]], 0, 'one\n']);
  });

  describe('of files of a card', () => {
    const stateOf = async (id: string): Promise<unknown[]> => {
      const { title, attachments } = await must(200, 'GET', `/api/cards/${id}`);
      return [title, ...(attachments as unknown as { filename: string }[]).map(({ filename }) => filename)];
    };
    const attach = async (id: string, name: string): Promise<string> => {
      const form = new FormData();
      form.append('file', new Blob(['plan'], { type: 'text/plain' }), name);
      const headers = { Authorization: `Bearer ${service.token()}` };
      const sent = await fetch(`${service.baseUrl}/api/cards/${id}/attachments`, { method: 'POST', headers, body: form });
      const { items } = (await sent.json()) as { items: { id: string }[] };
      return items[0]?.id ?? '';
    };
    const newCard = async (): Promise<string> => (await boards.card((await boards.column({ projectId: 'files' })).id, { title: 'one' })).id;

    test('200 an upload goes into the trash, also alone and by the entry of the card, and that can be undone', async () => {
      const id = await newCard();
      const seqs = await seqsOf(() => attach(id, 'a.txt'));
      expect(seqs).toHaveLength(2);
      // What came after it has nothing to do with it.
      await must(200, 'PUT', `/api/cards/${id}`, { title: 'two' });
      await attach(id, 'b.txt');
      const { batchId, restored, skipped } = await undo({ changes: seqs.slice(-1) });
      const { version } = await must(200, 'GET', `/api/cards/${id}`);
      expect([restored.length, skipped]).toEqual([2, []]);
      expect(restored).toContainEqual({ type: 'card', id, version });
      expect(await stateOf(id)).toEqual(['two', 'b.txt']);
      expect((await undo({ changes: seqs })).skipped.map(({ reason }) => reason)).toEqual(['already_undone', 'already_undone']);
      expect((await undoBatch(batchId)).skipped).toEqual([]);
      expect(await stateOf(id)).toEqual(['two', 'a.txt', 'b.txt']);
    });

    test('200 an upload together with a change of the title', async () => {
      const id = await newCard();
      const seqs = await seqsOf(async () => {
        await must(200, 'PUT', `/api/cards/${id}`, { title: 'two' });
        await attach(id, 'a.txt');
      });
      const { batchId, restored, skipped } = await undo({ changes: seqs });
      expect([restored.map(({ type }) => type).toSorted(), skipped, await stateOf(id)]).toEqual([['card', 'file'], [], ['one']]);
      await undoBatch(batchId);
      expect(await stateOf(id)).toEqual(['two', 'a.txt']);
    });

    test('200 a file that was removed for good is told as gone, and the card as restored where it has its title again', async () => {
      const id = await newCard();
      const file = await attach(id, 'a.txt');
      const named = await seqsOf(() => must(200, 'PUT', `/api/cards/${id}`, { title: 'two' }));
      const removed = await seqsOf(() => must(204, 'DELETE', `/api/cards/${id}/attachments/${file}`));
      const gone = [{ type: 'file', id: file, reason: 'gone' }];
      for (const changes of [removed, removed.slice(-1)])
        expect(await undo({ changes })).toEqual({ batchId: null, restored: [], skipped: gone });
      const { restored, skipped } = await undo({ changes: [...named, ...removed] });
      expect([restored, skipped, await stateOf(id)]).toEqual([[{ type: 'card', id, version: 5 }], gone, ['one']]);
    });

    test('403 without the scope to put files into the trash, and nothing is done', async () => {
      const id = await newCard();
      const seqs = await seqsOf(() => attach(id, 'a.txt'));
      const { token } = await must(201, 'POST', '/api/tokens', { name: 'n', scopes: ['boards:write', 'files:write'], expiresAt: null });
      expect((await send('POST', '/api/undo', { changes: seqs }, token)).body.detail).toContain('files:delete');
      expect(await stateOf(id)).toEqual(['one', 'a.txt']);
    });
  });

  test('200 for what has gone and come back: it is what it was, and nothing is done that could be undone', async () => {
    const column = await boards.column({ projectId: 'round' });
    const card = await boards.card(column.id);
    const note = await notes.create('one');
    const calendar = await must(201, 'POST', '/api/calendars', { name: 'Round' });
    const event = await must(201, 'POST', '/api/events', { title: 'Lunch', ...times });
    const ends = { from: { type: 'note', id: note.id }, to: { type: 'event', id: event.id } };
    const form = new FormData();
    form.append('file', new Blob(['plan'], { type: 'text/plain' }), 'plan.txt');
    const headers = { Authorization: `Bearer ${service.token()}` };
    const sent = await fetch(`${service.baseUrl}/api/cards/${card.id}/attachments`, { method: 'POST', headers, body: form });
    const { items: files } = (await sent.json()) as { items: { id: string }[] };
    const { id: linkId } = await must(201, 'POST', '/api/links', ends);
    const rounds = [
      ...[
        { type: 'note', id: note.id },
        { type: 'card', id: card.id },
        { type: 'column', id: column.id },
        { type: 'project', id: 'round' },
        { type: 'event', id: event.id },
        { type: 'calendar', id: calendar.id },
        { type: 'file', id: files[0]?.id },
      ].map((record) => async () => {
        const { id } = await must(201, 'POST', '/api/trash', record);
        await must(200, 'POST', `/api/trash/${id}/restore`, {});
      }),
      async () => {
        const seqs = await seqsOf(() => must(204, 'DELETE', `/api/links/${linkId}`));
        await undo({ changes: seqs });
      },
    ];
    const state = async (): Promise<unknown> => [
      await must(200, 'GET', `/api/cards/${card.id}`),
      await must(200, 'GET', `/api/columns?projectId=round`),
      await notes.read(note.id),
      await must(200, 'GET', `/api/events/${event.id}`),
      await must(200, 'GET', `/api/calendars/${calendar.id}`),
      await must(200, 'GET', `/api/links/${linkId}`),
    ];
    for (const round of rounds) {
      const seqs = await seqsOf(round);
      const [before, since] = [await state(), await boards.lastSeq()];
      const { batchId, restored, skipped } = await undo({ changes: seqs });
      expect([batchId, skipped]).toEqual([null, []]);
      expect(restored.length).toBeGreaterThan(0);
      expect(await state()).toEqual(before);
      expect(await boards.changesSince(since)).toEqual([]);
    }
  });

  test('200 with one record undone and another left alone, and all of it with force', async () => {
    const column = await boards.column({ projectId: 'partly' });
    const [a, b] = [await boards.card(column.id, { title: 'a' }), await boards.card(column.id, { title: 'b' })];
    const seqs = await seqsOf(async () => {
      await must(200, 'PUT', `/api/cards/${a.id}`, { title: 'A' });
      await must(200, 'PUT', `/api/cards/${b.id}`, { title: 'B' });
    });
    await must(200, 'PUT', `/api/cards/${b.id}`, { progress: 10 });
    const { restored, skipped } = await undo({ changes: seqs });
    expect([restored.map(({ id }) => id), skipped]).toEqual([[a.id], [{ type: 'card', id: b.id, reason: 'changed_since' }]]);
    await undo({ changes: seqs, force: true });
    expect(await must(200, 'GET', `/api/cards/${b.id}`)).toMatchObject({ title: 'b', progress: 10 });
  });
});
