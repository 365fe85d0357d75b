// Tar archives, which are read from the beginning to the end: what is in one is put into files of its own on the way.

import { createReadStream } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import type { ImportWarning } from '../../../contract/imports.ts';
import { AppError, invalid } from '../../../lib/app-error.ts';
import type { SourceEntry } from '../plan.ts';
import { readEntryPath, type ReadPath } from './entry-path.ts';
import { writeTo } from './entry-stream.ts';
import { FoundEntries, twice } from './found-entries.ts';
import type { ArchiveBudget } from './limits.ts';

interface TarOptions {
  readonly path: string;
  /** Where its contents are put; it is there. */
  readonly folder: string;
  readonly budget: ArchiveBudget;
  readonly warn: (warning: ImportWarning) => void;
}

/** Throws `validation_failed` for what is no whole tar, and `too_large`. */
export async function openTar({ path, folder, budget, warn }: TarOptions): Promise<readonly SourceEntry[]> {
  const found = new FoundEntries();
  const tar = extract();
  const reading = pipeline(createReadStream(path), tar);
  // Where the loop below has thrown, its error counts.
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size, type, mtime } = entry.header;
      budget.take(size);
      const read = readEntryPath(name);
      const free = 'refused' in read || whyRefused(type) !== null ? null : found.freePath(read);
      if (free === null || 'refused' in read) {
        const message = whyLeft(type, read);
        if (message !== null) warn({ path: name, kind: 'unsafe', message });
        entry.resume();
        continue;
      }
      const stored = join(folder, `t${found.size}`);
      const written = await writeTo(entry as unknown as AsyncIterable<Buffer>, stored);
      found.add(read, toEntry(free, stored, written, mtime?.getTime() ?? null));
    }
    await reading;
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && 'syscall' in error)) throw error;
    // The library holds the headers of long names and further fields in memory, up to 4 MiB each; others are small.
    if (error instanceof Error && error.message === 'Header exceeds max size')
      throw new AppError('too_large', 'A header in the archive is larger than 4 MiB: it is not opened');
    throw invalid({ path: 'file', message: 'is damaged or not whole' });
  }
  return found.entries();
}

/** Of an entry that does not come in; null where nothing is to be told. */
function whyLeft(type: string | null | undefined, read: ReadPath): string | null {
  if (type === 'directory') return null;
  return 'refused' in read ? read.refused : (whyRefused(type) ?? twice);
}

function whyRefused(type: string | null | undefined): string | null {
  if (type === 'file' || type === 'contiguous-file') return null;
  return type === 'symlink' || type === 'link' ? 'It is a link' : 'It is no file';
}

function toEntry(path: string, stored: string, written: { size: number; sha256: string }, modifiedAt: number | null): SourceEntry {
  return {
    path,
    size: written.size,
    modifiedAt: modifiedAt === 0 ? null : modifiedAt,
    read: async (limit) => {
      if (written.size > limit) throw new AppError('too_large', `${path} is larger than ${limit} bytes`);
      return readFile(stored);
    },
    extract: async (to) => {
      await copyFile(stored, to);
      return written;
    },
  };
}
