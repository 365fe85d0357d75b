// Runs in a worker thread: decodes and parses pages.

import { parentPort } from 'node:worker_threads';
import { decodePage } from './charset.ts';
import { readOpenGraph, type OpenGraph } from './open-graph.ts';

export interface ReadingJob {
  readonly body: Uint8Array;
  /** The charset that the server names. */
  readonly charset: string | null;
}

/** `found` is null if the page cannot be parsed. */
export interface ReadingReport {
  readonly found: OpenGraph | null;
}

async function read({ body, charset }: ReadingJob): Promise<ReadingReport> {
  try {
    return { found: await readOpenGraph(decodePage(body, charset)) };
  } catch {
    return { found: null };
  }
}

parentPort?.on('message', (job: ReadingJob) => {
  void read(job).then((report) => { parentPort?.postMessage(report, []); });
});
