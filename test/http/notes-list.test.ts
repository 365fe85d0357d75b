import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../support/boards.ts';
import { noteClient, type NoteClient } from '../support/notes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let notes: NoteClient;
/** Of a user of their own, so that lists hold nothing else. */
let token: string;

beforeAll(async () => {
  service = await startTestService();
  notes = noteClient(service);
  token = await service.signUp('berta');
});

afterAll(() => service.dispose());

const change = (id: string, delta: object) => notes.change(id, delta, { token });

describe('GET /api/notes', () => {
  test.each(['?limit=-1', '?limit=x', '?offset=-1', '?include=doc', '?include=', '?sort=size', `?q=${'x'.repeat(1001)}`])(
    '400 for %s',
    async (query) => {
      refused(await service.request('GET', `/api/notes${query}`));
    },
  );

  test('200 with summaries, newest change first', async () => {
    const first = await notes.create('# One\n\nThe *first* [note](https://example.org).\n', { title: 'First' }, token);
    const second = await notes.create('', { title: 'Second' }, token);
    const third = await notes.create('---\ntags: [a]\n---\n\nAfter the front matter\n', { title: 'Third' }, token);
    await change(first.id, { edits: [{ append: '\nChanged.\n' }] });
    const { items, ...rest } = await notes.list('', token);
    expect(rest).toEqual({ total: 3, limit: null, offset: 0 });
    expect(items.map(({ id }) => id)).toEqual([first.id, third.id, second.id]);
    expect(items[0]).toEqual({
      id: first.id,
      title: 'First',
      notebookId: null,
      isPinned: false,
      isArchived: false,
      excerpt: 'One The first note. Changed.',
      version: 1,
      createdAt: first.createdAt,
      updatedAt: expect.any(String),
    });
    expect(items.map(({ excerpt }) => excerpt)).toEqual(['One The first note. Changed.', 'After the front matter', '']);
  });

  test('200 with pages, and with the total alone', async () => {
    const all = await notes.list('', token);
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => notes.list(`?limit=1&offset=${offset}`, token)));
    expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
    expect(pages[3]).toEqual({ items: [], total: 3, limit: 1, offset: 3 });
    expect(await notes.list('?limit=0', token)).toEqual({ items: [], total: 3, limit: 0, offset: 0 });
  });

  test('200 with the contents of the page’s notes', async () => {
    const { items } = await notes.list('?include=content&limit=2', token);
    expect(items.map(({ content }) => content)).toEqual([
      '# One\n\nThe *first* [note](https://example.org).\n\nChanged.\n',
      '---\ntags: [a]\n---\n\nAfter the front matter\n',
    ]);
  });

  test('200 with every delta in it, the moment it is accepted', async () => {
    const { id } = await notes.create('zero\n', { title: 'Busy' }, token);
    for (let round = 1; round <= 20; round += 1) {
      await change(
        id,
        round % 2 === 0
          ? { edits: [{ append: `\nround${round}\n` }] }
          : { content: `content${round}\n`, version: (await notes.read(id, '', token)).version, title: `Busy ${round}` },
      );
      const word = round % 2 === 0 ? `round${round}` : `content${round}`;
      const [listed, found] = await Promise.all([
        notes.list('?include=content&limit=1', token),
        notes.list(`?q=${word}&include=content`, token),
      ]);
      const note = await notes.read(id, '', token);
      expect(listed.items[0]).toMatchObject({ id, content: note.content, version: note.version, title: note.title });
      expect(listed.items[0]?.excerpt).toContain(word);
      expect(found.items).toMatchObject([{ id, content: note.content, version: note.version }]);
      expect(found.items[0]?.match?.snippet).toContain(`<mark>${word}</mark>`);
    }
    expect((await notes.list('?q=zero', token)).total).toBe(0);
  });

  test('200 with each of several found notes as it is, the moment its delta is accepted', async () => {
    const { id } = await notes.create('twins\n', { title: 'One' }, token);
    await notes.create('twins\n', { title: 'Other' }, token);
    for (let round = 1; round <= 5; round += 1) {
      const { version } = await notes.read(id, '', token);
      await change(id, { content: `twins${round} twins\n`, version });
      const { items, total } = await notes.list('?q=twins&limit=50', token);
      expect(total).toBe(2);
      expect(items.find((item) => item.id === id)).toMatchObject({ version: version + 1, excerpt: `twins${round} twins` });
    }
  });

  test('200 without flushing anything that a reader could see', async () => {
    const { id } = await notes.create('a\n', {}, token);
    const before = await notes.read(id, '', token);
    const seq = (await service.request('GET', '/api/changes?limit=0', { token })).body.lastSeq;
    await notes.list('?include=content', token);
    await notes.list('?q=a', token);
    expect(await notes.read(id, '', token)).toEqual(before);
    expect((await service.request('GET', '/api/changes?limit=0', { token })).body.lastSeq).toBe(seq);
  });
});

describe('GET /api/notes?q', () => {
  test.each(['', '%20%20', '%09'])('200 with all notes for a blank "%s"', async (q) => {
    const [blank, all] = await Promise.all([notes.list(`?q=${q}`, token), notes.list('', token)]);
    expect(blank).toEqual(all);
    expect(blank.items[0]).not.toHaveProperty('match');
  });

  test('200 with the best match first, its hits marked and everything else escaped', async () => {
    const many = await notes.create('Zebra zebra <b>zebra</b> & zebra\n', { title: 'Zebra' }, token);
    const few = await notes.create(`${'Other words here. '.repeat(40)} zebra\n`, { title: 'Other' }, token);
    const { items, total } = await notes.list('?q=zebra', token);
    expect(items.map(({ id }) => id)).toEqual([many.id, few.id]);
    expect(total).toBe(2);
    expect(items[0]?.match?.score).toBeGreaterThan(items[1]?.match?.score ?? 0);
    expect(items[0]?.match?.snippet).toMatch(/<mark>[Zz]ebra<\/mark>/);
    expect(items[0]?.match?.snippet.replaceAll(/<\/?mark>/g, '')).not.toMatch(/<|&(?!amp;|lt;|gt;|quot;|#39;)/);
    expect(await notes.list('?q=zebra&limit=1&offset=1', token)).toMatchObject({ items: [{ id: few.id }], total: 2, limit: 1, offset: 1 });
  });

  test.each<[string, string, boolean]>([
    ['all words', 'quick brown', true],
    ['a missing word', 'quick purple', false],
    ['the last word as a beginning', 'quick bro', true],
    ['an earlier word as a beginning', 'qui brown', false],
    ['a phrase', '"quick brown"', true],
    ['a phrase in another order', '"brown quick"', false],
    ['a word that is excluded', 'quick -brown', false],
    ['another case and accents', 'QUICK CAFE', true],
    ['the title', 'pangram', true],
    ['Chinese', '笔记', true],
    ['Japanese', 'カレンダー', true],
    ['punctuation', 'quick"\'*():^~-+{}[]\\%_&&||', true],
  ])('200 for %s', async (_, q, isFound) => {
    const { id } = await notes.create('The quick brown fox at the café. 我的笔记本 カレンダーアプリ\n', { title: 'A pangram' }, token);
    const { items } = await notes.list(`?q=${encodeURIComponent(q)}`, token);
    expect(items.some((item) => item.id === id)).toBe(isFound);
    await service.request('DELETE', `/api/notes/${id}`, { token });
  });

  test('200 with near words for those that no note has, which the answer tells; a filter that leaves none is no reason to', async () => {
    const { id } = await notes.create('Over the old viaduct\n', { title: 'Excursion' }, token);
    const near = await notes.list('?q=excurzion%20viadukt', token);
    expect(near).toMatchObject({
      items: [{ id }],
      total: 1,
      corrected: [
        { from: 'excurzion', to: 'excursion' },
        { from: 'viadukt', to: 'viaduct' },
      ],
    });
    expect(near.items[0]?.match?.snippet).toContain('<mark>viaduct</mark>');
    expect(await notes.list('?q=excurzion&limit=0', token)).toMatchObject({ items: [], total: 1, corrected: [{ to: 'excursion' }] });
    for (const q of ['excursion', '%22excurzion%22', 'excurzion&notebookId=null&archived=true'])
      expect([q, (await notes.list(`?q=${q}`, token)).corrected]).toEqual([q, undefined]);
  });
});

describe('after a restart', () => {
  test('lists and searches are as they were', async () => {
    const { id } = await notes.create('before the restart\n', { title: 'Kept' });
    await notes.change(id, { edits: [{ append: '\npelican\n' }] });
    const before = await notes.list('?include=content');
    await service.restart();
    expect(await notes.list('?include=content')).toEqual(before);
    expect((await notes.list('?q=pelican')).items).toMatchObject([{ id }]);
    expect((await notes.history(id)).total).toBe(2);
  });
});
