// Where Electron's executable is, found without importing the package: plain Node would start a download.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Longer than the 110 MB take on a slow line; a network that swallows packets must not hold up the start for ever. */
const fetchTimeoutMs = 3 * 60_000;

const packageDir = (root: string): string => join(root, 'node_modules', 'electron');

/** The executable that the package in `root` has fetched; null if there is none yet. */
export function installedElectron(root: string): string | null {
  try {
    const executable = join(packageDir(root), 'dist', readFileSync(join(packageDir(root), 'path.txt'), 'utf8').trim());
    return existsSync(executable) ? executable : null;
  } catch {
    return null;
  }
}

/** Whether the package is there, so that its executable can be fetched. */
export function canFetchElectron(root: string): boolean {
  return existsSync(join(packageDir(root), 'install.js'));
}

/** Lets the package fetch its executable, for three minutes at most; `installedElectron` tells how it went. */
export function fetchElectron(root: string): void {
  spawnSync(process.execPath, [join(packageDir(root), 'install.js')], {
    cwd: root,
    // Its trace of a failed download says less than the line that follows here.
    stdio: ['ignore', 'inherit', 'ignore'],
    timeout: fetchTimeoutMs,
    killSignal: 'SIGKILL',
  });
}
