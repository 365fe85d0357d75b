// Makes one backup, in a thread: a checked copy of the database and all contents that it names, beside each other or in one file.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readArchive, writeArchive } from './backup-archive.ts';
import {
  contentFolder,
  fsyncContents,
  hashFile,
  keepContent,
  linkOrCopy,
  listFile,
  writeContents,
  type Contents,
} from './backup-contents.ts';
import { reportFile, unfinishedFile, type BackupReport } from './backup-files.ts';
import { contentPath, fsyncFileSync, fsyncFolderSync, hashForm } from './files.ts';
import { firstIntegrityError } from './integrity-check.ts';

export interface Making {
  /** The database; it is only read. */
  readonly source: string;
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

export interface Made {
  /** What is wrong with the database; null for nothing. Then there is a backup, and else none. */
  readonly flaw: string | null;
  readonly report: BackupReport | null;
}

export async function makeBackup(making: Making): Promise<Made> {
  const { source, attachments, target, work, madeAt, passphrase } = making;
  const staged = join(work, 'files');
  try {
    mkdirSync(staged, { recursive: true, mode: 0o700 });
    const copy = join(work, 'daybook.db');
    const earlier = contentFolder(dirname(work));
    // First the contents: what is removed while the database is being copied is here already.
    const live = new Sqlite(source, { readonly: true, fileMustExist: true });
    try {
      stage(namedBy(live), staged, [attachments]);
      const flaw = await copyDatabase(live, copy);
      if (flaw !== null) return { flaw, report: null };
    } finally {
      live.close();
    }
    const named = inCopy(copy, namedBy);
    const contents = checked(named, staged, [attachments, earlier]);
    const isSingle = !target.endsWith('.db');
    if (isSingle) {
      const whole = unfinishedFile(target);
      const database = { path: copy, ...hashFile(copy) };
      await writeArchive(
        whole,
        { madeAt: new Date(madeAt).toISOString(), database, contents, pathOf: (sha256) => join(staged, sha256) },
        passphrase,
        making.cost,
      );
      // What was written is read once more, as a restore would.
      await readArchive(whole, passphrase, { target: () => null });
      moveIn(whole, target);
    } else {
      for (const sha256 of contents.keys()) keepContent(join(staged, sha256), earlier, sha256);
      mkdirSync(earlier, { recursive: true, mode: 0o700 });
      fsyncContents(earlier);
      writeContents(listFile(target), contents);
      moveIn(copy, target);
    }
    const bytes = [...contents.values()].reduce((sum, size) => sum + size, 0);
    const report: BackupReport = { files: contents.size, bytes, missing: named.size - contents.size };
    if (making.isListed) {
      mkdirSync(contentFolder(dirname(target)), { recursive: true, mode: 0o700 });
      writeFileSync(reportFile(target), JSON.stringify(report), { mode: 0o600, flush: true });
    }
    fsyncFolderSync(dirname(target));
    return { flaw: null, report };
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(unfinishedFile(target), { force: true });
  }
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

function stage(named: Contents, folder: string, roots: readonly string[]): void {
  for (const sha256 of namesOf(named)) roots.some((root) => linkOrCopy(contentPath(root, sha256), join(folder, sha256)));
}

/** Of the contents that are named those that are there and whole, and lie in `staged` now. */
function checked(named: Contents, staged: string, roots: readonly string[]): Contents {
  const whole = new Map<string, number>();
  for (const sha256 of namesOf(named)) {
    const path = join(staged, sha256);
    roots.some((root) => {
      const found = linkOrCopy(contentPath(root, sha256), path) ? hashFile(path) : null;
      if (found?.sha256 === sha256) whole.set(sha256, found.size);
      else rmSync(path, { force: true });
      return found?.sha256 === sha256;
    });
  }
  return whole;
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
