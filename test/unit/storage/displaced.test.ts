import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ChangeStore } from '../../../main/features/changes/store.ts';
import { nearestRecords } from '../../../main/features/ask/nearest-store.ts';
import { startJob } from '../../../main/storage/background.ts';
import type { PlacedFiles } from '../../../main/storage/connection.ts';
import { openDatabase, type Loss } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { IntegrityRecord } from '../../../main/storage/integrity-check.ts';
import { makeBackup } from '../../../main/storage/make-backup.ts';
import { restore } from '../../../main/storage/restore.ts';
import { openSnapshot } from '../../../main/storage/snapshot.ts';
import { writeInThread } from '../../../main/storage/write-in-thread.ts';
import { withNewDatabase } from '../../support/new-database.ts';
import { copyAsKilled, newFolder, open, titlesIn, withEvents } from './fixture.ts';

const clock = (): number => Date.UTC(2026, 2, 1, 9, 30);
const refusal = {
  code: 'unavailable',
  message: expect.stringMatching(/^The database of Daybook was (?:removed|replaced) from outside/) as string,
};

/** A data directory in a folder of its own, with the event `old` since before the database was opened, and `new`, change 40, in its log. */
async function opened() {
  const dir = join(newFolder(), 'data');
  mkdirSync(dir);
  const file = join(withNewDatabase(dir), databaseName);
  const before = openDatabase(dir);
  await (await withEvents(before)).add('old');
  before.close();
  copyFileSync(file, `${file}.older`);
  const integrity = new IntegrityRecord(clock);
  const lines: string[] = [];
  const database = open(dir, { clock, integrity, onDisplaced: (line) => lines.push(line) });
  const events = await withEvents(database);
  await events.add('new');
  await database.write(() => {
    new ChangeStore(database).skipTo(40);
  });
  return { dir, file, database, integrity, lines, ...events };
}

const replace = (file: string): void => {
  renameSync(`${file}.older`, file);
};

/** What a start says that finds changes missing. */
function lossAt(dir: string): Loss | undefined {
  const told: Loss[] = [];
  openDatabase(dir, { clock, onLoss: (loss) => told.push(loss) }).close();
  return told[0];
}

describe.skipIf(process.platform === 'win32')('a database that is in use', () => {
  test.each<[string, 'removed' | 'replaced', (file: string) => void]>([
    ['whose folder is removed', 'removed', (file) => rmSync(dirname(file), { recursive: true })],
    [
      'whose folder is moved',
      'removed',
      (file) => {
        renameSync(dirname(file), `${dirname(file)}-moved`);
      },
    ],
    [
      'that is removed alone',
      'removed',
      (file) => {
        rmSync(file);
      },
    ],
    ['in whose place an older copy is put', 'replaced', replace],
  ])('%s takes no more writes, can be read, and is saved whole', async (_, how, happen) => {
    const { dir, file, database, integrity, lines, add, titles } = await opened();
    happen(file);
    await expect(add('late')).rejects.toMatchObject(refusal);
    await expect(database.writeElsewhere(() => Promise.resolve(), false)).rejects.toMatchObject(refusal);
    expect(() => database.snapshot()).toThrow(/^The database of Daybook was (?:removed|replaced) from outside/);
    expect(titles()).toEqual(['new', 'old']);
    await database.prepareClose();
    const saved = join(dir, 'backups', 'replaced-20260301-093000', databaseName);
    expect(integrity.report().displaced).toEqual({ how, since: clock(), saved });
    expect(lines).toEqual([expect.stringContaining(`npm run restore -- ${saved}`) as string]);
    database.close();
    expect(titlesIn(saved)).toEqual(['new', 'old']);
    if (how === 'removed') {
      // A start with nothing would hide that.
      expect(() => openDatabase(dir, { clock })).toThrow(`get what was saved back with: npm run restore -- ${saved}`);
    } else {
      expect(lossAt(dir)).toEqual({
        message: expect.stringContaining('it ends at number 0 of the change feed, and number 40') as string,
        line: expect.stringContaining(`get what was saved back with: npm run restore -- ${saved}`) as string,
        hasBackup: true,
      });
    }
    restore({ file: saved, dataDir: dir, clock });
    expect(titlesIn(file)).toEqual(['new', 'old']);
  });

  test('whose folder was moved is whole there', async () => {
    const { dir, database } = await opened();
    renameSync(dir, `${dir}-moved`);
    await database.prepareClose();
    database.close();
    const again = open(`${dir}-moved`);
    expect((await withEvents(again)).titles()).toEqual(['new', 'old']);
  });

  test('that is told as saved at the next start, where another copy that was put aside cannot be read', async () => {
    const { dir, file, database, integrity } = await opened();
    replace(file);
    await database.prepareClose();
    database.close();
    const damaged = join(dir, 'backups', 'replaced-20260302-000000');
    mkdirSync(damaged);
    writeFileSync(join(damaged, databaseName), 'damaged'.repeat(1000));
    expect(lossAt(dir)?.line).toContain(`npm run restore -- ${integrity.report().displaced?.saved}`);
  });

  test('that is replaced is noticed without a write, and what a kill leaves then is not mixed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { dir, file, database, integrity } = await opened();
      replace(file);
      vi.advanceTimersByTime(2_000);
      await vi.waitFor(() => {
        expect(integrity.report().displaced).not.toBeNull();
      });
      expect(readdirSync(dir).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([]);
      const killed = newFolder();
      copyAsKilled(file, join(killed, databaseName));
      copyFileSync(`${file}-mark`, join(killed, `${databaseName}-mark`));
      expect(lossAt(killed)?.message).toContain('number 40');
      expect(titlesIn(join(killed, databaseName))).toEqual(['old']);
      database.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test('that is put back after it was away is opened with what is missing told: its log has gone', async () => {
    const { dir, file, database, integrity } = await opened();
    renameSync(file, `${file}.away`);
    await database.prepareClose();
    database.close();
    renameSync(`${file}.away`, file);
    expect(lossAt(dir)?.line).toContain(`npm run restore -- ${integrity.report().displaced?.saved}`);
  });

  test('can be written and closed while the file system does not tell where it is', async () => {
    const { dir, database, integrity, add } = await opened();
    renameSync(dir, `${dir}-moved`);
    // It leads to itself, which no look goes through.
    symlinkSync(dir, dir);
    await add('later');
    await database.prepareClose();
    rmSync(dir);
    renameSync(`${dir}-moved`, dir);
    database.close();
    expect(integrity.report().displaced).toBeNull();
    expect((await withEvents(open(dir))).titles()).toEqual(['later', 'new', 'old']);
  });

  test('that is replaced with a log of its own keeps that', async () => {
    const { file, database } = await opened();
    replace(file);
    rmSync(`${file}-wal`);
    writeFileSync(`${file}-wal`, 'theirs');
    await database.prepareClose();
    database.close();
    expect(readdirSync(dirname(file)).filter((name) => name.includes('-wal'))).toEqual([`${databaseName}-wal`]);
  });

  test('is saved once more where the copy is gone at the end, and beside its folder where there is no other place', async () => {
    const { dir, database, integrity } = await opened();
    rmSync(dir, { recursive: true });
    await database.prepareClose();
    rmSync(dir, { recursive: true });
    writeFileSync(dir, 'a file where the folder was');
    await database.prepareClose();
    const saved = join(dirname(dir), 'daybook-saved-20260301-093000.db');
    expect(integrity.report().displaced?.saved).toBe(saved);
    expect(titlesIn(saved)).toEqual(['new', 'old']);
  });

  test('that is replaced and cannot be saved leaves its log behind', async () => {
    const { dir, file, database } = await opened();
    writeFileSync(join(dir, 'backups'), 'no folder');
    replace(file);
    // At once: there is no time to copy anything.
    database.close();
    expect(existsSync(`${file}-wal`)).toBe(true);
    expect(existsSync(`${file}-mark`)).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('what a thread opens', () => {
  const threads: readonly (readonly [string, (files: PlacedFiles) => unknown])[] = [
    ['reads for an export', (files) => openSnapshot(files)],
    [
      'reads for a question',
      (files) => nearestRecords({ files, userId: 'u', types: ['note'], vector: new Uint8Array(0), limit: 1, least: 0 }),
    ],
    [
      'writes a note',
      (files) => {
        writeInThread(files, ({ prepare }) => prepare('DELETE FROM events').run());
      },
    ],
    [
      'backs up',
      (files) => {
        const folder = newFolder();
        const [target, attachments, work] = ['made.db', 'attachments', 'work'].map((name) => join(folder, name)) as [
          string,
          string,
          string,
        ];
        return makeBackup({ source: files, attachments, target, work, madeAt: 0, passphrase: null, isListed: false });
      },
    ],
    ['checks', (files) => startJob({ kind: 'check', source: files }).flaw],
  ];

  test.each(threads)('and %s is not a database that took the place of the one in use after the thread was told', async (_, open) => {
    const { file, database } = await opened();
    const files = database.files();
    const older = readFileSync(`${file}.older`);
    replace(file);
    await expect(Promise.resolve(files).then(open)).rejects.toMatchObject({
      code: 'SQLITE_READONLY_DBMOVED',
      message: `${file} was replaced`,
    });
    expect(readFileSync(file).equals(older)).toBe(true);
    await database.prepareClose();
    database.close();
  });

  test.each(threads)('and %s has no log that took the place of its own', async (_, open) => {
    const { file, database, titles } = await opened();
    const files = database.files();
    const bytes = readFileSync(file);
    rmSync(`${file}-wal`);
    writeFileSync(`${file}-wal`, 'another');
    await expect(Promise.resolve(files).then(open)).rejects.toMatchObject({
      code: 'SQLITE_READONLY_DBMOVED',
      message: `${file}-wal was replaced`,
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(titles()).toEqual(['new', 'old']);
  });
});

describe.skipIf(process.platform === 'win32')('the log of a database that is in use', () => {
  test.each<[string, (log: string) => void]>([
    [
      'is removed',
      (log) => {
        rmSync(log);
      },
    ],
    [
      'is replaced',
      (log) => {
        rmSync(log);
        writeFileSync(log, 'another');
      },
    ],
  ])('%s: it is made anew by the next write, and a kill loses nothing', async (_, happen) => {
    const { file, add, database } = await opened();
    happen(`${file}-wal`);
    await add('later');
    const killed = newFolder();
    copyAsKilled(file, join(killed, databaseName));
    expect((await withEvents(open(killed))).titles()).toEqual(['later', 'new', 'old']);
    using snapshot = database.snapshot();
    expect(snapshot.prepare<[], { title: string }>('SELECT title FROM events').all()).toHaveLength(3);
  });

  test('is removed while it is read elsewhere: writes wait until it can be made anew', async () => {
    const { file, add, database, titles } = await opened();
    const snapshot = database.snapshot();
    rmSync(`${file}-wal`);
    // Another one would read the log that is not there.
    expect(() => database.snapshot()).toThrow(expect.objectContaining({ code: 'unavailable' }));
    const late = add('later');
    await expect(Promise.race([late, new Promise((resolve) => setTimeout(resolve, 80, 'waits'))])).resolves.toBe('waits');
    snapshot[Symbol.dispose]();
    await late;
    expect(titles()).toEqual(['later', 'new', 'old']);
    expect(existsSync(`${file}-wal`)).toBe(true);
  });

  test('is removed: what reads by the path has it made anew before', async () => {
    const { file, database } = await opened();
    rmSync(`${file}-wal`);
    using snapshot = database.snapshot();
    expect(snapshot.prepare<[], { title: string }>('SELECT title FROM events').all()).toHaveLength(2);
  });

  test('is made anew without a write as well', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { file } = await opened();
      rmSync(`${file}-wal`);
      vi.advanceTimersByTime(2_000);
      await vi.waitFor(() => {
        expect(existsSync(`${file}-wal`)).toBe(true);
      });
    } finally {
      vi.useRealTimers();
    }
  });
});
