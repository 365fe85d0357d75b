// The README's commands, run as they are written against a service of their own.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanEnvironment, startServiceProcess, type ServiceProcess } from '../support/process.ts';
import { fits, tourSteps } from '../support/tour.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
// One shell runs them all: each goes on with what those before have made.
const steps = ['Five-minute tour', 'For programs and agents', 'Moving in and out'].flatMap((heading) => tourSteps(readme, heading));
const separator = '\u001E';

describe('five-minute tour', () => {
  let dataDir: string;
  let service: ServiceProcess;
  let printed: readonly string[];
  let complaints: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'daybook-tour-'));
    service = await startServiceProcess(dataDir);
    const script = steps
      .map(({ commands }) => `${commands}\nprintf '${separator}'\n`)
      .join('')
      .replaceAll('http://localhost:8716', service.info.baseUrl);
    const { PATH, ...environment } = cleanEnvironment({ DAYBOOK_DATA_DIR: dataDir });
    const { stdout, stderr, error } = spawnSync('bash', ['-c', `set -euo pipefail\n${script}`], {
      cwd: root,
      encoding: 'utf8',
      timeout: 150_000,
      // The commands' entries, which load the cache of the rest, come out of it as well.
      env: {
        ...environment,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PATH: [dirname(process.execPath), PATH].join(delimiter),
      },
    });
    printed = stdout.split(separator);
    complaints = [stderr, error?.message].join('\n');
  }, 180_000);

  afterAll(async () => {
    await service.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.each(steps.map((step, index) => ({ ...step, index, title: step.commands.trim().split('\n')[0] })))(
    '$index › $title',
    ({ index, prints }) => {
      const actual = printed[index] ?? '';
      if (!fits(actual, prints)) expect(actual, complaints).toBe(prints);
      // The last part is what follows the last separator: one that is missing means that a command failed before.
      expect(printed.length, complaints).toBeGreaterThan(index + 1);
    },
  );

  test('has a step for each thing it promises', () => {
    expect(steps.length).toBeGreaterThanOrEqual(8);
  });
});

describe('what the tour shows', () => {
  test.each([
    ['{"status":"ok"}', '{ "status": "ok" }', true],
    ['{"id":"1","version":2}', '{ "version": 2, … }', true],
    ['{"id":"1","version":3}', '{ "version": 2, … }', false],
    ['{"status":"ok","more":1}', '{ "status": "ok" }', false],
    ['{"b":[1,2],"a":"x"}', '{ "a": "…", "b": [1, 2] }', true],
    ['{"b":[1]}', '{ "b": [1, 2] }', false],
    ['', '{ "status": "ok" }', false],
  ])('%s fits %s: %s', (actual, shown, verdict) => {
    expect(fits(actual, shown)).toBe(verdict);
  });
});
