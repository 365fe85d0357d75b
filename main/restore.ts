// The command `npm run restore`: puts a backup in the place of the database, or lists the backups.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from './lib/app-error.ts';
import { systemClock, toInstant } from './lib/clock.ts';
import { listBackups, listReplaced } from './storage/backup-files.ts';
import { chooseDataDir } from './storage/data-dir.ts';
import { backupFolder } from './storage/files.ts';
import { restore } from './storage/restore.ts';

const usage = `Usage: npm run restore -- [FILE] [--data-dir DIR]

Puts the backup FILE in the place of the database. Close Daybook before. What is replaced is
kept in DIR/backups/replaced-<time>. FILE is a path, or the name of a file in DIR/backups.
Without FILE the backups are listed.

  --data-dir DIR   the data directory (also DAYBOOK_DATA_DIR)
  --help           show this
`;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  } catch (cause) {
    throw new StartError(`${(cause as Error).message.split('. ')[0]}; npm run restore -- --help shows what can be said`, { cause });
  }
}

function run(): string {
  const { values, positionals } = readArguments();
  if (values.help === true) return usage;
  const [file, ...rest] = positionals;
  if (rest.length > 0) throw new StartError('Only one backup can be restored; npm run restore -- --help shows what can be said');
  const dataDir = chooseDataDir(values['data-dir'], { platform: process.platform, environment: process.env, home: homedir() });
  if (file === undefined) return list(dataDir);
  const path = find(file, dataDir);
  const replaced = restore({ file: path, dataDir, clock: systemClock });
  return `Restored ${path}; ${replaced === null ? 'there was no database before' : `what was there before is in ${replaced}`}\n`;
}

/** A bare name that is not in the working directory is looked for among the backups. */
function find(file: string, dataDir: string): string {
  const kept = join(backupFolder(dataDir), file);
  return basename(file) === file && !existsSync(file) && existsSync(kept) ? kept : resolve(file);
}

function list(dataDir: string): string {
  const backups = listBackups(dataDir);
  const lines = backups.map(({ path, madeAt, bytes }) => `${toInstant(madeAt)}  ${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${path}`);
  const replaced = listReplaced(dataDir);
  return [
    lines.length === 0
      ? `There are no backups in ${backupFolder(dataDir)}`
      : `Backups, newest first; restore one with npm run restore -- FILE`,
    ...lines,
    ...(replaced.length === 0 ? [] : ['Databases that a restore has put aside, newest first:', ...replaced]),
    '',
  ].join('\n');
}

try {
  process.stdout.write(run());
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
