// Looks at a database file without leaving a trace: is it ours, of a known version, and whole?

import type { Clock } from '../lib/clock.ts';
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { schemaVersion } from './migrate.ts';

/** `PRAGMA application_id` of every database of Daybook: 'DayB'. */
export const applicationId = 0x44617942;

/**
 * How thorough to be. `quick_check` takes about 2 ms per MB, `integrity_check` about 5; `header` reads the schema and the few rows that
 * every start needs.
 */
type Depth = 'header' | 'quick_check' | 'integrity_check';

/** What speaks against using a file. */
export type IntegrityFault =
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'newer'; readonly version: number };

/**
 * What speaks against `file`; null when nothing does. The content of its write-ahead log counts.
 * When there is a fault, the file and those beside it are as before, byte for byte.
 */
export function checkIntegrity(file: string, latest: number, depth: Depth): IntegrityFault | null {
  try {
    const header = readHeader(file);
    if (!header.subarray(0, 16).equals(magic)) return { kind: 'damaged', why: 'it is not an SQLite file' };
    // What is cut at the end of a page, SQLite notices itself.
    if (!existsSync(`${file}-wal`) && statSync(file).size % pageSize(header) !== 0)
      return { kind: 'damaged', why: 'it is cut inside a page' };
  } catch (error) {
    return { kind: 'unreadable', why: (error as Error).message };
  }
  const putBack = rememberCompanions(file);
  const fault = look(file, latest, depth);
  if (fault !== null) putBack();
  return fault;
}

/** Pages that a check keeps in memory, in KiB. It reads each once: with better-sqlite3's 16 MB it takes as long. */
const cachedKiB = 2_000;

/** The first thing that `check` finds wrong, in one line; null when the database is whole. The connection keeps few pages from then on. */
export function firstIntegrityError(connection: Connection, check: 'quick_check' | 'integrity_check'): string | null {
  connection.pragma(`cache_size = -${cachedKiB}`);
  const verdict = String(connection.pragma(`${check}(1)`, { simple: true }));
  if (verdict === 'ok') return null;
  return verdict.split('\n').find((line) => line !== '' && !line.startsWith('***')) ?? 'it fails the check';
}

const readAtStart = ['SELECT * FROM users', 'SELECT * FROM sqlite_sequence'] as const;

function look(file: string, latest: number, depth: Depth): IntegrityFault | null {
  let connection: Connection | undefined;
  try {
    connection = new Sqlite(file, { readonly: true, fileMustExist: true });
    const version = schemaVersion(connection);
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    const id = connection.pragma('application_id', { simple: true });
    if (id !== applicationId || version < 1) return { kind: 'foreign' };
    // Before the check: a newer version may use what this SQLite takes for damage.
    if (version > latest) return { kind: 'newer', version };
    // What every start reads: damage there is told in one line, before anything else begins.
    for (const sql of readAtStart) connection.prepare(sql).all();
    const flaw = depth === 'header' ? null : firstIntegrityError(connection, depth);
    return flaw === null ? null : { kind: 'damaged', why: flaw };
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    // An unfinished switch to the write-ahead log: sound, but only a connection that may write can undo it.
    if (code === 'SQLITE_READONLY_ROLLBACK') return null;
    return { kind: /^SQLITE_(?:CORRUPT|NOTADB)/.test(code) ? 'damaged' : 'unreadable', why: message };
  } finally {
    connection?.close();
  }
}

const magic = Buffer.from('SQLite format 3\0', 'latin1');

/** From the header of a database: 1 stands for 65536, which does not fit. */
function pageSize(header: Buffer): number {
  const size = header.readUInt16BE(16);
  return size <= 1 ? 65_536 : size;
}

/**
 * Whether the log beside a database is another's: this one was never written through a log, as a backup, and was put by hand in the place
 * of one that was. False for what cannot be read.
 */
export function hasForeignLog(file: string): boolean {
  try {
    const header = readHeader(file);
    // SQLite reads such a log all the same.
    const isPlain = header.subarray(0, 16).equals(magic) && header[18] === 1 && header[19] === 1;
    return isPlain && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch {
    return false;
  }
}

function readHeader(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(100);
    readSync(descriptor, header, 0, header.length, 0);
    return header;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Even a connection that only reads makes the index of the log (`-shm`) anew, and an empty `-wal` if there is none.
 * The result puts both back. Only for files that no other process has open.
 */
function rememberCompanions(file: string): () => void {
  const index = `${file}-shm`;
  const log = `${file}-wal`;
  const indexBefore = existsSync(index) ? readFileSync(index) : null;
  const logBefore = existsSync(log);
  return () => {
    if (!logBefore) rmSync(log, { force: true });
    if (indexBefore === null) rmSync(index, { force: true });
    else if (!existsSync(index) || !readFileSync(index).equals(indexBefore)) writeFileSync(index, indexBefore);
  };
}

/** What the last check of the whole database has found: after an unclean stop, or of a backup. */
interface IntegrityReport {
  readonly state: 'unchecked' | 'sound' | 'damaged';
  /** Milliseconds; null before the first check since the start. */
  readonly checkedAt: number | null;
  /** The first thing that was wrong, in one line. */
  readonly flaw: string | null;
  readonly lost: LostChanges | null;
  readonly displaced: Displacement | null;
}

/** What has become of a file that is open: no path leads to it, or its path leads to another one. */
export type Displaced = 'removed' | 'replaced';

/** That the database was displaced while it was open. Nothing is written from then on. */
export interface Displacement {
  readonly how: Displaced;
  /** When that was noticed; milliseconds. */
  readonly since: number;
  /** The path of the copy of all that was written until then; null where none could be made. */
  readonly saved: string | null;
}

/** What the start has found missing: a commit of the change `upTo` was on the disk, and the database ends at the change `after`. */
export interface LostChanges {
  readonly after: number;
  readonly upTo: number;
  /** The name of the newest backup at that time; null for none. */
  readonly backup: string | null;
}

export class IntegrityRecord {
  readonly #clock: Clock;
  #report: IntegrityReport = { state: 'unchecked', checkedAt: null, flaw: null, lost: null, displaced: null };

  readonly #onDamage: () => void;

  /** `onDamage` is called when a check finds something wrong and none before it has. */
  constructor(clock: Clock, onDamage: () => void = () => undefined) {
    this.#clock = clock;
    this.#onDamage = onDamage;
  }

  /** `flaw` is null when nothing was wrong. */
  checked(flaw: string | null): void {
    const isNews = flaw !== null && this.#report.state !== 'damaged';
    this.#report = { ...this.#report, state: flaw === null ? 'sound' : 'damaged', checkedAt: this.#clock(), flaw };
    if (isNews) this.#onDamage();
  }

  /** No check finds that: what is left can be whole. */
  lacks(lost: LostChanges): void {
    this.#report = { ...this.#report, lost };
  }

  displaced(displacement: Displacement): void {
    this.#report = { ...this.#report, displaced: displacement };
  }

  report(): IntegrityReport {
    return this.#report;
  }
}
