// The files that runs write: each write once, also over a stop of the service, and with what stood there before.

import type { RunUndone } from '../../../contract/runs.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { FileStore, StoredFile } from '../file-store.ts';
import type { StoredCall } from '../step-store.ts';
import type { StoredRun } from '../store.ts';
import { planWrite } from './file-tools.ts';
import { bytesHash, WorkspaceFiles } from './files.ts';

export interface RunFilesOptions {
  readonly store: FileStore;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly clock: Clock;
  /** Real paths of folders that are never touched. */
  readonly forbidden: readonly string[];
}

/** What is kept of a user's files, in bytes. */
const maxKept = 64 * 1024 * 1024;

const changed = (path: string): AppError => new AppError('stale_version', `The file ${path} was changed since; read it again`);

export class RunFiles {
  readonly #options: RunFilesOptions;

  constructor(options: RunFilesOptions) {
    this.#options = options;
  }

  /** Null for a run without a workspace. */
  filesOf({ workspaceRoot: root }: StoredRun): WorkspaceFiles | null {
    return root === null ? null : new WorkspaceFiles({ root, forbidden: this.#options.forbidden });
  }

  /**
   * Carries out a call that writes a file. That it does, and what stood there, is on the disk before the file is touched: after a stop the
   * file shows whether it was. Throws `AppError`.
   */
  async carryOut(run: StoredRun, call: StoredCall, args: unknown, beforeWrite: () => void): Promise<string> {
    const { store, write, clock } = this.#options;
    const files = this.#files(run);
    const begun = store.maybeOfCall(call.id);
    if (begun !== null) return this.#goOn(files, begun, call, args);
    const { path, before, bytes } = await planWrite(files, call.tool, args);
    // A person has seen the file as it was, or the run itself has brought it there since.
    const isShown = call.decision === null || call.diff === null || call.diff.sha256 === before.hash;
    if (!isShown && store.maybeWritten(run.id, path) !== before.hash) throw changed(path);
    const after = bytesHash(bytes);
    const file: StoredFile = {
      callId: call.id,
      runId: run.id,
      userId: run.userId,
      path,
      madeFolders: await files.missingFolders(path),
      before: before.bytes,
      isKept: true,
      after,
      isUndone: false,
      writtenAt: clock(),
    };
    await write(() => {
      beforeWrite();
      store.insert(file, maxKept);
    });
    // The user can have saved it since it was read, while this waited for its turn to write.
    if ((await files.state(path)).hash !== before.hash) {
      await write(() => {
        store.remove(call.id);
      });
      throw changed(path);
    }
    await files.write(path, bytes);
    return `file ${path}: ${bytes.length} bytes written`;
  }

  /** After a stop in the middle: writes what was to be written, unless that is there or something else is by now. */
  async #goOn(files: WorkspaceFiles, { path, before, after }: StoredFile, call: StoredCall, args: unknown): Promise<string> {
    await files.sweep(path);
    const now = await files.state(path);
    if (now.hash === after) return `file ${path}: written`;
    if (now.hash !== (before === null ? '' : bytesHash(before))) throw changed(path);
    const { bytes } = await planWrite(files, call.tool, args);
    if (bytesHash(bytes) !== after) throw changed(path);
    await files.write(path, bytes);
    return `file ${path}: ${bytes.length} bytes written`;
  }

  /** Gives all files that the run has written their old bytes, those written last first. */
  async undo(run: StoredRun): Promise<RunUndone['files']> {
    const restored = new Set<string>();
    const skipped: RunUndone['files']['skipped'] = [];
    for (const file of this.#options.store.ofRun(run.id)) {
      const reason = await this.#undoOne(run, file);
      if (reason === null) restored.add(file.path);
      else if (!skipped.some(({ path }) => path === file.path)) skipped.push({ path: file.path, reason });
    }
    return { restored: [...restored], skipped };
  }

  async #undoOne(
    run: StoredRun,
    { callId, path, madeFolders, before, isKept, after, isUndone }: StoredFile,
  ): Promise<'changed_since' | 'gone' | 'already_undone' | null> {
    const { store, write } = this.#options;
    if (isUndone) return 'already_undone';
    if (!isKept) return 'gone';
    try {
      const files = this.#files(run);
      const now = await files.state(path);
      // A stop can have come before the file was touched.
      if (now.hash !== (before === null ? '' : bytesHash(before))) {
        if (now.bytes === null) return 'gone';
        if (now.hash !== after) return 'changed_since';
        await (before === null ? files.remove(path, madeFolders) : files.write(path, before));
      }
      await write(() => {
        store.setUndone(callId);
      });
      return null;
    } catch (error) {
      if (error instanceof AppError && error.code !== 'storage_full') return 'gone';
      throw error;
    }
  }

  #files(run: StoredRun): WorkspaceFiles {
    const files = this.filesOf(run);
    if (files === null) throw new AppError('forbidden', 'This run has no workspace');
    return files;
  }
}
