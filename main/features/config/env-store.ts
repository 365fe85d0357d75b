// The .env file on the disk: read live, written atomically and one write after the other.

import { readFileSync, statSync, type BigIntStats } from 'node:fs';
import { chmod, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError, invalid, unavailable } from '../../lib/app-error.ts';
import { sweepTemporaryFiles, writeFileAtomically } from '../../storage/atomic-file.ts';
import { storageError } from '../../storage/storage-error.ts';
import { decode, encode, parseEnv, setKeys } from './env-file.ts';

type Values = ReadonlyMap<string, string>;

interface Snapshot {
  readonly stat: BigIntStats;
  readonly bytes: Buffer;
  readonly values: Values;
  /** Read so soon after its last change that another one could leave the very same times. */
  readonly racy: boolean;
  /** What is wrong with the file, so that `values` are those that were read before; null if they are its own. */
  readonly fault: string | null;
}

const noValues: Values = new Map();

/** The largest file that is read, in bytes: it is parsed on the thread that answers. */
const maxSize = 1024 * 1024;
const tooLargeFault = 'is larger than 1 MB';

/**
 * Longer than the steps in which file systems count time (10 ms and less, but 2 s on FAT, the coarsest of all):
 * two changes within one step cannot be told apart by `stat`. Until it has passed the file is read anew each time.
 */
const racyMilliseconds = 2_000;

export class EnvStore {
  readonly file: string;
  #seen: Snapshot | null = null;
  /** What was read last from a file without fault; null before the first. */
  #good: Values | null = null;
  #fault: string | null = null;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.file = file;
  }

  /** What is wrong with the file, as a part of a sentence; null if nothing is. As of the last call of `values`. */
  get fault(): string | null {
    return this.#fault;
  }

  /**
   * What the file says now, an edit by hand included; empty without a file. Costs one `stat` while nothing changes.
   * A file that is too large to be parsed changes nothing: the values that were read before stay.
   * Throws `unavailable` when there is a file that cannot be read: that is never "no configuration".
   */
  values(): Values {
    try {
      const now = Date.now();
      const stat = statSync(this.file, { bigint: true, throwIfNoEntry: false });
      if (stat === undefined) {
        this.#seen = null;
        this.#fault = null;
        return noValues;
      }
      if (this.#seen === null || this.#seen.racy || !sameFile(this.#seen.stat, stat)) this.#seen = this.#read(stat, now);
      this.#fault = this.#seen.fault;
      return this.#seen.values;
    } catch (error) {
      this.#seen = null;
      // It went away between the two looks.
      if (isMissing(error)) return noValues;
      throw fileError(error);
    }
  }

  /** Sweeps what a killed process left behind and takes the file from other users' eyes. Only for the owner of the data directory. */
  async prepare(): Promise<void> {
    const target = await linkTarget(this.file);
    // A folder that cannot be listed or changed holds nothing of ours.
    await sweepTemporaryFiles(target).catch(() => undefined);
    const found = await stat(target).catch(() => null);
    // A file that belongs to another user, or lies on a read-only disk, still serves.
    if (found !== null && (found.mode & 0o777) !== 0o600) await chmod(target, 0o600).catch(() => undefined);
  }

  /**
   * Sets the keys that `edit` names (null removes) after it has seen what the file says now; no other write comes between.
   * Settles once the file is on the disk. What `edit` or `setKeys` throws leaves it untouched, as do `storage_full` and `unavailable`;
   * not so `UnconfirmedWrite`.
   */
  update(edit: (stored: Values) => ReadonlyMap<string, string | null>): Promise<void> {
    const write = this.#lastWrite.then(() => this.#write(edit));
    this.#lastWrite = write.catch(() => undefined);
    return write;
  }

  #read(stat: BigIntStats, now: number): Snapshot {
    const changed = stat.mtimeMs > stat.ctimeMs ? stat.mtimeMs : stat.ctimeMs;
    const racy = Number(changed) > now - racyMilliseconds;
    const bytes = stat.size > maxSize ? null : readFileSync(this.file);
    const fault = bytes === null ? tooLargeFault : faultOf(bytes);
    if (bytes === null || fault !== null) {
      this.#fault = fault;
      if (this.#good === null) throw unavailable(`The configuration file ${fault}`, 10);
      return { stat, bytes: Buffer.alloc(0), values: this.#good, racy, fault };
    }
    const values = this.#seen?.fault === null && this.#seen.bytes.equals(bytes) ? this.#seen.values : parseEnv(bytes.toString('utf8'));
    this.#good = values;
    return { stat, bytes, values, racy, fault };
  }

  async #write(edit: (stored: Values) => ReadonlyMap<string, string | null>): Promise<void> {
    try {
      const target = await linkTarget(this.file);
      const found = await stat(target).catch(() => null);
      if (found !== null && found.size > maxSize) throw unusable(tooLargeFault);
      const bytes = await readFile(target).catch((error: unknown) => {
        if (isMissing(error)) return Buffer.alloc(0);
        throw error;
      });
      const fault = faultOf(bytes);
      if (fault !== null) throw unusable(fault);
      const text = decode(bytes);
      const changes = edit(parseEnv(bytes.toString('utf8')));
      const edited = setKeys(text, changes);
      if (edited === text) return;
      const written = encode(edited);
      if (written.length > maxSize)
        throw invalid({ path: [...changes.keys()].at(-1) ?? '', message: 'would make the configuration file larger than 1 MB' });
      await writeFileAtomically(target, written, 0o600);
    } catch (error) {
      throw fileError(error);
    }
  }
}

/** For a write to a file that must be mended by hand first. */
function unusable(fault: string): AppError {
  return unavailable(`The configuration file ${fault}; correct it by hand first`, 10);
}

/** Steps that dotenv's expression may take over blank lines: from each of them it looks through all that follow, more than once. */
const maxBlankSteps = 200_000_000;

/** What keeps these bytes from being parsed in a short time; null for nothing. Looks at each byte once. */
function faultOf(bytes: Buffer): string | null {
  if (bytes.length > maxSize) return tooLargeFault;
  let steps = 0;
  let length = 0;
  let lines = 0;
  for (const byte of bytes) {
    if (byte === 32 || (byte >= 9 && byte <= 13)) {
      length += 1;
      if (byte === 10 || byte === 13) lines += 1;
    } else if (length > 0) {
      steps += lines * length * length;
      length = 0;
      lines = 0;
    }
  }
  return steps + lines * length * length > maxBlankSteps ? 'holds too many blank lines in a row' : null;
}

function sameFile(one: BigIntStats, other: BigIntStats): boolean {
  return (
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.dev === other.dev
  );
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function isMissing(error: unknown): boolean {
  return isSystemError(error) && error.code === 'ENOENT';
}

/** Whatever keeps the file from being used now, such as a folder in its place, is for the user to mend: no internal error. */
function fileError(error: unknown): unknown {
  const known = storageError(error);
  if (known instanceof AppError || !isSystemError(error)) return known;
  return unavailable('The configuration file cannot be used at the moment; nothing was changed', 10, error);
}

/** Where a write has to go: the file that a symbolic link leads to, also one that is yet to be made. */
async function linkTarget(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const next = await readlink(file).catch(() => null);
    return next === null ? file : linkTarget(resolve(dirname(file), next));
  }
}
