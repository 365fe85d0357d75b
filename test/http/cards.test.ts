import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Card } from '../../main/contract/cards.ts';
import { boardClient, noId, refused, withoutRequestId, type BoardClient } from '../support/boards.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

let service: TestService;
let client: BoardClient;
let berta: string;
/** Columns of the owner and of Berta. */
let columnId: string;
let hers: string;

beforeAll(async () => {
  service = await startTestService();
  client = boardClient(service);
  berta = await service.signUp('berta');
  columnId = (await client.column()).id;
  hers = (await client.column({}, berta)).id;
});

afterAll(() => service.dispose());

const path = '/api/cards';
const send = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  service.request(method, at, { body, headers });
const read = (id: string): Promise<Answer> => send('GET', `${path}/${id}`);

/** Fields that create and update share, and that both refuse. */
const unacceptable: [string, object, string[]][] = [
  ['the title is null', { title: null }, ['title']],
  ['the title is blank', { title: '\t' }, ['title']],
  ['the title is too long', { title: '😀'.repeat(501) }, ['title']],
  ['the description is too long', { description: 'x'.repeat(262_145) }, ['description']],
  ['the description holds a NUL', { description: 'a\0b' }, ['description']],
  ['the priority has no such name', { priority: 'High' }, ['priority']],
  ['the priority is empty', { priority: '' }, ['priority']],
  ['the due date is no date', { dueDate: 'tomorrow' }, ['dueDate']],
  ['the due date is a number', { dueDate: 3 }, ['dueDate']],
  ['the due day does not exist', { dueDate: '2026-02-30' }, ['dueDate']],
  ['the due day does not exist in a date-time', { dueDate: '2026-02-30T10:00:00Z' }, ['dueDate']],
  ['a field is unknown', { colour: 'teal' }, ['colour']],
  ['a field is read-only', { version: 1 }, ['version']],
];

describe('POST /api/cards', () => {
  test.each([
    ...unacceptable,
    ['the title is missing', { title: undefined }, ['title']],
    ['the column is missing', { columnId: undefined }, ['columnId']],
    ['the column is a number', { columnId: 1 }, ['columnId']],
    ['the column is unknown', { columnId: noId }, ['columnId']],
    ['the column has no id', { columnId: '' }, ['columnId']],
    ['the progress is given', { progress: 10 }, ['progress']],
  ] as [string, object, string[]][])('400 when %s', async (_, fields, paths) => {
    const before = (await client.cards(columnId)).total;
    expect(refused(await send('POST', path, { title: 'x', columnId, ...fields }))).toEqual(paths);
    expect((await client.cards(columnId)).total).toBe(before);
  });

  test('400 when the column is another user’s, as for one that never was', async () => {
    expect(withoutRequestId(await send('POST', path, { title: 'x', columnId: hers }))).toEqual(
      withoutRequestId(await send('POST', path, { title: 'x', columnId: noId })),
    );
    expect((await client.cards(hers, berta)).total).toBe(0);
  });

  test('409 when an Idempotency-Key comes with another body', async () => {
    const headers = { 'Idempotency-Key': 'card' };
    const first = await send('POST', path, { title: 'Once', columnId }, headers);
    expect((await send('POST', path, { title: 'Once', columnId }, headers)).body).toEqual(first.body);
    expect((await send('POST', path, { title: 'Twice', columnId }, headers)).body.code).toBe('idempotency_mismatch');
    expect((await client.cards(columnId)).items.filter(({ title }) => title === 'Once')).toHaveLength(1);
  });

  test('413 when the body is larger than any card', async () => {
    expect((await send('POST', path, { title: 'x', columnId, description: 'x'.repeat(5 * 1024 * 1024) })).status).toBe(413);
  });

  test('415 when the body is neither JSON nor a form', async () => {
    expect((await send('POST', path, 'title=x', { 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(415);
  });

  test('201 with the whole record, Location, ETag, and an entry in the feed', async () => {
    const { id, projectId } = await client.column({ projectId: 'new' });
    const seq = await client.lastSeq();
    const fields = {
      title: ' 設計 "logo" 🎉 ',
      description: '# Draw\n\n- [ ] it\r\n',
      priority: 'urgent',
      dueDate: '2026-03-01T17:00+01:00',
    };
    const { status, headers, body } = await send('POST', path, { ...fields, columnId: id });
    expect([status, headers.get('Location'), headers.get('ETag')]).toEqual([201, `${path}/${body.id}`, '"1"']);
    expect(body).toEqual({
      ...fields,
      id: expect.any(String),
      columnId: id,
      projectId,
      reminders: [],
      progress: 0,
      position: 0,
      completedAt: null,
      isArchived: false,
      isTemplate: false,
      labelIds: [],
      checklist: [],
      attachments: [],
      version: 1,
      createdAt: body.updatedAt,
      updatedAt: expect.any(String),
    });
    expect(await client.changesSince(seq)).toMatchObject([{ type: 'card', action: 'created', id: body.id, version: 1 }]);
    expect((await read(body.id as string)).body).toEqual(body);
  });

  test('201 at the end of the column, with nulls for what is absent', async () => {
    const { id } = await client.column();
    const cards = [
      await client.card(id),
      await client.card(id, { description: null, priority: null, dueDate: null }),
      await client.card(id),
    ];
    expect(cards.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(cards[0]).toMatchObject({ description: null, priority: null, dueDate: null });
    expect((await client.cards(id)).items).toEqual(cards);
  });

  test('201 with the longest texts', async () => {
    const fields = { title: '😀'.repeat(500), description: '😀'.repeat(262_144) };
    expect(await client.card(columnId, fields)).toMatchObject(fields);
  });

  test.each(['2026-03-01', '2024-02-29', '2026-03-01T17:00', '2026-03-01T17:00:00.123Z', '2026-03-01T17:00:00-0330'])(
    '201 with the due date %s kept as sent',
    async (dueDate) => {
      expect((await client.card(columnId, { dueDate })).dueDate).toBe(dueDate);
    },
  );
});

describe('GET /api/cards/:id', () => {
  test('400 for a query parameter', async () => {
    expect(refused(await send('GET', `${path}/${noId}?include=all`))).toEqual(['include']);
  });

  test.each([noId, 'x', '%00', "' OR 1=1 --", '__proto__', 'column'])('404 for the id %s', async (id) => {
    expect((await read(encodeURIComponent(id))).body.code).toBe('not_found');
  });

  test('404 for a card of another user, as for one that never was', async () => {
    const { id } = await client.card(hers, {}, berta);
    expect(withoutRequestId(await read(id))).toEqual(withoutRequestId(await read(noId)));
  });

  test('200 with the record and its ETag', async () => {
    const card = await client.card(columnId);
    const { status, headers, body } = await read(card.id);
    expect([status, headers.get('ETag'), body]).toEqual([200, '"1"', card]);
  });
});

describe('PUT /api/cards/:id', () => {
  const update = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    send('PUT', `${path}/${id}`, body, headers);

  test.each([
    ...unacceptable,
    ['the progress is no whole number', { progress: 0.5 }, ['progress']],
    ['the progress is below 0', { progress: -1 }, ['progress']],
    ['the progress is above 100', { progress: 101 }, ['progress']],
    ['the progress is text', { progress: '50' }, ['progress']],
  ] as [string, object, string[]][])('400 when %s', async (_, fields, paths) => {
    const card = await client.card(columnId);
    expect(refused(await update(card.id, fields))).toEqual(paths);
    expect((await read(card.id)).body).toEqual(card);
  });

  test.each<[string, unknown, RegExp]>([
    ['columnId', noId, /POST \/api\/cards\/:id\/move/],
    ['position', 0, /POST \/api\/cards\/:id\/move/],
    ['checklist', [], /PUT \/api\/cards\/:id\/checklist/],
    ['attachments', null, /\/api\/cards\/:id\/attachments/],
  ])('400 for %s, naming the route for it', async (field, value, message) => {
    const card = await client.card(columnId);
    const answer = await update(card.id, { title: 'x', [field]: value });
    expect(refused(answer)).toEqual([field]);
    expect(answer.body.detail).toMatch(message);
    expect((await read(card.id)).body).toEqual(card);
  });

  test('404 for a card of another user, which stays as it is', async () => {
    const card = await client.card(hers, {}, berta);
    expect(withoutRequestId(await update(card.id, { title: 'Taken' }, { 'If-Match': '"7"' }))).toEqual(
      withoutRequestId(await update(noId, { title: 'Taken' })),
    );
    expect((await service.request('GET', `${path}/${card.id}`, { token: berta })).body).toEqual(card);
  });

  test('412 when If-Match names another version', async () => {
    const card = await client.card(columnId);
    const { status, body } = await update(card.id, { title: 'Late' }, { 'If-Match': '"2"' });
    expect([status, body.code, body.version]).toEqual([412, 'version_mismatch', 1]);
    expect((await read(card.id)).body).toEqual(card);
  });

  test('200 with the whole record: what is absent is kept, null clears', async () => {
    const card = await client.card(columnId, { description: 'Why', priority: 'low', dueDate: '2026-03-01' });
    const seq = await client.lastSeq();
    const first = await update(card.id, { title: 'Logo', progress: 100 }, { 'If-Match': '"1"' });
    expect([first.status, first.headers.get('ETag')]).toEqual([200, '"2"']);
    expect(first.body).toEqual({ ...card, title: 'Logo', progress: 100, version: 2, updatedAt: expect.any(String) });
    const renamed = await update(card.id, { title: 'Mark' });
    expect(renamed.body).toEqual({ ...first.body, title: 'Mark', version: 3, updatedAt: expect.any(String) });
    const second = await update(card.id, { description: null, priority: null, dueDate: null, progress: null });
    expect(second.body).toMatchObject({ title: 'Mark', description: null, priority: null, dueDate: null, progress: 0, version: 4 });
    expect((await read(card.id)).body).toEqual(second.body);
    expect(await client.changesSince(seq)).toMatchObject(
      [2, 3, 4].map((version) => ({ type: 'card', action: 'updated', id: card.id, version })),
    );
  });

  test('200 with the same version when it changes nothing', async () => {
    const card = await client.card(columnId, { priority: 'low' });
    const seq = await client.lastSeq();
    expect((await update(card.id, {})).body).toEqual(card);
    expect((await update(card.id, { title: card.title, priority: 'low', progress: 0 })).body).toEqual(card);
    expect(await client.changesSince(seq)).toEqual([]);
  });
});

describe('PUT /api/cards/:id/checklist', () => {
  const put = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    send('PUT', `${path}/${id}/checklist`, body, headers);
  const item = { text: 'Sketch', completed: false };

  test.each<[string, object, string[]]>([
    ['there is none', {}, ['checklist']],
    ['it is null', { checklist: null }, ['checklist']],
    ['it is one item', { checklist: item }, ['checklist']],
    ['an item is a text', { checklist: ['Sketch'] }, ['checklist.0']],
    ['an item lacks its text', { checklist: [item, { completed: true }] }, ['checklist.1.text']],
    ['an item lacks its state', { checklist: [{ text: 'Sketch' }] }, ['checklist.0.completed']],
    ['a state is a number', { checklist: [{ text: 'Sketch', completed: 1 }] }, ['checklist.0.completed']],
    ['an item has more', { checklist: [{ ...item, id: 1 }] }, ['checklist.0.id']],
    ['an item is too long', { checklist: [{ ...item, text: 'x'.repeat(2001) }] }, ['checklist.0.text']],
    ['there are too many', { checklist: Array.from({ length: 501 }, () => item) }, ['checklist']],
    ['a field is unknown', { checklist: [], title: 'x' }, ['title']],
  ])('400 when %s', async (_, body, paths) => {
    const card = await client.card(columnId);
    expect(refused(await put(card.id, body))).toEqual(paths);
    expect((await read(card.id)).body).toEqual(card);
  });

  test('404 for a card of another user, which stays as it is', async () => {
    const card = await client.card(hers, {}, berta);
    expect(withoutRequestId(await put(card.id, { checklist: [item] }))).toEqual(withoutRequestId(await put(noId, { checklist: [item] })));
    expect((await service.request('GET', `${path}/${card.id}`, { token: berta })).body).toEqual(card);
  });

  test('412 when If-Match names another version', async () => {
    const { id } = await client.card(columnId);
    expect((await put(id, { checklist: [item] }, { 'If-Match': '"2"' })).body).toMatchObject({ code: 'version_mismatch', version: 1 });
  });

  test('200 with the whole list in its order; the same list keeps the version', async () => {
    const card = await client.card(columnId);
    const seq = await client.lastSeq();
    const checklist = [item, { text: '', completed: true }, item];
    const { status, headers, body } = await put(card.id, { checklist }, { 'If-Match': '"1"' });
    const items = checklist.map((each) => ({ ...each, id: expect.any(String), dueDate: null }));
    expect([status, headers.get('ETag'), body]).toEqual([
      200,
      '"2"',
      { ...card, checklist: items, version: 2, updatedAt: expect.any(String) },
    ]);
    expect((await put(card.id, { checklist })).body).toEqual(body);
    expect((await put(card.id, { checklist: [] })).body).toMatchObject({ checklist: [], version: 3 });
    expect(await client.changesSince(seq)).toMatchObject([2, 3].map((version) => ({ action: 'updated', id: card.id, version })));
  });

  test('200 with the longest list', full, async () => {
    const { id } = await client.card(columnId);
    const checklist = Array.from({ length: 500 }, (_, index) => ({ text: '😀'.repeat(2000), completed: index % 2 === 0 }));
    const { status, body } = await put(id, { checklist });
    expect([status, (body as Card).checklist]).toMatchObject([200, checklist]);
  });
});

describe('DELETE /api/cards/:id', () => {
  const remove = (id: string, headers: Record<string, string> = {}): Promise<Answer> => send('DELETE', `${path}/${id}`, undefined, headers);

  test('401 without a token', async () => {
    const { id } = await client.card(columnId);
    expect((await service.request('DELETE', `${path}/${id}`, { token: null })).status).toBe(401);
    expect((await read(id)).status).toBe(200);
  });

  test('404 for a card of another user, which stays as it is', async () => {
    const card = await client.card(hers, {}, berta);
    expect(withoutRequestId(await remove(card.id))).toEqual(withoutRequestId(await remove(noId)));
    expect((await service.request('GET', `${path}/${card.id}`, { token: berta })).body).toEqual(card);
  });

  test('412 when If-Match names another version', async () => {
    const { id } = await client.card(columnId);
    expect((await remove(id, { 'If-Match': '"2"' })).status).toBe(412);
    expect((await read(id)).status).toBe(200);
  });

  test('204, and then 404; the cards after it move up', async () => {
    const { id } = await client.column();
    const [a, b, c] = [await client.card(id), await client.card(id), await client.card(id)];
    const seq = await client.lastSeq();
    const { status, body } = await remove(b.id, { 'If-Match': '"1"' });
    expect([status, body]).toEqual([204, undefined]);
    expect(await client.changesSince(seq)).toMatchObject([{ type: 'card', action: 'deleted', id: b.id, version: 1 }]);
    expect((await client.cards(id)).items).toEqual([a, { ...c, position: 1 }]);
    expect([(await read(b.id)).status, (await remove(b.id)).status]).toEqual([404, 404]);
  });
});
