import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { cancelRestore, pendingRestore, prepareRestore } from '../../../main/storage/pending-restore.ts';
import { full } from '../../support/tiers.ts';
import { bareEnvironment, ended, fingerprints, newFolder, titlesIn, withEvents } from './fixture.ts';
import { killedDatabase } from './killed-database.ts';
import { momentsOf } from './moments.ts';

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
