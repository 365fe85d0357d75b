// Runs in a worker thread: makes documents of notes, one after the other.

import { parentPort, workerData } from 'node:worker_threads';
import { makeDocument, type MarkdownParser } from './make-document.ts';
import type { ExportJob } from './protocol.ts';

/** What the thread is started with. */
export interface ExportWorkerData {
  /** The module that reads the markdown of notes. */
  readonly parser: string;
}

/** The document, or why there is none: `message` is for the log. */
export type ExportReport = { readonly made: Uint8Array<ArrayBuffer> } | { readonly made: null; readonly message: string };

async function make({ format, note }: ExportJob): Promise<ExportReport> {
  try {
    const parser = (await import((workerData as ExportWorkerData).parser)) as MarkdownParser;
    return { made: await makeDocument(format, note, parser) };
  } catch (error) {
    return { made: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (job: ExportJob) => {
  void make(job).then((report) => {
    parentPort?.postMessage(report, report.made === null ? [] : [report.made.buffer]);
  });
});
