// Builds what `npm start` shows when it is missing or older than its sources.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundledModule } from '../bundle.ts';

/** What the page is made of, as paths in the project's folder; without its packages. */
export const frontendSources = ['renderer', 'main/client', 'main/contract', 'vite.config.ts'];

/** Whether `output` is missing or older than one of `sources` (files, or folders with all that is in them). */
export function isStale(output: string, sources: readonly string[]): boolean {
  const built = statSync(output, { throwIfNoEntry: false });
  return built === undefined || sources.some((source) => hasNewer(source, built.mtimeMs));
}

function hasNewer(path: string, time: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isDirectory()) return found.mtimeMs > time;
  return readdirSync(path).some((name) => hasNewer(join(path, name), time));
}

/** Builds the frontend if that is due and the tools are there. False if it was tried and failed. */
export function rebuildFrontend(root: string): boolean {
  const due = isStale(
    join(root, 'dist/renderer/index.html'),
    frontendSources.map((source) => join(root, source)),
  );
  // An installation without development packages shows what it was given.
  if (!due || !existsSync(join(root, 'node_modules/vite'))) return true;
  process.stdout.write('Building the frontend\n');
  return npmRun(root, 'build:renderer');
}

/** Builds the bundle of the service and the desktop app if that is due and the tools are there. False if it was tried and failed. */
export function rebuildBundle(root: string): boolean {
  if (bundledModule(root, 'service') !== null || !existsSync(join(root, 'node_modules/rolldown'))) return true;
  process.stdout.write('Building the service\n');
  return npmRun(root, 'build:main');
}

/** Builds what Electron loads besides the bundle. False if that failed. */
export function rebuildPreload(root: string): boolean {
  return npmRun(root, 'build:preload');
}

function npmRun(root: string, script: string): boolean {
  const { status } = spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return status === 0;
}
