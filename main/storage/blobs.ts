// Keeps the contents of files under their SHA-256: equal contents once, whichever user sent them. What is still needed,
// the database says; here it is asked right before a file is removed.

import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, utimesSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextRound } from 'node:timers/promises';
import { dayMs } from '../contract/days.ts';
import type { Clock } from '../lib/clock.ts';
import { fsyncFolder } from './atomic-file.ts';
import { contentPath, hashForm } from './files.ts';
import type { MaintenanceTask } from './maintenance.ts';

/** A content, by its SHA-256 in lower-case hexadecimal, and its size in bytes. */
export interface Content {
  readonly sha256: string;
  readonly size: number;
}

/** What one kind of records knows of contents. */
export interface ContentNames {
  /** Whether anything refers to this content. */
  isNamed(sha256: string): boolean;
  /** Contents that are referred to, in the order of their hashes after `sha256`, at most `limit`. */
  namedAfter(sha256: string, limit: number): readonly Content[];
}

/** Where the sweep puts contents that no row names: this database may be an older one, or one that has lost its last changes. */
interface Quarantine {
  /** On the same file system; made when it is needed. */
  readonly folder: string;
  /** Whether a database that was put aside may name them: then they stay for as long as it does. */
  isNeeded(): boolean;
  readonly clock: Clock;
}

/** The part of a logger that is needed; pino's fits. */
interface BlobLog {
  warn(fields: object, message: string): void;
}

/** Up to this many removals go with the commit itself; the others follow in steps, between which requests are answered. */
const atOnce = 16;
const stride = 100;
/** The sweep waits until the start is over, in milliseconds. */
const afterStart = 500;

/** How long a content stays in quarantine. */
const quarantineMs = 30 * dayMs;

/**
 * The folder of contents. One that loses its last row goes after the commit. One that the sweep after a start finds without a row is put
 * aside, as a database that was exchanged in between may name it.
 */
export class Blobs {
  readonly #root: string;
  readonly #named: readonly ContentNames[];
  readonly #log: BlobLog;
  readonly #quarantine: Quarantine;
  /** Where uploads come in. On the same file system, so that keeping one is a rename. */
  readonly incoming: string;
  /** What lay there at the start: left by a process that was killed. */
  readonly #abandoned: string[];
  /** Contents that are being kept, or whose row is not committed yet, and how many times. */
  readonly #pins = new Map<string, number>();
  /** Folders whose own name is known to be on the disk. */
  readonly #durable = new Set<string>();
  #released = new Set<string>();
  #removing = false;
  #holders = 0;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | null = null;
  #isSwept = false;
  /** What is left to be looked at in quarantine; null between two rounds. */
  #quarantined: string[] | null = null;
  #expired = 0;
  #stopped = false;

  /** `folder` is made if need be. The caller must be alone in using it. A content is needed as long as one of `named` names it. */
  constructor(folder: string, named: readonly ContentNames[], log: BlobLog, quarantine: Quarantine) {
    this.#root = folder;
    this.#quarantine = quarantine;
    this.#named = named;
    this.#log = log;
    this.incoming = join(folder, 'incoming');
    mkdirSync(this.incoming, { recursive: true, mode: 0o700 });
    this.#abandoned = readdirSync(this.incoming);
  }

  /** Where all contents lie; absolute. */
  get folder(): string {
    return this.#root;
  }

  /** Where a content lies, if it is kept. */
  path(sha256: string): string {
    return contentPath(this.#root, sha256);
  }

  /** Until the result is disposed of, no content is removed: what is named now can be read until then. */
  hold(): Disposable {
    this.#holders += 1;
    return {
      [Symbol.dispose]: () => {
        this.#holders -= 1;
        this.committed();
      },
    };
  }

  /**
   * Moves the files among the kept and settles once they are there for good: the rows that name them may then be committed.
   * Until the result is disposed of, no removal touches them; afterwards those that no row names are removed. Throws the system's errors.
   */
  async keep(files: readonly (Content & { readonly path: string })[]): Promise<Disposable> {
    const hashes = files.map(({ sha256 }) => sha256);
    for (const sha256 of hashes) this.#pins.set(sha256, (this.#pins.get(sha256) ?? 0) + 1);
    const pinned: Disposable = {
      [Symbol.dispose]: () => {
        this.#unpin(hashes);
      },
    };
    try {
      for (const file of files) await this.#keep(file);
      for (const folder of new Set(hashes.map((sha256) => join(this.path(sha256), '..')))) await fsyncFolder(folder);
      return pinned;
    } catch (error) {
      pinned[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * To be called inside the transaction that removes rows: these contents may no longer be needed. They are removed
   * after a commit, unless something still or again names them; so it does no harm if the transaction comes to nothing.
   */
  release(hashes: Iterable<string>): void {
    for (const sha256 of hashes) this.#released.add(sha256);
  }

  /** To be called after each commit. */
  committed(): void {
    if (this.#released.size === 0 || this.#removing || !this.#mayRemove) return;
    this.#removeSome();
    if (this.#released.size === 0) return;
    this.#removing = true;
    void (async () => {
      while (this.#released.size > 0 && this.#mayRemove) {
        await nextRound();
        this.#removeSome();
      }
      this.#removing = false;
    })();
  }

  /**
   * Removes unfinished uploads that a killed process has left, and puts contents aside that no row names; they come back with the database
   * that names them, and go after 30 days (`outdated`). Logs the rows whose content is missing or has another size. Works in small steps,
   * and ends early at a stop.
   */
  async sweep(): Promise<void> {
    let removed = 0;
    let quarantined = 0;
    const failures: unknown[] = [];
    const { folder: quarantine } = this.#quarantine;
    for (const name of this.#abandoned.splice(0)) removed += this.#remove(join(this.incoming, name));
    for (const folder of readdirSync(this.#root).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      for (const sha256 of readdirSync(join(this.#root, folder)).filter((name) => hashForm.test(name))) {
        if (this.#stopped) return;
        // What was released meanwhile is about to be removed.
        if (this.#holders > 0 || this.#released.has(sha256) || !this.#isUnneeded(sha256)) continue;
        try {
          this.#putAside(sha256);
          quarantined += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      await nextRound();
    }
    if (quarantined > 0)
      this.#log.warn({ files: quarantined, folder: quarantine }, 'Files that no record names were put aside; they go after 30 days');
    if (failures.length > 0)
      this.#log.warn({ err: failures[0], files: failures.length }, 'Files that no record names could not be put aside; they stay');
    if (removed > 0) this.#log.warn({ files: removed }, 'Unfinished uploads were removed');
    for (const each of this.#named) await this.#checkNamed(each);
    this.#isSwept = !this.#stopped;
  }

  /** Removes what has been in quarantine for its time. Not before a sweep: that brings back what records name. */
  get outdated(): MaintenanceTask {
    return { name: 'remove files that no record has named for long', isByAge: true, slice: () => this.#expireSome() };
  }

  /** Sweeps once, when the start is over. */
  start(): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.sweep().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'The kept files could not be looked through');
      });
    }, afterStart).unref();
  }

  /** Nothing is removed from now on; what is left over, the next start puts aside. To be called before the database is closed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
  }

  async #keep({ sha256, size, path }: Content & { readonly path: string }): Promise<void> {
    const target = this.path(sha256);
    await this.#makeFolder(join(target, '..'));
    // One that is there was kept when it came; since then it may have been damaged, and this one takes its place.
    if (await isContent(target, { sha256, size })) {
      await rm(path);
      return;
    }
    await syncContent(path);
    await rename(path, target);
  }

  async #makeFolder(folder: string): Promise<void> {
    // One that was emptied may have been removed by what tidies up.
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made === undefined && this.#durable.has(folder)) return;
    await fsyncFolder(this.#root);
    if (made === this.#root) await fsyncFolder(join(made, '..'));
    this.#durable.add(folder);
  }

  #unpin(hashes: readonly string[]): void {
    for (const sha256 of hashes) {
      const left = (this.#pins.get(sha256) ?? 1) - 1;
      if (left > 0) this.#pins.set(sha256, left);
      else this.#pins.delete(sha256);
    }
    this.release(hashes);
    this.committed();
  }

  get #mayRemove(): boolean {
    return !this.#stopped && this.#holders === 0;
  }

  #removeSome(): void {
    let left = atOnce;
    for (const sha256 of this.#released) {
      // Asked anew: all may be held since the step before.
      if (left === 0 || !this.#mayRemove) return;
      left -= 1;
      // One that is pinned comes up again when its pin goes.
      this.#released.delete(sha256);
      if (this.#isUnneeded(sha256)) this.#remove(this.path(sha256));
    }
  }

  #isUnneeded(sha256: string): boolean {
    try {
      return !this.#pins.has(sha256) && !this.#named.some((each) => each.isNamed(sha256));
    } catch (error) {
      // Whatever cannot be asked for is kept.
      this.#log.warn({ err: error }, 'Whether a file is still needed could not be looked up');
      return false;
    }
  }

  /** Without a pause since it was asked for: no record can have come to need it in between. Gives how many files went, 0 or 1. */
  #remove(path: string): 0 | 1 {
    try {
      rmSync(path);
      return 1;
    } catch (error) {
      // On Windows one that is being read cannot be removed: the next sweep finds it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#log.warn({ err: error }, 'A file that is no longer needed could not be removed');
      return 0;
    }
  }

  /** Throws the system's errors. */
  #putAside(sha256: string): void {
    const { folder, clock } = this.#quarantine;
    const path = this.path(sha256);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Its time there is counted from now.
    utimesSync(path, clock() / 1000, clock() / 1000);
    renameSync(path, join(folder, sha256));
  }

  /** True if there is more to be looked at. */
  #expireSome(): boolean {
    const { folder, clock, isNeeded } = this.#quarantine;
    const isThere = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isThere || !this.#isSwept || this.#stopped || isNeeded()) return false;
    this.#quarantined ??= readdirSync(folder);
    for (const name of this.#quarantined.splice(0, stride)) {
      const since = lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
      const isDue = hashForm.test(name) && since !== undefined && clock() - since > quarantineMs;
      // One that a record names and that could not be brought back stays.
      if (isDue && (this.#sizeOf(name) !== undefined || this.#isUnneeded(name))) this.#expired += this.#remove(join(folder, name));
    }
    if (this.#quarantined.length > 0) return true;
    this.#quarantined = null;
    if (readdirSync(folder).length === 0) rmdirSync(folder);
    if (this.#expired > 0) this.#log.warn({ files: this.#expired }, 'Files that no record has named for 30 days were removed');
    this.#expired = 0;
    return false;
  }

  #sizeOf(sha256: string): number | undefined {
    return lstatSync(this.path(sha256), { throwIfNoEntry: false })?.size;
  }

  /** Of this content there is none, or a damaged one: what lies in quarantine takes its place, if that is any better. */
  #bringBack({ sha256, size }: Content): void {
    const from = join(this.#quarantine.folder, sha256);
    const quarantined = lstatSync(from, { throwIfNoEntry: false });
    if (quarantined?.isFile() !== true || (quarantined.size !== size && this.#sizeOf(sha256) !== undefined)) return;
    try {
      mkdirSync(join(this.path(sha256), '..'), { recursive: true, mode: 0o700 });
      renameSync(from, this.path(sha256));
    } catch (error) {
      this.#log.warn({ err: error, sha256 }, 'A file that was put aside could not be brought back');
    }
  }

  async #checkNamed(named: ContentNames): Promise<void> {
    let last = '';
    for (;;) {
      const contents = named.namedAfter(last, stride);
      for (const content of contents) {
        const { sha256, size } = content;
        if (this.#sizeOf(sha256) !== size) this.#bringBack(content);
        const found = this.#sizeOf(sha256);
        if (found !== size) this.#log.warn({ sha256, size, found: found ?? null }, 'The content of a file is missing or damaged');
      }
      last = contents.at(-1)?.sha256 ?? '';
      if (contents.length < stride || this.#stopped) return;
      await nextRound();
    }
  }
}

/** Whether the file is this content, read to its end. */
async function isContent(path: string, { sha256, size }: Content): Promise<boolean> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size !== size) return false;
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return false;
  }
  return hash.digest('hex') === sha256;
}

/** Settles once what is in the file is on the disk. */
async function syncContent(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
