import { afterEach, expect, test, vi } from 'vitest';
import { FileTexts } from '../../../main/features/search/file-texts.ts';
import { FileTextStore } from '../../../main/features/search/file-text-store.ts';
import { openNew } from '../storage/fixture.ts';
import { insertUser } from '../storage/rows.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('files that could not be written down are read once that is possible, without a further change', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = openNew();
  const add = `INSERT INTO files VALUES ('f', 'u', 'note', 'n', 'a.png', 'a.png', 'image/png', 1, NULL, NULL, 'hash', 0, 'a.png')`;
  await database.write(() => {
    database.prepare(insertUser).run();
    database.prepare(add).run();
  });
  const unread = database.prepare<[], number>('SELECT count(*) FROM unread_files').pluck();
  const failures: unknown[] = [];
  let isFull = true;
  const texts = new FileTexts({
    store: new FileTextStore(database),
    write: (work) => (isFull ? Promise.reject(new Error('full')) : database.write(work)),
    path: () => '',
    failed: (error) => failures.push(error),
  });
  texts.start();
  await vi.advanceTimersByTimeAsync(300);
  expect([failures.length, unread.get()]).toEqual([1, 1]);
  isFull = false;
  texts.look();
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.poll(() => unread.get()).toBe(0);
  await texts.stop();
  expect(failures).toHaveLength(1);
});
