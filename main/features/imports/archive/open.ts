// Opens what was sent, whatever it is: a zip, a zip of zips, a tar, or a single file.

import { open, copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportWarning } from '../../../contract/imports.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { SourceEntry } from '../plan.ts';
import { extensionOf, baseName, readEntryPath, stemOf } from './entry-path.ts';
import { fileHash } from './entry-stream.ts';
import { ArchiveBudget } from './limits.ts';
import { openTar } from './tar.ts';
import { openZip, type OpenedArchive } from './zip.ts';

/** What was sent, by its first bytes. */
type SentKind = 'zip' | 'tar' | 'file';

/** What can be done with what is of no program that is read here. */
export const otherWays =
  'Joplin and Obsidian read what many others give out, such as Evernote, OneNote and Apple Notes: send what they make of it';

const headLength = 512;

/** What the beginning of a file says that it is. */
export function kindOfHead(head: Uint8Array): SentKind {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006') || text.startsWith('PK00PK')) return 'zip';
  return text.slice(257, 262) === 'ustar' ? 'tar' : 'file';
}

/** The first bytes of a file. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

interface OpenedUpload {
  /** Where it lies. */
  readonly path: string;
  /** What it was called. */
  readonly filename: string;
  /** Where contents of archives can be put; removed by the caller. It is there. */
  readonly folder: string;
  readonly warn: (warning: ImportWarning) => void;
}

export interface OpenedFiles extends OpenedArchive {
  /** How it was called, without the extension. */
  readonly name: string;
  readonly kind: SentKind;
}

/** Zips in zips, as Notion gives out large workspaces: so deep. */
const deepest = 2;

/** Throws `validation_failed` for what is not whole, `too_large`, and the system's errors. */
export async function openFiles({ path, filename, folder, warn }: OpenedUpload): Promise<OpenedFiles> {
  const kind = kindOfHead(await headOf(path));
  const { size } = await stat(path);
  const budget = new ArchiveBudget(size);
  const name = stemOf(filename);
  if (kind === 'tar') return { name, kind, entries: await openTar({ path, folder, budget, warn }), [Symbol.dispose]: () => undefined };
  if (kind === 'zip') return { name, kind, ...(await openNested(path, { folder, budget, warn }, 1)) };
  return { name, kind, entries: [singleEntry(path, filename, size)], [Symbol.dispose]: () => undefined };
}

interface Around {
  readonly folder: string;
  readonly budget: ArchiveBudget;
  readonly warn: (warning: ImportWarning) => void;
}

/** A zip that holds nothing but zips is what is in these. */
async function openNested(path: string, around: Around, depth: number): Promise<OpenedArchive> {
  const outer = await openZip(path, around.budget, around.warn);
  const isNested = outer.entries.length > 0 && outer.entries.every((entry) => extensionOf(entry.path) === 'zip');
  if (!isNested) return outer;
  const inner: OpenedArchive[] = [];
  const close = (): void => {
    for (const each of [...inner, outer]) each[Symbol.dispose]();
  };
  try {
    if (depth > deepest) throw new AppError('too_large', `Archives lie more than ${deepest} deep in each other`);
    const entries = new Map<string, SourceEntry>();
    for (const [index, entry] of outer.entries.entries()) {
      const folder = join(around.folder, `z${index}`);
      await mkdir(folder);
      const stored = join(folder, 'archive.zip');
      await entry.extract(stored);
      const opened = await openNested(stored, { ...around, folder }, depth + 1);
      inner.push(opened);
      for (const each of opened.entries) {
        if (!entries.has(each.path)) entries.set(each.path, each);
        else if (each.size > 0)
          around.warn({ path: each.path, kind: 'unsafe', message: `It is there twice: that of ${entry.path} is left out` });
      }
    }
    return { entries: [...entries.values()], [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
}

function singleEntry(path: string, filename: string, size: number): SourceEntry {
  const read = readEntryPath(baseName(filename.replaceAll('\\', '/')));
  return {
    path: 'path' in read ? read.path : 'file',
    size,
    modifiedAt: null,
    read: async (limit) => {
      if (size > limit) throw new AppError('too_large', `The file is larger than ${limit} bytes`);
      return readFile(path);
    },
    extract: async (to) => {
      await copyFile(path, to);
      return { size, sha256: await fileHash(path) };
    },
  };
}
