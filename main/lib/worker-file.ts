import { basename } from 'node:path';

/**
 * The file of a worker, named by its path from the module `moduleUrl` (its `import.meta.url`): the source when that runs unbuilt, else the
 * entry of this name in the bundle, where all files lie side by side.
 */
export function workerFile(name: string, moduleUrl: string): URL {
  return new URL(moduleUrl.endsWith('.ts') ? `./${name}.ts` : `./${basename(name)}.js`, moduleUrl);
}
