// What a model is told that has called a tool of MCP wrongly: enough in the text alone to call it rightly.

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../main/contract/scopes.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
const clients: Client[] = [];
let owner: Client;
let columnId: string;
let noteId: string;

async function connect(token: string): Promise<Client> {
  const client = await connectMcp(service, { token });
  clients.push(client);
  return client;
}

beforeAll(async () => {
  service = await startTestService();
  owner = await connect(service.token());
  const made = async (path: string, body: object): Promise<string> => (await service.request('POST', path, { body })).body.id as string;
  columnId = await made('/api/columns', { title: 'Doing', projectId: 'web' });
  noteId = await made('/api/notes', { title: 'Plan', content: 'bread\nbread\n' });
  await made('/api/events', {
    title: 'Weekly',
    startTime: '2027-03-05T09:00:00Z',
    endTime: '2027-03-05T10:00:00Z',
    recurrence: { rrule: 'FREQ=WEEKLY' },
  });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.dispose();
});

async function refusal(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content;
  expect(isError).toBe(true);
  return first?.type === 'text' ? first.text : '';
}

const instant = 'a date such as 2026-03-01 or a date-time such as 2026-03-01T09:30:00Z';

test.each<[string, Record<string, unknown>, string]>([
  [
    'find_free_time',
    { from: '2027-03-05', to: '2027-03-06', duration: 30 },
    'minutes is missing; duration is not a known argument: there are from, to, minutes, timeZone',
  ],
  ['save_event', { title: 'x', start: '10:00', end: '11:00' }, `start must be ${instant}`],
  ['save_event', { title: 'x', start: '2027-03-05T10:00', end: '11:00' }, `end must be ${instant}`],
  ['save_event', { title: 'x', start: 'tomorrow', end: '2027-03-05' }, `start must be ${instant}`],
  [
    'save_event',
    { title: 'x', start: '2027-03-05', end: '2027-03-05T12:00' },
    'start must be a date-time such as 2026-03-01T09:30:00Z, as end is',
  ],
  ['save_event', { title: 'x', start: '2027-03-05', reminders: [-5] }, 'reminders.0 must be a whole number from 0 to 40320'],
  [
    'list',
    { what: 'agenda', from: '2027-03-01', to: '2037-03-01' },
    'to must be at most 5 years after from, as there are events that repeat',
  ],
  ['list', { what: 'today', from: '2027-03-05' }, 'from is of the list agenda or changes, not of today'],
  ['list', { what: 'recent', to: '2027-03-05' }, 'to is of the list agenda or changes, not of recent'],
  ['list', { what: 'boards', id: 'web' }, 'id is of the list board, not of boards'],
  ['list', { what: 'changes', from: '2027-03-05', to: '2027-03-05' }, 'to must be after from'],
])('%s › %j', async (name, args, told) => {
  expect(await refusal(owner, name, args)).toBe(`validation_failed: ${told}`);
});

test('save_card › a priority that there is not, and reminders, in the names of the tool', async () => {
  const card = { columnId, title: 'x' };
  expect(await refusal(owner, 'save_card', { ...card, priority: 'P1' })).toBe(
    'validation_failed: priority must be one of low, medium, high, urgent, none',
  );
  expect(await refusal(owner, 'save_card', { ...card, dueDate: '2027-03-05', reminders: [50_000] })).toBe(
    'validation_failed: reminders.0 must be a whole number from 0 to 40320',
  );
});

test('edit_note › guessed names are told with the right ones, and how a text is found', async () => {
  const edit = async (...edits: readonly object[]): Promise<string> => refusal(owner, 'edit_note', { id: noteId, version: 0, edits });
  expect(await edit({ old_text: 'a', newText: 'b' })).toBe(
    'validation_failed: edits.0.oldText is missing; edits.0.old_text is not a known argument: there are oldText, newText',
  );
  expect(await edit({ oldText: 'bread', newText: 'rolls' })).toBe(
    'edit_ambiguous: Edit 0: its oldText occurs 2 times in the note: give more of the text around it',
  );
  expect(await edit({ oldText: '1\tbread', newText: 'rolls' })).toBe(
    'edit_conflict: Edit 0: its oldText does not occur in the note: give it as read shows it, without numbers of lines',
  );
});

test('edit_note › a token that may not read appends a line of its own', async () => {
  const { body } = await service.request('POST', '/api/tokens', { body: { name: 'adds', scopes: ['notes:write'], expiresAt: null } });
  const writer = await connect(body.token as string);
  const { id } = (await service.request('POST', '/api/notes', { body: { title: 'Items', content: '- a' } })).body;
  await writer.callTool({ name: 'edit_note', arguments: { id, version: 0, append: '- b' } });
  expect((await service.request('GET', `/api/notes/${id as string}`)).body.content).toBe('- a\n- b');
});

test('a token that may not use a tool is told the scopes that each would do', async () => {
  const scopes: Scope[] = ['notes:write'];
  const { body } = await service.request('POST', '/api/tokens', { body: { name: 'writes', scopes, expiresAt: null } });
  const writer = await connect(body.token as string);
  expect(await refusal(writer, 'read', { type: 'note', id: noteId })).toBe(
    'insufficient_scope: This token lacks the scope notes:read or boards:read or calendar:read',
  );
});
