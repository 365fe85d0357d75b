// Backups with the files of notes and cards, beside each other and in one file, and their way onto a machine that never had the data.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  createWriteStream,
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
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { pack, type Header } from 'tar-stream';
import { DataAdminService } from '../../../main/features/backups/data-admin-service.ts';
import { workFolder } from '../../../main/storage/backup-leftovers.ts';
import { Backups } from '../../../main/storage/backups.ts';
import { openDatabase, type Database } from '../../../main/storage/database.ts';
import { databaseName, stamp } from '../../../main/storage/files.ts';
import { IntegrityRecord } from '../../../main/storage/integrity-check.ts';
import { makeBackup, type Lacking, type Making } from '../../../main/storage/make-backup.ts';
import { pendingRestore } from '../../../main/storage/pending-restore.ts';
import { prepareAny, restoreAny } from '../../../main/storage/restore-any.ts';
import { full } from '../../support/tiers.ts';
import { filesIn, withNewDatabase } from '../../support/new-database.ts';
import { bareEnvironment, ended, fingerprints, newFolder, open, said, withEvents, type Ended } from './fixture.ts';
import { momentsOf, putBack } from './moments.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 2, 1, 9, 30);
const words = 'correct horse battery staple';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const pathOf = (root: string, text: string): string => join(root, hashOf(text).slice(0, 2), hashOf(text));

let now: number;
let dir: string;
let database: Database;
let backups: Backups;
let passphrase: string | null;
let problems: string[];
let details: { readonly lacking?: readonly Lacking[] }[];

const bySha256 = (a: Lacking, b: Lacking): number => (a.sha256 < b.sha256 ? -1 : 1);

async function attach(text: string): Promise<void> {
  const path = pathOf(join(dir, 'attachments'), text);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  await name(text, hashOf(text));
}

async function name(text: string, sha256: string): Promise<void> {
  const insert = database.prepare<[string, number, string]>(
    "INSERT INTO files (id, user_id, owner_type, owner_id, filename, mime_type, size, sha256, created_at) VALUES (?, 'u', 'note', 'n', 'a.txt', 'text/plain', ?, ?, 0)",
  );
  await database.write(() => insert.run(`file ${text}`, text.length, sha256));
}

/** What a service has of backups in `dir`. */
function newBackups(): Backups {
  return new Backups({
    dataDir: dir,
    files: () => filesIn(dir),
    clock: () => now,
    passphrase: () => passphrase,
    passphraseCost: 10,
    log: {
      info: () => undefined,
      error: (fields, message) => {
        problems.push(message);
        details.push(fields);
      },
    },
  });
}

/** What the next start does about backups. */
async function startAnew(): Promise<void> {
  const next = newBackups();
  next.start();
  await next.stop();
}

/** `dir` holds an event and two files. */
beforeEach(async () => {
  now = start;
  passphrase = null;
  problems = [];
  details = [];
  dir = newFolder();
  database = open(withNewDatabase(dir));
  backups = newBackups();
  onTestFinished(() => backups.stop());
  const events = await withEvents(database);
  await events.add('then');
  await attach('one file');
  await attach('another file');
});

/** What a start finds: titles of events, and the texts of files. */
async function found(dataDir: string): Promise<{ titles: string[]; texts: string[] }> {
  const opened = openDatabase(dataDir);
  const titles = (await withEvents(opened)).titles();
  opened.close();
  const root = join(dataDir, 'attachments');
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [];
  const texts = names.filter((name) => statSync(join(root, name)).isFile()).map((name) => readFileSync(join(root, name), 'utf8'));
  return { titles, texts: texts.toSorted() };
}

const whole = { titles: ['then'], texts: ['another file', 'one file'] };
const clock = (): number => start + day;
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was not refused',
    (error: unknown) => (error as Error).message,
  );

describe('a backup in the data directory', () => {
  test('has the files too, each once and without taking room, and its folder restores everything elsewhere', full, async () => {
    const path = await backups.make();
    expect(backups.list()).toMatchObject([{ path, isEncrypted: false, report: { files: 2, bytes: 20, missing: 0 } }]);
    now += 1000;
    await backups.make();
    const root = join(dir, 'backups', 'files');
    expect(readFileSync(pathOf(root, 'one file'), 'utf8')).toBe('one file');
    expect(statSync(pathOf(root, 'one file')).nlink).toBe(2);
    const copied = newFolder();
    cpSync(join(dir, 'backups'), copied, { recursive: true });
    const elsewhere = newFolder();
    const moved = { file: join(copied, 'daybook-20260301-093000.db'), clock, passphrase: null };
    expect(await restoreAny({ ...moved, dataDir: elsewhere })).toEqual({ replaced: null, missing: 0 });
    expect(await found(elsewhere)).toEqual(whole);
    expect(readdirSync(join(elsewhere, 'backups'))).toEqual([]);
  });

  test('is restored without its files where its folder of files was left behind, and tells how many are missing', full, async () => {
    const path = await backups.make();
    const alone = join(newFolder(), basename(path));
    cpSync(path, alone);
    const elsewhere = newFolder();
    const inUse = pathOf(join(elsewhere, 'attachments'), 'one file');
    const aside = join(elsewhere, 'backups', 'attachments', hashOf('another file'));
    for (const [target, missing] of [[inUse, 2] as const, [aside, 1] as const]) {
      expect(await restoreAny({ file: alone, dataDir: elsewhere, clock, passphrase: null })).toMatchObject({ missing });
      mkdirSync(join(target, '..'), { recursive: true });
      writeFileSync(target, 'any');
    }
    await prepareAny(elsewhere, alone, { now, passphrase: null });
    expect(pendingRestore(elsewhere)).toMatchObject({ file: basename(alone), missing: 0 });
  });

  test('brings back a file that was removed since, and refuses when it lacks one itself', full, async () => {
    const path = await backups.make();
    rmSync(pathOf(join(dir, 'attachments'), 'one file'));
    database.close();
    await prepareAny(dir, path, { now, passphrase: null });
    expect(await found(dir)).toEqual(whole);
    const inBackup = pathOf(join(dir, 'backups', 'files'), 'one file');
    rmSync(inBackup);
    writeFileSync(inBackup, 'changed!');
    rmSync(pathOf(join(dir, 'attachments'), 'one file'));
    expect(await refusal(prepareAny(dir, path, { now, passphrase: null }))).toMatch(
      /is damaged \(a file that belongs to it is missing or damaged/,
    );
    expect(pendingRestore(dir)).toBeNull();
  });

  test('tells of files that are gone or damaged, and takes one that an earlier backup has', full, async () => {
    await backups.make();
    now += 1000;
    const attachments = join(dir, 'attachments');
    rmSync(pathOf(attachments, 'one file'));
    await attach('lost');
    rmSync(pathOf(attachments, 'lost'));
    await attach('damaged');
    writeFileSync(pathOf(attachments, 'damaged'), 'DAMAGED');
    await backups.make();
    expect(backups.list()[0]?.report).toEqual({ files: 2, bytes: 20, missing: 2 });
    expect(problems).toEqual(['Files are missing from a backup: they are gone or damaged']);
  });

  test(
    'is made without files that cannot be read, which the log names with the reason, and takes one that an earlier backup has',
    full,
    async () => {
      await backups.make();
      now += 1000;
      const attachments = join(dir, 'attachments');
      const circle = (text: string): void => {
        const folder = join(pathOf(attachments, text), '..');
        rmSync(folder, { recursive: true });
        symlinkSync(folder, folder);
      };
      await attach('behind a circle');
      circle('behind a circle');
      circle('one file');
      await attach('no file');
      rmSync(pathOf(attachments, 'no file'));
      mkdirSync(pathOf(attachments, 'no file'));
      await attach('not to be read');
      chmodSync(pathOf(attachments, 'not to be read'), 0);
      // What rights say does not stop root.
      const [count, more] = process.getuid?.() === 0 ? [2, []] : [3, [{ sha256: hashOf('not to be read'), why: 'EACCES' }]];
      await backups.make();
      expect(backups.list()[0]?.report?.missing).toBe(count);
      expect(problems).toEqual(['Files are missing from a backup: they are gone or damaged']);
      const lacking = [{ sha256: hashOf('behind a circle'), why: 'ELOOP' }, { sha256: hashOf('no file'), why: 'gone' }, ...more];
      expect(details[0]?.lacking?.toSorted(bySha256)).toEqual(lacking.toSorted(bySha256));
      passphrase = words;
      now += 1000;
      const { path } = await backups.makeIn(newFolder());
      const elsewhere = newFolder();
      expect(await restoreAny({ file: path, dataDir: elsewhere, clock, passphrase })).toEqual({ replaced: null, missing: count });
      expect((await found(elsewhere)).texts).toEqual(expect.arrayContaining(whole.texts));
    },
  );

  test('is restored from the file in use where its own cannot be read, and refused where neither can', full, async () => {
    const path = await backups.make();
    database.close();
    const circle = (root: string): void => {
      const folder = join(pathOf(root, 'one file'), '..');
      rmSync(folder, { recursive: true });
      symlinkSync(folder, folder);
    };
    circle(join(dir, 'backups', 'files'));
    await prepareAny(dir, path, { now, passphrase: null });
    expect(pendingRestore(dir)).toMatchObject({ missing: 0 });
    circle(join(dir, 'attachments'));
    expect(await refusal(prepareAny(dir, path, { now, passphrase: null }))).toMatch(/is damaged \(a file that belongs to it is missing/);
  });

  test('leaves alone what a row names that is no hash, as one of a database from elsewhere may', async () => {
    const other = join(dir, 'other.txt');
    writeFileSync(other, 'other');
    // From where the contents get their second names.
    await name('other', '../../../other.txt');
    await backups.make();
    expect(readFileSync(other, 'utf8')).toBe('other');
    expect(backups.list()[0]?.report).toEqual({ files: 2, bytes: 20, missing: 1 });
  });

  test('goes with the files that no other one needs', full, async () => {
    await backups.make();
    await database.write(() => database.prepare<[string]>('DELETE FROM files WHERE id = ?').run('file one file'));
    for (let each = 0; each < 40; each += 1) writeFileSync(join(dir, 'backups', `daybook-${stamp(start + (each + 1) * day)}.db`), '');
    now += 41 * day;
    await backups.make();
    const names = readdirSync(join(dir, 'backups', 'files'), { recursive: true, encoding: 'utf8' });
    expect(names.toSorted()).toEqual(
      [
        `daybook-${stamp(now)}.json`,
        `daybook-${stamp(now)}.list`,
        hashOf('another file').slice(0, 2),
        join(hashOf('another file').slice(0, 2), hashOf('another file')),
      ].toSorted(),
    );
  });
});

describe('a backup in one file', () => {
  test('holds everything, takes no name that is there, and leaves nothing else', full, async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'daybook-20260301-093000.tar'), 'mine');
    const made = await backups.makeIn(folder);
    expect(made).toMatchObject({ path: join(folder, 'daybook-20260301-093001.tar'), isEncrypted: false, report: { files: 2, missing: 0 } });
    expect(readdirSync(folder)).toEqual(['daybook-20260301-093000.tar', 'daybook-20260301-093001.tar']);
    expect(readFileSync(join(folder, 'daybook-20260301-093000.tar'), 'utf8')).toBe('mine');
    expect(statSync(made.path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dir, 'backups'))).toEqual([]);
    const elsewhere = newFolder();
    await restoreAny({ file: made.path, dataDir: elsewhere, clock, passphrase: null });
    expect(await found(elsewhere)).toEqual(whole);
  });

  test('tells how far it is, and is given up without leaving anything; what others wait for goes on', full, async () => {
    const told: { done: number; total: number }[] = [];
    const folder = newFolder();
    await backups.makeIn(folder, { progress: (progress) => told.push(progress) });
    const { size } = statSync(join(folder, 'daybook-20260301-093000.tar'));
    const last = told.at(-1);
    expect(last?.done).toBe(last?.total);
    expect(last?.total).toBeGreaterThan(2.5 * size);
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));

    const elsewhere = newFolder();
    const [alone, first] = [new AbortController(), new AbortController()];
    const inFolder = backups.makeIn(elsewhere, { signal: alone.signal });
    const listed = [backups.make({ signal: first.signal }), backups.make()];
    await Promise.resolve();
    alone.abort(new Error('no more'));
    first.abort(new Error('nor this'));
    expect(await Promise.allSettled([inFolder, ...listed])).toMatchObject([
      { status: 'rejected', reason: { message: 'no more' } },
      { status: 'rejected', reason: { message: 'nor this' } },
      { status: 'fulfilled' },
    ]);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readdirSync(join(dir, 'backups')).filter((name) => /unfinished/.test(name))).toEqual([]);
    expect(backups.list()).toHaveLength(1);
  });

  test('is encrypted with a passphrase, which a restore needs; without it nothing changes', full, async () => {
    passphrase = words;
    const path = await backups.make();
    expect(backups.list()).toMatchObject([{ name: 'daybook-20260301-093000.tar.age', isEncrypted: true, report: { files: 2 } }]);
    const bytes = readFileSync(path);
    expect(bytes.toString('latin1').startsWith('age-encryption.org/v1\n')).toBe(true);
    for (const text of ['one file', 'SQLite format', words]) expect(bytes.includes(text)).toBe(false);
    const elsewhere = newFolder();
    const other = openDatabase(elsewhere);
    other.close();
    const before = { ...fingerprints(elsewhere), 'daybook.lock': hashOf('') };
    expect(await refusal(restoreAny({ file: path, dataDir: elsewhere, clock, passphrase: null }))).toMatch(/passphrase/);
    expect(await refusal(restoreAny({ file: path, dataDir: elsewhere, clock, passphrase: 'wrong' }))).toMatch(/passphrase/);
    expect(fingerprints(elsewhere)).toEqual(before);
    expect((await restoreAny({ file: path, dataDir: elsewhere, clock, passphrase: words })).replaced).toContain('replaced-');
    expect(await found(elsewhere)).toEqual(whole);
    // Cut inside, and changed.
    truncateSync(path, bytes.length - 1000);
    expect(await refusal(restoreAny({ file: path, dataDir: elsewhere, clock, passphrase: words }))).toMatch(/is damaged/);
  });
});

describe('a backup that is killed', () => {
  /** All that `makeBackup` changes the file system by. */
  const changes = ['mkdirSync', 'linkSync', 'renameSync', 'rmSync', 'writeFileSync', 'createWriteStream'] as const;
  const folder = (): string => join(dir, 'backups');
  const making =
    (target: string) =>
    (keep: () => void): Promise<unknown> => {
      const order: Making = {
        source: filesIn(dir),
        attachments: join(dir, 'attachments'),
        target,
        work: workFolder(folder(), target),
        madeAt: start,
        passphrase: null,
        isListed: target.endsWith('.db'),
      };
      let told = 0;
      return makeBackup(order, () => {
        // In the midst of reading and writing too.
        if (++told % 8 === 0) keep();
      });
    };
  const unfinished = (root: string): string[] =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /unfinished/.test(name));

  // In place of each change of the file system, between them, and after all of them.
  test.each([
    ['in one file elsewhere', '.tar'],
    ['in the data directory', '.db'],
  ])('%s, at each step: what stands under its name is whole, and the next start removes the rest', full, async (_, ending) => {
    const elsewhere = newFolder();
    const earlier = await backups.make();
    const target = join(ending === '.tar' ? elsewhere : folder(), `daybook-${stamp(start + 1000)}${ending}`);
    const moments = await momentsOf([folder(), elsewhere], changes, making(target));
    let left = 0;
    for (const [step, [inFolder = '', there = '']] of moments.entries()) {
      putBack(inFolder, folder());
      putBack(there, elsewhere);
      left += unfinished(dir).length;
      if (existsSync(target)) {
        const restored = newFolder();
        await restoreAny({ file: target, dataDir: restored, clock, passphrase: null });
        expect(await found(restored)).toEqual(whole);
      } else expect(step).toBeLessThan(moments.length - 1);
      await startAnew();
      expect([...unfinished(elsewhere), ...unfinished(dir)]).toEqual([]);
    }
    expect(left).toBeGreaterThan(5);
    expect(existsSync(earlier)).toBe(true);
  });

  test('on a disk that is away: what is left there is removed once the disk is back', full, async () => {
    const parent = newFolder();
    const stick = join(parent, 'stick');
    mkdirSync(stick);
    mkdirSync(folder());
    const moments = await momentsOf([folder(), stick], changes, making(join(stick, 'daybook-20260301-093000.tar')));
    const [inFolder = '', there = ''] = moments.find(([, onStick = '']) => unfinished(onStick).length > 0) ?? [];
    putBack(inFolder, folder());
    putBack(there, stick);
    expect(unfinished(stick)).toHaveLength(1);
    renameSync(stick, join(parent, 'away'));
    await startAnew();
    renameSync(join(parent, 'away'), stick);
    expect(unfinished(stick)).toHaveLength(1);
    await backups.make();
    expect([...unfinished(stick), ...unfinished(dir)]).toEqual([]);
  });
});

test('a restore that is given up while the backup is read leaves nothing, nor what was prepared before', full, async () => {
  const made = await backups.makeIn(newFolder());
  const admin = new DataAdminService({ dataDir: dir, backups, integrity: new IntegrityRecord(clock), clock });
  const prepare = (options: Partial<Parameters<DataAdminService['prepareRestore']>[1]> = {}) =>
    admin.prepareRestore({ source: made.path }, { signal: new AbortController().signal, progress: () => undefined, ...options });
  await prepare();
  expect(pendingRestore(dir)).toMatchObject({ file: basename(made.path) });
  const abort = new AbortController();
  const reason = new Error('given up');
  const progress = (): void => {
    abort.abort(reason);
  };
  await expect(prepare({ signal: abort.signal, progress })).rejects.toBe(reason);
  expect([pendingRestore(dir), readdirSync(join(dir, 'backups'))]).toEqual([null, []]);
});

test('the command takes the passphrase from .env or the environment; without it, it names it and changes nothing', full, async () => {
  passphrase = words;
  const { path } = await backups.makeIn(newFolder());
  const elsewhere = newFolder();
  const command = (environment: Record<string, string> = {}): Promise<Ended> =>
    ended(
      spawn(process.execPath, [fileURLToPath(new URL('../../../main/restore.ts', import.meta.url)), path, '--data-dir', elsewhere], {
        env: { ...bareEnvironment, HOME: elsewhere, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  expect(await command()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('passphrase') as string });
  const { code, stderr } = await command({ BACKUP_PASSPHRASE: 'another' });
  expect([code, stderr.includes('passphrase'), stderr.includes('another')]).toEqual([1, true, false]);
  expect(readdirSync(elsewhere).toSorted()).toEqual(['backups', 'daybook.lock']);
  writeFileSync(join(elsewhere, '.env'), `BACKUP_PASSPHRASE="${words}"\n`);
  expect(await command()).toMatchObject({ code: 0, stderr: '' });
  expect(await found(elsewhere)).toEqual(whole);
});

test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
  'the command asks for the passphrase on a terminal, shows nothing of it, and changes nothing for a wrong one',
  full,
  async () => {
    passphrase = words;
    const { path } = await backups.makeIn(newFolder());
    const elsewhere = newFolder();
    const command = async (typed: string): Promise<Ended> => {
      const restore = fileURLToPath(new URL('../../../main/restore.ts', import.meta.url));
      // A pseudo-terminal around the command, on which is typed what is written here.
      const terminal = spawn(
        '/usr/bin/script',
        ['-qec', `'${process.execPath}' '${restore}' '${path}' --data-dir '${elsewhere}'`, '/dev/null'],
        {
          env: { ...bareEnvironment, HOME: elsewhere, SHELL: '/bin/sh' },
          stdio: ['pipe', 'pipe', 'pipe'],
        },
      );
      const end = ended(terminal);
      await said(terminal, 'Passphrase of the backup: ');
      terminal.stdin.write(`${typed}\r`);
      return end;
    };
    const wrong = await command('another');
    expect([wrong.code, wrong.stdout.includes('The passphrase is not that of the backup')]).toEqual([1, true]);
    expect(readdirSync(elsewhere).toSorted()).toEqual(['backups', 'daybook.lock']);
    const { code, stdout } = await command(words);
    expect([code, stdout.includes(`Restored ${path}`), stdout.includes(words)]).toEqual([0, true, false]);
    expect(await found(elsewhere)).toEqual(whole);
  },
);

describe('a restore from one file that is killed', () => {
  /** A machine with other data, and the archive. */
  async function other(): Promise<{ elsewhere: string; file: string }> {
    const { path: file } = await backups.makeIn(newFolder());
    const elsewhere = newFolder();
    const opened = openDatabase(withNewDatabase(elsewhere));
    await (await withEvents(opened)).add('old');
    opened.close();
    return { elsewhere, file };
  }

  test('before any of its renames leaves what was or what is to be', full, async () => {
    const { elsewhere, file } = await other();
    const moments = await momentsOf([elsewhere], ['renameSync'], () =>
      restoreAny({ file, dataDir: elsewhere, clock: () => start, passphrase: null }),
    );
    // The renames: the copy is checked, the two files come in, the database goes aside, the copy takes its place. Then it is over.
    const expected = ['old', 'old', 'old', 'old', 'then', 'then'];
    expect(moments).toHaveLength(expected.length);
    for (const [step, [copy = '']] of moments.entries()) {
      const { titles, texts } = await found(copy);
      expect(titles).toEqual([expected[step]]);
      if (expected[step] === 'then') expect(texts).toEqual(whole.texts);
      expect(
        readdirSync(join(copy, 'backups'), { recursive: true }).filter((name) => /restored|unchecked|files/.test(String(name))),
      ).toEqual([]);
    }
  });

  test('at the next start, before any of its renames, is ended by the one after', full, async () => {
    const { elsewhere, file } = await other();
    await prepareAny(elsewhere, file, { now, passphrase: null });
    expect(pendingRestore(elsewhere)?.file).toBe('daybook-20260301-093000.tar');
    const moments = await momentsOf([elsewhere], ['renameSync'], () => {
      openDatabase(elsewhere).close();
    });
    // The two files come in, the database goes aside, the copy takes its place. Then it is over.
    expect(moments).toHaveLength(5);
    for (const [copy = ''] of moments) {
      expect(await found(copy)).toEqual(whole);
      expect(pendingRestore(copy)).toBeNull();
    }
  });
});

describe('a file that is no good backup is refused, and nothing changes', () => {
  type Part = [Partial<Header> & { name: string }, string];

  async function archive(parts: readonly Part[]): Promise<string> {
    const file = join(newFolder(), 'hostile.tar');
    const packed = pack();
    for (const [header, text] of parts) packed.entry(header, text);
    packed.finalize();
    await pipeline(packed, createWriteStream(file));
    return file;
  }

  const manifest = (more: object = {}): Part => [
    { name: 'manifest.json' },
    JSON.stringify({
      app: 'Daybook',
      format: 1,
      madeAt: '2026-03-01T09:30:00.000Z',
      database: { sha256: hashOf('db'), size: 2 },
      files: { [hashOf('x')]: 1 },
      ...more,
    }),
  ];
  const db: Part = [{ name: databaseName }, 'db'];
  const file: Part = [{ name: `files/${hashOf('x')}` }, 'x'];

  test.each<[string, readonly Part[], RegExp]>([
    ['that leads out of the folder', [manifest(), db, [{ name: '../../evil' }, 'x']], /damaged/],
    ['with an absolute path', [manifest(), db, [{ name: '/tmp/evil' }, 'x']], /damaged/],
    ['with a name that is no hash', [manifest({ files: { '../evil': 1 } }), db], /damaged/],
    ['with a link', [manifest(), db, [{ name: `files/${hashOf('x')}`, type: 'symlink', linkname: '/etc/passwd' }, '']], /damaged/],
    ['with a file that is not listed', [manifest(), db, file, [{ name: `files/${hashOf('y')}` }, 'y']], /damaged/],
    ['with a file twice', [manifest(), db, file, file], /damaged/],
    ['with another content than its hash says', [manifest(), db, [{ name: `files/${hashOf('x')}` }, 'y']], /damaged/],
    ['that is longer than told', [manifest(), [{ name: databaseName }, 'dbdb'], file], /damaged/],
    ['that lacks a file', [manifest(), db], /damaged/],
    ['without a list', [[{ name: 'manifest.json' }, '{']], /damaged/],
    ['of another program', [manifest({ app: 'Other' }), db, file], /damaged/],
    ['of a newer version', [manifest({ format: 2 }), db, file], /newer version/],
    ['that claims more than the disk holds', [manifest({ files: { [hashOf('x')]: 8e15 } }), db], /no room/],
    ['whose database is none', [manifest(), db, file], /damaged/],
  ])('one %s', async (_, parts, told) => {
    const path = await archive(parts);
    const elsewhere = newFolder();
    openDatabase(withNewDatabase(elsewhere)).close();
    const before = { ...fingerprints(elsewhere), 'daybook.lock': hashOf('') };
    expect(await refusal(restoreAny({ file: path, dataDir: elsewhere, clock, passphrase: null }))).toMatch(told);
    expect(await refusal(prepareAny(elsewhere, path, { now, passphrase: null }))).toMatch(told);
    expect(fingerprints(elsewhere)).toEqual(before);
  });

  test('one that is cut, at any place', full, async () => {
    const { path } = await backups.makeIn(newFolder());
    const bytes = readFileSync(path);
    const elsewhere = newFolder();
    for (const left of [300, 512, 1024, 5000, Math.floor(bytes.length / 2), bytes.length - 3000]) {
      writeFileSync(path, bytes.subarray(0, left));
      expect(await refusal(restoreAny({ file: path, dataDir: elsewhere, clock, passphrase: null }))).toMatch(/damaged/);
    }
    expect(existsSync(join(elsewhere, databaseName))).toBe(false);
  });
});
