// A database as a SIGKILL leaves it, with an older backup beside it: made once for the tests of a file, each of which takes a copy.

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Backups } from '../../../main/storage/backups.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { withNewDatabase } from '../../support/new-database.ts';
import { copyAsKilled, newFolder, withEvents } from './fixture.ts';

/**
 * Makes it before the tests of the file. The result puts it into an empty folder and gives the path of the backup, which is of the moment
 * `madeAt` and holds the event "then"; the database holds that one and those of `titles`, partly in its log alone.
 */
export function killedDatabase(madeAt: number, titles: readonly string[]): (folder: string) => string {
  let template: string;
  let backup: string;
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'daybook-killed-'));
    const source = newFolder();
    const database = openDatabase(withNewDatabase(source));
    const events = await withEvents(database);
    await events.add('then');
    const made = await new Backups({
      dataDir: source,
      files: () => database.files(),
      clock: () => madeAt,
      log: { info: () => undefined, error: () => undefined },
    }).make();
    backup = made.slice(source.length + 1);
    mkdirSync(join(template, 'backups'));
    copyFileSync(made, join(template, backup));
    for (const title of titles) await events.add(title);
    copyAsKilled(join(source, databaseName), join(template, databaseName));
    database.close();
  });
  afterAll(() => {
    rmSync(template, { recursive: true });
  });
  return (folder) => {
    cpSync(template, folder, { recursive: true });
    return join(folder, backup);
  };
}
