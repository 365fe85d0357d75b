// Loaded before anything else in a process of tests: modules of the program that have others in their place there.

import { registerHooks } from 'node:module';

const here = (path: string): string => new URL(path, import.meta.url).href;

const workerFile = here('../../main/lib/worker-file.ts');
const workerFileOfTests = here('worker-file.ts');

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    return found.url === workerFile ? { ...found, url: workerFileOfTests } : found;
  },
});
