// Which files are backups, how they are named, and which may go.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dayMs } from '../contract/days.ts';
import { contentFolder } from './backup-contents.ts';
import { backupFolder, databaseName, stamp } from './files.ts';

export interface BackupFile {
  readonly path: string;
  readonly name: string;
  /** When it was made, from its name; milliseconds. */
  readonly madeAt: number;
  /** Made by the clock, or kept before an upgrade. */
  readonly kind: 'daily' | 'upgrade';
  readonly bytes: number;
  readonly isEncrypted: boolean;
  /** What was found out when it was made; null for one of the database alone. */
  readonly report: BackupReport | null;
}

/** What a backup holds, the database and each file read once more after it was made. */
export interface BackupReport {
  /** How many files, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Files whose content was gone or damaged already. */
  readonly missing: number;
}

const form = /^(?:daybook|before-v\d+)-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.(?:db|tar|tar\.age)$/;
const endings = ['.db', '.tar', '.tar.age'] as const;
const week = 7 * dayMs;

const keptDays = 7;
const keptWeeks = 4;

/** The time in the name of a backup; null for any other name. */
export function timeInName(name: string): number | null {
  const match = form.exec(name);
  if (match === null) return null;
  const [year, month, date, hour, minute, second] = match.slice(1).map(Number) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, date, hour, minute, second);
}

/** The backups of a data directory, newest first; none if there is no folder of them. */
export function listBackups(dataDir: string): BackupFile[] {
  const folder = backupFolder(dataDir);
  return namesIn(folder)
    .flatMap((name): BackupFile[] => {
      const madeAt = timeInName(name);
      const path = join(folder, name);
      const found = madeAt === null ? undefined : statSync(path, { throwIfNoEntry: false });
      if (madeAt === null || found === undefined) return [];
      const kind = name.startsWith('before-') ? 'upgrade' : 'daily';
      return [{ path, name, madeAt, bytes: found.size, kind, isEncrypted: name.endsWith('.age'), report: readReport(path) }];
    })
    .toSorted((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1));
}

/** The databases that restores have put aside, newest first. */
export function listReplaced(dataDir: string): string[] {
  return replacedFolders(dataDir)
    .map((folder) => join(folder, databaseName))
    .filter((file) => existsSync(file))
    .toReversed();
}

/** The folders into which restores move what they replace, oldest first. */
export function replacedFolders(dataDir: string): string[] {
  const folder = backupFolder(dataDir);
  return namesIn(folder)
    .filter((name) => /^replaced-\d{8}-\d{6}/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/**
 * The path of the newest backup; null without one. A name that lies in the future was given by a wrong clock
 * and counts only when there is no other.
 */
export function newestBackup(dataDir: string, now: number): string | null {
  const all = listBackups(dataDir);
  return (all.find((backup) => backup.madeAt <= now + dayMs) ?? all[0])?.path ?? null;
}

/** True unless one of these times is within 24 hours of `now`, on either side: so a clock set back by years holds nothing up. */
export function isDue(times: readonly number[], now: number): boolean {
  return !times.some((time) => Math.abs(now - time) < dayMs);
}

/**
 * The names of daily backups that may be deleted. Kept are those of the last 24 hours, and the newest of each of the last 7 days and of
 * each of the last 4 weeks that have any: days without a backup do not count, so time alone deletes nothing. Names that lie in the future
 * are judged among themselves, lest a clock that was wrong for a while pushes out what was made at other times.
 */
export function expiredBackups(names: readonly string[], now: number): string[] {
  const dated = names
    .flatMap((name) => {
      const time = name.startsWith('daybook-') ? timeInName(name) : null;
      return time === null ? [] : [{ name, time }];
    })
    .toSorted((a, b) => b.time - a.time);
  const kept = new Set(dated.filter(({ time }) => Math.abs(now - time) < dayMs).map(({ name }) => name));
  for (const group of [dated.filter(({ time }) => time <= now + dayMs), dated.filter(({ time }) => time > now + dayMs)]) {
    for (const [length, count] of [
      [dayMs, keptDays],
      [week, keptWeeks],
    ] as const) {
      const newestOfEach = new Map<number, string>();
      for (const { name, time } of group) {
        const period = Math.floor(time / length);
        if (!newestOfEach.has(period)) newestOfEach.set(period, name);
      }
      for (const name of [...newestOfEach.values()].slice(0, count)) kept.add(name);
    }
  }
  return dated.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** A path in the folder of backups (made if missing) that no file has: `<prefix>-<time>.db`, a second later for each that is taken. */
export function freeBackupPath(dataDir: string, prefix: string, now: number): string {
  const folder = backupFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return freePath(folder, prefix, now, '.db');
}

/** The same in any folder, for a backup of this form. */
export function freePath(folder: string, prefix: string, now: number, ending: (typeof endings)[number]): string {
  for (let time = now; ; time += 1000) {
    const base = join(folder, `${prefix}-${stamp(time)}`);
    if (!endings.some((each) => existsSync(base + each))) return base + ending;
  }
}

/** What a backup is until it is finished. Whatever happens, it is gone afterwards; after a kill, it is known by its name. */
export function unfinishedFile(target: string): string {
  return `${target}.unfinished`;
}

/** In the folder in which a backup is being put together: where it is being written. */
export const targetName = 'target';

/** Keeps in the folder `work` where the backup is being written. */
export function noteTarget(work: string, target: string): void {
  writeFileSync(join(work, targetName), target, { mode: 0o600, flush: true });
}

/** Where the report on a backup is kept. */
export function reportFile(file: string): string {
  return join(contentFolder(dirname(file)), basename(file).replace(/\.(?:db|tar|tar\.age)$/, '.json'));
}

function readReport(file: string): BackupReport | null {
  try {
    const { files, bytes, missing } = JSON.parse(readFileSync(reportFile(file), 'utf8')) as BackupReport;
    return [files, bytes, missing].every((count) => Number.isSafeInteger(count) && count >= 0) ? { files, bytes, missing } : null;
  } catch {
    return null;
  }
}

/** What to tell a user whose database cannot be used. */
export function restoreHint(dataDir: string, now: number): string {
  return (
    maybeRestoreCommand(dataDir, now) ??
    `there is no backup in ${backupFolder(dataDir)}, so move the file elsewhere to start anew, or choose another folder with --data-dir`
  );
}

/** What brings the newest backup back; null without one. */
export function maybeRestoreCommand(dataDir: string, now: number): string | null {
  const newest = newestBackup(dataDir, now);
  return newest === null ? null : `get the newest backup back with: ${commandFor(newest, dataDir)}`;
}

/** What brings the copy back that was made of a database whose file was removed or replaced while it was open. */
export function restoreCommand(saved: string, dataDir: string): string {
  return `get what was saved back with: ${commandFor(saved, dataDir)}`;
}

function commandFor(file: string, dataDir: string): string {
  return `npm run restore -- ${quoted(file)} --data-dir ${quoted(dataDir)}`;
}

function quoted(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Removes what is left of the making of a backup. Throws nothing, as the error of a backup that failed is the one to be told: what stays,
 * `removeLeftovers` finds.
 */
export function removeUnfinished(target: string, work: string): void {
  try {
    // The folder last: it has the note of where the file was.
    rmSync(unfinishedFile(target), { recursive: true, force: true });
    rmSync(work, { recursive: true, force: true });
  } catch {
    // Node gives such an error no code where there is no descriptor left.
  }
}
