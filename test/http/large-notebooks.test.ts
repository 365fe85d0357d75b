// A notebook of very many notes goes, and comes back, in several writes: nothing holds others up.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';
import { full } from '../support/tiers.ts';

/** More than one undo gives back in one write. */
const notes = 1_100;

let service: TestService;
let parentId: string;
let childId: string;

const must = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const answer = await service.request(method, path, body === undefined ? {} : { body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

const commits = (statements: readonly string[]): number => statements.filter((text) => text === 'COMMIT').length;
const countIn = async (id: string): Promise<unknown> => (await must('GET', `/api/notes?notebookId=${id}&limit=0`)).total;

/** A notebook within `parentId`, with as many notes. */
async function largeNotebook(name: string): Promise<string> {
  const { id } = await must('POST', '/api/notebooks', { name, parentId });
  for (let made = 0; made < notes; made += 100) {
    const body = { title: 'One of many', content: 'A line\n', notebookId: id };
    const { applied } = await must('POST', '/api/batch', {
      operations: Array.from({ length: 100 }, () => ({ method: 'POST', path: '/api/notes', body })),
    });
    expect(applied).toBe(true);
  }
  return id as string;
}

beforeAll(async () => {
  service = await startTestService();
  parentId = (await must('POST', '/api/notebooks', { name: 'Parent' })).id as string;
});
afterAll(() => service.dispose());

test('DELETE /api/notebooks/:id › in a batch alone: others come in between, and undo and redo give all of it back', full, async () => {
  const id = await largeNotebook('Large');
  childId = (await must('POST', '/api/notebooks', { name: 'Child', parentId: id })).id as string;
  const remove = { method: 'DELETE', path: `/api/notebooks/${id}` };

  // What is tried out, or fails in the end, changes nothing.
  expect(await must('POST', '/api/batch', { operations: [remove], dryRun: true })).toMatchObject({ applied: false, failed: null });
  const failing = { method: 'DELETE', path: '/api/notebooks/nowhere' };
  expect(await must('POST', '/api/batch', { operations: [remove, failing] })).toMatchObject({ applied: false });
  const stale = await must('POST', '/api/batch', { operations: [{ ...remove, ifMatch: 7 }] });
  expect(stale).toMatchObject({ applied: false, failed: { problem: { status: 412 } } });
  expect([await countIn(id), await countIn(parentId)]).toEqual([notes, 0]);

  const ended: string[] = [];
  const since = (await must('GET', '/api/changes?limit=0')).lastSeq as number;
  const { answer, statements } = await statementsOf(async () => {
    const removal = must('POST', '/api/batch', { operations: [remove] }).finally(() => ended.push('removal'));
    const other = must('POST', '/api/columns', { title: 'Other', projectId: 'other' }).finally(() => ended.push('other'));
    await other;
    return removal;
  });
  expect(answer).toMatchObject({ applied: true, failed: null });
  expect(commits(statements)).toBeGreaterThan(notes / 100);
  expect(ended).toEqual(['other', 'removal']);
  expect([(await service.request('GET', `/api/notebooks/${id}`)).status, await countIn(parentId)]).toEqual([404, notes]);
  const changes = (await must('GET', `/api/changes?since=${since}`)).items as { readonly type: string; readonly batchId: string | null }[];
  const own = changes.filter(({ batchId }) => batchId === answer.batchId);
  // The notes, the notebook in it, and itself.
  expect(own).toHaveLength(notes + 2);

  const { answer: undone, statements: back } = await statementsOf(() => must('POST', '/api/undo', { batchId: answer.batchId }));
  expect(undone.total).toEqual({ restored: notes + 2, skipped: 0 });
  expect(commits(back)).toBeGreaterThan(notes / 100);
  expect([await countIn(id), await countIn(parentId)]).toEqual([notes, 0]);
  expect(await must('GET', `/api/notebooks/${childId}`)).toMatchObject({ parentId: id });

  expect((await must('POST', '/api/undo', { batchId: undone.batchId })).total).toEqual({ restored: notes + 2, skipped: 0 });
  expect([(await service.request('GET', `/api/notebooks/${id}`)).status, await countIn(parentId)]).toEqual([404, notes]);
  expect(await must('GET', `/api/notebooks/${childId}`)).toMatchObject({ parentId });
});

test('DELETE /api/notebooks/:id › alone: all of it is one batch, which can be undone', full, async () => {
  const id = await largeNotebook('Another');
  const before = (await countIn(parentId)) as number;
  const since = (await must('GET', '/api/changes?limit=0')).lastSeq as number;
  const { statements } = await statementsOf(() => must('DELETE', `/api/notebooks/${id}`));
  expect(commits(statements)).toBeGreaterThan(notes / 100);
  expect(await countIn(parentId)).toBe(before + notes);
  const changes = (await must('GET', `/api/changes?since=${since}`)).items as { readonly batchId: string }[];
  expect(new Set(changes.map(({ batchId }) => batchId)).size).toBe(1);
  await must('POST', '/api/undo', { batchId: changes[0]?.batchId });
  expect([await countIn(id), await countIn(parentId)]).toEqual([notes, before]);
});
