import Sqlite from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { Maintenance, type MaintenanceTask } from '../../../main/storage/maintenance.ts';
import { migrations } from '../../../main/storage/migrate.ts';
import { full } from '../../support/tiers.ts';
import { newFolder, open, openNew, withEvents } from './fixture.ts';

const silent = { error: () => undefined };
const watch = { isEven: true };

describe('maintenance', () => {
  test('does each task in slices, one write each, and lets others write in between', async () => {
    const database = openNew();
    const events = await withEvents(database);
    let [left, commits] = [5, 0];
    database.onCommit(() => {
      commits += 1;
    });
    const order: string[] = [];
    const task: MaintenanceTask = {
      name: 'count down',
      slice: () => {
        order.push('slice');
        void events.add(`in between ${left}`).then(() => order.push('other'));
        left -= 1;
        return left > 0;
      },
    };
    await new Maintenance({ write: (work) => database.write(work), watch, tasks: [task], log: silent }).run();
    expect(left).toBe(0);
    expect(commits).toBeGreaterThanOrEqual(5);
    expect(order.join(' ')).toContain('slice other slice other');
  });

  test('removes nothing for its age while the clock may be wrong', async () => {
    const database = openNew();
    const done: string[] = [];
    const taskOf = (name: string, isByAge: boolean): MaintenanceTask => ({ name, isByAge, slice: () => done.push(name) === 0 });
    const tasks = [taskOf('old', true), taskOf('gone', false)];
    const maintenance = (isEven: boolean): Maintenance =>
      new Maintenance({ write: (work) => database.write(work), tasks, watch: { isEven }, log: silent });
    await maintenance(false).run();
    expect(done).toEqual(['gone']);
    await maintenance(true).run();
    expect(done).toEqual(['gone', 'old', 'gone']);
  });

  test('goes on with the next task when one fails, and says which', async () => {
    const database = openNew();
    const said: string[] = [];
    let done = false;
    const tasks: MaintenanceTask[] = [
      {
        name: 'fail',
        slice: () => {
          throw new Error('no');
        },
      },
      {
        name: 'work',
        slice: () => {
          done = true;
          return false;
        },
      },
    ];
    await new Maintenance({
      write: (work) => database.write(work),
      watch,
      tasks,
      log: {
        error: (_fields, message) => {
          said.push(message);
        },
      },
    }).run();
    expect(done).toBe(true);
    expect(said).toEqual(['The task "fail" failed; it is tried again in an hour']);
  });

  test('ends between two slices when it is stopped', async () => {
    const database = openNew();
    let slices = 0;
    const endless: MaintenanceTask = {
      name: 'endless',
      slice: () => {
        slices += 1;
        return true;
      },
    };
    const maintenance = new Maintenance({ write: (work) => database.write(work), watch, tasks: [endless], log: silent });
    const round = maintenance.run();
    await expect.poll(() => slices).toBeGreaterThan(2);
    await maintenance.stop();
    await round;
    const before = slices;
    // A slice that waited for its turn would come before this.
    await database.write(() => undefined);
    expect(slices).toBe(before);
  });
});

describe('free pages', () => {
  const grow = async (dir: string): Promise<ReturnType<typeof openNew>> => {
    const database = openNew(dir);
    const events = await withEvents(database);
    await Promise.all(Array.from({ length: 400 }, (_, index) => events.add(`${index} ${'long '.repeat(2_000)}`)));
    await database.write(() => database.prepare('DELETE FROM events').run());
    return database;
  };

  test('are given back to the file system, a few at a time', full, async () => {
    const dir = newFolder();
    const database = await grow(dir);
    const pages = (name: string): number => Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0] as number;
    const before = pages('page_count');
    expect(pages('freelist_count')).toBeGreaterThan(900);
    let slices = 0;
    const counted: MaintenanceTask = {
      ...database.freePages,
      slice: () => {
        slices += 1;
        return database.freePages.slice();
      },
    };
    await new Maintenance({ write: (work) => database.write(work), watch, tasks: [counted], log: silent }).run();
    expect(pages('freelist_count')).toBeLessThanOrEqual(256);
    expect(pages('page_count')).toBeLessThan(before - 600);
    expect(slices).toBeGreaterThan(0);
    database.close();
    expect(statSync(join(dir, databaseName)).size).toBeLessThan((before - 600) * 4096);
    const connection = new Sqlite(join(dir, databaseName), { readonly: true });
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    connection.close();
  });

  test('of a database of an earlier version too, once it is upgraded', full, () => {
    const dir = newFolder();
    openDatabase(dir, { migrations: migrations.slice(0, 4) }).close();
    const old = new Sqlite(join(dir, databaseName));
    old.pragma('auto_vacuum = NONE');
    old.exec('VACUUM');
    expect(old.pragma('auto_vacuum', { simple: true })).toBe(0);
    old.close();
    const database = open(dir);
    expect(database.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 });
  });
});
