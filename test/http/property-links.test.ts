import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordLinks, Renamed } from '../../main/contract/links.ts';
import { noteClient, type NoteClient } from '../support/notes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let notes: NoteClient;

beforeAll(async () => {
  service = await startTestService();
  notes = noteClient(service);
});
afterAll(() => service.dispose());

const linksOf = async (id: string, token: string): Promise<RecordLinks> =>
  (await service.request('GET', `/api/notes/${id}/links`, { token })).body as RecordLinks;

describe('links in the properties of a note', () => {
  test('GET /api/notes/:id/links › 200: they lead to notes and records, and are told there with their property', async () => {
    const token = await service.signUp('pia');
    const other = await notes.create('', { title: 'Other note' }, token);
    const content = [
      '---',
      'title: Nothing',
      'related: "[[other note#Part|that]]"',
      'list:',
      '',
      `  - 'see [[Gone]]'`,
      `  - daybook://note/${other.id}`,
      'no: [[Nested]]',
      '---',
      '',
      'Text\n',
    ].join('\r\n');
    const from = await notes.create(content, { title: 'From' }, token);
    const { outgoing } = await linksOf(from.id, token);
    expect(outgoing.map(({ id, title, exists, targets }) => ({ id, title, exists, targets }))).toEqual([
      { id: null, title: 'Gone', exists: false, targets: ['Gone'] },
      { id: other.id, title: 'Other note', exists: true, targets: ['other note#Part'] },
    ]);
    const backlinks = async (id: string) => (await linksOf(id, token)).backlinks.map(({ id: by, snippet }) => [by, snippet]);
    expect(await backlinks(other.id)).toEqual([[from.id, 'related: [[other note#Part|that]]']]);
    const gone = await notes.create('', { title: 'Gone' }, token);
    expect(await backlinks(gone.id)).toEqual([[from.id, 'list: see [[Gone]]']]);
    await notes.change(from.id, { edits: [{ oldText: '[[Gone]]', newText: 'nothing' }] }, { token });
    expect(await backlinks(gone.id)).toEqual([]);
    const steps = [{ stepType: 'replace', from: 8, to: 15, slice: { content: [{ type: 'text', text: '"[[Gone]]"' }] } }];
    await notes.change(from.id, { version: 1, steps }, { token });
    expect(await backlinks(gone.id)).toEqual([[from.id, 'title: [[Gone]]']]);
    const more = await notes.create('', { title: 'More' }, token);
    const marked = await notes.create('\uFEFF---\na: "[[More]]"\n---\n', { title: 'With a byte order mark' }, token);
    expect(await backlinks(more.id)).toEqual([[marked.id, 'a: [[More]]']]);
  });

  test('GET /api/notes/:id/links › 200 also from descriptions of cards, which a rename changes alike', async () => {
    const token = await service.signUp('paul');
    const post = async (path: string, body: object) => (await service.request('POST', path, { token, body })).body;
    const other = await notes.create('', { title: 'Old' }, token);
    const column = await post('/api/columns', { title: 'Doing', projectId: 'links' });
    const description = '---\na: "[[Old]]"\n---\n\nText\n';
    const card = await post('/api/cards', { title: 'Card', columnId: String(column['id']), description });
    const cardId = String(card['id']);
    const backlinks = async () => (await linksOf(other.id, token)).backlinks.map(({ id, snippet }) => [id, snippet]);
    await expect.poll(backlinks).toEqual([[cardId, 'a: [[Old]]']]);
    await post(`/api/notes/${other.id}/rename`, { title: 'New "one"', updateLinks: true });
    const { body } = await service.request('GET', `/api/cards/${cardId}`, { token });
    expect(body['description']).toBe(String.raw`---
a: "[[New \"one\"]]"
---

Text
`);
  });

  test('POST /api/notes/:id/rename › 200: they say the new title, and nothing else changes; an undo takes it back', async () => {
    const token = await service.signUp('petra');
    const other = await notes.create('', { title: 'Old' }, token);
    const before = `---\r\na:  "[[Old#P|x]]" # [[Old]]\r\nb: ['[[Old]]', "[[Older]]"]\r\nc: see [[old]] now\r\n---\r\n\r\n*Text* __[[Old]]__\r\n`;
    const from = await notes.create(before, { title: 'From' }, token);
    const rename = { title: `It's "so": 1`, updateLinks: true };
    const { body } = await service.request('POST', `/api/notes/${other.id}/rename`, { token, body: rename });
    const { batchId, changed } = body as Renamed;
    expect(changed.map(({ id }) => id)).toEqual([other.id, from.id]);
    expect((await notes.read(from.id, '', token)).content).toBe(
      String.raw`---
a:  "[[It's \"so\": 1#P|x]]" # [[Old]]
b: ['[[It''s "so": 1]]', "[[Older]]"]
c: 'see [[It''s "so": 1]] now'
---

*Text* __[[It's "so": 1]]__
`.replaceAll('\n', '\r\n'),
    );
    expect((await linksOf(other.id, token)).backlinks.map(({ id }) => id)).toEqual([from.id]);
    await service.request('POST', '/api/undo', { token, body: { batchId } });
    expect((await notes.read(from.id, '', token)).content).toBe(before);
  });
});
