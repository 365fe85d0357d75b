// A backup as one file that holds everything: a tar of `manifest.json`, `daybook.db` and `files/<sha256>`, encrypted in the format of age
// where there is a passphrase. Loaded by threads and commands alone.

import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack, type Header, type Pack } from 'tar-stream';
import { z } from 'zod';
import { StartError } from '../lib/app-error.ts';
import type { Contents } from './backup-contents.ts';
import { hashForm } from './files.ts';

const hash = z.string().regex(hashForm);
const size = z.int().min(0);

const Manifest = z.object({
  app: z.literal('Daybook'),
  /** Of the archive; that of the database is in the database. */
  format: z.int().min(1),
  madeAt: z.string(),
  database: z.object({ sha256: hash, size }),
  files: z.record(hash, size),
});

type Manifest = z.infer<typeof Manifest>;

const archiveFormat = 1;
const manifestName = 'manifest.json';
const databaseEntry = 'daybook.db';
/** Bytes: room for the names of half a million files. */
const maxManifest = 64 * 1024 * 1024;

const ageMagic = 'age-encryption.org/v1\n';

/** What a file that is to be restored looks like. */
export function archiveKind(file: string): 'age' | 'tar' | 'other' {
  const start = Buffer.alloc(512);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  if (start.toString('latin1', 0, ageMagic.length) === ageMagic) return 'age';
  return start.toString('latin1', 257, 262) === 'ustar' && start.toString('latin1', 0, manifestName.length) === manifestName
    ? 'tar'
    : 'other';
}

interface ArchiveSource {
  readonly madeAt: string;
  readonly database: { readonly path: string; readonly sha256: string; readonly size: number };
  readonly contents: Contents;
  /** Where a content lies. */
  readonly pathOf: (sha256: string) => string;
  /** Told how many bytes of the parts have been read since. */
  readonly progress?: (bytes: number) => void;
}

/**
 * Writes an archive as the new file `target`, and returns once it is on the disk. `cost`: of the passphrase, the binary logarithm of the
 * work that guessing it takes.
 */
export async function writeArchive(target: string, source: ArchiveSource, passphrase: string | null, cost?: number): Promise<void> {
  const archive = pack();
  const filled = fill(archive, source).catch((error: unknown) => {
    archive.destroy(error as Error);
    throw error;
  });
  const plain = Readable.from(archive, { objectMode: false });
  const written = pipeline(
    passphrase === null ? plain : await encrypted(plain, passphrase, cost),
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  );
  await Promise.all([written, filled]);
}

async function encrypted(plain: Readable, passphrase: string, cost?: number): Promise<Readable> {
  // Loaded for those who encrypt: it is most of what reading an archive needs.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (cost !== undefined) encrypter.setScryptWorkFactor(cost);
  encrypter.setPassphrase(passphrase);
  const sealed = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
  return Readable.fromWeb(sealed as Parameters<typeof Readable.fromWeb>[0]);
}

async function fill(archive: Pack, { madeAt, database, contents, pathOf, progress = ignored }: ArchiveSource): Promise<void> {
  const manifest: Manifest = {
    app: 'Daybook',
    format: archiveFormat,
    madeAt,
    database: { sha256: database.sha256, size: database.size },
    files: Object.fromEntries(contents),
  };
  const text = JSON.stringify(manifest);
  await add(archive, { name: manifestName, size: Buffer.byteLength(text) }, Readable.from([Buffer.from(text)]));
  const from = (path: string): Readable =>
    createReadStream(path).on('data', (chunk) => {
      progress(chunk.length);
    });
  await add(archive, { name: databaseEntry, size: database.size }, from(database.path));
  for (const [sha256, bytes] of contents) await add(archive, { name: `files/${sha256}`, size: bytes }, from(pathOf(sha256)));
  archive.finalize();
}

const ignored = (): void => undefined;

function add(archive: Pack, header: Pick<Header, 'name' | 'size'>, content: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ ...header, mode: 0o600 }, (error) => {
      if (error) reject(error);
      else resolve();
    });
    content.once('error', reject);
    content.pipe(entry);
  });
}

interface ArchiveReader {
  /** Told first. May refuse by throwing. */
  begin?(manifest: Manifest): void;
  /** Where a part is written; null to check it alone. */
  target(part: { readonly kind: 'database' } | { readonly kind: 'file'; readonly sha256: string }): Writable | null;
  /** Told how many bytes of the parts have been read since. */
  progress?(bytes: number): void;
}

/**
 * Reads a whole archive. Throws a `StartError` for one that is not of Daybook, cut, damaged or of a newer version, and where the
 * passphrase is missing or wrong; what was written until then is of no use.
 */
export async function readArchive(file: string, passphrase: string | null, reader: ArchiveReader): Promise<Manifest> {
  const isEncrypted = archiveKind(file) === 'age';
  if (isEncrypted && passphrase === null)
    throw new StartError(`The backup ${file} is encrypted: its passphrase is needed (BACKUP_PASSPHRASE); nothing was changed`);
  const source = createReadStream(file);
  const archive = extract();
  try {
    const plain = isEncrypted ? await decrypted(source, passphrase ?? '', file) : source;
    const fed = pipeline(plain, archive);
    // Told by the walk, which ends with it.
    fed.catch(() => undefined);
    const manifest = await walk(archive, file, reader);
    await fed;
    return manifest;
  } catch (error) {
    throw readable(error, file);
  } finally {
    source.destroy();
    archive.destroy();
  }
}

async function decrypted(source: Readable, passphrase: string, file: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0]);
  } catch (cause) {
    if (/no identity matched/.test((cause as Error).message))
      throw new StartError(`The passphrase is not that of the backup ${file}; nothing was changed`);
    throw cause;
  }
}

/** What the system says stays as it is; the rest is damage. */
function readable(error: unknown, file: string): unknown {
  if (error instanceof StartError || typeof (error as NodeJS.ErrnoException).syscall === 'string') return error;
  return damaged(file, (error as Error).message);
}

function damaged(file: string, why: string): StartError {
  return new StartError(`The backup ${file} is damaged (${why}); choose another`);
}

async function walk(archive: ReturnType<typeof extract>, file: string, reader: ArchiveReader): Promise<Manifest> {
  let manifest: Manifest | null = null;
  /** What must still come, and how large it is. */
  const due = new Map<string, { readonly sha256: string; readonly size: number }>();
  for await (const found of archive) {
    const entry = found as typeof found & AsyncIterable<Buffer>;
    const { name, type, size: bytes } = entry.header;
    if (type !== 'file') throw damaged(file, 'it holds something that is no file');
    if (manifest === null) {
      if (name !== manifestName || bytes > maxManifest) throw damaged(file, 'it does not begin with its list of files');
      manifest = await readManifest(entry, file);
      due.set(databaseEntry, manifest.database);
      for (const [sha256, length] of Object.entries(manifest.files)) due.set(`files/${sha256}`, { sha256, size: length });
      reader.begin?.(manifest);
      continue;
    }
    const expected = due.get(name);
    // Also what comes twice.
    if (expected === undefined || expected.size !== bytes) throw damaged(file, 'it holds something that is not in its list of files');
    due.delete(name);
    const part = name === databaseEntry ? ({ kind: 'database' } as const) : ({ kind: 'file', sha256: expected.sha256 } as const);
    await readPart(entry, reader.target(part), { ...expected, file, progress: (bytes) => reader.progress?.(bytes) });
  }
  if (manifest === null) throw damaged(file, 'it is empty');
  if (due.size > 0) throw damaged(file, 'it is cut');
  return manifest;
}

async function readManifest(entry: AsyncIterable<Buffer>, file: string): Promise<Manifest> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  let told: unknown;
  try {
    told = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw damaged(file, 'its list of files is not JSON');
  }
  const manifest = Manifest.safeParse(told);
  if (!manifest.success) throw damaged(file, 'its list of files is none');
  if (manifest.data.format > archiveFormat)
    throw new StartError(`The backup ${file} was written by a newer version of Daybook; install that version to restore it`);
  return manifest.data;
}

interface ExpectedPart {
  readonly sha256: string;
  readonly file: string;
  readonly progress: (bytes: number) => void;
}

async function readPart(entry: AsyncIterable<Buffer>, target: Writable | null, { sha256, file, progress }: ExpectedPart): Promise<void> {
  const found = createHash('sha256');
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      found.update(chunk);
      progress(chunk.length);
      done(null, chunk);
    },
  });
  const sink =
    target ??
    new Writable({
      write: (_chunk, _encoding, done) => {
        done();
      },
    });
  await pipeline(Readable.from(entry, { objectMode: false }), hashing, sink);
  if (found.digest('hex') !== sha256) throw damaged(file, 'a part of it is not what its list of files says');
}
