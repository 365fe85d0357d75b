// Ctrl+C, typed on a terminal while the command works: the service gives the work up too.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../../main/contract/jobs.ts';
import { zip } from '../support/import-fixtures.ts';
import { cleanEnvironment } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const root = resolve(import.meta.dirname, '../..');
const script = '/usr/bin/script';

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-interrupt-'));
  service = await startTestService();
});

afterAll(async () => {
  await service.dispose();
  rmSync(folder, { recursive: true });
});

/** Runs the command on a terminal of its own, and types Ctrl+C once it has told this. */
async function interrupted(said: RegExp, ...args: readonly string[]): Promise<{ readonly code: number | null; readonly told: string }> {
  const line = [process.execPath, join(root, 'main/cli.ts'), ...args, '--data-dir', service.dataDir].map((part) => `'${part}'`).join(' ');
  const terminal = spawn(script, ['-qec', `exec ${line}`, '/dev/null'], {
    env: { ...cleanEnvironment(), SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let told = '';
  let isTyped = false;
  terminal.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    if (isTyped || !said.test(told)) return;
    isTyped = true;
    terminal.stdin.write('\u0003');
  });
  const code = await new Promise<number | null>((done) => {
    terminal.on('close', done);
  });
  return { code, told };
}

const jobs = async (kind: string): Promise<Job[]> => (await service.request('GET', `/api/jobs?kind=${kind}`)).body.items as Job[];

describe.runIf(process.platform === 'linux' && existsSync(script))('Ctrl+C', () => {
  test('daybook import › what has come in is taken back, and the command ends with 1', async () => {
    const notes = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`Note ${number}.md`, `Text ${number}`]));
    const { filename, bytes } = zip(notes, 'Many.zip');
    const file = join(folder, filename);
    writeFileSync(file, bytes);
    const total = async (): Promise<number> => (await service.request('GET', '/api/notes?limit=0')).body.total as number;
    const before = await total();
    const { code, told } = await interrupted(/Bringing in: [1-9]\d* of 1000 items/, 'import', file);
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
    const incoming = join(service.dataDir, 'attachments', 'incoming');
    await expect.poll(() => (existsSync(incoming) ? readdirSync(incoming) : [])).toEqual([]);
  });
});
