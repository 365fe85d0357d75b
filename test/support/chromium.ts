// Finds the Chromium that the tests of pages and windows run in, and fetches one where there is none.

import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';

const installed: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  // The shell first: without the windows and menus of a whole browser a page costs half. Not by its name in /usr/bin, a script that a
  // signal ends alone.
  linux: [
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', 'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'],
};

/** Quiet and without a GPU. Root cannot use Chromium's sandbox; all other users keep it. */
export function chromiumArgs(): string[] {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}

/**
 * As `chromiumArgs`, for tests: V8's slower compiler does not optimize the page's scripts, and what draws has no process of its own. A page
 * runs scripts for a minute or two: what its faster compiler (Maglev) makes is of use, and takes a thirtieth off the processor time of all;
 * what the slower one (Turbofan) makes comes too late. A twentieth went into telling another process what to draw. What is measured, or
 * runs for long, is run as users run it.
 */
export function testChromiumArgs(): string[] {
  return [...chromiumArgs(), '--js-flags=--no-opt', '--in-process-gpu'];
}

/** The executable: `$CHROMIUM_PATH`, Playwright's own, or one of the system; null when there is none. */
export function chromiumPath(): string | null {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') return chosen;
  return [chromium.executablePath(), ...(installed[process.platform] ?? [])].find((path) => path !== '' && existsSync(path)) ?? null;
}

/**
 * Like `chromiumPath`, but first fetches a missing one: Playwright's, else Debian's as root.
 * Throws an error that names what to install and how.
 */
export function ensureChromium(): string {
  const present = chromiumPath();
  if (present !== null) return present;
  const attempts = [fetchByPlaywright, fetchByApt];
  for (const attempt of attempts) {
    attempt();
    const path = chromiumPath();
    if (path !== null) return path;
  }
  throw new Error(
    'The tests of pages and windows need Chromium, and none could be fetched. ' +
      'Install one (`npx playwright install chromium`, or on Debian and Ubuntu `sudo apt-get install chromium`), ' +
      'or name the executable of a Chromium or Chrome in CHROMIUM_PATH.',
  );
}

function run(command: string, args: readonly string[], minutes: number): SpawnSyncReturns<Buffer> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Tests own standard output; the progress of a download is no part of it.
  return spawnSync(command, args, { env, stdio: ['ignore', 2, 2], timeout: minutes * 60_000, killSignal: 'SIGKILL' });
}

function fetchByPlaywright(): void {
  process.stderr.write('There is no Chromium yet; fetching the one of Playwright\n');
  const packageFile = createRequire(import.meta.url).resolve('playwright/package.json');
  run(process.execPath, [join(dirname(packageFile), 'cli.js'), 'install', 'chromium', '--no-shell'], 4);
}

function fetchByApt(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write('Installing the Chromium of the distribution\n');
  if (run('apt-get', ['update', '-qq'], 3).status !== 0) return;
  // Debian has it; Ubuntu has neither but as a snap.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], 5).status === 0) return;
  }
}
