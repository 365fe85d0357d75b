// Zip archives: names decoded, links and encrypted entries left out, sizes checked before anything is unpacked.

import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import type { ImportWarning } from '../../../contract/imports.ts';
import { maybeUtf8 } from '../../../contract/utf8.ts';
import { AppError, invalid } from '../../../lib/app-error.ts';
import type { SourceEntry } from '../plan.ts';
import { readEntryPath } from './entry-path.ts';
import { checked, collect, DamagedEntry, writeTo } from './entry-stream.ts';
import { FoundEntries, twice } from './found-entries.ts';
import type { ArchiveBudget } from './limits.ts';

export interface OpenedArchive extends Disposable {
  readonly entries: readonly SourceEntry[];
}

const utf8Flag = 0x800;
const encryptedFlag = 0x1;
const linkMode = 0o120000;
const kindOfFile = 0o170000;
/** The earliest time that a zip can tell: it stands for none. */
const firstYear = 1980;

/** Throws `validation_failed` for what is no whole zip, and `too_large`. */
export async function openZip(path: string, budget: ArchiveBudget, warn: (warning: ImportWarning) => void): Promise<OpenedArchive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true }).catch(
    broken,
  );
  try {
    budget.expect(zip.entryCount);
    return {
      entries: await readEntries(zip, budget, warn),
      [Symbol.dispose]: () => {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: ZipFile, budget: ArchiveBudget, warn: (warning: ImportWarning) => void): Promise<SourceEntry[]> {
  const found = new FoundEntries();
  const places: Place[] = [];
  let encrypted = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { name, isGuessed } = decodeName(entry);
      if (name.endsWith('/') || name.endsWith('\\')) continue;
      budget.take(entry.uncompressedSize);
      places.push({ from: entry.relativeOffsetOfLocalHeader, size: entry.compressedSize });
      const read = readEntryPath(name);
      if ('refused' in read) {
        if (read.refused !== null) warn({ path: name, kind: 'unsafe', message: read.refused });
        continue;
      }
      const { path } = read;
      const refused = whyRefused(entry);
      const free = refused === null ? found.freePath(read) : null;
      if (refused !== null) {
        if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) encrypted += 1;
        warn({ path, kind: 'unsafe', message: refused });
      } else if (free === null) warn({ path, kind: 'unsafe', message: twice });
      else found.add(read, toEntry(zip, entry, free));
      if (isGuessed) warn({ path, kind: 'encoding', message: 'Its name is not UTF-8: it was read as code page 437' });
      if (read.isReserved) warn({ path, kind: 'unsafe', message: 'Its name is a reserved one on Windows: it comes in all the same' });
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    broken(error);
  }
  refuseOverlaps(places);
  if (found.size === 0 && encrypted > 0) throw invalid({ path: 'file', message: 'is encrypted: unpack it with its password first' });
  return found.entries();
}

/** Where what is packed of an entry lies in the archive, with the header before it; bytes. */
interface Place {
  readonly from: number;
  readonly size: number;
}

/** Bytes of the header of an entry, without its name. */
const headerSize = 30;

/** Entries that share their bytes unpack to many times what was sent, each within its bounds. Throws `too_large`. */
function refuseOverlaps(places: readonly Place[]): void {
  let end = 0;
  for (const { from, size } of places.toSorted((a, b) => a.from - b.from)) {
    if (from < end) throw new AppError('too_large', 'Files in the archive lie one over the other: it is not opened');
    end = from + headerSize + size;
  }
}

function whyRefused({ externalFileAttributes, versionMadeBy, generalPurposeBitFlag, compressionMethod }: Entry): string | null {
  if ((generalPurposeBitFlag & encryptedFlag) !== 0) return 'It is encrypted';
  // The upper half tells of a file of Unix.
  if (versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & kindOfFile) === linkMode) return 'It is a symbolic link';
  if (compressionMethod !== 0 && compressionMethod !== 8) return 'It is packed in a way that is not known here';
  return null;
}

function decodeName(entry: Entry): { readonly name: string; readonly isGuessed: boolean } {
  const { fileName, extraFields, generalPurposeBitFlag: flags } = entry;
  const raw = fileName as unknown as Buffer;
  // Of plain characters only a name that says so itself can mean others.
  if (raw.every((byte) => byte < 0x80) && extraFields.length === 0) return { name: raw.toString('latin1'), isGuessed: false };
  if ((flags & utf8Flag) === 0) {
    const name = maybeUtf8(raw);
    return { name: name ?? getFileNameLowLevel(flags, raw, extraFields, true), isGuessed: name === null };
  }
  return { name: getFileNameLowLevel(flags, raw, extraFields, true), isGuessed: false };
}

function toEntry(zip: ZipFile, entry: Entry, path: string): SourceEntry {
  const open = async (): Promise<AsyncIterable<Buffer>> => checked(await zip.openReadStreamPromise(entry), entry.crc32);
  const damaged = (error: unknown): never => {
    if (error instanceof AppError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new DamagedEntry(path, error);
  };
  const size = entry.uncompressedSize;
  const modified = entry.getLastModDate();
  const isTold = !Number.isNaN(modified.getTime()) && modified.getFullYear() > firstYear;
  return {
    path,
    size,
    modifiedAt: isTold ? modified.getTime() : null,
    read: async (limit) => {
      if (size > limit) throw new AppError('too_large', `${path} is larger than ${limit} bytes`);
      return open()
        .then((stream) => collect(stream, size))
        .catch(damaged);
    },
    extract: (to) =>
      open()
        .then((stream) => writeTo(stream, to))
        .catch(damaged),
  };
}

/** What the library says of a file that it cannot read; errors of the file system pass. */
function broken(error: unknown): never {
  if (error instanceof AppError || (error instanceof Error && 'syscall' in error)) throw error;
  throw new AppError('validation_failed', 'The archive is damaged or not whole', {
    cause: error,
    errors: [{ path: 'file', message: 'is damaged or not whole' }],
  });
}
