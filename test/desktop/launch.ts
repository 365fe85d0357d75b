// Starts the desktop app inside the test, with the real service and an app folder of its own.

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BrowserWindow } from 'electron';
import type { Page } from 'playwright';
import type { Bridge } from '../../main/contract/bridge.ts';
import { startDesktop } from '../../main/desktop/lifecycle.ts';
import { startService, type Service } from '../../main/service.ts';
import { closeBrowser, control } from '../doubles/electron.ts';
import { withNewDatabase } from '../support/new-database.ts';

const root = resolve(import.meta.dirname, '../..');
const freePorts = { PORT: '0', FRONTEND_PORT: '0' };

let folder: string | null = null;
let appPath: string | null = null;
let runs = 0;

export interface Launched {
  /** Stands for ~/.config. */
  readonly appData: string;
  /** The data directory, unless the environment names another. */
  readonly dataDir: string;
  /** The service, once it runs. */
  service(): Service;
  /** The main window. */
  window(): BrowserWindow;
  page(): Promise<Page>;
  /** Calls the service as the owner. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface LaunchOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Of an earlier run, to start on its data; a new one unless told. */
  readonly appData?: string;
  readonly during?: () => void;
  /** What the machine is like. */
  readonly machine?: Partial<typeof control.state>;
  /** In the place of the service's start. */
  readonly start?: typeof startService;
}

/** Runs `startDesktop` as if in a new process, by default with an empty folder in the place of ~/.config. */
export async function launch(options: LaunchOptions = {}): Promise<Launched> {
  const appData = options.appData ?? newAppData();
  // A first start has its tests in those of the service.
  if (options.appData === undefined) withNewDatabase(makeFolder(join(appData, 'Daybook')));
  await prepare(appData, options.machine);
  let service: Service | null = null;
  await startDesktop({
    environment: { ...freePorts, ...options.environment },
    args: options.args ?? [],
    startService: async (host) => {
      const starting = (options.start ?? startService)(host);
      options.during?.();
      service = await starting;
      return service;
    },
  });
  const present = (): Service => must(service, 'The service was not started');
  const [main] = BrowserWindow.getAllWindows();
  const window = (): BrowserWindow => must(main, 'There is no window');
  return {
    appData,
    dataDir: join(appData, 'Daybook'),
    service: present,
    window,
    page: () => control.page(window()),
    api: (method, path, body) => call(present(), method, path, body),
  };
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** A folder in which a test file keeps everything, until it cleans up. */
function ownFolder(): string {
  return (folder ??= mkdtempSync(join(tmpdir(), 'daybook-desktop-')));
}

/** An empty folder to stand for ~/.config. */
export function newAppData(): string {
  runs += 1;
  const appData = join(ownFolder(), `run-${runs}`);
  mkdirSync(appData, { recursive: true });
  return appData;
}

/** The path of a folder that is not there yet. */
export function freePath(): string {
  return join(mkdtempSync(join(ownFolder(), 'free-')), 'data');
}

/** Writes a file that a user could open. */
export function writeFile(name: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(ownFolder(), 'files-')), name);
  writeFileSync(path, content);
  return path;
}

/** Makes the double as new, without starting anything. */
async function prepare(appData: string, machine: LaunchOptions['machine']): Promise<void> {
  appPath ??= makeAppFolder();
  await control.restart({ hasPagesAtOnce: false, ...machine, appPath, appData });
}

/** Quits the app, if it runs, and waits for its end. */
export async function quit(): Promise<void> {
  if (control.state.exitCode !== null || BrowserWindow.getAllWindows().length === 0) return;
  const { app } = await import('electron');
  app.quit();
  await control.exited();
}

/** Ends the app of the last launch and all that it held. */
export async function cleanUp(): Promise<void> {
  await quit();
  await control.restart();
  await closeBrowser();
  rmSync(ownFolder(), { recursive: true, force: true });
  [folder, appPath] = [null, null];
}

/** Calls the bridge from a page, as the frontend does. */
export function onBridge<T>(page: Page, method: keyof Bridge, value?: unknown): Promise<T> {
  return page.evaluate(
    ([name, given]) => {
      const bridge = (globalThis as unknown as { daybook: Record<string, (value: unknown) => Promise<unknown>> }).daybook;
      return bridge[name as string]?.(given);
    },
    [method, value] as const,
  ) as Promise<T>;
}

/** Has the page write down what it is told by `onOpen` or `onCommand`, and stop what was written before; gives what came since. */
export async function listenOn(page: Page, method: 'onOpen' | 'onCommand'): Promise<() => Promise<string[]>> {
  await page.evaluate((name) => {
    const world = globalThis as unknown as { daybook: Bridge; heard?: Record<string, string[]>; stop?: Record<string, () => void> };
    const heard = (world.heard ??= {});
    const stop = (world.stop ??= {});
    stop[name]?.();
    heard[name] = [];
    stop[name] = world.daybook[name]((value) => {
      heard[name]?.push(value);
    });
  }, method);
  return () => page.evaluate((name) => (globalThis as unknown as { heard: Record<string, string[]> }).heard[name] ?? [], method);
}

async function call<T>(service: Service, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.token()}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

function must<T>(value: T | null | undefined, otherwise: string): T {
  if (value === null || value === undefined) throw new Error(otherwise);
  return value;
}

/** What a package holds, with a page that has no script: the bridge is asked from outside. */
function makeAppFolder(): string {
  const app = join(ownFolder(), 'app');
  mkdirSync(join(app, 'dist/renderer'), { recursive: true });
  mkdirSync(join(app, 'dist/preload'), { recursive: true });
  copyFileSync(join(root, 'package.json'), join(app, 'package.json'));
  cpSync(join(root, 'resources/tray'), join(app, 'resources/tray'), { recursive: true });
  writeFileSync(join(app, 'dist/renderer/index.html'), '<!doctype html><title>Daybook</title><p>Here</p>');
  buildPreload();
  copyFileSync(join(root, 'dist/preload/index.cjs'), join(app, 'dist/preload/index.cjs'));
  return app;
}

/** As it is now, unless `npm test` has just built it. */
function buildPreload(): void {
  if (process.env['DAYBOOK_BUILT'] === '1') return;
  const { status } = spawnSync('npm', ['run', '--silent', 'build:preload'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The preload script could not be built');
}
