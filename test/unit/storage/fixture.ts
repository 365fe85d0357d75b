// What the tests of the storage share: a folder that goes away, a table to write into, fingerprints of files.

import Sqlite from 'better-sqlite3';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database, type OpenDatabaseOptions } from '../../../main/storage/database.ts';
import { cleanUpBy } from '../../support/clean-up.ts';
import { withNewDatabase } from '../../support/new-database.ts';
import { insertEvent, insertUser } from './rows.ts';

/** A new folder, removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-storage-'));
  cleanUpBy(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A folder that is a disk of this many megabytes; null where that cannot be had (it takes Linux and root). */
export function newSmallDisk(megabytes = 3): string | null {
  const folder = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  cleanUpBy(() => execFileSync('umount', ['-l', folder]));
  return folder;
}

/** Leaves no room on the disk of `folder`; the result gives the room back. */
export function fillDisk(folder: string): () => void {
  const filler = join(folder, 'filler');
  for (let size = 2 ** 20; size >= 4096; size /= 2) {
    try {
      // A disk of this test's own: it is full soon.
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for pieces of this size: go on with smaller ones.
    }
  }
  return () => {
    rmSync(filler);
  };
}

/** A database that is closed after the test. */
export function open(dataDir: string, options?: OpenDatabaseOptions): Database {
  const database = openDatabase(dataDir, options);
  cleanUpBy(() => {
    database.close();
  });
  return database;
}

/** As `open`, on the database of a first start, which is not made anew: for what is not about that start. */
export function openNew(dataDir: string = newFolder()): Database {
  return open(withNewDatabase(dataDir));
}

/** Puts a user in, and gives back what adds one event and what lists the titles of all. */
export async function withEvents(database: Database) {
  await database.write(() => database.prepare(insertUser).run());
  const insert = database.prepare<[string, string]>(insertEvent);
  const select = database.prepare<[], { title: string }>('SELECT title FROM events ORDER BY title');
  return {
    add: (title: string) => database.write(() => insert.run(`id-${title}`, title)),
    titles: () => select.all().map((row) => row.title),
  };
}

/** The titles in the database of a folder that is not open. */
export function titlesIn(file: string): string[] {
  const connection = new Sqlite(file, { readonly: true });
  try {
    return (connection.prepare('SELECT title FROM events ORDER BY title').all() as { title: string }[]).map((row) => row.title);
  } finally {
    connection.close();
  }
}

/** Every file below `folder` with the hash of its content. */
export function fingerprints(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
}

/** Copies a database with what SQLite has beside it, as a kill would leave them. */
export function copyAsKilled(from: string, to: string): void {
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
}

/** Runs a program that lies beside the tests; it is killed after the test if it still runs. */
export function startProgram(name: string, args: readonly string[]): ChildProcess {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const program = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  cleanUpBy(() => program.kill('SIGKILL'));
  return program;
}

const { NODE_COMPILE_CACHE: cache } = process.env;

/** Of a program that is to find none of another's settings. It takes the code that Node has compiled for earlier ones. */
export const bareEnvironment = { PATH: '/nowhere', ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) };

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settles when the program has ended and all that it said has arrived. */
export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
  });
}

/** Settles when the program has said `text`. */
export function said(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let all = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      all += chunk.toString();
      if (all.includes(text)) resolve();
    });
    child.once('close', () => {
      reject(new Error(`it ended without saying ${text}`));
    });
  });
}
