import Sqlite from 'better-sqlite3';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ChangeStore } from '../../../main/features/changes/store.ts';
import { StartError } from '../../../main/lib/app-error.ts';
import { openDatabase, type Loss, type OpenDatabaseOptions } from '../../../main/storage/database.ts';
import { Backups } from '../../../main/storage/backups.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { IntegrityRecord } from '../../../main/storage/integrity-check.ts';
import { latestVersion, migrations, type Migration } from '../../../main/storage/migrate.ts';
import { restore } from '../../../main/storage/restore.ts';
import { filesIn, withNewDatabase } from '../../support/new-database.ts';
import { full } from '../../support/tiers.ts';
import { copyAsKilled, fingerprints, newFolder, open, titlesIn, withEvents } from './fixture.ts';
import { momentsOf } from './moments.ts';

const current = latestVersion(migrations);
const second: Migration = {
  version: current + 1,
  name: 'second',
  sql: 'CREATE TABLE second (id INTEGER PRIMARY KEY) STRICT; ALTER TABLE events ADD COLUMN rating INTEGER;',
};
const third: Migration = {
  version: current + 2,
  name: 'third',
  sql: 'CREATE TABLE third (id INTEGER PRIMARY KEY) STRICT; SELECT * FROM no_such_table;',
};
const clock = (): number => Date.UTC(2026, 2, 1, 9, 30);

/** A folder with a database of one user and `count` events, closed. */
async function filled(count = 3): Promise<string> {
  const dir = withNewDatabase(newFolder());
  const database = openDatabase(dir);
  const events = await withEvents(database);
  await Promise.all(Array.from({ length: count }, (_, index) => events.add(`event ${index}`)));
  database.close();
  return dir;
}

/** A copy of such a folder as a SIGKILL would leave it: the newest commits are in the log alone. */
async function killed(change: (connection: Sqlite.Database) => void = () => undefined): Promise<string> {
  const source = await filled();
  const dir = newFolder();
  const connection = new Sqlite(join(source, databaseName));
  connection.pragma('wal_autocheckpoint = 0');
  connection.exec("UPDATE events SET title = 'changed in the log' WHERE id = 'id-event 0'");
  change(connection);
  copyAsKilled(join(source, databaseName), join(dir, databaseName));
  connection.close();
  return dir;
}

function refusalOf(dir: string, options: OpenDatabaseOptions = {}): string {
  try {
    openDatabase(dir, options).close();
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error('it was opened');
}

describe('a statement', () => {
  test('is prepared when it is first used, or at once', () => {
    const dir = withNewDatabase(newFolder());
    const wrong = 'SELECT * FROM no_such_table';
    const database = openDatabase(dir);
    const statement = database.prepare(wrong);
    expect(() => statement.all()).toThrow('no such table');
    const count = database.prepare<[], number>('SELECT count(*) FROM users').pluck();
    expect([count.get(), count.all(), [...count.iterate()]]).toEqual([0, [0], [0]]);
    database.close();
    const atOnce = openDatabase(dir, { preparesAtOnce: true });
    expect(() => atOnce.prepare(wrong)).toThrow('no such table');
    atOnce.close();
  });
});

describe('a new database', () => {
  test('is whole, private, durable and strict', () => {
    const dir = newFolder();
    const database = open(dir);
    const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0];
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('trusted_schema')).toBe(0);
    expect(pragma('user_version')).toBe(migrations.at(-1)?.version);
    expect(statSync(join(dir, databaseName)).mode & 0o777).toBe(0o600);
    const tables = database
      .prepare("SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite%'")
      .all() as { strict: number }[];
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.every(({ strict }) => strict === 1)).toBe(true);
  });

  test('leaves one file when it is closed, and closing twice does no harm', () => {
    const dir = newFolder();
    const database = open(dir);
    database.close();
    database.close();
    expect(readdirSync(dir)).toEqual([databaseName]);
  });

  test('is built beside, so that a start that was killed leaves nothing half', full, () => {
    const dir = newFolder();
    writeFileSync(join(dir, `${databaseName}.new`), 'half');
    writeFileSync(join(dir, `${databaseName}.new-journal`), 'half');
    open(dir).close();
    expect(readdirSync(dir)).toEqual([databaseName]);
  });

  test('whose migration fails leaves nothing', () => {
    const dir = newFolder();
    expect(refusalOf(dir, { migrations: [third] })).toMatch(/cannot be made \(no such table: no_such_table\)/);
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('a second start', () => {
  test('changes nothing', async () => {
    const dir = await filled();
    const before = fingerprints(dir);
    open(dir).close();
    open(dir).close();
    expect(fingerprints(dir)).toEqual(before);
  });

  test('after a SIGKILL finds what is in the log alone', async () => {
    const dir = await killed();
    const events = await withEvents(open(dir));
    expect(events.titles()).toEqual(['changed in the log', 'event 1', 'event 2']);
  });
});

/** Each leaves a folder whose database must be refused. */
const unfit: [string, RegExp, () => Promise<string>][] = [
  [
    'random bytes',
    /is damaged \(it is not an SQLite file\)/,
    async () => {
      const dir = await filled();
      writeFileSync(join(dir, databaseName), Buffer.alloc(20_000, 'no database '));
      return dir;
    },
  ],
  [
    'zero bytes',
    /is damaged \(it is not an SQLite file\)/,
    async () => {
      const dir = await filled();
      truncateSync(join(dir, databaseName), 0);
      return dir;
    },
  ],
  [
    'a truncated file',
    /is damaged/,
    async () => {
      const dir = await filled(200);
      truncateSync(join(dir, databaseName), 3 * 4096);
      return dir;
    },
  ],
  [
    'a file cut inside a page',
    /is damaged/,
    async () => {
      const dir = await filled(200);
      truncateSync(join(dir, databaseName), statSync(join(dir, databaseName)).size - 1000);
      return dir;
    },
  ],
  [
    'a newer version',
    /was written by a newer version of Daybook \(format 99, this one knows \d+\)/,
    async () => {
      const dir = await filled();
      const connection = new Sqlite(join(dir, databaseName));
      connection.pragma('user_version = 99');
      connection.close();
      return dir;
    },
  ],
  [
    'a newer version that is in the log alone',
    /was written by a newer version of Daybook \(format 99/,
    () =>
      killed((connection) => {
        connection.pragma('user_version = 99');
      }),
  ],
  [
    'a newer version in the log, without the index of the log',
    /was written by a newer version of Daybook \(format 99/,
    async () => {
      const dir = await killed((connection) => {
        connection.pragma('user_version = 99');
      });
      renameSync(join(dir, `${databaseName}-shm`), join(dir, 'shm-elsewhere'));
      return dir;
    },
  ],
  [
    'the database of another program',
    /is not a database of Daybook/,
    () => {
      const dir = newFolder();
      const connection = new Sqlite(join(dir, databaseName));
      connection.exec('CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 1');
      connection.close();
      return Promise.resolve(dir);
    },
  ],
  [
    'a log without its database',
    /is missing although \S+-wal is there/,
    async () => {
      const dir = await killed();
      renameSync(join(dir, databaseName), join(dir, 'elsewhere.db'));
      return dir;
    },
  ],
  [
    'backups without their database',
    /is missing although \S+daybook-20260301-093000\.db is there; .*npm run restore/,
    () => {
      const dir = newFolder();
      mkdirSync(join(dir, 'backups'));
      writeFileSync(join(dir, 'backups', 'daybook-20260301-093000.db'), 'a backup');
      return Promise.resolve(dir);
    },
  ],
  [
    'attachments without their database',
    /is missing although \S+attachments\/ab is there/,
    () => {
      const dir = newFolder();
      mkdirSync(join(dir, 'attachments', 'ab'), { recursive: true });
      writeFileSync(join(dir, 'attachments', 'ab', 'ab12'), 'a file');
      return Promise.resolve(dir);
    },
  ],
  [
    'a link to nowhere',
    /cannot be read/,
    () => {
      const dir = newFolder();
      symlinkSync(join(dir, 'unplugged', databaseName), join(dir, databaseName));
      return Promise.resolve(dir);
    },
  ],
  [
    'a folder in its place',
    /cannot be read/,
    () => {
      const dir = newFolder();
      mkdirSync(join(dir, databaseName));
      return Promise.resolve(dir);
    },
  ],
];

describe('a database that cannot be used', () => {
  test.each(unfit)('%s: refused in one line, nothing touched', async (_, expected, make) => {
    const dir = await make();
    const names = readdirSync(dir);
    const before = names.includes(databaseName) && unfitIsFile(dir) ? fingerprints(dir) : null;
    const message = refusalOf(dir);
    expect(message).toMatch(expected);
    expect(message).not.toContain('\n');
    expect(message).toContain('--data-dir');
    expect(readdirSync(dir)).toEqual(names);
    if (before !== null) expect(fingerprints(dir)).toEqual(before);
    expect(refusalOf(dir)).toBe(message);
  });

  test('the newest backup is named with the command that restores it', async () => {
    const dir = await filled();
    mkdirSync(join(dir, 'backups'));
    for (const name of [
      'daybook-20260227-120000.db',
      'daybook-20260228-120000.db',
      'before-v2-20250101-000000.db',
      'daybook-20991231-000000.db',
    ])
      writeFileSync(join(dir, 'backups', name), '');
    truncateSync(join(dir, databaseName), 0);
    expect(refusalOf(dir, { clock })).toContain(
      `npm run restore -- ${join(dir, 'backups', 'daybook-20260228-120000.db')} --data-dir ${dir}`,
    );
  });
});

function unfitIsFile(dir: string): boolean {
  return statSync(join(dir, databaseName), { throwIfNoEntry: false })?.isFile() === true;
}

test('a snapshot shows what was there when it was taken, and cannot write', full, async () => {
  const dir = newFolder();
  const database = open(dir);
  const events = await withEvents(database);
  await events.add('before');
  const snapshot = database.snapshot();
  await events.add('after');
  const titles = snapshot.prepare<[], string>('SELECT title FROM events').pluck();
  expect(titles.all()).toEqual(['before']);
  expect(() => snapshot.prepare('DELETE FROM events').run()).toThrow(/readonly/);
  snapshot[Symbol.dispose]();
  expect(events.titles()).toEqual(['after', 'before']);
});

/** Overwrites a page among the rows that came last, or the page with this number. */
function damage(dir: string, page?: number): void {
  const file = join(dir, databaseName);
  const content = readFileSync(file);
  const at = page ?? Math.floor((content.length / 4096) * 0.75);
  content.fill(0xa5, 4096 * at, 4096 * (at + 1));
  writeFileSync(file, content);
}

describe('the check of a whole database', () => {
  test('comes after a stop that was not clean, in a thread, and damage is told', async () => {
    const dir = await killed();
    damage(dir, 3);
    const integrity = new IntegrityRecord(clock);
    const message = await new Promise<string>((resolve) => {
      open(dir, { integrity, onDamage: resolve });
    });
    expect(message).toMatch(/is damaged \([^\n]+\)/);
    expect(integrity.report()).toMatchObject({ state: 'damaged', checkedAt: clock(), flaw: expect.any(String) as string });
  });

  test('tells as well that nothing was wrong', full, async () => {
    const integrity = new IntegrityRecord(clock);
    const complaints: string[] = [];
    open(await killed(), { integrity, onDamage: (message) => complaints.push(message) });
    await expect.poll(() => integrity.report().state).toBe('sound');
    expect(complaints).toEqual([]);
  });

  test('does not come after a clean stop, and closing does not wait for it', full, async () => {
    const dir = await filled(2000);
    damage(dir);
    const complaints: string[] = [];
    const integrity = new IntegrityRecord(clock);
    const database = open(dir, { integrity, onDamage: (message) => complaints.push(message) });
    // Nothing is to come: a check in a thread has told of such damage within this time, on a machine that is not busy.
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect([integrity.report().state, complaints]).toEqual(['unchecked', []]);
    database.close();
    open(await killed()).close();
  });

  test('is made of each backup, and damage is told', async () => {
    const dir = await filled(2000);
    const integrity = new IntegrityRecord(clock);
    const log = { info: () => undefined, error: () => undefined };
    const backups = new Backups({ dataDir: dir, files: () => filesIn(dir), clock, log, integrity });
    await backups.make();
    expect(integrity.report()).toEqual({ state: 'sound', checkedAt: clock(), flaw: null, lost: null, displaced: null });
    damage(dir);
    await expect(backups.make()).rejects.toThrow(/damaged|malformed/);
    expect(integrity.report().state).toBe('damaged');
  });
});

describe('a log', () => {
  const log = (dir: string): string => join(dir, `${databaseName}-wal`);
  const mark = (dir: string): string => join(dir, `${databaseName}-mark`);

  /** A folder as a SIGKILL leaves it: the change 40 is in the log alone, and its number in the mark. */
  async function killedAfterChanges(): Promise<string> {
    const source = withNewDatabase(newFolder());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const database = openDatabase(source);
      const events = await withEvents(database);
      await events.add('before');
      await database.write(() => {
        new ChangeStore(database).skipTo(40);
      });
      vi.advanceTimersByTime(2_000);
      const dir = newFolder();
      cpSync(source, dir, { recursive: true });
      database.close();
      expect(existsSync(mark(source))).toBe(false);
      return dir;
    } finally {
      vi.useRealTimers();
    }
  }

  function start(dir: string): { readonly lost: unknown; readonly told: readonly Loss[] } {
    const integrity = new IntegrityRecord(clock);
    const told: Loss[] = [];
    openDatabase(dir, { integrity, clock, onLoss: (loss) => told.push(loss) }).close();
    return { lost: integrity.report().lost, told };
  }

  test.each<[string, (file: string) => void, RegExp]>([
    ['that is gone', rmSync, /its log \S+-wal is missing\./],
    [
      'that holds something else',
      (file) => {
        writeFileSync(file, Buffer.alloc(50_000, 0x5a));
      },
      /its log \S+-wal is damaged and was copied to \S+backups\/replaced-20260301-093000\/daybook\.db-wal\./,
    ],
    [
      'that is cut',
      (file) => {
        truncateSync(file, 32 + 24 + 4096);
      },
      /is damaged and was copied/,
    ],
  ])('%s: the start tells that changes are missing, and which backup there is', async (_, lose, expected) => {
    const dir = await killedAfterChanges();
    mkdirSync(join(dir, 'backups'));
    writeFileSync(join(dir, 'backups', 'daybook-20260228-120000.db'), '');
    lose(log(dir));
    const before = existsSync(log(dir)) ? readFileSync(log(dir)) : null;
    const { lost, told } = start(dir);
    expect(lost).toEqual({ after: 0, upTo: 40, backup: 'daybook-20260228-120000.db' });
    const line = expect.stringContaining('; get the newest backup back with: npm run restore -- ') as string;
    expect(told).toEqual([{ message: expect.stringMatching(expected) as string, line, hasBackup: true }]);
    expect(told[0]?.message).not.toContain('npm run');
    if (before !== null) expect(readFileSync(join(dir, 'backups', 'replaced-20260301-093000', 'daybook.db-wal'))).toEqual(before);
    // What was told once is known.
    expect(start(dir).told).toEqual([]);
  });

  test('of another database, whose place a backup took by hand, is moved aside before it is played in', async () => {
    const dir = await killedAfterChanges();
    const backup = join(withNewDatabase(newFolder()), databaseName);
    const connection = new Sqlite(backup);
    // As backups are.
    connection.pragma('journal_mode = DELETE');
    connection.close();
    cpSync(backup, join(dir, databaseName));
    const before = readFileSync(log(dir));
    const { lost, told } = start(dir);
    expect(titlesIn(join(dir, databaseName))).toEqual([]);
    expect(readFileSync(join(dir, 'backups/replaced-20260301-093000/daybook.db-wal'))).toEqual(before);
    expect(lost).toEqual({ after: 0, upTo: 40, backup: null });
    const expected = /its log \S+-wal is of another database, in whose place .+ was moved to \S+\/daybook\.db-wal\. Daybook goes on with/;
    expect(told).toEqual([expect.objectContaining({ message: expect.stringMatching(expected) as string })]);
    expect(start(dir).told).toEqual([]);
  });

  test('of another database is told without a mark, too', async () => {
    const dir = await killedAfterChanges();
    rmSync(mark(dir));
    const header = readFileSync(join(withNewDatabase(newFolder()), databaseName));
    // As backups are: never written through a log.
    header.fill(1, 18, 20);
    writeFileSync(join(dir, databaseName), header);
    const { lost, told } = start(dir);
    expect(lost).toBeNull();
    expect(told).toEqual([expect.objectContaining({ message: expect.stringMatching(/^The log .+ goes on without it$/) as string })]);
  });

  test('that is damaged and cannot be copied stays, and the start is refused', async () => {
    const dir = await killedAfterChanges();
    const before = Buffer.alloc(50_000, 0x5a);
    writeFileSync(log(dir), before);
    symlinkSync(join(dir, 'nowhere'), join(dir, 'backups'));
    expect(() => start(dir)).toThrow(/^The log \S+-wal is damaged or of another database, and cannot be copied into \S+backups /);
    expect(readFileSync(log(dir))).toEqual(before);
    rmSync(join(dir, 'backups'));
    expect(start(dir).lost).toMatchObject({ upTo: 40 });
  });

  test.each<[string, (dir: string) => void]>([
    ['of a kill', () => undefined],
    ['whose end a power cut has torn', (dir) => writeFileSync(log(dir), Buffer.alloc(5_000, 0x5a), { flag: 'a' })],
    [
      'that another program has taken in',
      (dir) => {
        const connection = new Sqlite(join(dir, databaseName));
        connection.prepare('SELECT * FROM events').all();
        connection.close();
        expect(existsSync(log(dir))).toBe(false);
      },
    ],
    [
      'in whose place, with all else, a backup was put',
      (dir) => {
        const backup = join(newFolder(), 'daybook-20260228-120000.db');
        cpSync(join(withNewDatabase(newFolder()), databaseName), backup);
        restore({ file: backup, dataDir: dir, clock });
      },
    ],
    ['of an earlier version', (dir) => (rmSync(log(dir)), rmSync(mark(dir)))],
  ])('%s: no loss is told', async (_, happen) => {
    const dir = await killedAfterChanges();
    happen(dir);
    expect(start(dir)).toEqual({ lost: null, told: [] });
  });
});

describe('an upgrade', () => {
  test('keeps a copy of the database as it was', async () => {
    const dir = await killed();
    const database = open(dir, { migrations: [...migrations, second], clock });
    expect(Object.values(database.prepare('PRAGMA user_version').get() as object)).toEqual([current + 1]);
    expect(readdirSync(join(dir, 'backups'))).toEqual([`before-v${current + 1}-20260301-093000.db`]);
    const copy = join(dir, 'backups', `before-v${current + 1}-20260301-093000.db`);
    expect(titlesIn(copy)).toEqual(['changed in the log', 'event 1', 'event 2']);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const connection = new Sqlite(copy, { readonly: true });
    expect(connection.pragma('user_version', { simple: true })).toBe(current);
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    connection.close();
  });

  test('from each format to the next keeps what was there before it and since', async () => {
    const dir = newFolder();
    const titles: string[] = [];
    for (const { version } of migrations) {
      const database = open(dir, { migrations: migrations.filter((migration) => migration.version <= version), clock });
      const events = await withEvents(database);
      expect(events.titles()).toEqual(titles);
      expect(Object.values(database.prepare('PRAGMA user_version').get() as object)).toEqual([version]);
      expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
      const title = `event of format ${String(version).padStart(3, '0')}`;
      await events.add(title);
      titles.push(title);
      database.close();
    }
  });

  const before = migrations.slice(0, -1).map(({ version }) => version);
  /** Of the formats those whose upgrades a push takes: from the others the same steps lead here, which the test before this one tries. */
  const tried = before.filter((version) => version % 10 === 1 || version >= current - 3);
  async function fromFormat(version: number): Promise<void> {
    const dir = newFolder();
    const old = open(dir, { migrations: migrations.filter((migration) => migration.version <= version) });
    await (await withEvents(old)).add('event 0');
    old.close();
    const database = open(dir, { clock });
    expect((await withEvents(database)).titles()).toEqual(['event 0']);
    expect(Object.values(database.prepare('PRAGMA user_version').get() as object)).toEqual([current]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(readdirSync(join(dir, 'backups'))).toEqual([`before-v${current}-20260301-093000.db`]);
  }
  test.each(tried)('from format %d keeps what was there', fromFormat);
  test.each(before.filter((version) => !tried.includes(version)))('from format %d keeps what was there', full, fromFormat);

  test('happens once', async () => {
    const dir = await filled();
    open(dir, { migrations: [...migrations, second] }).close();
    const after = fingerprints(dir);
    open(dir, { migrations: [...migrations, second] }).close();
    expect(fingerprints(dir)).toEqual(after);
  });

  test('that is killed, however often, leaves one copy, of the database as it was', full, async () => {
    const dir = await filled();
    const opened = (folder: string, keep: () => void): void => {
      const watched: Migration = {
        ...second,
        get sql() {
          keep();
          return second.sql;
        },
      };
      openDatabase(folder, { migrations: [...migrations, watched], clock }).close();
    };
    const kill = async (folder: string) =>
      momentsOf([folder], ['renameSync'], (keep) => {
        opened(folder, keep);
      });
    // In the upgrade, before the copy gets its name, and after all.
    const moments = await kill(dir);
    expect(moments).toHaveLength(3);
    for (const [copy = ''] of moments) {
      const [[again = ''] = []] = await kill(copy);
      opened(again, () => undefined);
      const backups = readdirSync(join(again, 'backups'));
      expect(backups).toEqual([`before-v${current + 1}-20260301-093000.db`]);
      const kept = new Sqlite(join(again, 'backups', backups[0] ?? ''), { readonly: true });
      expect([kept.pragma('user_version', { simple: true }), kept.pragma('integrity_check', { simple: true })]).toEqual([current, 'ok']);
      kept.close();
    }
  });

  test('that fails leaves the old version and no heap of copies', full, async () => {
    const dir = await filled();
    const failing = { ...third, version: current + 1 };
    for (let start = 0; start < 3; start++) {
      expect(refusalOf(dir, { migrations: [...migrations, failing] })).toContain(
        `could not be upgraded to format ${current + 1} (no such table: no_such_table) and is as it was`,
      );
    }
    expect(readdirSync(join(dir, 'backups'))).toEqual([]);
    const events = await withEvents(open(dir));
    expect(events.titles()).toEqual(['event 0', 'event 1', 'event 2']);
    expect(existsSync(join(dir, `${databaseName}.new`))).toBe(false);
  });

  test('whose second step fails leaves nothing of the first one, so that the version that was used last opens the database', async () => {
    const dir = await filled();
    for (let start = 0; start < 2; start += 1) {
      expect(refusalOf(dir, { migrations: [...migrations, second, third] })).toContain(`format ${current + 2} (no such table`);
    }
    expect(readdirSync(join(dir, 'backups'))).toEqual([]);
    const database = open(dir);
    expect(Object.values(database.prepare('PRAGMA user_version').get() as object)).toEqual([current]);
    expect((await withEvents(database)).titles()).toEqual(['event 0', 'event 1', 'event 2']);
  });
});
