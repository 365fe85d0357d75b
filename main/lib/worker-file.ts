/**
 * The file of a worker beside the module `moduleUrl` (its `import.meta.url`): the source when that runs unbuilt, else what was built of it.
 */
export function workerFile(name: string, moduleUrl: string): URL {
  return new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl);
}
