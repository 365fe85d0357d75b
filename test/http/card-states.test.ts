// Cards that are done, archived, duplicated; items of checklists by their ids; limits of columns.

import { beforeAll, describe, expect, test } from 'vitest';
import type { Card } from '../../main/contract/cards.ts';
import type { RingingReminder } from '../../main/contract/reminders.ts';
import { AttachmentClient } from '../support/attachments.ts';
import { noId, refused, withoutRequestId, withBoards, type BoardClient } from '../support/boards.ts';
import { requestsTo } from '../support/requests.ts';
import type { Answer, TestService } from '../support/service.ts';

let service: TestService;
let client: BoardClient;
let berta: string;

beforeAll(async () => {
  ({ service, client, berta } = await withBoards());
});

const { send, must } = requestsTo(() => service);

const update = (id: string, fields: object): Promise<Answer['body']> => must(200, 'PUT', `/api/cards/${id}`, fields);
const list = async (query: string): Promise<Card[]> => (await must(200, 'GET', `/api/cards?${query}`)).items as Card[];
const titles = (cards: readonly Card[]): string => cards.map(({ title, position }) => `${position}${title}`).join(' ');
const inColumn = async (columnId: string, query = ''): Promise<string> =>
  titles((await must(200, 'GET', `/api/cards/column/${columnId}${query}`)).items as Card[]);

async function columnOf(projectId: string, names: string): Promise<{ readonly id: string; readonly cards: Card[] }> {
  const { id } = await client.column({ projectId });
  const cards: Card[] = [];
  for (const title of names) cards.push(await client.card(id, { title }));
  return { id, cards };
}

describe('PUT /api/cards/:id with completedAt', () => {
  const outOfYears = ['9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+14:00'];
  test.each(['now', true, '2026-03-01', '2026-03-01T09:30:00', '2026-02-30T09:30:00Z', ...outOfYears])(
    '400 for %j',
    async (completedAt) => {
      const { cards } = await columnOf('times', 'a');
      expect(refused(await send('PUT', `/api/cards/${cards[0]?.id}`, { completedAt }))).toEqual(['completedAt']);
    },
  );

  test('200 sets and clears it; progress does neither; lists tell the done from the others', async () => {
    const { cards } = await columnOf('done', 'abc');
    const [a, b] = cards.map(({ id }) => id) as [string, string];
    expect(await update(a, { completedAt: '2026-03-01T09:30:00+01:00' })).toMatchObject({
      completedAt: '2026-03-01T08:30:00.000Z',
      version: 2,
    });
    expect(await update(a, { completedAt: '2026-03-01T08:30:00Z' })).toMatchObject({ version: 2 });
    expect(await update(b, { progress: 100 })).toMatchObject({ completedAt: null });
    expect([titles(await list('projectId=done&completed=true')), titles(await list('projectId=done&completed=false'))]).toEqual([
      '0a',
      '1b 2c',
    ]);
    expect((await must(200, 'GET', '/api/cards?projectId=done&completed=true&limit=1')).total).toBe(1);
    expect(refused(await send('GET', '/api/cards?completed=1'))).toEqual(['completed']);
    const [seq] = ((await client.changesSince(0)) as { seq: number; id: string; version: number }[])
      .filter(({ id, version }) => id === a && version === 2)
      .map((change) => change.seq);
    await must(200, 'POST', '/api/undo', { changes: [seq] });
    expect(await update(a, {})).toMatchObject({ completedAt: null, version: 3 });
  });
});

describe('PUT /api/cards/:id with isArchived', () => {
  test('200 takes it out of lists, places and counts, and brings it back to its place', async () => {
    const { id, cards } = await columnOf('archive', 'abcd');
    const [a, b, c] = cards.map((card) => card.id) as [string, string, string];
    expect(await update(b, { isArchived: true })).toMatchObject({ isArchived: true, position: 3 });
    await update(a, { isArchived: true });
    expect([await inColumn(id), await inColumn(id, '?archived=true'), await inColumn(id, '?archived=all')]).toEqual([
      '0c 1d',
      '2a 3b',
      '0c 1d 2a 3b',
    ]);
    expect([await inColumn(id, '?limit=1&offset=1'), await inColumn(id, '?archived=true&limit=1&offset=1')]).toEqual(['1d', '3b']);
    expect((await must(200, 'GET', `/api/cards/column/${id}?archived=all&limit=1`)).total).toBe(4);
    expect((await must(200, 'GET', `/api/columns/${id}`)).cardCount).toBe(2);
    expect([titles(await list('projectId=archive')), titles(await list('projectId=archive&archived=true'))]).toEqual(['0c 1d', '2a 3b']);
    // A new card comes behind the others, and moves count these alone.
    await client.card(id, { title: 'e' });
    await must(200, 'POST', `/api/cards/${c}/move`, { columnId: id });
    expect(await inColumn(id)).toBe('0d 1e 2c');
    expect(await update(a, { isArchived: false })).toMatchObject({ isArchived: false, position: 0 });
    expect(await inColumn(id)).toBe('0a 1d 2e 3c');
    expect((await must(200, 'GET', `/api/columns/${id}`)).cardCount).toBe(4);
    expect(refused(await send('GET', `/api/cards/column/${id}?archived=yes`))).toEqual(['archived']);
  });

  test('200 for one that is moved, trashed or undone while it is archived: it stays so, and comes back where it was moved to', async () => {
    const [here, there] = [await columnOf('moved', 'ab'), await columnOf('moved', 'xyz')];
    const a = here.cards[0]?.id ?? '';
    await update(a, { isArchived: true });
    const moved = await must(200, 'POST', `/api/cards/${a}/move`, { columnId: there.id, position: 1 });
    expect(moved).toMatchObject({ isArchived: true, columnId: there.id, position: 3 });
    const entry = await must(201, 'POST', '/api/trash', { type: 'card', id: a });
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect([await inColumn(there.id), await inColumn(there.id, '?archived=true')]).toEqual(['0x 1y 2z', '3a']);
    const seqs = ((await client.changesSince(0)) as { seq: number; id: string; action: string }[]).filter(({ id }) => id === a);
    const back = seqs.find(({ action }) => action === 'moved')?.seq;
    await must(200, 'POST', '/api/undo', { changes: [back], force: true });
    expect([await inColumn(here.id), await inColumn(here.id, '?archived=true')]).toEqual(['0b', '1a']);
    await must(200, 'POST', `/api/cards/${a}/move`, { columnId: there.id, position: 1 });
    await update(a, { isArchived: false });
    expect([await inColumn(there.id), await inColumn(here.id)]).toEqual(['0x 1a 2y 3z', '0b']);
  });

  test('200 for one that is moved within its column: it comes back where it was moved to, also to the end', async () => {
    const { id, cards } = await columnOf('within', 'abc');
    const a = cards[0]?.id ?? '';
    for (const [position, expected] of [
      [2, '0b 1c 2a'],
      [1, '0b 1a 2c'],
    ] as const) {
      await update(a, { isArchived: true });
      await must(200, 'POST', `/api/cards/${a}/move`, { columnId: id, position });
      await update(a, { isArchived: false });
      expect(await inColumn(id)).toBe(expected);
    }
  });

  test('204 when its column is deleted: it goes with it', async () => {
    const { id, cards } = await columnOf('gone', 'a');
    await update(cards[0]?.id ?? '', { isArchived: true });
    await must(204, 'DELETE', `/api/columns/${id}`);
    expect((await send('GET', `/api/cards/${cards[0]?.id}`)).status).toBe(404);
  });
});

describe('POST /api/cards/:id/duplicate', () => {
  const duplicate = (id: string, body: object = {}, token?: string): Promise<Answer> =>
    send('POST', `/api/cards/${id}/duplicate`, body, token);

  test('404 for a card of another user, as for one that never was; 400 for an unknown field', async () => {
    const { cards } = await columnOf('twice', 'a');
    const id = cards[0]?.id ?? '';
    expect(withoutRequestId(await duplicate(id, {}, berta))).toEqual(withoutRequestId(await duplicate(noId)));
    expect(refused(await duplicate(id, { columnId: noId }))).toEqual(['columnId']);
    expect((await service.request('POST', `/api/cards/${id}/duplicate`)).status).toBe(201);
  });

  test('201 right behind it, with all that stands on it and its files, neither done nor archived', async () => {
    const { id: columnId, cards } = await columnOf('copies', 'ab');
    const { body: label } = await send('POST', '/api/projects/copies/labels', { name: 'Bug' });
    const id = cards[0]?.id ?? '';
    await new AttachmentClient(service).attach(id, ['file', 'the same', 'plan.txt']);
    await must(200, 'PUT', `/api/cards/${id}/checklist`, { checklist: [{ text: 'Sketch', completed: true, dueDate: '2026-03-01' }] });
    const fields = {
      description: 'as in [[Brief]]',
      priority: 'high',
      dueDate: '2026-03-01',
      reminders: [{ minutesBefore: 10 }],
      progress: 40,
      labelIds: [label.id],
    };
    const note = await must(201, 'POST', '/api/notes', { title: 'Brief' });
    const original = await update(id, { ...fields, completedAt: '2026-03-01T09:30:00Z', isArchived: false });
    const seq = await client.lastSeq();
    const { status, headers, body } = await duplicate(id);
    expect(await client.changesSince(seq)).toMatchObject([{ type: 'card', action: 'created', id: body.id, version: 1 }]);
    const { backlinks } = await must(200, 'GET', `/api/notes/${note.id as string}/links`);
    expect(new Set((backlinks as Card[]).map((each) => each.id))).toEqual(new Set([id, body.id]));
    expect([status, headers.get('Location'), headers.get('ETag')]).toEqual([201, `/api/cards/${body.id as string}`, '"1"']);
    expect(body).toMatchObject({ ...fields, title: 'a', columnId, position: 1, completedAt: null, isArchived: false, version: 1 });
    expect(body.checklist).toMatchObject([{ text: 'Sketch', completed: true, dueDate: '2026-03-01' }]);
    expect(body.checklist[0].id).not.toBe(original.checklist[0].id);
    expect(body.attachments).toMatchObject([{ filename: 'plan.txt', cardId: body.id }]);
    expect(await must(200, 'GET', `/api/cards/${body.id as string}`)).toEqual(body);
    // The content is shared: it stays while one of them is there.
    await must(204, 'DELETE', `/api/cards/${id}`);
    expect((await send('GET', body.attachments[0].url as string)).status).toBe(200);
    expect((await duplicate(body.id as string, { title: 'other' })).body).toMatchObject({ title: 'other', position: 1 });
    expect(await inColumn(columnId)).toBe('0a 1other 2b');
  });
});

test('POST /api/cards/:id/duplicate › what was over by then does not ring for the copy either, what is to come does', async () => {
  const { cards } = await columnOf('ringing', 'a');
  const id = cards[0]?.id ?? '';
  await update(id, { dueDate: '2020-03-01', reminders: [{ minutesBefore: 10 }] });
  const { id: copyId } = await must(201, 'POST', `/api/cards/${id}/duplicate`, {});
  const rungAt = async (from: string, to: string): Promise<(string | null)[]> => {
    const { items } = (await must(200, 'GET', `/api/reminders?from=${from}&to=${to}`)) as { items: RingingReminder[] };
    return [id, copyId].map((each) => items.find((item) => item.id === each)?.rungAt ?? null);
  };
  expect(await rungAt('2020-02-28', '2020-03-03')).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z$/)]);
  for (const each of [id, copyId as string]) await update(each, { dueDate: '2099-03-01' });
  expect(await rungAt('2099-02-28', '2099-03-03')).toEqual([null, null]);
});

describe('PUT /api/cards/:id/checklist with ids', () => {
  const put = (id: string, checklist: unknown): Promise<Answer> => send('PUT', `/api/cards/${id}/checklist`, { checklist });
  const item = { text: 'a', completed: false };

  test.each<[string, object[], string]>([
    ['an id is there twice', [{ ...item, id: 'x' }, item, { ...item, id: 'x' }], 'checklist.2.id'],
    ['an id has other characters', [{ ...item, id: 'a b' }], 'checklist.0.id'],
    ['a due date is no date', [{ ...item, dueDate: 'soon' }], 'checklist.0.dueDate'],
    ['a due date is no day', [{ ...item, dueDate: '2026-02-30' }], 'checklist.0.dueDate'],
  ])('400 when %s', async (_, checklist, path) => {
    const { cards } = await columnOf('items', 'a');
    expect(refused(await put(cards[0]?.id ?? '', checklist))).toEqual([path]);
  });

  test('200 keeps ids that are sent, and those of items that come without by their text, due dates too', async () => {
    const { cards } = await columnOf('items', 'a');
    const id = cards[0]?.id ?? '';
    const first = (
      await put(id, [
        { ...item, id: 'mine', dueDate: '2026-03-01' },
        { text: 'b', completed: false },
      ])
    ).body.checklist as Card['checklist'];
    expect(first).toEqual([
      { id: 'mine', text: 'a', completed: false, dueDate: '2026-03-01' },
      { id: expect.any(String), text: 'b', completed: false, dueDate: null },
    ]);
    const plain = [{ text: 'b', completed: true }, item];
    expect((await put(id, plain)).body.checklist).toEqual([{ ...first[1], completed: true }, first[0]]);
    expect((await put(id, [{ ...item, id: 'mine', text: 'renamed', dueDate: null }])).body.checklist).toEqual([
      { id: 'mine', text: 'renamed', completed: false, dueDate: null },
    ]);
  });
});

describe('PUT /api/columns/:id', () => {
  test.each<[object, string]>([
    [{ wipLimit: 0 }, 'wipLimit'],
    [{ wipLimit: 1.5 }, 'wipLimit'],
    [{ wipLimit: '3' }, 'wipLimit'],
    [{ isCollapsed: 1 }, 'isCollapsed'],
  ])('400 for %j', async (body, path) => {
    const { id } = await client.column();
    expect(refused(await send('PUT', `/api/columns/${id}`, body))).toEqual([path]);
  });

  test('200 with a limit that refuses nothing, and collapsed; null clears it, an undo gives both back', async () => {
    const { id } = await client.column({ wipLimit: 9 });
    const seq = await client.lastSeq();
    expect(await must(200, 'PUT', `/api/columns/${id}`, { wipLimit: 1, isCollapsed: true })).toMatchObject({
      wipLimit: 1,
      isCollapsed: true,
      version: 2,
    });
    await client.card(id);
    await client.card(id);
    expect(await must(200, 'PUT', `/api/columns/${id}`, { wipLimit: null })).toMatchObject({
      wipLimit: null,
      isCollapsed: true,
      cardCount: 2,
    });
    const changes = ((await client.changesSince(seq)) as { seq: number; type: string }[]).filter(({ type }) => type === 'column');
    await must(200, 'POST', '/api/undo', { changes: changes.map((change) => change.seq) });
    expect(await must(200, 'GET', `/api/columns/${id}`)).toMatchObject({ wipLimit: 9, isCollapsed: false });
  });
});
