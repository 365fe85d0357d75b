import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../../main/lib/log.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-log-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

async function logged(folder: string, message: string): Promise<string[]> {
  const { log, close } = openLog(folder);
  log.info(message);
  await close();
  return readFileSync(join(folder, 'daybook.log'), 'utf8').split('\n');
}

test('a log line that was cut by a crash does not run into the next one', async () => {
  const folder = newFolder();
  const cut = '{"level":30,"time":"2026-11-22T10:00:00.000Z","ms';
  writeFileSync(join(folder, 'daybook.log'), `{"level":30,"msg":"whole"}\n${cut}`);
  const [whole, kept, next, ...rest] = await logged(folder, 'started');
  expect([whole, kept, rest]).toEqual(['{"level":30,"msg":"whole"}', cut, ['']]);
  expect(JSON.parse(next ?? '')).toMatchObject({ msg: 'started' });
});

test('a whole log, an empty one and none get no empty line', async () => {
  const folder = newFolder();
  expect(await logged(folder, 'one')).toHaveLength(2);
  expect(await logged(folder, 'two')).toHaveLength(3);
  writeFileSync(join(folder, 'daybook.log'), '');
  expect(await logged(folder, 'three')).toHaveLength(2);
});

test('a log that is removed while it is written to is made anew, with its folder', async () => {
  const folder = join(newFolder(), 'logs');
  const file = join(folder, 'daybook.log');
  const { log, close } = openLog(folder);
  const line = 'x'.repeat(33_000);
  // As long as what is gathered: written at once.
  log.info(line);
  await expect.poll(() => existsSync(file)).toBe(true);
  await sleep(20);
  rmSync(folder, { recursive: true });
  log.info('after that');
  await close();
  expect(readFileSync(file, 'utf8')).toMatch(/^[^\n]+after that[^\n]+\n$/);
});
