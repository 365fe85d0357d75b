// The Model Context Protocol with its official client, against the real endpoint.

import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allScopes, type Scope } from '../../main/contract/scopes.ts';
import { estimateTokens, maxAnswerTokens } from '../../main/tools/budget.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
const clients: Client[] = [];

async function connect(token: string, options?: ClientOptions): Promise<Client> {
  const client = await connectMcp(service, { token, ...(options === undefined ? {} : { client: options }) });
  clients.push(client);
  return client;
}

async function tokenWith(name: string, ...scopes: readonly Scope[]): Promise<{ id: string; token: string }> {
  const { body } = await service.request('POST', '/api/tokens', { body: { name, scopes, expiresAt: null } });
  return body as { id: string; token: string };
}

interface Told {
  readonly text: string;
  readonly structured: any; // oxlint-disable-line typescript/no-explicit-any -- tests look into any answer
  readonly isError: boolean;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', structured: structuredContent, isError: isError === true };
}

async function must(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const told = await call(client, name, args);
  expect([name, told.isError, told.text]).toEqual([name, false, told.text]);
  return told;
}

const get = async (path: string): Promise<any> => (await service.request('GET', path)).body; // oxlint-disable-line typescript/no-explicit-any
const noId = '00000000-0000-7000-8000-000000000000';

let owner: Client;
let columnId: string;
let doneId: string;

beforeAll(async () => {
  service = await startTestService();
  owner = await connect(service.token());
  const column = async (title: string): Promise<string> =>
    (await service.request('POST', '/api/columns', { body: { title, projectId: 'web site' } })).body.id as string;
  columnId = await column('Doing');
  doneId = await column('Done');
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.dispose();
});

const order = [
  'search',
  'read',
  'list',
  'find_free_time',
  'create_note',
  'edit_note',
  'save_card',
  'move_card',
  'save_column',
  'save_event',
  'link',
  'trash',
  'undo',
];

describe('POST /api/mcp tools/list', () => {
  test.each<[string, ClientOptions, string]>([
    ['2026-07-28', { versionNegotiation: { mode: 'auto' } }, '2026-07-28'],
    ['2025-11-25', {}, '2025-11-25'],
  ])('revision %s gives the tools in their order, with hints, under 2,000 tokens of 4 characters', async (_, options, revision) => {
    const client = await connect(service.token(), options);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'daybook', version: '0.0.0-test' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(order);
    expect(estimateTokens(JSON.stringify(tools))).toBeLessThanOrEqual(2_000);
    for (const { name, annotations, inputSchema } of tools) {
      expect([name, annotations]).toEqual([
        name,
        {
          title: expect.any(String) as string,
          readOnlyHint: order.indexOf(name) < 4,
          destructiveHint: ['edit_note', 'save_card', 'save_column', 'save_event', 'trash', 'undo'].includes(name),
          idempotentHint: order.indexOf(name) < 4 || ['move_card', 'link', 'undo'].includes(name),
        },
      ]);
      expect(Object.keys(inputSchema)).not.toContain('anyOf');
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      // Gemini refuses a request with such an enumeration, whatever tool it asks for.
      expect([name, JSON.stringify(inputSchema)]).toEqual([name, expect.not.stringMatching(/"enum":\[(?:[^\]]*,)?""/)]);
    }
  });

  test('a token that may only read is shown no writing tools, and may not use them', async () => {
    const { token } = await tokenWith('Reader', ...allScopes.filter((scope) => scope.endsWith(':read')));
    const reader = await connect(token);
    expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual(order.slice(0, 4));
    const { isError, structured } = await call(reader, 'create_note', { title: 'Refused' });
    expect([isError, structured.code]).toEqual([true, 'insufficient_scope']);
    expect((await get('/api/notes?q=Refused')).total).toBe(0);
  });

  test('a token of one area is shown what that area has, and prompts and resources likewise', async () => {
    const client = await connect((await tokenWith('Calendar', 'calendar:read', 'calendar:write')).token);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'search',
      'read',
      'list',
      'find_free_time',
      'save_event',
      'link',
      'undo',
    ]);
    expect((await client.listPrompts()).prompts).toEqual([]);
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ name }) => name)).toEqual(['event']);
    expect((await call(client, 'list', { what: 'recent' })).structured.code).toBe('insufficient_scope');
    expect((await must(client, 'search', { query: 'anything' })).text).toMatch(/^Nothing found\./);
  });
});

describe('POST /api/mcp tools/call', () => {
  test('create_note, read, edit_note › the bytes are what was sent, and the feed names the token as an MCP client', async () => {
    const { id: tokenId, token } = await tokenWith('Writer', 'notes:read', 'notes:write');
    const client = await connect(token);
    const { lastSeq } = await get('/api/changes?limit=0');
    const content = '# Plan\n\nfirst line {{user.name}}\nsecond line\n';
    const made = await must(client, 'create_note', { title: 'Plan', content });
    const { id, version, url, batchId } = made.structured;
    expect([version, url]).toEqual([0, `${service.frontendUrl}/notes/${id as string}`]);
    expect(made.text).toBe(`note ${id as string} v0\n${url as string}\nbatch ${batchId as string}`);
    expect((await get(`/api/notes/${id as string}`)).content).toBe(content);

    const whole = await must(client, 'read', { type: 'note', id });
    expect(whole.text).toBe(`Plan (note ${id as string} v0)\n---\n${content}`);
    expect(whole.structured).toEqual({ type: 'note', id, version: 0, nextCursor: null });
    const part = await must(client, 'read', { type: 'note', id, from: 3, lines: 1 });
    expect(part.text).toBe(`Plan (note ${id as string} v0)\n---\n3\tfirst line {{user.name}}\n\nMore: of 5 lines: from 4`);

    const edit = (edits: object[], of = version): Promise<Told> => call(client, 'edit_note', { id, version: of, edits });
    expect((await edit([{ oldText: 'nowhere', newText: '' }])).structured.code).toBe('edit_conflict');
    expect((await edit([{ oldText: 'line', newText: '' }])).structured).toMatchObject({ code: 'edit_ambiguous', count: 2 });
    const edited = await edit([{ oldText: 'second line', newText: 'third {{a.b}}' }]);
    expect(edited.isError).toBe(false);
    const stale = await edit([{ oldText: 'third', newText: 'fourth' }]);
    expect([stale.isError, stale.structured.code, stale.structured.version]).toEqual([true, 'version_mismatch', edited.structured.version]);
    expect((await get(`/api/notes/${id as string}`)).content).toBe('# Plan\n\nfirst line {{user.name}}\nthird {{a.b}}\n');

    const { items } = await get(`/api/changes?since=${lastSeq as number}`);
    const actor = { kind: 'mcp', id: tokenId, name: 'Writer' };
    expect(items).toMatchObject([
      { type: 'note', action: 'created', id, actor, batchId },
      { type: 'note', action: 'updated', id, actor, batchId: edited.structured.batchId },
    ]);

    const { id: notebookId } = (await service.request('POST', '/api/notebooks', { body: { name: 'Plans' } })).body;
    const inner = (await service.request('POST', '/api/notebooks', { body: { name: 'Trips', parentId: notebookId } })).body.id as string;
    const placed = (await must(owner, 'create_note', { title: 'Placed', notebookId })).structured;
    const listed = await must(owner, 'list', { what: 'notebooks' });
    expect(listed.text).toContain(`- Plans (notebook ${notebookId as string}): 1 notes\n  - Trips (notebook ${inner}): 0 notes`);
    expect(listed.structured.items).toContainEqual({ type: 'notebook', id: inner, version: 1 });
    const rest = await must(owner, 'list', { what: 'notebooks', cursor: '1' });
    expect(rest.structured.items).toEqual((listed.structured.items as object[]).slice(1));
    expect(await get(`/api/notes/${placed.id as string}`)).toMatchObject({ title: 'Placed', content: '', notebookId });
    const refused = await call(owner, 'create_note', { title: 'Nowhere', notebookId: placed.id });
    expect([refused.isError, refused.structured.errors]).toMatchObject([true, [{ path: 'notebookId' }]]);
  });

  test('save_card, move_card › all of it or none, as one batch; read and list show it', async () => {
    const checklist = [
      { text: 'Sketch', completed: true },
      { text: 'Ink {{card.title}}', completed: false },
    ];
    const card = { columnId, title: 'Draw the logo', priority: 'high', dueDate: '2026-03-01', checklist };
    const { id, version, url } = (await must(owner, 'save_card', card)).structured;
    expect(url).toBe(`${service.frontendUrl}/boards/web+site/cards/${id as string}`);
    expect(await get(`/api/cards/${id as string}`)).toMatchObject({ title: 'Draw the logo', priority: 'high', checklist, version });

    const changed = await must(owner, 'save_card', { id, version, title: 'Draw it', dueDate: '', columnId: doneId, checklist: [] });
    expect(await get(`/api/cards/${id as string}`)).toMatchObject({ title: 'Draw it', dueDate: null, columnId: doneId, checklist: [] });
    const stale = await call(owner, 'save_card', { id, version, title: 'Lost', checklist });
    expect([stale.structured.code, stale.structured.version]).toEqual(['version_mismatch', changed.structured.version]);
    expect(stale.text).toContain(`it is v${changed.structured.version as number} now, read it again`);
    const refused = await call(owner, 'save_card', { id, title: 'Half', columnId: noId });
    expect([refused.isError, refused.structured.code]).toEqual([true, 'validation_failed']);
    expect((await get(`/api/cards/${id as string}`)).title).toBe('Draw it');

    await must(owner, 'move_card', { id, columnId, position: 0 });
    const board = await must(owner, 'list', { what: 'board', id: 'web site' });
    expect(board.text).toMatch(
      /^# Board web site: 2 columns, 1 cards\n## Doing \(column [\w-]+, 1 cards\)\n- Draw it · high \(card [\w-]+ v\d+\)\n## Done/,
    );
    expect((await must(owner, 'read', { type: 'board', id: 'web site' })).text).toBe(board.text);
    expect((await must(owner, 'read', { type: 'card', id })).text).toMatch(/^# Draw it\ncard [\w-]+ v\d+ · board web site/);
    expect((await must(owner, 'list', { what: 'boards' })).text).toBe('1 boards\n- web site: 2 columns, 1 cards');
  });

  test('save_event, find_free_time, list › events by their times, and the gaps between them', async () => {
    const at = (time: string): string => `2030-05-06T${time}:00Z`;
    const review = { title: 'Review', start: at('09:00'), end: at('10:00'), location: 'Room 1' };
    const { id, version } = (await must(owner, 'save_event', review)).structured;
    await must(owner, 'save_event', { title: 'Overlap', start: at('09:30'), end: at('11:00') });
    await must(owner, 'save_event', { title: 'Holiday', start: '2030-05-06', end: '2030-05-08' });
    expect(await get(`/api/events/${id as string}`)).toMatchObject({ title: 'Review', startTime: '2030-05-06T09:00:00.000Z' });
    await must(owner, 'save_event', { id, version, title: 'Big review', end: at('10:15') });
    expect((await call(owner, 'save_event', { id, version, title: 'Lost' })).structured.code).toBe('version_mismatch');
    const refused = await call(owner, 'save_event', { title: 'Backwards', start: at('10:00'), end: at('09:00') });
    expect([refused.structured.code, refused.text.includes('endTime')]).toEqual(['validation_failed', false]);
    expect(refused.structured.errors).toMatchObject([{ path: 'end' }]);

    const range = { from: at('08:00'), to: at('12:00'), timeZone: 'UTC' };
    expect((await must(owner, 'find_free_time', { ...range, minutes: 60 })).text).toBe(
      '2 gaps, times of UTC\n- 2030-05-06T08:00+00:00 to 2030-05-06T09:00+00:00 (60 min)\n- 2030-05-06T11:00+00:00 to 2030-05-06T12:00+00:00 (60 min)',
    );
    expect((await must(owner, 'find_free_time', { ...range, minutes: 61 })).text).toBe('No gap of 61 minutes.');
    const agenda = await must(owner, 'list', { what: 'agenda', from: '2030-05-05', to: '2030-05-10' });
    expect(agenda.text).toMatch(/^3 events, times of /);
    expect(agenda.text).toContain('2030-05-06 to 2030-05-07 all day Holiday');
    expect(agenda.text).toContain('Big review @ Room 1');
    const hidden = await service.request('POST', '/api/calendars', { body: { name: 'Hidden', isVisible: false } });
    const times = { startTime: at('07:00'), endTime: at('07:30') };
    const body = { title: 'Unseen', calendarId: hidden.body.id, ...times };
    expect((await service.request('POST', '/api/events', { body })).status).toBe(201);
    expect((await must(owner, 'list', { what: 'agenda', from: '2030-05-05', to: '2030-05-10' })).text).toBe(agenda.text);
    expect((await must(owner, 'read', { type: 'event', id })).text).toContain('place: Room 1');
    const found = await must(owner, 'search', { query: 'big review' });
    expect(found.structured.items).toMatchObject([{ type: 'event', id, version: Number(version) + 1 }]);
    expect(found.text).toContain(`(event ${id as string} v${Number(version) + 1})`);
  });

  test('list agenda, find_free_time, read › occurrences of a series by their ids', async () => {
    const recurrence = { rrule: 'FREQ=DAILY;COUNT=3' };
    const times = { start: '2031-05-05T09:00:00Z', end: '2031-05-05T10:00:00Z', timeZone: 'UTC' };
    const { id } = (await must(owner, 'save_event', { title: 'Stand-up', ...times, recurrence })).structured;
    const second = `${id as string}_20310506T090000Z`;
    const agenda = await must(owner, 'list', { what: 'agenda', from: '2031-05-06T00:00:00Z', to: '2031-05-07T00:00:00Z' });
    expect(agenda.structured.items).toMatchObject([{ type: 'event', id: second }]);
    expect((await must(owner, 'read', { type: 'event', id: second })).text).toContain('Stand-up');
    const moved = (await must(owner, 'save_event', { id: second, location: 'Hall' })).structured;
    expect([moved.id, moved.url.endsWith(`event=${second}`)]).toEqual([second, true]);
    expect((await must(owner, 'save_event', { id: moved.id, title: 'This one', scope: 'all' })).structured.id).toBe(id);
    const day = { from: '2031-05-06T08:00:00Z', to: '2031-05-06T12:00:00Z', timeZone: 'UTC', minutes: 60 };
    expect((await must(owner, 'find_free_time', day)).text).toMatch(
      /^2 gaps.*\n.*T08:00\+00:00 to .*T09:00.*\n.*T10:00\+00:00 to .*T12:00/,
    );
  });

  test('save_event › another rule leaves out what was left out, unless it tells dates itself; read tells them', async () => {
    const times = { start: '2032-05-05T09:00:00Z', end: '2032-05-05T10:00:00Z', timeZone: 'Europe/Vienna' };
    const { id } = (await must(owner, 'save_event', { title: 'Run', ...times, recurrence: { rrule: 'FREQ=DAILY;COUNT=9' } })).structured;
    await must(owner, 'trash', { type: 'event', id: `${id as string}_20320507T090000Z` });
    const datesAfter = async (change: object): Promise<unknown> => {
      await must(owner, 'save_event', { id, ...change });
      return (await get(`/api/events/${id as string}`)).recurrence.exdates;
    };
    const rule = { rrule: 'FREQ=DAILY;COUNT=5' };
    expect(await datesAfter({ recurrence: rule })).toEqual(['2032-05-07T09:00:00.000Z']);
    for (const start of [times.start, '2032-05-05T11:00'])
      expect(await datesAfter({ start, recurrence: rule })).toEqual(['2032-05-07T09:00:00.000Z']);
    expect((await must(owner, 'read', { type: 'event', id })).text).toContain('\nleft out: 2032-05-07T09:00:00.000Z');
    expect(await datesAfter({ start: '2032-05-05T08:00:00Z', recurrence: rule })).toEqual(['2032-05-07T08:00:00.000Z']);
    const next = `${id as string}_20320508T080000Z`;
    const split = await must(owner, 'save_event', { id: next, scope: 'following', recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });
    expect((await get(`/api/events/${split.structured.id as string}`)).recurrence.exdates).toEqual([]);
    expect(await datesAfter({ recurrence: { ...rule, exdates: [] } })).toEqual([]);
  });

  test('list today › events of today and cards that are due, done ones left out', async () => {
    const now = Date.now();
    await must(owner, 'save_event', { title: 'Now', start: new Date(now).toISOString(), end: new Date(now + 60_000).toISOString() });
    const yesterday = { start: new Date(now - 86_400_000).toISOString(), end: new Date(now - 86_340_000).toISOString(), timeZone: 'UTC' };
    await must(owner, 'save_event', { title: 'Each day', ...yesterday, recurrence: { rrule: 'FREQ=DAILY' } });
    await must(owner, 'save_card', { columnId, title: 'Overdue', dueDate: '2020-01-01' });
    const { id } = (await must(owner, 'save_card', { columnId, title: 'Finished', dueDate: '2020-01-01' })).structured;
    await service.request('PUT', `/api/cards/${id as string}`, { body: { completedAt: '2026-01-01T00:00:00Z' } });
    const { text } = await must(owner, 'list', { what: 'today' });
    const has = ['Now (event', 'Each day (event', 'Overdue · due 2020-01-01', 'Finished'].map((part) => text.includes(part));
    expect(has).toEqual([true, true, true, false]);
  });

  test('trash › the record is gone from everywhere, and can be brought back', async () => {
    const { id } = (await must(owner, 'create_note', { title: 'To go' })).structured;
    const { structured, text } = await must(owner, 'trash', { type: 'note', id });
    expect(text).toMatch(/^note To go \([\w-]+\) is in the trash until 20/);
    expect(structured).toMatchObject({ id, version: null, url: expect.stringMatching(/\/trash$/) });
    expect((await call(owner, 'read', { type: 'note', id })).structured).toEqual({ code: 'not_found', detail: 'There is no such note' });
    expect((await service.request('POST', `/api/trash/${structured.trashId as string}/restore`)).status).toBe(200);
    await must(owner, 'read', { type: 'note', id });
  });

  test('link › two records, once; undo takes it back', async () => {
    const { id: cardId } = (await must(owner, 'save_card', { columnId, title: 'Linked' })).structured;
    const { id: noteId } = (await must(owner, 'create_note', { title: 'Linked too' })).structured;
    const ends = { fromType: 'card', fromId: cardId, toType: 'note', toId: noteId };
    const { text, structured } = await must(owner, 'link', ends);
    expect(text).toContain('are linked');
    expect((await must(owner, 'link', ends)).text).toContain('were linked before');
    expect((await must(owner, 'read', { type: 'card', id: cardId })).text).toContain(`## Links\n- to note ${noteId as string} Linked too`);
    const reader = await connect((await tokenWith('boards alone', 'boards:read')).token);
    expect((await must(reader, 'read', { type: 'card', id: cardId })).text).not.toContain('Linked too');
    const links = await get(`/api/cards/${cardId as string}/links`);
    expect(links.outgoing).toMatchObject([{ kind: 'record', type: 'note', id: noteId, linkId: structured.id }]);
    await must(owner, 'undo', { batchId: structured.batchId });
    expect((await get(`/api/cards/${cardId as string}/links`)).outgoing).toEqual([]);
  });

  test('read, list › a card with the names of its labels', async () => {
    const { id } = (await must(owner, 'save_card', { columnId, title: 'Labelled' })).structured;
    const label = await service.request('POST', '/api/projects/web%20site/labels', { body: { name: 'urgent', color: 'red' } });
    expect(label.status).toBe(201);
    await service.request('PUT', `/api/cards/${id as string}`, { body: { labelIds: [label.body.id] } });
    expect((await must(owner, 'read', { type: 'card', id })).text).toContain('\nlabels: urgent');
    expect((await must(owner, 'list', { what: 'board', id: 'web site' })).text).toContain('Labelled · labels urgent (card');
  });

  test('search › where nothing is found, what the token may not read is told', async () => {
    const query = 'due:<2020-01-01';
    expect((await must(owner, 'search', { query })).text).toBe('Nothing found.');
    const reader = await connect((await tokenWith('notes alone', 'notes:read')).token);
    expect((await must(reader, 'search', { query })).text).toBe('Nothing found. This token may not read: cards, events, files.');
    // Of kinds that were not asked for there is nothing to tell.
    expect((await must(reader, 'search', { query, types: ['note'] })).text).toBe('Nothing found.');
  });

  test('save_card › the column and the state that a card has already leave its place and when it was done', async () => {
    const { id: own } = (await service.request('POST', '/api/columns', { body: { title: 'Steady', projectId: 'steady' } })).body;
    const save = async (fields: object): Promise<any> => (await must(owner, 'save_card', { ...fields })).structured; // oxlint-disable-line typescript/no-explicit-any
    const { id } = await save({ columnId: own, title: 'one' });
    await save({ columnId: own, title: 'two' });
    await service.request('PUT', `/api/cards/${id as string}`, { body: { completedAt: '2026-01-02T10:00:00Z' } });
    await save({ id, columnId: own, title: 'one!', done: true });
    expect(await get(`/api/cards/${id as string}`)).toMatchObject({ title: 'one!', position: 0, completedAt: '2026-01-02T10:00:00.000Z' });
    for (const same of [{ columnId: own }, { done: true }]) expect((await save({ id, ...same })).batchId).toBeNull();
    // What may not be read is written as before.
    const writer = await connect((await tokenWith('writer', 'boards:write')).token);
    await must(writer, 'save_card', { id, columnId: own });
    expect((await get(`/api/cards/${id as string}`)).position).toBe(1);
  });

  test('save_card › items of a checklist have due dates, kept where the text is the same; a priority goes', async () => {
    const { id } = (await must(owner, 'save_card', { columnId, title: 'Trip', priority: 'high' })).structured;
    const saved = async (...checklist: object[]): Promise<unknown> => {
      await must(owner, 'save_card', { id, priority: 'none', checklist: checklist.map((item) => ({ completed: false, ...item })) });
      const card = await get(`/api/cards/${id as string}`);
      return [card.priority, ...card.checklist.map((item: { dueDate: string | null }) => item.dueDate)];
    };
    const [pack, book] = [{ text: 'Pack' }, { text: 'Book' }];
    expect(await saved({ ...pack, dueDate: '2026-12-01' }, { ...book, dueDate: '2026-12-02' })).toEqual([null, '2026-12-01', '2026-12-02']);
    expect(await saved({ text: 'Pack all', dueDate: '2026-12-01' }, book)).toEqual([null, '2026-12-01', '2026-12-02']);
    expect(await saved({ ...book, dueDate: '' })).toEqual([null, null]);
  });

  test('save_event, save_card, list calendars › a calendar that is named, and reminders', async () => {
    const family = (await service.request('POST', '/api/calendars', { body: { name: 'Family', isVisible: false } })).body;
    const { text, structured } = await must(owner, 'list', { what: 'calendars' });
    expect(text).toMatch(/^\d calendars\n- Calendar · default \(calendar [\w-]+\)\n/);
    expect(text).toContain(`\n- Family · hidden (calendar ${family.id as string})`);
    expect(structured.items).toContainEqual({ type: 'calendar', id: family.id, version: 1 });
    const times = { start: '2033-05-06T09:00:00Z', end: '2033-05-06T10:00:00Z' };
    const event = { title: 'Dinner', ...times, calendarId: family.id, reminders: [10, 60] };
    const { id } = (await must(owner, 'save_event', event)).structured;
    const reminders = [{ minutesBefore: 10 }, { minutesBefore: 60 }];
    expect(await get(`/api/events/${id as string}`)).toMatchObject({ calendarId: family.id, reminders });
    expect((await must(owner, 'read', { type: 'event', id })).text).toContain(`v1 · calendar ${family.id as string}\n`);
    await must(owner, 'save_event', { id, reminders: [] });
    expect(await get(`/api/events/${id as string}`)).toMatchObject({ reminders: [] });
    const card = (await must(owner, 'save_card', { columnId, title: 'Pay', dueDate: '2033-05-06', reminders: [10] })).structured;
    expect(await get(`/api/cards/${card.id as string}`)).toMatchObject({ reminders: [{ minutesBefore: 10 }] });
  });

  test('edit_note › an empty note is written, and what there is goes on', async () => {
    const { id, version } = (await must(owner, 'create_note', { title: 'Empty' })).structured;
    const begun = await must(owner, 'edit_note', { id, version, append: '# One\n' });
    const edits = [{ oldText: 'One', newText: 'Two' }];
    await must(owner, 'edit_note', { id, version: begun.structured.version, edits, append: 'end\n' });
    expect((await get(`/api/notes/${id as string}`)).content).toBe('# Two\nend\n');
    const list = (await must(owner, 'create_note', { title: 'List', content: '- milk' })).structured;
    await must(owner, 'edit_note', { id: list.id, version: list.version, append: '- bread' });
    expect((await get(`/api/notes/${list.id as string}`)).content).toBe('- milk\n- bread');
    const nothing = await call(owner, 'edit_note', { id, version });
    expect(nothing.text).toContain('give edits, append or notebookId');
  });

  test('save_event › times of day make an event of whole days one with times', async () => {
    const { id } = (await must(owner, 'save_event', { title: 'Fair', start: '2026-12-07' })).structured;
    expect(await get(`/api/events/${id as string}`)).toMatchObject({ isAllDay: true });
    await must(owner, 'save_event', { id, start: '2026-12-07T09:00:00Z', end: '2026-12-07T10:00:00Z' });
    const timed = { isAllDay: false, startTime: '2026-12-07T09:00:00.000Z', endTime: '2026-12-07T10:00:00.000Z' };
    expect(await get(`/api/events/${id as string}`)).toMatchObject(timed);
    await must(owner, 'save_event', { id, start: '2026-12-08', end: '2026-12-09', isAllDay: true });
    expect(await get(`/api/events/${id as string}`)).toMatchObject({ isAllDay: true });
  });

  test('a write that changes nothing › tells that, and no batch', async () => {
    const { id, version } = (await must(owner, 'create_note', { title: 'Same', content: 'one' })).structured;
    const same = await must(owner, 'edit_note', { id, version, edits: [{ oldText: 'one', newText: 'one' }] });
    expect(same.structured).toMatchObject({ id, version, batchId: null });
    expect(same.text.split('\n').at(-1)).toBe('nothing has changed');
  });

  test('save_event › what is missing is told in the names of the tool', async () => {
    expect((await call(owner, 'save_event', { title: 'When?' })).structured.errors[0]).toEqual({
      path: 'start',
      message: 'is missing: give start and end',
    });
  });

  test.each(['start', 'end'])(
    'save_event › a date alone for the %s of an event with times is told in the names of the tool',
    async (bound) => {
      const times = { start: '2027-03-05T09:00:00Z', end: '2027-03-05T10:00:00Z' };
      const { id } = (await must(owner, 'save_event', { title: 'Timed', ...times })).structured;
      const { text, structured } = await call(owner, 'save_event', { id, [bound]: '2027-03-06' });
      expect(structured.errors).toEqual([{ path: bound, message: 'needs a time of day, unless isAllDay is true' }]);
      expect(text).toBe(`validation_failed: ${bound} needs a time of day, unless isAllDay is true`);
    },
  );

  test.each([
    ['save_event', { title: 'x' }],
    ['save_card', { title: 'x' }],
    ['move_card', { columnId: 'x' }],
    ['edit_note', { version: 0, edits: [{ oldText: 'a', newText: 'b' }] }],
  ])('%s › an id that no record can have is not found', async (name, args) => {
    for (const id of ['', '.', '..']) expect((await call(owner, name, { ...args, id })).structured.code).toBe('not_found');
  });

  test('undo › takes back all of a write by its batch, and tells what was changed since', async () => {
    const { id, version } = (await must(owner, 'create_note', { title: 'Back', content: 'old\n' })).structured;
    const edits = [{ oldText: 'old', newText: 'new' }];
    const { batchId } = (await must(owner, 'edit_note', { id, version, edits })).structured;
    const undone = await must(owner, 'undo', { batchId });
    expect(undone.structured.restored).toMatchObject([{ type: 'note', id }]);
    expect((await get(`/api/notes/${id as string}`)).content).toBe('old\n');
    const again = await must(owner, 'undo', { batchId });
    expect(again.text).toBe(`Nothing was undone.\n- note ${id as string} left alone: already_undone`);
    expect((await call(owner, 'undo', { batchId: noId })).structured.code).toBe('not_found');
  });

  test.each<[string, string, Record<string, unknown>, string]>([
    ['an argument that there is not', 'read', { type: 'note', id: noId, page: 2 }, 'page'],
    ['an argument that is missing', 'create_note', {}, 'title'],
    ['a day that there is not', 'list', { what: 'agenda', from: '2026-02-30' }, 'from'],
    ['a cursor of another kind', 'search', { query: 'x', cursor: 'abc' }, 'cursor'],
    ['a board without its id', 'list', { what: 'board' }, 'id'],
    ['a record to link that there is not', 'link', { fromType: 'note', fromId: noId, toType: 'event', toId: noId }, 'fromId'],
    ['too long a time', 'find_free_time', { from: '2026-01-01', to: '2027-01-01', minutes: 5 }, 'to'],
    ['a zone that there is not', 'find_free_time', { from: '2026-01-01', to: '2026-01-02', minutes: 5, timeZone: 'Mars/City' }, 'timeZone'],
  ])('isError validation_failed for %s', async (_, name, args, path) => {
    const { isError, structured, text } = await call(owner, name, args);
    expect([isError, structured.code, structured.errors[0].path]).toEqual([true, 'validation_failed', path]);
    expect(text).toBe(`validation_failed: ${structured.detail as string}`);
  });

  test.each<[string, object]>([
    ['edit_note', { version: 0, edits: [{ oldText: 'a', newText: 'b' }] }],
    ['save_card', { title: 'Renamed' }],
    ['move_card', { columnId: noId }],
    ['save_event', { title: 'Renamed' }],
  ])('isError not_found when %s gets an id that no address can hold', async (name, args) => {
    const { isError, structured } = await call(owner, name, { id: '\ud800', ...args });
    expect([isError, structured.code]).toEqual([true, 'not_found']);
  });

  test('an error of the protocol for a tool that there is not', async () => {
    await expect(owner.callTool({ name: 'drop_tables', arguments: {} })).rejects.toThrow('There is no tool drop_tables');
  });
});

describe('what answers cost', () => {
  beforeAll(async () => {
    const long = `${'narwhal '.repeat(40)} ${'x'.repeat(300)}`;
    const notes = Array.from({ length: 30 }, (_, index) => ({
      method: 'POST',
      path: '/api/notes',
      body: { title: `Narwhal ${index} ${'very long title '.repeat(20)}`, content: long },
    }));
    const cards = Array.from({ length: 170 }, (_, index) => ({
      method: 'POST',
      path: '/api/cards',
      body: { columnId, title: `Narwhal ${index} ${'card '.repeat(50)}`, description: long },
    }));
    await service.request('POST', '/api/batch', { body: { operations: [...notes, ...cards] } });
  });

  test('read › the rest of a line that is too long for an answer; a board has no places within lines', async () => {
    const { structured: made } = await must(owner, 'create_note', { title: 'Long', content: `${'word '.repeat(4_000)}end\nnext` });
    const first = await must(owner, 'read', { type: 'note', id: made.id });
    expect(first.structured.nextCursor).toMatch(/^1:\d+$/);
    expect(first.text.endsWith(`\n\nMore: of 2 lines: from ${first.structured.nextCursor as string}`)).toBe(true);
    const rest = await must(owner, 'read', { type: 'note', id: made.id, from: first.structured.nextCursor });
    expect([rest.text.endsWith('word end\nnext'), rest.structured.nextCursor]).toEqual([true, null]);
    expect((await call(owner, 'read', { type: 'board', id: 'web site', from: '1:5' })).structured.errors).toMatchObject([{ path: 'from' }]);
  });

  test('search › 20 hits have at most 1,500 tokens; the cursor leads to the next ones, each once', async () => {
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { text, structured } = await must(owner, 'search', { query: 'narwhal', ...(cursor === undefined ? {} : { cursor }) });
      expect([structured.items.length, estimateTokens(text) <= 1_500]).toEqual([20, true]);
      expect(text.endsWith(`\n\nMore: cursor ${structured.nextCursor as string}`)).toBe(true);
      for (const { id } of structured.items) seen.add(id as string);
      cursor = structured.nextCursor as string;
    }
    expect(seen.size).toBe(60);
    const types = (await must(owner, 'search', { query: 'narwhal', types: ['card'], limit: 3 })).structured.items;
    expect(types).toMatchObject(Array.from({ length: 3 }, () => ({ type: 'card', version: expect.any(Number) })));
  });

  test('list › a board that is longer than the cap comes in pages, with every card once', async () => {
    const seen: string[] = [];
    let cursor: string | null = '1';
    for (let page = 0; cursor !== null && page < 20; page += 1) {
      const { text, structured } = await must(owner, 'list', { what: 'board', id: 'web site', cursor });
      expect(estimateTokens(text)).toBeLessThanOrEqual(maxAnswerTokens);
      seen.push(...structured.items.map(({ id }: { id: string }) => id));
      cursor = structured.nextCursor as string | null;
      // A client that is shown the text alone goes on by what it says.
      expect(/More: .*$/.exec(text)?.[0]).toBe(cursor === null ? undefined : `More: cursor ${cursor}`);
    }
    expect(seen.length).toBeGreaterThan(150);
    const all = (await get('/api/cards?projectId=web%20site&limit=500')).items as { id: string }[];
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  test('read › a note that is longer than the cap comes in pages that give its lines', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index} of a long note with some more words`);
    const { id } = (await must(owner, 'create_note', { title: 'Long', content: lines.join('\n') })).structured;
    const read: string[] = [];
    let from: string | null = '1';
    while (from !== null) {
      const { text, structured } = await must(owner, 'read', { type: 'note', id, from: Number(from) });
      expect(estimateTokens(text)).toBeLessThanOrEqual(maxAnswerTokens);
      read.push(...text.split('\n').filter((line) => line.startsWith('line ')));
      from = structured.nextCursor as string | null;
    }
    expect(read).toEqual(lines);
  });
});

describe('resources and prompts', () => {
  test('resources › notes newest first and boards; their markdown; nothing of what is not there', async () => {
    const { id } = (await must(owner, 'create_note', { title: 'Newest', content: '*x*\n' })).structured;
    const { resources } = await owner.listResources();
    expect(resources[0]).toMatchObject({ uri: `daybook://note/${id as string}`, title: 'Newest', mimeType: 'text/markdown' });
    expect(resources.at(-1)).toMatchObject({ uri: 'daybook://board/web%20site' });
    const read = async (uri: string): Promise<unknown> => (await owner.readResource({ uri })).contents[0];
    expect(await read(`daybook://note/${id as string}`)).toEqual({
      uri: `daybook://note/${id as string}`,
      mimeType: 'text/markdown',
      text: '*x*\n',
    });
    expect(await read('daybook://board/web%20site')).toMatchObject({ text: expect.stringMatching(/^# Board web site/) as string });
    for (const uri of [`daybook://note/${noId}`, 'daybook://user/1', 'file:///etc/passwd', 'daybook://note/%E0'])
      await expect(read(uri)).rejects.toThrow(/not found/i);
    const { resourceTemplates } = await owner.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'daybook://note/{id}',
      'daybook://card/{id}',
      'daybook://event/{id}',
      'daybook://board/{projectId}',
    ]);
  });

  test('prompts › plan_my_day with what stands in today, summarise_note with the note', async () => {
    const { id } = (await must(owner, 'create_note', { title: 'Minutes', content: 'We decided.\n' })).structured;
    expect((await owner.listPrompts()).prompts.map(({ name }) => name)).toEqual(['plan_my_day', 'summarise_note']);
    const plan = await owner.getPrompt({ name: 'plan_my_day' });
    expect(JSON.stringify(plan.messages)).toContain('Overdue');
    const { messages } = await owner.getPrompt({ name: 'summarise_note', arguments: { id: id as string } });
    expect(messages[1]?.content).toMatchObject({ type: 'resource', resource: { text: 'We decided.\n' } });
    await expect(owner.getPrompt({ name: 'summarise_note' })).rejects.toThrow('id is missing');
    await expect(owner.getPrompt({ name: 'summarise_note', arguments: { id: noId } })).rejects.toThrow('not_found');
    await expect(owner.getPrompt({ name: 'nothing' })).rejects.toThrow('There is no prompt nothing');
  });

  test('subscriptions/listen › tells the changes of the own user until the token is revoked', async () => {
    const { id: tokenId, token } = await tokenWith('Listener', 'notes:read', 'changes:read');
    const client = await connect(token);
    const { id } = (await must(owner, 'create_note', { title: 'Watched' })).structured;
    const uri = `daybook://note/${id as string}`;
    const told: string[] = [];
    const updated = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        told.push(params.uri);
        resolve();
      });
    });
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    await service.request('POST', '/api/notes', { body: { title: 'Not watched' } });
    await service.request('POST', `/api/notes/${id as string}/delta`, { body: { title: 'Watched more' } });
    await updated;
    expect(told).toEqual([uri]);
    await service.request('DELETE', `/api/tokens/${tokenId}`);
    await subscription.closed;
    await expect(client.listTools()).rejects.toThrow();
  });

  test('subscriptions are offered with changes:read only', async () => {
    const client = await connect((await tokenWith('Deaf', 'notes:read')).token);
    expect(client.getServerCapabilities()?.resources).toEqual({});
    expect(owner.getServerCapabilities()?.resources).toEqual({ subscribe: true, listChanged: true });
  });
});

describe('the transport of POST /api/mcp', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { Accept: 'application/json, text/event-stream' };

  test('401 as a problem without a token, before the body is read', async () => {
    const { status, body, headers: own } = await service.request('POST', '/api/mcp', { token: null, body: '{', headers });
    expect([status, body.code, own.get('WWW-Authenticate')]).toEqual([401, 'unauthorized', expect.stringMatching(/^Bearer/)]);
  });

  test.each(['GET', 'DELETE', 'PUT'])('405 for %s', async (method) => {
    const { status, headers: own } = await service.request(method, '/api/mcp', { headers });
    expect([status, own.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test.each(['oauth-protected-resource', 'oauth-authorization-server', 'oauth-protected-resource/api/mcp'])(
    'GET /.well-known/%s › 404 as JSON, with and without a token',
    async (name) => {
      for (const token of [null, service.token()]) {
        const { status, body, headers: own } = await service.request('GET', `/.well-known/${name}`, { token });
        expect([status, body.code, own.get('Content-Type')]).toEqual([404, 'not_found', expect.stringContaining('json')]);
      }
    },
  );

  test.each<[string, number, number, string, Record<string, string>]>([
    ['no JSON', 400, -32_700, '{', {}],
    ['a body of another type', 415, -32_600, 'x', { 'Content-Type': 'text/plain' }],
    ['too large a body', 413, -32_600, JSON.stringify({ ...message, params: { x: 'x'.repeat(17 * 1024 * 1024) } }), {}],
    ['no message', 400, -32_600, '{"hello":1}', {}],
  ])('an error of JSON-RPC for %s', async (_, status, code, body, more) => {
    const answer = await service.request('POST', '/api/mcp', { body, headers: { ...headers, ...more } });
    expect([answer.status, answer.body.jsonrpc, answer.body.error.code]).toEqual([status, '2.0', code]);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('another user’s records are not there', async () => {
    const { id } = (await must(owner, 'create_note', { title: 'Private narwhal' })).structured;
    const stranger = await connect(await service.signUp('stranger'));
    expect((await call(stranger, 'read', { type: 'note', id })).structured.code).toBe('not_found');
    expect((await must(stranger, 'search', { query: 'narwhal' })).text).toBe('Nothing found.');
    expect((await call(stranger, 'trash', { type: 'note', id })).structured.code).toBe('not_found');
    await expect(stranger.readResource({ uri: `daybook://note/${id as string}` })).rejects.toThrow();
  });
});
