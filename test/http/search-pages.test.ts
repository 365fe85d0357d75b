// Pages of a search while records are written between them.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchResult } from '../../main/contract/search.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.dispose());

const post = async (path: string, body: object): Promise<{ readonly id: string }> =>
  (await service.request('POST', path, { body, token: service.token() })).body as { readonly id: string };

test.each([
  ['a note that is no hit', 'sand and stones'],
  ['a note that is a hit as well', 'quince'],
])('%s, written between pages: each record that was there is given once', async (_, content) => {
  const { id: columnId } = await post('/api/columns', { title: 'Column', projectId: content });
  const made: string[] = [];
  for (let index = 0; index < 24; index += 1) {
    const title = `${content} ${index}`;
    made.push((await post('/api/notes', { title, content: `quince ${'medlar '.repeat(index % 3)}\n` })).id);
    made.push((await post('/api/cards', { title, description: `quince ${'medlar '.repeat(index % 4)}`, columnId })).id);
  }
  const given: string[] = [];
  for (let cursor = ''; ;) {
    const query = new URLSearchParams({ q: `quince "${content}"`, limit: '7', ...(cursor === '' ? {} : { cursor }) });
    const page = (await service.request('GET', `/api/search?${query}`, { token: service.token() })).body as SearchResult;
    given.push(...page.items.map(({ id }) => id));
    if (page.cursor === null) break;
    ({ cursor } = page);
    await post('/api/notes', { title: 'Another', content: `${content} `.repeat(5) });
  }
  expect(given.filter((id) => made.includes(id)).toSorted()).toEqual(made.toSorted());
});

test('the last card of a page changed before the next one: none of those that come after it is passed over', async () => {
  const { id: columnId } = await post('/api/columns', { title: 'Column', projectId: 'Changed' });
  const made: string[] = [];
  for (let index = 0; index < 24; index += 1)
    made.push((await post('/api/cards', { title: `loquat ${index}`, description: `quince ${'medlar '.repeat(index * 3)}`, columnId })).id);
  const given: string[] = [];
  for (let cursor = ''; ;) {
    const query = new URLSearchParams({ q: 'quince loquat', limit: '5', ...(cursor === '' ? {} : { cursor }) });
    const page = (await service.request('GET', `/api/search?${query}`, { token: service.token() })).body as SearchResult;
    given.push(...page.items.map(({ id }) => id));
    if (page.cursor === null) break;
    ({ cursor } = page);
    const body = { description: 'quince quince loquat loquat' };
    expect((await service.request('PUT', `/api/cards/${page.items.at(-1)?.id}`, { body, token: service.token() })).status).toBe(200);
  }
  expect([...new Set(given)].toSorted()).toEqual(made.toSorted());
});

test('with `perType` the better hits of one kind leave room for those of others, and the rest of it follows', async () => {
  const { id: columnId } = await post('/api/columns', { title: 'Column', projectId: 'Kinds' });
  const made: string[] = [];
  for (let index = 0; index < 9; index += 1) made.push((await post('/api/notes', { title: `damson ${index}` })).id);
  for (let index = 0; index < 4; index += 1)
    made.push((await post('/api/cards', { title: `Jam ${index}`, description: 'of damson', columnId })).id);
  const kinds: string[] = [];
  const given: string[] = [];
  for (let cursor = ''; ;) {
    const query = new URLSearchParams({ q: 'damson', limit: '6', perType: '2', ...(cursor === '' ? {} : { cursor }) });
    const page = (await service.request('GET', `/api/search?${query}`, { token: service.token() })).body as SearchResult;
    kinds.push(page.items.map(({ type }) => type).join(' '));
    given.push(...page.items.map(({ id }) => id));
    if (page.cursor === null) break;
    ({ cursor } = page);
  }
  expect(kinds).toEqual(['note note card card', 'note note card card', 'note note', 'note note', 'note']);
  expect(given.toSorted()).toEqual(made.toSorted());
});
