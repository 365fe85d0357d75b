import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Log } from '../../main/lib/log.ts';
import { ServiceFile } from '../../main/service-file.ts';
import { newFolder } from './storage/fixture.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a start that cannot write it is over: the file does not come later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const dataDir = newFolder();
  const file = join(dataDir, 'service.json');
  // In its place, so that no file can get this name.
  mkdirSync(join(file, 'taken'), { recursive: true });
  let issued = 0;
  const opening = ServiceFile.open({
    dataDir,
    info: { pid: 1, version: '1.0.0', baseUrl: 'http://localhost:1', frontendUrl: 'http://localhost:2', startedAt: '' },
    issue: () => ({ token: String((issued += 1)), tokenId: '', expiresAt: Number.MAX_SAFE_INTEGER }),
    clock: Date.now,
    log: { error: () => undefined } as unknown as Log,
  });
  await expect(opening).rejects.toThrow();
  rmdirSync(join(file, 'taken'));
  rmdirSync(file);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([issued, existsSync(file)]).toEqual([1, false]);
});
