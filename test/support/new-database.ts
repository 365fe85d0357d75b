// A database as a first start makes it, for tests that are about something else. All migrations one after the other, whose statements
// SQLite checks against everything that is there already, took half of the processor time of a start.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlacedFiles } from '../../main/storage/connection.ts';
import { createDatabase } from '../../main/storage/create-database.ts';
import { migrations } from '../../main/storage/migrate.ts';
import { databaseName } from '../../main/storage/files.ts';

let made: Buffer | null = null;

/** What the service writes for a new data directory: made anew by each process of tests, with the migrations as they are. */
function newDatabase(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-new-'));
  try {
    const file = join(folder, databaseName);
    createDatabase(folder, file, migrations);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Puts the database of a first start into a data directory that has none, without a user or a record; gives the directory. */
export function withNewDatabase(dataDir: string): string {
  writeFileSync(join(dataDir, databaseName), (made ??= newDatabase()), { flag: 'wx', mode: 0o600 });
  return dataDir;
}

/** The files of the database of a folder that need not be open: none is compared with what is open. */
export function filesIn(dataDir: string): PlacedFiles {
  const path = join(dataDir, databaseName);
  return { database: { path, own: null }, log: { path: `${path}-wal`, own: null } };
}
