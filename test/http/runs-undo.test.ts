// What a run shows before it undoes something, with a provider that plays the model.

import { beforeAll, expect, test } from 'vitest';
import type { CallDiff } from '../../main/contract/runs.ts';
import { RunClient, says, waitingCall } from '../support/agent.ts';
import type { StandIn } from '../support/provider.ts';
import { withRuns } from '../support/runs.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let provider: StandIn;
let runs: RunClient;

beforeAll(async () => {
  ({ service, provider, runs } = await withRuns());
});

async function make(path: string, body: object): Promise<{ id: string; version: number }> {
  const { status, body: made } = await service.request('POST', path, { body });
  if (status !== 201) throw new Error(JSON.stringify(made));
  return made as { id: string; version: number };
}

async function batch(...operations: readonly object[]): Promise<string> {
  const { body } = await service.request('POST', '/api/batch', { body: { operations } });
  if (body.applied !== true) throw new Error(JSON.stringify(body));
  return body.batchId as string;
}

/** What a run shows that wants to undo this batch, and the run, which waits. */
async function asked(batchId: string): Promise<{ runId: string; diff: CallDiff }> {
  provider.answer(says('', { name: 'undo', args: { batchId } }), says('Done.'));
  const { id: runId } = await runs.start('Undo it');
  const { diff } = waitingCall(await runs.until(runId, 'waiting', 'done', 'failed'));
  if (diff === null) throw new Error('It shows nothing');
  return { runId, diff };
}

const recordsOf = ({ records = [] }: CallDiff): object =>
  Object.fromEntries(records.map(({ title, type, action, changes }) => [`${action} ${type} ${title}`, changes]));

test('a batch of changes › each record with its kind, its title and what becomes of it', async () => {
  const note = await make('/api/notes', { title: 'Plan', content: `${'line\n'.repeat(50)}old\nend\n` });
  const column = await make('/api/columns', { title: 'Doing', projectId: 'undone' });
  const other = await make('/api/columns', { title: 'Done', projectId: 'undone' });
  const card = await make('/api/cards', { title: 'Before', columnId: column.id });
  const event = await make('/api/events', { title: 'Call', startTime: '2026-03-01T09:00:00.000Z', endTime: '2026-03-01T10:00:00.000Z' });
  const thrown = await make('/api/notes', { title: 'Thrown away' });
  const batchId = await batch(
    { method: 'POST', path: `/api/notes/${note.id}/delta`, body: { version: 0, edits: [{ oldText: 'old', newText: 'new' }] } },
    { method: 'POST', path: `/api/cards/${card.id}/move`, body: { columnId: other.id } },
    { method: 'PUT', path: `/api/cards/${card.id}`, body: { title: 'After', priority: 'high' } },
    { method: 'PUT', path: `/api/events/${event.id}`, body: { endTime: '2026-03-01T11:00:00.000Z' } },
    { method: 'POST', path: '/api/notes', body: { title: 'Made by it' } },
    { method: 'POST', path: '/api/trash', body: { type: 'note', id: thrown.id } },
  );
  const { runId, diff } = await asked(batchId);
  expect(diff).toMatchObject({ type: 'batch', action: 'undo', id: batchId, title: '3 notes, 1 card, 1 event', changes: [] });
  expect(recordsOf(diff)).toEqual({
    'change note Plan': [{ field: 'content', before: 'line\nline\nnew\nend', after: 'line\nline\nold\nend' }],
    'change card After': [
      { field: 'title', before: 'After', after: 'Before' },
      { field: 'priority', before: 'high', after: null },
      { field: 'column', before: 'Done', after: 'Doing' },
    ],
    'change event Call': [{ field: 'end', before: '2026-03-01T11:00:00.000Z', after: '2026-03-01T10:00:00.000Z' }],
    'trash note Made by it': [],
    'restore note Thrown away': [],
  });
  await runs.decide(runId, waitingCall(await runs.read(runId)), 'once');
  expect((await runs.until(runId, 'done')).calls[0]).toMatchObject({ status: 'done' });
  expect((await service.request('GET', `/api/cards/${card.id}`)).body).toMatchObject({ title: 'Before', columnId: column.id });
});

test('a record that was changed since › is shown as one that stays; what changes after the question is not undone', async () => {
  const { id } = await make('/api/notes', { title: 'Changed since', content: 'one\n' });
  const edit = (version: number, oldText: string, newText: string): object => ({
    method: 'POST',
    path: `/api/notes/${id}/delta`,
    body: { version, edits: [{ oldText, newText }] },
  });
  const batchId = await batch(edit(0, 'one', 'two'));
  const { runId, diff } = await asked(batchId);
  expect(recordsOf(diff)).toEqual({ 'change note Changed since': [{ field: 'content', before: 'two', after: 'one' }] });
  await batch(edit(1, 'two', 'three'));
  await runs.decide(runId, waitingCall(await runs.read(runId)), 'once');
  const { calls } = await runs.until(runId, 'done');
  expect(calls[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('stale_version') as string });
  const later = await asked(batchId);
  expect(recordsOf(later.diff)).toEqual({ 'keep note Changed since': [] });
  await runs.post(later.runId, 'cancel');
});

test('a column with its cards comes back › the column is shown, and its cards are counted', async () => {
  const column = await make('/api/columns', { title: 'Old column', projectId: 'back' });
  for (const title of ['A', 'B']) await make('/api/cards', { title, columnId: column.id });
  const batchId = await batch({ method: 'POST', path: '/api/trash', body: { type: 'column', id: column.id } });
  const { runId, diff } = await asked(batchId);
  expect(diff.title).toBe('1 column, 2 cards');
  expect(recordsOf(diff)).toEqual({ 'restore column Old column': [] });
  await runs.post(runId, 'cancel');
});

test('a link › is shown by the titles of what it links', async () => {
  const from = await make('/api/notes', { title: 'From' });
  const to = await make('/api/notes', { title: 'To' });
  provider.answer(says('', { name: 'link', args: { fromType: 'note', fromId: from.id, toType: 'note', toId: to.id } }), says('Done.'));
  const linking = await runs.until((await runs.start('Link them')).id, 'waiting');
  await runs.decide(linking.id, waitingCall(linking), 'once');
  await runs.until(linking.id, 'done');
  const made = await asked(linking.id);
  expect(recordsOf(made.diff)).toEqual({ 'trash link From – To': [] });
  await runs.decide(made.runId, waitingCall(await runs.read(made.runId)), 'once');
  await runs.until(made.runId, 'done');
  const undone = await asked(made.runId);
  expect(recordsOf(undone.diff)).toEqual({ 'restore link From – To': [] });
  await runs.post(undone.runId, 'cancel');
});

test('a batch of very many changes › some of them are shown, and the rest is counted', async () => {
  const operations = Array.from({ length: 60 }, (_, index) => ({ method: 'POST', path: '/api/notes', body: { title: `Note ${index}` } }));
  const { runId, diff } = await asked(await batch(...operations));
  expect(diff.title).toBe('60 notes');
  expect(diff.records).toHaveLength(30);
  await runs.post(runId, 'cancel');
});

test('a batch that there is not › the model is told, and the user is not asked', async () => {
  provider.answer(says('', { name: 'undo', args: { batchId: 'nothing' } }), says('Done.'));
  const done = await runs.until((await runs.start('Undo it')).id, 'done', 'waiting');
  expect(done.calls).toMatchObject([{ status: 'failed', result: expect.stringContaining('not_found') as string }]);
});

test('records that the run may not read › are shown without what is in them', async () => {
  const { id } = await make('/api/notes', { title: 'Secret title', content: 'one\n' });
  const batchId = await batch({
    method: 'POST',
    path: `/api/notes/${id}/delta`,
    body: { version: 0, edits: [{ oldText: 'one', newText: 'two' }] },
  });
  const scopes = ['ai:read', 'ai:write', 'notes:write'];
  const { token } = (await service.request('POST', '/api/tokens', { body: { name: 'Writes', scopes, expiresAt: null } })).body;
  const own = new RunClient((method, path, options) => service.request(method, path, { ...options, token: token as string }));
  provider.answer(says('', { name: 'undo', args: { batchId } }), says('Done.'));
  const waiting = await own.until((await own.start('Undo it')).id, 'waiting');
  expect(waitingCall(waiting).diff?.records).toEqual([{ type: 'note', id, title: '', action: 'change', changes: [] }]);
  await runs.post(waiting.id, 'cancel');
});
