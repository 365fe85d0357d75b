// What a request may cost: how many statements it runs, the transaction's own among them. Time on a busy machine proves nothing.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let columnId: string;

beforeAll(async () => {
  service = await startTestService();
  columnId = (await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'budget' } })).body.id as string;
  for (let index = 0; index < 30; index += 1) await service.request('POST', '/api/cards', { body: { title: `Card ${index}`, columnId } });
});

afterAll(() => service.dispose());

/** The second of two like requests: by then what is remembered of the token is there. */
async function costOf(send: () => Promise<Answer>): Promise<{ readonly status: number; readonly statements: readonly string[] }> {
  await send();
  // What the writes before put off is done by then.
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  const { answer, statements } = await statementsOf(send);
  return { status: answer.status, statements };
}

const commits = (statements: readonly string[]): number => statements.filter((text) => text === 'COMMIT').length;

describe('a write alone in its transaction', () => {
  test('POST /api/events › at most 5 statements, one commit, no savepoint', async () => {
    const body = { title: 'Dentist', date: '2026-03-12', start: '09:30', end: '10:15', timeZone: 'Europe/Vienna' };
    const { status, statements } = await costOf(() => service.request('POST', '/api/events', { body }));
    expect(status).toBe(201);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(5);
    expect(commits(statements)).toBe(1);
  });
});

describe('reads', () => {
  test('GET /api/events/:id › 1 statement', async () => {
    const { body } = await service.request('POST', '/api/events', { body: { title: 'x', date: '2026-03-12', start: '09:30', end: '10:15', timeZone: 'UTC' } });
    const { statements } = await costOf(() => service.request('GET', `/api/events/${body.id as string}`));
    expect(statements).toHaveLength(1);
  });
});
