// Jobs in tests: started, followed until they end, and the zips that they give.

import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, vi } from 'vitest';
import type { Job } from '../../main/contract/jobs.ts';
import type { Answer, TestService } from './service.ts';

type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** A job once `isSo` of it; it is asked for again and again. */
export function jobWhen(send: Send, id: string, isSo: (job: Job) => boolean): Promise<Job> {
  return vi.waitFor(
    async () => {
      const { body } = await send('GET', `/api/jobs/${id}`);
      if (!isSo(body as Job)) throw new Error(`the job is ${JSON.stringify(body)}`);
      return body as Job;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** A job once it has ended. */
export const endedJob = (send: Send, id: string): Promise<Job> => jobWhen(send, id, ({ endedAt }) => endedAt !== null);

/** Starts an export; its job as it is then. */
export async function startExport(send: Send): Promise<Job> {
  const { status, headers, body } = await send('POST', '/api/exports', { format: 'folder-zip' });
  expect([status, headers.get('Location')]).toEqual([202, `/api/jobs/${body.id}`]);
  return body as Job;
}

export interface Exported {
  readonly job: Job;
  readonly bytes: Buffer;
  readonly files: ReadonlyMap<string, Uint8Array>;
  text(path: string): string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into any of it
  json(path: string): any;
}

/** An export of everything, downloaded. */
export async function exportOf(service: TestService, token = service.token()): Promise<Exported> {
  const send: Send = (method, path, body) => service.request(method, path, { body, token });
  const { id } = await startExport(send);
  const job = await endedJob(send, id);
  expect([job.status, job.error]).toEqual(['done', null]);
  const { url, size, sha256 } = job.result as { url: string; size: number; sha256: string };
  const response = await fetch(service.baseUrl + url, { headers: { Authorization: `Bearer ${token}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, bytes.length, hashOf(bytes)]).toEqual([200, size, sha256]);
  const files = new Map(Object.entries(unzipSync(bytes)));
  const text = (path: string): string => strFromU8(files.get(path) ?? new Uint8Array());
  return { job, bytes, files, text, json: (path) => JSON.parse(text(path)) };
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
