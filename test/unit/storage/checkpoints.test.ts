import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { copyFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { checkpoint } from '../../../main/storage/checkpoint-worker.ts';
import { Checkpoints } from '../../../main/storage/checkpoints.ts';
import { checkpointed, connect, Placement, prepareConnection, type PlacedFiles } from '../../../main/storage/connection.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { newFolder, openNew } from './fixture.ts';

const pages = 100;

function opened(options: Partial<ConstructorParameters<typeof Checkpoints>[0]> = {}) {
  const file = join(newFolder(), 'log.db');
  new Sqlite(file).exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY, filler BLOB)').close();
  const connection = connect(file);
  prepareConnection(connection, 4 * pages);
  connection.pragma('schema_version');
  const placement = new Placement(connection, { clock: () => 0, places: [], found: () => undefined, told: () => undefined });
  const checkpoints = new Checkpoints({ connection, files: () => placement.files(), pages, ...options });
  const insert = connection.prepare('INSERT INTO numbers (filler) VALUES (zeroblob(3000))');
  /** Commits of one row each, two pages and more. */
  const commit = (count: number): void => {
    for (let done = 0; done < count; done++) {
      insert.run();
      checkpoints.committed();
    }
  };
  return { file, connection, checkpoints, commit };
}

/** Rows that the database has without its log. */
function rowsWithoutLog(file: string): number {
  const copy = `${file}-copy`;
  copyFileSync(file, copy);
  const connection = new Sqlite(copy, { readonly: true });
  const count = connection.prepare<[], number>('SELECT count(*) FROM numbers').pluck().get();
  connection.close();
  return count ?? 0;
}

/** A look at the log comes 20 ms after a commit. */
const looked = (): Promise<void> => setTimeout(40);

const left = (connection: Connection): number => {
  const { log, copied } = checkpointed(connection, 'NOOP');
  return log - copied;
};

test('a long log is copied by a thread, and then begun anew', async () => {
  const { file, connection, checkpoints, commit } = opened();
  commit(64);
  const long = checkpointed(connection, 'NOOP');
  expect(long).toMatchObject({ copied: 0 });
  expect(long.log).toBeGreaterThan(pages);
  await vi.waitFor(() => {
    expect(left(connection)).toBe(0);
  }, 20_000);
  expect(rowsWithoutLog(file)).toBe(64);
  commit(1);
  expect(checkpointed(connection, 'NOOP').log).toBeLessThan(10);
  await checkpoints.stop();
  checkpoints.finish();
  connection.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test('what is written while the thread copies is copied after it', async () => {
  const { connection, commit } = opened({
    copy: (job) => {
      checkpoint(job);
      commit(5);
      return Promise.resolve();
    },
  });
  commit(64);
  await vi.waitFor(() => {
    expect(left(connection)).toBe(0);
  });
  expect(connection.prepare('SELECT count(*) FROM numbers').pluck().get()).toBe(69);
  connection.close();
});

test('what no reader lets be copied is not tried with each commit, and SQLite copies it in the end', async () => {
  const jobs: PlacedFiles[] = [];
  const { file, connection, commit } = opened({
    copy: (job) => {
      jobs.push(job);
      checkpoint(job);
      return Promise.resolve();
    },
  });
  const reader = new Sqlite(file, { readonly: true });
  reader.exec('BEGIN; SELECT count(*) FROM numbers');
  for (let round = 0; round < 6; round++) {
    commit(32);
    await looked();
  }
  const { log, copied } = checkpointed(connection, 'NOOP');
  expect(copied).toBe(0);
  expect(jobs.length).toBeGreaterThan(1);
  expect(jobs.length).toBeLessThanOrEqual(log / pages);
  reader.exec('COMMIT');
  commit(1);
  expect(left(connection)).toBe(0);
  reader.close();
  connection.close();
});

test('nothing is copied into a file that took the place of the database', async () => {
  const jobs: PlacedFiles[] = [];
  const { connection, checkpoints, commit } = opened({
    files: () => {
      throw new Error('It was replaced');
    },
    copy: (job) => {
      jobs.push(job);
      return Promise.resolve();
    },
  });
  commit(64);
  await looked();
  await checkpoints.stop();
  expect(jobs).toEqual([]);
  expect(checkpointed(connection, 'NOOP').copied).toBe(0);
  connection.close();
});

test.each([
  ['database', ''],
  ['log', '-wal'],
])('nothing is copied from or into a %s that takes the place of the open one before the thread opens it', async (_which, suffix) => {
  let error: unknown = null;
  const { file, connection, commit } = opened({
    copy: (job) => {
      renameSync(other, place);
      try {
        checkpoint(job);
      } catch (cause) {
        error = cause;
        throw cause;
      }
      return Promise.resolve();
    },
  });
  // Its log is longer: a shorter one cannot be read.
  const foreign = opened({ pages: 1000 });
  foreign.commit(80);
  const [place, other] = [`${file}${suffix}`, `${file}-other`];
  copyFileSync(`${foreign.file}${suffix}`, other);
  const before = readFileSync(suffix === '' ? other : file);
  commit(64);
  await vi.waitFor(() => {
    expect(error).toMatchObject({ message: `${place} was replaced` });
  });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(connection.prepare('SELECT count(*) FROM numbers').pluck().get()).toBe(64);
  connection.close();
  foreign.connection.close();
});

test('where no thread can copy it, it grows to four times as much', async () => {
  const { connection, commit } = opened({ copy: () => Promise.reject(new Error('No thread')) });
  for (let round = 0; round < 10; round++) {
    commit(32);
    await looked();
  }
  expect(connection.prepare('SELECT count(*) FROM numbers').pluck().get()).toBe(320);
  expect(checkpointed(connection, 'NOOP').log).toBeLessThan(5 * pages);
  connection.close();
});

test('a database that is closed while the thread copies its log has none afterwards', async () => {
  const { file, connection, checkpoints, commit } = opened();
  commit(64);
  await looked();
  await checkpoints.stop();
  checkpoints.finish();
  connection.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(rowsWithoutLog(file)).toBe(64);
});

test('the same where nothing waits for the thread', async () => {
  const { file, connection, checkpoints, commit } = opened();
  commit(64);
  await looked();
  checkpoints.finish();
  connection.close();
  expect(rowsWithoutLog(file)).toBe(64);
  await vi.waitFor(() => {
    expect(existsSync(`${file}-wal`)).toBe(false);
  }, 20_000);
});

test('the log of the service is copied when it is some megabytes long, neither at each few writes nor at the end alone', async () => {
  const dir = newFolder();
  const database = openNew(dir);
  const [file, log] = [join(dir, databaseName), join(dir, `${databaseName}-wal`)];
  await database.write(() => database.prepare('CREATE TABLE some (bytes BLOB)').run());
  const insert = database.prepare('INSERT INTO some VALUES (zeroblob(1048576))');
  const before = statSync(file).size;
  for (let count = 0; count < 10; count += 1) await database.write(() => insert.run());
  expect(statSync(file).size).toBe(before);
  for (let count = 0; count < 14; count += 1) await database.write(() => insert.run());
  await vi.waitFor(() => {
    expect(statSync(file).size).toBeGreaterThan(before + 10 * 1024 * 1024);
  }, 20_000);
  const state = database.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  await vi.waitFor(() => {
    expect(state.get()?.checkpointed).toBe(state.get()?.log);
  }, 20_000);
  // Copied whole, it is begun anew.
  for (let count = 0; count < 10; count += 1) await database.write(() => insert.run());
  expect(statSync(log).size).toBeLessThan(30 * 1024 * 1024);
  await database.prepareClose();
  database.close();
});
