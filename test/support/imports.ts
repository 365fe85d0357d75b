// Imports over HTTP: a file is sent, and its job is waited for.

import { expect } from 'vitest';
import type { ImportOutcome, ImportReading, ImportSource } from '../../main/contract/imports.ts';
import type { Job } from '../../main/contract/jobs.ts';
import type { Fixture } from './import-fixtures.ts';
import type { Answer, TestService } from './service.ts';

export class ImportClient {
  readonly #service: Pick<TestService, 'baseUrl' | 'token'>;

  constructor(service: Pick<TestService, 'baseUrl' | 'token'>) {
    this.#service = service;
  }

  async send(files: readonly Fixture[], query = '', token = this.#service.token()): Promise<Answer> {
    const form = new FormData();
    for (const { filename, bytes } of files) form.append('file', new Blob([Uint8Array.from(bytes)]), filename);
    const response = await fetch(`${this.#service.baseUrl}/api/imports${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Follows the job until it ends. */
  async ended(id: string, token = this.#service.token()): Promise<Job> {
    const response = await fetch(`${this.#service.baseUrl}/api/jobs/${id}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    });
    const text = await response.text();
    const last = text.split('\n').findLast((line) => line.startsWith('data: '));
    if (last === undefined) throw new Error(`no job: ${text}`);
    return JSON.parse(last.slice('data: '.length)) as Job;
  }

  /** The job that has read the file, ended. */
  async read(file: Fixture, source: ImportSource | 'auto' = 'auto', token = this.#service.token()): Promise<Job> {
    const { status, body } = await this.send([file], `?source=${source}`, token);
    if (status !== 202) throw new Error(JSON.stringify(body));
    return await this.ended((body as Job).id, token);
  }

  async apply(importId: string, token = this.#service.token()): Promise<Answer> {
    const response = await fetch(`${this.#service.baseUrl}/api/imports/${importId}/apply`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Reads the file and brings it in, and looks that the reading has foreseen what came. */
  async bring(file: Fixture, token = this.#service.token()): Promise<{ reading: ImportReading; outcome: ImportOutcome; job: Job }> {
    const read = await this.read(file, 'auto', token);
    if (read.status !== 'done') throw new Error(JSON.stringify(read));
    const { status, body } = await this.apply(read.id, token);
    if (status !== 202) throw new Error(JSON.stringify(body));
    const job = await this.ended((body as Job).id, token);
    if (job.status !== 'done') throw new Error(JSON.stringify(job));
    const [reading, outcome] = [read.result as ImportReading, job.result as ImportOutcome];
    expectForeseen(reading, outcome);
    return { reading, outcome, job };
  }
}

/** Nothing has changed in between: what was foreseen is what has come. */
function expectForeseen(reading: ImportReading, outcome: ImportOutcome): void {
  expect(reading.changes).toEqual(outcome.counts);
  expect(reading.warningCounts.conflict).toBe(outcome.warningCounts.conflict);
}
