// What is left half done of a backup that was killed: in the folder of backups, and in a folder of the user's choice.

import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { targetName, unfinishedFile } from './backup-files.ts';

const ofBackup = /^(?:daybook|before-v\d+)-\d{8}-\d{6}\.(?:db|tar|tar\.age)\.unfinished/;

/** The folder in which the backup `target` is being put together. */
export function workFolder(folder: string, target: string): string {
  return `${unfinishedFile(join(folder, basename(target)))}-parts`;
}

/** Removes what is half done of backups that are not being made any more; `inWork` are the folders of those that are being made. */
export function removeLeftovers(folder: string, inWork: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!ofBackup.test(name) || inWork.has(path)) continue;
    const isAway = !removeElsewhere(path);
    const parts = isAway ? readdirSync(path).filter((part) => part !== targetName) : [''];
    for (const part of parts) rmSync(join(path, part), { recursive: true, force: true });
  }
}

/**
 * Removes the unfinished file from the folder of the user's choice. Only one that has the name of such: the note may be cut. False while
 * the folder is not there, as a memory stick: the note stays until it is.
 */
function removeElsewhere(work: string): boolean {
  try {
    const unfinished = unfinishedFile(readFileSync(join(work, targetName), 'utf8'));
    if (basename(work) !== `${basename(unfinished)}-parts`) return true;
    if (!existsSync(dirname(unfinished))) return false;
    if (lstatSync(unfinished, { throwIfNoEntry: false })?.isFile() === true) rmSync(unfinished);
    return true;
  } catch {
    // No note was written yet, or the file cannot be removed: it has no name that a backup has.
    return true;
  }
}
