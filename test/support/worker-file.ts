// In the place of `main/lib/worker-file.ts` in tests: threads and child processes run the bundle where it is of the sources as they are,
// as those of a started service do. From the sources a thread takes four times the processor time before it does anything.

import { basename, join } from 'node:path';
import { bundledModule } from '../../main/bundle.ts';

const root = join(import.meta.dirname, '../..');

/** Looked up once: it takes the state of 900 files. A process of tests is over before the sources change. */
let service: URL | null | undefined;

/** As the function that it stands for: the bundle's entry of this name if the bundle is fresh, else the source. */
export function workerFile(name: string, moduleUrl: string): URL {
  if (service === undefined) service = bundledModule(root, 'service');
  return service === null ? new URL(`./${name}.ts`, moduleUrl) : new URL(`./${basename(name)}.js`, service);
}
