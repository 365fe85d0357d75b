// The owner's care for the data as a whole: backups, restoring one, and the room that everything takes.

import { basename, join } from 'node:path';
import type {
  Backup,
  backupsApi,
  DisplacedDatabase,
  FailedBackup,
  PreparedRestore,
  RestoreBackup,
  StorageUse,
} from '../../contract/backups.ts';
import type { ReplyOf } from '../../contract/route.ts';
import { AppError, notFound, unavailable } from '../../lib/app-error.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { startJob } from '../../storage/background.ts';
import type { BackupFile } from '../../storage/backup-files.ts';
import type { Backups, MakingOptions } from '../../storage/backups.ts';
import { backupFolder, companions, databaseName } from '../../storage/files.ts';
import { abandonRestore, cancelRestore, pendingRestore } from '../../storage/pending-restore.ts';
import type { IntegrityRecord } from '../../storage/integrity-check.ts';
import { errorCode, storageError } from '../../storage/storage-error.ts';
import { backupSource, backupTarget } from './paths.ts';
import { sizeOf, sizeOfFolder } from './size.ts';

interface DataAdminServiceOptions {
  readonly dataDir: string;
  readonly backups: Pick<Backups, 'list' | 'failed' | 'make' | 'makeIn' | 'passphrase'>;
  readonly integrity: IntegrityRecord;
  readonly clock: Clock;
}

/** A backup that is to be restored. */
interface RestoreSource {
  /** Its absolute path. */
  readonly source: string;
  /** Absent: that of the configuration. */
  readonly passphrase?: string | undefined;
}

export class DataAdminService {
  readonly #dataDir: string;
  readonly #backups: Pick<Backups, 'list' | 'failed' | 'make' | 'makeIn' | 'passphrase'>;
  readonly #integrity: IntegrityRecord;
  readonly #clock: Clock;
  #preparing: Promise<unknown> = Promise.resolve();

  constructor({ dataDir, backups, integrity, clock }: DataAdminServiceOptions) {
    this.#dataDir = dataDir;
    this.#backups = backups;
    this.#integrity = integrity;
    this.#clock = clock;
  }

  list(): ReplyOf<typeof backupsApi.listBackups> {
    const { lost, checkedAt, flaw } = this.#integrity.report();
    const damage = checkedAt === null || flaw === null ? null : { foundAt: toInstant(checkedAt), flaw };
    const told = { lost, damage, displaced: this.#displaced(), failed: this.#failed() };
    return { items: this.#backups.list().map(shown), restore: this.#prepared(), ...told };
  }

  /** The folder `path` without links, where a backup can be made. Throws 400. */
  targetFolder(path: string): string {
    return backupTarget(path, this.#dataDir);
  }

  /**
   * A new backup, in the folder `path` or else in the data directory. Throws 400 for a folder, `storage_full`, `unavailable`, and the
   * reason of the signal.
   */
  async make({ path }: { readonly path: string | null }, options: MakingOptions): Promise<Backup> {
    if (path !== null) return this.#makeIn(path, options);
    const made = basename(await this.#backups.make(options).catch(rethrown));
    const found = this.#backups.list().find(({ name }) => name === made);
    if (found === undefined) throw unavailable('The backup that was made is gone already');
    return shown(found);
  }

  /** The absolute path of the backup that is meant. Throws 400 for a path, `not_found`. */
  sourceOf({ file, path }: Pick<RestoreBackup, 'file' | 'path'>): string {
    if (file === undefined) return backupSource(path ?? '');
    // Only a name of the list: it can lead nowhere else.
    const listed = this.#backups.list().find(({ name }) => name === file);
    if (listed === undefined) throw notFound('backup');
    return listed.path;
  }

  /**
   * Has the next start restore this backup. Throws `conflict` when it cannot be used (with the word “passphrase” where that is missing or
   * wrong), `storage_full` or `unavailable`, and the reason of the signal: then nothing is prepared.
   */
  prepareRestore(restore: RestoreSource, options: Required<MakingOptions>): Promise<PreparedRestore> {
    // One after the other: each clears away what the one before has prepared.
    const preparing = this.#preparing.then(() => this.#prepare(restore, options));
    this.#preparing = preparing.catch(() => undefined);
    return preparing;
  }

  async cancelRestore(): Promise<void> {
    await this.#preparing;
    cancelRestore(this.#dataDir);
  }

  async use(): Promise<StorageUse> {
    const files = ['', ...companions].map((suffix) => sizeOf(join(this.#dataDir, databaseName + suffix)));
    const folders = [
      sizeOfFolder(join(this.#dataDir, 'attachments')),
      // Files of backups are those in use, under a second name.
      sizeOfFolder(backupFolder(this.#dataDir), true),
      sizeOfFolder(join(this.#dataDir, 'logs')),
      sizeOfFolder(join(this.#dataDir, 'jobs')),
    ];
    const [attachments = 0, backups = 0, logs = 0, jobs = 0] = await Promise.all(folders);
    const database = (await Promise.all(files)).reduce((sum, size) => sum + size, 0);
    const { state, checkedAt, flaw, lost } = this.#integrity.report();
    return {
      database,
      attachments,
      backups,
      logs,
      jobs,
      integrity: { state, checkedAt: checkedAt === null ? null : toInstant(checkedAt), flaw, lost, displaced: this.#displaced() },
    };
  }

  async #makeIn(path: string, options: MakingOptions): Promise<Backup> {
    const folder = this.targetFolder(path);
    const { path: made, madeAt, isEncrypted, report } = await this.#backups.makeIn(folder, options).catch(notWritten);
    const bytes = await sizeOf(made);
    return { ...shown({ path: made, name: basename(made), madeAt, kind: 'daily', bytes, isEncrypted, report }), path: made };
  }

  async #prepare(
    { source, passphrase = this.#backups.passphrase() ?? undefined }: RestoreSource,
    { signal, progress }: Required<MakingOptions>,
  ): Promise<PreparedRestore> {
    signal.throwIfAborted();
    const work = { kind: 'prepare', source, dataDir: this.#dataDir, now: this.#clock(), passphrase: passphrase ?? null } as const;
    const job = startJob(work, progress);
    const giveUp = (): void => void job.abandon();
    signal.addEventListener('abort', giveUp, { once: true });
    let refusal: string | null;
    try {
      refusal = await job.flaw;
    } catch (error) {
      throw signal.aborted ? signal.reason : storageError(error);
    } finally {
      signal.removeEventListener('abort', giveUp);
      if (signal.aborted) {
        await job.gone;
        abandonRestore(this.#dataDir);
      }
    }
    signal.throwIfAborted();
    if (refusal !== null) throw new AppError('conflict', refusal.replaceAll(source, basename(source)));
    const prepared = this.#prepared();
    if (prepared === null) throw unavailable('What was prepared is gone already');
    return prepared;
  }

  #displaced(): DisplacedDatabase | null {
    const { displaced } = this.#integrity.report();
    return displaced === null ? null : { ...displaced, since: toInstant(displaced.since) };
  }

  #failed(): FailedBackup | null {
    const failed = this.#backups.failed();
    if (failed === null) return null;
    const known = storageError(failed.error);
    const reason = known instanceof AppError ? known.message : `It could not be made (${errorCode(known) || 'the log knows more'})`;
    return { since: toInstant(failed.since), reason };
  }

  #prepared(): PreparedRestore | null {
    const pending = pendingRestore(this.#dataDir);
    return pending === null ? null : { ...pending, preparedAt: toInstant(Math.floor(pending.preparedAt)) };
  }
}

function shown({ name, madeAt, kind, bytes, isEncrypted, report }: BackupFile): Backup {
  return {
    file: name,
    madeAt: toInstant(madeAt),
    kind,
    size: bytes,
    encrypted: isEncrypted,
    files: report?.files ?? null,
    filesSize: report?.bytes ?? null,
    missing: report?.missing ?? null,
    verified: report?.missing === 0,
    path: null,
  };
}

function rethrown(error: unknown): never {
  throw storageError(error);
}

/** Of a folder of the user's: that nothing can be written there is no fault of ours, whatever the file system says of it. */
function notWritten(error: unknown): never {
  const code = errorCode(error);
  const known = storageError(error);
  throw known === error && /^E[A-Z]+$/.test(code)
    ? unavailable(`The backup cannot be written into this folder (${code})`, 10, error)
    : known;
}
