// Starts the desktop app inside the test, with the real service and an app folder of its own.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BrowserWindow } from 'electron';
import type { Page } from 'playwright';
import { startDesktop } from '../../main/desktop/lifecycle.ts';
import { startService, type Service } from '../../main/service.ts';
import { closeBrowser, control } from '../doubles/electron.ts';

const root = resolve(import.meta.dirname, '../..');
const freePorts = { PORT: '0', FRONTEND_PORT: '0' };

/** A fresh folder in which each test file keeps everything. */
const folder = mkdtempSync(join(tmpdir(), 'daybook-desktop-'));
let appPath: string | null = null;
let runs = 0;

export interface Launched {
  /** Stands for ~/.config. */
  readonly appData: string;
  /** The service, once it runs. */
  service(): Service;
  window(): BrowserWindow;
  page(): Promise<Page>;
}

/** Runs `startDesktop` as if in a new process, by default with an empty folder in the place of ~/.config. */
export async function launch(options: { readonly environment?: Readonly<Record<string, string>>; readonly during?: () => void } = {}): Promise<Launched> {
  runs += 1;
  const appData = join(folder, `run-${runs}`);
  await prepare(appData);
  let service: Service | null = null;
  await startDesktop({
    environment: { ...freePorts, ...options.environment },
    startService: async (host) => {
      const starting = startService(host);
      options.during?.();
      service = await starting;
      return service;
    },
  });
  return {
    appData,
    service: () => present(service, 'The service was not started'),
    window,
    page: () => control.page(window()),
  };
}

/** The path of a folder that is not there yet. */
export function freePath(): string {
  return join(mkdtempSync(join(folder, 'free-')), 'data');
}

/** Makes the double as new, without starting anything. */
async function prepare(appData: string): Promise<void> {
  appPath ??= makeAppFolder();
  mkdirSync(appData, { recursive: true });
  await control.restart({ appPath, appData });
}

/** Ends the app of the last launch and all that it held. */
export async function cleanUp(): Promise<void> {
  const { app } = await import('electron');
  if (control.state.exitCode === null && BrowserWindow.getAllWindows().length > 0) {
    app.quit();
    await control.exited();
  }
  await control.restart();
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
}

function window(): BrowserWindow {
  return present(BrowserWindow.getAllWindows()[0], 'There is no window');
}

function present<T>(value: T | null | undefined, otherwise: string): T {
  if (value === null || value === undefined) throw new Error(otherwise);
  return value;
}

/** What a package holds, with a page that has no script: the bridge is asked from outside. */
function makeAppFolder(): string {
  const app = join(folder, 'app');
  mkdirSync(join(app, 'dist/renderer'), { recursive: true });
  mkdirSync(join(app, 'dist/preload'), { recursive: true });
  copyFileSync(join(root, 'package.json'), join(app, 'package.json'));
  writeFileSync(join(app, 'dist/renderer/index.html'), '<!doctype html><title>Daybook</title><p>Here</p>');
  const { status } = spawnSync('npm', ['run', '--silent', 'build:preload'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('The preload script could not be built');
  copyFileSync(join(root, 'dist/preload/index.cjs'), join(app, 'dist/preload/index.cjs'));
  return app;
}
