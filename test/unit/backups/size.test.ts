import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sizeOfFolder } from '../../../main/features/backups/size.ts';
import { newFolder } from '../storage/fixture.ts';

test('the size of a folder is that of all files in it, without what links lead to; 0 for none', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  writeFileSync(join(folder, 'one'), 'x'.repeat(10));
  writeFileSync(join(folder, 'a', 'b', 'two'), 'x'.repeat(200));
  symlinkSync(join(folder, 'one'), join(folder, 'link'));
  expect(await sizeOfFolder(folder)).toBe(210);
  expect(await sizeOfFolder(join(folder, 'nothing'))).toBe(0);
});

test('files are asked for together: a busy service does not wait a turn for each', async () => {
  const folder = newFolder();
  for (let shard = 0; shard < 20; shard += 1) {
    mkdirSync(join(folder, String(shard)));
    for (let file = 0; file < 50; file += 1) writeFileSync(join(folder, String(shard), String(file)), 'x');
  }
  let [turns, done] = [0, false];
  // Each turn lasts a while, as with requests: long enough for many answers of even a slow disk.
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const turn = (): void => {
    Atomics.wait(clock, 0, 0, 5);
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await sizeOfFolder(folder)).toBe(1_000);
  done = true;
  expect(turns).toBeLessThan(500);
});
