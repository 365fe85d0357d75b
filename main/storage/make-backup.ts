// Makes one backup, in a thread: a checked copy of the database and all contents that it names, beside each other or in one file.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  contentFolder,
  fsyncContents,
  keepContent,
  linkOrCopy,
  listFile,
  takeContent,
  writeContents,
  type Contents,
} from './backup-contents.ts';
import { noteTarget, removeUnfinished, reportFile, unfinishedFile, type BackupReport } from './backup-files.ts';
import { connectBeside, type PlacedFiles } from './connection.ts';
import { contentPath, fsyncFileSync, fsyncFolderSync, hashFile, hashForm, isOfOneFile } from './files.ts';
import { firstIntegrityError } from './integrity-check.ts';

export interface Making {
  /** The database, which is in use; it is only read. */
  readonly source: PlacedFiles;
  /** The contents that are in use. */
  readonly attachments: string;
  /** The new file: a database with its contents beside it (`.db`), else all in one (`.tar`, `.tar.age`). */
  readonly target: string;
  /** A folder to be made in that of the backups, and removed: the contents get their second names there. */
  readonly work: string;
  readonly madeAt: number;
  /** To encrypt with; null for not. */
  readonly passphrase: string | null;
  /** The binary logarithm of the work that guessing the passphrase takes; that which age recommends when absent. */
  readonly cost?: number | undefined;
  /** Whether what was found out is kept beside it. */
  readonly isListed: boolean;
}

interface Made {
  /** What is wrong with the database; null for nothing. Then there is a backup, and else none. */
  readonly flaw: string | null;
  readonly report: BackupReport | null;
  /** The first files that are missing from it. */
  readonly lacking: readonly Lacking[];
}

/** A content that could not be had. `why`: `gone`, `damaged`, or the code of the file system. */
export interface Lacking {
  readonly sha256: string;
  readonly why: string;
}

/** How many of them are named. */
const maxTold = 20;

/** How far a backup is, in bytes; each pass over the database and the contents counts. */
export interface MakingProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Makes the backup, and tells how far it is. A database with a flaw gives that, and no backup. Throws what the file system and SQLite do,
 * such as `ENOSPC`, and an Error where an archive is not read back as it was written.
 */
export async function makeBackup(making: Making, told: (progress: MakingProgress) => void = () => undefined): Promise<Made> {
  const { source, attachments, target, work, madeAt, passphrase } = making;
  const staged = join(work, 'files');
  const isSingle = !target.endsWith('.db');
  const passes = new Passes(isSingle ? 3 : 1, told);
  try {
    mkdirSync(staged, { recursive: true, mode: 0o700 });
    // Before the first byte elsewhere: what a kill leaves there is found again.
    noteTarget(work, target);
    const copy = join(work, 'daybook.db');
    const earlier = contentFolder(dirname(work));
    // First the contents: what is removed while the database is being copied is here already.
    const live = connectBeside(source, 'reading');
    try {
      const expected = namedBy(live);
      passes.expect(sumOf(expected) + statSync(source.database.path).size);
      stage(expected, staged, attachments);
      const flaw = await copyDatabase(live, copy);
      if (flaw !== null) return { flaw, report: null, lacking: [] };
    } finally {
      live.close();
    }
    const named = inCopy(copy, namedBy);
    const database = { path: copy, ...hashFile(copy) };
    passes.expect(sumOf(named) + database.size);
    passes.add(database.size);
    const { whole: contents, lacking } = checked(named, staged, [attachments, earlier], passes.add);
    if (isSingle) {
      // What reads and writes archives takes longer to load than a small database to copy.
      const { readArchive, writeArchive } = await import('./backup-archive.ts');
      const whole = unfinishedFile(target);
      const pathOf = (sha256: string): string => join(staged, sha256);
      const archive = { madeAt: new Date(madeAt).toISOString(), database, contents, pathOf, progress: passes.add };
      await writeArchive(whole, archive, passphrase, making.cost);
      // What was written is read once more, as a restore would.
      await readArchive(whole, passphrase, { target: () => null, progress: passes.add });
      moveIn(whole, target);
    } else {
      for (const sha256 of contents.keys()) keepContent(join(staged, sha256), earlier, sha256);
      mkdirSync(earlier, { recursive: true, mode: 0o700 });
      fsyncContents(earlier);
      writeContents(listFile(target), contents);
      moveIn(copy, target);
    }
    const report: BackupReport = { files: contents.size, bytes: sumOf(contents), missing: named.size - contents.size };
    if (making.isListed) {
      mkdirSync(contentFolder(dirname(target)), { recursive: true, mode: 0o700 });
      writeFileSync(reportFile(target), JSON.stringify(report), { mode: 0o600, flush: true });
    }
    fsyncFolderSync(dirname(target));
    return { flaw: null, report, lacking };
  } finally {
    removeUnfinished(target, work);
  }
}

const sumOf = (contents: Contents): number => [...contents.values()].reduce((sum, size) => sum + size, 0);

/** Counts what several passes over the same bytes have read. */
class Passes {
  readonly #count: number;
  readonly #told: (progress: MakingProgress) => void;
  #bytes = 0;
  #done = 0;

  constructor(count: number, told: (progress: MakingProgress) => void) {
    this.#count = count;
    this.#told = told;
  }

  /** How many bytes a pass reads. */
  expect(bytes: number): void {
    this.#bytes = bytes;
    this.add(0);
  }

  readonly add = (bytes: number): void => {
    const total = this.#bytes * this.#count;
    // What is missing or has grown meanwhile is no reason to tell of more than all.
    this.#done = Math.min(this.#done + bytes, total);
    this.#told({ done: this.#done, total });
  };
}

function namedBy(connection: Connection): Contents {
  const rows = connection
    .prepare<[], { sha256: string; size: number }>('SELECT sha256, max(size) AS size FROM files GROUP BY sha256')
    .all();
  return new Map(rows.map(({ sha256, size }) => [sha256, size]));
}

/** A database that was made elsewhere can name anything: what is no hash leads to no file. */
function namesOf(named: Contents): string[] {
  return [...named.keys()].filter((sha256) => hashForm.test(sha256));
}

function inCopy<T>(file: string, use: (connection: Connection) => T): T {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

function stage(named: Contents, folder: string, root: string): void {
  for (const sha256 of namesOf(named)) {
    try {
      linkOrCopy(contentPath(root, sha256), join(folder, sha256));
    } catch (error) {
      // It is looked for once more when it is read.
      if (!isOfOneFile(error)) throw error;
    }
  }
}

interface Checked {
  readonly whole: Contents;
  readonly lacking: Lacking[];
}

/** Of the contents that are named those that are there and whole, and lie in `staged` now, and the others. */
function checked(named: Contents, staged: string, roots: readonly string[], progress: (bytes: number) => void): Checked {
  const whole = new Map<string, number>();
  const lacking: Lacking[] = [];
  for (const sha256 of namesOf(named)) {
    const taken = takeContent(sha256, roots, join(staged, sha256), progress);
    if (typeof taken === 'number') whole.set(sha256, taken);
    else if (lacking.length < maxTold) lacking.push({ sha256, why: taken });
  }
  return { whole, lacking };
}

/** What is wrong with the copy; null for nothing. */
async function copyDatabase(original: Connection, target: string): Promise<string | null> {
  closeSync(openSync(target, 'wx', 0o600));
  // All pages in one step: with several, every commit in between would start the copy over.
  await original.backup(target, { progress: () => 0x7fff_ffff });
  const made = new Sqlite(target, { fileMustExist: true });
  try {
    // One file that can be read from anywhere, a write-protected medium too.
    made.pragma('journal_mode = DELETE');
    // The job that makes the copy, and one that restores: to the machine on which it is restored they would seem to have failed.
    made.prepare("DELETE FROM jobs WHERE kind IN ('backup', 'restore') AND ended_at IS NULL").run();
    const flaw = firstIntegrityError(made, 'integrity_check');
    if (flaw !== null) return flaw;
    const [orphan] = made.pragma('foreign_key_check') as { table: string }[];
    if (orphan !== undefined) return `a row of ${orphan.table} refers to one that does not exist`;
  } finally {
    made.close();
  }
  fsyncFileSync(target);
  return null;
}

/** Gives the finished file its name, and never takes one that a file has. */
function moveIn(from: string, to: string): void {
  try {
    linkSync(from, to);
    rmSync(from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(to)) throw error;
    // A disk without links, such as a memory stick.
    renameSync(from, to);
  }
}
