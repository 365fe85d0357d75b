import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../support/process.ts';

/** Runs `without-files.ts` where no more than 200 files may be open, and gives what it writes. */
export function runWithoutFiles(what: 'child' | 'pool'): { readonly stdout: string; readonly stderr: string } {
  const command = [process.execPath, fileURLToPath(new URL('without-files.ts', import.meta.url)), what];
  const { stdout, stderr } = spawnSync('sh', ['-c', 'ulimit -n 200 && exec "$@"', 'sh', ...command], {
    env: cleanEnvironment(),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { stdout, stderr };
}
