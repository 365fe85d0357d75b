// Makes a backup, in a thread as that of a service, which it is, until a step.

// oxlint-disable-next-line import/no-unassigned-import -- it is there for what it does
import './kill-at-step.ts';
import { workerData } from 'node:worker_threads';

// From the bundle, where that is fresh, it takes a third of the processor time.
await import((workerData as { readonly worker: string }).worker);
