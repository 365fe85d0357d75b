// Imported first by a thread: ends it, without anything that it would still do, in place of the change of the file system whose number is
// in `workerData`, counted from 0.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { workerData } from 'node:worker_threads';

let left = (workerData as { readonly step: number }).step;
for (const name of ['mkdirSync', 'linkSync', 'renameSync', 'rmSync', 'writeFileSync', 'createWriteStream'] as const) {
  const change = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (left === 0) process.exit(9);
      left -= 1;
      return change(...args);
    },
  });
}
syncBuiltinESMExports();
