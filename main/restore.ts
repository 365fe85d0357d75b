// The command `npm run restore`: puts a backup in the place of the database, or lists the backups.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Config } from './features/config/config.ts';
import { StartError } from './lib/app-error.ts';
import { systemClock, toInstant } from './lib/clock.ts';
import { listBackups, listReplaced } from './storage/backup-files.ts';
import { chooseDataDir } from './storage/data-dir.ts';
import { backupFolder } from './storage/files.ts';
import type { RestoreOutcome } from './storage/restore.ts';
import { restoreAny } from './storage/restore-any.ts';

const usage = `Usage: npm run restore -- [FILE] [--data-dir DIR]

Puts the backup FILE in the place of the database, and the files that belong to it beside it, also
on a machine that never had the data. Close Daybook before. What is replaced is kept in
DIR/backups/replaced-<time>. FILE is a path, or the name of a file in DIR/backups. The passphrase of
an encrypted one is BACKUP_PASSPHRASE, of the environment or DIR/.env, or is asked for on a terminal.
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

async function run(): Promise<string> {
  const { values, positionals } = readArguments();
  if (values.help === true) return usage;
  const [file, ...rest] = positionals;
  if (rest.length > 0) throw new StartError('Only one backup can be restored; npm run restore -- --help shows what can be said');
  const dataDir = chooseDataDir(values['data-dir'], { platform: process.platform, environment: process.env, home: homedir() });
  if (file === undefined) return list(dataDir);
  const path = find(file, dataDir);
  const { replaced, missing } = await restoreWith(path, dataDir);
  const before = replaced === null ? 'there was no database before' : `what was there before is in ${replaced}`;
  return `Restored ${path}; ${before}\n${missing === 0 ? '' : `${lacking(missing, path)}\n`}`;
}

function lacking(missing: number, file: string): string {
  const files = missing === 1 ? '1 file of cards and notes is' : `${missing} files of cards and notes are`;
  const why = file.endsWith('.db')
    ? 'a backup that ends in .db brings files along from the folder "files" beside it'
    : 'it lacked them already';
  return `${files} missing: not in the backup, and not in the data directory (${why})`;
}

/** With the passphrase that is configured; where that is missing or wrong, with one that is typed. */
async function restoreWith(file: string, dataDir: string): Promise<RestoreOutcome> {
  const options = { file, dataDir, clock: systemClock };
  const configured = new Config({ file: join(dataDir, '.env'), environment: process.env, flags: {} }).get('BACKUP_PASSPHRASE');
  try {
    return await restoreAny({ ...options, passphrase: configured });
  } catch (error) {
    const isAsked = error instanceof StartError && /passphrase/.test(error.message) && process.stdin.isTTY && process.stderr.isTTY;
    if (!isAsked) throw error;
    return restoreAny({ ...options, passphrase: await typedPassphrase() });
  }
}

async function typedPassphrase(): Promise<string> {
  // What is typed is not shown.
  const output = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  // The terminal itself shows nothing any more from here on: only then is asked.
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write('Passphrase of the backup: ');
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
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
  process.stdout.write(await run());
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
