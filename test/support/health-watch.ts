// Asks `/health` all the time, from a thread of its own, and knows the longest that an answer took.

import { Worker } from 'node:worker_threads';

const program = `
const { parentPort, workerData } = require('node:worker_threads');
let [longest, answers, going] = [0, 0, true];
parentPort.on('message', (word) => {
  if (word === 'begin') [longest, answers] = [0, 0];
  else going = false;
});
(async () => {
  while (going) {
    const since = performance.now();
    await (await fetch(workerData + '/health')).text();
    longest = Math.max(longest, performance.now() - since);
    answers += 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  parentPort.postMessage({ longest, answers });
})();
`;

export interface HealthReport {
  /** Milliseconds. */
  readonly longest: number;
  readonly answers: number;
}

/** What `/health` took while `work` went on; the first answers, for which the thread has to warm up, do not count. */
export async function watchHealth(baseUrl: string, work: () => Promise<void>): Promise<HealthReport> {
  const worker = new Worker(program, { eval: true, workerData: baseUrl });
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  worker.postMessage('begin', []);
  await work();
  return end(worker);
}

async function end(worker: Worker): Promise<HealthReport> {
  const report = new Promise<HealthReport>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  worker.postMessage('end', []);
  const said = await report;
  await worker.terminate();
  return said;
}
