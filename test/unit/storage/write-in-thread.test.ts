import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseName } from '../../../main/storage/files.ts';
import { writeInThread } from '../../../main/storage/write-in-thread.ts';
import { full } from '../../support/tiers.ts';
import { copyAsKilled, newFolder, openNew, titlesIn, withEvents } from './fixture.ts';
import { insertEvent } from './rows.ts';

async function setUp() {
  const dir = newFolder();
  const database = openNew(dir);
  const events = await withEvents(database);
  await events.add('before');
  const file = join(dir, databaseName);
  /** Adds more than SQLite keeps in memory, and then does `more`. */
  const addMany = (more: () => void): void => {
    writeInThread(database.files(), ({ prepare, inTransaction }) => {
      const insert = prepare<[string, string]>(insertEvent);
      for (let index = 0; index < 40; index += 1) insert.run(`id-${index}`, `${index}`.padEnd(1_000_000, 'x'));
      expect(inTransaction()).toBe(true);
      more();
    });
  };
  return { database, file, addMany, ...events };
}

test('all is kept at its end, and nothing by a kill before', full, async () => {
  const { database, file, addMany, titles } = await setUp();
  const [during, after] = [join(newFolder(), databaseName), join(newFolder(), databaseName)];
  addMany(() => {
    copyAsKilled(file, during);
  });
  copyAsKilled(file, after);
  expect(titles()).toHaveLength(41);
  database.close();
  expect([titlesIn(during).length, titlesIn(after).length]).toEqual([1, 41]);
});

test('what throws is undone, and the connection of the service can write', async () => {
  const { addMany, titles, add } = await setUp();
  expect(() => {
    addMany(() => {
      throw new Error('own reason');
    });
  }).toThrow('own reason');
  await add('next');
  expect(titles()).toEqual(['before', 'next']);
});
