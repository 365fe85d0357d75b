// Exports of all that a user has, as jobs: the zip is written in a thread, and lies in the folder of the job.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Job } from '../../../contract/jobs.ts';
import { exportScopes, ExportResult } from '../../../contract/exports.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Caller } from '../../../lib/caller.ts';
import { untilAborted, type Clock } from '../../../lib/clock.ts';
import type { FileAnswer } from '../../../lib/answer.ts';
import type { JobAccess, JobKind, JobWork } from '../../../lib/job-kind.ts';
import type { WorkerPool } from '../../../lib/worker-pool.ts';
import type { PlacedFiles } from '../../../storage/connection.ts';
import type { WrittenZip } from './write-everything.ts';

/** What the thread is told. */
export interface EverythingJob {
  readonly databaseFiles: PlacedFiles;
  readonly contents: string;
  readonly userId: string;
  readonly target: string;
  readonly version: string;
  readonly exportedAt: number;
  readonly port: MessagePort;
}

/** What it gives; an error as what survives the way between threads. */
export type EverythingReport =
  | { readonly written: WrittenZip }
  | { readonly written: null; readonly code: string; readonly message: string };

/** What it says meanwhile: how far it is, and that it needs the text of a note that is not written out. */
export type EverythingMessage = { readonly done: number; readonly total: number } | { readonly id: string; readonly version: number };

interface EverythingOptions {
  readonly jobs: JobAccess;
  readonly pool: Pick<WorkerPool<EverythingJob, EverythingReport>, 'run'>;
  /** Throws `unavailable`. */
  readonly databaseFiles: () => PlacedFiles;
  readonly contents: string;
  readonly version: string;
  readonly clock: Clock;
  /** Writes out what notes have put off. */
  readonly flush: () => Promise<void>;
  /** The text of a note at a version. */
  readonly contentAt: (userId: string, id: string, version: number) => Promise<string>;
  /** Until the result is disposed of, no content of a file is removed. */
  readonly hold: () => Disposable;
}

const fileName = 'everything.zip';

/** What V8 may use for the objects of the thread, in megabytes: enough for what is known of 100,000 notes with a file each. */
export const exportMemory = { memoryMb: 384, youngMb: 6 } as const;

export class Everything {
  readonly #options: EverythingOptions;
  readonly kind: JobKind<null> = {
    kind: 'export',
    scopes: exportScopes,
    unit: 'files',
    kept: 3,
    run: (work) => this.#run(work),
  };

  constructor(options: EverythingOptions) {
    this.#options = options;
  }

  /** Inside a write. Throws `insufficient_scope`, `conflict` for one job too many. */
  start(caller: Caller): Job {
    return this.#options.jobs.create(caller, { kind: this.kind, input: null, title: null });
  }

  /** The zip of a finished job. Throws 404, `insufficient_scope`, `conflict` for one that is not finished, `file_missing`. */
  file(caller: Caller, id: string): FileAnswer {
    const { jobs } = this.#options;
    const job = jobs.read(caller, id, this.kind);
    if (job.status !== 'done') throw new AppError('conflict', 'The export is not finished');
    const { sha256, exportedAt } = ExportResult.parse(job.result);
    const path = join(jobs.folderOf(id), fileName);
    if (!existsSync(path)) throw new AppError('file_missing', 'The file of this export is gone; export again');
    return {
      content: { path },
      filename: `daybook-${exportedAt.slice(0, 10)}.zip`,
      mimeType: 'application/zip',
      etag: sha256,
      lastModified: Date.parse(exportedAt),
    };
  }

  async #run({ jobId, userId, signal, folder, progress }: JobWork<null>): Promise<ExportResult> {
    const { pool, databaseFiles, contents, version, clock, flush, contentAt, hold } = this.#options;
    await untilAborted(flush(), signal);
    using _ = hold();
    const { port1: here, port2: there } = new MessageChannel();
    here.on('message', (message: EverythingMessage) => {
      if ('done' in message) progress(message);
      else
        void contentAt(userId, message.id, message.version).then(
          (content) => {
            here.postMessage(content, []);
          },
          // Its history is shorter than that: what was written out last is taken.
          () => {
            here.postMessage(null, []);
          },
        );
    });
    try {
      const exportedAt = clock();
      const job = { databaseFiles: databaseFiles(), contents, userId, target: join(folder, fileName), version, exportedAt, port: there };
      const report = await pool.run(job, { signal, transfer: [there], refusal: (cause) => new Error('The export failed', { cause }) });
      if (report.written === null) throw Object.assign(new Error(report.message), { code: report.code });
      signal.throwIfAborted();
      const { size, sha256, ...what } = report.written;
      return { url: `/api/exports/${jobId}/file`, size, sha256, exportedAt: new Date(exportedAt).toISOString(), ...what };
    } finally {
      here.close();
    }
  }
}
