import Sqlite from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DataAdminService } from '../../../main/features/backups/data-admin-service.ts';
import { Backups } from '../../../main/storage/backups.ts';
import { databaseName, stamp } from '../../../main/storage/files.ts';
import { IntegrityRecord } from '../../../main/storage/integrity-check.ts';
import { filesIn } from '../../support/new-database.ts';
import { full } from '../../support/tiers.ts';
import { fillDisk, fingerprints, newFolder, newSmallDisk, openNew, titlesIn, withEvents } from './fixture.ts';

const realTimeout = globalThis.setTimeout;
const day = 24 * 60 * 60 * 1000;
let now = Date.UTC(2026, 2, 1, 9, 30);

afterEach(() => {
  now = Date.UTC(2026, 2, 1, 9, 30);
});

async function setUp(dataDir = newFolder()) {
  const lines: { level: string; fields: object; message: string }[] = [];
  const log = {
    info: (fields: object, message: string) => {
      lines.push({ level: 'info', fields, message });
    },
    error: (fields: object, message: string) => {
      lines.push({ level: 'error', fields, message });
    },
  };
  const database = openNew(dataDir);
  const events = await withEvents(database);
  const backups = new Backups({ dataDir, files: () => filesIn(dataDir), clock: () => now, log });
  onTestFinished(() => backups.stop());
  return { dataDir, folder: join(dataDir, 'backups'), database, events, backups, lines };
}

describe('a backup', () => {
  test('is one private, sound file with everything that was answered', full, async () => {
    const { folder, events, backups, lines } = await setUp();
    await events.add('kept');
    const path = await backups.make();
    expect(path).toBe(join(folder, 'daybook-20260301-093000.db'));
    expect(readdirSync(folder)).toEqual(['daybook-20260301-093000.db', 'files']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(titlesIn(path)).toEqual(['kept']);
    const connection = new Sqlite(path, { readonly: true });
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(connection.pragma('journal_mode', { simple: true })).toBe('delete');
    connection.close();
    expect(backups.newest()).toBe(path);
    expect(backups.list().map(({ name }) => name)).toEqual(['daybook-20260301-093000.db']);
    expect(lines).toEqual([
      { level: 'info', fields: { file: path, milliseconds: expect.any(Number) as number }, message: 'A backup was made' },
    ]);
  });

  test('is made while writes go on, and is of one moment', full, async () => {
    const { database, events, backups } = await setUp();
    const insert = database.prepare<[string]>(`
      WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 20000)
      INSERT INTO events (id, user_id, title, color, is_all_day, start_at, end_at, time_zone, span, version, created_at, updated_at)
      SELECT ? || value, 'u', hex(randomblob(300)), 'purple', 0, 0, 1, 'UTC', 0, 0, 0, 0 FROM n`);
    await database.write(() => insert.run('bulk-'));
    let made: string | undefined;
    let written = 0;
    let longest = 0;
    const making = backups.make().then((path) => {
      made = path;
    });
    while (made === undefined) {
      const started = performance.now();
      // Both or neither: a copy of several moments would show one without the other.
      await Promise.all([events.add(`left ${written}`), events.add(`right ${written}`)]);
      longest = Math.max(longest, performance.now() - started);
      written += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
    }
    await making;
    const titles = titlesIn(made).filter((title) => /^(?:left|right) /.test(title));
    const of = (side: string): string[] => titles.filter((title) => title.startsWith(side)).map((title) => title.slice(side.length + 1));
    expect(of('left')).toEqual(of('right'));
    expect(written).toBeGreaterThan(3);
    expect(longest).toBeLessThan(1000);
  });

  test('calls that come together get the same one', full, async () => {
    const { backups, folder } = await setUp();
    const [first, second] = await Promise.all([backups.make(), backups.make()]);
    expect(second).toBe(first);
    const third = await backups.make();
    expect(third).not.toBe(first);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  test('older ones go when they are no longer to be kept', async () => {
    const { backups, folder } = await setUp();
    mkdirSync(folder);
    for (let age = 1; age < 40; age++) writeFileSync(join(folder, `daybook-${stamp(now - age * day)}.db`), '');
    writeFileSync(join(folder, 'before-v2-20200101-000000.db'), '');
    const path = await backups.make();
    const names = readdirSync(folder);
    expect(names).toHaveLength(11);
    expect(names).toContain('before-v2-20200101-000000.db');
    expect(existsSync(path)).toBe(true);
  });

  test('what a kill left half done is removed', async () => {
    const { backups, folder } = await setUp();
    mkdirSync(folder);
    writeFileSync(join(folder, 'daybook-20260228-093000.db.unfinished'), 'half');
    writeFileSync(join(folder, 'daybook-20260228-093000.db.unfinished-journal'), 'half');
    // Of the copy that a start makes before an upgrade.
    for (const name of ['unfinished', 'unfinished-journal']) writeFileSync(join(folder, `before-v55-20260228-093000.db.${name}`), 'half');
    await backups.make();
    expect(readdirSync(folder)).toEqual(['daybook-20260301-093000.db', 'files']);
  });
});

describe('a backup that fails', () => {
  test('for damage: nothing is deleted, nothing half stays, and the reason is told', async () => {
    const { backups, dataDir, folder, events, database, lines } = await setUp();
    mkdirSync(folder);
    for (let age = 1; age < 40; age++) writeFileSync(join(folder, `daybook-${stamp(now - age * day)}.db`), '');
    await Promise.all(Array.from({ length: 2000 }, (_, index) => events.add(`event ${index}`)));
    database.close();
    const file = join(dataDir, databaseName);
    const content = readFileSync(file);
    const page = Math.floor(content.length / 8192);
    content.fill(0xa5, 4096 * page, 4096 * (page + 1));
    writeFileSync(file, content);
    const before = fingerprints(folder);
    await expect(backups.make()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The database is damaged \(.+\): no backup was made/) as string,
    });
    expect(lines).toMatchObject([{ level: 'error', message: 'A backup has found the database damaged' }]);
    expect(fingerprints(folder)).toEqual(before);
  });

  test('for a row that refers to nothing', async () => {
    const { backups, database, folder } = await setUp();
    database.prepare('PRAGMA foreign_keys = OFF').run();
    await database.write(() =>
      database.prepare("INSERT INTO changes (user_id, at, type, action) VALUES ('nobody', 0, 'event', 'created')").run(),
    );
    await expect(backups.make()).rejects.toThrow('a row of changes refers to one that does not exist');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('for want of room: the service goes on, and it works once there is room', full, async ({ skip }) => {
    const dataDir = newSmallDisk() ?? skip('only root can mount a small disk');
    const { backups, events, folder } = await setUp(dataDir);
    await events.add('before');
    const makeRoom = fillDisk(dataDir);
    await expect(backups.make()).rejects.toThrow();
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    expect(events.titles()).toEqual(['before']);
    makeRoom();
    expect(titlesIn(await backups.make())).toEqual(['before']);
  });
});

describe('the daily backup', () => {
  const hour = 60 * 60 * 1000;
  const fake = (): void => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
  };
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    vi.advanceTimersByTime(milliseconds);
  };
  /** Waits in real time, which is what the thread works in. */
  const until = async (check: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 4_000 && !check(); tries++)
      await new Promise((resolve) => {
        realTimeout(resolve, 10);
      });
  };

  test('is made a little after the start, and then once a day', full, async () => {
    const { backups, lines } = await setUp();
    fake();
    backups.start();
    pass(1000);
    expect(backups.list()).toEqual([]);
    pass(30_000);
    await until(() => lines.length === 1);
    expect(backups.list()).toHaveLength(1);
    for (let hours = 0; hours < 23; hours++) pass(hour);
    expect(lines).toHaveLength(1);
    pass(hour);
    pass(hour);
    await until(() => lines.length === 2);
    expect(backups.list()).toHaveLength(2);
  });

  test('that fails is logged, told until one is made, and tried again an hour later', full, async () => {
    const { backups, lines, dataDir, folder } = await setUp();
    const clock = (): number => now;
    const told = (): unknown => new DataAdminService({ dataDir, backups, integrity: new IntegrityRecord(clock), clock }).list().failed;
    fake();
    expect(told()).toBeNull();
    writeFileSync(folder, 'a file in the place of the folder');
    backups.start();
    pass(31_000);
    await until(() => lines.length === 1);
    expect(lines[0]).toMatchObject({
      level: 'error',
      message: 'The daily backup failed; it is tried again in an hour, and the earlier ones are kept',
    });
    pass(hour);
    await until(() => lines.length === 2);
    rmSync(folder);
    expect(told()).toEqual({ since: '2026-03-01T09:30:31.000Z', reason: 'It could not be made (ENOTDIR)' });
    pass(hour);
    await until(() => lines.length === 3);
    expect(lines[2]?.level).toBe('info');
    expect(told()).toBeNull();
  });

  test('is given up by a stop, and leaves nothing', async () => {
    const { backups, folder, lines } = await setUp();
    const making = backups.make();
    await Promise.all([expect(making).rejects.toThrow(), backups.stop()]);
    expect(readdirSync(folder)).toEqual([]);
    await expect(backups.make()).rejects.toThrow('The service is stopping');
    expect(lines).toEqual([]);
  });
});
