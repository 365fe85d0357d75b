import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { cancelRestore, pendingRestore, prepareRestore } from '../../../main/storage/pending-restore.ts';
import { restore } from '../../../main/storage/restore.ts';
import { full } from '../../support/tiers.ts';
import { bareEnvironment, ended, fingerprints, newFolder, newSmallDisk, titlesIn, withEvents } from './fixture.ts';
import { killedDatabase } from './killed-database.ts';
import { momentsOf, putBack } from './moments.ts';

const now = Date.UTC(2026, 2, 1, 9, 30);
const name = 'daybook-20260301-092959.db';
const replacedName = 'replaced-20260301-093000';
const before = ['now', 'then'];

let dir: string;
let backup: string;

const copyKilled = killedDatabase(now - 1000, ['now']);

/** `dir` holds the events of now, partly in the log alone, as after a SIGKILL; `backup` holds those of then. */
beforeEach(() => {
  dir = newFolder();
  backup = copyKilled(dir);
});

async function titlesAtStart(): Promise<string[]> {
  const database = openDatabase(dir);
  const titles = (await withEvents(database)).titles();
  database.close();
  return titles;
}

const replaced = (): readonly string[] => readdirSync(join(dir, 'backups')).filter((entry) => entry.startsWith('replaced-'));

describe('a prepared restore', () => {
  test('leaves the database alone until the next start, and is carried out once', async () => {
    const { [databaseName]: database } = fingerprints(dir);
    prepareRestore(dir, backup, now);
    expect(pendingRestore(dir)).toEqual({ file: name, preparedAt: expect.any(Number) as number, missing: 0 });
    expect(fingerprints(dir)[databaseName]).toBe(database);
    expect(await titlesAtStart()).toEqual(['then']);
    expect(pendingRestore(dir)).toBeNull();
    expect(replaced()).toEqual([replacedName]);
    expect(titlesIn(join(dir, 'backups', replacedName, databaseName))).toEqual(before);
    expect(readdirSync(join(dir, 'backups', replacedName)).filter((entry) => !entry.startsWith(databaseName))).toEqual([]);
    expect(await titlesAtStart()).toEqual(['then']);
  });

  test('can be taken back', async () => {
    prepareRestore(dir, backup, now);
    cancelRestore(dir);
    expect(pendingRestore(dir)).toBeNull();
    expect(replaced()).toEqual([]);
    expect(await titlesAtStart()).toEqual(before);
    cancelRestore(dir);
  });

  test('takes the place of one that was prepared before', full, async () => {
    prepareRestore(dir, backup, now);
    prepareRestore(dir, backup, now + 1000);
    expect(replaced()).toEqual(['replaced-20260301-093001']);
    expect(await titlesAtStart()).toEqual(['then']);
  });

  test('needs the backup no more', async () => {
    prepareRestore(dir, backup, now);
    rmSync(backup);
    expect(await titlesAtStart()).toEqual(['then']);
  });

  test('of a damaged backup is refused, and nothing is prepared', async () => {
    truncateSync(backup, 3 * 4096);
    expect(() => {
      prepareRestore(dir, backup, now);
    }).toThrow(/is damaged/);
    expect(pendingRestore(dir)).toBeNull();
    expect(replaced()).toEqual([]);
    expect(await titlesAtStart()).toEqual(before);
  });
});

describe('a start that is killed while it carries one out', () => {
  async function expectEnded(): Promise<void> {
    expect(await titlesAtStart()).toEqual(['then']);
    expect(titlesIn(join(dir, 'backups', replacedName, databaseName))).toEqual(before);
    expect(existsSync(join(dir, 'backups', replacedName, 'restored.db'))).toBe(false);
    expect(pendingRestore(dir)).toBeNull();
  }

  test('before any of its renames: the next one ends it', async () => {
    prepareRestore(dir, backup, now);
    const moments = await momentsOf([dir], ['renameSync'], () => {
      openDatabase(dir).close();
    });
    // The renames: the database, its log and the index of that go aside; the copy takes its place. Then it is over.
    expect(moments).toHaveLength(5);
    for (const [copy = ''] of moments) {
      dir = copy;
      await expectEnded();
    }
  });

  test('as a process, by SIGKILL', full, async () => {
    prepareRestore(dir, backup, now);
    const program = fileURLToPath(new URL('start-once.ts', import.meta.url));
    const preload = new URL('kill-at-rename.ts', import.meta.url).href;
    const start = spawn(process.execPath, ['--import', preload, program, dir], {
      env: { ...bareEnvironment, KILL_AT_RENAME: '2' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(await ended(start)).toMatchObject({ signal: 'SIGKILL' });
    await expectEnded();
  });
});

describe('where the backups are on another disk', () => {
  let disk: string;

  /** Moves the backups to another disk, with a link in their place. */
  function moveBackups(skip: (why: string) => never): void {
    disk = newSmallDisk(8) ?? skip('only root can mount a small disk');
    cpSync(join(dir, 'backups'), disk, { recursive: true });
    rmSync(join(dir, 'backups'), { recursive: true });
    symlinkSync(disk, join(dir, 'backups'));
    backup = join(disk, basename(backup));
  }

  test('a start carries a prepared restore out, also one that is killed at any step before', full, async ({ skip }) => {
    moveBackups(skip);
    prepareRestore(dir, backup, now);
    const moments = await momentsOf([dir, disk], ['copyFileSync', 'renameSync', 'rmSync'], () => {
      openDatabase(dir).close();
    });
    expect(moments.length).toBeGreaterThan(10);
    for (const [data = '', backups = ''] of moments) {
      putBack(data, dir);
      for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
      cpSync(backups, disk, { recursive: true });
      expect(await titlesAtStart()).toEqual(['then']);
      expect(titlesIn(join(disk, replacedName, databaseName))).toEqual(before);
      expect(readdirSync(join(disk, replacedName)).filter((entry) => !/^daybook\.db(?:-(?:wal|shm))?$/.test(entry))).toEqual([]);
      expect(readdirSync(dir).filter((entry) => /restored|part/.test(entry))).toEqual([]);
    }
  });

  test(
    'one that is not prepared and is killed at any step before is ended by the next start, or leaves nothing',
    full,
    async ({ skip }) => {
      moveBackups(skip);
      const moments = await momentsOf([dir, disk], ['copyFileSync', 'renameSync', 'rmSync'], () => {
        restore({ file: backup, dataDir: dir, clock: () => now });
      });
      const outcomes = new Set<string>();
      for (const [data = '', backups = ''] of moments) {
        putBack(data, dir);
        for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
        cpSync(backups, disk, { recursive: true });
        const titles = await titlesAtStart();
        outcomes.add(titles.join());
        // Before the exchange what stands is copied: what was not replaced is not put aside either.
        expect(replaced()).toEqual(titles.length === 1 ? [replacedName] : []);
        if (titles.length === 1) expect(titlesIn(join(disk, replacedName, databaseName))).toEqual(before);
      }
      expect([...outcomes]).toEqual([before.join(), 'then']);
    },
  );

  test('a database that was put aside stays, where another one took its place by hand before the next start', async ({ skip }) => {
    moveBackups(skip);
    prepareRestore(dir, backup, now);
    const folder = join(disk, replacedName);
    rmSync(join(folder, 'at-next-start'));
    for (const suffix of ['', '-wal', '-shm']) cpSync(join(dir, databaseName + suffix), join(folder, databaseName + suffix));
    for (const suffix of ['-wal', '-shm']) rmSync(join(dir, databaseName + suffix));
    cpSync(backup, join(dir, databaseName));
    expect(await titlesAtStart()).toEqual(['then']);
    expect(titlesIn(join(folder, databaseName))).toEqual(before);
  });

  test('a restore that is not prepared is done as well', ({ skip }) => {
    moveBackups(skip);
    expect(restore({ file: backup, dataDir: dir, clock: () => now })).toEqual({ replaced: join(dir, 'backups', replacedName), missing: 0 });
    expect(titlesIn(join(dir, databaseName))).toEqual(['then']);
    expect(titlesIn(join(disk, replacedName, databaseName))).toEqual(before);
  });
});

test('a start says in one line why a prepared restore cannot be carried out, and what keeps the database', () => {
  prepareRestore(dir, backup, now);
  const folder = join(dir, 'backups', replacedName);
  // A folder stands where the log of the database is to go.
  mkdirSync(join(folder, databaseName, 'x'), { recursive: true });
  expect(() => openDatabase(dir)).toThrow(
    expect.objectContaining({
      name: 'StartError',
      message: expect.stringMatching(/^The restore .+, or remove .+replaced-.+ to keep/) as string,
    }),
  );
  rmSync(folder, { recursive: true });
  expect(titlesIn(join(dir, databaseName))).toEqual(before);
});

describe('while a restore is being prepared', () => {
  test.each([
    [
      'a marker that is gone when it is read',
      (marker: string) => {
        symlinkSync(join(dir, 'nowhere'), marker);
      },
    ],
    [
      'a marker that is not written yet',
      (marker: string) => {
        writeFileSync(marker, '');
      },
    ],
  ])('%s is none', (_, make) => {
    const folder = join(dir, 'backups', replacedName);
    mkdirSync(folder);
    writeFileSync(join(folder, 'restored.db'), 'copy');
    make(join(folder, 'at-next-start'));
    expect(pendingRestore(dir)).toBeNull();
  });
});
