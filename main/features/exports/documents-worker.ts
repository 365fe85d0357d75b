// The process that makes documents of notes, in threads: what they use of memory goes back to the system when it ends. Threads of the
// service itself would leave to it what they have used.

import { ServiceChannel } from '../../lib/service-channel.ts';
import { DocumentThreads } from './document-threads.ts';
import type { ExportJob, ExportOutcome, FromDocuments, ToDocuments } from './protocol.ts';

let threads: DocumentThreads | null = null;
const running = new Map<number, AbortController>();

async function make(id: number, job: ExportJob): Promise<void> {
  const giveUp = new AbortController();
  running.set(id, giveUp);
  channel.tell({ id, outcome: await outcomeOf(job, giveUp.signal) });
  running.delete(id);
}

async function outcomeOf(job: ExportJob, signal: AbortSignal): Promise<ExportOutcome> {
  try {
    if (threads === null) throw new Error('A document was asked for before it was said how they are made');
    return await threads.make(job, signal);
  } catch (error) {
    return { made: null, why: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const channel = new ServiceChannel<ToDocuments, FromDocuments>((message) => {
  if (message.type === 'begin') threads = new DocumentThreads(message.settings);
  else if (message.type === 'make') void make(message.id, message.job);
  else running.get(message.id)?.abort();
});
// A system that ends all of its processes sends this to both; the service still finishes what it is asked for.
process.on('SIGTERM', () => undefined);
