import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../../main/lib/app-error.ts';
import { KeptRoom } from '../../../main/storage/kept-room.ts';
import { fillDisk, newFolder, newSmallDisk } from './fixture.ts';

test('room is kept as bytes on the disk, given once, and kept anew by the task', async () => {
  const file = join(newFolder(), 'some.room');
  const room = new KeptRoom(file, 64 * 1024);
  expect(await room.give()).toBe(false);
  await room.keep();
  const { size, blocks } = statSync(file);
  expect([size, blocks * 512 >= size]).toEqual([64 * 1024, true]);
  expect([await room.give(), existsSync(file), await room.give()]).toEqual([true, false, false]);
  expect(room.slice()).toBe(false);
  await vi.waitFor(() => {
    expect(statSync(file).size).toBe(64 * 1024);
  });
});

test('a disk that has not twice as much keeps none, and what is there of another size stays no half', async ({ skip }) => {
  const dir = newSmallDisk() ?? skip('only root can mount a small disk');
  const room = new KeptRoom(join(dir, 'some.room'), 2 * 1024 * 1024);
  await room.keep();
  expect(existsSync(join(dir, 'some.room'))).toBe(false);
});

test('a start on a full disk is given the room; on a disk with room it stays', ({ skip }) => {
  const [dir, other] = [newSmallDisk() ?? skip('only root can mount a small disk'), newFolder()];
  for (const each of [dir, other]) writeFileSync(join(each, 'deletions.room'), Buffer.alloc(4096));
  fillDisk(dir);
  for (const each of [dir, other]) KeptRoom.forDeletions(each);
  expect([dir, other].map((each) => existsSync(join(each, 'deletions.room')))).toEqual([false, true]);
});

test('a start goes on where the file system does not tell how much room it has', () => {
  expect(() => KeptRoom.forDeletions(join(newFolder(), 'gone'))).not.toThrow();
});

test('what a full disk refuses is written with the room, once more, and what else is refused stays so', async () => {
  const room = new KeptRoom(join(newFolder(), 'some.room'), 4096);
  await room.keep();
  let [writes, given] = [0, 0];
  const full = async (): Promise<number> => {
    writes += 1;
    if (await room.give()) given += 1;
    throw new AppError('storage_full', 'full');
  };
  await expect(room.within(full)).rejects.toMatchObject({ code: 'storage_full' });
  expect([writes, given]).toEqual([2, 1]);
  await room.keep();
  const once = (): Promise<number> =>
    (writes += 1) === 3 ? Promise.reject(new AppError('storage_full', 'full')) : Promise.resolve(writes);
  expect([await room.within(once), await room.give()]).toEqual([4, false]);
  await room.keep();
  await expect(room.within(() => Promise.reject(new AppError('conflict', 'no')))).rejects.toMatchObject({ code: 'conflict' });
  expect(await room.give()).toBe(true);
});
