// Batches that are undone one after the other, the last first: each brings back what was there before it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Undone } from '../../main/contract/undo.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.dispose());

const { send, must } = requestsTo(() => service);

type Operation = readonly [method: string, path: string, body?: object];

/** Does it as one batch, whose id and answers it gives. */
async function batch(...operations: readonly Operation[]): Promise<{ readonly batchId: string; readonly ids: readonly string[] }> {
  const done = (await must(200, 'POST', '/api/batch', {
    operations: operations.map(([method, path, body]) => ({ method, path, ...(body === undefined ? {} : { body }) })),
  })) as { batchId: string; results: { body: { id: string } | null }[] };
  return { batchId: done.batchId, ids: done.results.map(({ body }) => body?.id ?? '') };
}

const undo = async (batchId: string | null): Promise<Undone> => (await must(200, 'POST', '/api/undo', { batchId })) as Undone;
const reasonsOf = ({ skipped }: Undone): readonly string[] => skipped.map(({ reason }) => reason);

const times = { startTime: '2026-03-27T14:00:00.000Z', endTime: '2026-03-27T15:00:00.000Z' };
const series = { title: 'Daily', ...times, recurrence: { rrule: 'FREQ=DAILY;COUNT=5' } };
const second = '_20260328T140000Z';

/** What a record says, without what every change changes. */
async function saidBy(path: string): Promise<unknown> {
  const answer = await send('GET', path);
  const { version: _version, updatedAt: _updatedAt, requestId: _requestId, ...said } = answer.body as Record<string, unknown>;
  return answer.status === 200 ? said : answer.status;
}

describe('POST /api/undo of one batch after the other', () => {
  interface Chain {
    readonly create: Operation;
    readonly path: string;
    readonly changes: readonly ((id: string) => Operation)[];
  }

  const put = (path: string, ...bodies: readonly object[]): Chain['changes'] =>
    bodies.map((body) => (id: string): Operation => ['PUT', `${path}/${id}`, body]);
  const chains: Readonly<Record<string, Chain>> = {
    project: {
      path: '/api/projects',
      create: ['POST', '/api/projects', { name: 'A' }],
      changes: put('/api/projects', { name: 'B' }, { color: 'red' }),
    },
    notebook: {
      path: '/api/notebooks',
      create: ['POST', '/api/notebooks', { name: 'A' }],
      changes: put('/api/notebooks', { name: 'B' }, { name: 'C' }),
    },
    calendar: {
      path: '/api/calendars',
      create: ['POST', '/api/calendars', { name: 'A' }],
      changes: put('/api/calendars', { name: 'B' }, { isVisible: false }),
    },
    'saved search': {
      path: '/api/saved-searches',
      create: ['POST', '/api/saved-searches', { name: 'A', query: 'x' }],
      changes: put('/api/saved-searches', { name: 'B' }, { query: 'y' }),
    },
    note: {
      path: '/api/notes',
      create: ['POST', '/api/notes', { title: 'A', content: 'one\n' }],
      changes: [
        (id) => ['POST', `/api/notes/${id}/delta`, { edits: [{ oldText: 'one', newText: 'two' }] }],
        (id) => ['POST', `/api/notes/${id}/delta`, { isPinned: true }],
        (id) => ['POST', '/api/trash', { type: 'note', id }],
      ],
    },
    event: {
      path: '/api/events',
      create: ['POST', '/api/events', { title: 'A', ...times }],
      changes: [
        ...put('/api/events', { title: 'B' }, { location: 'There' }),
        (id) => ['PUT', `/api/events/${id}`, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } }],
      ],
    },
    series: {
      path: '/api/events',
      create: ['POST', '/api/events', series],
      changes: [
        (id) => ['PUT', `/api/events/${id}${second}?scope=one`, { title: 'Once' }],
        (id) => ['POST', '/api/trash', { type: 'event', id: `${id}${second}`, scope: 'one' }],
        (id) => ['PUT', `/api/events/${id}_20260329T140000Z?scope=following`, { title: 'Later' }],
        (id) => ['PUT', `/api/events/${id}?scope=all`, { title: 'All' }],
      ],
    },
  };

  test.each(Object.entries(chains))('%s: each is what it was before', async (_, { create, path, changes }) => {
    const made = await batch(create);
    const id = made.ids[0] ?? '';
    const states = [await saidBy(`${path}/${id}`)];
    const batches: string[] = [];
    for (const change of changes) {
      batches.push((await batch(change(id))).batchId);
      states.push(await saidBy(`${path}/${id}`));
    }
    for (const batchId of batches.toReversed()) {
      states.pop();
      expect((await undo(batchId)).skipped).toEqual([]);
      expect(await saidBy(`${path}/${id}`)).toEqual(states.at(-1));
    }
    expect((await undo(made.batchId)).restored).toMatchObject([{ id, version: null }]);
    expect(await saidBy(`${path}/${id}`)).toBe(404);
  });

  test('a change that stands is in the way, also one that was undone and done again', async () => {
    const { ids, batchId: made } = await batch(['POST', '/api/projects', { name: 'First' }]);
    const path = `/api/projects/${ids[0]}`;
    const named = await batch(['PUT', path, { name: 'Second' }]);
    const coloured = await batch(['PUT', path, { color: 'teal' }]);
    expect(reasonsOf(await undo(named.batchId))).toEqual(['changed_since']);
    const undone = await undo(coloured.batchId);
    await undo(undone.batchId);
    expect(reasonsOf(await undo(named.batchId))).toEqual(['changed_since']);
    await undo(coloured.batchId);
    expect(reasonsOf(await undo(named.batchId))).toEqual([]);
    expect(await saidBy(path)).toMatchObject({ name: 'First', color: 'purple' });
    expect(reasonsOf(await undo(made))).toEqual([]);
  });

  test('a way into the trash and out of it again is not in the way', async () => {
    const { ids, batchId: made } = await batch(['POST', '/api/notes', { title: 'Note', content: 'one\n' }]);
    const path = `/api/notes/${ids[0]}`;
    const changed = await batch(['POST', `${path}/delta`, { edits: [{ append: 'two\n' }] }]);
    const { id } = await must(201, 'POST', '/api/trash', { type: 'note', id: ids[0] });
    await must(200, 'POST', `/api/trash/${id}/restore`);
    expect(reasonsOf(await undo(changed.batchId))).toEqual([]);
    expect(await saidBy(path)).toMatchObject({ content: 'one\n' });
    expect(reasonsOf(await undo(made))).toEqual([]);
  });

  test('one that was undone out of its turn is in the way of those before it', async () => {
    const { ids, batchId: made } = await batch(['POST', '/api/projects', { name: 'Out of turn' }]);
    const path = `/api/projects/${ids[0]}`;
    const [one, two] = [await batch(['PUT', path, { name: 'Two' }]), await batch(['PUT', path, { name: 'Three' }])];
    await must(200, 'POST', '/api/undo', { batchId: one.batchId, force: true });
    expect(await saidBy(path)).toMatchObject({ name: 'Out of turn' });
    await must(200, 'POST', '/api/undo', { batchId: two.batchId, force: true });
    expect(await saidBy(path)).toMatchObject({ name: 'Two' });
    expect(reasonsOf(await undo(made))).toEqual(['changed_since']);
  });
});

describe('POST /api/undo of a batch that made a column or a project', () => {
  const cardIn = async (columnId: string, title = 'Mine'): Promise<string> =>
    ((await must(201, 'POST', '/api/cards', { title, columnId })) as { id: string }).id;
  const columnIn = async (projectId: string): Promise<string> =>
    ((await must(201, 'POST', '/api/columns', { title: 'Mine', projectId })) as { id: string }).id;
  const made = async (projectId: string): Promise<{ readonly batchId: string; readonly ids: readonly [string, string, string] }> => {
    const operations = [
      { method: 'POST', path: '/api/projects', body: { id: projectId, name: 'Made' } },
      { method: 'POST', path: '/api/columns', body: { title: 'Made', projectId }, ref: 'column' },
      { method: 'POST', path: '/api/cards', body: { title: 'Made', columnId: '{{column.id}}' } },
    ];
    const { batchId, results } = (await must(200, 'POST', '/api/batch', { operations })) as {
      batchId: string;
      results: { body: { id: string } }[];
    };
    return { batchId, ids: results.map(({ body }) => body.id) as [string, string, string] };
  };

  test('a card that was moved or made into it since stays with its column and project, which are told; what else was made goes', async () => {
    for (const isMoved of [true, false]) {
      const projectId = `in-use-${isMoved}`;
      const other = await cardIn(await columnIn(`${projectId}-other`));
      const { batchId, ids } = await made(projectId);
      const [project, column, card] = ids;
      const mine = isMoved ? other : await cardIn(column);
      if (isMoved) await must(200, 'POST', `/api/cards/${mine}/move`, { columnId: column });
      const { restored, skipped } = await undo(batchId);
      expect(restored).toEqual([{ type: 'card', id: card, version: null }]);
      expect(skipped).toEqual([
        { type: 'column', id: column, reason: 'changed_since' },
        { type: 'project', id: project, reason: 'changed_since' },
      ]);
      expect(await saidBy(`/api/cards/${mine}`)).toMatchObject({ title: 'Mine', columnId: column });
      await must(204, 'DELETE', `/api/cards/${mine}`);
      expect(reasonsOf(await undo(batchId))).toEqual(['already_undone']);
      expect([await saidBy(`/api/columns/${column}`), await saidBy(`/api/projects/${project}`)]).toEqual([404, 404]);
    }
  });

  test('a card of the batch that was changed since stays, and with it what it is in', async () => {
    const { batchId, ids } = await made('changed-card');
    const [project, column, card] = ids;
    await must(200, 'PUT', `/api/cards/${card}`, { title: 'Mine now' });
    const { restored, skipped } = await undo(batchId);
    expect(restored).toEqual([]);
    expect(new Set(skipped.map(({ id }) => id))).toEqual(new Set([project, column, card]));
    expect(await saidBy(`/api/cards/${card}`)).toMatchObject({ title: 'Mine now' });
  });

  test('a column that was put into the project since stays with it', async () => {
    const { batchId, ids } = await made('with-column');
    const column = await columnIn('with-column');
    expect((await undo(batchId)).skipped).toEqual([{ type: 'project', id: ids[0], reason: 'changed_since' }]);
    expect(await saidBy(`/api/columns/${column}`)).toMatchObject({ title: 'Mine' });
  });

  test('with force all of it goes, what was put into it as well, and comes back together', async () => {
    const { batchId, ids } = await made('by-force');
    const mine = await cardIn(ids[1]);
    const undone = (await must(200, 'POST', '/api/undo', { batchId, force: true })) as Undone;
    expect([reasonsOf(undone), await saidBy(`/api/cards/${mine}`)]).toEqual([[], 404]);
    await undo(undone.batchId);
    expect(await saidBy(`/api/cards/${mine}`)).toMatchObject({ title: 'Mine', columnId: ids[1] });
  });

  test.each(['column', 'project'] as const)('a %s that has come back from the trash is there again with what is in it', async (type) => {
    interface Entries {
      readonly items: readonly { readonly id: string; readonly type: string; readonly recordId: string }[];
    }
    const { ids } = await made(`back-${type}`);
    const [project, column, card] = ids;
    const inTrash = async (): Promise<Entries['items']> =>
      ((await must(200, 'GET', '/api/trash')) as Entries).items.filter(({ recordId }) => ids.includes(recordId));
    const recordId = type === 'column' ? column : project;
    const { id } = (await must(201, 'POST', '/api/trash', { type, id: recordId })) as { id: string };
    const { lastSeq } = (await must(200, 'GET', '/api/changes?limit=0')) as { lastSeq: number };
    await must(200, 'POST', `/api/trash/${id}/restore`);
    const { items } = (await must(200, 'GET', `/api/changes?since=${lastSeq}`)) as { items: { seq: number }[] };
    const undone = (await must(200, 'POST', '/api/undo', { changes: items.map(({ seq }) => seq) })) as Undone;
    expect([reasonsOf(undone), undone.restored.length, await saidBy(`/api/cards/${card}`)]).toEqual([[], items.length, 404]);
    expect(await inTrash()).toMatchObject([{ type, recordId }]);
    await undo(undone.batchId);
    expect(await inTrash()).toEqual([]);
    expect(await saidBy(`/api/cards/${card}`)).toMatchObject({ title: 'Made', columnId: column });
  });

  test('doing it again leaves what has been put in meanwhile where it is, too', async () => {
    const column = await columnIn('again');
    for (let count = 0; count < 201; count += 1) await cardIn(column, `Card ${count}`);
    const { batchId } = await batch(['POST', '/api/trash', { type: 'column', id: column }]);
    const back = await undo(batchId);
    const again = await undo(back.batchId);
    expect([reasonsOf(again), await saidBy(`/api/columns/${column}`)]).toEqual([[], 404]);
    const backAgain = await undo(again.batchId);
    const mine = await cardIn(column);
    expect(reasonsOf(await undo(backAgain.batchId))).toContain('changed_since');
    expect(await saidBy(`/api/cards/${mine}`)).toMatchObject({ title: 'Mine', columnId: column });
  });
});

describe('POST /api/undo of an undo', () => {
  test('what was undone, done again and undone once more is undone', async () => {
    const made = await batch(['POST', '/api/projects', { name: 'Before' }]);
    const path = `/api/projects/${made.ids[0]}`;
    const named = await batch(['PUT', path, { name: 'After' }]);
    let { batchId } = named;
    for (const name of ['Before', 'After', 'Before', 'After', 'Before']) {
      const undone = await undo(batchId);
      expect(await saidBy(path)).toMatchObject({ name });
      batchId = undone.batchId ?? '';
    }
    expect(reasonsOf(await undo(named.batchId))).toEqual(['already_undone']);
    expect(reasonsOf(await undo(made.batchId))).toEqual([]);
    expect(await saidBy(path)).toBe(404);
  });

  test('a calendar that was made comes back; with an event in it, it stays where it is', async () => {
    const made = await batch(['POST', '/api/calendars', { name: 'Made' }]);
    const path = `/api/calendars/${made.ids[0]}`;
    const undone = await undo(made.batchId);
    expect(await saidBy(path)).toBe(404);
    const { batchId } = await undo(undone.batchId);
    expect(await saidBy(path)).toMatchObject({ name: 'Made' });
    const { id } = await must(201, 'POST', '/api/events', { title: 'In it', ...times, calendarId: made.ids[0] });
    expect(reasonsOf(await undo(batchId))).toEqual(['changed_since']);
    await must(204, 'DELETE', `/api/events/${id}`);
    expect(reasonsOf(await undo(batchId))).toEqual([]);
  });

  test('a calendar that went into the trash with its events goes there again, and both come back', async () => {
    const { id } = await must(201, 'POST', '/api/calendars', { name: 'Full' });
    const event = await must(201, 'POST', '/api/events', { title: 'In it', ...times, calendarId: id });
    let { batchId } = await batch(['POST', '/api/trash', { type: 'calendar', id }]);
    for (const isThere of [true, false, true]) {
      const undone = await undo(batchId);
      expect(undone.skipped).toEqual([]);
      expect(await saidBy(`/api/calendars/${id}`)).toEqual(isThere ? expect.objectContaining({ name: 'Full' }) : 404);
      expect(await saidBy(`/api/events/${event.id}`)).toEqual(isThere ? expect.objectContaining({ calendarId: id }) : 404);
      const { items } = (await must(200, 'GET', '/api/trash')) as { items: { recordId: string }[] };
      const own = items.map(({ recordId }) => recordId).filter((recordId) => [id, event.id].includes(recordId));
      expect(own).toEqual(isThere ? [] : [id]);
      batchId = undone.batchId ?? '';
    }
  });
});

describe('POST /api/undo of what was put into the trash', () => {
  const trashed = async (id: string): Promise<number> =>
    ((await must(200, 'GET', '/api/trash?type=event')) as { items: { recordId: string }[] }).items.filter(({ recordId }) =>
      recordId.startsWith(id),
    ).length;

  test.each<[string, string, string]>([
    ['the first and all that follow', '_20260327T140000Z', 'following'],
    ['all of it, by one of its occurrences', second, 'all'],
  ])('a series, %s', async (_, occurrence, scope) => {
    const { id } = await must(201, 'POST', '/api/events', series);
    const before = await saidBy(`/api/events/${id}`);
    const { batchId } = await batch(['POST', '/api/trash', { type: 'event', id: `${id}${occurrence}`, scope }]);
    expect(await trashed(id)).toBe(1);
    expect((await undo(batchId)).restored).toMatchObject([{ type: 'event', id }]);
    expect(await saidBy(`/api/events/${id}`)).toEqual(before);
    expect(await trashed(id)).toBe(0);
  });

  test.each(['one', 'following'])('occurrences, %s: they are not in the trash any more', async (scope) => {
    const { id } = await must(201, 'POST', '/api/events', series);
    await must(200, 'PUT', `/api/events/${id}${second}?scope=one`, { title: 'Other' });
    const { batchId } = await batch(['POST', '/api/trash', { type: 'event', id: `${id}${second}`, scope }]);
    expect(await trashed(id)).toBe(1);
    await undo(batchId);
    expect(await saidBy(`/api/events/${id}${second}`)).toMatchObject({ title: 'Other' });
    expect(await trashed(id)).toBe(0);
  });

  test.each(['one', 'following'])('occurrences, %s: done again they are in the trash again, and come back out of it', async (scope) => {
    const { id } = await must(201, 'POST', '/api/events', series);
    await must(200, 'PUT', `/api/events/${id}${second}?scope=one`, { title: 'Other' });
    const before = await saidBy(`/api/events/${id}`);
    const [{ batchId }] = [await batch(['POST', '/api/trash', { type: 'event', id: `${id}${second}`, scope }])];
    const after = await saidBy(`/api/events/${id}`);
    let last = await undo(batchId);
    for (const isInTrash of [true, false, true]) {
      last = await undo(last.batchId);
      expect(last).toMatchObject({ restored: [{ type: 'event', id }], skipped: [] });
      expect(await trashed(id)).toBe(isInTrash ? 1 : 0);
      expect(await saidBy(`/api/events/${id}`)).toEqual(isInTrash ? after : before);
    }
    const { items } = (await must(200, 'GET', '/api/trash?type=event')) as { items: { id: string; recordId: string; title: string }[] };
    const entry = items.find(({ recordId }) => recordId === `${id}${second}`);
    expect(entry?.title).toBe('Other');
    await must(200, 'POST', `/api/trash/${entry?.id}/restore`);
    expect(await saidBy(`/api/events/${id}`)).toEqual(before);
    expect(await saidBy(`/api/events/${id}${second}`)).toMatchObject({ title: 'Other' });
  });

  test('a note from a notebook that was deleted afterwards, and came back first', async () => {
    const { id: notebookId } = await must(201, 'POST', '/api/notebooks', { name: 'Shelf' });
    const { id } = await must(201, 'POST', '/api/notes', { title: 'Note', notebookId });
    const before = await saidBy(`/api/notes/${id}`);
    const trash = await batch(['POST', '/api/trash', { type: 'note', id }]);
    const removed = await batch(['DELETE', `/api/notebooks/${notebookId}`]);
    await undo(removed.batchId);
    await undo(trash.batchId);
    expect(before).toMatchObject({ notebookId });
    expect(await saidBy(`/api/notes/${id}`)).toEqual(before);
  });

  test('a record that the same batch has changed: done again it is there as it was left', async () => {
    const { id } = await must(201, 'POST', '/api/notes', { title: 'Note', content: 'one\n' });
    const { batchId } = await batch(
      ['POST', `/api/notes/${id}/delta`, { title: 'Changed', edits: [{ append: 'two\n' }] }],
      ['POST', '/api/trash', { type: 'note', id }],
    );
    let last = await undo(batchId);
    for (const title of [null, 'Note', null]) {
      last = await undo(last.batchId);
      expect(last).toMatchObject({ restored: [{ type: 'note', id }], skipped: [] });
      expect(await saidBy(`/api/notes/${id}`)).toEqual(title === null ? 404 : expect.objectContaining({ title, content: 'one\n' }));
    }
    const { items } = (await must(200, 'GET', '/api/trash?type=note')) as { items: { id: string; recordId: string; title: string }[] };
    const entry = items.find(({ recordId }) => recordId === id);
    expect(entry?.title).toBe('Changed');
    await must(200, 'POST', `/api/trash/${entry?.id}/restore`);
    expect(await saidBy(`/api/notes/${id}`)).toMatchObject({ title: 'Changed', content: 'one\ntwo\n' });
  });

  interface Board {
    readonly projectId: string;
    /** Of the columns One, Two and Three. */
    readonly columnIds: readonly string[];
    /** Of the cards A and B in the first column, and C in the second. */
    readonly cardIds: readonly string[];
  }

  test.each<[string, (board: Board) => readonly Operation[], readonly string[]]>([
    ['a column with its cards', ({ columnIds }) => [['POST', '/api/trash', { type: 'column', id: columnIds[0] }]], ['One']],
    [
      'a card, and then its column with the others',
      ({ columnIds, cardIds }) => [
        ['POST', '/api/trash', { type: 'card', id: cardIds[0] }],
        ['POST', '/api/trash', { type: 'column', id: columnIds[0] }],
      ],
      ['A', 'One'],
    ],
    [
      'a column whose card the same batch has named otherwise',
      ({ columnIds, cardIds }) => [
        ['PUT', `/api/cards/${cardIds[0]}`, { title: 'Other' }],
        ['POST', '/api/trash', { type: 'column', id: columnIds[0] }],
      ],
      ['One'],
    ],
    ['a project with its columns', ({ projectId }) => [['POST', '/api/trash', { type: 'project', id: projectId }]], ['Board']],
    [
      'a card, a column, and then their project',
      ({ projectId, columnIds, cardIds }) => [
        ['POST', '/api/trash', { type: 'card', id: cardIds[1] }],
        ['POST', '/api/trash', { type: 'column', id: columnIds[1] }],
        ['POST', '/api/trash', { type: 'project', id: projectId }],
      ],
      ['B', 'Board', 'Two'],
    ],
    [
      'a project whose columns the same batch has put into another order',
      ({ projectId, columnIds }) => [
        ['PUT', '/api/columns/order', { columnIds: columnIds.toReversed() }],
        ['POST', '/api/trash', { type: 'project', id: projectId }],
      ],
      ['Board'],
    ],
    [
      'two columns, of which the same batch has put one at another place',
      ({ columnIds }) => [
        ['PUT', '/api/columns/order', { columnIds: [columnIds[1], columnIds[2], columnIds[0]] }],
        ['POST', '/api/trash', { type: 'column', id: columnIds[2] }],
        ['POST', '/api/trash', { type: 'column', id: columnIds[1] }],
      ],
      ['Three', 'Two'],
    ],
  ])('%s: done again, the trash and the board are what they were at first', async (_, operations, entries) => {
    const { id: projectId } = await must(201, 'POST', '/api/projects', { name: 'Board' });
    const make = async (path: string, body: object): Promise<string> => (await must(201, 'POST', path, body)).id;
    const columnIds: string[] = [];
    for (const title of ['One', 'Two', 'Three']) columnIds.push(await make('/api/columns', { title, projectId }));
    const cardIds: string[] = [];
    for (const title of ['A', 'B', 'C']) cardIds.push(await make('/api/cards', { title, columnId: columnIds[title === 'C' ? 1 : 0] }));

    const inTrash = async (): Promise<{ id: string; title: string }[]> => {
      const { items } = (await must(200, 'GET', '/api/trash')) as { items: { id: string; recordId: string; title: string }[] };
      return items.filter(({ recordId }) => [projectId, ...columnIds, ...cardIds].includes(recordId));
    };
    const titlesInTrash = async (): Promise<string[]> => (await inTrash()).map(({ title }) => title).toSorted();
    const board = async (): Promise<unknown> => {
      const columns = (await must(200, 'GET', `/api/columns?projectId=${projectId}`)) as { items: { id: string; title: string }[] };
      const shown: unknown[] = [];
      for (const { id, title } of columns.items) {
        const { items } = (await must(200, 'GET', `/api/cards/column/${id}`)) as { items: { title: string }[] };
        shown.push([title, ...items.map((card) => card.title)]);
      }
      return shown;
    };
    const before = await board();
    const { batchId } = await batch(...operations({ projectId, columnIds, cardIds }));
    const after = await board();
    expect(await titlesInTrash()).toEqual(entries);
    let last = await undo(batchId);
    for (const isDone of [false, true, false, true]) {
      expect([last.skipped, await titlesInTrash(), await board()]).toEqual(isDone ? [[], entries, after] : [[], [], before]);
      last = await undo(last.batchId);
    }
  });

  test('a project whose id another had meanwhile: it is the one that comes back, and what was done on it before is undone as well', async () => {
    const id = 'used-again';
    const path = `/api/projects/${id}`;
    const column = (title: string): Operation => ['POST', '/api/columns', { title, projectId: id }];
    const steps: readonly (readonly Operation[])[] = [
      [column('First')],
      [
        ['PUT', path, { name: 'Named' }],
        ['POST', `${path}/labels`, { name: 'Label' }],
      ],
      [['POST', '/api/trash', { type: 'project', id }]],
      [column('Other')],
    ];
    const undoAll = async (batchIds: readonly string[], states: readonly unknown[]): Promise<string[]> => {
      const undone: string[] = [];
      for (const [index, batchId] of batchIds.entries()) {
        const back = await undo(batchId);
        expect([reasonsOf(back), await saidBy(path)]).toEqual([[], states[index]]);
        undone.push(back.batchId ?? '');
      }
      return undone.toReversed();
    };
    const [states, batchIds]: [unknown[], string[]] = [[await saidBy(path)], []];
    for (const operations of steps) {
      batchIds.push((await batch(...operations)).batchId);
      states.push(await saidBy(path));
    }
    const [before, after] = [states.slice(0, -1).toReversed(), states.slice(1)];
    const again = await undoAll(batchIds.toReversed(), before);
    await undoAll(await undoAll(again, after), before);
  });

  test('a file of a card: each undo is what was before it, and a change of the card that came before can be undone as well', async () => {
    const { id: columnId } = await must(201, 'POST', '/api/columns', { title: 'Files', projectId: 'files' });
    const { id } = await must(201, 'POST', '/api/cards', { title: 'Card', columnId });
    const form = new FormData();
    form.append('file', new Blob(['plan'], { type: 'text/plain' }), 'plan.txt');
    const headers = { Authorization: `Bearer ${service.token()}` };
    const sent = await fetch(`${service.baseUrl}/api/cards/${id}/attachments`, { method: 'POST', headers, body: form });
    const { items } = (await sent.json()) as { items: { id: string }[] };
    const files = async (): Promise<unknown> => {
      const { attachments } = await must(200, 'GET', `/api/cards/${id}`);
      return (attachments as unknown as { id: string }[]).map((file) => file.id);
    };
    const named = await batch(['PUT', `/api/cards/${id}`, { title: 'Named' }]);
    const { batchId } = await batch(['POST', '/api/trash', { type: 'file', id: items[0]?.id }]);
    let last = await undo(batchId);
    for (const isThere of [true, false, true]) {
      expect([last.skipped, await files()]).toEqual([[], isThere ? [items[0]?.id] : []]);
      expect(last.restored).toContainEqual({ type: 'card', id, version: (await must(200, 'GET', `/api/cards/${id}`)).version });
      if (!isThere || last.batchId !== null) last = await undo(last.batchId);
    }
    await undo(last.batchId);
    expect((await undo(named.batchId)).skipped).toEqual([]);
    expect(await saidBy(`/api/cards/${id}`)).toMatchObject({ title: 'Card', attachments: [{ id: items[0]?.id }] });
  });

  test('an unused file of a note goes, comes back and goes again; one that a note names by now stays', async () => {
    const { id } = await must(201, 'POST', '/api/notes', { title: 'Note', content: '' });
    const form = new FormData();
    form.append('file', new Blob(['plan'], { type: 'text/plain' }), 'plan.txt');
    const headers = { Authorization: `Bearer ${service.token()}` };
    const sent = await fetch(`${service.baseUrl}/api/notes/${id}/files`, { method: 'POST', headers, body: form });
    const { items } = (await sent.json()) as { items: { id: string; name: string }[] };
    const isThere = async (): Promise<boolean> => (await must(200, 'GET', `/api/notes/${id}/files`)).total === (1 as unknown);
    let { batchId }: { batchId: string | null } = await batch(['POST', '/api/trash', { type: 'file', id: items[0]?.id }]);
    expect(await isThere()).toBe(false);
    for (const there of [true, false, true]) {
      const undone = await undo(batchId);
      expect([undone.skipped, await isThere()]).toEqual([[], there]);
      ({ batchId } = undone);
    }
    await must(200, 'POST', `/api/notes/${id}/delta`, { content: `[plan](attachments/${items[0]?.name ?? ''})\n`, version: 0 });
    expect((await undo(batchId)).skipped).toEqual([{ type: 'file', id: items[0]?.id, reason: 'gone' }]);
    expect(await isThere()).toBe(true);
  });

  test('an occurrence that was brought back is in the trash again once that is undone', async () => {
    const { id } = await must(201, 'POST', '/api/events', series);
    const entry = await must(201, 'POST', '/api/trash', { type: 'event', id: `${id}${second}`, scope: 'one' });
    const { lastSeq } = await must(200, 'GET', '/api/changes?limit=0');
    await must(200, 'POST', `/api/trash/${entry.id}/restore`);
    const changes = [(lastSeq as unknown as number) + 1];
    expect(await must(200, 'POST', '/api/undo', { changes })).toMatchObject({ restored: [{ type: 'event', id }], skipped: [] });
    expect([await trashed(id), await saidBy(`/api/events/${id}${second}`)]).toEqual([1, 404]);
  });

  test('two occurrences that one batch has put there come back one by one after that was done again', async () => {
    const { id } = await must(201, 'POST', '/api/events', series);
    const third = '_20260329T140000Z';
    const { batchId } = await batch(
      ['POST', '/api/trash', { type: 'event', id: `${id}${second}` }],
      ['POST', '/api/trash', { type: 'event', id: `${id}${third}` }],
    );
    await undo((await undo(batchId)).batchId);
    expect(await trashed(id)).toBe(2);
    const { items } = (await must(200, 'GET', '/api/trash?type=event')) as { items: { id: string; recordId: string }[] };
    await must(200, 'POST', `/api/trash/${items.find(({ recordId }) => recordId === `${id}${second}`)?.id}/restore`);
    expect([await trashed(id), await saidBy(`/api/events/${id}${third}`)]).toEqual([1, 404]);
  });

  test('an occurrence stays there as long as the series is without it', async () => {
    const { id } = await must(201, 'POST', '/api/events', series);
    await must(201, 'POST', '/api/trash', { type: 'event', id: `${id}${second}`, scope: 'one' });
    const { batchId } = await batch(['PUT', `/api/events/${id}?scope=all`, { title: 'Other' }]);
    await undo(batchId);
    expect(await trashed(id)).toBe(1);
  });

  test.each<[string, readonly object[]]>([
    ['its title', [{ title: 'Other' }]],
    ['its text twice', [{ edits: [{ append: 'two\n' }] }, { edits: [{ append: 'three\n' }] }]],
    ['its text and where it stands', [{ edits: [{ append: 'two\n' }] }, { isPinned: true }]],
  ])('a note of which the same batch has changed %s', async (_, deltas) => {
    const { id } = await must(201, 'POST', '/api/notes', { title: 'Note', content: 'one\n' });
    const before = await saidBy(`/api/notes/${id}`);
    const { batchId } = await batch(...deltas.map((delta): Operation => ['POST', `/api/notes/${id}/delta`, delta]), [
      'POST',
      '/api/trash',
      { type: 'note', id },
    ]);
    expect((await undo(batchId)).skipped).toEqual([]);
    expect(await saidBy(`/api/notes/${id}`)).toEqual(before);
  });
});
