// Boards by the tools of MCP: columns, labels, where cards are; and what has changed.

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectMcp } from '../support/mcp-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
  client = await connectMcp(service);
});
afterAll(async () => {
  await client.close();
  await service.dispose();
});

/** What a tool answers, with its text as `text`. */
async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { content, structuredContent } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { ...(structuredContent as object), text: first?.type === 'text' ? first.text : '' };
}

const label = async (board: string, name: string): Promise<string> =>
  (await service.request('POST', `/api/projects/${board}/labels`, { body: { name, color: 'red' } })).body.id as string;

const read = async (path: string): Promise<Record<string, unknown>> => (await service.request('GET', path)).body;

test('save_column › makes one, with a new board where there is none, and renames it; undo takes that back', async () => {
  const made = await call('save_column', { boardId: 'garden', title: 'Ideas' });
  expect(await read(`/api/columns/${String(made['id'])}`)).toMatchObject({ title: 'Ideas', projectId: 'garden', version: made['version'] });
  expect(made['url']).toMatch(/\/boards\/garden$/);
  expect((await call('save_column', { boardId: made['url'], title: 'Beds' }))['url']).toBe(made['url']);
  const { id, version } = made;
  const renamed = await call('save_column', { id, version, title: 'Seeds' });
  expect((await read(`/api/columns/${String(id)}`))['title']).toBe('Seeds');
  expect(await call('save_column', { id, version, title: 'Weeds' })).toMatchObject({ code: 'version_mismatch' });
  await call('undo', { batchId: renamed['batchId'] });
  expect((await read(`/api/columns/${String(id)}`))['title']).toBe('Ideas');
  for (const [args, path] of [
    [{ title: 'a' }, 'boardId'],
    [{ id, boardId: 'garden', title: 'a' }, 'boardId'],
    [{ version: 1, boardId: 'garden', title: 'a' }, 'version'],
  ] as const)
    expect(await call('save_column', args)).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
  expect(await call('save_column', { id: 'nowhere', title: 'a' })).toMatchObject({ code: 'not_found' });
});

test('save_card › labels by their names, all of them; of the board that it is moved to', async () => {
  const [from, to] = [
    await call('save_column', { boardId: 'here', title: 'a' }),
    await call('save_column', { boardId: 'there', title: 'a' }),
  ];
  const [bug, late, other] = [await label('here', 'Bug'), await label('here', 'late'), await label('there', 'bug')];
  const { id } = await call('save_card', { columnId: from['id'], title: 'Leak', labels: ['late', 'bug'] });
  const labelIds = async (): Promise<unknown> => (await read(`/api/cards/${String(id)}`))['labelIds'];
  expect(new Set((await labelIds()) as string[])).toEqual(new Set([bug, late]));
  await call('save_card', { id, labels: ['late'] });
  expect(await labelIds()).toEqual([late]);
  const refused = await call('save_card', { id, title: 'Lost', labels: ['Bug', 'soon'] });
  expect(refused).toMatchObject({ detail: 'labels.1 is no label of the board, which has: Bug, late', errors: [{ path: 'labels.1' }] });
  expect(await read(`/api/cards/${String(id)}`)).toMatchObject({ title: 'Leak', labelIds: [late] });
  await call('save_card', { id, columnId: to['id'], labels: ['bug'] });
  expect(await read(`/api/cards/${String(id)}`)).toMatchObject({ columnId: to['id'], labelIds: [other] });
  await call('save_card', { id, labels: [] });
  expect(await labelIds()).toEqual([]);
  expect(await call('save_card', { title: 'No column', labels: ['bug'] })).toMatchObject({ errors: [{ path: 'columnId' }] });
});

test('list changes › each record once with what was done to it and by whom, the last one first; what is gone as the trash calls it', async () => {
  const column = await call('save_column', { boardId: 'changed', title: 'Doing' });
  const note = (await service.request('POST', '/api/notes', { body: { title: 'Minutes' } })).body.id as string;
  const kept = await call('save_card', { columnId: column['id'], title: 'Kept' });
  const gone = await call('save_card', { columnId: column['id'], title: 'Gone' });
  const event = await call('save_event', { title: 'Review', start: '2031-01-01T09:00:00Z', end: '2031-01-01T10:00:00Z', timeZone: 'UTC' });
  await call('save_card', { id: kept['id'], title: 'Kept on' });
  const trashed = await call('trash', { type: 'card', id: gone['id'] });
  const { text, items } = (await call('list', { what: 'changes' })) as { text: string; items: object[] };
  const lines = text.split('\n').slice(1, 7);
  const line = (how: string, what: string): unknown =>
    expect.stringMatching(new RegExp(`^- \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d ${how}: ${what}`));
  expect(lines).toEqual([
    line('created, deleted by mcp', `Gone \\(card ${String(gone['id'])}, in the trash\\) · batch ${String(trashed['batchId'])}$`),
    line('created, updated by mcp', `Kept on \\(card ${String(kept['id'])} v2, board changed, Doing\\)`),
    line('created by mcp', `2031-01-01 .* Review \\(event ${String(event['id'])} v1\\)`),
    line('created by window', `Minutes \\(note ${note} v0\\)$`),
    line('created by mcp', `Doing \\(column ${String(column['id'])} of board changed\\)`),
    line('created by mcp', 'changed \\(board changed\\)'),
  ]);
  expect(items[3]).toEqual({ type: 'note', id: note, version: 0 });
  expect((await call('list', { what: 'changes', from: '2099-01-01' }))['text']).toMatch(/^0 records changed since 2099-01-01 00:00/);
  const early = await call('list', { what: 'changes', from: '2000-01-01', to: '2000-01-02' });
  expect(early['text']).toBe('0 records changed since 2000-01-01 00:00 until 2000-01-02 00:00, times of UTC, newest first');
});

test('save_event › an empty rule ends the repetition; the schema names no null, which some clients cannot give', async () => {
  const times = { start: '2031-02-01T09:00:00Z', end: '2031-02-01T10:00:00Z', timeZone: 'UTC' };
  const { id } = await call('save_event', { title: 'Run', ...times, recurrence: { rrule: 'FREQ=DAILY;COUNT=9' } });
  expect((await read(`/api/events/${String(id)}`))['recurrence']).toMatchObject({ rrule: 'FREQ=DAILY;COUNT=9' });
  await call('save_event', { id, recurrence: { rrule: '' } });
  expect((await read(`/api/events/${String(id)}`))['recurrence']).toBeNull();
  const { tools } = await client.listTools();
  const schema = tools.find(({ name }) => name === 'save_event')?.inputSchema.properties?.['recurrence'];
  expect(schema).toMatchObject({ type: 'object', properties: { rrule: { type: 'string' } }, required: ['rrule'] });
});

test('list today › says on which board and in which column a card is', async () => {
  const column = await call('save_column', { boardId: 'due', title: 'Late' });
  const { id } = await call('save_card', { columnId: column['id'], title: 'Pay', dueDate: '2020-01-01' });
  // The first page has no number of its own: a model that counts from 0 gets it.
  expect((await call('list', { what: 'board', id: 'due', cursor: '0' }))['text']).toContain('Pay');
  expect((await call('list', { what: 'today' }))['text']).toContain(`- Pay · due 2020-01-01 (card ${String(id)} v1, board due, Late)`);
});
