// The contents of files in backups: in a folder beside them, each once under its SHA-256, as a link to the one that is in use where the
// disk has links. Each backup has a list of those that it needs.

import { constants, copyFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { contentPath, copyForGood, fsyncFileSync, fsyncFolderSync, hashFile, hashForm, isAcrossDisks, isOfOneFile } from './files.ts';

/** Sizes in bytes by SHA-256. */
export type Contents = ReadonlyMap<string, number>;

/** Where the contents of the backups in `folder` lie. */
export function contentFolder(folder: string): string {
  return join(folder, 'files');
}

/** The list of contents that belongs to the backup `file`. */
export function listFile(file: string): string {
  return join(contentFolder(dirname(file)), basename(file).replace(/\.db$/, '.list'));
}

/** Gives the content a second name, else a copy. False if there is none at `from`; does nothing if `to` is there. */
export function linkOrCopy(from: string, to: string): boolean {
  if (existsSync(to)) return true;
  if (lstatSync(from, { throwIfNoEntry: false })?.isFile() !== true) return false;
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Removed in between.
    if (code === 'ENOENT') return false;
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    fsyncFileSync(to);
  }
  return true;
}

/**
 * Has the content lie in `to` as well, read to its end, from the first of `roots` that has it whole. Its size in bytes; else why there is
 * none: `gone`, `damaged`, or the code of the file system. `progress` is told of the bytes as they are read. Throws what is not of this
 * file alone, such as `ENOSPC`.
 */
export function takeContent(sha256: string, roots: readonly string[], to: string, progress?: (bytes: number) => void): number | string {
  let why = 'gone';
  for (const root of roots) {
    try {
      if (!linkOrCopy(contentPath(root, sha256), to)) continue;
      const found = hashFile(to, progress);
      if (found.sha256 === sha256) return found.size;
      why = 'damaged';
    } catch (error) {
      if (!isOfOneFile(error)) throw error;
      why = (error as NodeJS.ErrnoException).code ?? '';
    }
    rmSync(to, { force: true });
  }
  return why;
}

/** Moves a content among those of `root`, in the place of one that may be there. */
export function keepContent(from: string, root: string, sha256: string): void {
  const target = contentPath(root, sha256);
  mkdirSync(join(target, '..'), { recursive: true, mode: 0o700 });
  try {
    renameSync(from, target);
  } catch (error) {
    if (!isAcrossDisks(error)) throw error;
    const incoming = join(root, 'incoming');
    mkdirSync(incoming, { recursive: true, mode: 0o700 });
    copyForGood(from, target, join(incoming, sha256));
  }
  // Two names of one content stay two after a rename.
  rmSync(from, { force: true });
}

/** Returns once the names of all contents in `root` are on the disk. */
export function fsyncContents(root: string): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root).filter((each) => /^[0-9a-f]{2}$/.test(each))) fsyncFolderSync(join(root, name));
  fsyncFolderSync(root);
}

/** One line for each content: its hash and its size. */
export function writeContents(file: string, contents: Contents): void {
  writeFileSync(file, [...contents].map(([sha256, size]) => `${sha256} ${size}\n`).join(''), { mode: 0o600, flush: true });
}

/** The contents that a backup needs; null if it has no list, as one that was made before there were any. */
export function readContents(file: string): Contents | null {
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const contents = lines.map((line): [string, number] => {
    const [sha256 = '', size = ''] = line.split(' ');
    if (!hashForm.test(sha256) || !/^\d{1,15}$/.test(size)) throw new Error(`${file} is no list of files`);
    return [sha256, Number(size)];
  });
  return new Map(contents);
}

/** Removes lists and reports without a backup in `folder`, and contents that no list names. */
export function pruneContents(folder: string): void {
  const root = contentFolder(folder);
  if (!existsSync(root)) return;
  const backups = new Set(readdirSync(folder));
  const needed = new Set<string>();
  for (const name of readdirSync(root).filter((each) => /^daybook-\d{8}-\d{6}\.(?:list|json)$/.test(each))) {
    const base = name.replace(/\.\w+$/, '');
    if (!['.db', '.tar', '.tar.age'].some((ending) => backups.has(base + ending))) rmSync(join(root, name), { force: true });
    else if (name.endsWith('.list')) for (const sha256 of readContents(join(root, name))?.keys() ?? []) needed.add(sha256);
  }
  for (const part of readdirSync(root).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    const inner = readdirSync(join(root, part));
    const outdated = inner.filter((name) => hashForm.test(name) && !needed.has(name));
    for (const name of outdated) rmSync(join(root, part, name), { force: true });
    if (outdated.length === inner.length) rmdirSync(join(root, part));
  }
}
