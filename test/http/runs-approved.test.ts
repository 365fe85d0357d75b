// What a person has approved of a run is done to what was shown, with a provider that plays the model.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noId } from '../support/boards.ts';
import { says, waitingCall, type RunClient } from '../support/agent.ts';
import { full } from '../support/tiers.ts';
import type { StandIn } from '../support/provider.ts';
import { withRuns } from '../support/runs.ts';
import type { TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let provider: StandIn;
let runs: RunClient;

beforeAll(async () => {
  ({ service, provider, runs } = await withRuns());
});
beforeEach(() => {
  provider.answer(says('Done.'));
});

describe.each(['once', 'run'] as const)('what was approved is done to the version that was shown, and to no other: %s', (decision) => {
  test('a change of no version that the model named', async () => {
    const { body: column } = await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'stale' } });
    const { body: card } = await service.request('POST', '/api/cards', { body: { title: 'Card', columnId: column.id } });
    const rename = { name: 'save_card', args: { id: card.id, title: 'Mine' } };
    provider.answer(says('', rename), says('', rename), says('Stale.'));
    const waiting = await runs.until((await runs.start('Rename')).id, 'waiting');
    await service.request('PUT', `/api/cards/${card.id as string}`, { body: { title: 'Theirs' } });
    await runs.decide(waiting.id, waitingCall(waiting), decision);
    const { calls } = await runs.until(waiting.id, 'done', 'waiting');
    expect(calls[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('stale_version') as string });
    // What comes later was allowed as it is, or is asked for anew.
    expect(calls[1]?.status).toBe(decision === 'run' ? 'done' : 'pending');
    const title = decision === 'run' ? 'Mine' : 'Theirs';
    expect((await service.request('GET', `/api/cards/${card.id as string}`)).body.title).toBe(title);
    await runs.post(waiting.id, 'cancel');
  });

  test('a note that is to be trashed', async () => {
    const { id } = (await service.request('POST', '/api/notes', { body: { title: 'Kept', content: 'one\n' } })).body;
    provider.answer(says('', { name: 'trash', args: { type: 'note', id } }), says('Stale.'));
    const waiting = await runs.until((await runs.start('Tidy up')).id, 'waiting');
    const body = { version: 0, edits: [{ oldText: 'one', newText: 'two' }] };
    await service.request('POST', `/api/notes/${id as string}/delta`, { body });
    await runs.decide(waiting.id, waitingCall(waiting), decision);
    const { calls } = await runs.until(waiting.id, 'done');
    expect(calls[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('stale_version') as string });
    expect((await service.request('GET', `/api/notes/${id as string}`)).status).toBe(200);
  });
});

test('calls that wait for the same record and are allowed together › each goes on from what the one before has led to', async () => {
  const { body: column } = await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'together' } });
  const { body: card } = await service.request('POST', '/api/cards', { body: { title: 'Card', columnId: column.id } });
  const save = (fields: object): { name: string; args: object } => ({ name: 'save_card', args: { id: card.id, ...fields } });
  provider.answer(says('', save({ title: 'New' }), save({ description: 'Text' })), says('Done.'));
  const waiting = await runs.until((await runs.start('Change it')).id, 'waiting');
  await runs.decide(waiting.id, waitingCall(waiting), 'run');
  expect((await runs.until(waiting.id, 'done')).calls.map(({ status }) => status)).toEqual(['done', 'done']);
  const { body } = await service.request('GET', `/api/cards/${card.id as string}`);
  expect([body.title, body.description]).toEqual(['New', 'Text']);
});

describe.each(['once', 'run'] as const)('a place that is to be trashed, and what has come into it since: %s', (decision) => {
  const make = async (what: 'columns' | 'cards', body: object): Promise<string> =>
    (await service.request('POST', `/api/${what}`, { body })).body.id as string;

  test('cards in a column', async () => {
    const columnId = await make('columns', { title: 'Empty', projectId: `c-${decision}` });
    provider.answer(says('', { name: 'trash', args: { type: 'column', id: columnId } }), says('Stale.'));
    const waiting = await runs.until((await runs.start('Tidy up')).id, 'waiting');
    expect(waitingCall(waiting).diff?.changes).toEqual([{ field: 'cards', before: '0', after: '0' }]);
    const cardId = await make('cards', { columnId, title: 'New' });
    await runs.decide(waiting.id, waitingCall(waiting), decision);
    const { calls } = await runs.until(waiting.id, 'done');
    expect(calls[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('stale_version') as string });
    expect((await service.request('GET', `/api/cards/${cardId}`)).status).toBe(200);
  });

  test('a card in a column that was deleted, and another that has come', async () => {
    const columnId = await make('columns', { title: 'One', projectId: `s-${decision}` });
    const shownId = await make('cards', { columnId, title: 'Shown' });
    provider.answer(says('', { name: 'trash', args: { type: 'column', id: columnId } }), says('Stale.'));
    const waiting = await runs.until((await runs.start('Tidy up')).id, 'waiting');
    await service.request('DELETE', `/api/cards/${shownId}`);
    const cardId = await make('cards', { columnId, title: 'New' });
    await runs.decide(waiting.id, waitingCall(waiting), decision);
    const { calls } = await runs.until(waiting.id, 'done');
    expect(calls[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('stale_version') as string });
    expect((await service.request('GET', `/api/cards/${cardId}`)).status).toBe(200);
  });

  test('events of a calendar', async () => {
    const calendarId = (await service.request('POST', '/api/calendars', { body: { name: 'Family' } })).body.id as string;
    const event = { title: 'Event', startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z', calendarId };
    await service.request('POST', '/api/events', { body: { ...event, recurrence: { rrule: 'FREQ=DAILY' } } });
    provider.answer(says('', { name: 'trash', args: { type: 'calendar', id: calendarId } }), says('Stale.'));
    const waiting = await runs.until((await runs.start('Tidy up')).id, 'waiting');
    expect(waitingCall(waiting).diff?.changes).toEqual([{ field: 'events', before: '1', after: '0' }]);
    const { id } = (await service.request('POST', '/api/events', { body: event })).body;
    await runs.decide(waiting.id, waitingCall(waiting), decision);
    const { calls } = await runs.until(waiting.id, 'done');
    expect(calls[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('stale_version') as string });
    expect((await service.request('GET', `/api/events/${id as string}`)).status).toBe(200);
  });

  test('columns and cards of a board; as it was shown, it goes', async () => {
    const projectId = `p-${decision}`;
    const columnId = await make('columns', { title: 'Doing', projectId });
    const trash = { name: 'trash', args: { type: 'project', id: projectId } };
    provider.answer(says('', trash), says('Stale.'));
    const { id } = await runs.start('Tidy up');
    const waiting = await runs.until(id, 'waiting');
    expect(waitingCall(waiting).diff?.changes).toEqual([
      { field: 'columns', before: '1', after: '0' },
      { field: 'cards', before: '0', after: '0' },
    ]);
    await make('cards', { columnId, title: 'New' });
    await runs.decide(id, waitingCall(waiting), decision);
    const { calls } = await runs.until(id, 'done');
    expect(calls[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('stale_version') as string });
    provider.answer(says('', trash), says('Done.'));
    const again = await runs.until((await runs.start('Tidy up')).id, 'waiting');
    await runs.decide(again.id, waitingCall(again), decision);
    expect((await runs.until(again.id, 'done')).calls[0]?.status).toBe('done');
    expect((await service.request('GET', `/api/projects/${projectId}`)).status).toBe(404);
  });
});

test('a calendar that is to be trashed › is shown by its name, and goes once it is allowed', async () => {
  const { id } = (await service.request('POST', '/api/calendars', { body: { name: 'Family' } })).body;
  provider.answer(says('', { name: 'trash', args: { type: 'calendar', id } }), says('Done.'));
  const waiting = await runs.until((await runs.start('Tidy up')).id, 'waiting', 'failed');
  const call = waitingCall(waiting);
  expect(call.diff).toMatchObject({ type: 'calendar', action: 'trash', id, title: 'Family' });
  await runs.decide(waiting.id, call, 'once');
  expect((await runs.until(waiting.id, 'done')).calls[0]?.status).toBe('done');
  expect((await service.request('GET', `/api/calendars/${id as string}`)).status).toBe(404);
});

test(
  'a calendar of 1,001 events that is to be trashed › one statement tells where these are, another which, and no list',
  full,
  async () => {
    const calendarId = (await service.request('POST', '/api/calendars', { body: { name: 'Large' } })).body.id as string;
    const body = { title: 'Event', startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z', calendarId };
    for (const count of [200, 200, 200, 200, 200, 1]) {
      const operations = Array.from({ length: count }, () => ({ method: 'POST', path: '/api/events', body }));
      expect((await service.request('POST', '/api/batch', { body: { operations } })).body.applied).toBe(true);
    }
    provider.answer(says('', { name: 'trash', args: { type: 'calendar', id: calendarId } }), says('Done.'));
    const { answer: waiting, statements } = await statementsOf(async () => runs.until((await runs.start('Tidy up')).id, 'waiting'));
    expect(waitingCall(waiting).diff?.changes).toEqual([{ field: 'events', before: '1001', after: '0' }]);
    // It is looked at once more when the run begins to wait.
    const isOfIds = (text: string): boolean => text.startsWith('SELECT id FROM events ');
    expect(statements.filter(isOfIds).length).toBeLessThanOrEqual(2);
    expect(statements.filter((text) => /events_by_(?:start|span)/.test(text))).toEqual([]);
    await runs.post(waiting.id, 'cancel');
  },
);

const makeNote = async (title: string): Promise<string> =>
  (await service.request('POST', '/api/notes', { body: { title, content: 'one\n' } })).body.id as string;

test.each<[string, (noteId: string) => object, RegExp]>([
  ['trash', () => ({ type: 'note', id: noId }), /^not_found/],
  ['create_note', () => ({ title: 'x'.repeat(10_000) }), /^validation_failed: title/],
  ['edit_note', (id) => ({ id, version: 0, edits: [{ oldText: 'nowhere', newText: '' }] }), /^edit_conflict/],
  [
    'edit_note',
    (id) => ({ id, version: 7, edits: [{ oldText: 'one', newText: '' }] }),
    /^(?:stale_version|version_mismatch|validation_failed)/,
  ],
  ['link', (id) => ({ fromType: 'note', fromId: id, toType: 'card', toId: noId }), /^(?:not_found|validation_failed)/],
  ['save_card', () => ({ title: 'Nowhere' }), /^validation_failed: columnId/],
  ['save_card', () => ({ id: noId }), /^not_found|^validation_failed/],
])('a person is not asked about what cannot be done: %s %#', async (name, argsFor, result) => {
  const id = await makeNote('There');
  const { lastSeq } = (await service.request('GET', '/api/changes?limit=0')).body;
  provider.answer(says('', { name, args: argsFor(id) }), says('It cannot be done.'));
  const done = await runs.until((await runs.start('Do it')).id, 'done', 'waiting');
  expect(done.calls).toMatchObject([{ status: 'failed', result: expect.stringMatching(result) as string }]);
  const { items } = (await service.request('GET', `/api/changes?since=${lastSeq as number}`)).body;
  expect(items.filter(({ type }: { type: string }) => type !== 'run')).toEqual([]);
});

test('of what depends on a call that waits before it, the user is asked', async () => {
  const id = await makeNote('Chain');
  const edit = (version: number, oldText: string, newText: string): { name: string; args: object } => ({
    name: 'edit_note',
    args: { id, version, edits: [{ oldText, newText }] },
  });
  provider.answer(says('', edit(0, 'one', 'two'), edit(1, 'two', 'three')), says('Done.'));
  const waiting = await runs.until((await runs.start('Change it twice')).id, 'waiting');
  expect(waiting.calls.map(({ status }) => status)).toEqual(['pending', 'pending']);
  await runs.decide(waiting.id, waitingCall(waiting), 'run');
  await runs.until(waiting.id, 'done');
  expect((await service.request('GET', `/api/notes/${id}`)).body.content).toBe('three\n');
});

describe('a change at the end of a long text is shown', () => {
  const long = Array.from({ length: 600 }, (_, index) => `line ${index} of a text`).join('\n');
  const changedText = long.replace('line 599', 'LINE 599');
  const items = Array.from({ length: 200 }, (_, index) => ({ text: `${index} ${'x'.repeat(60)}`, completed: false }));
  const create = async (path: string, body: object): Promise<string> => (await service.request('POST', path, { body })).body.id as string;
  /** The one field that the approval of the call shows. */
  const asked = async (name: string, args: object): Promise<{ before: string | null; after: string | null }> => {
    provider.answer(says('', { name, args }), says('Done.'));
    const waiting = await runs.until((await runs.start('Change it')).id, 'waiting', 'done');
    const changes = waitingCall(waiting).diff?.changes ?? [];
    await runs.post(waiting.id, 'cancel');
    expect(changes).toHaveLength(1);
    return changes[0] as { before: string | null; after: string | null };
  };

  test('of a card, also of its checklist', async () => {
    const columnId = await create('/api/columns', { title: 'Doing', projectId: 'long' });
    const id = await create('/api/cards', { title: 'Card', columnId, description: long });
    await service.request('PUT', `/api/cards/${id}/checklist`, { body: { checklist: items } });
    const description = await asked('save_card', { id, description: changedText });
    expect([description.before, description.after]).toEqual([
      expect.stringMatching(/line 599 of a text$/) as string,
      expect.stringMatching(/LINE 599 of a text$/) as string,
    ]);
    const checklist = await asked('save_card', { id, checklist: items.slice(0, 150) });
    expect(checklist.before).toContain('[ ] 150 x');
    expect(checklist.after).not.toContain('[ ] 150 x');
  });

  test('of an event', async () => {
    const times = { startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' };
    const id = await create('/api/events', { title: 'Event', description: long, ...times });
    expect((await asked('save_event', { id, description: changedText })).after).toMatch(/LINE 599 of a text$/);
  });

  test('of a note, where the replaced text is long', async () => {
    const id = await create('/api/notes', { title: 'Note', content: `${long}\n` });
    const edit = await asked('edit_note', { id, version: 0, edits: [{ oldText: long, newText: changedText }] });
    expect(edit.after).toMatch(/LINE 599 of a text/);
    expect(edit.before).not.toBe(edit.after);
  });

  test('of a note that goes on', async () => {
    const id = await create('/api/notes', { title: 'Note', content: long });
    const appended = await asked('edit_note', { id, version: 0, append: ' and more' });
    expect([appended.before, appended.after]).toEqual([
      expect.stringMatching(/line 599 of a text$/) as string,
      expect.stringMatching(/line 599 of a text and more$/) as string,
    ]);
    expect((await asked('edit_note', { id, version: 0, append: 'line 600' })).after).toMatch(/line 599 of a text\nline 600$/);
  });

  test('of a note in very many places; what is too much to be shown is counted', full, async () => {
    const content = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(300)}${index}.`).join('\n');
    const id = await create('/api/notes', { title: 'Note', content: `${content}\n` });
    const edits = Array.from({ length: 500 }, (_, index) => ({ oldText: `x${index}.`, newText: `y${index}.` }));
    provider.answer(says('', { name: 'edit_note', args: { id, version: 0, edits } }), says('Done.'));
    const waiting = await runs.until((await runs.start('Change it')).id, 'waiting', 'done');
    const { changes = [], changesLeftOut = 0 } = waitingCall(waiting).diff ?? {};
    await runs.post(waiting.id, 'cancel');
    expect(changes.length).toBeLessThan(500);
    expect(changes.length + changesLeftOut).toBe(500);
  });

  test('of what an undo gives back', async () => {
    const columnId = await create('/api/columns', { title: 'Doing', projectId: 'long-undo' });
    const id = await create('/api/cards', { title: 'Card', columnId, description: long });
    const operations = [{ method: 'PUT', path: `/api/cards/${id}`, body: { description: changedText } }];
    const { batchId } = (await service.request('POST', '/api/batch', { body: { operations } })).body;
    provider.answer(says('', { name: 'undo', args: { batchId } }), says('Done.'));
    const waiting = await runs.until((await runs.start('Undo it')).id, 'waiting');
    const [record] = waitingCall(waiting).diff?.records ?? [];
    await runs.post(waiting.id, 'cancel');
    expect(record?.changes[0]?.before).toMatch(/LINE 599 of a text$/);
  });
});

describe('which events of a series go or change is shown, also where the call leaves it to what is usual', () => {
  const seriesOf = async (): Promise<{ id: string; occurrence: string }> => {
    const times = { startTime: '2026-03-02T09:00:00Z', endTime: '2026-03-02T10:00:00Z', timeZone: 'UTC' };
    const body = { title: 'Stand-up', ...times, recurrence: { rrule: 'FREQ=DAILY;COUNT=10' } };
    const id = (await service.request('POST', '/api/events', { body })).body.id as string;
    return { id, occurrence: `${id}_20260304T090000Z` };
  };
  test.each<[string, (of: { id: string; occurrence: string }) => object, string]>([
    ['trash', ({ occurrence }) => ({ type: 'event', id: occurrence, scope: 'all' }), 'all'],
    ['trash', ({ occurrence }) => ({ type: 'event', id: occurrence, scope: 'following' }), 'following'],
    ['trash', ({ occurrence }) => ({ type: 'event', id: occurrence }), 'one'],
    ['trash', ({ id }) => ({ type: 'event', id }), 'all'],
    ['save_event', ({ occurrence }) => ({ id: occurrence, title: 'Other', scope: 'following' }), 'following'],
    ['save_event', ({ occurrence }) => ({ id: occurrence, title: 'Other' }), 'one'],
    ['save_event', ({ id }) => ({ id, title: 'Other' }), 'all'],
  ])('%s %#', async (name, argsOf, scope) => {
    provider.answer(says('', { name, args: argsOf(await seriesOf()) }), says('Done.'));
    const waiting = await runs.until((await runs.start('Do it')).id, 'waiting', 'done');
    const changes = waitingCall(waiting).diff?.changes;
    await runs.post(waiting.id, 'cancel');
    expect(changes).toContainEqual({ field: 'scope', before: null, after: scope });
  });

  test('of a single event there is nothing to tell', async () => {
    const body = { title: 'Once', startTime: '2026-03-02T09:00:00Z', endTime: '2026-03-02T10:00:00Z' };
    const { id } = (await service.request('POST', '/api/events', { body })).body;
    provider.answer(says('', { name: 'trash', args: { type: 'event', id } }), says('Done.'));
    const waiting = await runs.until((await runs.start('Do it')).id, 'waiting');
    const changes = waitingCall(waiting).diff?.changes ?? [];
    await runs.post(waiting.id, 'cancel');
    expect(changes.map(({ field }) => field)).toEqual(['start', 'end']);
  });
});

test('the dates that a series keeps with another rule are shown', async () => {
  const recurrence = { rrule: 'FREQ=DAILY;COUNT=4', rdates: [], exdates: ['2026-03-03T09:00:00.000Z'] };
  const body = { title: 'Run', startTime: '2026-03-02T09:00:00Z', endTime: '2026-03-02T10:00:00Z', recurrence };
  const { id } = (await service.request('POST', '/api/events', { body })).body;
  provider.answer(says('', { name: 'save_event', args: { id, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } } }), says('Done.'));
  const waiting = await runs.until((await runs.start('Do it')).id, 'waiting', 'done');
  const changes = waitingCall(waiting).diff?.changes;
  await runs.post(waiting.id, 'cancel');
  const after = JSON.stringify({ ...recurrence, rrule: 'FREQ=DAILY;COUNT=3' });
  expect(changes).toContainEqual({ field: 'recurrence', before: JSON.stringify(recurrence), after });
});

test('the calendar and the reminders that a call would set are shown by name and as they are kept', async () => {
  const calendar = (await service.request('POST', '/api/calendars', { body: { name: 'Family' } })).body;
  const body = { title: 'Once', startTime: '2026-03-02T09:00:00Z', endTime: '2026-03-02T10:00:00Z', reminders: [{ minutesBefore: 5 }] };
  const { id } = (await service.request('POST', '/api/events', { body })).body;
  provider.answer(says('', { name: 'save_event', args: { id, calendarId: calendar.id, reminders: [10] } }), says('Done.'));
  const waiting = await runs.until((await runs.start('Do it')).id, 'waiting', 'done');
  const changes = waitingCall(waiting).diff?.changes;
  await runs.post(waiting.id, 'cancel');
  expect(changes).toEqual([
    { field: 'reminders', before: '[{"minutesBefore":5}]', after: '[{"minutesBefore":10}]' },
    { field: 'calendar', before: 'Calendar', after: 'Family' },
  ]);
});

test('the labels that a card would have are shown by name, and what a column would be called', async () => {
  const made = await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'labelled' } });
  const label = async (name: string): Promise<string> =>
    (await service.request('POST', '/api/projects/labelled/labels', { body: { name, color: 'red' } })).body.id;
  const body = { title: 'Leak', columnId: made.body.id, priority: 'high', labelIds: [await label('Bug')] };
  await label('late');
  const { id } = (await service.request('POST', '/api/cards', { body })).body;
  const shown = async (name: string, args: object): Promise<unknown> => {
    provider.answer(says('', { name, args }), says('Done.'));
    const waiting = await runs.until((await runs.start('Do it')).id, 'waiting', 'done');
    await runs.post(waiting.id, 'cancel');
    return waitingCall(waiting).diff;
  };
  const labels = { changes: [{ field: 'labels', before: 'Bug', after: 'late, bug' }] };
  expect(await shown('save_card', { id, labels: ['late', 'bug'] })).toMatchObject({ action: 'change', ...labels });
  const priority = { changes: [{ field: 'priority', before: 'high', after: null }] };
  expect(await shown('save_card', { id, priority: 'none' })).toMatchObject(priority);
  const title = { field: 'title', before: 'Doing', after: 'Done' };
  expect(await shown('save_column', { id: made.body.id, title: 'Done' })).toMatchObject({
    type: 'column',
    title: 'Doing',
    changes: [title],
  });
  const changes = [
    { ...title, before: null },
    { field: 'board', before: null, after: 'new' },
  ];
  expect(await shown('save_column', { boardId: 'new', title: 'Done' })).toMatchObject({ action: 'create', id: null, changes });
});

test('that an event of whole days becomes one with times is shown', async () => {
  const body = { title: 'Fair', isAllDay: true, startDate: '2026-03-02', endDate: '2026-03-03', timeZone: 'UTC' };
  const { id } = (await service.request('POST', '/api/events', { body })).body;
  const times = { start: '2026-03-02T00:00:00Z', end: '2026-03-03T00:00:00Z' };
  provider.answer(says('', { name: 'save_event', args: { id, ...times } }), says('Done.'));
  const waiting = await runs.until((await runs.start('Do it')).id, 'waiting', 'done');
  const changes = waitingCall(waiting).diff?.changes;
  await runs.post(waiting.id, 'cancel');
  expect(changes).toContainEqual({ field: 'isAllDay', before: 'true', after: 'false' });
});

test('what is named by its address is shown as well', async () => {
  const { id } = (await service.request('POST', '/api/notes', { body: { title: 'Addressed', content: 'text' } })).body;
  provider.answer(says('', { name: 'trash', args: { type: 'note', id: `daybook://note/${id as string}` } }), says('Done.'));
  const waiting = await runs.until((await runs.start('Do it')).id, 'waiting', 'done');
  expect(waitingCall(waiting).diff).toMatchObject({ type: 'note', id, title: 'Addressed' });
  await runs.post(waiting.id, 'cancel');
});

test('the notebook that a note would be moved to is shown by name', async () => {
  const { id } = (await service.request('POST', '/api/notes', { body: { title: 'Loose', content: 'text' } })).body;
  const notebook = (await service.request('POST', '/api/notebooks', { body: { name: 'Plans' } })).body;
  provider.answer(says('', { name: 'edit_note', args: { id, version: 0, notebookId: notebook.id } }), says('Done.'));
  const waiting = await runs.until((await runs.start('Do it')).id, 'waiting', 'done');
  const changes = waitingCall(waiting).diff?.changes;
  await runs.post(waiting.id, 'cancel');
  expect(changes).toEqual([{ field: 'notebook', before: null, after: 'Plans' }]);
});
