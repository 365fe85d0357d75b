import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Link, RecordLinks, Renamed, TagList } from '../../main/contract/links.ts';
import { databaseName } from '../../main/storage/files.ts';
import { relations } from '../../main/storage/migrations/0021-relations.ts';
import { footnoteLinks } from '../../main/storage/migrations/0048-footnote-links.ts';
import { occurrenceLinks } from '../../main/storage/migrations/0050-occurrence-links.ts';
import { refused } from '../support/boards.ts';
import { full } from '../support/tiers.ts';
import { noteClient, type NoteClient } from '../support/notes.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let notes: NoteClient;

beforeAll(async () => {
  service = await startTestService();
  notes = noteClient(service);
});

afterAll(() => service.dispose());

const post = (path: string, body: object, token?: string): Promise<Answer> =>
  service.request('POST', path, { body, ...(token === undefined ? {} : { token }) });
const get = (path: string, token?: string): Promise<Answer> => service.request('GET', path, token === undefined ? {} : { token });
const create = async (title: string, content = '', token?: string) => notes.create(content, { title }, token);
const linksOf = async (type: string, id: string, token?: string): Promise<RecordLinks> => {
  const { status, body } = await get(`/api/${type}s/${id}/links`, token);
  expect(status).toBe(200);
  return body as RecordLinks;
};
const tags = async (token?: string): Promise<TagList['items']> => {
  const { items, ...rest } = (await get('/api/tags', token)).body as TagList;
  expect(rest).toEqual({ total: items.length < 10_000 ? items.length : 10_010, limit: 10_000, offset: 0 });
  return items;
};
const edit = (id: string, oldText: string, newText: string, token?: string) =>
  notes.change(id, { edits: [{ oldText, newText }] }, token === undefined ? {} : { token });

let columnId = '';
const card = async (title: string, description: string): Promise<{ id: string; version: number }> => {
  if (columnId === '') columnId = (await post('/api/columns', { title: 'Doing', projectId: 'links' })).body.id as string;
  return (await post('/api/cards', { title, description, columnId })).body as { id: string; version: number };
};
const when = { date: '2026-03-12', start: '09:30', end: '10:15', timeZone: 'UTC' };
const event = async (title: string, description: string, more: object = {}): Promise<{ id: string; version: number }> =>
  (await post('/api/events', { title, description, ...when, ...more })).body as { id: string; version: number };

describe('GET /api/tags', () => {
  test('200 with a page of them, and how many there are', async () => {
    const token = await service.signUp('paula');
    await create('Paged', '#a #b #c\n', token);
    const page = async (query: string): Promise<unknown> => (await get(`/api/tags?${query}`, token)).body;
    expect(await page('limit=1&offset=1')).toEqual({ items: [{ tag: 'b', notes: 1 }], total: 3, limit: 1, offset: 1 });
    expect(await page('limit=0')).toEqual({ items: [], total: 3, limit: 0, offset: 0 });
    refused(await get('/api/tags?limit=10001', token));
  });

  test('200 with the tags of texts and front matter, parents among them, as first written, at once after each change', async () => {
    const token = await service.signUp('tess');
    expect(await tags(token)).toEqual([]);
    const first = await create('One', 'Work on #Garden/beds and #garden/beds.\n', token);
    await create('Two', '---\ntags: [garden, "#Home"]\n---\n\nand `#code`\n', token);
    expect(await tags(token)).toEqual([
      { tag: 'Garden', notes: 2 },
      { tag: 'Garden/beds', notes: 1 },
      { tag: 'Home', notes: 1 },
    ]);
    await edit(first.id, '#Garden/beds and ', '', token);
    await edit(first.id, '#garden/beds', '#sea', token);
    expect(await tags(token)).toEqual([
      { tag: 'garden', notes: 1 },
      { tag: 'Home', notes: 1 },
      { tag: 'sea', notes: 1 },
    ]);
    await notes.change(first.id, { content: '', version: 2 }, { token });
    expect(await tags(token)).toHaveLength(2);
  });

  test('200 after steps, a restore, the trash and back', async () => {
    const token = await service.signUp('tom');
    const note = await create('One', 'a\n', token);
    const steps = [{ stepType: 'replace', from: 2, to: 2, slice: { content: [{ type: 'text', text: ' #typed' }] } }];
    await notes.change(note.id, { version: 0, steps }, { token });
    expect(await tags(token)).toEqual([{ tag: 'typed', notes: 1 }]);
    await post(`/api/notes/${note.id}/restore`, { version: 0 }, token);
    expect(await tags(token)).toEqual([]);
    await post(`/api/notes/${note.id}/restore`, { version: 1 }, token);
    const entry = await post('/api/trash', { type: 'note', id: note.id }, token);
    expect(await tags(token)).toEqual([]);
    await post(`/api/trash/${entry.body.id as string}/restore`, {}, token);
    expect(await tags(token)).toEqual([{ tag: 'typed', notes: 1 }]);
    await service.request('DELETE', `/api/notes/${note.id}`, { token });
    expect(await tags(token)).toEqual([]);
  });

  test('200 soon after a change that is too large to be read in its write, and after one that takes it back', async () => {
    const token = await service.signUp('paul');
    const note = await create('One', '#small\n', token);
    const content = Array.from({ length: 300 }, () => `#large ${'word '.repeat(100)}`).join('\n\n');
    await notes.change(note.id, { content, version: 0 }, { token });
    await expect.poll(() => tags(token)).toEqual([{ tag: 'large', notes: 1 }]);
    await post(`/api/notes/${note.id}/restore`, { version: 0 }, token);
    await expect.poll(() => tags(token)).toEqual([{ tag: 'small', notes: 1 }]);
  });

  test('200 also for notes that came by a batch, as one that is too long to be read in it', async () => {
    const token = await service.signUp('bert');
    const operations = [
      { method: 'POST', path: '/api/notes', body: { title: 'Small', content: '#small\n' }, ref: 'small' },
      { method: 'POST', path: '/api/notes', body: { title: 'Front', content: '---\ntags: front\n---\n\n{{small.id}}\n' } },
      { method: 'POST', path: '/api/notes', body: { title: 'Long', content: `{{small.id}} #long\n\n${'word '.repeat(20_000)}\n` } },
    ];
    expect((await post('/api/batch', { operations }, token)).body.applied).toBe(true);
    await expect.poll(() => tags(token)).toEqual(['front', 'long', 'small'].map((tag) => ({ tag, notes: 1 })));
  });
});

test('GET /api/tags › 200 with the first 10,000 of more, each of which still finds its note', async () => {
  const token = await service.signUp('many');
  const nameOf = (index: number): string => `t${String(index).padStart(5, '0')}`;
  for (let from = 0; from < 10_010; from += 910)
    await create('Many', Array.from({ length: 910 }, (_, index) => `#${nameOf(from + index)}`).join(' '), token);
  await expect.poll(async () => (await tags(token)).length).toBe(10_000);
  const listed = await tags(token);
  expect([listed[0]?.tag, listed.at(-1)?.tag]).toEqual(['t00000', 't09999']);
  expect((await notes.list('?tag=t10009', token)).total).toBe(1);
});

describe('GET /api/notes?tag=', () => {
  test('200 with the notes that have it or one below it, whatever the case; of several all', async () => {
    const token = await service.signUp('nora');
    const a = await create('A', '#plan #home\n', token);
    const b = await create('B', '#Plan/week harbour\n', token);
    await create('C', '#planet harbour\n', token);
    const titles = async (query: string): Promise<string[]> => {
      const { items, total } = await notes.list(query, token);
      expect(items).toHaveLength(total);
      return items.map(({ title }) => title);
    };
    expect(await titles('?tag=plan')).toEqual(['B', 'A']);
    expect(await titles('?tag=%23PLAN')).toEqual(['B', 'A']);
    expect(await titles('?tag=plan/week')).toEqual(['B']);
    expect(await titles('?tag=plan&tag=home')).toEqual(['A']);
    expect(await titles('?tag=plan&q=harbour')).toEqual(['B']);
    expect(await titles('?tag=nothing')).toEqual([]);
    expect(await notes.list('?tag=plan&limit=1&offset=1&include=content', token)).toMatchObject({
      items: [{ id: a.id, content: '#plan #home\n' }],
      total: 2,
    });
    const inBatch = await post('/api/batch', { operations: [{ method: 'GET', path: '/api/notes?tag=plan/week' }] }, token);
    expect(inBatch.body.results[0].body.items).toMatchObject([{ id: b.id }]);
  });

  test('400 for too long a tag', async () => {
    refused(await get(`/api/notes?tag=${'x'.repeat(300)}`));
  });
});

describe('POST /api/tags/rename', () => {
  test('200: the names alone change, byte for byte, also in front matter and below; one batch, which can be undone', async () => {
    const token = await service.signUp('rita');
    const before =
      '---\r\ntitle: x\r\ntags:   [ old,  "old/sub" , older ] # old\r\n---\r\n\r\nA *#Old* and   `#old`, (#old/sub/x);\r\n' +
      '+  item #older\r\n+  [#old](https://example.org/#old) \\#old __#old__  \r\n\r\nSetext #old\r\n===\r\n';
    const after =
      '---\r\ntitle: x\r\ntags:   [ new/er,  "new/er/sub" , older ] # old\r\n---\r\n\r\nA *#new/er* and   `#old`, (#new/er/sub/x);\r\n' +
      '+  item #older\r\n+  [#old](https://example.org/#old) \\#new/er __#new/er__  \r\n\r\nSetext #new/er\r\n===\r\n';
    const note = await create('One', before, token);
    const other = await create('Two', '#OLD\n', token);
    const { status, body } = await post('/api/tags/rename', { from: '#old', to: 'new/er' }, token);
    expect(status).toBe(200);
    const { batchId, changed, skipped } = body as Renamed;
    expect([changed.map(({ id }) => id).toSorted(), skipped]).toEqual([[note.id, other.id].toSorted(), []]);
    expect((await notes.read(note.id, '', token)).content).toBe(after);
    expect((await tags(token)).map(({ tag }) => tag)).toEqual(['new', 'new/er', 'new/er/sub', 'new/er/sub/x', 'older']);
    const entries = (await get('/api/changes', token)).body.items as { batchId: string | null }[];
    expect(entries.filter((entry) => entry.batchId === batchId)).toHaveLength(2);
    expect((await post('/api/undo', { batchId }, token)).body.skipped).toEqual([]);
    expect((await notes.read(note.id, '', token)).content).toBe(before);
    expect((await notes.read(other.id, '', token)).content).toBe('#OLD\n');
    expect((await post('/api/tags/rename', { from: 'nothing', to: 'more' }, token)).body).toEqual({
      batchId: null,
      changed: [],
      skipped: [],
    });
  });

  test('200: also in a note so new and long that its tags are still being read', async () => {
    const token = await service.signUp('rolf');
    const note = await create('Long', `${'word '.repeat(40_000)}#late\n`, token);
    const { changed } = (await post('/api/tags/rename', { from: 'late', to: 'later' }, token)).body as Renamed;
    expect(changed.map(({ id }) => id)).toEqual([note.id]);
    expect((await notes.read(note.id, '', token)).content.endsWith(' #later\n')).toBe(true);
  });

  test('200: thousands of tags in one paragraph, in bold type, and back by undo', full, async () => {
    const token = await service.signUp('rosa');
    const before = `Kept  _as_ it is\n\n${'**#old** '.repeat(3_000)}end\n`;
    const note = await create('Dense', before, token);
    const { changed, batchId } = (await post('/api/tags/rename', { from: 'old', to: 'new' }, token)).body as Renamed;
    expect(changed.map(({ id }) => id)).toEqual([note.id]);
    expect((await notes.read(note.id, '', token)).content).toBe(before.replaceAll('#old', '#new'));
    expect((await post('/api/undo', { batchId }, token)).body.skipped).toEqual([]);
    expect((await notes.read(note.id, '', token)).content).toBe(before);
  });

  test.each([{ from: 'a' }, { from: 'a', to: 'b c' }, { from: '1', to: 'b' }, { from: 'a', to: 'b', more: 1 }])(
    '400 for %j',
    async (body) => {
      refused(await post('/api/tags/rename', body));
    },
  );
});

describe('GET /api/notes/:id/links', () => {
  test('404 for no note, and for another user’s', async () => {
    const note = await create('Mine');
    const token = await service.signUp('otto');
    expect((await get(`/api/notes/${note.id}/links`, token)).status).toBe(404);
    expect((await get('/api/notes/nothing/links')).status).toBe(404);
  });

  test('200: titles whatever their case, the exact one first, then the newest; records; dangling ones; each target once', async () => {
    const token = await service.signUp('lina');
    const upper = await create('PLAN', '', token);
    const exact = await create('Plan', '', token);
    const sharp = await create('C# notes', '', token);
    const from = await create(
      'From',
      '[[Plan]] [[plan#Week|the week]] [[C# notes]] [[Nothing#There]]\n\n' +
        `[x](daybook://note/${exact.id}) <daybook://card/gone> [[From]] [[PLAN]]\n\n\`[[Code]]\`\n`,
      token,
    );
    const { outgoing, backlinks } = await linksOf('note', from.id, token);
    const text = { kind: 'text', linkId: null };
    expect(outgoing).toEqual([
      { ...text, type: 'note', id: sharp.id, title: 'C# notes', exists: true, targets: ['C# notes'], addresses: [] },
      { ...text, type: 'note', id: from.id, title: 'From', exists: true, targets: ['From'], addresses: [] },
      { ...text, type: 'card', id: 'gone', title: 'gone', exists: false, targets: [], addresses: [] },
      { ...text, type: 'note', id: null, title: 'Nothing#There', exists: false, targets: ['Nothing#There'], addresses: [] },
      { ...text, type: 'note', id: exact.id, title: 'Plan', exists: true, targets: ['Plan', 'plan#Week'], addresses: [] },
      { ...text, type: 'note', id: upper.id, title: 'PLAN', exists: true, targets: ['PLAN'], addresses: [] },
    ]);
    expect(backlinks).toEqual([{ ...text, type: 'note', id: from.id, title: 'From', snippet: expect.stringContaining('[[From]]') }]);
    // Neither is the very title: the one changed last.
    await notes.change(upper.id, { title: 'PLAN!' }, { token });
    await notes.change(upper.id, { title: 'pLAN' }, { token });
    const ids = (await linksOf('note', from.id, token)).outgoing.map(({ id }) => id);
    expect(ids).toContain(upper.id);
    await notes.change(exact.id, { title: 'Else' }, { token });
    expect((await linksOf('note', from.id, token)).outgoing.map(({ title }) => title)).toContain('Else');
  });

  test('200 with backlinks of notes, cards and events, each with the words around the link', async () => {
    const token = service.token();
    const harbour = await create('Harbour');
    const note = await create('Trip', 'First line.\n\nWe meet *early* at the [[harbour#Pier|pier]], near the lighthouse.\n');
    const onCard = await card('Pack', 'For the [[Harbour]] trip');
    const onEvent = await event('Boat', `See [it](daybook://note/${harbour.id}).`);
    const { backlinks } = await linksOf('note', harbour.id, token);
    expect(backlinks.map(({ type, id, title }) => [type, id, title])).toEqual([
      ['event', onEvent.id, 'Boat'],
      ['card', onCard.id, 'Pack'],
      ['note', note.id, 'Trip'],
    ]);
    expect(backlinks.map(({ snippet }) => snippet)).toEqual([
      'See it.',
      'For the [[Harbour]] trip',
      'We meet early at the [[harbour#Pier|pier]], near the lighthouse.',
    ]);
    expect((await linksOf('card', onCard.id)).outgoing).toMatchObject([{ id: harbour.id, title: 'Harbour' }]);
    expect((await linksOf('event', onEvent.id)).outgoing).toMatchObject([{ id: harbour.id, title: 'Harbour' }]);
    await service.request('PUT', `/api/cards/${onCard.id}`, { body: { description: null } });
    await service.request('PUT', `/api/events/${onEvent.id}`, { body: { description: `daybook://card/${onCard.id}` } });
    expect((await linksOf('note', harbour.id)).backlinks.map(({ id }) => id)).toEqual([note.id]);
    expect((await linksOf('card', onCard.id)).backlinks).toMatchObject([
      { type: 'event', id: onEvent.id, snippet: `daybook://card/${onCard.id}` },
    ]);
    const entry = await post('/api/trash', { type: 'event', id: onEvent.id });
    expect((await linksOf('card', onCard.id)).backlinks).toEqual([]);
    await post(`/api/trash/${entry.body.id as string}/restore`, {});
    expect((await linksOf('card', onCard.id)).backlinks).toHaveLength(1);
  });

  test('200 without the records that a token may not read', async () => {
    const note = await create('Secret plan');
    await card('Hidden', '[[Secret plan]]');
    const made = await post('/api/tokens', { name: 'reader', scopes: ['notes:read'], expiresAt: null });
    expect((await linksOf('note', note.id, made.body.token as string)).backlinks).toEqual([]);
    expect((await linksOf('note', note.id)).backlinks).toHaveLength(1);
  });
});

test('of texts that name a note, which can be very many, 500 are looked at before others get their turn', full, async () => {
  const token = await service.signUp('hubert');
  const { id } = await create('Hub', '', token);
  for (let batch = 0; batch < 6; batch += 1) {
    const operations = Array.from({ length: 200 }, (_, index) => {
      return { method: 'POST', path: '/api/notes', body: { title: `Spoke ${batch} ${index}`, content: 'to [[Hub]]\n' } };
    });
    expect((await post('/api/batch', { operations }, token)).status).toBe(200);
  }
  const { answer, statements } = await statementsOf(() => linksOf('note', id, token));
  expect(answer.backlinks).toHaveLength(500);
  // The note itself, and three parts of the 1,200.
  expect(statements.filter((text) => text.includes('FROM notes AS record') && text.includes('json_each(@ids)'))).toHaveLength(4);
});

describe('POST /api/notes/:id/rename', () => {
  test('200: links in notes, cards and events follow, section and shown text stay; one batch, which can be undone', async () => {
    const note = await create('Old name', 'Myself: [[Old name]]\n');
    const content = '*  see [[old name#Part|the part]], [[Old Name]] and\n*  `[[Old name]]` \\[\\[Old name]] [[Old names]]\n';
    const source = await create('Source', content);
    const onCard = await card('Card', '__[[Old name]]__ and\n*  x');
    const series = await event('Series', '[[Old name]]', { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
    const { status, body } = await post(`/api/notes/${note.id}/rename`, { title: 'New_name', updateLinks: true });
    expect(status).toBe(200);
    const { batchId, changed, skipped } = body as Renamed;
    expect(skipped).toEqual([]);
    expect(changed.map(({ id }) => id).toSorted()).toEqual([note.id, source.id, onCard.id, series.id].toSorted());
    expect((await notes.read(source.id)).content).toBe(
      '*  see [[New_name#Part|the part]], [[New_name]] and\n*  `[[Old name]]` \\[\\[New_name]] [[Old names]]\n',
    );
    expect(await notes.read(note.id)).toMatchObject({ title: 'New_name', content: 'Myself: [[New_name]]\n' });
    expect((await get(`/api/cards/${onCard.id}`)).body.description).toBe('__[[New_name]]__ and\n*  x');
    expect((await get(`/api/events/${series.id}`)).body.description).toBe('[[New_name]]');
    expect((await linksOf('note', note.id)).backlinks).toHaveLength(4);
    await post('/api/undo', { batchId });
    expect((await notes.read(source.id)).content).toBe(content);
    expect(await notes.read(note.id)).toMatchObject({ title: 'Old name', content: 'Myself: [[Old name]]\n' });
    expect((await get(`/api/cards/${onCard.id}`)).body.description).toBe('__[[Old name]]__ and\n*  x');
    expect((await linksOf('note', note.id)).backlinks).toHaveLength(4);
  });

  test('200: a title with signs of emphasis is found in links, and renamed to another such', async () => {
    const token = await service.signUp('signs');
    const note = await create('__init__', 'x\n', token);
    const source = await create('Source', 'See __[[__init__]]__ and [[__init__#Part|_p_]].\n', token);
    expect((await linksOf('note', note.id, token)).backlinks).toMatchObject([{ id: source.id }]);
    const found = await service.request('GET', '/api/search?q=init', { token });
    expect((found.body as { items: { id: string }[] }).items.map(({ id }) => id).toSorted()).toEqual([note.id, source.id].toSorted());
    const { body } = await post(`/api/notes/${note.id}/rename`, { title: '*a* ~~b~~', updateLinks: true }, token);
    expect((body as Renamed).changed).toHaveLength(2);
    expect((await notes.read(source.id, '', token)).content).toBe('See __[[*a* ~~b~~]]__ and [[*a* ~~b~~#Part|_p_]].\n');
    expect((await linksOf('note', note.id, token)).backlinks).toMatchObject([{ id: source.id }]);
    await post('/api/undo', { batchId: (body as Renamed).batchId }, token);
    expect((await notes.read(source.id, '', token)).content).toBe('See __[[__init__]]__ and [[__init__#Part|_p_]].\n');
  });

  test('200: links in the own description of an occurrence follow as well, and are among the links of the series', async () => {
    const note = await create('Agenda');
    const series = await event('Weekly', 'Nothing', { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
    const path = `/api/events/${series.id}_20260313T093000Z`;
    await service.request('PUT', `${path}?scope=one`, { body: { description: 'See [[Agenda#Points]] and' } });
    await service.request('PUT', `/api/events/${series.id}_20260314T093000Z?scope=one`, { body: { title: 'Other' } });
    expect((await linksOf('event', series.id)).outgoing).toMatchObject([{ type: 'note', id: note.id, exists: true }]);
    expect((await linksOf('note', note.id)).backlinks).toMatchObject([
      { type: 'event', id: series.id, snippet: expect.stringContaining('Agenda') },
    ]);
    const { body } = await post(`/api/notes/${note.id}/rename`, { title: 'Programme', updateLinks: true });
    expect(body).toMatchObject({ changed: [{ id: note.id }, { type: 'event', id: series.id }], skipped: [] });
    expect((await get(path)).body).toMatchObject({ title: 'Weekly', description: 'See [[Programme#Points]] and' });
    expect((await get(`/api/events/${series.id}`)).body.description).toBe('Nothing');
    await post('/api/undo', { batchId: body.batchId });
    expect((await get(path)).body.description).toBe('See [[Agenda#Points]] and');
    await service.request('PUT', `${path}?scope=one`, { body: { description: 'Nothing more' } });
    expect((await linksOf('note', note.id)).backlinks).toEqual([]);
  });

  test('200 without updateLinks: the title alone; links that name the id stay right', async () => {
    const note = await create('Alone');
    const source = await create('Points', `[[Alone]] [x](daybook://note/${note.id})\n`);
    const { body } = await post(`/api/notes/${note.id}/rename`, { title: 'Together' });
    expect(body.changed).toEqual([{ type: 'note', id: note.id, version: 1 }]);
    const { outgoing } = await linksOf('note', source.id);
    expect(outgoing.map(({ title, exists }) => [title, exists])).toEqual([
      ['Alone', false],
      ['Together', true],
    ]);
  });

  test('200 and only links of this note follow, where another has the same title', async () => {
    const token = await service.signUp('zwei');
    const older = await create('Twin', '', token);
    const newer = await create('Twin', '', token);
    const source = await create('S', '[[Twin]]\n', token);
    await post(`/api/notes/${older.id}/rename`, { title: 'First twin', updateLinks: true }, token);
    expect((await notes.read(source.id, '', token)).content).toBe('[[Twin]]\n');
    await post(`/api/notes/${newer.id}/rename`, { title: 'Second twin', updateLinks: true }, token);
    expect((await notes.read(source.id, '', token)).content).toBe('[[Second twin]]\n');
  });

  test('200 with from: links that say the title of before and lead nowhere follow, in the note itself as well', async () => {
    const token = await service.signUp('before');
    const note = await create('Before', 'Me: [[Before]] #x\n', token);
    const source = await create('Source', 'a [[before#Part|p]] [[Beforehand]]\n', token);
    await notes.change(note.id, { title: 'After' }, { token });
    const { body } = await post(`/api/notes/${note.id}/rename`, { title: 'After', from: 'Before', updateLinks: true }, token);
    expect((body as Renamed).changed.map(({ id }) => id).toSorted()).toEqual([note.id, source.id].toSorted());
    expect((await notes.read(source.id, '', token)).content).toBe('a [[After#Part|p]] [[Beforehand]]\n');
    expect(await notes.read(note.id, '', token)).toMatchObject({ title: 'After', content: 'Me: [[After]] #x\n' });
    await post('/api/undo', { batchId: (body as Renamed).batchId }, token);
    expect((await notes.read(source.id, '', token)).content).toBe('a [[before#Part|p]] [[Beforehand]]\n');
    expect((await notes.read(note.id, '', token)).title).toBe('After');
    // Another note has the title by now: what says it means that one.
    await create('Before', '', token);
    const again = await post(`/api/notes/${note.id}/rename`, { title: 'After', from: 'Before', updateLinks: true }, token);
    expect((again.body as Renamed).changed).toEqual([]);
  });

  test('200: what the token may not change is told as far as it may read it', async () => {
    const note = await create('Told');
    const onCard = await card('Secret card', '[[Told]]');
    for (const [scopes, skipped] of [
      [['notes:write'], []],
      [['notes:write', 'boards:read'], [{ type: 'card', id: onCard.id, title: 'Secret card' }]],
    ] as const) {
      const { token } = (await post('/api/tokens', { name: scopes.join(' '), scopes, expiresAt: null })).body;
      const { body } = await post(`/api/notes/${note.id}/rename`, { title: 'Told later', updateLinks: true }, token as string);
      expect(body).toMatchObject({ skipped });
      await post(`/api/notes/${note.id}/rename`, { title: 'Told' });
    }
  });

  test('400 for a title that cannot stand in a link, where there are links; 404 for no note', async () => {
    const note = await create('Linked');
    await create('Source of it', '[[Linked]]\n');
    for (const title of ['a|b', '#1']) refused(await post(`/api/notes/${note.id}/rename`, { title, updateLinks: true }));
    expect((await notes.read(note.id)).title).toBe('Linked');
    expect((await post('/api/notes/nothing/rename', { title: 'x' })).status).toBe(404);
  });
});

test('what is there at an upgrade is indexed in the background, of a note in the trash once it comes back', async () => {
  const old = await startTestService();
  const made = noteClient(old);
  const note = await made.create('#old [[Target]]\n', { title: 'Source' });
  const target = await made.create('', { title: 'TARGET' });
  const trashed = await made.create('#trashed\n', { title: 'Trashed' });
  const entry = await old.request('POST', '/api/trash', { body: { type: 'note', id: trashed.id } });
  const column = await old.request('POST', '/api/columns', { body: { title: 'A', projectId: 'p' } });
  const onCard = { title: 'C', columnId: column.body.id as string, description: '[[target]]' };
  const { body: linking } = await old.request('POST', '/api/cards', { body: onCard });
  await old.stop();
  const database = new Sqlite(join(old.dataDir, databaseName));
  database.exec(`DELETE FROM note_tags; DELETE FROM text_links; UPDATE notes SET title_key = NULL`);
  for (const insert of relations.sql.match(/INSERT INTO unread_texts[^;]*;/g) ?? []) database.exec(insert);
  expect(database.prepare('SELECT count(*) FROM unread_texts').pluck().get()).toBe(4);
  database.close();
  const upgraded = await startTestService({ dataDir: old.dataDir });
  const ask = async (path: string): Promise<Answer['body']> => (await upgraded.request('GET', path)).body;
  await expect.poll(() => ask('/api/tags')).toMatchObject({ items: [{ tag: 'old', notes: 1 }] });
  await expect
    .poll(async () => (await ask(`/api/notes/${target.id}/links`)).backlinks.map(({ id }: { id: string }) => id).toSorted())
    .toEqual([note.id, linking.id as string].toSorted());
  await upgraded.request('POST', `/api/trash/${entry.body.id as string}/restore`, { body: {} });
  await expect.poll(async () => (await ask('/api/tags')).items).toContainEqual({ tag: 'trashed', notes: 1 });
  await upgraded.dispose();
});

test('tags and links in footnotes are as others are, and renamed there byte for byte', async () => {
  const token = await service.signUp('fiona');
  const target = await create('FT', 'x\n', token);
  const content = 'x[^1]\n\n[^1]:   see  [[FT#Part|shown]], [md](FT.md)  #ftag  `#code` [[FT]]\n\n    *more* [[ft]] #ftag/sub\n';
  const from = await create('From', content, token);
  const card = await post('/api/columns', { title: 'Doing', projectId: 'footnotes' }, token);
  const described = await post('/api/cards', { title: 'Card', description: 'y[^1]\n\n[^1]: [[FT]]\n', columnId: card.body.id }, token);
  const { outgoing } = await linksOf('note', from.id, token);
  expect(outgoing.map(({ id, targets, addresses }) => ({ id, targets, addresses }))).toEqual([
    { id: target.id, targets: expect.arrayContaining(['FT', 'FT#Part', 'ft']), addresses: ['FT.md'] },
  ]);
  expect((await linksOf('note', target.id, token)).backlinks.map(({ id }) => id)).toEqual([described.body.id, from.id]);
  expect((await tags(token)).map(({ tag }) => tag)).toEqual(['ftag', 'ftag/sub']);
  expect((await post('/api/tags/rename', { from: 'ftag', to: 'other' }, token)).status).toBe(200);
  expect((await post(`/api/notes/${target.id}/rename`, { title: 'New one', updateLinks: true }, token)).status).toBe(200);
  const renamed = content
    .replaceAll('#ftag', '#other')
    .replaceAll(/FT(?!\.)|ft(?=\])/g, 'New one')
    .replace('FT.md', 'New%20one.md');
  expect((await notes.read(from.id, '', token)).content).toBe(renamed);
  await edit(from.id, '#other/sub', '#sub', token);
  expect((await tags(token)).map(({ tag }) => tag)).toEqual(['other', 'sub']);
});

test('a link in a footnote leads to its note whatever that is renamed to', async () => {
  const token = await service.signUp('felix');
  const target = await create('Old', 'x\n', token);
  const content = 'x[^1] [[Old|it]]\n\n[^1]: see [[ Old#Part | it ]] there, [[Old]]\n';
  const from = await create('From', content, token);
  for (const title of ['Array<T> notes', 'The `map` method', 'Costs $a$ *now*', 'C & D &amp; E', 'Old']) {
    expect((await post(`/api/notes/${target.id}/rename`, { title, updateLinks: true }, token)).status).toBe(200);
    const { outgoing } = await linksOf('note', from.id, token);
    expect(outgoing.map(({ id, targets }) => ({ id, targets: targets?.toSorted() }))).toEqual([
      { id: target.id, targets: [title, `${title}#Part`] },
    ]);
  }
  expect((await notes.read(from.id, '', token)).content).toBe(content);
});

test('footnotes that are there at an upgrade are indexed in the background', async () => {
  const old = await startTestService();
  const made = noteClient(old);
  await made.create('x[^1]\n\n[^1]: #old [[Target]]\n', { title: 'Source' });
  const target = await made.create('', { title: 'Target' });
  await old.stop();
  const database = new Sqlite(join(old.dataDir, databaseName));
  database.exec(`DELETE FROM note_tags; DELETE FROM text_links; ${footnoteLinks.sql}`);
  database.close();
  const upgraded = await startTestService({ dataDir: old.dataDir });
  const ask = async (path: string): Promise<Answer['body']> => (await upgraded.request('GET', path)).body;
  await expect.poll(() => ask('/api/tags')).toMatchObject({ items: [{ tag: 'old', notes: 1 }] });
  await expect.poll(async () => (await ask(`/api/notes/${target.id}/links`)).backlinks).toHaveLength(1);
  await upgraded.dispose();
});

test('links of occurrences that are there at an upgrade are indexed in the background', async () => {
  const old = await startTestService();
  const target = await noteClient(old).create('', { title: 'Target' });
  const recurrence = { rrule: 'FREQ=DAILY;COUNT=3' };
  const { id } = (await old.request('POST', '/api/events', { body: { title: 'Series', ...when, recurrence } })).body as { id: string };
  await old.request('PUT', `/api/events/${id}_20260313T093000Z`, { body: { description: '[[Target]]' } });
  await old.stop();
  const database = new Sqlite(join(old.dataDir, databaseName));
  database.exec(`DELETE FROM text_links; ${occurrenceLinks.sql}`);
  database.close();
  const upgraded = await startTestService({ dataDir: old.dataDir });
  const backlinks = async (): Promise<unknown> => (await upgraded.request('GET', `/api/notes/${target.id}/links`)).body.backlinks;
  await expect.poll(backlinks).toMatchObject([{ type: 'event', id }]);
  await upgraded.dispose();
});

describe('/api/links', () => {
  test('POST › 201, then 200 with the one that exists; told in the feed, undone and done again', async () => {
    const a = await card('Link me', '');
    const b = await event('To me', '');
    const body = { from: { type: 'card', id: a.id }, to: { type: 'event', id: b.id } };
    const made = await post('/api/links', body);
    expect([made.status, made.headers.get('Location')]).toEqual([201, `/api/links/${made.body.id as string}`]);
    expect(made.body).toEqual({ id: made.body.id, ...body, createdAt: expect.any(String) });
    expect(await post('/api/links', body)).toMatchObject({ status: 200, body: { ...made.body, duplicate: true } });
    expect((await get(`/api/links/${made.body.id as string}`)).body).toEqual(made.body);
    const record = { kind: 'record', linkId: made.body.id };
    expect((await linksOf('card', a.id)).outgoing).toEqual([
      { ...record, type: 'event', id: b.id, title: 'To me', exists: true, targets: [], addresses: [] },
    ]);
    expect((await linksOf('event', b.id)).backlinks).toEqual([{ ...record, type: 'card', id: a.id, title: 'Link me', snippet: '' }]);
    const { items } = (await get('/api/changes')).body as { items: { seq: number; type: string; action: string }[] };
    const told = items.at(-1);
    expect(told).toMatchObject({ type: 'link', action: 'created', id: made.body.id });
    const undone = await post('/api/undo', { changes: [told?.seq] });
    expect(undone.body.restored).toEqual([{ type: 'link', id: made.body.id, version: null }]);
    expect((await get(`/api/links/${made.body.id as string}`)).status).toBe(404);
    await post('/api/undo', { batchId: undone.body.batchId });
    expect((await get(`/api/links/${made.body.id as string}`)).body).toEqual(made.body);
    expect((await service.request('DELETE', `/api/links/${made.body.id as string}`)).status).toBe(204);
    expect((await linksOf('card', a.id)).outgoing).toEqual([]);
  });

  test('GET › 200 with those of one record, either way, and of all', async () => {
    const token = await service.signUp('lena');
    const [a, b, c] = [await create('A', '', token), await create('B', '', token), await create('C', '', token)];
    const link = async (from: string, to: string): Promise<Link> =>
      (await post('/api/links', { from: { type: 'note', id: from }, to: { type: 'note', id: to } }, token)).body as Link;
    const [ab, bc] = [await link(a.id, b.id), await link(b.id, c.id)];
    expect((await get('/api/links', token)).body).toEqual({ items: [bc, ab], total: 2, limit: 1000, offset: 0 });
    expect((await get(`/api/links?type=note&id=${a.id}`, token)).body.items).toEqual([ab]);
    expect((await get(`/api/links?type=note&id=${b.id}&limit=1&offset=1`, token)).body).toMatchObject({ items: [ab], total: 2 });
    refused(await get('/api/links?type=note', token));
    expect((await get('/api/links')).body.items).not.toContainEqual(ab);
    expect((await get(`/api/links/${ab.id}`)).status).toBe(404);
  });

  test('a link goes into the trash with each of its records, and comes back with it', async () => {
    const [a, b] = [await create('Left'), await event('Right', '')];
    const { body: link } = await post('/api/links', { from: { type: 'note', id: a.id }, to: { type: 'event', id: b.id } });
    for (const [type, id] of [
      ['note', a.id],
      ['event', b.id],
    ]) {
      const entry = await post('/api/trash', { type, id });
      expect((await get(`/api/links/${link.id as string}`)).status).toBe(404);
      expect((await get(`/api/links?type=note&id=${a.id}`)).body.total).toBe(0);
      await post(`/api/trash/${entry.body.id as string}/restore`, {});
      expect((await get(`/api/links/${link.id as string}`)).status).toBe(200);
    }
  });

  test('POST › 400 for records that are not there or another user’s, 403 without the scopes of both', async () => {
    const note = await create('Mine alone');
    const other = await create('Not yours', '', await service.signUp('udo'));
    const from = { type: 'note', id: note.id };
    refused(await post('/api/links', { from, to: { type: 'note', id: other.id } }));
    refused(await post('/api/links', { from, to: { type: 'card', id: note.id } }));
    refused(await post('/api/links', { from, to: { type: 'column', id: note.id } }));
    const onCard = await card('Card', '');
    const made = await post('/api/tokens', { name: 'writer', scopes: ['notes:write', 'boards:write'], expiresAt: null });
    const answer = await post('/api/links', { from, to: { type: 'card', id: onCard.id } }, made.body.token as string);
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
  });
});

test('a backup that is restored brings back tags, links and linked records as they were', full, async () => {
  const own = await startTestService();
  const made = noteClient(own);
  const ask = async (method: string, path: string, body?: object): Promise<Answer> =>
    own.request(method, path, body === undefined ? {} : { body });
  const target = await made.create('', { title: 'Target' });
  const source = await made.create('[[Target]] #kept\n', { title: 'Source' });
  const ends = { from: { type: 'note', id: source.id }, to: { type: 'note', id: target.id } };
  const link = await ask('POST', '/api/links', ends);
  const before = (await ask('GET', `/api/notes/${target.id}/links`)).body;
  const { file } = (await ask('POST', '/api/backups')).body as { file: string };
  await made.change(source.id, { content: '#other\n', version: 0 });
  await ask('DELETE', `/api/links/${link.body.id as string}`);
  expect((await ask('GET', `/api/notes/${target.id}/links`)).body).toMatchObject({ backlinks: [] });
  expect((await ask('POST', '/api/backups/restore', { file })).status).toBe(200);
  await own.restart();
  expect((await ask('GET', `/api/notes/${target.id}/links`)).body).toEqual(before);
  expect((await ask('GET', '/api/tags')).body.items).toEqual([{ tag: 'kept', notes: 1 }]);
  await own.dispose();
});
