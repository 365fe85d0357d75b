// Lists of MCP's tools that are read page by page, while their reader does something to what each page shows.

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../main/contract/batch.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

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

interface Page {
  readonly items: readonly { readonly type: string; readonly id: string }[];
  readonly nextCursor: string | null;
}

async function pageOf(tool: string, args: Record<string, unknown>): Promise<Page> {
  const { content, structuredContent } = await client.callTool({ name: tool, arguments: args });
  const page = structuredContent as Page;
  const [first] = content;
  const last = /\n\nMore: \w+ (\S+)$/.exec(first?.type === 'text' ? first.text : '')?.[1] ?? null;
  expect(page).toMatchObject({ nextCursor: last });
  return page;
}

/** At most 200. Answers the ids of what it makes. */
async function write(operations: readonly Operation[]): Promise<string[]> {
  if (operations.length === 0) return [];
  const { body } = await service.request('POST', '/api/batch', { body: { operations } });
  expect(body).toMatchObject({ applied: true });
  return (body.results as { body: { id: string } }[]).map((result) => result.body.id);
}

const many = (count: number, operation: (index: number) => Operation): Promise<string[]> =>
  write(Array.from({ length: count }, (_, index) => operation(index)));

/** The ids on all pages; `done` is called with those of each before the next one is asked for. */
async function readThrough(
  tool: string,
  args: Record<string, unknown>,
  done: (items: Page['items']) => Promise<unknown>,
): Promise<{ readonly ids: string[]; readonly pages: number }> {
  const ids: string[] = [];
  const name = tool === 'read' ? 'from' : 'cursor';
  let pages = 0;
  for (let cursor: string | null = null; pages === 0 || cursor !== null; pages += 1) {
    const page: Page = await pageOf(tool, { ...args, ...(cursor === null ? {} : { [name]: cursor }) });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    await done(page.items);
  }
  return { ids, pages };
}

const trash = (items: Page['items']): Promise<string[]> =>
  write(items.map(({ type, id }) => ({ method: 'POST', path: '/api/trash', body: { type, id } })));

const half = (items: Page['items']): Page['items'] => items.filter((_, index) => index % 2 === 0);

async function board(projectId: string, count: number, more: object): Promise<{ readonly ids: string[]; readonly doneId: string }> {
  const column = (title: string): Operation => ({ method: 'POST', path: '/api/columns', body: { title, projectId } });
  const [columnId = '', doneId = ''] = await write([column('Inbox'), column('Done')]);
  const card = (index: number): Operation => ({ method: 'POST', path: '/api/cards', body: { columnId, title: `Card ${index}`, ...more } });
  return { ids: [...(await many(150, card)), ...(await many(count - 150, card))], doneId };
}

test.each(['list', 'read'])(
  '%s › each card of a board is shown, also where those of a page are moved to another column',
  full,
  async (tool) => {
    const { ids, doneId } = await board(`triage-${tool}`, 300, {});
    const args = tool === 'list' ? { what: 'board', id: `triage-${tool}` } : { type: 'board', id: `triage-${tool}` };
    const moved = new Set<string>();
    const shown = await readThrough(tool, args, (items) => {
      const next = half(items).filter(({ id }) => !moved.has(id));
      for (const { id } of next) moved.add(id);
      return many(next.length, (at) => move(next[at]?.id ?? '', doneId));
    });
    expect(shown.pages).toBeGreaterThan(1);
    expect([...new Set(shown.ids)].toSorted()).toEqual(ids.toSorted());
  },
);

const move = (id: string, columnId: string): Operation => ({ method: 'POST', path: `/api/cards/${id}/move`, body: { columnId } });

test('list › today shows each card that is due, also where those of a page are done', full, async () => {
  const { ids } = await board('due', 200, { dueDate: '2020-01-01' });
  const done = (id: string): Operation => ({ method: 'PUT', path: `/api/cards/${id}`, body: { completedAt: '2026-03-01T09:30:00Z' } });
  const shown = await readThrough('list', { what: 'today' }, (items) => many(items.length, (at) => done(items[at]?.id ?? '')));
  expect(shown.ids.toSorted()).toEqual(ids.toSorted());
});

test('list › the agenda and recent notes show all, also where those of a page go into the trash', full, async () => {
  const startTime = '2031-05-05T09:00:00Z';
  const events = await many(180, (index) => ({
    method: 'POST',
    path: '/api/events',
    body: { title: `Event ${index}`, startTime, endTime: '2031-05-05T10:00:00Z' },
  }));
  const agenda = await readThrough('list', { what: 'agenda', from: '2031-05-05' }, (items) => trash(half(items)));
  expect(agenda.ids.toSorted()).toEqual(events.toSorted());
  const notes = await many(180, (index) => ({ method: 'POST', path: '/api/notes', body: { title: `Note ${index}` } }));
  const recent = await readThrough('list', { what: 'recent' }, (items) => trash(half(items)));
  expect(recent.ids.toSorted()).toEqual(notes.toSorted());
});

test('list › goes on where it was when what comes next is gone', full, async () => {
  const { ids } = await board('gone', 250, {});
  const first = await pageOf('list', { what: 'board', id: 'gone' });
  const next = ids[first.items.length] ?? '';
  expect(first.nextCursor).toContain(next);
  await trash([{ type: 'card', id: next }]);
  const second = await pageOf('list', { what: 'board', id: 'gone', cursor: first.nextCursor });
  expect(second.items[0]?.id).toBe(ids[first.items.length + 1]);
});
