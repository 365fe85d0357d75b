// Cards that others are made from.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardClient, noId, refused, type BoardClient } from '../support/boards.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: BoardClient;

beforeAll(async () => {
  service = await startTestService();
  client = boardClient(service);
});

afterAll(() => service.dispose());

const { send, must } = requestsTo(() => service);

test('POST /api/cards/:id/duplicate › a template is in no list that does not ask for it; its copy is the last of a column', async () => {
  const [from, to] = [await client.column({ title: 'To do' }), await client.column({ title: 'Doing' })];
  const label = await must(201, 'POST', '/api/projects/website/labels', { name: 'Bug' });
  const { id } = await client.card(from.id, { title: 'Release', description: 'x', labelIds: [label.id] });
  await must(200, 'PUT', `/api/cards/${id}/checklist`, { checklist: [{ text: 'Tag', completed: false }] });
  const template = await must(201, 'POST', `/api/cards/${id}/duplicate`, { isTemplate: true });
  expect(template).toMatchObject({ isTemplate: true, isArchived: true, labelIds: [label.id], checklist: [{ text: 'Tag' }] });
  expect((await client.cards(from.id)).items.map((card) => card.id)).toEqual([id]);
  expect((await client.columns()).items.find((column) => column.id === from.id)).toMatchObject({ cardCount: 1 });
  const ids = async (query: string): Promise<unknown> =>
    ((await must(200, 'GET', `/api/cards?projectId=website${query}`)).items as { id: string }[]).map((card) => card.id);
  expect(await ids('')).toEqual([id]);
  expect(await ids('&archived=true&template=true')).toEqual([template.id]);
  expect(await ids('&archived=true&template=false')).toEqual([]);

  await client.card(to.id, { title: 'Other' });
  const body = { columnId: to.id, title: 'Release 2' };
  const made = await must(201, 'POST', `/api/cards/${template.id as string}/duplicate`, body);
  expect(made).toMatchObject({
    isTemplate: false,
    isArchived: false,
    columnId: to.id,
    position: 1,
    labelIds: [label.id],
    description: 'x',
  });
  expect(refused(await send('POST', `/api/cards/${id}/duplicate`, { columnId: noId }))).toEqual(['columnId']);
  const other = await client.column({ projectId: 'elsewhere' });
  expect(await must(201, 'POST', `/api/cards/${template.id as string}/duplicate`, { columnId: other.id })).toMatchObject({
    projectId: 'elsewhere',
    labelIds: [],
  });
});

test('PUT /api/cards/:id › a template is archived, what comes back is none, and undo knows both', async () => {
  const { id } = await client.card((await client.column()).id);
  expect(refused(await send('PUT', `/api/cards/${id}`, { isTemplate: true, isArchived: false }))).toEqual(['isArchived']);
  expect(await must(200, 'PUT', `/api/cards/${id}`, { isTemplate: true })).toMatchObject({ isTemplate: true, isArchived: true });
  const seq = await client.lastSeq();
  expect(await must(200, 'PUT', `/api/cards/${id}`, { isArchived: false })).toMatchObject({ isTemplate: false, isArchived: false });
  const [change] = (await client.changesSince(seq)) as { seq: number }[];
  await must(200, 'POST', '/api/undo', { changes: [change?.seq] });
  expect(await must(200, 'GET', `/api/cards/${id}`)).toMatchObject({ isTemplate: true, isArchived: true });
});
