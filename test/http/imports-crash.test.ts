import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../main/contract/jobs.ts';
import { full } from '../support/tiers.ts';
import { zip } from '../support/import-fixtures.ts';
import { withNewDatabase } from '../support/new-database.ts';
import { startServiceProcess, type ServiceProcess } from '../support/process.ts';

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-import-crash-'));
  service = await startServiceProcess(withNewDatabase(folder));
});
afterAll(async () => {
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true });
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into any answer
async function request(method: string, path: string, body?: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<any> {
  const { baseUrl, token } = service.info;
  const response = await fetch(baseUrl + path, { method, headers: { Authorization: `Bearer ${token}`, ...headers }, body: body ?? null });
  return response.status === 204 ? null : await response.json();
}

async function until(id: string, isThere: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = (await request('GET', `/api/jobs/${id}`)) as Job;
    if (isThere(job)) return job;
    await sleep(2);
  }
}

test('POST /api/imports/:id/apply › a kill leaves a failed job with its batch, and one undo takes back what it made', full, async () => {
  const files = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`F${index % 20}/N${index}.md`, `text ${index}`]));
  const { bytes, filename } = zip(files, 'many.zip');
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), filename);
  const read = (await request('POST', '/api/imports', form)) as Job;
  await until(read.id, ({ status }) => status === 'done');
  const { id } = (await request('POST', `/api/imports/${read.id}/apply`)) as Job;
  await until(id, ({ progress: { done } }) => done > 120);
  await service.end('SIGKILL');
  service = await startServiceProcess(folder);
  const job = (await request('GET', `/api/jobs/${id}`)) as Job;
  expect(job).toMatchObject({ status: 'failed', error: { code: 'interrupted' }, batchId: expect.any(String) as string });
  const { total } = (await request('GET', '/api/notes?limit=0')) as { total: number };
  expect(total).toBeGreaterThan(100);
  const undone = (await request('POST', '/api/undo', JSON.stringify({ batchId: job.batchId }), { 'Content-Type': 'application/json' })) as {
    skipped: unknown[];
  };
  expect(undone.skipped).toEqual([]);
  expect(await request('GET', '/api/notes?limit=0')).toMatchObject({ total: 0 });
  expect(await request('GET', '/api/notebooks')).toMatchObject({ total: 0 });
});
