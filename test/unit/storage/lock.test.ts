import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../../main/lib/app-error.ts';
import { lockDataDir, lockName } from '../../../main/storage/lock.ts';
import { ended, fillDisk, newFolder, newSmallDisk, said, startProgram } from './fixture.ts';

test('a second process is told who is in the way, and gets in after a SIGKILL', async () => {
  const dir = newFolder();
  const first = startProgram('lock-holder.ts', [dir]);
  const over = ended(first);
  await said(first, 'locked');

  const second = await ended(startProgram('lock-holder.ts', [dir]));
  expect(second).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `StartError: Another Daybook is using ${dir}; close it first, or choose another folder with --data-dir\n`,
  });
  expect(() => lockDataDir(dir)).toThrow(StartError);

  first.kill('SIGKILL');
  await over;
  lockDataDir(dir).release();
});

test('a lock that was released can be taken again, by this process and by another', async () => {
  const dir = newFolder();
  const lock = lockDataDir(dir);
  expect(() => lockDataDir(dir)).toThrow(/Another Daybook/);
  lock.release();
  const again = lockDataDir(dir);
  again.release();
  const child = startProgram('lock-holder.ts', [dir]);
  const over = ended(child);
  await said(child, 'locked');
  child.kill('SIGKILL');
  await over;
});

test.skipIf(process.platform === 'win32')('a lock whose file is removed while it is held is held anew, until it is released', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dir = newFolder();
  const lock = lockDataDir(dir);
  for (let count = 0; count < 2; count += 1) {
    rmSync(join(dir, lockName));
    vi.advanceTimersByTime(2_000);
    expect(existsSync(join(dir, lockName))).toBe(true);
  }
  expect(await ended(startProgram('lock-holder.ts', [dir]))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another Daybook is using') as string,
  });
  lock.release();
  rmSync(join(dir, lockName));
  vi.advanceTimersByTime(2_000);
  expect(existsSync(join(dir, lockName))).toBe(false);
});

test.skipIf(process.platform === 'win32')('a lock whose file gives way to another one is held there as well', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dir = newFolder();
  const lock = lockDataDir(dir);
  let shared = 0;
  lock.onShared(() => (shared += 1));
  renameSync(join(dir, lockName), join(dir, 'aside'));
  writeFileSync(join(dir, lockName), '');
  vi.advanceTimersByTime(2_000);
  expect(() => lockDataDir(dir)).toThrow(/Another Daybook/);
  // The first one comes back.
  renameSync(join(dir, 'aside'), join(dir, lockName));
  vi.advanceTimersByTime(2_000);
  expect(shared).toBe(0);
  lock.release();
  lockDataDir(dir).release();
});

test.skipIf(process.platform === 'win32')('a holder is told once that another process has taken the folder as well', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dir = newFolder();
  const lock = lockDataDir(dir);
  rmSync(join(dir, lockName));
  const other = startProgram('lock-holder.ts', [dir]);
  const over = ended(other);
  await said(other, 'locked');
  let shared = 0;
  vi.advanceTimersByTime(2_000);
  lock.onShared(() => (shared += 1));
  vi.advanceTimersByTime(6_000);
  expect(shared).toBe(1);
  other.kill('SIGKILL');
  await over;
  vi.advanceTimersByTime(2_000);
  expect(() => lockDataDir(dir)).toThrow(/Another Daybook/);
  lock.release();
});

test.skipIf(process.platform === 'win32')('a lock whose folder is removed goes with it, and its holder goes on', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dir = newFolder();
  const lock = lockDataDir(dir);
  rmSync(dir, { recursive: true });
  vi.advanceTimersByTime(2_000);
  expect(existsSync(dir)).toBe(false);
  lock.release();
});

test('folders do not shut each other out', () => {
  const locks = [lockDataDir(newFolder()), lockDataDir(newFolder())];
  for (const lock of locks) lock.release();
});

test.each([
  ['text', Buffer.from('this was never a database, but it is long enough to be taken for one. '.repeat(20))],
  ['a torn header', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(2000, 7)])],
])('a lock file of %s does not lock the user out', (_, content) => {
  const dir = newFolder();
  writeFileSync(join(dir, lockName), content);
  const lock = lockDataDir(dir);
  expect(() => lockDataDir(dir)).toThrow(/Another Daybook/);
  lock.release();
});

test('the lock writes nothing into its file', () => {
  const dir = newFolder();
  lockDataDir(dir).release();
  expect(statSync(join(dir, lockName)).size).toBe(0);
});

test('a file that cannot be locked is said to be so', () => {
  const dir = newFolder();
  mkdirSync(join(dir, lockName));
  expect(() => lockDataDir(dir)).toThrow(/^The data directory \S+ cannot be locked \([^\n]+\); [^\n]+--data-dir$/);
});

test('a start on a full disk says that there is no room, not that the folder cannot be locked', (context) => {
  const disk = newSmallDisk();
  if (disk === null) return context.skip('only root on Linux can mount a small disk');
  fillDisk(disk);
  expect(() => lockDataDir(disk)).toThrow(/^There is no room left on the disk of the data directory /);
  return undefined;
});

test('a start on a full disk has the room that is kept for deletions, which a second one leaves alone', (context) => {
  const disk = newSmallDisk();
  if (disk === null) return context.skip('only root on Linux can mount a small disk');
  const room = join(disk, 'deletions.room');
  writeFileSync(room, Buffer.alloc(64 * 1024));
  fillDisk(disk);
  const lock = lockDataDir(disk);
  expect(existsSync(room)).toBe(false);
  writeFileSync(room, Buffer.alloc(4096));
  fillDisk(disk);
  expect(() => lockDataDir(disk)).toThrow(/Another Daybook/);
  expect(existsSync(room)).toBe(true);
  lock.release();
  return undefined;
});
