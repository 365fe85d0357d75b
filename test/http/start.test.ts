// `npm start` as its users run it. Which host it takes is a table in test/unit/start.test.ts.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceInfo } from '../../main/service-file.ts';
import { full } from '../support/tiers.ts';
import { cleanEnvironment } from '../support/process.ts';

const root = join(import.meta.dirname, '../..');

describe('npm start', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-start-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (args: readonly string[], environment: Record<string, string> = {}): { child: ChildProcess; output: () => string } => {
    const child = spawn(process.execPath, ['main/start.ts', ...args], {
      cwd: root,
      env: cleanEnvironment(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    return { child, output: () => output };
  };

  const finished = async ({ child, output }: ReturnType<typeof start>): Promise<{ code: number | null; output: string }> => {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: output() };
  };

  test.runIf(process.platform === 'linux')(
    'without a display runs the service, says why in one line, and stops cleanly',
    async () => {
      const { child, output } = start(['--data-dir', folder, '--port', '0', '--frontend-port', '0']);
      const gone = once(child, 'exit');
      const file = join(folder, 'service.json');
      while (!existsSync(file) && child.exitCode === null) await sleep(20);
      const { baseUrl } = JSON.parse(readFileSync(file, 'utf8')) as ServiceInfo;
      expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
      expect(
        output()
          .split('\n')
          .filter((line) => line.includes('without a window')),
      ).toEqual(['Running without a window, because there is no display; open the link below in a browser']);
      child.kill('SIGTERM');
      expect(await gone).toEqual([0, null]);
      // Whole Node processes on a busy machine: the test is not about time.
    },
    120_000,
  );

  test.runIf(process.platform !== 'win32')('hands its options to the window as environment, and the exit code back', full, async () => {
    const executable = join(folder, 'electron');
    writeFileSync(executable, '#!/bin/sh\necho "app=$* dir=$DAYBOOK_DATA_DIR port=$PORT frontend=$FRONTEND_PORT"\nexit 3\n');
    chmodSync(executable, 0o755);
    const end = await finished(start(['--data-dir', folder, '--port', '0', '--frontend-port', '0'], { ELECTRON_EXECUTABLE: executable }));
    expect(end.output).toContain(`app=. dir=${folder} port=0 frontend=0\n`);
    expect(end.code).toBe(3);
  });

  test('says what to do when the window cannot be started', full, async () => {
    const end = await finished(start([], { ELECTRON_EXECUTABLE: join(folder, 'nowhere') }));
    expect(end.output).toMatch(/Electron could not run .*; `npm run serve` starts Daybook without a window/);
    expect(end.code).toBe(1);
  });

  test('refuses an unknown option in one line', full, async () => {
    const end = await finished(start(['--windowless'], { ELECTRON_EXECUTABLE: join(folder, 'nowhere') }));
    expect(end.output).toMatch(/^[^\n]*--windowless[^\n]*\n$/);
    expect(end.code).toBe(1);
  });

  test('answers --version without starting anything', full, async () => {
    const end = await finished(start(['--version'], { ELECTRON_EXECUTABLE: join(folder, 'nowhere') }));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(end).toEqual({ code: 0, output: `${version}\n` });
  });
});
