// What a request may cost: how many statements it runs, the transaction's own among them. Time on a busy machine proves nothing.

import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { allIndexed } from '../support/indexed.ts';
import { preparationsDuring, statementsOf } from '../support/statements.ts';

let service: TestService;
let columnId: string;

beforeAll(async () => {
  // What is put off waits until a test lets time pass: however slow the machine is, nothing runs in between.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  service = await startTestService();
  columnId = (await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'budget' } })).body.id as string;
  for (let index = 0; index < 30; index += 1) await service.request('POST', '/api/cards', { body: { title: `Card ${index}`, columnId } });
});

afterAll(async () => {
  vi.useRealTimers();
  await service.dispose();
});

const unflushed = 'SELECT count(*) FROM notes WHERE indexed_version < version';

/** Lets time pass until every note is flushed, and twice as long as any may wait after that. What ran, without the question itself. */
async function statementsUntilFlushed(): Promise<readonly string[]> {
  const reader = new Sqlite(join(service.dataDir, 'daybook.db'), { readonly: true });
  try {
    const question = reader.prepare(unflushed).pluck();
    const { statements } = await statementsOf(async () => {
      // It lets the time of the service pass while it waits.
      await vi.waitUntil(() => question.get() === 0, { timeout: 60_000, interval: 50 });
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await service.request('GET', '/health', { token: null })).status).toBe(200);
    });
    return statements.filter((text) => text !== unflushed);
  } finally {
    reader.close();
  }
}

/** The cheapest of three like requests after a first one: by then what is remembered of the token is there. */
async function costOf(send: () => Promise<Answer>): Promise<{ readonly status: number; readonly statements: readonly string[] }> {
  await send();
  let cheapest: { readonly status: number; readonly statements: readonly string[] } | null = null;
  for (let turn = 0; turn < 3; turn += 1) {
    const { answer, statements } = await statementsOf(send);
    if (cheapest === null || statements.length < cheapest.statements.length) cheapest = { status: answer.status, statements };
  }
  if (cheapest === null) throw new Error('no request was sent');
  return cheapest;
}

const commits = (statements: readonly string[]): number => statements.filter((text) => text === 'COMMIT').length;

describe('a write alone in its transaction', () => {
  test('POST /api/events › 4 statements: the transaction, the event, the change feed', async () => {
    const body = { title: 'Dentist', date: '2026-03-12', start: '09:30', end: '10:15', timeZone: 'Europe/Vienna' };
    const { status, statements } = await costOf(() => service.request('POST', '/api/events', { body }));
    expect(status).toBe(201);
    expect(statements.length, statements.join('\n')).toBe(4);
    expect(commits(statements)).toBe(1);
  });

  test('POST /api/cards, POST /api/events › write nothing into an index of words; what they say comes into it by one write for all', async () => {
    const body = { title: 'Dentist', date: '2026-03-12', start: '09:30', end: '10:15', timeZone: 'Europe/Vienna' };
    await allIndexed(service);
    const { statements } = await statementsOf(async () => {
      for (let index = 0; index < 20; index += 1) {
        expect((await service.request('POST', '/api/events', { body })).status).toBe(201);
        expect((await service.request('POST', '/api/cards', { body: { title: `Card ${index}`, columnId } })).status).toBe(201);
      }
    });
    const isOfIndex = (text: string): boolean => /(?:card|event)_(?:index|search)/.test(text);
    expect(statements.filter(isOfIndex)).toEqual([]);
    const { statements: later } = await statementsOf(() => allIndexed(service));
    expect(commits(later), later.join('\n')).toBe(1);
    expect(later.filter((text) => isOfIndex(text) && text.startsWith('INSERT'))).toHaveLength(80);
  });
});

describe('notes', () => {
  const ids: string[] = [];

  beforeAll(async () => {
    for (let index = 0; index < 60; index += 1) {
      ids.push(
        (
          await service.request('POST', '/api/notes', {
            body: { title: `Note ${index}`, content: `# Harbour ${index}\n\nThe *lighthouse* stands.\n` },
          })
        ).body.id as string,
      );
    }
    await statementsUntilFlushed();
  });

  test('GET /api/notes/:id › 1 statement', async () => {
    const { status, statements } = await costOf(() => service.request('GET', `/api/notes/${ids[3] ?? ''}`));
    expect(status).toBe(200);
    expect(statements).toHaveLength(1);
  });

  test('GET /api/notes?limit=50 › 2 statements, and none that writes', async () => {
    const { statements } = await costOf(() => service.request('GET', '/api/notes?limit=50'));
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(2);
    expect(statements.every((text) => text.startsWith('SELECT'))).toBe(true);
  });

  test('GET /api/notes?q=…&limit=50 › at most 3 statements, and none that writes', async () => {
    const { status, statements } = await costOf(() => service.request('GET', '/api/notes?q=lighthouse&limit=50'));
    expect(status).toBe(200);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(3);
    expect(statements.every((text) => /^(?:SELECT|WITH)/.test(text))).toBe(true);
    // That no note is pending is known until the next commit.
    const again = await costOf(() => service.request('GET', '/api/notes?q=stands&limit=50'));
    expect([again.status, again.statements.length], again.statements.join('\n')).toEqual([200, 2]);
  });

  test('POST /api/notes and its delta › one commit each on the way of the request, one more for both in the background', async () => {
    await statementsUntilFlushed();
    const made = await statementsOf(() => service.request('POST', '/api/notes', { body: { title: 'New', content: 'a\n' } }));
    expect([made.answer.status, commits(made.statements)]).toEqual([201, 1]);
    const path = `/api/notes/${made.answer.body.id as string}/delta`;
    const changed = await statementsOf(() => service.request('POST', path, { body: { edits: [{ append: 'b\n' }] } }));
    expect([changed.answer.status, commits(changed.statements)]).toEqual([200, 1]);
    const later = await statementsUntilFlushed();
    expect(commits(later), later.join('\n')).toBe(1);
    // One of them looks how many segments the full-text indexes have.
    expect(later.length, later.join('\n')).toBeLessThanOrEqual(21);
  });

  test('GET /api/notes?limit=50 while notes are not flushed › 2 statements, once their excerpts were made', async () => {
    for (const id of ids.slice(0, 20)) {
      const body = { edits: [{ append: 'Gulls.\n' }] };
      expect((await service.request('POST', `/api/notes/${id}/delta`, { body })).status).toBe(200);
    }
    const { status, statements } = await costOf(() => service.request('GET', '/api/notes?limit=50'));
    expect(status).toBe(200);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(2);
    await statementsUntilFlushed();
  });
});

describe('boards', () => {
  test('POST /api/cards › at most 5 statements, one commit', async () => {
    const { status, statements } = await costOf(() => service.request('POST', '/api/cards', { body: { title: 'One more', columnId } }));
    expect(status).toBe(201);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(5);
    expect(commits(statements)).toBe(1);
  });

  test('POST /api/cards, PUT /api/cards/:id › of the labels of the board those alone are read that the card is given', async () => {
    const labelIds: string[] = [];
    for (const name of ['Red', 'Green', 'Blue'])
      labelIds.push((await service.request('POST', '/api/projects/budget/labels', { body: { name, color: 'red' } })).body.id as string);
    const { answer, statements } = await statementsOf(() =>
      service.request('POST', '/api/cards', { body: { title: 'Labelled', columnId, labelIds: labelIds.slice(1) } }),
    );
    expect([answer.status, answer.body.labelIds]).toEqual([201, labelIds.slice(1)]);
    const changed = await statementsOf(() =>
      service.request('PUT', `/api/cards/${answer.body.id as string}`, { body: { labelIds: labelIds.toReversed() } }),
    );
    expect([changed.answer.status, changed.answer.body.labelIds]).toEqual([200, labelIds.toReversed()]);
    const read = [...statements, ...changed.statements].filter((text) => /\b(?:FROM|JOIN) labels\b/.test(text) && !text.includes('cards'));
    expect(read, read.join('\n')).toHaveLength(2);
    for (const text of read) expect(text).toContain('json_each(@ids)');
  });

  test('POST /api/cards/:id/move › at most 5 statements, within a column and to another, one commit', async () => {
    const { body } = await service.request('GET', `/api/cards/column/${columnId}?limit=1&offset=3`);
    const other = (await service.request('POST', '/api/columns', { body: { title: 'Done', projectId: 'budget' } })).body.id as string;
    const moves = [{ columnId, position: 9 }, { columnId, position: 2 }, { columnId: other }, { columnId, position: 20 }];
    for (const to of moves) {
      const { answer, statements } = await statementsOf(() =>
        service.request('POST', `/api/cards/${body.items[0].id as string}/move`, { body: to }),
      );
      expect(answer.status).toBe(200);
      expect(answer.body.position).toBe(to.position ?? 0);
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(5);
      expect(commits(statements)).toBe(1);
    }
  });

  test.each(['', '?limit=10', '?limit=10&offset=7'])('GET /api/cards/column/:columnId%s › at most 3 statements', async (query) => {
    const { status, statements } = await costOf(() => service.request('GET', `/api/cards/column/${columnId}${query}`));
    expect(status).toBe(200);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(3);
  });

  // With a filter one more: how many cards there are to be looked through.
  test.each([
    ['limit=20', 3],
    ['limit=20&q=card', 4],
    ['limit=5&offset=7', 3],
  ])('GET /api/cards?%s › at most %d statements', async (query, most) => {
    const { status, statements } = await costOf(() => service.request('GET', `/api/cards?${query}`));
    expect(status).toBe(200);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
  });
});

test('POST /api/notes/:id/delta › at most 7 statements for a note in use', async () => {
  const { body } = await service.request('POST', '/api/notes', { body: { title: 'Typed into', content: 'abc\n' } });
  let version = 0;
  const type = (): Promise<Answer> =>
    service.request('POST', `/api/notes/${body.id as string}/delta`, {
      body: { version: version++, steps: [{ stepType: 'replace', from: 2, to: 2, slice: { content: [{ type: 'text', text: 'x' }] } }] },
    });
  const { status, statements } = await costOf(type);
  expect(status).toBe(200);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(7);
});

describe('POST /api/notes/:id/delta › the index of tags and links', () => {
  const typing = async (title: string, content: string): Promise<(at: number) => Promise<Answer>> => {
    const { body } = await service.request('POST', '/api/notes', { body: { title, content } });
    let version = 0;
    return (at) =>
      service.request('POST', `/api/notes/${body.id as string}/delta`, {
        body: { version: version++, steps: [{ stepType: 'replace', from: at, to: at, slice: { content: [{ type: 'text', text: 'x' }] } }] },
      });
  };

  test('costs a letter beside them nothing', async () => {
    const plain = await typing('Plain', 'abc\n');
    const full = await typing('Full', 'abc #tag [[Plain]]\n');
    const without = await costOf(() => plain(2));
    const beside = await costOf(() => full(2));
    expect([without.status, beside.status]).toEqual([200, 200]);
    expect(beside.statements).toEqual(without.statements);
    expect(beside.statements.filter((text) => /text_tags|text_links|unread_texts/.test(text))).toEqual([]);
  });

  test('follows a letter within them in the same commit: what went, and what came', async () => {
    const type = await typing('Within', '#tag and a\n');
    const { status, statements } = await costOf(() => type(4));
    expect(status).toBe(200);
    expect(commits(statements)).toBe(1);
    const ofIndex = statements.filter((text) => /text_tags|text_links/.test(text));
    expect(ofIndex.length, ofIndex.join('\n')).toBeLessThanOrEqual(3);
    expect(ofIndex.length).toBeGreaterThan(0);
    expect(statements.findIndex((text) => text.includes('text_tags'))).toBeLessThan(statements.indexOf('COMMIT'));
  });
});

describe('reads', () => {
  test('of notes, boards, links, tags, files and searches › none writes', async () => {
    const { body: note } = await service.request('POST', '/api/notes', { body: { title: 'Read', content: 'A #tag of [[Nothing]].\n' } });
    const { body: cards } = await service.request('GET', `/api/cards/column/${columnId}?limit=1`);
    const [noteId, cardId] = [note.id as string, cards.items[0].id as string];
    const paths = [
      `/api/notes/${noteId}`,
      `/api/notes/${noteId}/links`,
      `/api/notes/${noteId}/files`,
      `/api/notes/${noteId}/history`,
      '/api/notes?tag=tag',
      '/api/notes?archived=all&sort=title',
      '/api/notebooks',
      '/api/saved-searches',
      '/api/tags',
      '/api/links',
      '/api/files?unused=true',
      '/api/projects',
      '/api/projects/budget',
      '/api/projects/budget/labels',
      '/api/cards?archived=all',
      `/api/cards/${cardId}`,
      `/api/cards/${cardId}/links`,
      `/api/cards/${cardId}/activity`,
      '/api/search?q=tag',
    ];
    // A search takes up what is not indexed yet in a transaction that it takes back.
    await statementsUntilFlushed();
    for (const path of paths) {
      const read = (): Promise<Answer> => service.request('GET', path);
      const { status, statements } = await costOf(read);
      expect(status, path).toBe(200);
      expect(
        statements.filter((text) => !/^\s*(?:SELECT|WITH)/.test(text)),
        path,
      ).toEqual([]);
    }
  });

  test('GET /api/events/:id › 1 statement', async () => {
    const { body } = await service.request('POST', '/api/events', {
      body: { title: 'x', date: '2026-03-12', start: '09:30', end: '10:15', timeZone: 'UTC' },
    });
    const { statements } = await costOf(() => service.request('GET', `/api/events/${body.id as string}`));
    expect(statements).toHaveLength(1);
  });
});

describe('a statement is prepared once, not at each run', () => {
  test('reads › none is prepared anew, whatever its parameters', async () => {
    const { body: note } = await service.request('POST', '/api/notes', { body: { title: 'Harbour', content: 'The lighthouse.\n' } });
    const { body: page } = await service.request('GET', `/api/cards/column/${columnId}?limit=1`);
    const paths = (limit: number): string[] => [
      `/api/notes/${note.id as string}`,
      `/api/notes?limit=${limit}`,
      `/api/notes?limit=${limit}&include=content`,
      `/api/notes?limit=${limit}&q=lighthouse`,
      `/api/notes/${note.id as string}?since=0`,
      `/api/columns?limit=${limit}`,
      `/api/columns/${columnId}`,
      `/api/cards?limit=${limit}`,
      `/api/cards?limit=${limit}&q=card`,
      `/api/cards/${page.items[0].id as string}`,
      `/api/cards/column/${columnId}?limit=${limit}`,
      `/api/events?startDate=2026-03-01&endDate=2026-04-01&limit=${limit}`,
      `/api/events/combined-data?startDate=2026-03-01&endDate=2026-04-01&limit=${limit}`,
      `/api/changes?since=0&limit=${limit}`,
      `/api/users?limit=${limit}`,
    ];
    const read = async (limit: number): Promise<void> => {
      for (const path of paths(limit)) expect((await service.request('GET', path)).status, path).toBe(200);
    };
    await read(10);
    await read(10);
    const again: string[] = [];
    for (const limit of [11, 12])
      for (const path of paths(limit)) {
        const prepared = await preparationsDuring(() => service.request('GET', path));
        if (prepared > 0) again.push(`${path}: ${prepared}`);
      }
    expect(again).toEqual([]);
  });
});

test('POST, PUT and DELETE /api/notebooks › count the notes of one notebook at most', async () => {
  const make = async (name: string): Promise<string> =>
    (await service.request('POST', '/api/notebooks', { body: { name } })).body.id as string;
  const [first, second] = [await make('First'), await make('Second')];
  const { statements } = await statementsOf(async () => {
    expect((await service.request('POST', '/api/notebooks', { body: { name: 'Third', parentId: first } })).status).toBe(201);
    expect((await service.request('PUT', `/api/notebooks/${second}`, { body: { parentId: first } })).status).toBe(200);
    expect((await service.request('DELETE', `/api/notebooks/${second}`)).status).toBe(204);
  });
  const counting = statements.filter((text) => text.includes('count(*) FROM notes'));
  expect(counting.filter((text) => text.includes('FROM notebooks'))).toEqual([]);
  // The answers of the first two.
  expect(counting.length, counting.join('\n')).toBeLessThanOrEqual(2);
});

test('while requests read, what is indexed in the background comes in between now and then, and at once when they have ended', async () => {
  const reader = new Sqlite(join(service.dataDir, 'daybook.db'), { readonly: true });
  try {
    const unindexed = reader.prepare<[], number>('SELECT count(*) FROM unindexed_words').pluck();
    await allIndexed(service);
    const read = async (): Promise<void> => {
      expect((await service.request('GET', '/api/cards?limit=1')).status).toBe(200);
    };
    const { status } = await service.request('POST', '/api/cards', { body: { title: 'Words', columnId } });
    expect([status, unindexed.get()]).toEqual([201, 1]);
    // It is due after a second.
    await vi.advanceTimersByTimeAsync(999);
    await read();
    await vi.advanceTimersByTimeAsync(10);
    await read();
    await vi.advanceTimersByTimeAsync(10);
    expect(unindexed.get()).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(unindexed.get()).toBe(0);
  } finally {
    reader.close();
  }
});

test('a start › SQLite takes every statement of the service, of which most are prepared when they are first used', async () => {
  const other = await startTestService({ preparesAtOnce: true });
  try {
    expect((await other.request('GET', '/health', { token: null })).status).toBe(200);
  } finally {
    await other.dispose();
  }
});
