// Ctrl+C, typed on a terminal while the command works: the service gives the work up too.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../../main/contract/jobs.ts';
import { full } from '../support/tiers.ts';
import { zip } from '../support/import-fixtures.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { jsonRequest } from '../support/json-request.ts';
import { withNewDatabase } from '../support/new-database.ts';
import { cleanEnvironment, startServiceProcess, type ServiceProcess } from '../support/process.ts';
import type { Answer } from '../support/service.ts';

const root = resolve(import.meta.dirname, '../..');
const script = '/usr/bin/script';

let dataDir: string;
let service: ServiceProcess;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-interrupt-'));
  dataDir = withNewDatabase(makeDataDir());
  service = await startServiceProcess(dataDir);
});

afterAll(async () => {
  service.child.kill('SIGCONT');
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true });
});

/**
 * Runs the command on a terminal of its own, and types Ctrl+C once it has told this. The service stands still from then on until the
 * command has told of that, or has ended: it is not done with its work before.
 */
async function interrupted(said: RegExp, ...args: readonly string[]): Promise<{ readonly code: number | null; readonly told: string }> {
  const line = [process.execPath, join(root, 'main/cli.ts'), ...args, '--data-dir', dataDir].map((part) => `'${part}'`).join(' ');
  const terminal = spawn(script, ['-qec', `exec ${line}`, '/dev/null'], {
    env: { ...cleanEnvironment(), SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let told = '';
  let isTyped = false;
  terminal.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    if (isTyped) {
      // What a terminal shows for the key alone is not the command's.
      if (told.includes('is being cancelled')) service.child.kill('SIGCONT');
      return;
    }
    if (!said.test(told)) return;
    isTyped = true;
    service.child.kill('SIGSTOP');
    terminal.stdin.write('\u0003');
  });
  const code = await new Promise<number | null>((done) => {
    terminal.on('close', done);
  });
  service.child.kill('SIGCONT');
  return { code, told };
}

const request = (method: string, path: string): Promise<Answer> =>
  jsonRequest(method, service.info.baseUrl + path, { token: service.info.token });
const jobs = async (kind: string): Promise<Job[]> => (await request('GET', `/api/jobs?kind=${kind}`)).body.items as Job[];

describe.runIf(process.platform === 'linux' && existsSync(script))('Ctrl+C', () => {
  test('daybook import › what has come in is taken back, and the command ends with 1', full, async () => {
    const notes = Object.fromEntries(Array.from({ length: 2_500 }, (_, number) => [`Note ${number}.md`, `Text ${number}`]));
    const { filename, bytes } = zip(notes, 'Many.zip');
    const file = join(folder, filename);
    writeFileSync(file, bytes);
    const total = async (): Promise<number> => (await request('GET', '/api/notes?limit=0')).body.total as number;
    const before = await total();
    const { code, told } = await interrupted(/Bringing in: (?!2500 )[1-9]\d* of 2500 items/, 'import', file);
    expect([code, told]).toEqual([1, expect.stringContaining('it was cancelled')]);
    expect((await jobs('import-apply')).map(({ status }) => status)).toEqual(['cancelled']);
    expect(await total()).toBe(before);
  });

  test('daybook import › while the file is sent, nothing comes in and nothing of it stays', async () => {
    const file = join(folder, 'Large.zip');
    writeFileSync(file, 'PK\u0003\u0004');
    // Of no size on the disk; sending all of it would take a while.
    truncateSync(file, 1024 ** 3);
    const before = (await jobs('import')).length;
    const { told } = await interrupted(/Sending: [1-9]\d* of/, 'import', file);
    expect(told).not.toContain('could not be');
    expect(await jobs('import')).toHaveLength(before);
    const incoming = join(dataDir, 'attachments', 'incoming');
    await expect.poll(() => (existsSync(incoming) ? readdirSync(incoming) : [])).toEqual([]);
  });
});
