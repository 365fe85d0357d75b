// One run of the process that makes documents, from its start to its end.

import { startsNone, type ChildProcess, type SpawnChild } from '../../lib/child-process.ts';
import { workerFile } from '../../lib/worker-file.ts';
import type { ExportJob, ExportOutcome, FromDocuments, ThreadSettings, ToDocuments } from './protocol.ts';

interface DocumentProcessOptions {
  readonly spawn: SpawnChild;
  readonly settings: ThreadSettings;
  /** It has ended, for whatever reason. */
  readonly ended: () => void;
  /** A line that it or one of its libraries has written. */
  readonly line: (line: string) => void;
}

export class DocumentProcess {
  readonly #process: ChildProcess<ToDocuments, FromDocuments>;
  readonly #running = new Map<number, (outcome: ExportOutcome) => void>();
  #lastId = 0;

  constructor({ spawn, settings, ended, line }: DocumentProcessOptions) {
    this.#process = spawn<ToDocuments, FromDocuments>(workerFile('documents-worker', import.meta.url), 'Daybook documents');
    this.#process.onLine(line);
    this.#process.onMessage(({ id, outcome }) => {
      this.#running.get(id)?.(outcome);
    });
    this.#process.onExit((how) => {
      ended();
      const why = startsNone.has(how) ? 'not started' : 'failed';
      for (const settle of [...this.#running.values()])
        settle({ made: null, why, message: `The process that makes documents has ended: ${how}` });
    });
    this.#process.send({ type: 'begin', settings });
  }

  /** Begins a document at once. What `signal` gives up is settled at once, too; the work on it ends a moment later. */
  make(job: ExportJob, signal: AbortSignal): Promise<ExportOutcome> {
    const { promise, resolve } = Promise.withResolvers<ExportOutcome>();
    const id = (this.#lastId += 1);
    const settle = (outcome: ExportOutcome): void => {
      this.#running.delete(id);
      signal.removeEventListener('abort', giveUp);
      resolve(outcome);
    };
    const giveUp = (): void => {
      this.#process.send({ type: 'cancel', id });
      settle({ made: null, why: 'given up', message: '' });
    };
    this.#running.set(id, settle);
    signal.addEventListener('abort', giveUp, { once: true });
    this.#process.send({ type: 'make', id, job });
    return promise;
  }

  /** Does not wait for its end. What is being made fails. */
  kill(): void {
    this.#process.kill();
  }
}
