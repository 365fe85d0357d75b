import Sqlite from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '../../../main/lib/app-error.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { lockDataDir } from '../../../main/storage/lock.ts';
import { latestVersion, migrations, type Migration } from '../../../main/storage/migrate.ts';
import { restore } from '../../../main/storage/restore.ts';
import { full } from '../../support/tiers.ts';
import {
  bareEnvironment,
  ended,
  fillDisk,
  fingerprints,
  newFolder,
  newSmallDisk,
  open,
  titlesIn,
  withEvents,
  type Ended,
} from './fixture.ts';
import { killedDatabase } from './killed-database.ts';
import { momentsOf } from './moments.ts';

const clock = (): number => Date.UTC(2026, 2, 1, 9, 30);
const replacedName = 'replaced-20260301-093000';

let dir: string;
let backup: string;

const copyKilled = killedDatabase(clock() - 1000, ['now 1', 'now 2']);

/** `dir` holds the events of now, partly in the log alone, as after a SIGKILL; `backup` holds those of then. */
function setUp(folder: string): void {
  dir = folder;
  backup = copyKilled(dir);
}

beforeEach(() => {
  setUp(newFolder());
});

/** What a start finds. */
async function titlesAtStart(): Promise<string[]> {
  const database = openDatabase(dir);
  const titles = (await withEvents(database)).titles();
  database.close();
  return titles;
}

const added = 'CREATE TRIGGER added AFTER INSERT ON notes BEGIN DELETE FROM events; END';

/** What a database can have been made into that is whole and still none of Daybook's. */
const changed: readonly (readonly [string, RegExp, string])[] = [
  ['a trigger of another program', /\(it has a trigger added that Daybook did not make\)/, added],
  [
    'a trigger of Daybook that does another thing',
    /\(its trigger note_counted is another one\)/,
    `DROP TRIGGER note_counted; ${added.replace('added', 'note_counted')}`,
  ],
  [
    'a view in the place of a table',
    /\(it has no table saved_searches\)/,
    'ALTER TABLE saved_searches RENAME TO kept; CREATE VIEW saved_searches AS SELECT * FROM kept',
  ],
  ['a table less', /\(it has no table saved_searches\)/, 'DROP TABLE saved_searches'],
  ['a column less', /\(its table events has other columns\)/, 'ALTER TABLE events DROP COLUMN location'],
  ['a column more', /\(its table events has other columns\)/, 'ALTER TABLE events ADD COLUMN more INTEGER AS (abs(-1))'],
  ['an index less', /\(it has no index events_by_start\)/, 'DROP INDEX events_by_start'],
  ['a version before the first', /is not a database of Daybook/, 'PRAGMA user_version = -1'],
];

function changeBy(sql: string, file: string): void {
  const connection = new Sqlite(file);
  connection.exec(sql);
  connection.close();
}

function refusalOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

const old = ['now 1', 'now 2', 'then'];

describe('restore', () => {
  test('brings the rows back as they were, and keeps what it replaces', full, async () => {
    const before = fingerprints(dir);
    const { replaced, missing } = restore({ file: backup, dataDir: dir, clock });
    expect([replaced, missing]).toEqual([join(dir, 'backups', replacedName), 0]);
    for (const suffix of ['', '-wal', '-shm'])
      expect(fingerprints(dir)[`backups/${replacedName}/${databaseName}${suffix}`]).toBe(before[databaseName + suffix]);
    expect(readdirSync(join(dir, 'backups', replacedName))).toHaveLength(3);
    expect(fingerprints(dir)['backups/daybook-20260301-092959.db']).toBe(before['backups/daybook-20260301-092959.db']);
    expect(statSync(join(dir, databaseName)).mode & 0o777).toBe(0o600);
    expect(await titlesAtStart()).toEqual(['then']);
  });

  test('can be undone by restoring what was put aside, its log included', full, async () => {
    const { replaced } = restore({ file: backup, dataDir: dir, clock });
    restore({ file: join(replaced ?? '', databaseName), dataDir: dir, clock });
    expect(readdirSync(join(dir, 'backups')).filter((name) => name.startsWith('replaced-'))).toEqual([
      replacedName,
      'replaced-20260301-093001',
    ]);
    expect(await titlesAtStart()).toEqual(old);
  });

  test('works into an empty folder, which it makes', () => {
    const fresh = join(newFolder(), 'new machine');
    expect(restore({ file: backup, dataDir: fresh, clock }).replaced).toBe(null);
    expect(titlesIn(join(fresh, databaseName))).toEqual(['then']);
    expect(readdirSync(join(fresh, 'backups'))).toEqual([]);
  });

  test('works in place of a database that is damaged', async () => {
    truncateSync(join(dir, databaseName), 0);
    expect(() => openDatabase(dir)).toThrow(`npm run restore -- ${backup}`);
    restore({ file: backup, dataDir: dir, clock });
    expect(await titlesAtStart()).toEqual(['then']);
  });

  test('of an older version is upgraded by the next start', full, () => {
    const next = latestVersion(migrations) + 1;
    const second: Migration = { version: next, name: 'second', sql: 'CREATE TABLE second (id INTEGER PRIMARY KEY) STRICT' };
    open(dir, { migrations: [...migrations, second] }).close();
    restore({ file: backup, dataDir: dir, clock, latest: next });
    const database = open(dir, { migrations: [...migrations, second], clock });
    expect(database.prepare('SELECT count(*) AS n FROM second').get()).toEqual({ n: 0 });
    expect(existsSync(join(dir, 'backups', `before-v${next}-20260301-093000.db`))).toBe(true);
  });
});

describe('restore refuses, and touches nothing', () => {
  test.each<[string, RegExp, (file: string) => void]>([
    [
      'a file that is not there',
      /^There is no backup /,
      (file) => {
        rmSync(file);
      },
    ],
    [
      'a folder',
      /^There is no backup /,
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      'an empty file',
      /is damaged \(it is not an SQLite file\)/,
      (file) => {
        truncateSync(file, 0);
      },
    ],
    [
      'a truncated file',
      /is damaged/,
      (file) => {
        truncateSync(file, 3 * 4096);
      },
    ],
    [
      'an index that does not fit its table',
      /is damaged/,
      (file) => {
        const connection = new Sqlite(file);
        connection
          .unsafeMode()
          .exec(
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'start_at, id', 'end_at, id') WHERE name = 'events_by_start'",
          );
        connection.close();
      },
    ],
    [
      'a newer version',
      /was written by a newer version of Daybook \(format 99\)/,
      (file) => {
        const connection = new Sqlite(file);
        connection.pragma('user_version = 99');
        connection.close();
      },
    ],
    ...changed.map(([name, expected, sql]): [string, RegExp, (file: string) => void] => [name, expected, (file) => changeBy(sql, file)]),
    [
      'the database of another program',
      /is not a database of Daybook/,
      (file) => {
        rmSync(file);
        const connection = new Sqlite(file);
        connection.exec('CREATE TABLE bookmarks (url TEXT)');
        connection.close();
      },
    ],
  ])('%s', async (_, expected, spoil) => {
    const file = join(newFolder(), 'spoilt.db');
    copyFileSync(backup, file);
    spoil(file);
    const before = fingerprints(dir);
    const message = refusalOf(() => restore({ file, dataDir: dir, clock }));
    expect(message).toMatch(expected);
    expect(message).not.toContain('\n');
    const { 'daybook.lock': _lock, ...after } = fingerprints(dir);
    expect(after).toEqual(before);
    expect(readdirSync(join(dir, 'backups'))).toEqual(['daybook-20260301-092959.db']);
    expect(await titlesAtStart()).toEqual(old);
  });

  test('while a Daybook uses the folder', async () => {
    const lock = lockDataDir(dir);
    const before = fingerprints(dir);
    expect(refusalOf(() => restore({ file: backup, dataDir: dir, clock }))).toMatch(/^Another Daybook is using /);
    expect(fingerprints(dir)).toEqual(before);
    lock.release();
    expect(await titlesAtStart()).toEqual(old);
  });

  test('for want of room', async ({ skip }) => {
    setUp(newSmallDisk() ?? skip('only root can mount a small disk'));
    const file = join(newFolder(), 'backup.db');
    copyFileSync(backup, file);
    const makeRoom = fillDisk(dir);
    expect(refusalOf(() => restore({ file, dataDir: dir, clock }))).toMatch(/no room|cannot be/);
    makeRoom();
    expect(await titlesAtStart()).toEqual(old);
  });
});

/** Runs `npm run restore` without npm. */
function command(args: readonly string[], environment: Record<string, string> = {}, nodeArguments: readonly string[] = []): Promise<Ended> {
  const file = fileURLToPath(new URL('../../../main/restore.ts', import.meta.url));
  return ended(
    spawn(process.execPath, [...nodeArguments, file, ...args], {
      cwd: dir,
      env: { ...bareEnvironment, HOME: dir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

describe('the command', () => {
  test('restores and says so in one line', full, async () => {
    const { code, stdout, stderr } = await command([backup, '--data-dir', dir]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Restored \S+daybook-20260301-092959\.db; what was there before is in \S+replaced-\d{8}-\d{6}\n$/);
    expect(await titlesAtStart()).toEqual(['then']);
  });

  test('tells how many files are missing, where a backup comes without them', full, async () => {
    const file = join(newFolder(), 'daybook-20260301-092959.db');
    copyFileSync(backup, file);
    const connection = new Sqlite(file);
    connection.exec(
      `INSERT INTO files (id, user_id, owner_type, owner_id, filename, mime_type, size, sha256, created_at)
        VALUES ('f', 'u', 'note', 'n', 'a.txt', 'text/plain', 1, '${'a'.repeat(64)}', 0)`,
    );
    connection.close();
    const { code, stdout } = await command([file, '--data-dir', dir]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Restored [^\n]+\n1 file of cards and notes is missing: [^\n]+\n$/)]);
  });

  test('takes the folder from DAYBOOK_DATA_DIR and the name of a file in backups/', full, async () => {
    expect(await command(['daybook-20260301-092959.db'], { DAYBOOK_DATA_DIR: dir })).toMatchObject({ code: 0 });
    expect(await titlesAtStart()).toEqual(['then']);
  });

  test('lists the backups without a file, and makes nothing', full, async () => {
    const listed = await command(['--data-dir', dir]);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^Backups, newest first[^\n]*\n2026-03-01T09:29:59\.000Z +0\.\d MB {2}\S+daybook-20260301-092959\.db\n$/);
    const nowhere = join(dir, 'not', 'there');
    expect((await command([], { DAYBOOK_DATA_DIR: nowhere })).stdout).toBe(`There are no backups in ${join(nowhere, 'backups')}\n`);
    expect(existsSync(nowhere)).toBe(false);
  });

  test('--help, and what cannot be understood', full, async () => {
    expect(await command(['--help'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Usage: npm run restore') as string,
    });
    for (const args of [['--data-die', dir], ['a', 'b'], ['--data-dir'], [join(dir, 'no.db'), '--data-dir', dir]]) {
      const { code, stdout, stderr } = await command(args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^[^\n]+npm run restore[^\n]+\n$/);
    }
  });
});

describe('a restore that is killed', () => {
  const restoring = (): unknown => restore({ file: backup, dataDir: dir, clock });

  async function expectAtStart(expected: readonly string[]): Promise<void> {
    expect(await titlesAtStart()).toEqual(expected);
    const folders = readdirSync(join(dir, 'backups')).filter((name) => name.startsWith('replaced-'));
    // Nothing is lost: either the old database is in its place, or all of it lies together.
    expect(folders.map((name) => titlesIn(join(dir, 'backups', name, databaseName)))).toEqual(expected === old ? [] : [old]);
    restoring();
    expect(await titlesAtStart()).toEqual(['then']);
  }

  test('before any of its renames: a start finds the old rows or the new ones', full, async () => {
    const moments = await momentsOf([dir], ['renameSync'], restoring);
    // The renames: the copy is checked; the database, its log and the index of that go aside; the copy takes its place. Then it is over.
    const expected = [old, old, ['then'], ['then'], ['then'], ['then']];
    expect(moments).toHaveLength(expected.length);
    for (const [step, [copy = '']] of moments.entries()) {
      dir = copy;
      await expectAtStart(expected[step] ?? []);
    }
  });

  test('as a process, by SIGKILL', full, async () => {
    const preload = new URL('kill-at-rename.ts', import.meta.url).href;
    const killed = await command([backup, '--data-dir', dir], { KILL_AT_RENAME: '2' }, ['--import', preload]);
    expect(killed).toMatchObject({ signal: 'SIGKILL', stdout: '' });
    await expectAtStart(['then']);
  });

  test('before the copy was checked leaves a copy that the next start removes', async () => {
    const folder = join(dir, 'backups', replacedName);
    mkdirSync(folder);
    writeFileSync(join(folder, 'unchecked.db'), readFileSync(backup).subarray(0, 5000));
    expect(await titlesAtStart()).toEqual(old);
    expect(existsSync(folder)).toBe(false);
  });
});
